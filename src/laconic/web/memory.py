"""Returning memory to the system after long work."""

from __future__ import annotations

import ctypes


def release_memory() -> None:
    """Let the C library return what it keeps for later; where it cannot be asked to, nothing happens.

    glibc keeps what the threads of a server have freed, gigabytes after a few large forests, for each thread apart.
    """
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if trim is not None:
        trim(0)
