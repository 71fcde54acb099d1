"""What the service says of itself: its health, its manual, and what it writes about each request."""

import json
import re
from importlib.metadata import version

from tests.service.conftest import serving
from tests.service.talk import until


def test_health_says_how_much_there_is_to_do(client):
    health = client.http.get("/api/health").json()
    assert (health["status"], health["version"], health["workers"]) == ("ok", version("plywise"), 1)
    until(lambda: client.http.get("/api/health").json()["sockets"] == 0)
    with client.talk() as busy, client.talk() as waiting:
        busy.analyse("connect-four", seconds=60)
        busy.hear_decision()
        waiting.analyse("connect-four", seconds=60)
        while waiting.hear()["type"] != "waiting":
            pass
        health = client.http.get("/api/health").json()
        assert (health["busy"], health["waiting"], health["sockets"]) == (1, 1, 2)


def test_the_manual_names_everything_and_needs_no_network(client):
    page = client.http.get("/docs")
    assert page.headers["content-type"].startswith("text/html")
    description = client.http.get("/api/openapi.json").json()
    for name in [*description["paths"], "/api/analysis", "/api/sittings/{sitting}/seats/{player}/live"]:
        assert f"{name}</code>" in page.text
    targets = set(re.findall(r'href="#([^"]+)"', page.text))
    assert targets <= set(re.findall(r'id="([^"]+)"', page.text))
    assert {"AnalysisRequest", "Found", "Waiting", "SitMessage", "SeatMessage", "ErrorData"} <= set(
        re.findall(r'id="([^"]+)"', page.text)
    )
    addresses = re.findall(r'(?:src|href)="([^#"][^"]*)"', page.text)
    assert addresses
    assert all(client.http.get(f"/{address}").status_code == 200 for address in addresses)
    assert "<script" not in page.text
    assert len(page.text) < 60_000


def test_each_request_is_a_line_of_json_without_its_query(tmp_path):
    with serving("nim", "--workers", "1", "--log", "json", folder=tmp_path) as server:
        with server.client() as client:
            client.http.get("/?token=secret")
            client.http.get("/api/nowhere")
            with client.talk():
                pass
        server.process.terminate()
        written = server.process.communicate(timeout=20)[1]
    lines = [json.loads(line) for line in written.splitlines()]
    requests = [(line["method"], line["path"], line["status"]) for line in lines if line["event"] == "request"]
    assert requests[:2] == [("GET", "/", 200), ("GET", "/api/nowhere", 404)]
    assert ("SOCKET", "/api/analysis") in {request[:2] for request in requests}
    assert all(line["time"].endswith("+00:00") and line["level"] == "info" for line in lines)
    assert "secret" not in written


def test_by_default_nothing_is_written(tmp_path):
    with serving("nim", "--workers", "1", folder=tmp_path) as server:
        with server.client() as client:
            client.http.get("/")
        server.process.terminate()
        assert server.process.communicate(timeout=20)[1] == ""
