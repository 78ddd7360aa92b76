"""Web applications of laconic: guarded, observed, with errors as JSON and a common look."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Callable, Collection, Sequence
from contextlib import asynccontextmanager
from importlib.resources import files
from pathlib import Path

from prometheus_client import generate_latest
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.cors import CORSMiddleware
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import PathLike, StaticFiles
from starlette.types import Scope

from laconic import __version__
from laconic.web.endpoints import json_response, sentence
from laconic.web.guard import Guard
from laconic.web.limits import Limits
from laconic.web.observer import Meters, Observer
from laconic.web.problems import Problem

STATIC = Path(str(files("laconic") / "web" / "static"))


def make_app(
    routes: Sequence[BaseRoute],
    *,
    limits: Limits | None = None,
    hosts: Collection[str] = (),
    client: Callable[[Scope], str] | None = None,
    origins: Collection[str] = (),
    check_watcher: Callable[[Request], None] = lambda request: None,
    on_close: Sequence[Callable[[], None]] = (),
) -> Starlette:
    """Return an application with the given routes, and with ``/health``, ``/metrics`` and ``/static/``.

    Args:
        routes: what it answers.
        limits: what it refuses.
        hosts: the names it may be called by; none means any.
        client: identifies clients for the rate limit; by default by their address.
        origins: other sites whose pages may ask, as browsers name them.
        check_watcher: raises `Problem` for those who may not see the metrics; by default everyone may.
        on_close: called when the server stops, after the last answer.
    """
    meters = Meters()

    async def metrics(request: Request) -> Response:
        check_watcher(request)
        return Response(generate_latest(meters.registry), media_type="text/plain; version=0.0.4; charset=utf-8")

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        yield
        for close in on_close:
            close()

    return Starlette(
        routes=[
            *routes,
            Route("/health", _health),
            Route("/metrics", metrics),
            Mount("/static", _Static(directory=STATIC), name="static"),
        ],
        middleware=[
            Middleware(Observer, meters=meters),
            *(
                [
                    Middleware(
                        CORSMiddleware, allow_origins=list(origins), allow_methods=["GET", "POST"], allow_headers=["*"]
                    )
                ]
                if origins
                else []
            ),
            Middleware(Guard, limits=limits or Limits(), hosts=hosts, client=client, origins=origins),
        ],
        exception_handlers={Problem: _tell_problem, HTTPException: _tell_http},
        lifespan=lifespan,
    )


def page(name: str) -> Callable[[Request], Response]:
    """Return what answers with a page of ``static/``; the browser asks each time whether it has changed."""

    def respond(_: Request) -> Response:
        return FileResponse(STATIC / name, headers={"Cache-Control": "no-cache"})

    return respond


class _Static(StaticFiles):
    """Files that a browser keeps, and checks again each time: a changed version is never mixed with an old one."""

    def file_response(
        self, full_path: PathLike, stat_result: os.stat_result, scope: Scope, status_code: int = 200
    ) -> Response:
        """Return a file, or say that it has not changed."""
        response = super().file_response(full_path, stat_result, scope, status_code)
        response.headers["Cache-Control"] = "no-cache"
        return response


async def _health(_: Request) -> Response:
    return json_response({"status": "ok", "version": __version__})


async def _tell_problem(_: Request, error: Exception) -> Response:
    assert isinstance(error, Problem)
    return error.response()


async def _tell_http(request: Request, error: Exception) -> Response:
    """Tell what the routing itself refuses: unknown addresses, and methods that an address does not take."""
    assert isinstance(error, HTTPException)
    detail = {
        404: "There is nothing at this address.",
        405: f"This address does not take {request.method}.",
    }.get(error.status_code, sentence(error.detail))
    return Problem(error.status_code, detail, error.headers).response()
