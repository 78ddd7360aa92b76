"""Opening a study of whichever kind a file contains, and inviting people."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import msgspec

from laconic.errors import DataError, UsageError
from laconic.study.annotation import AnnotationStudy
from laconic.study.rating import RatingStudy
from laconic.study.store import Store

Study = RatingStudy | AnnotationStudy

_LONGEST_NAME = 100


def open_study(path: str | Path) -> Study:
    """Open a study; it is to be used in a ``with`` block, or its store to be closed.

    Raises:
        DataError: the file is not a study.
    """
    store = Store(path)
    try:
        return RatingStudy(store) if store.kind == RatingStudy.kind else AnnotationStudy(store)
    except BaseException as error:
        store.close()
        if isinstance(error, msgspec.DecodeError | sqlite3.DatabaseError):
            raise DataError(f"cannot be read as a study: {error}.", path=path) from None
        raise


@contextmanager
def inviting(study: Study) -> Iterator[None]:
    """Make all invitations of a block one step: none of them holds if the block fails.

    Raises:
        DataError: they cannot be stored.
    """
    try:
        with study.store.transaction():
            yield
    except sqlite3.OperationalError as error:
        raise DataError(f"cannot be written, so no one was invited: {error}.", path=study.store.path) from None


def invite(study: Study, names: Sequence[str]) -> dict[str, str]:
    """Give each person a new secret; an earlier one stops working.

    Returns:
        The secrets by name.

    Raises:
        UsageError: a name is empty, endless, or named twice.
        DataError: the invitations cannot be stored; then there are none.
    """
    for name in names:
        if not name.strip() or len(name) > _LONGEST_NAME or not name.isprintable():
            raise UsageError(f"{name!r} is not a name: a name has 1 to {_LONGEST_NAME} ordinary characters.")
    if len(set(names)) < len(names):
        raise UsageError("a name is given twice.")
    with inviting(study):
        known = {person.name: person.id for person in study.store.people()}
        return {name: study.store.renew(known[name]) if name in known else study.invite(name) for name in names}


def new_names(study: Study, count: int) -> list[str]:
    """Return N names that nobody has yet: rater-1, rater-2, and so on."""
    role = "rater" if isinstance(study, RatingStudy) else "annotator"
    taken = {person.name for person in study.store.people()}
    numbers = range(1, len(taken) + count + 1)
    return [name for number in numbers if (name := f"{role}-{number}") not in taken][:count]
