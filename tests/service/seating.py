"""Sittings as their seats meet them, without a network: every byte that the application sends to a seat is kept.

A script is one playing of a game by the names of its actions. Two that look alike to a seat must be the same to it,
byte by byte, whatever is hidden.
"""

import asyncio
import json
from dataclasses import dataclass, field
from typing import Any

from fastapi import FastAPI

from plywise.rules import (
    CHANCE,
    Game,
    IllegalActionError,
    Information,
    Lots,
    OwnAction,
    Record,
    first_information,
    next_information,
)
from plywise.service.jobs import Job
from plywise.service.seats import sitting as sittings
from plywise.service.worker.tasks import TASKS
from plywise.tasks import tell_failure, write_json

HOST = b"127.0.0.1:8000"
MOST_TRIES = 120
MOST_PLIES = 120


async def run_here(job: Job) -> str:
    """Do a job as a worker would, in this process."""
    try:
        result = write_json(TASKS[job.task](lambda kind, content: None, **json.loads(write_json(job.arguments))))
    except Exception as error:
        raise tell_failure(error) from None
    await asyncio.sleep(0)
    return result


@dataclass
class Seat:
    """One seat, its socket, and all that it was sent."""

    app: FastAPI
    sitting: str
    player: int
    token: str
    heard: list[bytes] = field(default_factory=list)
    views: list[dict[str, Any]] = field(default_factory=list)
    _incoming: "asyncio.Queue[dict[str, Any]]" = field(default_factory=asyncio.Queue)
    _socket: "asyncio.Task[None] | None" = None

    @property
    def path(self) -> str:
        return f"/api/sittings/{self.sitting}/seats/{self.player}"

    async def sit(self) -> None:
        """Open the socket."""
        self._incoming.put_nowait({"type": "websocket.connect"})
        self._incoming.put_nowait(
            {"type": "websocket.receive", "text": json.dumps({"type": "sit", "token": self.token})}
        )
        scope = _scope("websocket", f"{self.path}/live", {b"origin": b"http://" + HOST}, "")
        self._socket = asyncio.create_task(self.app(scope, self._incoming.get, self._hear))
        await self.listen()

    async def leave(self) -> None:
        """Close the socket."""
        assert self._socket
        self._incoming.put_nowait({"type": "websocket.disconnect", "code": 1000})
        await self._socket

    async def listen(self) -> None:
        """Hear what the service has to say by now."""
        for _ in range(8):
            await asyncio.sleep(0)

    async def look(self) -> dict[str, Any]:
        """Ask what the seat sees."""
        return await self._ask("GET", self.path, None)

    async def act(self, action: str) -> dict[str, Any]:
        """Play an action."""
        return await self._ask("POST", f"{self.path}/actions", {"action": action})

    async def _ask(self, method: str, path: str, body: Any) -> dict[str, Any]:
        parts = await ask(self.app, method, path, body, self.token)
        self.heard += parts
        answer: dict[str, Any] = json.loads(parts[-1])
        return answer

    async def _hear(self, message: Any) -> None:
        self.heard.append(repr(sorted(message.items())).encode())
        if message["type"] == "websocket.send":
            self.views.append(json.loads(message["text"]))


async def ask(app: FastAPI, method: str, path: str, body: Any, token: str | None = None) -> list[bytes]:
    """Send a request; return status, headers and body, as sent."""
    content = b"" if body is None else json.dumps(body).encode()
    headers = {b"content-type": b"application/json"} | ({b"seat-token": token.encode()} if token is not None else {})
    parts: list[bytes] = []

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": content, "more_body": False}

    async def send(message: Any) -> None:
        if message["type"] == "http.response.start":
            parts.append(repr((message["status"], sorted(message["headers"]))).encode())
        elif message.get("body"):
            parts.append(message["body"])

    await app(_scope("http", path, headers, method), receive, send)
    return parts


def _scope(kind: str, path: str, headers: dict[bytes, bytes], method: str) -> dict[str, Any]:
    return {
        "type": kind,
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "scheme": "ws" if kind == "websocket" else "http",
        "method": method,
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "root_path": "",
        "subprotocols": [],
        "headers": [(b"host", HOST), *headers.items()],
        "client": ("127.0.0.1", 50_000),
        "server": ("127.0.0.1", 8000),
    }


async def play_script(app: FastAPI, game_id: str, script: Record, player: int, monkeypatch: Any) -> Seat:
    """Play a script by its seats; return one of them with all that it was sent. Chance falls as the script says."""
    game, stretches = script.game, _stretches(script)
    monkeypatch.setattr(sittings, "fresh_lots", lambda: next(stretches))
    asked = {"game": game_id, "seats": ["person"] * game.players, "seconds": 1.0}
    begun = json.loads((await ask(app, "POST", "/api/sittings", asked))[-1])
    seats = [Seat(app, begun["sitting"], each["player"], each["token"]) for each in begun["tokens"]]
    await seats[player].sit()
    for state, action in zip(script.states, script.actions, strict=False):
        if game.to_move(state) != CHANCE:
            await seats[game.to_move(state)].act(game.action_name(state, action))
            await seats[player].listen()
    await seats[player].look()
    await seats[player].act("an action that nobody has")
    await seats[player].leave()
    return seats[player]


def _stretches(script: Record) -> Any:
    """Yield the random numbers that make chance fall as in a script: from each player's action to the next."""
    lots: list[float] = []
    for at, state in enumerate(script.states[:-1]):
        if script.game.to_move(state) == CHANCE:
            lots.append(_lot(script, at) or 0.0)
        else:
            yield lots
            lots = []
    yield lots


def _lot(script: Record, at: int) -> float | None:
    """Return a number that chance draws a script's outcome by; None where a player moves."""
    game, state = script.game, script.states[at]
    if game.to_move(state) != CHANCE:
        return None
    before = 0.0
    for outcome, probability in game.chances(state):
        if outcome == script.actions[at]:
            return before + probability / 2
        before += probability
    raise IllegalActionError("The script's outcome isn't one of chance's.")


def random_script(game: Game, lots: Lots) -> Record:
    """Play at random to an end, or to where somebody has to act."""
    record = Record(game)
    most = lots.below(2) * MOST_PLIES or 1 + lots.below(16)
    while not record.is_over and (len(record.actions) < most or game.to_move(record.state) == CHANCE):
        if game.to_move(record.state) == CHANCE:
            record.add(lots.draw(game.chances(record.state)))
        else:
            options = record.options()
            record.add(options[lots.below(len(options))])
    return record


def random_pair(game: Game, player: int, lots: Lots) -> tuple[Record, Record]:
    """Return two scripts that are the same to a player, and not in truth.

    At the end, much is open to all: then the pair ends earlier, where something is still hidden.
    """
    while True:
        script = random_script(game, lots)
        while script.actions:
            is_settled = script.is_over or game.to_move(script.state) != CHANCE
            twin = look_alike(script, player, lots) if is_settled else None
            if twin is not None:
                return script, twin
            script.undo()


def look_alike(script: Record, player: int, lots: Lots) -> Record | None:
    """Return a script that a player can't tell from this one, and that is another in truth; None if none is found."""
    game, wanted = script.game, (first_information(script.game, script.states[0], player))
    for before, action, after in zip(script.states, script.actions, script.states[1:], strict=False):
        wanted = next_information(game, wanted, player, before, action, after)
    tries = [MOST_TRIES]

    def extend(record: Record, known: Information) -> bool:
        tries[0] -= 1
        if tries[0] < 0 or len(record.actions) > MOST_PLIES:
            return False
        state = record.state
        is_settled = record.is_over or game.to_move(state) != CHANCE
        if known == wanted and is_settled and record.actions != script.actions and record.is_over == script.is_over:
            return game.is_terminal(state) or game.to_move(state) == game.to_move(script.state)
        options = [] if record.is_over else record.options()
        for at in range(len(options)):
            other = at + lots.below(len(options) - at)
            options[at], options[other] = options[other], options[at]
            if game.to_move(state) == player and wanted[len(known) : len(known) + 1] != (OwnAction(options[at]),):
                continue
            record.add(options[at])
            then = next_information(game, known, player, state, options[at], record.state)
            if wanted[: len(then)] == then and extend(record, then):
                return True
            record.undo()
        return False

    found = Record(game)
    return found if extend(found, first_information(game, found.state, player)) else None
