"""Work in threads: limits on running and waiting requests and on their time, with separate threads for long ones."""

from __future__ import annotations

import asyncio
import os
import sys
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from typing import Any, TypeVar

from starlette.requests import Request

from laconic.cancellation import Cancellation, Cancelled, watching
from laconic.web.limits import Limits
from laconic.web.memory import release_memory, release_memory_now_and_then
from laconic.web.problems import Problem

Answer = TypeVar("Answer")

_SOON = 1.0
"""The seconds after which work that was thought to be short makes room for others."""


class Deadline:
    """The moment at which an answer comes too late.

    Threads cannot be stopped from outside: the core looks at a flag, and long work in Python asks between its steps.

    Args:
        seconds: how long from now.

    Attributes:
        cancellation: the flag.
    """

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.cancellation = Cancellation()
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
        """Return the error for a client whose answer took too long."""
        return Problem(504, f"The answer took longer than {self.seconds:g} s: send less at a time.")


class Workers:
    """Threads that compute answers, so that the server itself is never kept waiting.

    Short and long work have lanes of their own, so that a few large requests never hold up the small ones. Work that
    was thought to be short and is not gives up its place after a second, and goes on beside the others.

    A thread whose client gave up goes on until it next looks at its flag, and counts as busy until then: what is
    promised about concurrency holds for the work itself.

    Args:
        limits: how many work at the same time, how many may wait, how long an answer may take.
    """

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        lanes = {"short": limits.threads, "long": max(1, limits.threads // 2), "overdue": limits.threads}
        self._short, self._long, self._overdue = (_Lane(places, limits.waiting) for places in lanes.values())
        self._pool = ThreadPoolExecutor(sum(lanes.values()), thread_name_prefix="laconic")
        self._running: set[Deadline] = set()
        self._is_stopped = False
        self._futures: set[Future[Any]] = set()
        self._are_stuck = False

    async def run(self, work: Callable[[Deadline], Answer], *, is_long: bool = False) -> Answer:
        """Return what the work returns; it is given the deadline that it has to keep.

        Args:
            work: what to do in a thread.
            is_long: whether it may take more than a moment.

        Raises:
            Problem: too many are waiting already or the server stops (503), or the answer took too long (504).
        """
        deadline = Deadline(self.limits.seconds)
        lane = self._long if is_long else self._short
        await lane.enter(deadline)
        if self._is_stopped:
            lane.leave()
            raise _stopped()
        place = _Place(lane)
        self._running.add(deadline)
        future = self._pool.submit(_watched, work, deadline)
        self._futures.add(future)
        future.add_done_callback(self._futures.discard)
        answer = asyncio.wrap_future(future)
        answer.add_done_callback(lambda done: self._end(done, deadline, place))
        try:
            if not is_long and deadline.left > _SOON and not await _is_done(answer, _SOON):
                await place.move(self._overdue)
            if not await _is_done(answer, deadline.left):
                raise deadline.problem()
            return answer.result()
        except Cancelled:
            raise _stopped() from None
        finally:
            deadline.cancellation.cancel()

    def stop(self) -> None:
        """End what is being computed, and let nothing start any more; it is answered that the server stops (503)."""
        self._is_stopped = True
        for deadline in list(self._running):
            deadline.cancellation.cancel()

    def close(self, patience: float | None = None) -> None:
        """End what is being computed, and wait for the threads.

        Args:
            patience: how many seconds at most; without end if None.
        """
        self.stop()
        self._pool.shutdown(wait=patience is None, cancel_futures=True)
        self._are_stuck = bool(wait(list(self._futures), patience).not_done)

    def exit_if_stuck(self) -> None:
        """End the process at once if threads are left that did not end in time when the workers were closed.

        A network that reads a long sentence looks at no flag. Python would wait for it at its end, and nobody needs
        what it computes.
        """
        if self._are_stuck:
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(0)

    def _end(self, done: asyncio.Future[Answer], deadline: Deadline, place: _Place) -> None:
        place.leave()
        self._running.discard(deadline)
        if not done.cancelled():
            done.exception()  # looked at, so that an error that nobody waits for is not called forgotten


class _Lane:
    """Places for work, and room for those who wait for one.

    Args:
        places: how many may be in the lane.
        waiting: how many more may wait.
    """

    def __init__(self, places: int, waiting: int) -> None:
        self._places = asyncio.Semaphore(places)
        self._room = waiting

    @property
    def is_full(self) -> bool:
        return self._places.locked()

    async def enter(self, deadline: Deadline) -> None:
        """Wait for a place, and take it."""
        if not self.is_full:
            await self._places.acquire()
            return
        if not self._room:
            raise Problem(503, "The server is busy: try again in a moment.", {"Retry-After": "1"})
        self._room -= 1
        try:
            async with asyncio.timeout(deadline.left):
                await self._places.acquire()
        except TimeoutError:
            raise deadline.problem() from None
        finally:
            self._room += 1

    def leave(self) -> None:
        self._places.release()


class _Place:
    """The place that some work takes, first in one lane and perhaps later in another."""

    def __init__(self, lane: _Lane) -> None:
        self._lane: _Lane | None = lane

    async def move(self, lane: _Lane) -> None:
        """Go on in another lane, if there is a place in it."""
        if self._lane is not None and not lane.is_full:
            await lane._places.acquire()
            self._lane.leave()
            self._lane = lane

    def leave(self) -> None:
        if self._lane is not None:
            self._lane.leave()
            self._lane = None


def _stopped() -> Problem:
    return Problem(503, "The server is being stopped.", {"Retry-After": "5"})


def _watched(work: Callable[[Deadline], Answer], deadline: Deadline) -> Answer:
    began = time.monotonic()
    try:
        with watching(deadline.cancellation):
            deadline.check()
            return work(deadline)
    finally:
        if time.monotonic() - began > _SOON:
            release_memory()
        else:
            release_memory_now_and_then()


async def while_connected(request: Request, answer: Awaitable[Answer]) -> Answer:
    """Return an answer; if its client goes away before it is there, end the work on it.

    Raises:
        Problem: the client has gone (408); there is nobody to read it, but it is counted.
    """
    working, leaving = asyncio.ensure_future(answer), asyncio.ensure_future(_disconnected(request))
    try:
        await asyncio.wait([working, leaving], return_when=asyncio.FIRST_COMPLETED)
        if leaving.done() and leaving.exception() is not None:
            return await working  # whether the client is there cannot be told
        if not working.done():
            raise Problem(408, "The client closed the connection before the answer was there.")
        return working.result()
    finally:
        leaving.cancel()
        working.cancel()


async def _disconnected(request: Request) -> None:
    """Wait until the client of a request closes the connection."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


async def _is_done(answer: asyncio.Future[Answer], seconds: float) -> bool:
    """Wait for an answer, and return whether it came."""
    return bool((await asyncio.wait([answer], timeout=max(0.0, seconds)))[0])
