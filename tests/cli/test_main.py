"""What holds for every verb: wrong usage gives a message and exit code 2, never a traceback."""

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
