"""Seats over HTTP and WebSocket: whoever shows a seat's token gets what that seat sees, everybody else a refusal.

The token comes in a header or in a socket's first message: addresses are written into logs and histories.
"""

import asyncio
import contextlib
import time
from typing import Annotated, Any

from fastapi import APIRouter, Body, Header, Request, Response, WebSocket, WebSocketDisconnect
from pydantic import ValidationError

from plywise.service.schema import (
    SEAT_SCHEMA,
    SIT_MESSAGE,
    SeatActionRequest,
    SeatToken,
    SeatView,
    SittingData,
    SittingRequest,
)
from plywise.service.seats import Sitting, Sittings
from plywise.service.settings import MOST_BYTES
from plywise.service.web.packing import answer
from plywise.service.web.refusals import REFUSALS
from plywise.service.web.sockets import POLICY_VIOLATION, Hall, send, tell_invalid
from plywise.tasks import TaskError, write_json

SIT_SECONDS = 5
"""For the first message of a socket to come in."""

NO_TOKEN = 'The first message must be the seat\'s token: {"type": "sit", "token": ...}.'
NO_MORE = "Nothing more is read here: actions are posted to /api/sittings."

Token = Annotated[str | None, Header(alias="Seat-Token", max_length=100)]


def add_seats(router: APIRouter, sittings: Sittings, hall: Hall) -> None:
    """Add the routes of games that hide something."""
    seat = "/sittings/{sitting}/seats/{player}"

    @router.post("/sittings", responses={200: {"model": SittingData}, **REFUSALS})
    async def start(request: Request, asked: Annotated[SittingRequest, Body()]) -> Response:
        """Begin a game that hides something; the answer has the token of each person's seat."""
        begun = await sittings.start(asked)
        tokens = [SeatToken(player=player, token=token) for player, token in begun.tokens.items()]
        return await _private(request, SittingData(sitting=begun.id, tokens=tokens).model_dump())

    @router.get(seat, responses={200: {"model": SeatView}, **REFUSALS})
    async def look(request: Request, sitting: str, player: int, token: Token = None) -> Response:
        """Return what a seat sees; the header Seat-Token must have the seat's own token."""
        return await _private(request, sittings.admit(sitting, player, token).seen_by(player))

    @router.post(f"{seat}/actions", responses={200: {"model": SeatView}, **REFUSALS})
    async def act(
        request: Request, sitting: str, player: int, asked: Annotated[SeatActionRequest, Body()], token: Token = None
    ) -> Response:
        """Play an action that the seat was offered, and return what it sees then; nothing can be taken back."""
        found = sittings.admit(sitting, player, token)
        await found.act(player, asked.action)
        return await _private(request, found.seen_by(player))

    @router.get("/seat-schema.json")
    async def seat_schema() -> dict[str, Any]:
        """Return the JSON Schema of what is said on a seat's socket, /api/sittings/{sitting}/seats/{player}/live."""
        return SEAT_SCHEMA

    @router.websocket(f"{seat}/live")
    async def live(socket: WebSocket, sitting: str, player: int) -> None:
        async with hall.place(socket) as is_free:
            if is_free:
                await _show(socket, sittings, sitting, player)


async def _private(request: Request, content: dict[str, Any]) -> Response:
    """Return an answer that no cache keeps."""
    response = await answer(request, write_json(content))
    response.headers["cache-control"] = "no-store"
    return response


async def _show(socket: WebSocket, sittings: Sittings, sitting_id: str, player: int) -> None:
    """Send what a seat sees, again whenever that has changed, until the client leaves."""
    try:
        sitting = sittings.admit(sitting_id, player, await _read_token(socket))
        leaving = asyncio.create_task(_departure(socket))
        sitting.watchers += 1
        try:
            await _send_changes(socket, sitting, player, leaving)
        finally:
            leaving.cancel()
            sitting.watchers -= 1
            sitting.used_at = time.monotonic()
    except TaskError as error:
        await send(socket, {"type": "error", "id": None, **error.to_data()})
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            await socket.close(POLICY_VIOLATION)
    except WebSocketDisconnect:
        pass


async def _send_changes(socket: WebSocket, sitting: Sitting, player: int, leaving: "asyncio.Task[None]") -> None:
    sent: dict[str, Any] | None = None
    while not leaving.done():
        change = asyncio.create_task(sitting.change(player))
        await asyncio.sleep(0)  # from here on no change is missed
        try:
            seen = sitting.seen_by(player)
            if seen != sent:
                await send(socket, {"type": "seat", **seen})
                sent = seen
            await asyncio.wait((change, leaving), return_when=asyncio.FIRST_COMPLETED)
        finally:
            change.cancel()
    leaving.result()


async def _read_token(socket: WebSocket) -> str:
    try:
        async with asyncio.timeout(SIT_SECONDS):
            text = await _receive(socket)
        return SIT_MESSAGE.validate_json(text).token
    except TimeoutError:
        raise TaskError("bad-request", NO_TOKEN, 401) from None
    except ValidationError as error:
        raise TaskError("bad-request", tell_invalid(error.errors(include_url=False)[0])) from None


async def _receive(socket: WebSocket) -> str:
    received = await socket.receive()
    if received["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(received.get("code", 1000))
    text = received.get("text")
    if text is None or len(text.encode("utf-8", "surrogatepass")) > MOST_BYTES:
        raise TaskError("bad-request", NO_TOKEN)
    return str(text)


async def _departure(socket: WebSocket) -> None:
    """Return when the client has left; raises TaskError where it says anything more."""
    with contextlib.suppress(WebSocketDisconnect):
        await _receive(socket)
        raise TaskError("bad-request", NO_MORE)
