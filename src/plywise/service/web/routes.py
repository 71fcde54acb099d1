"""The API over HTTP, each answer as JSON and each refusal with a code and a sentence."""

import asyncio
import gzip
from functools import partial
from typing import Annotated, Any

from fastapi import APIRouter, Body, Request, Response, WebSocket

from plywise.service.jobs import Jobs
from plywise.service.messages import write_json
from plywise.service.schema import (
    DescriptionRequest,
    ErrorData,
    ExplanationData,
    ExplanationRequest,
    GameDescription,
    OfferedGames,
    OwnFileData,
    Position,
    VisitRequest,
)
from plywise.service.web.sockets import Hall

REFUSALS: dict[int | str, dict[str, Any]] = {
    400: {"model": ErrorData, "description": "The request makes no sense."},
    403: {"model": ErrorData, "description": "The request comes from another site's page."},
    404: {"model": ErrorData, "description": "There is no such game."},
    409: {"model": ErrorData, "description": "An action is not legal, or the game is over."},
    413: {"model": ErrorData, "description": "The request is too long."},
    415: {"model": ErrorData, "description": "The request is not JSON."},
    421: {"model": ErrorData, "description": "The request names another host."},
    422: {"model": ErrorData, "description": "The rules failed, or took too long."},
    429: {"model": ErrorData, "description": "Too many wait already."},
}

LEAST_PACKED = 10_000
"""Bytes from which on compressing pays."""
PACKING = 6
"""The gzip level, of 9: beyond, it takes three times as long for a fifth less."""


def make_router(jobs: Jobs) -> APIRouter:
    """Return the routes of the API."""
    router = APIRouter(prefix="/api")
    hall = Hall(jobs)

    @router.get("/games")
    async def games() -> OfferedGames:
        """List the games that can be played here."""
        return OfferedGames(games=list(jobs.offered.games))

    @router.post("/descriptions", responses={200: {"model": GameDescription}, **REFUSALS})
    async def descriptions(request: Request, asked: Annotated[DescriptionRequest, Body()]) -> Response:
        """Return what a game and its players are called, with any values of its parameters, and who can play it."""
        return await _answer(request, await jobs.description(asked))

    @router.post("/positions", responses={200: {"model": Position}, **REFUSALS})
    async def positions(request: Request, asked: Annotated[VisitRequest, Body()]) -> Response:
        """Return where a game stands after the actions, and what may be played."""
        return await _answer(request, await jobs.position(asked))

    @router.post("/files", responses={200: {"model": OwnFileData}, **REFUSALS})
    async def files(request: Request, asked: Annotated[DescriptionRequest, Body()]) -> Response:
        """Return how often the file of a game of the user's was saved, and what the doctor finds in it."""
        return await _answer(request, write_json(jobs.own_files.tell(jobs.offered.spec(asked.game))))

    @router.post("/explanations", responses={200: {"model": ExplanationData}, **REFUSALS})
    async def explanations(request: Request, asked: Annotated[ExplanationRequest, Body()]) -> Response:
        """Return why the best action is best, step by step."""
        return await _answer(request, await jobs.explanation(asked, partial(_departure, request)))

    @router.websocket("/analysis")
    async def analysis(socket: WebSocket) -> None:
        await hall.welcome(socket)

    return router


async def _departure(request: Request) -> None:
    """Return when the client is gone: once its request is read, that is all that can still come from it."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


async def _answer(request: Request, content: str) -> Response:
    """Return JSON, packed where it is long and the client can unpack it; aside, since long ones take a while."""
    body, headers = content.encode("ascii"), {"vary": "accept-encoding"}
    if len(body) >= LEAST_PACKED and accepts_gzip(request.headers.get("accept-encoding", "")):
        body = await asyncio.to_thread(gzip.compress, body, PACKING)
        headers["content-encoding"] = "gzip"
    return Response(body, headers=headers, media_type="application/json")


def accepts_gzip(codings: str) -> bool:
    """Whether a client that sends this `Accept-Encoding` can unpack gzip.

    >>> accepts_gzip("br, gzip;q=0.5"), accepts_gzip("gzip;q=0, identity"), accepts_gzip("")
    (True, False, False)
    """
    for coding in codings.lower().split(","):
        name, _, weight = coding.replace(" ", "").partition(";q=")
        if name == "gzip":
            return weight.strip("0.") != "" or not weight
    return False
