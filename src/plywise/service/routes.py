"""The API over HTTP, each answer as JSON and each refusal with a code and a sentence."""

from typing import Annotated, Any

from fastapi import APIRouter, Body, Response, WebSocket

from plywise.service.jobs import Jobs
from plywise.service.schema import (
    ErrorData,
    ExplanationData,
    ExplanationRequest,
    OfferedGames,
    Position,
    PositionRequest,
)
from plywise.service.sockets import Hall

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


def make_router(jobs: Jobs) -> APIRouter:
    """Return the routes of the API."""
    router = APIRouter(prefix="/api")
    hall = Hall(jobs)

    @router.get("/games")
    async def games() -> OfferedGames:
        """List the games that can be played here."""
        return OfferedGames(games=list(jobs.offered.games))

    @router.post("/positions", responses={200: {"model": Position}, **REFUSALS})
    async def positions(request: Annotated[PositionRequest, Body()]) -> Response:
        """Return where a game stands after the actions, and what may be played."""
        return _json(await jobs.position(request))

    @router.post("/explanations", responses={200: {"model": ExplanationData}, **REFUSALS})
    async def explanations(request: Annotated[ExplanationRequest, Body()]) -> Response:
        """Return why the best action is best, step by step."""
        return _json(await jobs.explanation(request))

    @router.websocket("/analysis")
    async def analysis(socket: WebSocket) -> None:
        await hall.welcome(socket)

    return router


def _json(content: str) -> Response:
    return Response(content, media_type="application/json")
