"""Two thousand damaged files of all kinds are read or refused; `make fuzz` tries many more."""

from fuzz_files import fuzz


def test_damaged_files_are_read_or_refused() -> None:
    counts, wrong = fuzz(2000, seed=1)
    assert not wrong, wrong[0]
    assert min(counts["taken"], counts["refused"]) > 200
