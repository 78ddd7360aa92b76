"""Observes every response: adds security headers, counts it, and logs failures."""

from __future__ import annotations

import logging
import time
from http import HTTPMethod

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram
from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from laconic.web.problems import Problem

_LOG = logging.getLogger("laconic.web")

# Nothing from elsewhere, nothing inline, no frames: a text that holds markup stays a text.
SECURITY_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        "manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}

_OTHER = "other"

_BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)


class Meters:
    """What a server counts, for Prometheus."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.requests = Counter(
            "laconic_requests", "Answers sent.", ["method", "route", "status"], registry=self.registry
        )
        self.seconds = Histogram(
            "laconic_request_seconds", "Time to the answer.", ["route"], buckets=_BUCKETS, registry=self.registry
        )
        self.in_flight = Gauge("laconic_requests_in_flight", "Requests being answered.", registry=self.registry)


class Observer:
    """Adds security headers, counts answers and times, and answers 500 where a program error was.

    Addresses are counted by the pattern of their route: they may hold secrets, such as personal links.

    Args:
        app: what answers.
        meters: where it is counted.
    """

    def __init__(self, app: ASGIApp, meters: Meters) -> None:
        self.app = app
        self.meters = meters

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        status = 0
        begun = time.perf_counter()

        async def watched(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = MutableHeaders(scope=message)
                for name, value in SECURITY_HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        with self.meters.in_flight.track_inprogress():
            try:
                await self.app(scope, receive, watched)
            except Exception:
                route = _route(scope)
                _LOG.exception("The answer to %s %s failed.", _method(scope), route)
                if not status:
                    problem = Problem(500, "The server made a mistake; its log has the details.")
                    await problem.response()(scope, receive, watched)
        route = _route(scope)
        self.meters.requests.labels(_method(scope), route, str(status)).inc()
        self.meters.seconds.labels(route).observe(time.perf_counter() - begun)


def _route(scope: Scope) -> str:
    return getattr(scope.get("route"), "path", _OTHER)


def _method(scope: Scope) -> str:
    """Return a method that HTTP knows: clients may make up as many as they like, and each would be counted for ever."""
    method: str = scope["method"]
    return method if method in HTTPMethod.__members__ else _OTHER
