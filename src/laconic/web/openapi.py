"""The OpenAPI document of a JSON API, made from the types its endpoints are declared with."""

from __future__ import annotations

import re
from collections.abc import Sequence
from http import HTTPStatus
from typing import Any

import msgspec

from laconic import __version__
from laconic.web.endpoints import Endpoint
from laconic.web.problems import ProblemBody

_EVERYWHERE = (403, 408, 413, 421, 429, 500)
_WITH_BODY = (400, 415, 422)
_BEARER = {"secret": {"type": "http", "scheme": "bearer"}}


def openapi(
    title: str, description: str, endpoints: Sequence[Endpoint[Any]], *, bearer: bool = False
) -> dict[str, Any]:
    """Return the OpenAPI 3.1 document of endpoints, with the schemas of all their types.

    Args:
        title: the name of the API.
        description: what it does.
        endpoints: its addresses.
        bearer: whether callers prove themselves with a secret of their own.
    """
    types = [kind for each in endpoints for kind in (each.body, each.answer) if kind is not None]
    schemas, components = msgspec.json.schema_components(
        [*types, ProblemBody], ref_template="#/components/schemas/{name}"
    )
    schema_of = dict(zip(map(repr, [*types, ProblemBody]), schemas, strict=True))
    paths: dict[str, dict[str, Any]] = {}
    for endpoint in endpoints:
        paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = _operation(endpoint, schema_of)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": title,
            "description": description,
            "version": __version__,
            "license": {"name": "Apache-2.0", "identifier": "Apache-2.0"},
        },
        "paths": paths,
        "components": {"schemas": components, **({"securitySchemes": _BEARER} if bearer else {})},
        "security": [{name: []} for name in _BEARER] if bearer else [],
    }


def _operation(endpoint: Endpoint[Any], schema_of: dict[str, Any]) -> dict[str, Any]:
    statuses = {*_EVERYWHERE, *endpoint.problems, *(_WITH_BODY if endpoint.body is not None else ())}
    answered = {"description": "The answer.", "content": _content("application/json", schema_of[repr(endpoint.answer)])}
    refused = _content("application/problem+json", schema_of[repr(ProblemBody)])
    operation: dict[str, Any] = {
        "summary": endpoint.summary,
        "operationId": re.sub(r"\W+", "_", f"{endpoint.method.lower()}{endpoint.path}").strip("_"),
        "responses": {
            str(endpoint.status): answered,
            **{str(each): {"description": HTTPStatus(each).phrase, "content": refused} for each in sorted(statuses)},
        },
    }
    if names := re.findall(r"{(\w+)", endpoint.path):
        operation["parameters"] = [
            {"name": name, "in": "path", "required": True, "schema": {"type": "string"}} for name in names
        ]
    if endpoint.body is not None:
        content = _content("application/json", schema_of[repr(endpoint.body)])
        if endpoint.example is not None:
            content["application/json"]["example"] = endpoint.example
        operation["requestBody"] = {"required": True, "content": content}
    return operation


def _content(media_type: str, schema: dict[str, Any]) -> dict[str, Any]:
    return {media_type: {"schema": schema}}
