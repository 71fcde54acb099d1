"""Analyses over a WebSocket: one at a time on each, live, until it is final, replaced, stopped or the client leaves.

Messages wait in an outbox that keeps only the latest of each kind, so that a slow client slows nobody else down.
"""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import Any

from fastapi import WebSocket, WebSocketDisconnect
from pydantic import ValidationError

from plywise.service.jobs import Analysis, Jobs
from plywise.service.schema import SOCKET_MESSAGE, AnalysisRequest, StopRequest
from plywise.service.settings import MOST_BYTES
from plywise.tasks import TaskError, write_json

POLICY_VIOLATION, TRY_AGAIN_LATER = 1008, 1013

PAUSE_SECONDS = 0.025
"""Between two rounds of sending: of the first depths, which follow each other quickly, the latest is enough."""


class Outbox:
    """What is to be sent: the latest of each kind, in the order in which the kinds were last sent."""

    def __init__(self, socket: WebSocket) -> None:
        self.socket = socket
        self._messages: dict[str, dict[str, Any]] = {}
        self._is_filled = asyncio.Event()

    def put(self, message: dict[str, Any]) -> None:
        """Send a message soon, in place of one of its kind that is not sent yet."""
        is_end = message["type"] == "error" or message.get("is_final", False)
        if is_end:
            self._messages.clear()
        self._messages.pop(message["type"], None)
        self._messages[message["type"]] = message
        self._is_filled.set()

    def clear(self) -> None:
        """Forget what was not sent."""
        self._messages.clear()

    async def send_all(self) -> None:
        """Send what there is, and again whenever there is more."""
        while True:
            await self._is_filled.wait()
            self._is_filled.clear()
            messages, self._messages = list(self._messages.values()), {}
            for message in messages:
                await send(self.socket, message)
            await asyncio.sleep(PAUSE_SECONDS)


class Conversation:
    """One client on its socket."""

    def __init__(self, jobs: Jobs, socket: WebSocket) -> None:
        self.jobs, self.socket = jobs, socket
        self.outbox = Outbox(socket)
        self._analysis: Analysis | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    async def hold(self) -> None:
        """Answer message after message until the client leaves, or says something that makes no sense."""
        sender = asyncio.create_task(self.outbox.send_all())
        try:
            while True:
                self._take(await self._receive())
        except TaskError as error:
            self.outbox.clear()
            await send(self.socket, {"type": "error", "id": None, **error.to_data()})
            await self.socket.close(POLICY_VIOLATION)
        except WebSocketDisconnect:
            pass
        finally:
            if self._analysis is not None:
                self._analysis.drop()
            sender.cancel()
            with contextlib.suppress(asyncio.CancelledError, WebSocketDisconnect, RuntimeError):
                await sender

    async def _receive(self) -> AnalysisRequest | StopRequest:
        received = await self.socket.receive()
        if received["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(received.get("code", 1000))
        text = received.get("text")
        if text is None:
            raise TaskError("bad-request", "Messages are JSON texts, not bytes.")
        return read_message(text)

    def _take(self, message: AnalysisRequest | StopRequest) -> None:
        """Begin an analysis in place of the one under way, or stop that one."""
        if isinstance(message, StopRequest):
            if self._analysis is not None and self._analysis.request.id == message.id:
                self._analysis.stop()
            return
        analysis = Analysis(self.jobs, message, self.outbox.put, client=self)
        if self._analysis is not None:
            self._analysis.drop()
            self.outbox.clear()
        self._analysis = analysis
        task = asyncio.create_task(analysis.run())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


class Hall:
    """All sockets that are open, up to a limit."""

    def __init__(self, jobs: Jobs) -> None:
        self.jobs, self.open = jobs, 0

    async def welcome(self, socket: WebSocket) -> None:
        """Hold a conversation, if there is room for it."""
        async with self.place(socket) as is_free:
            if is_free:
                await Conversation(self.jobs, socket).hold()

    @contextlib.asynccontextmanager
    async def place(self, socket: WebSocket) -> AsyncIterator[bool]:
        """Accept a socket and count it while it is open, or say that there is no room for it."""
        await socket.accept()
        if self.open >= self.jobs.settings.sockets:
            full = TaskError("busy", "Too many pages are open here: close one of them, then ask again.")
            await send(socket, {"type": "error", "id": None, **full.to_data()})
            await socket.close(TRY_AGAIN_LATER)
            yield False
            return
        self.open += 1
        try:
            yield True
        finally:
            self.open -= 1


async def send(socket: WebSocket, message: dict[str, Any]) -> None:
    """Send a message as JSON; a client that has left gets nothing."""
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        await socket.send_text(write_json(message))


def read_message(text: str) -> AnalysisRequest | StopRequest:
    """Return what a client's message says; refuses what is too long or makes no sense."""
    if len(text.encode("utf-8", "surrogatepass")) > MOST_BYTES:
        raise TaskError("limit", f"A message may have {MOST_BYTES:,} bytes at most.")
    try:
        return SOCKET_MESSAGE.validate_json(text)
    except ValidationError as error:
        raise TaskError("bad-request", tell_invalid(error.errors(include_url=False)[0])) from None


def tell_invalid(error: Any) -> str:
    """Say in a sentence what is wrong with a request: where, and why."""
    place = ".".join(str(part) for part in error["loc"] if part not in ("body", "analyse", "stop"))
    reason = error["msg"].removeprefix("Value error, ").rstrip(".")
    return f"This request makes no sense{f' in {place[:100]}' if place else ''}: {reason[:200]}."
