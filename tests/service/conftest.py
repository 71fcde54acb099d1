"""The service as its clients meet it: in this process for what must be reached into, and as `plywise serve`."""

import contextlib
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi import FastAPI

from plywise.service.settings import Settings
from plywise.service.web import create_app, listen, make_server
from plywise.tasks import offer
from tests.docs.pages import environment
from tests.service.games import NUMBERS, TRAPS
from tests.service.talk import PATIENCE, Client

SETTINGS = Settings(
    workers=1,
    queue=16,
    sockets=24,
    quick_seconds=1.5,
    stop_seconds=0.5,
    slack_seconds=1.5,
    memory_mb=3000,
    compiles_ahead=False,
)


@pytest.fixture(scope="session")
def files(tmp_path_factory: Any) -> Path:
    """A folder with the user's game files."""
    folder: Path = tmp_path_factory.mktemp("games")
    (folder / "to-ten.py").write_text(NUMBERS, encoding="utf-8")
    (folder / "traps.py").write_text(TRAPS, encoding="utf-8")
    return folder


@pytest.fixture(scope="session")
def client(files: Path) -> Iterator[Client]:
    """A server in this process, which can be reached into, with workers of its own."""
    specs = ["tic-tac-toe", "connect-four", "dice-race", "figure-5.4", "nim:piles=1-2", "three-kings", "chess"]
    traps = [f"{files}/traps.py:{name}" for name in ("Traps", "Lazy", "Deaf")]
    app = create_app(offer([*specs, f"{files}/to-ten.py", *traps]), SETTINGS)
    with hosting(app) as address, httpx.Client(base_url=address, timeout=PATIENCE) as http:
        yield Client(http, app.state.jobs)


@contextlib.contextmanager
def hosting(app: FastAPI) -> Iterator[str]:
    """Run a server in a thread, and return its address."""
    with contextlib.closing(listen(0)) as listener:
        server = make_server(app)
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
        thread.start()
        try:
            yield f"http://127.0.0.1:{listener.getsockname()[1]}"
        finally:
            server.should_exit = True
            thread.join(20)
    assert not thread.is_alive()


@dataclass(frozen=True)
class Server:
    """A `plywise serve` under way."""

    process: "subprocess.Popen[str]"
    port: int

    @contextlib.contextmanager
    def client(self) -> Iterator[Client]:
        with httpx.Client(base_url=f"http://127.0.0.1:{self.port}", timeout=PATIENCE) as http:
            yield Client(http)


@contextlib.contextmanager
def serving(*args: str, folder: Path | None = None) -> Iterator[Server]:
    """Run `plywise serve` on a free port, and end it."""
    command = [str(Path(sys.executable).parent / "plywise"), "serve", "--port", "0", "--no-open", *args]
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment(), cwd=folder
    )
    try:
        assert process.stdout
        line = process.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:(\d+)/", line)
        assert found, line + process.communicate(timeout=10)[1]
        yield Server(process, int(found[1]))
    finally:
        process.send_signal(signal.SIGTERM)
        _, complaints = process.communicate(timeout=20)
    assert "Traceback" not in complaints, complaints


@pytest.fixture(scope="session")
def server(files: Path) -> Iterator[Server]:
    """The command as a user runs it, with a game of the user's own."""
    with serving("tic-tac-toe", "figure-5.2", "dice-race", str(files / "to-ten.py"), "--workers", "1") as running:
        yield running
