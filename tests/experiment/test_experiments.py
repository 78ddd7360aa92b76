"""Every experiment of the project, from its file to its report, on a tiny corpus made up here."""

from __future__ import annotations

import io
import json
import lzma
import random
import re
import subprocess
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import pytest

from laconic.cli import main
from laconic.experiment.spec import DATA, OTHER, read_plan

EXPERIMENTS = sorted((Path(__file__).parents[2] / "experiments").glob("*.toml"))

SUBJECTS = ("the old mayor", "a young doctor", "the new teacher", "the tall farmer")
VERBS = {"visited": "a visité", "painted": "a peint", "repaired": "a réparé"}
OBJECTS = {"the red house": "la maison rouge", "the small bridge": "le petit pont", "the school": "l' école"}
PLACES = ("near the river", "in the town", "behind the church")
FRENCH = dict(
    zip(SUBJECTS, ("le vieux maire", "un jeune médecin", "le nouveau professeur", "le grand fermier"), strict=True)
)


def sentences(count: int, seed: str) -> list[tuple[str, str]]:
    """Return made-up sentences and shorter versions of them, others for another seed."""
    chosen = random.Random(seed)
    found = []
    for _ in range(count):
        subject, verb, thing = chosen.choice(SUBJECTS), chosen.choice([*VERBS]), chosen.choice([*OBJECTS])
        place = chosen.choice(PLACES)
        short = f"{subject.split()[0]} {subject.split()[-1]}"
        found.append((f"Yesterday {subject} {verb} {thing} {place} .", f"{short} {verb} {thing} ."))
    return found


def write_corpus(path: Path, count: int) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = []
    for number, (source, short) in enumerate(sentences(count, path.name)):
        references = [short, source.removeprefix("Yesterday ")]
        record = {"id": f"{number}.0", "source": source, "references": references}
        lines.append(json.dumps({**record, "light": references[1], "medium": short, "short": short, "rewrite": short}))
    path.write_text("\n".join(lines) + "\n", "utf-8")


def write_text(path: Path) -> None:
    """Write lines of a bitext, or of English text, which say the same in both languages."""
    lines = [
        f"{subject} {verb} {thing}"
        if ".en." in path.name or path.suffix == ".txt"
        else f"{FRENCH[subject]} {french} {objet}"
        for subject in SUBJECTS
        for verb, french in VERBS.items()
        for thing, objet in OBJECTS.items()
    ]
    path.parent.mkdir(parents=True, exist_ok=True)
    opened = lzma.open if path.suffix == ".xz" else open
    with opened(path, "wt", encoding="utf-8") as stream:
        stream.write("\n".join(lines * 2) + "\n")


@pytest.fixture
def steps_in_this_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Run the steps without a Python of their own: to start it takes longer than they do.

    They run as users run them in test_steps.py.
    """

    def run(words: list[str]) -> subprocess.CompletedProcess[str]:
        with redirect_stdout(io.StringIO()) as printed, redirect_stderr(io.StringIO()) as told:
            status = main(words)
        return subprocess.CompletedProcess(words, status, printed.getvalue(), told.getvalue())

    monkeypatch.setattr("laconic.experiment.steps.run_laconic", run)


@pytest.mark.usefixtures("steps_in_this_process")
@pytest.mark.parametrize("path", EXPERIMENTS, ids=lambda path: path.stem)
def test_every_experiment_runs_from_its_file_to_its_report(path: Path, tmp_path: Path) -> None:
    plan = read_plan(path)
    data = tmp_path / "data"
    for corpus in plan.corpora.values():
        for file in corpus.files:
            if not file.startswith(OTHER):
                write_corpus(data / file, 10 if file == corpus.train else 2)
    for step in plan.steps.values():
        for word in step.words:
            if word.startswith(DATA):
                file = data / word.removeprefix(f"{DATA}/")
                write_corpus(file, 3 if file.stem == "dev" else 14) if file.suffix == ".jsonl" else write_text(file)
    # What takes long is cut short; everything else is as in the file.
    text = re.sub(r"iterations = \d+", "iterations = 1", path.read_text("utf-8"))
    text = re.sub(r"epochs = \d+", "epochs = 1", text)
    short = tmp_path / path.name
    short.write_text(text, "utf-8")
    out = tmp_path / "out"
    assert main(["run", str(short), "--data", str(data), "--out", str(out)]) == 0
    report = (out / "report.md").read_text("utf-8")
    for name, system in plan.systems.items():
        assert (system.title or name) in report
    tables = json.loads((out / "results.json").read_text("utf-8"))
    assert [table["corpus"] for table in tables] == list(plan.corpora)
    assert all(len(table["rows"]) == len(plan.systems) for table in tables)
    assert all(table["tied"] or plan.tied is None for table in tables)
    for step in plan.steps.values():
        assert step.report is None or f"## {step.report}" in report
