"""Serving a study from the command line, and handing out personal links."""

from __future__ import annotations

import csv
import io
import os
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from urllib.parse import urlsplit

from cyclopts import Parameter

from laconic.errors import DataError, MissingDependency, UsageError
from laconic.files import spreadsheet_cell
from laconic.study.store import Store

_HOST, _PORT = "127.0.0.1", 8472

RUNNER = "(you)"
"""The name, in a list of links, of the person who runs the study."""


@Parameter(name="*")
@dataclass(frozen=True)
class Serving:
    """Where a study is served: as last time, unless it is said otherwise."""

    host: str | None = None
    """The address to listen on, 127.0.0.1 for a new study; 0.0.0.0 lets other machines connect."""

    port: int | None = None
    """The port, 8472 for a new study; links contain it, so do not change it."""

    url: str | None = None
    """The public address, if it is different, as behind a proxy: https://study.example.org/."""

    proxy: tuple[str, ...] = ()
    """The address of a trusted proxy, which names the client of each request."""

    links: Path | None = None
    """Write the links to this file instead of printing them; only you can read it."""

    def __post_init__(self) -> None:
        if self.url is not None and urlsplit(self.url).scheme not in ("http", "https"):
            raise UsageError(f"--url must begin with http:// or https://, not {self.url}.")
        if self.links is not None and self.links.exists():
            raise UsageError(f"{self.links} already exists: name another file for the links.")

    def at(self, store: Path) -> Place:
        """Return where a study is served: as asked for, or else where it was served last."""
        with Store(store) as study:
            host, port, url = study.serving() or (_HOST, _PORT, None)
        moved = self.host is not None or self.port is not None
        return Place(self.host or host, port if self.port is None else self.port, self.url or (None if moved else url))


@dataclass(frozen=True)
class Place:
    """Where a study is served."""

    host: str
    port: int
    url: str | None

    @property
    def address(self) -> str:
        """The address that links begin with, as far as it is known before the server listens."""
        host = "127.0.0.1" if self.host in ("0.0.0.0", "::") else self.host
        return self.url or f"http://{f'[{host}]' if ':' in host else host}:{self.port}/"


def run_server(
    store: Path, serving: Serving, secrets: Mapping[str, str], on_start: Callable[[], None] = lambda: None
) -> None:
    """Serve a study until it is stopped, saying first where it is and who has which link.

    Args:
        store: the study.
        serving: where it is served.
        secrets: whose links to hand out.
        on_start: called once they are handed out.

    Raises:
        MissingDependency: the server's packages are not installed.
        UsageError: the port is taken.
    """
    try:
        from laconic.web.guard import LOOPBACK
        from laconic.web.server import serve
        from laconic.web.study.app import LIMITS, StudyServer
    except ImportError as error:
        raise MissingDependency("serving a study", "web") from error
    place = serving.at(store)
    # Only a server that nobody else can reach knows all the names it has.
    hosts = {*LOOPBACK, urlsplit(place.url or "").hostname or "localhost"} if place.host in LOOPBACK else ()

    def announce(address: str) -> None:
        port = urlsplit(address).port or place.port  # port 0 asks for any that is free
        base = replace(place, port=port).address if place.host in ("0.0.0.0", "::") else place.url or address
        with Store(store) as study:
            study.remember_serving(place.host, port, place.url)
        hand_out(secrets, base, serving.links)
        on_start()
        print(f"Serving {store} at {base} (Ctrl-C stops; answers are saved at once).", flush=True)

    server = StudyServer(store)
    try:
        serve(server.app(LIMITS, hosts), place.host, place.port, announce, proxies=serving.proxy)
    except UsageError:  # it never listened, so nothing else closes it
        server.close()
        raise


def hand_out(secrets: Mapping[str, str], base: str, file: Path | None) -> None:
    """Print all personal links, or write them to a file that only its owner may read.

    Raises:
        DataError: the file exists or cannot be written.
    """
    if not secrets:
        return
    links = {name: _link(base, name, secret) for name, secret in secrets.items()}
    if file is None:
        print("Personal links: give each to one person. They are not shown again; laconic study invite makes new ones.")
        width = max(map(len, links))
        for name, link in links.items():
            print(f"  {name:{width}}  {link}")
        sys.stdout.flush()
        return
    table = io.StringIO(newline="")
    rows = ((spreadsheet_cell(name), link) for name, link in links.items())
    csv.writer(table, lineterminator="\n").writerows([("name", "link"), *rows])
    try:
        with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as stream:
            stream.write(table.getvalue())
    except OSError as error:
        raise DataError(f"cannot be written: {error.strerror or error}.", path=file) from None
    print(f"The personal links are in {file}.")


def _link(base: str, name: str, secret: str) -> str:
    page = "run" if name == RUNNER else ""
    return f"{base.rstrip('/')}/{page}#{secret}"
