"""JSON endpoints: each declared once, with its types, for the server and for the OpenAPI document."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar, cast

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from laconic.errors import LaconicError, UsageError
from laconic.web.problems import Problem

Body = TypeVar("Body")

_JSON = "application/json"


@dataclass(frozen=True)
class Endpoint(Generic[Body]):
    """One address of a JSON API.

    What the OpenAPI document does not allow is answered with 422 (or 400, 415); a request that it allows, but
    that cannot be met as things are (`UsageError`), with 409.

    Attributes:
        method: the HTTP method.
        path: where it is; parts in braces are given to the handler through the request.
        summary: what it does, in one line.
        answer: the type it answers with.
        handle: answers a request, given its decoded body.
        body: the type of the request's body, or None if there is none.
        problems: the statuses of the errors it may answer with besides those that every request may meet.
        example: a body to try it with.
        status: the status of its answer.
    """

    method: str
    path: str
    summary: str
    answer: Any
    handle: Callable[[Request, Body], Awaitable[Any]]
    body: type[Body] | None = None
    problems: tuple[int, ...] = ()
    example: Any = None
    status: int = 200

    def route(self) -> Route:
        """Return the route that answers requests."""
        return Route(self.path, self._respond, methods=[self.method], name=self.summary)

    async def _respond(self, request: Request) -> Response:
        body = await read_json(request, self.body) if self.body is not None else cast("Body", None)
        try:
            answer = await self.handle(request, body)
        except UsageError as error:
            raise Problem(409, sentence(str(error))) from error
        except LaconicError as error:
            raise Problem(422, sentence(str(error))) from error
        return json_response(answer, self.status)


async def read_json(request: Request, kind: type[Body]) -> Body:
    """Return the body of a request, checked.

    Raises:
        Problem: it is not JSON (400, 415), or not what is expected (422).
    """
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != _JSON:
        raise Problem(415, f"The request must be JSON: send it with Content-Type: {_JSON}.")
    try:
        given = _with_integers(msgspec.json.decode(await request.body()))
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise Problem(400, f"The request is not JSON: {sentence(str(error))}") from None
    except RecursionError:
        raise Problem(400, "The request is nested too deeply.") from None
    try:
        return msgspec.convert(given, kind)
    except (msgspec.ValidationError, UsageError) as error:
        raise Problem(422, f"The request is not valid: {sentence(str(error))}") from None


def _with_integers(value: Any) -> Any:
    """Return JSON values with whole numbers as integers: JSON itself does not tell 7.0 from 7."""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, list):
        return [_with_integers(each) for each in value]
    if isinstance(value, dict):
        return {name: _with_integers(each) for name, each in value.items()}
    return value


def json_response(answer: Any, status: int = 200) -> Response:
    """Return an answer as JSON, which no cache keeps."""
    return Response(msgspec.json.encode(answer), status, {"Cache-Control": "no-store"}, _JSON)


def sentence(text: str) -> str:
    """Return a message as a sentence: with a capital and a full stop."""
    text = text[:1].upper() + text[1:]
    return text if text.endswith((".", "?", "!")) else f"{text}."
