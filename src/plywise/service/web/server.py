"""The server: an application behind a socket, of this machine alone unless the owner has opened a door."""

import asyncio
import os
import socket
from typing import Any

import h11
import uvicorn
from fastapi import FastAPI
from uvicorn.protocols.http.h11_impl import H11Protocol

from plywise.rules import PlywiseError
from plywise.service.door import Door
from plywise.service.settings import MOST_BYTES
from plywise.service.web.logs import LogKind, log_config

CLOSING_SECONDS = 2
"""For open pages to disconnect, when the server ends."""

REQUEST_SECONDS = 5
"""For a request to come in whole, from its first byte or from when the connection was opened."""


class PromptRequests(H11Protocol):
    """A connection that is closed where a request is begun and not finished, or never begun."""

    _unfinished: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Wait for the first request."""
        super().connection_made(transport)
        self._unfinished = self.loop.call_later(REQUEST_SECONDS, transport.close)

    def data_received(self, data: bytes) -> None:
        """Take in a part of a request."""
        super().data_received(data)
        is_socket = self.transport.get_protocol() is not self
        if is_socket or self.conn.their_state not in (h11.IDLE, h11.SEND_BODY):
            self._stop_waiting()
        elif self._unfinished is None:
            self._unfinished = self.loop.call_later(REQUEST_SECONDS, self.transport.close)

    def connection_lost(self, exc: Exception | None) -> None:
        """Disconnect."""
        self._stop_waiting()
        super().connection_lost(exc)

    def _stop_waiting(self) -> None:
        if self._unfinished is not None:
            self._unfinished.cancel()
            self._unfinished = None


class Server(uvicorn.Server):
    """Ends the workers before the connections: whoever waits for one gets an answer, instead of being cut off."""

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End everything."""
        assert isinstance(self.config.app, FastAPI)
        await self.config.app.state.jobs.close()
        await super().shutdown(sockets)


def listen(port: int, door: Door | None = None) -> socket.socket:
    """Return a socket that listens on a port, where the door says; 0 stands for any that is free."""
    host = (door or Door()).host
    # The protocol is named because asyncio sends small answers without delay only where it is: 1 ms instead of 44.
    listener = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        if os.name == "posix":
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen(128)
    except OSError as error:
        listener.close()
        fix = "choose another with --port, or --port 0 for a free one"
        raise PlywiseError(f"Port {port} can't be listened on ({error.strerror}): {fix}.") from None
    return listener


def make_server(app: FastAPI, door: Door | None = None, log: LogKind = "warnings") -> Server:
    """Return the server for an application: `run(sockets=[listener])` serves until a signal to end."""
    logs: dict[str, Any] = {"log_level": "warning"} if log == "warnings" else {"log_config": log_config(log)}
    cert, key = (door.cert, door.key) if door else (None, None)
    config = uvicorn.Config(
        app,
        loop="asyncio",
        http=PromptRequests,
        access_log=False,
        proxy_headers=False,
        server_header=False,
        ws_max_size=MOST_BYTES,
        ws_max_queue=4,
        timeout_graceful_shutdown=CLOSING_SECONDS,
        ssl_certfile=cert,
        ssl_keyfile=key,
        **logs,
    )
    return Server(config)
