"""Beyond this machine nobody comes in without a token, nor unencrypted; nothing here ever listens there."""

import asyncio
from pathlib import Path

import pytest

from plywise.rules import PlywiseError
from plywise.service.door import Door, open_door
from plywise.service.web.guard import Guard

TOKEN = "correct-horse-battery-staple"
NAME = "games.example.org"


@pytest.fixture
def papers(tmp_path) -> dict[str, Path]:
    """A token, a certificate and a key, as files."""
    files = {name: tmp_path / name for name in ("token", "cert", "key")}
    for file in files.values():
        file.write_text(f"{TOKEN}\n")
    return files


def test_this_machine_alone_needs_nothing():
    assert open_door() == open_door("localhost") == Door()


@pytest.mark.parametrize(
    ("host", "left_out", "changed", "words"),
    [
        ("0.0.0.0", {"address"}, {}, "needs --address https://NAME"),
        ("0.0.0.0", {}, {"address": "http://games.example.org"}, "needs --address https://NAME"),
        ("0.0.0.0", {}, {"address": "https://games.example.org/path"}, "needs --address https://NAME"),
        ("10.0.0.5", {"token_file"}, {}, "needs --token-file"),
        ("::", {"cert", "key"}, {}, "must be encrypted"),
        ("0.0.0.0", {"key"}, {}, "must be encrypted"),
        ("0.0.0.0", {}, {"proxy": "10.0.0.9"}, "must be encrypted"),
        ("0.0.0.0", {"cert", "key"}, {"proxy": "proxy.example.org"}, "--proxy takes an address"),
        ("games.example.org", {}, {}, "--host takes an address"),
        ("127.0.0.1", {"token_file"}, {}, "needs --token-file"),
        ("0.0.0.0", {}, {"cert": Path("missing.pem")}, "There is no file missing.pem"),
        ("0.0.0.0", {}, {"token_file": Path("missing")}, "The token can't be read from missing"),
    ],
)
def test_a_door_that_is_not_safe_is_not_opened(papers, host, left_out, changed, words):
    options = {
        "address": f"https://{NAME}",
        "token_file": papers["token"],
        "cert": papers["cert"],
        "key": papers["key"],
    }
    chosen = {name: value for name, value in {**options, **changed}.items() if name not in left_out}
    with pytest.raises(PlywiseError, match=words) as refused:
        open_door(host, **chosen)
    assert str(refused.value).endswith(".")


@pytest.mark.parametrize("token", ["", "short", "with spaces in it, and long enough", "ümlaut-" * 10, "x" * 300])
def test_a_weak_token_is_refused(papers, token):
    papers["token"].write_text(token, encoding="utf-8")
    with pytest.raises(PlywiseError, match="holds no token"):
        open_door("0.0.0.0", address=f"https://{NAME}", token_file=papers["token"], proxy="10.0.0.9")


def test_a_safe_one_is_opened(papers):
    token = papers["token"]
    door = open_door(
        "0.0.0.0", address=f"https://{NAME}:8443/", token_file=token, cert=papers["cert"], key=papers["key"]
    )
    assert (door.is_public, door.name, door.token) == (True, f"{NAME}:8443", TOKEN)
    behind = open_door("127.0.0.1", address=f"https://{NAME}", token_file=token, proxy="127.0.0.1")
    assert (behind.is_public, behind.host, behind.proxy) == (True, "127.0.0.1", "127.0.0.1")


DOOR = Door("0.0.0.0", f"https://{NAME}", TOKEN, proxy="10.0.0.9")


def knock(door=DOOR, kind="http", path="/", query="", peer="10.0.0.9", **headers):
    """Ask a guard, without a server, and return what it sends first; an empty dictionary where it lets one through."""
    sent = []

    async def app(scope, receive, send):
        pass

    async def receive():
        return {"type": f"{kind}.connect"}

    async def send(message):
        sent.append(message)

    named = {"host": NAME, **headers}
    scope = {
        "type": kind,
        "method": "GET",
        "path": path,
        "query_string": query.encode(),
        "client": (peer, 1),
        "headers": [(name.encode(), value.encode("latin-1")) for name, value in named.items()],
    }
    asyncio.run(Guard(app, door)(scope, receive, send))
    return sent[0] if sent else {}


BEARER = {"authorization": f"Bearer {TOKEN}"}


@pytest.mark.parametrize(
    ("asked", "status"),
    [
        ({}, 401),
        ({"authorization": "Bearer other"}, 401),
        ({"authorization": "Bearer "}, 401),
        ({"cookie": "plywise-token=other"}, 401),
        ({"cookie": "plywise-token"}, 401),
        ({"cookie": "\xff=\xff; ;;"}, 401),
        ({"query": "token=other"}, 401),
        ({"path": "/api/games", "query": f"token={TOKEN}"}, 401),
        ({**BEARER, "peer": "10.0.0.8"}, 403),
        ({**BEARER, "host": "127.0.0.1"}, 421),
        ({**BEARER, "host": "evil.example"}, 421),
        ({**BEARER, "origin": f"http://{NAME}"}, 403),
        (BEARER, None),
        ({**BEARER, "origin": f"https://{NAME}"}, None),
        ({"cookie": f"other=1; plywise-token={TOKEN}"}, None),
        ({"query": f"token={TOKEN}"}, 303),
    ],
)
def test_who_comes_in(asked, status):
    assert knock(**asked).get("status") == status


def test_a_socket_needs_the_token_too():
    own = {"origin": f"https://{NAME}"}
    assert knock(kind="websocket", path="/api/analysis", **own)["type"] == "websocket.close"
    assert knock(kind="websocket", path="/api/analysis", **BEARER)["type"] == "websocket.close"
    assert knock(kind="websocket", path="/api/analysis", **own, **BEARER) == {}


def test_who_brings_the_token_in_the_address_gets_a_cookie():
    headers = {name: value.decode() for name, value in knock(query=f"token={TOKEN}")["headers"]}
    assert headers[b"location"] == "./"
    assert headers[b"set-cookie"].startswith(f"plywise-token={TOKEN}; Path=/; HttpOnly; Secure; SameSite=Lax")
    assert "wss://games.example.org" in headers[b"content-security-policy"]


def test_this_machine_alone_needs_no_token():
    assert knock(Door(), host="127.0.0.1:8000", peer="127.0.0.1") == {}
