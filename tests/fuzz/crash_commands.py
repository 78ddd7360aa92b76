"""Kills long commands at random moments: nothing may be half written, and the same command then ends as it would have.

    python tests/fuzz/crash_commands.py --kills 200 --seed 0

Each command is first run undisturbed, to know what it makes. Then it is started in a new folder, killed (SIGKILL) after
a random part of that time, and after each kill no file may lie there that is not whole; then it is given again, and
what it makes must be the same, with no file beside it that was not there otherwise. A server of a study is killed while
answers are sent to it: it must have kept all that it said were saved. The command killed least often so far is always
the next, so that a run that is cut short has tried all of them.
"""

from __future__ import annotations

import argparse
import hashlib
import http.client
import itertools
import json
import os
import random
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from laconic import Corpus, load
from laconic.corpus import sample
from laconic.corpus.jsonl import Jsonl
from laconic.errors import LaconicError
from laconic.grammar.io import read_grammar
from laconic.lm import LanguageModel
from laconic.study.annotation import AnnotationStudy, Compressing, Settings
from laconic.study.documents import read_documents
from laconic.study.opening import open_study
from laconic.study.store import encode

_LACONIC = [sys.executable, "-c", "import sys; from laconic.cli import main; sys.exit(main())"]
_EXPERIMENT = """
title = "A test"
baseline = "random"
metrics = ["compression_rate", "unigram_f1"]
[corpora.sample]
train = "train.jsonl"
test = "dev.jsonl"
dev = "dev.jsonl"
[systems.random]
model = "random"
[systems.bigram]
method = "bigram"
settings = { epochs = 2 }
"""


@dataclass(frozen=True)
class Command:
    """A command to be killed.

    Attributes:
        words: what is given to laconic, in a folder with the corpora.
        made: what it makes.
        is_whole: raises an error if what is there is not whole; it is only asked where there is something.
        digest: tells two results apart.
        writes_again: whether it writes over what it made before, or refuses to.
    """

    words: tuple[str, ...]
    made: str
    is_whole: Callable[[Path], object]
    digest: Callable[[Path], str]
    writes_again: bool = True


def contents(path: Path) -> str:
    """Return a digest of a file, or of all files of a folder."""
    files = sorted(each for each in path.rglob("*") if each.is_file()) if path.is_dir() else [path]
    digest = hashlib.sha256()
    for file in files:
        digest.update(file.name.encode() + file.read_bytes())
    return digest.hexdigest()


def rows(path: Path) -> str:
    """Return what a study asks and was answered, without what is random in it."""
    with sqlite3.connect(path) as store:
        return repr(
            [
                store.execute(f"select {columns} order by 1, 2").fetchall()
                for columns in ("kind, content from item", "name, part from person", "place, value from answer")
            ]
        )


def results(path: Path) -> str:
    """Return the results of an experiment, without the times that they hold."""
    return re.sub(r'"seconds": [^,]+', "", path.read_text())


def read_corpus(path: Path) -> None:
    """Read all pairs of a corpus."""
    for _ in Corpus.open(path):
        pass


def read_study(path: Path) -> None:
    """Open a study and close it."""
    with open_study(path):
        return


COMMANDS = {
    "train": Command(
        ("train", "bigram", "train.jsonl", "--dev", "dev.jsonl", "--out", "mine", "--set", "epochs=3"),
        "mine",
        load,
        contents,
        writes_again=False,
    ),
    "retrain": Command(
        ("train", "crf", "train.jsonl", "--dev", "dev.jsonl", "--out", "old", "--overwrite", "--set", "iterations=20"),
        "old",
        load,
        contents,
    ),
    "run": Command(("run", "e.toml", "--data", ".", "--out", "out"), "out/results.json", results, results),
    "lm": Command(
        ("lm", "estimate", "text.txt", "--order", "3", "--out", "a.lm"), "a.lm", LanguageModel.load, contents
    ),
    "convert": Command(("corpus", "convert", "train.jsonl", "pairs.csv"), "pairs.csv", read_corpus, contents),
    "pivot": Command(
        ("grammar", "pivot", "en.txt", "fr.txt", "--out", "g.txt", "--work", "work", "--language", "fr"),
        "g.txt",
        read_grammar,
        contents,
    ),
    "create": Command(
        ("study", "annotate", "d.txt", "--store", "new.db", "--annotators", "Ada,Ben", "--only-create"),
        "new.db",
        read_study,
        rows,
        writes_again=False,
    ),
    "export": Command(
        ("study", "export", "s.db", "answers.jsonl", "--to", "jsonl"), "answers.jsonl", read_corpus, contents
    ),
    "backup": Command(("study", "backup", "s.db", "copy.db"), "copy.db", read_study, rows, writes_again=False),
}

SERVER = "serve"
"""The name of the server of a study among the commands."""


def prepare(folder: Path) -> None:
    """Write what the commands read."""
    pairs = list(sample("deletion"))
    for name, part in (("train", pairs[:60]), ("dev", pairs[60:72])):
        with Jsonl().write(folder / f"{name}.jsonl", tokenized=False) as put:
            for pair in part:
                put(pair)
    lines = [pair.source for pair in pairs]
    (folder / "text.txt").write_text("\n".join(lines * 40) + "\n")
    (folder / "en.txt").write_text("\n".join(lines[:40]) + "\n")
    (folder / "fr.txt").write_text(
        "\n".join(" ".join(f"{word[:2]}e" for word in line.split()) for line in lines[:40]) + "\n"
    )
    (folder / "e.toml").write_text(_EXPERIMENT)
    (folder / "d.txt").write_text("\n".join(lines[:30]) + "\n")
    load("joint").save(folder / "old")
    study, _ = AnnotationStudy.create(
        folder / "s.db", Settings("A tale", ["Make it shorter."], "delete"), read_documents([folder / "d.txt"])
    )
    with study:
        study.invite("Ada")
        (ada,) = study.store.people()
        answers = [study.accept(ada, place, Compressing(kept=[0, 1, place % 3 + 2])) for place in range(20)]
        study.store.add_answers([(ada.id, place, encode(answer)) for place, answer in enumerate(answers)])


def start(command: Command, folder: Path) -> subprocess.Popen[bytes]:
    """Start a command in a folder, as the first of a group of processes."""
    quiet = subprocess.DEVNULL
    return subprocess.Popen([*_LACONIC, *command.words], cwd=folder, stdout=quiet, stderr=quiet, start_new_session=True)


class Torture:
    """Kills of one command.

    Attributes:
        name: the command's name.
        kills: how many there were so far.
        mistakes: what was found half written, or otherwise than it should be.
    """

    def __init__(self, name: str, prepared: Path, place: Path, rng: random.Random) -> None:
        self.name = name
        self.kills = 0
        self.mistakes = 0
        self._command = COMMANDS[name]
        self._prepared = prepared
        self._folder = place / name
        self._rng = rng
        self._renew()
        began = time.monotonic()
        if start(self._command, self._folder).wait() != 0:
            raise RuntimeError(f"{name} fails without a kill")
        self._seconds = time.monotonic() - began
        self._expected = self._command.digest(self._folder / self._command.made)
        self._files = names(self._folder)

    def kill(self, most: int) -> None:
        """Kill the command in a new folder, then up to so many times as it goes on there; let it end at last."""
        self._renew()
        command, made = self._command, self._folder / self._command.made
        for _ in range(min(most, self._rng.choice([1, 1, 2, 3]))):
            process = start(command, self._folder)
            time.sleep(self._rng.uniform(0.2, 1.05) * self._seconds)
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            self.kills += 1
            make_old(self._folder)
            try:
                if made.exists():
                    command.is_whole(made)
            except (LaconicError, OSError, ValueError, sqlite3.Error) as error:
                self._report(f"after a kill there is something half written: {error}")
        is_done = made.exists() and not command.writes_again
        if not is_done and start(command, self._folder).wait() != 0:
            self._report("given again after a kill, it fails.")
        elif command.digest(made) != self._expected:
            self._report("after a kill, it makes something else.")
        elif not is_done and names(self._folder) != self._files:
            self._report(f"after a kill, other files lie there: {names(self._folder) ^ self._files}")

    def summary(self) -> str:
        """Return what happened, in a line."""
        return f"{self.name}: {self.kills} kills, {self.mistakes} mistakes."

    def _renew(self) -> None:
        shutil.rmtree(self._folder, ignore_errors=True)
        shutil.copytree(self._prepared, self._folder)

    def _report(self, mistake: str) -> None:
        self.mistakes += 1
        print(f"{self.name}: {mistake}", flush=True)


def make_old(folder: Path) -> None:
    """Let what was written for the time being look left behind: young files might belong to another process."""
    for file in folder.rglob(".*.laconic-temporary"):
        os.utime(file, (0, 0))


def names(folder: Path) -> set[str]:
    """Return the names of all files of a folder."""
    return {each.relative_to(folder).as_posix() for each in folder.rglob("*")}


class ServerTorture:
    """Kills of the server of one study while it is sent answers.

    Attributes:
        name: its name among the commands.
        kills: how many there were so far.
        mistakes: how many answers it lost that it had said were saved, one more if its store is damaged.
    """

    def __init__(self, prepared: Path, place: Path, rng: random.Random) -> None:
        self.name = SERVER
        self.kills = 0
        self.mistakes = 0
        self._saved: list[str] = []
        self._store = place / "served.db"
        self._rng = rng
        study, _ = AnnotationStudy.create(
            self._store, Settings("A tale", ["Make it shorter."], "rewrite"), read_documents([prepared / "d.txt"])
        )
        with study:
            self._secret = study.invite("Ada")

    def kill(self, most: int) -> None:
        """Start the server, send it answers until it is killed, and look for all that it ever said were saved."""
        server = subprocess.Popen(
            [*_LACONIC, "study", "serve", str(self._store), "--port", "0"], stdout=subprocess.PIPE, text=True
        )
        assert server.stdout is not None
        found = re.search(r"http://[^\s/]+", server.stdout.readline())
        assert found is not None, "a killed server cannot be started again"
        killer = threading.Timer(self._rng.uniform(0.05, 2), server.kill)
        killer.start()
        self._saved += send_answers(found[0], self._secret, f"Kill {self.kills}, answer")
        killer.join()
        server.wait()
        server.stdout.close()
        self.kills += 1
        with sqlite3.connect(self._store) as connection:
            stored = {json.loads(value)["text"] for (value,) in connection.execute("select value from answer")}
            is_sound = connection.execute("pragma integrity_check").fetchone() == ("ok",)
        self.mistakes = len(set(self._saved) - stored) + (not is_sound)

    def summary(self) -> str:
        """Return what happened, in a line."""
        return f"{self.name}: {self.kills} kills, {self.mistakes} of {len(self._saved)} saved answers lost."


def torture(chosen: Sequence[str], kills: int, rng: random.Random) -> Iterator[Torture | ServerTorture]:
    """Kill commands that often in all, and yield what happened to each after every round."""
    with tempfile.TemporaryDirectory() as name:
        prepared, place = Path(name) / "prepared", Path(name) / "place"
        prepared.mkdir()
        place.mkdir()
        prepare(prepared)
        tortures = [
            ServerTorture(prepared, place, rng) if each == SERVER else Torture(each, prepared, place, rng)
            for each in chosen
        ]
        while (left := kills - sum(each.kills for each in tortures)) > 0:
            least = min(tortures, key=lambda each: each.kills)
            least.kill(left)
            yield least


def send_answers(address: str, secret: str, beginning: str) -> list[str]:
    """Send answers, each with a number, until there is no server any more; return those that it said were saved."""
    connection = http.client.HTTPConnection(address.removeprefix("http://"), timeout=60)
    headers = {"Authorization": f"Bearer {secret}", "Content-Type": "application/json"}
    saved: list[str] = []
    for number in itertools.count():
        text = f"{beginning} {number}."
        try:
            connection.request("POST", "/api/v1/compressions", json.dumps({"place": 0, "text": text}), headers)
            response = connection.getresponse()
            answer = response.read()
        except (OSError, http.client.HTTPException):
            connection.close()
            return saved
        assert response.status == 200, answer
        saved.append(text)
    return saved


def main() -> int:
    """Kill all commands, and report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--command", choices=sorted([*COMMANDS, SERVER]))
    options = parser.parse_args()
    began = time.monotonic()
    chosen = [options.command] if options.command else sorted([*COMMANDS, SERVER])
    seen: dict[str, Torture | ServerTorture] = {}
    for each in torture(chosen, options.kills, random.Random(options.seed)):
        seen[each.name] = each
        done = sum(other.kills for other in seen.values())
        print(f"{done} kills in {time.monotonic() - began:.0f} s; {each.summary()}", flush=True)
    print("\n".join(each.summary() for each in seen.values()))
    return 1 if any(each.mistakes for each in seen.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
