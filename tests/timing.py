"""Processor time of a call, as undisturbed as it can be."""

import gc
import time
from collections.abc import Callable


def seconds_of(call: Callable[[], object], runs: int = 3) -> float:
    """Return the least processor time of a few runs; collections would walk all that other tests left in memory."""
    gc.disable()
    try:
        return min(_seconds(call) for _ in range(runs))
    finally:
        gc.enable()


def is_within(limit: float, call: Callable[[], object], runs: int = 3) -> bool:
    """Return whether the least processor time of a few runs is below a limit; no more are made than needed."""
    return any(seconds_of(call, runs=1) < limit for _ in range(runs))


def _seconds(call: Callable[[], object]) -> float:
    begin = time.process_time()
    call()
    return time.process_time() - begin
