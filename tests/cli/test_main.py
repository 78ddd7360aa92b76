"""What holds for every verb: wrong usage gives a message and exit code 2, never a traceback."""

import os
import subprocess
import sys

import pytest

from laconic.cli import main


@pytest.mark.parametrize("arguments", [["bogus"], ["info", "--bogus"], ["info", "surplus"]])
def test_wrong_usage_is_explained(arguments, capsys) -> None:
    assert main(arguments) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert arguments[-1] in captured.err
    assert "Traceback" not in captured.err


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["train"], "train needs METHOD (advised-t3, bigram, crf, joint, "),
        (["train", "bigram", "x.jsonl"], "train needs --dev (held-out pairs, "),
        (["lm", "query"], "lm query needs MODEL (a model's file, or bundled for the English model that comes with "),
        (["lm", "estimate"], "lm estimate needs --out (the model to write: ARPA if the name ends with .arpa, "),
        (["lm", "estimate", "x", "--order"], "--order needs a value (the length of the longest n-grams)."),
        (["lm", "estimate", "x", "--out", "y", "--order", "three"], "--order needs a whole number, not 'three'."),
        (["compress", "x", "--rate", "much"], "--rate needs a number, not 'much'."),
        (["compress", "x", "y"], "compress has no use for 'y'; a text of several words needs quotes around it."),
        (["info", "--bogus"], "unknown option: --bogus."),
    ],
)
def test_what_is_missing_or_wrong_is_taught_in_a_sentence(arguments, sentence, capsys) -> None:
    assert main(arguments) == 2
    told = capsys.readouterr().err
    assert told.startswith(f"laconic: {sentence}")
    assert told.endswith(" --help.\n")
    assert told.count("\n") == 1


COMMANDS = [
    ["compress", "{text}", "--method", "random", "--words", "3"],
    ["compress", "{text}", "--method", "random", "--words", "3", "--as", "lines", "--json"],
    ["parse", "{text}"],
    ["corpus", "stats", "{pairs}"],
]


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize(
    ("redirection", "problem"), [(">/dev/full", "No space left on device."), (">&-", "standard output is closed")]
)
def test_an_output_that_cannot_be_written_is_told_in_one_line(command, redirection, problem, tmp_path) -> None:
    text, pairs = tmp_path / "news.txt", tmp_path / "pairs.jsonl"
    text.write_text("The old boat sank in the bay.\n", "utf-8")
    pairs.write_text('{"id": "1", "source": "The old boat sank.", "references": ["The boat sank."]}\n', "utf-8")
    arguments = [part.format(text=text, pairs=pairs) for part in command]
    run = [sys.executable, "-c", "import sys; from laconic.cli import main; sys.exit(main())", *arguments]
    done = subprocess.run(
        ["sh", "-c", f'"$@" {redirection}', "sh", *run], stderr=subprocess.PIPE, text=True, check=False
    )
    assert done.returncode == 1
    assert done.stderr.startswith("laconic: standard output")
    assert problem in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.skipif(sys.platform != "linux", reason="the system must show the threads of a process")
def test_a_short_command_starts_no_idle_threads_and_no_completion() -> None:
    program = (
        "import sys; from pathlib import Path; from laconic.cli import main; main(['compress', 'It works.']); "
        "print('cyclopts.completion' in sys.modules, len(list(Path('/proc/self/task').glob('*'))))"
    )
    environment = {name: value for name, value in os.environ.items() if not name.endswith("_NUM_THREADS")}
    done = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == ["It works.", "False 1"]


def test_completion_can_be_installed(tmp_path, monkeypatch, capsys) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    assert main(["--install-completion", "--shell", "bash", "--output", str(tmp_path / "laconic.sh")]) == 0
    assert "compress" in (tmp_path / "laconic.sh").read_text("utf-8")
    assert str(tmp_path) in capsys.readouterr().out


def test_the_package_is_a_command_too() -> None:
    done = subprocess.run([sys.executable, "-m", "laconic", "bogus"], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr.startswith("laconic: ")
