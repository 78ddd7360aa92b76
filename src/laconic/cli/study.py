"""``laconic study``: let people compress documents or rate compressions, and report the results."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import asdict
from pathlib import Path
from secrets import token_hex
from threading import Event
from typing import TYPE_CHECKING, Annotated

from cyclopts import App, Parameter

from laconic.cli._arguments import FileName, shown_default
from laconic.cli._console import table_console
from laconic.cli._study_links import RUNNER, Serving, hand_out, run_server
from laconic.corpus.format import find_format
from laconic.errors import DataError, LaconicError, UsageError
from laconic.files import check_output, display_name
from laconic.study.annotation import AnnotationStudy, Mode
from laconic.study.opening import Study, invite, inviting, new_names, open_study
from laconic.study.rating import Design, RatingStudy
from laconic.study.store import Store, store_files

if TYPE_CHECKING:
    from laconic.study.questions import Practice

app = App(
    name="study",
    default_parameter=Parameter(negative="", show_default=shown_default),
    help_epilogue=(
        "A study is one file. Start it with `annotate` or `rate`, continue with `serve`, and finish with `report`."
    ),
)

_SERVING = Serving()


@app.command
def annotate(
    *documents: FileName,
    store: Path,
    annotators: str = "2",
    mode: Mode = "rewrite",
    lines: bool = False,
    tokenized: bool = False,
    shared: int | None = None,
    own: int = 0,
    seed: int = 0,
    title: str = "Shorter sentences",
    instructions: FileName | None = None,
    consent: FileName | None = None,
    serving: Serving = _SERVING,
    only_create: bool = False,
) -> None:
    """Start a study in which people compress documents, and serve it.

    Example: `laconic study annotate news1.txt news2.txt --annotators 2 --store news.db`

    Args:
        documents: Plain texts, each a document; or corpora, whose sources are used.
        store: The file to keep the study in.
        annotators: The number of participants, or their names separated by commas.
        mode: rewrite (any shorter sentence) or delete (words can only be deleted).
        lines: Plain texts have one sentence per line.
        tokenized: Words are separated by spaces, and kept as they are.
        shared: Give everyone the same N documents, drawn at random; by default all documents.
        own: Also give each annotator N other documents, starting with those that the fewest people have.
        seed: The seed; another number draws other documents.
        title: The title that people see.
        instructions: A file with your own instructions; blank lines separate paragraphs.
        consent: A text that annotators must agree to before they start; blank lines separate paragraphs.
        serving: Where the study is served.
        only_create: Make the study and the links, and serve it later.
    """
    from laconic.study.annotation import Settings
    from laconic.study.documents import read_documents
    from laconic.study.instructions import annotation_instructions

    if not documents:
        raise UsageError("name the documents to compress.")
    if own and shared is None:
        raise UsageError("--own needs --shared, the number of documents that everyone gets; it may be 0.")
    told = _paragraphs(instructions) if instructions else annotation_instructions(mode)
    asked = read_documents(documents, lines=lines, tokenized=tokenized)
    agreed_to = _paragraphs(consent) if consent else []
    study, secret = AnnotationStudy.create(store, Settings(title, told, mode, shared, own, seed, agreed_to), asked)
    _begin(study, secret, annotators, serving, only_create)


@app.command
def rate(
    *,
    source: FileName,
    output: Annotated[list[FileName], Parameter(consume_multiple=True)],
    store: Path,
    raters: str = "12",
    reference: FileName | None = None,
    questions: str = "two-scales",
    design: Design = "latin",
    items: int | None = None,
    checks: int = 2,
    practice: FileName | None = None,
    no_practice: bool = False,
    tokenized: bool = False,
    seed: int = 0,
    title: str = "Shorter sentences",
    instructions: FileName | None = None,
    comments: bool = False,
    consent: FileName | None = None,
    completion_code: str = "",
    own_codes: bool = False,
    serving: Serving = _SERVING,
    only_create: bool = False,
) -> None:
    """Start a study in which people rate systems' compressions, or compare two at a time, and serve it.

    Each rater sees each sentence once, in one system's version and in a random order; with
    --design crossed, in the versions of all systems.

    Example: `laconic study rate --source dev.txt --output ours.txt theirs.txt --reference gold.txt --store r.db`

    Args:
        source: The sentences, one per line.
        output: A system's compressions, one per line or as JSON lines; the first system is the baseline. A
            system is named after its file: write `Ours=run7.txt` for another name.
        store: The file to keep the study in.
        raters: The number of participants, or their names separated by commas.
        reference: Human compressions, rated as another system.
        questions: What is asked: two-scales (grammaticality and importance), overall (one scale), meaning
            (grammaticality and meaning), preference (which of two versions is better), or your own TOML file.
        design: latin (each rater sees one version of each sentence) or crossed (each rater sees all).
        items: Draw N sentences at random; by default all are rated.
        checks: Attention checks per rater; 0 for none.
        practice: Your own practice pairs: JSON lines with source, text and, optionally, comment.
        no_practice: Skip the practice.
        tokenized: Words are separated by spaces.
        seed: The seed; another number draws other sentences and orders.
        title: The title that people see.
        instructions: A file with your own instructions; blank lines separate paragraphs.
        comments: Raters may comment on each pair.
        consent: A text that raters must agree to before they start; blank lines separate paragraphs.
        completion_code: A code that raters see when they have rated everything.
        own_codes: Give each rater a different code; laconic study status lists them.
        serving: Where the study is served.
        only_create: Make the study and the links, and serve it later.
    """
    from laconic.study.instructions import MOST_CHECKS, attention_checks, find_questionnaire, rating_instructions
    from laconic.study.rating import Settings, combine, select

    if not 0 <= checks <= MOST_CHECKS:
        raise UsageError(f"--checks must be between 0 and {MOST_CHECKS}.")
    sources, outputs = _read_systems(source, output, reference, tokenized)
    asked = find_questionnaire(questions)
    told = _paragraphs(instructions) if instructions else rating_instructions(asked, with_references=bool(reference))
    systems = list(outputs)
    settings = Settings(
        title,
        told,
        systems,
        seed,
        systems[-1] if reference else None,
        systems[0],
        tokenized,
        asked.question,
        design,
        comments,
        _paragraphs(consent) if consent else [],
        completion_code,
        token_hex(16) if own_codes else "",
    )
    pairs = [] if no_practice else _read_practice(practice) if practice else asked.practice
    drawn = select(combine(sources, outputs), items, seed)
    study, secret = RatingStudy.create(store, settings, drawn, pairs, attention_checks(asked.question, checks, seed))
    _begin(study, secret, raters, serving, only_create)


@app.command
def serve(store: Path, *, serving: Serving = _SERVING) -> None:
    """Serve a study again. All links still work, and participants continue where they stopped.

    Example: `laconic study serve r.db`

    Args:
        store: The study.
        serving: Where it is served.
    """
    run_server(store, serving, {})


@app.command(name="invite")
def invite_people(store: Path, *names: str, count: int = 0, runner: bool = False, serving: Serving = _SERVING) -> None:
    """Add people to a study, or replace lost links, even while it is being served.

    Example: `laconic study invite r.db anna ben`

    Args:
        store: The study.
        names: The people to invite; a participant gets a new link, and the old one stops working.
        count: Invite N more people, without names.
        runner: Make a new link for yourself; the old one stops working.
        serving: Where the study is served.
    """
    if not names and count < 1 and not runner:
        raise UsageError("say whom to invite: names, --count or --runner.")
    address = serving.at(store).address
    with ExitStack() as undo, open_study(store) as study:
        with inviting(study):
            secrets = invite(study, [*names, *new_names(study, count)])
            if runner:
                secrets[RUNNER] = study.store.renew(None)
            # Links that cannot be written invite nobody, and links of nobody are not left behind.
            if serving.links is not None:
                hand_out(secrets, address, serving.links)
                undo.callback(serving.links.unlink)
        undo.pop_all()
    # Whoever reads what is printed may take their time, and a server that waits to write answers must not.
    if serving.links is None:
        hand_out(secrets, address, None)


@app.command
def backup(store: Path, copy: Path) -> None:
    """Copy a complete study, even while it is being served.

    If you copy the file by other means, the copy may lack the latest answers, which are in a log beside it.

    Example: `laconic study backup r.db r-monday.db`

    Args:
        store: The study.
        copy: The file to make.
    """
    with open_study(store) as study:
        study.store.back_up(copy)
    print(f"Copied {store} to {copy}.", file=sys.stderr)


@app.command
def status(store: Path, *, json_: bool = False) -> None:
    """Show the progress of all participants.

    Example: `laconic study status r.db`

    Args:
        store: The study.
        json_: Print one JSON object.
    """
    from laconic.study.progress import progress_of

    with open_study(store) as study:
        people = progress_of(study)
    if json_:
        print(json.dumps({"kind": study.store.kind, "people": [asdict(person) for person in people]}))
        return
    from rich.markup import escape
    from rich.table import Table

    table = Table(box=None, header_style="bold")
    table.add_column("who")
    optional = {"agreed": any(person.agreed for person in people), "code": any(person.code for person in people)}
    shown = [heading for heading, is_shown in optional.items() if is_shown]
    for heading in ("done", "median seconds", "checks passed", "last answer", *shown):
        table.add_column(heading, justify="right")
    for person in people:
        seconds = "–" if person.seconds is None else f"{person.seconds:.1f}"
        checks = f"{person.checks_passed} of {person.checks}"
        more = [str(getattr(person, heading) or "–") for heading in shown]
        done = f"{person.done} of {person.asked}"
        table.add_row(escape(person.name), done, seconds, checks, person.last or "–", *map(escape, more))
    table_console().print(table)


@app.command
def export(
    store: Path,
    output: FileName,
    *,
    annotator: tuple[str, ...] = (),
    complete: bool = False,
    to: str | None = None,
    tidy: bool = False,
) -> None:
    """Export the annotators' compressions as a corpus, or all answers as tidy tables.

    Ratings are always written as tables: as one CSV file with a row for each rating, or, if the output has no
    extension, as a folder of CSV files with a script that loads them.

    Example: `laconic study export news.db news.jsonl`

    Args:
        store: The study.
        output: The file to write, in any format that `laconic corpus` knows; or a CSV file or folder for tables.
        annotator: Export only this annotator's work; may be repeated.
        complete: Leave out sentences that not all annotators have finished.
        to: The format, if the file's extension does not show it.
        tidy: Write compressions as tables.
    """
    from laconic.study.report.files import export as write_corpus

    with open_study(store) as study:
        if tidy or not isinstance(study, AnnotationStudy):
            if annotator or complete or to:
                raise UsageError("--annotator, --complete and --to are for a corpus, not for tables.")
            _write_tables(study, output)
            return
        for file in find_format(to, output).files(output):
            check_output(file, *store_files(store))
        pairs = write_corpus(study, output, format=to, annotators=annotator, complete=complete)
        count = len(study.sentences)
    print(f"Wrote {pairs:,} of {count:,} sentences to {output}.", file=sys.stderr)


def _write_tables(study: Study, output: str) -> None:
    """Write all answers as one table, or as a folder of tables."""
    from laconic.files import write_whole
    from laconic.study.report.tables import tidy_csv, write_folder

    path = Path(output)
    check_output(path, *store_files(study.store.path))
    if path.suffix.lower() == ".csv":
        with write_whole(path) as stream:
            stream.write(tidy_csv(study))
        print(path)
    elif path.suffix:
        what = "Compressions as tables" if isinstance(study, AnnotationStudy) else "Ratings"
        raise UsageError(f"{what} are written to a .csv file or to a folder, and {output} is neither.")
    else:
        for written in write_folder(study, path):
            print(written)


@app.command(name="report")
def write(store: Path, *, out: Path, without: tuple[str, ...] = (), attentive: bool = False) -> None:
    """Write the report of a study: a page with tables, tests and plots, the figures, and the raw answers.

    Example: `laconic study report r.db --out report`

    Args:
        store: The study.
        out: The folder to write to.
        without: Leave this rater out of the analysis; may be repeated.
        attentive: Leave out raters who failed more than half of their attention checks.
    """
    from laconic.study.report.files import report, write_report

    with open_study(store) as study:
        files = report(study, without=without, attentive=attentive)
        if attentive:
            _tell_inattentive(study)
        if out.exists():  # a new folder has nothing in it yet that must not be replaced
            for name in files:
                check_output(out / name, *store_files(store))
        for path in write_report(files, out):
            print(path)


def _tell_inattentive(study: Study) -> None:
    """Say who is left out for failing attention checks."""
    from laconic.study.progress import progress_of

    failed = [
        f"{person.name} ({person.checks_passed} of {person.checks} passed)"
        for person in progress_of(study)
        if not person.is_attentive
    ]
    told = (
        f"left out for their attention checks: {', '.join(failed)}" if failed else "nobody failed the attention checks"
    )
    print(f"laconic: {told}.", file=sys.stderr)


def _begin(study: Study, secret: str, people: str, serving: Serving, only_create: bool) -> None:
    """Invite the first people, then serve the study; one that could not start is not left behind."""
    path = study.store.path
    started = Event()
    try:
        with study:
            secrets = {RUNNER: secret, **invite(study, _names(study, people))}
        if only_create:
            place = serving.at(path)
            with Store(path) as made:
                made.remember_serving(place.host, place.port, place.url)
            hand_out(secrets, place.address, serving.links)
        else:
            run_server(path, serving, secrets, started.set)
    except (LaconicError, OSError):
        if not started.is_set():  # nobody can have answered yet
            for file in store_files(path):
                file.unlink(missing_ok=True)
        raise


def _names(study: Study, people: str) -> list[str]:
    """Return the names that ``--raters 12`` or ``--raters anna,ben`` asks for."""
    if people.isdecimal():
        return new_names(study, int(people))
    if people.removeprefix("-").isdecimal():
        raise UsageError(f"there cannot be {people} participants.")
    return [name.strip() for name in people.split(",") if name.strip()]


def _read_systems(
    source: str, outputs: Sequence[str], reference: str | None, tokenized: bool
) -> tuple[list[str], dict[str, list[str]]]:
    """Read the sources and every system's compressions, by the system's name; the reference comes last."""
    from laconic.cli._scores import check_equal_lengths, read_outputs, read_texts
    from laconic.corpus.words import word_splitter

    split = word_splitter(tokenized)
    sources = [version.text for version in read_texts(source, split)]
    files: dict[str, str] = {}
    for given in [*outputs, *([f"Reference={reference}"] if reference else [])]:
        name, path = _named(given)
        if name in files:
            raise UsageError(f"two systems are called {name}: give one of them another name, as in Other={path}.")
        files[name] = path
    systems: dict[str, list[str]] = {}
    for name, path in files.items():
        systems[name] = [" ".join(version.text.split()) for version in read_outputs(path, split)]
        check_equal_lengths(path, len(systems[name]), source, len(sources))
    return sources, systems


def _named(given: str) -> tuple[str, str]:
    """Return a system's name and file from ``Name=file``, or from a file alone, whose name it then has."""
    name, equals, path = given.partition("=")
    if equals and not Path(given).exists():
        return name, path
    return display_name(given).split(".")[0], given


def _paragraphs(path: str) -> list[str]:
    from laconic.files import read_lines

    text = "\n".join(line.strip() for _, line in read_lines(path))
    paragraphs = [" ".join(part.split()) for part in text.split("\n\n") if part.strip()]
    if not paragraphs:
        raise DataError("has no text.", path=path)
    return paragraphs


def _read_practice(path: str) -> list[Practice]:
    import msgspec

    from laconic.files import read_raw_lines
    from laconic.study.questions import Practice

    pairs = []
    for number, raw in read_raw_lines(path):
        try:
            pairs.append(msgspec.json.decode(raw, type=Practice))
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            problem = f"a practice pair must be a JSON object with source and text: {error}."
            raise DataError(problem, path=path, line=number) from None
    return pairs
