"""No command overwrites what it reads, by whatever name."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from cyclopts import App

from laconic.cli import app, main

PAIR = '{"id": "1", "source": "The old dog barked .", "references": ["The dog barked ."]}\n'
INPUTS = {
    "a.jsonl": PAIR,
    "a.txt": "The old dog barked .\n",
    "a.ref1.txt": "The dog barked .\n",
    "train.jsonl": PAIR,
    "a.fr": "Le vieux chien aboie .\n",
    "a.pharaoh": "0-0 1-1\n",
    "g.txt": "(JJ old) ||| ε ||| extract=1\n",
    "m.arpa": "\\data\\\n",
    "m.toml": "",
}
COMMANDS = {
    "corpus convert": ["a.jsonl", "{out}"],
    "corpus pairs": ["a.jsonl", "{out}"],
    "corpus select": ["a.jsonl", "{out}"],
    "align": ["a.jsonl", "--output", "{out}"],
    "lm estimate": ["a.txt", "--out", "{out}"],
    "lm convert": ["m.arpa", "{out}"],
    "grammar extract": ["a.jsonl", "--out", "{out}"],
    "grammar convert": ["g.txt", "--out", "{out}"],
    "grammar pivot": ["a.txt", "a.fr", "--work", "work", "--out", "{out}"],
    "parse": ["a.txt", "--out", "{out}"],
    "compress": ["a.txt", "--output", "{out}"],
    "evaluate": ["a.jsonl", "--output", "{out}"],
}
FOLDERS_AND_STORES = {"train", "run", "corpus split", "study export", "study report"}
"""Commands whose output is a folder, or whose input is a study; they are tested by themselves."""


@pytest.fixture
def inputs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name, content in INPUTS.items():
        (tmp_path / name).write_text(content, "utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def contents(folder: Path) -> dict[str, str]:
    return {name: (folder / name).read_text("utf-8") for name in INPUTS}


def commands(of: App, prefix: str = "") -> Iterator[str]:
    """Yield the names of all commands that write where they are told."""
    for name in of:
        if not name.startswith("-"):
            command = of[name]
            parameters = (
                {each.name for each in command.assemble_argument_collection()} if command.default_command else ()
            )
            if not {"--out", "--output", "--folder"}.isdisjoint(parameters):
                yield f"{prefix}{name}"
            yield from commands(command, f"{prefix}{name} ")


def test_every_command_that_writes_is_tested() -> None:
    writing = set(commands(app))
    scoring = {"score", "study rate"}  # their --output is a system's, which is read
    assert writing - scoring == COMMANDS.keys() | FOLDERS_AND_STORES


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("spell", ["{}", "./{}", "link", "hard"])
def test_an_input_is_never_overwritten(
    inputs: Path, command: str, spell: str, capsys: pytest.CaptureFixture[str]
) -> None:
    first = COMMANDS[command][0]
    os.symlink(first, "link")
    os.link(first, "hard")
    arguments = [part.format(out=spell.format(first)) for part in COMMANDS[command]]
    if command.startswith("corpus"):
        arguments += ["--to", "jsonl"]
    assert main([*command.split(), *arguments]) == 2
    assert "is an input, so it cannot be the output" in capsys.readouterr().err
    assert contents(inputs) == INPUTS


def test_references_beside_a_text_are_inputs_too(inputs: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["corpus", "convert", "a.txt", "a.ref1.txt", "--from", "lines", "--to", "jsonl"]) == 2
    assert main(["corpus", "convert", "a.jsonl", "b.txt", "--to", "lines"]) == 0
    assert main(["corpus", "convert", "b.ref1.txt", "b.txt", "--from", "lines", "--reference", "a.txt"]) == 2
    assert "is an input, so it cannot be the output" in capsys.readouterr().err
    assert contents(inputs) == INPUTS


def test_parts_of_a_split_do_not_replace_the_whole(inputs: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["corpus", "split", "train.jsonl", "."]) == 2
    assert "is an input, so it cannot be the output" in capsys.readouterr().err
    assert contents(inputs) == INPUTS
