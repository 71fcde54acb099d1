"""What speaks HTTP and WebSocket: the application, its routes and sockets, the guard before them, and the server."""

from plywise.service.web.app import create_app
from plywise.service.web.server import listen, make_server

__all__ = ["create_app", "listen", "make_server"]
