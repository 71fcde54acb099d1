"""Talk to a server as a browser does: requests, and messages on a socket."""

import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
from jsonschema_rs import Draft202012Validator
from websockets import Origin
from websockets.sync.client import ClientConnection, connect

from plywise.service.jobs import Jobs
from plywise.service.schema import SOCKET_SCHEMA

PATIENCE = 60.0


def checker(side: str) -> Draft202012Validator:
    """Return what checks the messages of one side by the published schema."""
    return Draft202012Validator({**SOCKET_SCHEMA, "anyOf": [{"$ref": f"#/$defs/{side}"}]})


ASKED, TOLD = checker("ClientMessage"), checker("ServiceMessage")


def check_told(message: Any) -> None:
    """See that a message of the service is as the published schema says."""
    problems = [f"{problem.instance_path}: {problem.message}" for problem in TOLD.iter_errors(message)]
    assert not problems, problems


@dataclass(frozen=True)
class Client:
    """One who asks a server; `jobs` are the server's, where it runs in this process."""

    http: httpx.Client
    jobs: Jobs | None = None

    @property
    def origin(self) -> str:
        return str(self.http.base_url).rstrip("/")

    def position(self, game: str, *actions: str) -> httpx.Response:
        return self.http.post("/api/positions", json={"game": game, "actions": list(actions)})

    @contextmanager
    def talk(self) -> Iterator["Talk"]:
        address = self.origin.replace("http", "ws", 1)
        with connect(f"{address}/api/analysis", origin=Origin(self.origin), proxy=None) as socket:
            yield Talk(socket)


@dataclass(frozen=True)
class Talk:
    """A conversation about positions."""

    socket: ClientConnection

    def send(self, message: Any) -> None:
        self.socket.send(json.dumps(message))

    def hear(self) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(self.socket.recv(PATIENCE))
        check_told(message)
        return message

    def analyse(self, game: str, *actions: str, number: int = 1, **more: Any) -> None:
        self.send({"type": "analyse", "id": number, "game": game, "actions": list(actions), **more})

    def stop(self, number: int = 1) -> None:
        self.send({"type": "stop", "id": number})

    def hear_all(self) -> list[dict[str, Any]]:
        """Listen until the final decision, or an error."""
        messages = [self.hear()]
        while messages[-1]["type"] != "error" and not messages[-1].get("is_final"):
            messages.append(self.hear())
        return messages

    def hear_decision(self) -> dict[str, Any]:
        """Listen until the first decision."""
        while (message := self.hear())["type"] != "decision":
            assert message["type"] != "error", message
        return message


def until(holds: Callable[[], bool], seconds: float = 20) -> None:
    """Wait for something to come about."""
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, "it never came about"
        time.sleep(0.01)


def alive(pids: set[int]) -> set[int]:
    """Return the processes that still run, on Linux."""
    return {
        pid for pid in pids if Path(f"/proc/{pid}/stat").exists() and " Z " not in Path(f"/proc/{pid}/stat").read_text()
    }
