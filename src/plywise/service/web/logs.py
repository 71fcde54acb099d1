"""What the server writes about itself: by default only warnings; a line for each request, as text or as JSON, if asked.

{"time": "2026-11-17T19:08:33.120+00:00", "level": "info", "event": "request", "method": "GET", "path": "/", ...}
"""

import json
import logging
import time
from datetime import UTC, datetime
from typing import Any, Literal, TypeAlias

from starlette.types import ASGIApp, Message, Receive, Scope, Send

LogKind: TypeAlias = Literal["warnings", "text", "json"]

logger = logging.getLogger("plywise.service.requests")


class JsonLines(logging.Formatter):
    """Writes each record as one line of JSON.

    >>> record = logging.makeLogRecord({"msg": "Port %d", "args": (8000,), "levelname": "INFO", "created": 0.0})
    >>> JsonLines().format(record)
    '{"time": "1970-01-01T00:00:00.000+00:00", "level": "info", "event": "Port 8000"}'
    """

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        moment = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        told: dict[str, Any] = {"time": moment, "level": record.levelname.lower(), "event": record.getMessage()}
        told.update(getattr(record, "fields", {}))
        if record.exc_info:
            told["error"] = self.formatException(record.exc_info)
        return json.dumps(told)


class Plain(logging.Formatter):
    """Writes each record as a line for people.

    >>> fields = {"method": "GET", "path": "/", "status": 200}
    >>> record = logging.makeLogRecord({"msg": "request", "levelname": "INFO", "created": 0.0, "fields": fields})
    >>> Plain().format(record)
    '1970-01-01T00:00:00+00:00 info request method=GET path=/ status=200'
    """

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        moment = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="seconds")
        fields = (f"{name}={value}" for name, value in getattr(record, "fields", {}).items())
        line = " ".join([moment, record.levelname.lower(), record.getMessage(), *fields])
        return f"{line}\n{self.formatException(record.exc_info)}" if record.exc_info else line


def log_config(kind: LogKind) -> dict[str, Any]:
    """Return the configuration for `logging`, all to the standard error output."""
    formatter = Plain if kind == "text" else JsonLines
    handler = {"class": "logging.StreamHandler", "formatter": "line", "stream": "ext://sys.stderr"}
    log = {"handlers": ["stderr"], "level": "INFO", "propagate": False}
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"line": {"()": formatter}},
        "handlers": {"stderr": handler},
        # Of sockets, uvicorn itself would write the whole address, its query included.
        "loggers": {"plywise": log, "uvicorn": {**log, "level": "WARNING"}},
    }


class RequestLog:
    """Stands before an application: writes a line for each request and each socket when it is done."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, and write down how it ended; never its query, where a token may be."""
        if scope["type"] not in ("http", "websocket") or not logger.isEnabledFor(logging.INFO):
            await self.app(scope, receive, send)
            return
        started, ends = time.monotonic(), []

        async def send_noted(message: Message) -> None:
            if message["type"] in ("http.response.start", "websocket.close"):
                ends.append(message.get("status", message.get("code")))
            await send(message)

        try:
            await self.app(scope, receive, send_noted)
        finally:
            fields = {
                "method": scope.get("method", "SOCKET"),
                "path": scope["path"],
                "status": ends[0] if ends else None,
                "ms": round(1000 * (time.monotonic() - started), 1),
                "client": (scope.get("client") or ("",))[0],
            }
            logger.info("request", extra={"fields": fields})
