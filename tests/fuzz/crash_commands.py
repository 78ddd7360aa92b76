"""Kills long commands at random moments: nothing may be half written, and the same command then ends as it would have.

    python tests/fuzz/crash_commands.py --kills 200 --seed 0

Each command is first run undisturbed, to know what it makes. Then it is started in a new folder, killed (SIGKILL) after
a random part of that time, and after each kill no file may lie there that is not whole; then it is given again, and
what it makes must be the same. A server of a study is killed while answers are sent to it: it must have kept all that
it said were saved.
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
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from laconic import Corpus, load
from laconic.corpus import sample
from laconic.corpus.jsonl import Jsonl
from laconic.errors import LaconicError
from laconic.lm import LanguageModel
from laconic.study.annotation import AnnotationStudy, Settings
from laconic.study.documents import read_documents
from laconic.study.opening import open_study

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
        digest: tells two results apart; by default their bytes.
    """

    words: tuple[str, ...]
    made: str
    is_whole: Callable[[Path], object]
    digest: Callable[[Path], str] | None = None


def contents(path: Path) -> str:
    """Return a digest of a file, or of all files of a folder."""
    files = sorted(each for each in path.rglob("*") if each.is_file()) if path.is_dir() else [path]
    digest = hashlib.sha256()
    for file in files:
        digest.update(file.name.encode() + file.read_bytes())
    return digest.hexdigest()


def rows(path: Path) -> str:
    """Return what a study asks, without what is random in it."""
    with sqlite3.connect(path) as store:
        return repr(store.execute("select kind, content from item order by id").fetchall())


def read_study(path: Path) -> None:
    """Open a study and close it."""
    with open_study(path):
        return


COMMANDS = {
    "train": Command(
        ("train", "bigram", "train.jsonl", "--dev", "dev.jsonl", "--out", "mine", "--set", "epochs=3"), "mine", load
    ),
    "retrain": Command(
        ("train", "crf", "train.jsonl", "--dev", "dev.jsonl", "--out", "old", "--overwrite", "--set", "iterations=20"),
        "old",
        load,
    ),
    "run": Command(
        ("run", "e.toml", "--data", ".", "--out", "out"),
        "out/results.json",
        lambda path: path.read_text(),
        lambda path: str(path.exists()),  # it holds times
    ),
    "lm": Command(
        ("lm", "estimate", "text.txt", "--order", "3", "--out", "a.lm"), "a.lm", lambda path: LanguageModel.load(path)
    ),
    "convert": Command(
        ("corpus", "convert", "train.jsonl", "pairs.csv"), "pairs.csv", lambda path: list(Corpus.open(path))
    ),
    "pivot": Command(
        ("grammar", "pivot", "en.txt", "fr.txt", "--out", "g.txt", "--work", "work", "--language", "fr"),
        "g.txt",
        lambda path: path.read_text(),
    ),
    "create": Command(
        ("study", "annotate", "d.txt", "--store", "new.db", "--annotators", "Ada,Ben", "--only-create"),
        "new.db",
        read_study,
        rows,
    ),
    "backup": Command(("study", "backup", "s.db", "copy.db"), "copy.db", read_study, rows),
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


def start(command: Command, folder: Path) -> subprocess.Popen[bytes]:
    """Start a command in a folder, as the first of a group of processes."""
    quiet = subprocess.DEVNULL
    return subprocess.Popen([*_LACONIC, *command.words], cwd=folder, stdout=quiet, stderr=quiet, start_new_session=True)


def torture(name: str, command: Command, prepared: Path, kills: int, rng: random.Random) -> int:
    """Kill a command that often, each time in a new folder or going on in the last; return the number of mistakes."""
    digest = command.digest or contents
    with tempfile.TemporaryDirectory() as place:
        calm = Path(place) / "calm"
        shutil.copytree(prepared, calm)
        began = time.monotonic()
        if start(command, calm).wait() != 0:
            print(f"{name}: the command fails without a kill.")
            return 1
        seconds, expected = time.monotonic() - began, digest(calm / command.made)
        mistakes, done = 0, 0
        while done < kills:
            folder = Path(place) / "folder"
            shutil.rmtree(folder, ignore_errors=True)
            shutil.copytree(prepared, folder)
            for _ in range(min(kills - done, rng.choice([1, 1, 2, 3]))):
                process = start(command, folder)
                time.sleep(rng.uniform(0.2, 1.05) * seconds)
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
                done += 1
                try:
                    if (folder / command.made).exists():
                        command.is_whole(folder / command.made)
                except (LaconicError, OSError, ValueError, sqlite3.Error) as error:
                    mistakes += 1
                    print(f"{name}: after a kill there is something half written: {error}")
            if (folder / command.made).exists() and name not in ("run", "retrain", "lm", "pivot", "convert"):
                continue  # it was done before the kill, and would not write over that
            if start(command, folder).wait() != 0 or digest(folder / command.made) != expected:
                mistakes += 1
                print(f"{name}: given again after a kill, it ends otherwise.")
        print(f"{name}: {done} kills in {time.monotonic() - began:.0f} s, {mistakes} mistakes.", flush=True)
        return mistakes


def torture_server(prepared: Path, kills: int, rng: random.Random) -> int:
    """Kill the server of one study that often while it is sent answers; return how many saved ones were lost."""
    began = time.monotonic()
    saved: list[str] = []
    with tempfile.TemporaryDirectory() as place:
        store = Path(place) / "s.db"
        study, _ = AnnotationStudy.create(
            store, Settings("A tale", ["Make it shorter."], "rewrite"), read_documents([prepared / "d.txt"])
        )
        with study:
            secret = study.invite("Ada")
        for kill in range(kills):
            server = subprocess.Popen(
                [*_LACONIC, "study", "serve", str(store), "--port", "0"], stdout=subprocess.PIPE, text=True
            )
            assert server.stdout is not None
            found = re.search(r"http://[^\s/]+", server.stdout.readline())
            assert found is not None, "a killed server cannot be started again"
            killer = threading.Timer(rng.uniform(0.05, 2), server.kill)
            killer.start()
            saved += send_answers(found[0], secret, f"Kill {kill}, answer")
            killer.join()
            server.wait()
            server.stdout.close()
        with sqlite3.connect(store) as connection:
            stored = {json.loads(value)["text"] for (value,) in connection.execute("select value from answer")}
            is_sound = connection.execute("pragma integrity_check").fetchone() == ("ok",)
    lost = set(saved) - stored
    seconds = time.monotonic() - began
    print(f"serve: {kills} kills in {seconds:.0f} s, {len(lost)} of {len(saved)} saved answers lost.", flush=True)
    return len(lost) + (not is_sound)


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
    rng = random.Random(options.seed)
    chosen = [options.command] if options.command else sorted([*COMMANDS, SERVER])
    mistakes = 0
    with tempfile.TemporaryDirectory() as place:
        prepared = Path(place) / "prepared"
        prepared.mkdir()
        prepare(prepared)
        for number, name in enumerate(chosen):
            share = options.kills // len(chosen) + (number < options.kills % len(chosen))
            if name == SERVER:
                mistakes += torture_server(prepared, share, rng)
            else:
                mistakes += torture(name, COMMANDS[name], prepared, share, rng)
    return 1 if mistakes else 0


if __name__ == "__main__":
    sys.exit(main())
