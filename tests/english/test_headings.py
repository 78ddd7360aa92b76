"""Headings are known by their look."""

import pytest

from laconic.english.headings import is_heading


@pytest.mark.parametrize("line", ["Ferry service to Inchmore suspended", "2 Methods", "Norwick"])
def test_headings(line: str) -> None:
    assert is_heading(line)


@pytest.mark.parametrize("line", ["It rained.", "Dear Tom,", "see below", "What now?", "Word " * 13, ""])
def test_other_lines_are_none(line: str) -> None:
    assert not is_heading(line)
