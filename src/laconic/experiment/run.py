"""Running an experiment: train what is missing, compress, keep everything, so that it can be resumed."""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Iterator
from contextlib import redirect_stdout
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from laconic import __version__
from laconic.catalog import SEARCHES, make
from laconic.compression import Compression
from laconic.corpus.jsonl import parse_json
from laconic.corpus.words import word_splitter
from laconic.errors import DataError, UsageError
from laconic.experiment.bundled import models_fingerprint, parser_fingerprint
from laconic.experiment.decoding import compress_pairs, one_line
from laconic.experiment.material import Material, read_pairs
from laconic.experiment.needs import named_files
from laconic.experiment.spec import OTHER, Plan, SystemPlan, step_named
from laconic.experiment.steps import Steps, Tell, corpus_path
from laconic.files import make_folder, read_raw_lines, write_whole
from laconic.learn.training import make_parser, train_model, work_folder
from laconic.learn.training_run import TrainingRun
from laconic.model import Model, bundled_models, load
from laconic.pipeline.deletion import DeletionMethod
from laconic.pipeline.stored import MODEL_FILE

PARSES = "parses.sqlite"


@dataclass(frozen=True)
class Answer:
    """What a system made of one sentence.

    Attributes:
        text: the compressed sentence.
        tokens: its tokens.
        seconds: the CPU time it took, parsing not counted; None if the system's search was not used, because the
            sentence is too long for it.
        details: what else the system reports.
    """

    text: str
    tokens: tuple[str, ...]
    seconds: float | None
    details: dict[str, Any]


def say(message: str) -> None:
    """Tell a user at a terminal what is being done."""
    print(f"laconic: {message}", file=sys.stderr, flush=True)


class Runner:
    """Trains and uses the systems of an experiment, each once.

    Models and answers are kept in folders and files whose names hold a digest of all that they depend on: the
    pairs, the system's settings with the content of the files and models they name, those of the systems it builds on,
    laconic's version, its parser and, where a system is one of them, its bundled models. What is there is used, what
    has changed is made again.

    Args:
        plan: the experiment.
        out: where everything is kept.
        tell: called with a description of each step.
        steps: makes what systems need, where the experiment has steps.
        allow_code: whether models may name code that is not laconic's.
    """

    def __init__(
        self,
        plan: Plan,
        out: Path,
        tell: Tell | None = None,
        steps: Steps | None = None,
        *,
        allow_code: bool = False,
    ) -> None:
        self.plan = plan
        self.out = out
        self._allow_code = allow_code
        self._tell = tell or say
        self._steps = steps or Steps(plan, None, out, self._tell)
        self._known_digests: dict[Path, str] = {}
        make_folder(out)

    def answers(self, material: Material) -> dict[str, list[Answer]]:
        """Return each system's answers to the test sentences of a corpus."""
        made = {}
        for number, (name, system) in enumerate(self.plan.systems.items(), 1):
            step = f"{material.name}: {name} ({number} of {len(self.plan.systems)})"
            folder = self._model(name, material, step)
            rate = system.rate or self.plan.rate
            path = self.out / "answers" / material.name / f"{name}-{self._key(name, material, rate)}.jsonl"
            if not path.exists():
                self._tell(f"{step}: compressing {len(material.testing)} sentences.")
                self._compress(folder, system, material, rate, path)
            made[name] = list(_read_answers(path, len(material.testing)))
        return made

    def _model(self, name: str, material: Material, step: str) -> str:
        """Return the folder or the name of a system's model, trained if it has not been."""
        system = self.plan.systems[name]
        if system.method is None:
            assert system.model is not None
            other = system.model.removeprefix(OTHER)
            return self._model(other, material, step) if system.model.startswith(OTHER) else system.model
        own = self._own(system, material)
        folder = self.out / "models" / material.name / f"{name}-{self._key(name, material)}"
        if not (folder / MODEL_FILE).is_file():
            self._tell(f"{step}: training {system.method} on {len(own.learning)} pairs.")
            settings = {key: self._setting(value, material, step) for key, value in system.settings.items()}
            printed = self.out / "logs" / material.name / f"{folder.name}.log"
            make_folder(printed.parent)
            # The output of learners continues where an interrupted training stopped.
            with open(printed, "a", encoding="utf-8") as log, redirect_stdout(log):
                run = TrainingRun(
                    system.method,
                    own.learning,
                    own.tuning,
                    make_parser("english", self.out / PARSES),
                    work_folder(folder),
                    settings,
                    material.tokenized,
                )
                train_model(run, folder, about={"corpus": material.name, "system": name})
        return str(folder)

    def _setting(self, value: object, material: Material, step: str) -> str:
        return ",".join(self._part(part, material, step) for part in str(value).split(","))

    def _part(self, value: str, material: Material, step: str) -> str:
        """Return one of the parts of a setting, with what a step or another system made in place of its name."""
        if not value.strip().startswith(OTHER):
            return value
        name = step_named(value.strip())
        return str(self._steps.path(value.strip())) if name in self._steps else self._model(name, material, step)

    def _own(self, system: SystemPlan, material: Material) -> Material:
        """Return the material with a system's own pairs to learn from, without those that are tuned and tested on."""
        if not system.train or self._steps.data is None:
            return material
        held_out = {pair.source for pair in (*material.tuning, *material.testing)}
        files = [corpus_path(file, self._steps.data, self._steps) for file in system.train]
        return replace(material, learning=[pair for pair in read_pairs(*files) if pair.source not in held_out])

    def _key(self, name: str, material: Material, rate: str | None = None) -> str:
        """Return a digest of all that a system's model, or its answers at a rate, depend on."""
        system = self.plan.systems[name]
        others = {
            other: self._steps.made(other).digest if other in self._steps else self._key(other, material)
            for other in system.others
        }
        search = None if rate is None else system.search
        if search is not None and system.longest is not None:
            search = f"{search} up to {system.longest}"
        digest = self._own(system, material).digest
        facts = (__version__, digest, system.method, system.model, sorted(system.settings.items()))
        contents = [digest for path in named_files(system) for digest in self._digests(path)]
        bundled = (parser_fingerprint(), models_fingerprint() if system.model in bundled_models() else "")
        whole = repr((facts, others, search, rate, contents, bundled)).encode("utf-8", "surrogatepass")
        return hashlib.sha256(whole).hexdigest()[:10]

    def _digests(self, path: Path) -> list[str]:
        """Return a digest of a file's content, or of every file in a folder, each computed once."""
        files = sorted(each for each in path.rglob("*") if each.is_file()) if path.is_dir() else [path]
        for each in files:
            if each not in self._known_digests:
                with open(each, "rb") as stream:
                    self._known_digests[each] = hashlib.file_digest(stream, "sha256").hexdigest()
        return [self._known_digests[each] for each in files]

    def _loaded(self, model: str, search: str | None) -> Model:
        loaded = load(model, allow_code=self._allow_code)
        loaded.parser = make_parser("english", self.out / PARSES)
        if search is not None:
            if not isinstance(loaded.method, DeletionMethod):
                raise UsageError(f"the method {loaded.method.name} has its own search: do not name one.")
            loaded.method.search = make(search, SEARCHES, "search", "search")
        return loaded

    def _compress(self, folder: str, system: SystemPlan, material: Material, rate: str, path: Path) -> None:
        answers = list(self._found(folder, system, material, rate))
        make_folder(path.parent)
        with write_whole(path) as stream:
            for answer, seconds in answers:
                record = {
                    "text": one_line(answer, material.tokenized),
                    "tokens": list(answer.tokens),
                    "seconds": seconds,
                    "details": dict(answer.details),
                }
                stream.write(json.dumps(record, ensure_ascii=False) + "\n")

    def _found(
        self, folder: str, system: SystemPlan, material: Material, rate: str
    ) -> Iterator[tuple[Compression, float | None]]:
        """Yield the answer of a system to each test sentence and its seconds, if it is not too long for the search."""
        split = word_splitter(material.tokenized)
        most = sys.maxsize if system.longest is None else system.longest
        is_short = [len(split(pair.source)) <= most for pair in material.testing]

        def answers(search: str | None, which: bool) -> Iterator[tuple[Compression, float]]:
            pairs = [pair for pair, short in zip(material.testing, is_short, strict=True) if short == which]
            if pairs:
                model = self._loaded(folder, search)
                _warm_up(model, material)
                yield from compress_pairs(model, pairs, rate, tokenized=material.tokenized)

        searched, others = answers(system.search, True), answers(None, False)
        for short in is_short:
            yield next(searched) if short else (next(others)[0], None)


def _warm_up(model: Model, material: Material) -> None:
    """Compress one sentence, so that reading and importing at first use are not counted in any system's time."""
    list(compress_pairs(model, material.testing[:1], "free", tokenized=material.tokenized))


def _read_answers(path: Path, expected: int) -> Iterator[Answer]:
    records = [parse_json(raw) for _, raw in read_raw_lines(path)]
    if len(records) != expected:
        raise DataError(f"has {len(records)} answers, but {expected} were expected; delete it.", path=path)
    for number, record in enumerate(records, 1):
        try:
            seconds = None if record["seconds"] is None else float(record["seconds"])
            yield Answer(record["text"], tuple(record["tokens"]), seconds, record["details"])
        except (KeyError, TypeError, ValueError):
            raise DataError("is not an answer; delete the file.", path=path, line=number) from None
