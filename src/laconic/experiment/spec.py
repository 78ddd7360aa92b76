"""What an experiment's TOML file says, read and checked before anything runs."""

from __future__ import annotations

import re
import shlex
import tomllib
from pathlib import Path

import msgspec

from laconic.catalog import METRICS, SEARCHES
from laconic.errors import DataError
from laconic.files import reading
from laconic.metrics.tied import TOLERANCE
from laconic.pipeline.info import trainable

OTHER = "@"
"""A value that begins with this names another system of the experiment, and stands for its model, or a step, and stands
for the file or folder that it makes."""

DATA, OUT, WORK = "{data}", "{out}", "{work}"
"""What stands for folders and files in the command of a step."""

SPEED = "ms"
"""What a paper's milliseconds per sentence are called among its figures."""

READERS = ("rating", "meaning", "grammar", "importance")
"""What a paper's readers judged, which no metric gives."""

RATES = ("gold", "average", "free")
"""How long answers are, besides a number: each as long as its first reference, all together as long as all of these, or
as the model chooses."""

DEFAULT_METRICS = ("compression_rate", "relation_f1", "unigram_f1", "exact_match")
_NAME = re.compile(r"[\w.+-]+")
_LONGEST_COMMAND = 10_000
"""The most characters of a step's command: to split one takes time that grows with the square of its length."""

Setting = str | int | float | bool


class StepPlan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A command of laconic that makes something the systems or corpora need, or something to show.

    Attributes:
        run: the command, without ``laconic``. In it ``{data}`` stands for the folder of data, ``{out}`` for what the
            step makes, ``{work}`` for a folder that all steps share, and ``@name`` for what another step made.
        out: the name of the file or folder it makes, such as ``syntax.scfg``.
        report: a heading, under which the report shows what the command prints.
    """

    run: str
    out: str | None = None
    report: str | None = None

    @property
    def words(self) -> list[str]:
        """The parts of the command; ValueError where a quotation mark is open."""
        return shlex.split(self.run)

    @property
    def others(self) -> list[str]:
        """The steps whose results it needs."""
        return [step_named(word) for word in self.words if word.startswith(OTHER)]


def step_named(value: str) -> str:
    """Return the name in ``@name`` or ``@name/file``."""
    return value.removeprefix(OTHER).partition("/")[0]


class TiedPlan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Comparisons of systems on the sentences that both compress about equally.

    Attributes:
        pairs: which systems; without them, every one with the baseline.
        tolerance: rates are tied that differ by less.
    """

    pairs: tuple[tuple[str, str], ...] = ()
    tolerance: float = TOLERANCE


class CorpusPlan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A corpus, its files given as paths below the folder of data, or as ``@step/file``.

    Attributes:
        train: what to learn from.
        test: what to compress and score.
        dev: what to tune on; without it, a part of `train` is held out, whole documents at a time.
        tokenized: whether tokens are separated by spaces.
    """

    train: str
    test: str
    dev: str | None = None
    tokenized: bool = False

    @property
    def files(self) -> list[str]:
        """The files it is read from."""
        return [self.train, self.test, *([] if self.dev is None else [self.dev])]


class SystemPlan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A row of the table: what is trained or loaded, and how it is used.

    Attributes:
        method: what to train; or else
        model: a bundled model or a method without training by its name, or ``@name``, the model of another system.
        title: what the row is called.
        settings: settings of the training; a text ``@name`` stands for the folder of another system's model, or for
            what a step makes.
        search: another search to use the model with.
        longest: the most words of a sentence that this search is used for. Longer ones are answered by the model's own
            search; they count for the scores, but not for the time.
        rate: how long answers are, where it is not as for all.
        train: files of pairs to learn from, below the folder of data or as ``@step/file``, where it is not the corpus's
            training part; pairs that are tuned or tested on are left out.
        paper: what the paper reports, by corpus and metric; its milliseconds per sentence are called ms, and what its
            readers judged one of `READERS`.
    """

    method: str | None = None
    model: str | None = None
    title: str | None = None
    settings: dict[str, Setting] = {}
    search: str | None = None
    longest: int | None = None
    rate: str | None = None
    train: tuple[str, ...] = ()
    paper: dict[str, dict[str, float]] = {}

    @property
    def others(self) -> list[str]:
        """The systems and steps that this one needs."""
        values = [self.model, *self.train, *self.settings.values()]
        parts = [part.strip() for value in values if isinstance(value, str) for part in value.split(",")]
        return [step_named(part) for part in parts if part.startswith(OTHER)]


class Plan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The whole file.

    Attributes:
        title: what the report is called.
        corpora: the corpora by name.
        systems: the systems by name, in the order of the table; one that uses another's model comes after it.
        baseline: the system that all others are tested against.
        steps: what is made before, by name; one that needs another comes after it.
        tied: which systems are compared at tied rates.
        about: what there is to know, printed under the title.
        rate: one of `RATES`, or a number such as 0.7.
        metrics: the columns of the table; significance is tested on the second.
        held_out: which share of the training pairs is held out to tune on.
        examples: how many sentences the report shows.
        edits: whether the report shows what references and systems do to the sources, by type of edit.
    """

    title: str
    corpora: dict[str, CorpusPlan]
    systems: dict[str, SystemPlan]
    baseline: str
    steps: dict[str, StepPlan] = {}
    tied: TiedPlan | None = None
    about: str = ""
    rate: str = "gold"
    metrics: tuple[str, ...] = DEFAULT_METRICS
    held_out: float = 0.1
    examples: int = 5
    edits: bool = False


def read_plan(path: str | Path) -> Plan:
    """Read an experiment's file.

    Raises:
        DataError: the file cannot be read, or its contents are not valid.
    """
    try:
        with reading(path) as stream:
            plan = msgspec.convert(tomllib.load(stream), Plan)
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise DataError(f"is not TOML: {error}.", path=path) from None
    except msgspec.ValidationError as error:
        raise DataError(f"is not an experiment: {_in_words(str(error))}", path=path) from None
    problem = _problem(plan)
    if problem is not None:
        raise DataError(problem, path=path)
    return plan


def _in_words(message: str) -> str:
    """Return msgspec's message with the place in the file as TOML would name it."""
    what, _, place = message.partition(" - at `$")
    where = place.rstrip("`").lstrip(".")
    return f"{what}, at {where}." if where else f"{what}."


def _problem(plan: Plan) -> str | None:
    """Return what is wrong with a plan that has the right shape, or None."""
    if not plan.corpora or not plan.systems:
        return "needs at least one [corpora.NAME] and one [systems.NAME]."
    for name in (*plan.corpora, *plan.systems, *plan.steps):
        if not _NAME.fullmatch(name):
            return f"the name {name!r} must do for a file: letters, digits and . _ + - only."
    if plan.baseline not in plan.systems:
        return f"the baseline {plan.baseline!r} is not one of the systems {', '.join(plan.systems)}."
    if not 0 < plan.held_out < 1:
        return f"held_out must be a share between 0 and 1, not {plan.held_out}."
    unknown = [metric for metric in plan.metrics if metric not in METRICS]
    if unknown or len(plan.metrics) < 2:
        return f"metrics needs two or more of {', '.join(METRICS)}" + (f", not {unknown[0]!r}." if unknown else ".")
    if not _is_rate(plan.rate):
        return _rate_problem(plan.rate)
    seen: set[str] = set()
    for name, step in plan.steps.items():
        problem = "is also the name of a system." if name in plan.systems else _step_problem(step, seen)
        if problem is not None:
            return f"[steps.{name}]: {problem}"
        seen.add(name)
    for name, corpus in plan.corpora.items():
        missing = [file for file in corpus.files if file.startswith(OTHER) and step_named(file) not in seen]
        if missing:
            return f"[corpora.{name}]: {missing[0]} must name a step."
    for name, system in plan.systems.items():
        problem = _system_problem(system, plan.rate, seen) or _paper_problem(system, plan)
        if problem is not None:
            return f"[systems.{name}]: {problem}"
        seen.add(name)
    return None if plan.tied is None else _tied_problem(plan, plan.tied)


def _step_problem(step: StepPlan, before: set[str]) -> str | None:
    if len(step.run) > _LONGEST_COMMAND:
        return f"run has {len(step.run):,} characters, and {_LONGEST_COMMAND:,} are allowed."
    try:
        missing = [other for other in step.others if other not in before]
    except ValueError as error:
        return f"run is not a command: {error}."
    if missing:
        return f"{OTHER}{missing[0]} must name a step that comes before this one."
    if not step.words:
        return "run is empty; give a command of laconic, such as lm estimate."
    if step.out is not None and not _NAME.fullmatch(step.out):
        return f"out must be the name of a file, not {step.out!r}."
    if (step.out is None) == any(OUT in word for word in step.words):
        return f"out names what the command makes, and {OUT} stands for it in run: give both, or neither."
    if step.out is None and step.report is None:
        return "give out, what it makes, or report, the heading of what it prints."
    return None


def _tied_problem(plan: Plan, tied: TiedPlan) -> str | None:
    unknown = [name for pair in tied.pairs for name in pair if name not in plan.systems]
    if unknown:
        return f"[tied]: {unknown[0]!r} is not one of the systems {', '.join(plan.systems)}."
    if not tied.tolerance > 0:
        return f"[tied]: tolerance must be above 0, not {tied.tolerance}."
    return None


def _system_problem(system: SystemPlan, common_rate: str, before: set[str]) -> str | None:
    if (system.method is None) == (system.model is None):
        return "give either method (to train) or model (trained before)."
    if system.method is not None and ":" not in system.method and system.method not in trainable():
        return f"the method {system.method!r} cannot be trained; choose from {', '.join(trainable())}."
    if system.search is not None and system.search not in SEARCHES and ":" not in system.search:
        return f"there is no search {system.search!r}; choose from {', '.join(sorted(SEARCHES))}."
    if system.longest is not None:
        if system.search is None:
            return "longest says for which sentences another search is used: give search."
        if system.longest < 1:
            return f"longest must be a number of words from 1, not {system.longest}."
        if (system.rate or common_rate) == "average":
            return 'longest is not for rate = "average", where one search divides the words among all sentences.'
    if system.rate is not None and not _is_rate(system.rate):
        return _rate_problem(system.rate)
    if system.train and system.method is None:
        return "train is for systems that are trained: give method."
    missing = [other for other in system.others if other not in before]
    if missing:
        return f"{OTHER}{missing[0]} must name a step, or a system that comes before this one."
    return None


def _paper_problem(system: SystemPlan, plan: Plan) -> str | None:
    """Return why the report would not show one of a paper's figures, or None."""
    known = [*plan.metrics, *READERS, SPEED]
    for corpus, figures in system.paper.items():
        if corpus not in plan.corpora:
            return f"paper: {corpus!r} is not one of the corpora {', '.join(plan.corpora)}."
        for figure in figures:
            if figure not in known:
                return f"paper.{corpus}: {figure!r} is not one of {', '.join(known)}."
    return None


def _rate_problem(rate: str) -> str:
    return f'rate must be {", ".join(map(_quoted, RATES))} or a number such as "0.7", not {rate!r}.'


def _quoted(word: str) -> str:
    return f'"{word}"'


def _is_rate(text: str) -> bool:
    if text in RATES:
        return True
    try:
        return 0 < float(text) <= 1
    except ValueError:
        return False
