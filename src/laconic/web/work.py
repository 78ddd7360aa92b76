"""Work in threads: a limited number at once and waiting, none longer than it may."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Lock
from typing import TypeVar

from laconic.web.limits import Limits
from laconic.web.problems import Problem

Answer = TypeVar("Answer")


class Deadline:
    """The moment at which an answer comes too late.

    Threads cannot be stopped from outside: long work asks between its steps whether it still makes sense.

    Args:
        seconds: how long from now.
    """

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._end = time.monotonic() + seconds

    @property
    def left(self) -> float:
        """The seconds that are left; negative when it is too late."""
        return self._end - time.monotonic()

    def check(self) -> None:
        """Raise a `Problem` if it is too late."""
        if self.left <= 0:
            raise self.problem()

    def problem(self) -> Problem:
        """Return what a client is told whose answer comes too late."""
        return Problem(504, f"The answer took longer than {self.seconds:g} s: send less at a time.")


class Workers:
    """Threads that compute answers, so that the server itself is never kept waiting.

    A thread whose client gave up goes on to its next step, and counts as busy until then: what is promised
    about concurrency holds for the work itself.

    Args:
        limits: how many work at the same time, how many may wait, how long an answer may take.
    """

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self._pool = ThreadPoolExecutor(limits.threads, thread_name_prefix="laconic")
        self._taken = 0
        self._lock = Lock()

    async def run(self, work: Callable[[Deadline], Answer]) -> Answer:
        """Return what the work returns; it is given the deadline that it has to keep.

        Raises:
            Problem: too many are waiting already (503), or the answer took too long (504).
        """
        if self._taken >= self.limits.threads + self.limits.waiting:
            raise Problem(503, "The server is busy: try again in a moment.", {"Retry-After": "1"})
        deadline = Deadline(self.limits.seconds)
        self._count(+1)
        computed = self._pool.submit(_unless_late, work, deadline)
        computed.add_done_callback(lambda _: self._count(-1))
        answer = asyncio.wrap_future(computed)
        done, _ = await asyncio.wait([answer], timeout=deadline.left)
        if not done:
            computed.cancel()  # if it has not begun
            answer.add_done_callback(_looked_at)
            raise deadline.problem()
        return answer.result()

    def close(self) -> None:
        """Finish what is being computed and drop what waits."""
        self._pool.shutdown(wait=True, cancel_futures=True)

    def _count(self, change: int) -> None:
        with self._lock:
            self._taken += change


def _unless_late(work: Callable[[Deadline], Answer], deadline: Deadline) -> Answer:
    deadline.check()
    return work(deadline)


def _looked_at(late: asyncio.Future[Answer]) -> None:
    """Look at an answer that nobody waits for any more, so that its error is not called forgotten."""
    if not late.cancelled():
        late.exception()
