"""The limits of a server: how much work it accepts, and how often each client may ask."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass, fields

from laconic.errors import UsageError


@dataclass(frozen=True)
class Limits:
    """What a server refuses, each with its own error.

    Attributes:
        body_bytes: the largest request (413).
        sentences: the most sentences in one request (422).
        sentence_words: the longest sentence, in words (422).
        rewritten_words: the longest sentence for a model that rewrites: its forests are large (422).
        seconds: how long an answer may take (504), and how long a client may take to send its request (408).
        threads: how many short requests are worked on at the same time; long ones have half as many threads beside.
        waiting: how many more of either may wait for their turn; beyond them the server says that it is busy (503).
        requests_per_minute: how often one client may ask (429); 0 means as often as it likes.
    """

    body_bytes: int = 1_000_000
    sentences: int = 500
    sentence_words: int = 500
    rewritten_words: int = 200
    seconds: float = 30.0
    threads: int = 4
    waiting: int = 64
    requests_per_minute: int = 6000

    def __post_init__(self) -> None:
        leasts = {"waiting": 0, "requests_per_minute": 0, "seconds": 0.001}
        for field in fields(self):
            least, value = leasts.get(field.name, 1), getattr(self, field.name)
            if not least <= value < math.inf:
                raise UsageError(f"{field.name} must be at least {least}, not {value}.")


class RateLimit:
    """Limits the requests per minute of each client; a quarter of a minute's share may come in one burst.

    This is the generic cell rate algorithm: for each client one number is kept, the time at which all that
    it has asked for will be paid off.

    Args:
        requests_per_minute: how often one client may ask; 0 means without limit.
        now: the clock, in seconds.
    """

    _MOST_CLIENTS = 10_000

    def __init__(self, requests_per_minute: int, now: Callable[[], float] = time.monotonic) -> None:
        self._interval = 60.0 / requests_per_minute if requests_per_minute else 0.0
        self._burst = 15.0
        self._now = now
        self._paid_off: dict[str, float] = {}

    def wait(self, client: str) -> int:
        """Count a request; return 0 if it may pass, else the seconds after which the client may try again."""
        if not self._interval:
            return 0
        now = self._now()
        due = max(self._paid_off.get(client, now), now) + self._interval
        if due - now > max(self._burst, self._interval):
            return math.ceil(due - now - max(self._burst, self._interval))
        if len(self._paid_off) >= self._MOST_CLIENTS:
            self._paid_off = {each: time for each, time in self._paid_off.items() if time > now}
        self._paid_off[client] = due
        return 0
