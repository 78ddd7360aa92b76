"""The lines around a letter are told from sentences."""

import pytest

from laconic.english.letters import is_closing, is_salutation, may_sign


@pytest.mark.parametrize(
    "line",
    ["Dear Ms. Okafor,", "Hi all,", "Hello!", "Good morning Tom,", "Dear Sir or Madam:", "To whom it may concern,"],
)
def test_salutations(line: str) -> None:
    assert is_salutation(line)


@pytest.mark.parametrize("line", ["Dear readers were lost.", "Hello is a short word", "To Boston,", "High water,", ""])
def test_other_lines_do_not_greet(line: str) -> None:
    assert not is_salutation(line)


@pytest.mark.parametrize(
    "line",
    ["Best regards,", "Kind regards", "Yours sincerely,", "Many thanks!", "With best wishes,", "Cheers,", "Love,"],
)
def test_closings(line: str) -> None:
    assert is_closing(line)


@pytest.mark.parametrize(
    "line", ["Best practice", "Thanks to the crew,", "Regards the hall as lost.", "Yours is red", ""]
)
def test_other_lines_close_nothing(line: str) -> None:
    assert not is_closing(line)


def test_signatures_are_short_and_no_sentences() -> None:
    assert may_sign("Tel. 0555 010 233")
    assert not may_sign("The lift is out of order.")
    assert not may_sign("I forgot to say that the lift will be out of order")
