"""`plywise serve` as a person starts it: what it says, whom it refuses, and that nothing is left when it ends."""

import contextlib
import signal
import socket
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from plywise.tasks import CLOSED
from tests.cli.conftest import plywise  # noqa: F401 (a fixture)
from tests.docs.pages import environment
from tests.service.conftest import serving
from tests.service.talk import alive, until


def children(pid: int) -> set[int]:
    """Return the processes that a process has started."""
    found = set()
    for task in Path(f"/proc/{pid}/task").iterdir():
        found |= {int(child) for child in (task / "children").read_text().split()}
    return found


@pytest.mark.skipif(sys.platform != "linux", reason="looks at /proc")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGKILL])
def test_no_worker_is_left_behind(number, files):
    with serving("connect-four", f"{files}/traps.py:Lazy") as server, server.client() as client, client.talk() as talk:
        talk.analyse("traps:Lazy", seconds=60)
        client.position("connect-four")
        workers = children(server.process.pid)
        assert len(workers) >= 3
        server.process.send_signal(number)
        code = server.process.wait(20)
        until(lambda: not alive(workers))
    assert code == {signal.SIGINT: 0}.get(number, -number)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_whoever_waits_when_it_ends_is_told(number, files):
    (files / "looping").unlink(missing_ok=True)
    with serving(f"{files}/traps.py:Lazy") as server, server.client() as client, ThreadPoolExecutor() as threads:
        asked = {"game": "traps:Lazy", "depth": 1}
        answers = [threads.submit(client.http.post, "/api/explanations", json=asked) for _ in range(4)]
        until((files / "looping").exists)
        server.process.send_signal(number)
        told = [answer.result() for answer in answers]
        assert server.process.wait(20) == (0 if number == signal.SIGINT else -number)
        complaints = server.process.communicate(timeout=10)[1]
    assert {(response.status_code, response.json()["message"]) for response in told} == {(422, CLOSED)}
    assert not complaints


def test_a_users_file_is_served_beside_the_page(server):
    with server.client() as client:
        assert [game["id"] for game in client.http.get("/api/games").json()["games"]][-1] == "to-ten"
        assert client.position("to-ten", "plus 1").json()["state"]
        with client.talk() as talk:
            talk.analyse("to-ten", "plus 1", seconds=10)
            assert talk.hear_all()[-1]["decision"]["action"] == "plus 1"
        page = client.http.get("/")
        assert page.headers["content-type"].startswith("text/html")


def test_a_taken_port_is_one_sentence(plywise):  # noqa: F811
    with contextlib.closing(socket.create_server(("127.0.0.1", 0))) as taken:
        port = taken.getsockname()[1]
        done = plywise("serve", "nim", "--no-open", "--port", str(port))
    assert done.returncode == 1
    assert f"Port {port} can't be listened on (Address already in use): choose another with --port" in done.stderr
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (["nim", "--host", "0.0.0.0"], "needs --address https://NAME"),
        (["nowhere"], "There is no game called 'nowhere'"),
        (["missing.py"], "There is no file missing.py"),
        (["broken.py"], "broken.py:1:"),
    ],
)
def test_what_cant_be_served_is_one_sentence(plywise, tmp_path, args, sentence):  # noqa: F811
    (tmp_path / "broken.py").write_text("def broken(:\n")
    done = plywise("serve", "--no-open", "--port", "0", *args)
    assert done.returncode == 1
    assert sentence in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_without_the_extra_it_says_what_to_install(tmp_path):
    hide = "import sys; sys.modules['fastapi'] = None; sys.argv = ['plywise', 'serve']; "
    hide += "from plywise.cli.main import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", hide], capture_output=True, text=True, env=environment(), cwd=tmp_path, check=False
    )
    assert done.returncode == 1
    assert done.stderr.strip() == "plywise: Serving needs the extra `web`: run pip install 'plywise[web]'."


def test_the_command_itself_needs_no_extra(tmp_path):
    code = "import sys, plywise.cli.main; assert not {'fastapi', 'uvicorn', 'pydantic'} & {*sys.modules}"
    subprocess.run([sys.executable, "-c", code], env=environment(), cwd=tmp_path, check=True)


def test_a_file_beside_it_does_not_pass_for_a_module(tmp_path):
    (tmp_path / "json.py").write_text("raise SystemExit('not this one')")
    (tmp_path / "queue.py").write_text("raise SystemExit('not this one')")
    with serving("nim", "--workers", "1", folder=tmp_path) as server, server.client() as client:
        assert client.position("nim").status_code == 200
