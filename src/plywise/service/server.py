"""The server: an application behind a socket of this machine alone."""

import os
import socket

import uvicorn
from fastapi import FastAPI

from plywise.rules import PlywiseError
from plywise.service.settings import MOST_BYTES

HOST = "127.0.0.1"

CLOSING_SECONDS = 2
"""For open pages to take leave, when the server ends."""


class Server(uvicorn.Server):
    """Ends the workers before the connections: whoever waits for one is told, instead of cut off."""

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End everything."""
        assert isinstance(self.config.app, FastAPI)
        await self.config.app.state.jobs.close()
        await super().shutdown(sockets)


def listen(port: int) -> socket.socket:
    """Return a socket that listens on this machine's port; 0 stands for any that is free."""
    # The protocol is named because asyncio sends small answers without delay only where it is: 1 ms instead of 44.
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        if os.name == "posix":
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((HOST, port))
        listener.listen(128)
    except OSError as error:
        listener.close()
        fix = "choose another by --port, or --port 0 for a free one"
        raise PlywiseError(f"Port {port} can't be listened on ({error.strerror}): {fix}.") from None
    return listener


def make_server(app: FastAPI) -> Server:
    """Return the server for an application: `run(sockets=[listener])` serves until a signal to end."""
    config = uvicorn.Config(
        app,
        loop="asyncio",
        log_level="warning",
        access_log=False,
        proxy_headers=False,
        server_header=False,
        ws_max_size=MOST_BYTES,
        ws_max_queue=4,
        timeout_graceful_shutdown=CLOSING_SECONDS,
    )
    return Server(config)
