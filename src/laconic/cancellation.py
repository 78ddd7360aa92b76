"""Cancelling work: the thread that works checks a flag, which another thread may set.

The long loops of the core look at the flag, and so does Python between sentences: work ends with `Cancelled` a moment
after the flag went up. `Cancelled` is not a `laconic.errors.LaconicError`, so that nothing takes it for bad input.
"""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import ParamSpec, TypeVar

from laconic._core import Cancellation, Cancelled, check_cancelled, watch_cancellation, watched_cancellation

__all__ = ["Cancellation", "Cancelled", "check_cancelled", "interruptible", "watched_here", "watching"]

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")


@contextmanager
def watching(cancellation: Cancellation | None) -> Iterator[None]:
    """Let what this thread does inside the ``with`` block end once the cancellation is called for.

    >>> cancellation = Cancellation()
    >>> cancellation.cancel()
    >>> with watching(cancellation):
    ...     check_cancelled()
    Traceback (most recent call last):
    laconic._core.Cancelled: the computation was cancelled.
    """
    before = watch_cancellation(cancellation)
    try:
        yield
    finally:
        watch_cancellation(before)


def watched_here(function: Callable[Arguments, Result]) -> Callable[Arguments, Result]:
    """Return a function that watches, in whichever thread it is called, what this thread watches now."""
    cancellation = watched_cancellation()

    @wraps(function)
    def watched(*args: Arguments.args, **kwargs: Arguments.kwargs) -> Result:
        with watching(cancellation):
            check_cancelled()
            return function(*args, **kwargs)

    return watched


@contextmanager
def interruptible() -> Iterator[None]:
    """Let Ctrl-C end what the core does inside the ``with`` block, with `Cancelled` or `KeyboardInterrupt`.

    Python itself raises `KeyboardInterrupt` only between two of its own steps, and a call of the core is one step. But
    it writes the number of each signal to a file descriptor at once, which a thread reads here. Signals reach the main
    thread only; in others, and where someone else handles Ctrl-C, this changes nothing.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    cancellation = Cancellation()
    reading, writing = os.pipe()
    os.set_blocking(writing, False)

    def listen() -> None:
        while signals := os.read(reading, 64):
            if signal.SIGINT in signals and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
                cancellation.cancel()

    listener = threading.Thread(target=listen, name="interrupts", daemon=True)
    before = signal.set_wakeup_fd(writing, warn_on_full_buffer=False)
    try:
        listener.start()
        with watching(cancellation):
            yield
    finally:
        signal.set_wakeup_fd(before)
        os.close(writing)
        listener.join()
        os.close(reading)
