"""`plywise serve`: play and analyse in the browser, on this machine or, with a token, from elsewhere."""

import contextlib
import importlib.util
import threading
import webbrowser
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from plywise.cli.screen import complete_game, console, find_knowledge
from plywise.games.catalog import load_game
from plywise.rules import PlywiseError
from plywise.service.door import Door, open_door


class Log(StrEnum):
    """What the server prints."""

    WARNINGS = "warnings"
    TEXT = "text"
    JSON = "json"


@dataclass(frozen=True, slots=True)
class Way:
    """How clients reach the server, and what it does about them."""

    door: Door
    port: int
    log: Log
    opens: bool


def serve(
    specs: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="GAME",
            help="Names from `plywise games`, or files; without any, the whole catalog.",
            autocompletion=complete_game,
        ),
    ] = None,
    port: Annotated[
        int, typer.Option("--port", min=0, max=65535, help="The port to listen on; 0 finds a free one.")
    ] = 8000,
    host: Annotated[
        str, typer.Option("--host", help="Where to listen; beyond 127.0.0.1 the next five options are needed.")
    ] = "127.0.0.1",
    address: Annotated[
        str | None,
        typer.Option("--address", metavar="URL", help="What people type, such as https://games.example.org."),
    ] = None,
    token_file: Annotated[
        Path | None, typer.Option("--token-file", metavar="FILE", help="What people need to come in.")
    ] = None,
    cert: Annotated[Path | None, typer.Option("--cert", metavar="FILE", help="A certificate for TLS, as PEM.")] = None,
    key: Annotated[Path | None, typer.Option("--key", metavar="FILE", help="The certificate's key.")] = None,
    proxy: Annotated[
        str | None, typer.Option("--proxy", metavar="IP", help="Where the proxy is that does TLS, instead of --cert.")
    ] = None,
    log: Annotated[
        Log, typer.Option("--log", help="What to print: warnings, or a line for each request, as text or JSON.")
    ] = Log.WARNINGS,
    opens: Annotated[bool, typer.Option("--open/--no-open", help="Open the page in the browser.")] = True,
    workers: Annotated[
        int | None, typer.Option("--workers", min=1, max=64, help="How many searches may run at the same time.")
    ] = None,
    tables: Annotated[
        list[str] | None,
        typer.Option("--tables", metavar="DIR", help="Solved tables of one of the games; may be repeated."),
    ] = None,
    knowledge: Annotated[
        list[str] | None,
        typer.Option("--knowledge", metavar="FILE", help="What was learned about one of the games; may be repeated."),
    ] = None,
    books: Annotated[
        list[str] | None,
        typer.Option("--book", metavar="FILE", help="An opening book of one of the games; may be repeated."),
    ] = None,
) -> None:
    """Play in the browser, and watch the engine think.

    Ctrl-C ends it.
    """
    if not all(importlib.util.find_spec(name) for name in ("fastapi", "uvicorn", "websockets")):
        raise PlywiseError("Serving needs the extra `web`: run pip install 'plywise[web]'.")
    door = open_door(host, address=address, token_file=token_file, cert=cert, key=key, proxy=proxy)
    aids = {"tables": tables or [], "knowledge": knowledge or _beside(specs or []), "books": books or []}
    _serve(specs or [], aids, Way(door, port, log, opens), workers)


def _beside(specs: list[str]) -> list[str]:
    """Return the files of knowledge that lie beside the games' own, as far as they won their match."""
    files = [Path(spec.partition(":")[0]).with_suffix(".knowledge") for spec in specs]
    found = zip(specs, files, strict=True)
    return [str(file) for spec, file in found if file.is_file() and find_knowledge(spec, load_game(spec))]


def _serve(specs: list[str], aids: dict[str, list[str]], way: Way, workers: int | None) -> None:
    from plywise.service.settings import Settings
    from plywise.service.web import create_app, listen, make_server
    from plywise.tasks import offer

    settings = Settings() if workers is None else Settings(workers=workers)
    app = create_app(offer(specs, **aids, keeps_secrets=True), settings, way.door)
    server = make_server(app, way.door, way.log.value)
    with contextlib.closing(listen(way.port, way.door)) as listener, contextlib.suppress(KeyboardInterrupt):
        address = f"{way.door.address or f'http://127.0.0.1:{listener.getsockname()[1]}'}/"
        console.print(f"Plywise listens at {address} (Ctrl-C ends it)", soft_wrap=True)
        if way.opens and not way.door.is_public:
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
        server.run(sockets=[listener])
