"""Only this machine's own pages may ask, in small JSON requests; and the browser is put on guard."""

import socket
import time

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from plywise.service.web.guard import check_body
from plywise.service.web.server import REQUEST_SECONDS

HOSTS = [
    "evil.example",
    "127.0.0.1.evil.example",
    "localhost.evil.example:80",
    "10.0.0.1",
    "127.0.0.1:80:80",
    "",
    "[::2]",
]


def raw(client, text):
    """Send bytes that no well-behaved client would, and return the status line."""
    url = client.http.base_url
    with socket.create_connection((url.host, url.port), timeout=10) as connection:
        connection.sendall(text.replace("\n", "\r\n").encode("latin-1"))
        return connection.makefile("rb").readline().decode("latin-1")


@pytest.mark.parametrize("host", HOSTS)
@pytest.mark.parametrize("path", ["/", "/api/games"])
def test_another_hosts_name_is_refused(client, host, path):
    response = client.http.get(path, headers={"host": host})
    assert response.status_code == 421
    assert "127.0.0.1" in response.json()["message"]


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "localhost:8000", "[::1]:9"])
def test_this_machines_names_are_not(client, host):
    assert client.http.get("/api/games", headers={"host": host}).status_code == 200


def test_two_hosts_are_none(client):
    line = raw(client, "GET / HTTP/1.1\nHost: 127.0.0.1\nHost: evil.example\n\n")
    assert " 421 " in line or " 400 " in line


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "http://127.0.0.1:1", "https://127.0.0.1", "file://", ""]
)
def test_another_sites_page_is_refused(client, origin):
    response = client.http.post("/api/positions", json={"game": "tic-tac-toe"}, headers={"origin": origin})
    assert response.status_code == 403
    address = client.origin.replace("http", "ws")
    with pytest.raises(InvalidStatus, match="403"), connect(f"{address}/api/analysis", origin=origin, proxy=None):
        pass


def test_the_own_page_is_not(client):
    response = client.http.post("/api/positions", json={"game": "tic-tac-toe"}, headers={"origin": client.origin})
    assert response.status_code == 200


def test_a_socket_must_say_where_it_comes_from(client):
    with (
        pytest.raises(InvalidStatus, match="403"),
        connect(f"{client.origin.replace('http', 'ws')}/api/analysis", proxy=None),
    ):
        pass


def test_every_answer_puts_the_browser_on_guard(client):
    for response in [
        client.http.get("/"),
        client.http.get("/api/games"),
        client.http.get("/nowhere"),
        client.http.get("/", headers={"host": "evil.example"}),
    ]:
        policy = response.headers["content-security-policy"]
        assert "default-src 'none'; script-src 'self';" in policy
        assert "frame-ancestors 'none'" in policy
        assert "unsafe-eval" not in policy
        assert response.headers["x-content-type-options"] == "nosniff"
        assert response.headers["referrer-policy"] == "no-referrer"
        assert "access-control-allow-origin" not in response.headers


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""])
def test_only_json_is_read(client, kind):
    response = client.http.post("/api/positions", content=b'{"game": "tic-tac-toe"}', headers={"content-type": kind})
    assert response.status_code == 415


def test_a_long_request_is_cut_off_whatever_it_says_of_itself(client):
    body, kind = b" " * 70_000, {"content-type": "application/json"}
    told = client.http.post("/api/positions", content=body, headers=kind)
    streamed = client.http.post("/api/positions", content=iter([body[:40_000], body[40_000:]]), headers=kind)
    for response in (told, streamed):
        assert (response.status_code, response.json()["code"]) == (413, "limit")
    assert client.position("tic-tac-toe").status_code == 200


@pytest.mark.parametrize(
    "path",
    [
        "/../settings.py",
        "/..%2fsettings.py",
        "/%2e%2e/settings.py",
        "/assets/../../app.py",
        "/assets/..%5c..%5capp.py",
        "//etc/passwd",
        "/%00",
        "/etc/passwd",
    ],
)
def test_only_the_front_ends_files_are_served(client, path):
    line = raw(client, f"GET {path} HTTP/1.1\nHost: 127.0.0.1\nConnection: close\n\n")
    assert " 404 " in line or " 400 " in line


HALVES = ["", "GET / HT", "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n", "POST /api/positions HTTP/1.1\r\n{json}\r\n{{"]


def test_half_sent_requests_are_cut_off(client):
    url = client.http.base_url
    headers = "Host: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 9\r\n"
    opened = [socket.create_connection((url.host, url.port), timeout=REQUEST_SECONDS + 3) for _ in range(48)]
    try:
        for number, connection in enumerate(opened):
            connection.sendall(HALVES[number % len(HALVES)].format(json=headers).encode())
        assert client.http.get("/api/games").status_code == 200
        for connection in opened:
            while connection.recv(4096):  # where a part of a request was there, an answer may come first
                pass
    finally:
        for connection in opened:
            connection.close()


def test_a_socket_stays_open(client):
    address = client.origin.replace("http", "ws")
    with connect(f"{address}/api/analysis", origin=client.origin, proxy=None) as socket:
        time.sleep(REQUEST_SECONDS + 0.5)
        socket.ping().wait(5)


def test_a_request_in_two_parts_is_answered(client):
    url = client.http.base_url
    with socket.create_connection((url.host, url.port), timeout=10) as connection:
        connection.sendall(b"GET /api/games HTTP/1.1\r\nHost: 127.0")
        time.sleep(0.2)
        connection.sendall(b".0.1\r\n\r\n")
        assert b" 200 " in connection.makefile("rb").readline()


def test_a_length_that_is_no_number_is_left_to_the_reader():
    headers = [(b"content-type", b"application/json"), (b"content-length", "²".encode("latin-1"))]
    check_body({"method": "POST", "headers": headers})
