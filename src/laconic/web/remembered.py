"""Answers that are remembered within a budget: the least recently used are forgotten first."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

Answer = TypeVar("Answer")


class Remembered(Generic[Answer]):
    """Remembers answers whose costs add up to at most a budget; one that costs more than all of it is not kept.

    Threads may share it. Two that ask for the same at once both compute it, and neither waits for the other.

    Args:
        budget: the most that all remembered answers may cost together.
    """

    def __init__(self, budget: int) -> None:
        self._budget = budget
        self._spent = 0
        self._kept: OrderedDict[Hashable, tuple[Answer, int]] = OrderedDict()
        self._lock = Lock()

    def get(self, key: Hashable, cost: int, compute: Callable[[], Answer]) -> Answer:
        """Return the answer to a key, computed if it is not remembered."""
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
                return self._kept[key][0]
        answer = compute()
        if cost <= self._budget:
            with self._lock:
                self._forget(key)
                self._kept[key] = answer, cost
                self._spent += cost
                while self._spent > self._budget:
                    self._forget(next(iter(self._kept)))
        return answer

    def _forget(self, key: Hashable) -> None:
        if key in self._kept:
            self._spent -= self._kept.pop(key)[1]
