"""What the manual shows can be typed: its commands are understood, and its Python runs."""

import io
import re
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from cyclopts import App

from laconic.cli import app
from laconic.corpus import sample
from laconic.corpus.jsonl import Jsonl
from laconic.dependency import to_conllu
from laconic.parse.english import EnglishParser

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
SENTENCES = ["The old man slowly opened the heavy door.", "It goes without saying."]


def commands(line: str) -> Iterator[list[str]]:
    """The commands of laconic in a line for a shell, without what a shell takes for itself."""
    lexer = shlex.shlex(line, posix=True, punctuation_chars="|<>();")
    lexer.whitespace_split = True
    words: list[str] = []
    for word in [*lexer, "|"]:
        if set(word) <= set("|<>();"):
            if words[:1] == ["laconic"] and "…" not in words:
                yield words[1:]
            words = []
        else:
            words.append(word)


def shown(page: Path) -> Iterator[list[str]]:
    for block in re.findall(r"```console\n(.*?)```", page.read_text("utf-8"), re.DOTALL):
        for line in re.findall(r"^\$ (.*)$", block.replace("\\\n", " "), re.MULTILINE):
            yield from commands(line)


def promised() -> Iterator[tuple[str, str]]:
    """The commands that need no file but show what they print, and what that is."""
    for page in PAGES:
        for block in re.findall(r"```console\n(.*?)```", page.read_text("utf-8"), re.DOTALL):
            for example in re.split(r"^\$ ", block.replace("\\\n", ""), flags=re.MULTILINE)[1:]:
                line, _, output = example.partition("\n")
                if output.strip() and re.match(r'echo "|laconic (compress "|grammar show bundled)', line):
                    yield line, output.rstrip()


def verbs_of(apps: App) -> Iterator[App]:
    """Every verb that does something."""
    for name in apps:
        if not name.startswith("-"):
            verb = apps[name]
            if verb.default_command is None:
                yield from verbs_of(verb)
            else:
                yield verb


def examples_of(verb: App) -> list[list[str]]:
    text = f"{verb.help}\n{verb.help_epilogue or ''}"
    return [command for line in re.findall(r"`+(.*?)`+", text) for command in commands(line)]


VERBS = list(verbs_of(app))
SHOWN = [command for page in PAGES for command in shown(page)]
PROMISED = list(promised())
OF_HELP = [command for verb in VERBS for command in examples_of(verb)]


def test_the_manual_shows_commands() -> None:
    assert len(SHOWN) > 80
    assert len(PROMISED) > 5


@pytest.mark.parametrize("verb", VERBS, ids=lambda verb: " ".join(verb.name))
def test_help_gives_an_example(verb: App) -> None:
    assert examples_of(verb)


@pytest.mark.parametrize("command", [*SHOWN, *OF_HELP], ids=shlex.join)
def test_commands_are_understood(command: list[str]) -> None:
    app.parse_args(command, exit_on_error=False, print_error=False)


@pytest.mark.parametrize(("line", "output"), PROMISED, ids=[line for line, _ in PROMISED])
def test_commands_print_what_is_shown(
    line: str, output: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    said, (command,) = re.match(r'(?:echo "(.*?)")?', line)[1], list(commands(line))
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(f"{said}\n".encode())))
    app(command, result_action="return_value")
    assert [each.rstrip() for each in capsys.readouterr().out.rstrip().splitlines()] == output.splitlines()


@pytest.fixture
def names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, object]:
    """What the examples take for granted, in a folder with the files that they read."""
    monkeypatch.chdir(tmp_path)
    with Jsonl().write("train.jsonl", tokenized=False) as put:
        for pair in sample("deletion"):
            put(pair)
    Path("news.txt").write_text("".join(f"{pair.source}\n" for pair in sample("rewrite")), "utf-8")
    parsed = EnglishParser().parse(SENTENCES)
    Path("dev.conllu").write_text("".join(f"{to_conllu(sentence)}\n" for sentence in parsed), "utf-8")
    Path("dev.ptb").write_text("".join(f"{sentence.tree}\n" for sentence in parsed), "utf-8")
    return {"sentences": SENTENCES, "many_sentences": SENTENCES, "MyParser": EnglishParser}


@pytest.mark.parametrize(
    "page",
    [
        "compressing",
        "corpora",
        "files",
        "language-models",
        "other-tools",
        "parsing",
        "searches",
        "settings",
        "t3",
        "text",
    ],
)
def test_examples_run_and_give_what_they_say(
    page: str, names: dict[str, object], capsys: pytest.CaptureFixture[str]
) -> None:
    text = (ROOT / "docs" / f"{page}.md").read_text("utf-8")
    for code in re.findall(r"```python\n(.*?)```", text, re.DOTALL):
        exec(compile(code, f"{page}.md", "exec"), names)
        printed = capsys.readouterr().out
        for promised in re.findall(r"^# (.*)$", code, re.MULTILINE):
            assert promised in printed
    if page == "parsing":
        names["test_my_parser"]()
