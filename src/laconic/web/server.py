"""Starting a server on a port, and stopping it without losing an answer."""

from __future__ import annotations

import asyncio
import errno
import signal
import socket
from collections.abc import Callable, Sequence

import uvicorn
from starlette.types import ASGIApp

from laconic.errors import UsageError
from laconic.web.connection import HEADER_BYTES, Connection

_GRACE_SECONDS = 2
"""How long running requests may still take when the server is asked to stop; then they are cancelled."""

_LAST_SECONDS = 2
"""How long connections may still take after that to take their answers."""

_BACKLOG = 2048
"""How many connections may wait to be accepted."""


def serve(
    app: ASGIApp,
    host: str,
    port: int,
    announce: Callable[[str], None],
    *,
    proxies: Sequence[str] = (),
    end_work: Callable[[], None] = lambda: None,
) -> None:
    """Answer requests until the process is asked to stop (Ctrl-C or SIGTERM), then finish the running ones.

    Those that take longer than a moment are ended, so that the server stops within five seconds.

    Args:
        app: what answers.
        host: the address to listen on.
        port: the port; 0 means any that is free.
        announce: called with the server's address once it answers.
        proxies: the addresses of proxies, which are believed when they say whom they ask for.
        end_work: called when the server has waited long enough for answers under way; they should come at once then.

    Raises:
        UsageError: the address is not one of this machine, or the port is taken.
    """
    listening = _listen(host, port)
    name = f"[{host}]" if ":" in host else host
    address = f"http://{name}:{listening.getsockname()[1]}/"
    # Addresses may hold secrets, such as personal links, so they are not logged.
    config = uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,
        server_header=False,
        ws="none",
        http=Connection,
        h11_max_incomplete_event_size=HEADER_BYTES,
        proxy_headers=bool(proxies),
        forwarded_allow_ips=list(proxies),
        timeout_graceful_shutdown=_GRACE_SECONDS + _LAST_SECONDS,
    )
    # Once it has stopped, the server sends the signal again: by then there is nothing left to do.
    previous = signal.signal(signal.SIGTERM, lambda *_: None)
    try:
        _Server(config, lambda: announce(address), end_work).run(sockets=[listening])
    except KeyboardInterrupt:
        return
    finally:
        signal.signal(signal.SIGTERM, previous)
        listening.close()


class _Server(uvicorn.Server):
    """A server that says when it is ready, and ends work that would keep it from stopping."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None], end_work: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready
        self._end_work = end_work

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        patience = asyncio.get_running_loop().call_later(_GRACE_SECONDS, self._end_work)
        await super().shutdown(sockets)
        patience.cancel()


def _listen(host: str, port: int) -> socket.socket:
    """Return a socket that listens on an address, or say clearly why that cannot be."""
    if not 0 <= port < 1 << 16:
        raise UsageError(f"the server cannot listen on port {port}: ports are numbered from 0 to 65535.")
    try:
        family, kind, protocol, _, place = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listening = socket.socket(family, kind, protocol)
    except (OSError, UnicodeError) as error:
        raise UsageError(f"the server cannot listen on {host}, port {port}: {error}.") from None
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(place)
        listening.listen(_BACKLOG)  # two may be bound to one port, but only one can listen on it
    except OSError as error:
        listening.close()
        raise UsageError(_reason(host, port, error)) from None
    return listening


def _reason(host: str, port: int, error: OSError) -> str:
    if error.errno == errno.EADDRINUSE:
        return f"port {port} of {host} is taken by another program: choose another with --port, or 0 for any."
    if error.errno == errno.EACCES:
        return f"port {port} is reserved for the system: choose one above 1023 with --port."
    return f"{host} port {port} cannot be listened on: {error.strerror}."
