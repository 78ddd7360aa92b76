"""Writing the answers of many people at once: those that come together are put on the disk together."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from concurrent.futures import Future
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import NamedTuple

from laconic.study.store import MOST_TOGETHER, Store


class _Wish(NamedTuple):
    """An answer that somebody waits to have written."""

    person: int
    place: int
    value: str
    written: Future[None]


class Writer:
    """A thread that writes answers.

    Putting one answer safely on a disk takes as long as putting a hundred there. So the thread takes all
    answers that have arrived while it was busy, writes them in one transaction, and only then tells those
    who wait (group commit).

    Args:
        path: the study.

    Raises:
        DataError: the file is not a study.
    """

    def __init__(self, path: str | Path) -> None:
        self._wishes: SimpleQueue[_Wish | None] = SimpleQueue()
        self._thread = Thread(target=self._work, args=(Store(path),), name="laconic-study-writer", daemon=True)
        self._thread.start()

    def write(self, person: int, place: int, value: str) -> Future[None]:
        """Hand over an answer; the future is done when a crash can no longer lose it.

        It fails with `sqlite3.IntegrityError` where the person has no task at this place.
        """
        written: Future[None] = Future()
        written.set_running_or_notify_cancel()  # a client who goes away does not call an answer back
        self._wishes.put(_Wish(person, place, value, written))
        return written

    def close(self) -> None:
        """Write what has been handed over, then stop."""
        self._wishes.put(None)
        self._thread.join()

    def _work(self, store: Store) -> None:
        with store:
            is_open = True
            while is_open:
                wishes, is_open = self._gather()
                if wishes:
                    _write(store, wishes)

    def _gather(self) -> tuple[list[_Wish], bool]:
        """Wait for an answer, then take all that are there; also tell whether more may come."""
        wishes: list[_Wish] = []
        wish = self._wishes.get()
        while wish is not None:
            wishes.append(wish)
            if len(wishes) == MOST_TOGETHER or self._wishes.empty():
                return wishes, True
            wish = self._wishes.get()
        return wishes, False


def _write(store: Store, wishes: Sequence[_Wish]) -> None:
    """Write answers in one transaction, and tell those who wait how it went."""
    try:
        with store.transaction():
            store.add_answers([(wish.person, wish.place, wish.value) for wish in wishes])
    except sqlite3.IntegrityError as error:
        if len(wishes) == 1:
            wishes[0].written.set_exception(error)
            return
        half = len(wishes) // 2  # one bad answer does not undo those of others: find it
        _write(store, wishes[:half])
        _write(store, wishes[half:])
    except sqlite3.Error as error:  # a full disk, say: nothing was written
        for wish in wishes:
            wish.written.set_exception(error)
    else:
        for wish in wishes:
            wish.written.set_result(None)
