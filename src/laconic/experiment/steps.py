"""Steps of an experiment: laconic commands that make what its corpora and systems need, each run once."""

from __future__ import annotations

import hashlib
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from laconic import __version__
from laconic.errors import DataError, UsageError
from laconic.experiment.bundled import parser_fingerprint
from laconic.experiment.spec import DATA, OTHER, OUT, WORK, Plan, StepPlan
from laconic.files import make_folder, write_whole
from laconic.trust import ALLOW_CODE, check_code, check_path, file_inside

Tell = Callable[[str], None]

_LACONIC = (sys.executable, "-c", "import sys; from laconic.cli import main; sys.exit(main())")
_PRINTED = "printed.txt"
_TAIL = 2000
_CODE = re.compile(r"[A-Za-z_][\w.]*:[A-Za-z_]\w*")


@dataclass(frozen=True)
class Made:
    """What a step made.

    Attributes:
        path: the file or folder; what it printed, where it makes nothing else.
        printed: what it printed.
        digest: changes with everything it depends on.
    """

    path: Path
    printed: str
    digest: str


class Steps:
    """Runs the steps of an experiment, when something that they make is first needed.

    What a step makes is kept in a folder whose name holds a digest of the command, of the files of data that it reads,
    of the steps it builds on, and of laconic's version and parser. An interrupted step leaves nothing, except in the
    folder that all steps share, where commands that can go on from where they stopped keep their work.

    Args:
        plan: the experiment.
        data: the folder of data, if there is one.
        out: where everything is kept.
        tell: called with a description of each step.
    """

    def __init__(self, plan: Plan, data: Path | None, out: Path, tell: Tell) -> None:
        self._plan = plan
        self._data = data
        self._out = out
        self._tell = tell
        self._made: dict[str, Made] = {}
        self._sums: dict[Path, str] = {}

    @property
    def data(self) -> Path | None:
        """The folder of data, if there is one."""
        return self._data

    def __contains__(self, name: str) -> bool:
        return name in self._plan.steps

    def path(self, value: str) -> Path:
        """Return the path that ``@name`` or ``@name/file`` stands for."""
        name, _, below = value.removeprefix(OTHER).partition("/")
        made = self.made(name).path
        return file_inside(made, below) if below else made

    def made(self, name: str) -> Made:
        """Return what a step made, after running it if need be.

        Raises:
            DataError: the command failed.
            UsageError: it needs the folder of data, which was not given.
        """
        if name not in self._made:
            self._made[name] = self._make(name)
        return self._made[name]

    def reports(self) -> list[tuple[str, str]]:
        """Return what the report is to show of the steps: headings and texts."""
        shown = [(step.report, self.made(name).printed) for name, step in self._plan.steps.items() if step.report]
        return [(heading, text.strip("\n")) for heading, text in shown]

    def _make(self, name: str) -> Made:
        step = self._plan.steps[name]
        for word in step.words[1:]:  # after the verb
            _check_word(word)
        if self._data is None and DATA in step.run:
            raise UsageError(f"[steps.{name}] reads data files; name their folder with --data.")
        digest = self._digest(step)
        folder = self._out / "steps" / f"{name}-{digest}"
        result = folder / (step.out or _PRINTED)
        if not result.exists() or not (folder / _PRINTED).exists():
            self._run(name, step, folder)
        return Made(result, (folder / _PRINTED).read_text("utf-8"), digest)

    def _run(self, name: str, step: StepPlan, folder: Path) -> None:
        self._tell(f"step {name}: laconic {step.run}")
        shutil.rmtree(folder, ignore_errors=True)
        make_folder(folder)
        work = self._out / "work"
        make_folder(work)
        # What is half done has another name, so that it is never taken for the result.
        unfinished = folder / f"unfinished-{step.out}"
        places = {DATA: str(self._data), OUT: str(unfinished), WORK: str(work)}
        command = [self._word(word, places) for word in step.words]
        done = run_laconic(command)
        if done.returncode:
            told = (done.stderr.strip() or done.stdout.strip())[-_TAIL:]
            raise DataError(f"the step {name} failed with status {done.returncode}: {told}", path=folder)
        if step.out is not None:
            if not unfinished.exists():
                raise DataError(f"the step {name} did not create {step.out}.", path=folder)
            unfinished.rename(folder / step.out)
        with write_whole(folder / _PRINTED) as stream:
            stream.write(done.stdout)

    def _word(self, word: str, places: dict[str, str]) -> str:
        if word.startswith(OTHER):
            return str(self.path(word))
        for sign, place in places.items():
            word = word.replace(sign, place)
        return word

    def _digest(self, step: StepPlan) -> str:
        facts = [__version__, parser_fingerprint(), step.run, str(step.out)]
        facts += [self.made(other).digest for other in step.others]
        for word in step.words:
            if DATA in word and self._data is not None:
                facts += self._contents(Path(word.replace(DATA, str(self._data))))
        return hashlib.sha256(repr(facts).encode()).hexdigest()[:10]

    def _contents(self, path: Path) -> list[str]:
        """Return a digest of a file's content, which is computed once."""
        if not path.is_file():
            return []
        if path not in self._sums:
            with open(path, "rb") as stream:
                self._sums[path] = hashlib.file_digest(stream, "sha256").hexdigest()
        return [self._sums[path]]


def run_laconic(words: list[str]) -> subprocess.CompletedProcess[str]:
    """Run a command of laconic in a process of its own, so that the memory it takes is given back."""
    return subprocess.run([*_LACONIC, *words], capture_output=True, text=True, encoding="utf-8", check=False)


def _check_word(word: str) -> None:
    """Raise `DataError` if a word of a command names code, or a file that is not one of the experiment's.

    Whoever wrote the experiment could otherwise overwrite any file of whoever runs it.
    """
    value = word.partition("=")[2] if word.startswith("-") else word
    if word == ALLOW_CODE or _CODE.fullmatch(value):
        check_code(word, "part")
    is_own = value.startswith((OTHER, DATA, OUT, WORK)) and ".." not in Path(value).parts
    if not is_own and (len(Path(value).parts) > 1 or Path(value).expanduser() != Path(value) or Path(value).is_file()):
        check_path(value)


def corpus_path(file: str, data: Path, steps: Steps | None) -> Path:
    """Return the path of a corpus's file: made by a step, or below the folder of data."""
    return steps.path(file) if steps is not None and file.startswith(OTHER) else file_inside(data, file)
