"""Work on many items in several processes: the results and their order are the same as with one."""

from __future__ import annotations

import ctypes
import multiprocessing
import os
import signal
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from itertools import islice
from typing import Any, TypeVar

from laconic.errors import LaconicError

Item = TypeVar("Item")
Result = TypeVar("Result")

_CHUNK = 16
"""Small items that are sent at a time: enough to outweigh the sending, few enough for the last ones to be shared."""

_AHEAD = 3
"""Chunks that wait for each process, so that it never waits for the reader; more would only fill the memory."""

_MALLOC_OPTIONS = ((-1, 1 << 27), (-3, 1 << 25))
"""glibc's thresholds for giving memory back, M_TRIM_THRESHOLD and M_MMAP_THRESHOLD, in bytes."""

_subject: Any = None
"""What the items of this process are worked on with, sent once."""


def work(
    function: Callable[[Any, Item], Result],
    subject: Any,
    items: Iterable[Item],
    processes: int = 1,
    *,
    chunk: int = _CHUNK,
) -> Iterator[Result]:
    """Yield the function's result for each item, in order, while items are still being read.

    Args:
        function: takes the subject and an item; it must be importable by its name.
        subject: what all items are worked on with, such as a model; several processes need one that can be pickled.
        items: what is worked on.
        processes: how many processes work at once.
        chunk: how many items are sent to a process at a time.

    Raises:
        LaconicError: a process ended before its work was done.
    """
    if processes <= 1:
        for item in items:
            yield function(subject, item)
        return
    stream = iter(items)
    waiting: deque[Future[list[Result]]] = deque()
    # A new interpreter for each: threads of the network do not survive a copy of this one.
    pool = ProcessPoolExecutor(processes, multiprocessing.get_context("spawn"), _start, (subject,))
    try:
        while True:
            while len(waiting) < _AHEAD * processes and (sent := list(islice(stream, chunk))):
                with _no_interrupts():  # the first chunks start the processes
                    waiting.append(pool.submit(_each, function, sent))
            if not waiting:
                return
            yield from waiting.popleft().result()
    except BrokenProcessPool:
        raise LaconicError(
            "a worker process ended before its work was done, perhaps because memory ran out: use fewer threads or"
            " processes; a script must start such work under if __name__ == '__main__'."
        ) from None
    finally:
        pool.shutdown(cancel_futures=True)


@contextmanager
def _no_interrupts() -> Iterator[None]:
    """Let Ctrl-C wait, also for a process that starts here: while it imports, it would print a traceback."""
    if sys.platform == "win32":  # where signals cannot wait
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _start(subject: Any) -> None:
    # Ctrl-C ends this process at once. As an exception it would end one chunk, and the next would begin. It is for the
    # foreground: where it was to be ignored, as in the background of a script, it stays so.
    if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    if sys.platform != "win32":
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])
    threading.Thread(target=_end_with_parent, daemon=True).start()
    _keep_freed_memory()
    global _subject
    _subject = subject


def _keep_freed_memory() -> None:
    """Let the C library keep what is freed, up to 128 MB, for the next item; where it cannot, nothing happens.

    By default glibc returns the memory of a network's large arrays after each use. To get it back, page by page, takes
    about a twentieth of the time of a sentence, and no more memory is needed at the peak.
    """
    if not sys.platform.startswith("linux"):
        return
    set_option = getattr(ctypes.CDLL(None), "mallopt", None)
    if set_option is None:  # not every C library has it
        return
    for option, size in _MALLOC_OPTIONS:
        set_option(option, size)


def _end_with_parent() -> None:
    """End this process when the one that started it is gone: killed, that one cannot say that there is no more work."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _each(function: Callable[[Any, Item], Result], items: list[Item]) -> list[Result]:
    return [function(_subject, item) for item in items]
