"""The checks that every request must pass: right host, same site, not too often, not too large."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from laconic.web.limits import Limits, RateLimit
from laconic.web.problems import Problem

LOOPBACK = frozenset(["localhost", "127.0.0.1", "::1"])
"""The names under which a server that only this machine can reach may be asked."""

_SAFE_METHODS = frozenset(["GET", "HEAD", "OPTIONS"])


class Guard:
    """Refuses requests before anything else sees them, and reads the body of those it lets pass.

    Args:
        app: what answers.
        limits: how large a request may be, how long its sending may take, and how often a client may ask.
        hosts: the names the server may be called by, which keeps other sites from reaching it through a
            name of their own (DNS rebinding); none means any.
        client: identifies clients for the rate limit; by default by their address.
        origins: other sites whose pages may send requests, such as ``https://app.example.org``.
    """

    def __init__(
        self,
        app: ASGIApp,
        limits: Limits,
        hosts: Collection[str] = (),
        client: Callable[[Scope], str] | None = None,
        origins: Collection[str] = (),
    ) -> None:
        self.app = app
        self.limits = limits
        self.hosts = frozenset(hosts)
        self.origins = frozenset(origins)
        self.client = client or address
        self.rate = RateLimit(limits.requests_per_minute)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request, or refuse it."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        try:
            self._check(scope)
            body = await self._body(scope, receive)
        except Problem as problem:
            await problem.response()(scope, receive, send)
            return
        await self.app(scope, _replay(body, receive), send)

    def _check(self, scope: Scope) -> None:
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if self.hosts and hostname(host) not in self.hosts:
            raise Problem(421, f"This server does not answer for {host or 'a request without a host'}.")
        if scope["method"] not in _SAFE_METHODS and headers.get("origin") not in self.origins:
            _require_same_site(headers, host)
        if seconds := self.rate.wait(self.client(scope)):
            raise Problem(429, f"Too many requests: try again in {seconds} s.", {"Retry-After": str(seconds)})

    async def _body(self, scope: Scope, receive: Receive) -> bytes:
        """Read the whole body at once, so that a slow client never holds up the work of others."""
        limit = self.limits.body_bytes
        announced = Headers(scope=scope).get("content-length", "")
        if announced.isdecimal() and int(announced) > limit:
            raise _too_large(limit)
        body = bytearray()
        try:
            async with asyncio.timeout(self.limits.seconds):
                while True:
                    message = await receive()
                    body += message.get("body", b"")
                    if len(body) > limit:
                        raise _too_large(limit)
                    if message["type"] == "http.disconnect" or not message.get("more_body", False):
                        return bytes(body)
        except TimeoutError:
            raise Problem(408, f"The request was not complete after {self.limits.seconds:g} s.") from None


def address(scope: Scope) -> str:
    """Return the network address a request came from."""
    return str(scope["client"][0]) if scope.get("client") else ""


def hostname(host: str) -> str:
    """Return the name in a Host header, without its port and brackets.

    >>> hostname("localhost:8000"), hostname("[::1]:8000")
    ('localhost', '::1')
    """
    try:
        return urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return ""


def _require_same_site(headers: Headers, host: str) -> None:
    """Refuse what a page of another site asks a browser to send; programs send neither header."""
    origin = headers.get("origin")
    is_foreign = origin is not None and origin.partition("://")[2] != host
    if is_foreign or headers.get("sec-fetch-site", "none") not in ("none", "same-origin"):
        raise Problem(403, "Pages from other sites may not send requests to this server.")


def _too_large(limit: int) -> Problem:
    return Problem(413, f"The request is larger than {limit:,} bytes: send the text in parts.")


def _replay(body: bytes, receive: Receive) -> Receive:
    """Return a channel that gives the body once, and then what the client does."""
    is_sent = False

    async def replayed() -> Message:
        nonlocal is_sent
        if is_sent:
            return await receive()
        is_sent = True
        return {"type": "http.request", "body": body, "more_body": False}

    return replayed
