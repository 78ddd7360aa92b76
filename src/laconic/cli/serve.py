"""``laconic serve``: the page and the JSON API."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Annotated
from urllib.parse import urlsplit

from cyclopts import Parameter

from laconic.errors import MissingDependency, UsageError


def serve(
    *,
    model: list[str] | None = None,
    host: str = "127.0.0.1",
    port: int = 8000,
    allow_host: list[str] | None = None,
    allow_origin: list[str] | None = None,
    proxy: list[str] | None = None,
    allow_code: bool = False,
    threads: Annotated[int, Parameter(group="Limits")] = 4,
    waiting: Annotated[int, Parameter(group="Limits")] = 64,
    seconds: Annotated[float, Parameter(group="Limits")] = 30.0,
    body_bytes: Annotated[int, Parameter(group="Limits")] = 1_000_000,
    sentences: Annotated[int, Parameter(group="Limits")] = 500,
    sentence_words: Annotated[int, Parameter(group="Limits")] = 500,
    rewritten_words: Annotated[int, Parameter(group="Limits")] = 200,
    requests_per_minute: Annotated[int, Parameter(group="Limits")] = 6000,
) -> None:
    """Serve a demo page, and a JSON API for programs.

    Examples:
        laconic serve

        laconic serve --model models/mine --model t3 --port 9000

        laconic serve --host 0.0.0.0 --allow-host laconic.example.org --threads 8

    Args:
        model: a bundled model or a folder made by laconic train; may be given several times, the first is
            the default. All bundled models if not given.
        host: the address to listen on; by default only this machine can connect.
        port: the port; 0 takes any that is free.
        allow_host: a host name by which the server may be reached; needed only if --host is not this machine alone.
        allow_origin: another site whose pages may send requests (CORS), such as https://app.example.org; may be given
            several times.
        proxy: the address of a proxy that requests come through; it is trusted to name the client.
        allow_code: models may name code that is not laconic's: give it only for folders that you trust.
        threads: how many short requests are worked on at the same time; long ones have half as many of their own.
        waiting: how many more of either may wait for their turn.
        seconds: how long an answer may take.
        body_bytes: the largest request.
        sentences: the most sentences in a request.
        sentence_words: the longest sentence, in words.
        rewritten_words: the longest sentence for a model that rewrites, which takes much more time and memory.
        requests_per_minute: how many requests one address may send; 0 means no limit.
    """
    try:
        from laconic.web.guard import LOOPBACK
        from laconic.web.limits import Limits
        from laconic.web.models import Models
        from laconic.web.server import serve as start
        from laconic.web.site import make_site
        from laconic.web.work import Workers
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("laconic"):
            raise
        raise MissingDependency("laconic serve", "web") from error

    limits = Limits(
        body_bytes=body_bytes,
        sentences=sentences,
        sentence_words=sentence_words,
        rewritten_words=rewritten_words,
        seconds=seconds,
        threads=threads,
        waiting=waiting,
        requests_per_minute=requests_per_minute,
    )
    models = Models(model or (), allow_code=allow_code)
    models.load_all()
    hosts = LOOPBACK | set(allow_host or ()) if host in LOOPBACK or allow_host else frozenset[str]()
    workers = Workers(limits)
    site = make_site(models, workers, hosts, _origins(allow_origin or ()))
    start(site, host, port, _announce, proxies=proxy or (), end_work=workers.stop)
    workers.exit_if_stuck()


def _origins(given: Sequence[str]) -> list[str]:
    """Return sites as browsers name them; raise `UsageError` where one is not a site."""
    for origin in given:
        parts = urlsplit(origin)
        if parts.scheme not in ("http", "https") or not parts.netloc or parts.path not in ("", "/"):
            raise UsageError(f"--allow-origin names a site, such as https://app.example.org, not {origin}.")
    return [origin.rstrip("/") for origin in given]


def _announce(address: str) -> None:
    print(f"laconic is at {address} (Ctrl-C stops it)", file=sys.stderr, flush=True)
