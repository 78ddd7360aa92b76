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
