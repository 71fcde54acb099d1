"""The API over HTTP, each answer as JSON and each refusal with a code and a sentence."""

import time
from functools import partial
from importlib.metadata import version
from typing import Annotated, Any

from fastapi import APIRouter, Body, Query, Request, Response, WebSocket

from plywise.service.jobs import Jobs
from plywise.service.schema import (
    SOCKET_SCHEMA,
    BookPage,
    DescriptionRequest,
    ExplanationData,
    ExplanationRequest,
    ExportedText,
    ExportRequest,
    GameDescription,
    Health,
    ImportedGames,
    ImportRequest,
    OfferedGames,
    OwnFileData,
    Position,
    PositionRequest,
    ProbedStates,
    ProbeRequest,
    ProbesRequest,
    SetupRequest,
    SetupState,
    Throw,
    ThrowRequest,
    VisitRequest,
)
from plywise.service.seats import Sittings
from plywise.service.web.packing import answer
from plywise.service.web.refusals import REFUSALS
from plywise.service.web.seats import add_seats
from plywise.service.web.sockets import Hall
from plywise.tasks import write_json


def make_router(jobs: Jobs, sittings: Sittings) -> APIRouter:
    """Return the routes of the API."""
    router, hall = APIRouter(prefix="/api"), Hall(jobs)
    _add_games(router, jobs)
    _add_play(router, jobs)
    _add_tables(router, jobs)
    _add_records(router, jobs)
    add_seats(router, sittings, hall)
    _add_service(router, jobs, hall)

    @router.websocket("/analysis")
    async def analysis(socket: WebSocket) -> None:
        await hall.welcome(socket)

    return router


def _add_games(router: APIRouter, jobs: Jobs) -> None:
    @router.get("/games")
    async def games() -> OfferedGames:
        """List the games that can be played here."""
        return OfferedGames(games=list(jobs.offered.games))

    @router.post("/descriptions", responses={200: {"model": GameDescription}, **REFUSALS})
    async def descriptions(request: Request, asked: Annotated[DescriptionRequest, Body()]) -> Response:
        """Return what a game and its players are called, with any values of its parameters, and who can play it."""
        return await answer(request, await jobs.description(asked, request.client))

    @router.post("/files", responses={200: {"model": OwnFileData}, **REFUSALS})
    async def files(request: Request, asked: Annotated[DescriptionRequest, Body()]) -> Response:
        """Return how often the file of a game of the user's was saved, and what the doctor finds in it."""
        return await answer(request, write_json(jobs.own_files.tell(jobs.offered.spec(asked.game))))


def _add_play(router: APIRouter, jobs: Jobs) -> None:
    @router.post("/positions", responses={200: {"model": Position}, **REFUSALS})
    async def positions(request: Request, asked: Annotated[VisitRequest, Body()]) -> Response:
        """Return where a game stands after the actions, and what may be played."""
        return await answer(request, await jobs.position(asked, request.client))

    @router.post("/books", responses={200: {"model": BookPage}, **REFUSALS})
    async def books(request: Request, asked: Annotated[PositionRequest, Body()]) -> Response:
        """Return what an opening book says of a position: each action, in how many games, and how they ended."""
        return await answer(request, await jobs.explorer(asked, request.client))

    @router.post("/throws", responses={200: {"model": Throw}, **REFUSALS})
    async def throws(request: Request, asked: Annotated[ThrowRequest, Body()]) -> Response:
        """Let chance decide where it moves, from the seed of the game's dice."""
        return await answer(request, await jobs.throw(asked, request.client))

    @router.post("/explanations", responses={200: {"model": ExplanationData}, **REFUSALS})
    async def explanations(request: Request, asked: Annotated[ExplanationRequest, Body()]) -> Response:
        """Return why the best action is best, step by step."""
        return await answer(request, await jobs.explanation(asked, partial(_departure, request), request.client))


def _add_tables(router: APIRouter, jobs: Jobs) -> None:
    @router.get("/probe", responses={200: {"model": ProbedStates}, **REFUSALS})
    async def probe(request: Request, asked: Annotated[ProbeRequest, Query()]) -> Response:
        """Return what solved tables say of a state and of each of its actions."""
        return await answer(request, await jobs.probe(asked, request.client))

    @router.post("/probes", responses={200: {"model": ProbedStates}, **REFUSALS})
    async def probes(request: Request, asked: Annotated[ProbesRequest, Body()]) -> Response:
        """Return what solved tables say of many states."""
        return await answer(request, await jobs.probes(asked, request.client))


def _add_records(router: APIRouter, jobs: Jobs) -> None:
    @router.post("/setups", responses={200: {"model": SetupState}, **REFUSALS})
    async def setups(request: Request, asked: Annotated[SetupRequest, Body()]) -> Response:
        """Return the state with certain pieces on the board, to start from."""
        return await answer(request, await jobs.setup(asked, request.client))

    @router.post("/records/import", responses={200: {"model": ImportedGames}, **REFUSALS})
    async def imports(request: Request, asked: Annotated[ImportRequest, Body()]) -> Response:
        """Return the games that a text has in it, with their variations, every action checked."""
        return await answer(request, await jobs.imports(asked, request.client))

    @router.post("/records/export", responses={200: {"model": ExportedText}, **REFUSALS})
    async def exports(request: Request, asked: Annotated[ExportRequest, Body()]) -> Response:
        """Return a game as text."""
        return await answer(request, await jobs.exports(asked, request.client))


def _add_service(router: APIRouter, jobs: Jobs, hall: Hall) -> None:
    started = time.monotonic()

    @router.get("/health")
    async def health() -> Health:
        """Say whether the service is well: how many workers search, how many jobs wait, how many sockets are open."""
        pool = jobs.search
        return Health(
            status="ok",
            version=version("plywise"),
            seconds=round(time.monotonic() - started, 3),
            workers=len(pool.workers),
            busy=pool.busy,
            waiting=pool.waiting + jobs.quick.waiting,
            sockets=hall.open,
        )

    @router.get("/socket-schema.json")
    async def socket_schema() -> dict[str, Any]:
        """Return the JSON Schema of what is said on the socket /api/analysis."""
        return SOCKET_SCHEMA


async def _departure(request: Request) -> None:
    """Return when the client is gone: once its request is read, that is all that can still come from it."""
    while (await request.receive())["type"] != "http.disconnect":
        pass
