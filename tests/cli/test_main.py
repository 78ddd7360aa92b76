"""What holds for every verb: wrong usage gives a message and exit code 2, never a traceback."""

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
        (["train"], "train needs METHOD (bigram, crf, joint, "),
        (["train", "bigram", "x.jsonl"], "train needs --dev (held-out pairs, "),
        (["lm", "query"], "lm query needs MODEL (a model's file, or bundled for the English model that comes with "),
        (["lm", "estimate"], "lm estimate needs --out (the model to write: ARPA if the name ends with .arpa, "),
        (["lm", "estimate", "x", "--order"], "--order needs a value (the length of the longest n-grams)."),
        (["lm", "estimate", "x", "--out", "y", "--order", "three"], "--order needs a whole number, not 'three'."),
        (["compress", "x", "--rate", "much"], "--rate needs a number, not 'much'."),
        (["compress", "x", "y"], "compress has no use for 'y'; a text of several words needs quotes around it."),
        (["info", "--bogus"], "Unknown option: --bogus."),
    ],
)
def test_what_is_missing_or_wrong_is_taught_in_a_sentence(arguments, sentence, capsys) -> None:
    assert main(arguments) == 2
    told = capsys.readouterr().err
    assert told.startswith(f"laconic: {sentence}")
    assert told.endswith(" --help.\n")
    assert told.count("\n") == 1
