"""Connections with a time limit: a client that sends its headers slowly is disconnected."""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

HEADER_BYTES = 65_536
"""The most that the line and the headers of a request may have (400)."""

HEADER_SECONDS = 10.0
"""How long a client may take to send them (408); a connection that sends nothing at all is closed too."""

_TOO_SLOW = b"HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"


class Connection(H11Protocol):
    """A connection of uvicorn that is given up if the headers of a request do not come in time.

    Uvicorn itself limits their size (``h11_max_incomplete_event_size``) and how long a connection may be idle after an
    answer, but not how long one may take over its first request, or over half of one.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._patience: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Start to wait for the first request."""
        super().connection_made(transport)
        self._wait_for_headers()

    def data_received(self, data: bytes) -> None:
        """Take what came; what is not yet a whole header does not prolong the wait for it."""
        super().data_received(data)
        self._wait_for_headers()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop waiting."""
        self._stop_waiting()
        super().connection_lost(exc)

    def _wait_for_headers(self) -> None:
        if self.cycle is not None and not self.cycle.response_complete:
            self._stop_waiting()
        elif self._patience is None:
            self._patience = self.loop.call_later(HEADER_SECONDS, self._give_up)

    def _stop_waiting(self) -> None:
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None

    def _give_up(self) -> None:
        self._patience = None
        if not self.transport.is_closing() and (self.cycle is None or self.cycle.response_complete):
            self.transport.write(_TOO_SLOW)
            self.transport.close()
