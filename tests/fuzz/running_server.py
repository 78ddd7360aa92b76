"""A server in a process of its own, started as a user starts it, and questions to it."""

from __future__ import annotations

import http.client
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

_LACONIC = [sys.executable, "-c", "import sys; from laconic.cli import main; sys.exit(main())"]


@dataclass(frozen=True)
class RunningServer:
    """A server that can be asked.

    Attributes:
        address: where it listens.
        process: its process.
    """

    address: str
    process: subprocess.Popen[str]

    def connect(self, timeout: float = 120) -> http.client.HTTPConnection:
        """Return a connection to the server."""
        place = urlsplit(self.address)
        return http.client.HTTPConnection(place.hostname or "", place.port, timeout=timeout)


@contextmanager
def running_server(*options: str) -> Iterator[RunningServer]:
    """Start ``laconic serve`` on a port of its own; what is left of it at the end of the ``with`` block is killed."""
    process = subprocess.Popen([*_LACONIC, "serve", "--port", "0", *options], stderr=subprocess.PIPE, text=True)
    try:
        assert process.stderr is not None
        said = process.stderr.readline()
        found = re.search(r"http://\S+", said)
        assert found is not None, said
        yield RunningServer(found[0], process)
    finally:
        process.kill()
        process.communicate()


def post(connection: http.client.HTTPConnection, kind: str, body: object) -> tuple[int, dict[str, Any]]:
    """Ask one thing; return the status and the answer."""
    connection.request("POST", f"/api/v1/{kind}", json.dumps(body), {"Content-Type": "application/json"})
    response = connection.getresponse()
    return response.status, json.loads(response.read())
