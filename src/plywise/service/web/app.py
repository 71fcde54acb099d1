"""The application: the API, the front end's files, and the guard before both. Needs the extra `web`.

browser --- guard --- routes, sockets --- jobs --- pool === worker processes, which alone run the rules of games
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any
from urllib.parse import quote

from fastapi import FastAPI, HTTPException, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException as AnyHTTPException
from starlette.responses import RedirectResponse

from plywise.service.door import Door
from plywise.service.jobs import Jobs
from plywise.service.seats import Sittings
from plywise.service.settings import Settings
from plywise.service.web.assets import Assets
from plywise.service.web.guard import Guard
from plywise.service.web.logs import RequestLog
from plywise.service.web.manual import make_docs
from plywise.service.web.routes import make_router
from plywise.service.web.sockets import tell_invalid
from plywise.tasks import Offered, TaskError, write_json

TITLE = "Plywise"
NOT_BUILT = "The front end is not built: run `npm run build` in web/, or install Plywise from a wheel."


def create_app(offered: Offered, settings: Settings | None = None, door: Door | None = None) -> FastAPI:
    """Return the application for the offered games; its workers live from start-up to shutdown."""
    settings = settings or Settings()
    jobs = Jobs(offered, settings)
    sittings = Sittings(jobs)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        try:
            await jobs.start()
            yield
        finally:
            await sittings.close()
            await jobs.close()

    app = FastAPI(title=TITLE, lifespan=lifespan, docs_url=None, redoc_url=None, openapi_url="/api/openapi.json")
    app.state.jobs, app.state.sittings = jobs, sittings
    app.add_middleware(Guard, door=door)
    app.add_middleware(RequestLog)
    for kind, handler in {
        TaskError: _tell_error,
        RequestValidationError: _tell_invalid,
        AnyHTTPException: _tell_other,
    }.items():
        app.add_exception_handler(kind, handler)
    app.include_router(make_router(jobs, sittings))
    app.include_router(make_docs(app.openapi))
    app.add_api_route("/play/{game:path}", _open_game, include_in_schema=False)
    _add_front_end(app, settings)
    return app


def _add_front_end(app: FastAPI, settings: Settings) -> None:
    if (settings.built / "index.html").is_file():
        app.mount("/", Assets(settings.built))
        return

    @app.get("/", include_in_schema=False)
    async def not_built() -> None:
        raise HTTPException(404, NOT_BUILT)


async def _open_game(request: Request, game: str) -> Response:
    """Lead /play/othello?size=6 to where the page has that game."""
    values = ",".join(f"{name}={value}" for name, value in request.query_params.items())
    listed = f":{values}" if values else ""
    return RedirectResponse(f"/#/{quote(game + listed, safe='')}")


async def _tell_error(_: Request, error: Any) -> Response:
    return _refusal(error)


async def _tell_invalid(_: Request, error: Any) -> Response:
    return _refusal(TaskError("bad-request", tell_invalid(error.errors()[0])))


async def _tell_other(_: Request, error: Any) -> Response:
    """Put what the framework refuses into the API's own form."""
    sentences = {
        404: "There is nothing at this address: see /docs.",
        405: "This address doesn't answer that method: see /docs.",
    }
    sentence = sentences.get(error.status_code, f"{str(error.detail).rstrip('.')}.")
    message = error.detail if error.detail == NOT_BUILT else sentence
    refusal = _refusal(TaskError("limit" if error.status_code == 413 else "bad-request", message, error.status_code))
    refusal.headers.update(error.headers or {})
    return refusal


def _refusal(error: TaskError) -> Response:
    headers = {"retry-after": "1"} if error.status == 429 else {}
    return Response(write_json(error.to_data()), error.status, headers, "application/json")
