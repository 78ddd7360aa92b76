"""Writing the answers of many people at once: answers that arrive together are written to disk together."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from concurrent.futures import Future
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import NamedTuple

from laconic.study.store import MOST_TOGETHER, Store


class _Pending(NamedTuple):
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
        self._queue: SimpleQueue[_Pending | None] = SimpleQueue()
        self._thread = Thread(target=self._work, args=(Store(path),), name="laconic-study-writer", daemon=True)
        self._thread.start()

    def write(self, person: int, place: int, value: str) -> Future[None]:
        """Hand over an answer; the future is done when a crash can no longer lose it.

        It fails with `sqlite3.IntegrityError` where the person has no task at this place.
        """
        written: Future[None] = Future()
        written.set_running_or_notify_cancel()  # a client who goes away does not call an answer back
        self._queue.put(_Pending(person, place, value, written))
        return written

    def close(self) -> None:
        """Write what has been handed over, then stop."""
        self._queue.put(None)
        self._thread.join()

    def _work(self, store: Store) -> None:
        with store:
            is_open = True
            while is_open:
                pending, is_open = self._gather()
                if pending:
                    _write(store, pending)

    def _gather(self) -> tuple[list[_Pending], bool]:
        """Wait for an answer, then return all that are there, and whether more may come."""
        pending: list[_Pending] = []
        answer = self._queue.get()
        while answer is not None:
            pending.append(answer)
            if len(pending) == MOST_TOGETHER or self._queue.empty():
                return pending, True
            answer = self._queue.get()
        return pending, False


def _write(store: Store, pending: Sequence[_Pending]) -> None:
    """Write answers in one transaction, and report the outcome to those who wait."""
    try:
        with store.transaction():
            store.add_answers([(answer.person, answer.place, answer.value) for answer in pending])
    except sqlite3.IntegrityError as error:
        if len(pending) == 1:
            pending[0].written.set_exception(error)
            return
        half = len(pending) // 2  # one bad answer does not undo those of others: find it
        _write(store, pending[:half])
        _write(store, pending[half:])
    except sqlite3.Error as error:  # a full disk, say: nothing was written
        for answer in pending:
            answer.written.set_exception(error)
    else:
        for answer in pending:
            answer.written.set_result(None)
