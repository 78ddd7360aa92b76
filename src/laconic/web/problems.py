"""Errors of requests, reported as JSON with one clear sentence (RFC 9457)."""

from __future__ import annotations

from collections.abc import Mapping
from http import HTTPStatus

import msgspec
from starlette.responses import Response


class ProblemBody(msgspec.Struct):
    """What every error answer holds.

    Attributes:
        status: the HTTP status.
        title: its name.
        detail: one sentence that says what is wrong and what to do.
    """

    status: int
    title: str
    detail: str


class Problem(Exception):  # noqa: N818 - named as in RFC 9457
    """A request that cannot be answered.

    Args:
        status: the HTTP status to answer with.
        detail: one sentence that says what is wrong and what to do.
        headers: what else the answer's head says, such as ``Retry-After``.
    """

    def __init__(self, status: int, detail: str, headers: Mapping[str, str] | None = None) -> None:
        super().__init__(detail)
        self.status = status
        self.detail = detail
        self.headers = dict(headers or {})

    def response(self) -> Response:
        """Return the answer that describes the problem."""
        body = ProblemBody(self.status, HTTPStatus(self.status).phrase, self.detail)
        return Response(
            msgspec.json.encode(body),
            self.status,
            headers={"Cache-Control": "no-store", **self.headers},
            media_type="application/problem+json",
        )
