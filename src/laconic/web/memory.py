"""Returning memory to the system after long work."""

from __future__ import annotations

import ctypes
import time

_SECONDS = 10.0
"""How long memory is kept at most by a server that has only short work: giving it back takes some milliseconds."""

_last_released = 0.0


def release_memory() -> None:
    """Let the C library return what it keeps for later; where it cannot be asked to, nothing happens.

    glibc keeps what the threads of a server have freed, gigabytes after a few large forests, for each thread apart.
    """
    global _last_released
    _last_released = time.monotonic()
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if trim is not None:
        trim(0)


def release_memory_now_and_then() -> None:
    """Release memory if that was last done some seconds ago."""
    if time.monotonic() - _last_released > _SECONDS:
        release_memory()
