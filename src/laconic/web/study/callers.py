"""Who is asking: people identify themselves with the secret of their personal link.

The secret stands in the link after ``#``, which browsers keep to themselves; the page sends it in a header.
So no log, proxy or referrer ever sees it, and a page of another site cannot make a browser send it.
"""

from __future__ import annotations

import time

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.types import Scope

from laconic.study.access import LONGEST_SECRET
from laconic.study.store import Person, Store
from laconic.web.guard import address
from laconic.web.limits import RateLimit
from laconic.web.problems import Problem

_CALLER = "laconic.caller"
_SCHEME = "bearer "
_WRONG_SECRETS_PER_MINUTE = 120

_REMEMBERED_SECONDS = 2.0
"""Whoever was recognised is not looked up again for so long; a link that was replaced ends that much later."""

RUNNER = Person(0, "", 0)
"""Stands for whoever runs the study; those who take part are numbered from 1."""


class Callers:
    """Recognises callers by their secrets.

    Args:
        store: the study, read from the thread that answers requests.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._wrong = RateLimit(_WRONG_SECRETS_PER_MINUTE)
        self._recent: dict[str, tuple[Person, float]] = {}

    def client(self, scope: Scope) -> str:
        """Return what identifies a caller for the rate limit: who they are or, if unknown, their address.

        Many may share one address, and should not share its limit; strangers have nothing else.
        """
        caller = self._find(scope)
        scope[_CALLER] = caller
        return address(scope) if caller is None else f"person {caller.id}"

    def person(self, request: Request) -> Person:
        """Return who takes part.

        Raises:
            Problem: the secret is nobody's (401, or 429 after many), or that of whoever runs the study (403).
        """
        caller = self._known(request)
        if caller is RUNNER:
            raise Problem(403, "This link belongs to the person who runs the study; participants have their own links.")
        return caller

    def require_runner(self, request: Request) -> None:
        """Let only the person who runs the study pass.

        Raises:
            Problem: the secret is nobody's (401, or 429 after many), or that of somebody else (403).
        """
        if self._known(request) is not RUNNER:
            raise Problem(403, "Only the person who runs the study may see this.")

    def require_known(self, request: Request) -> None:
        """Let only pass those who have a personal link.

        Raises:
            Problem: the secret is nobody's (401, or 429 after many).
        """
        self._known(request)

    def _known(self, request: Request) -> Person:
        caller: Person | None = request.scope.get(_CALLER)
        if caller is None:
            if seconds := self._wrong.wait(address(request.scope)):
                raise Problem(429, f"Too many wrong links: try again in {seconds} s.", {"Retry-After": str(seconds)})
            problem = "This link does not belong to a study: use your complete personal link."
            raise Problem(401, problem, {"WWW-Authenticate": "Bearer"})
        return caller

    def _find(self, scope: Scope) -> Person | None:
        given = Headers(scope=scope).get("authorization", "")
        secret = given[len(_SCHEME) :].strip()
        if not given.lower().startswith(_SCHEME) or not 0 < len(secret) <= LONGEST_SECRET:
            return None
        known, until = self._recent.get(secret, (None, 0.0))
        if known is not None and time.monotonic() < until:
            return known
        found = self._store.person(secret) or (RUNNER if self._store.is_runner(secret) else None)
        if found is not None:
            self._recent[secret] = (found, time.monotonic() + _REMEMBERED_SECONDS)
        else:
            self._recent.pop(secret, None)
        return found
