"""``laconic serve``: the demo page and the JSON API."""

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
        model: A bundled model or a folder written by laconic train; may be repeated, and the first is the default. By
            default, all bundled models are served.
        host: The address to listen on; by default only this machine can connect.
        port: The port; 0 means any free port.
        allow_host: A host name under which clients may reach the server; needed only if other machines can connect.
        allow_origin: Another site whose pages may send requests (CORS), such as https://app.example.org; may be
            repeated.
        proxy: The address of a trusted proxy, which names the client of each request.
        allow_code: Allow models to run code that is not part of laconic; use only with folders that you trust.
        threads: The number of short requests that are processed at the same time; long ones have half as many threads.
        waiting: The number of further requests of either kind that may wait.
        seconds: The time that an answer may take.
        body_bytes: The size of the largest request.
        sentences: The largest number of sentences in a request.
        sentence_words: The longest sentence, in words.
        rewritten_words: The longest sentence for a model that rewrites, which needs much more time and memory.
        requests_per_minute: The number of requests that one address may send; 0 means no limit.
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
    """Return sites as browsers name them; raise `UsageError` if one is not a site."""
    for origin in given:
        parts = urlsplit(origin)
        if parts.scheme not in ("http", "https") or not parts.netloc or parts.path not in ("", "/"):
            raise UsageError(f"--allow-origin must name a site, such as https://app.example.org, not {origin}.")
    return [origin.rstrip("/") for origin in given]


def _announce(address: str) -> None:
    print(f"laconic is at {address} (Ctrl-C stops it)", file=sys.stderr, flush=True)
