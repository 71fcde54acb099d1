"""Games that hide something, as people play them at a real service: seats, refusals, engines, marked cards."""

import contextlib
import dataclasses
import json
import random
import time

import httpx
import pytest
from jsonschema_rs import Draft202012Validator
from websockets import Origin
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from plywise.rules import CatalogError
from plywise.service.schema import SEAT_SCHEMA
from plywise.service.web import create_app
from plywise.tasks import offer
from tests.service.conftest import SETTINGS, hosting, serving
from tests.service.games import MARKED
from tests.service.talk import PATIENCE, Client, until

BEASTS = ("aardvark", "basilisk", "chimaera", "dragonfly", "echidna", "falcon")
TOLD = Draft202012Validator({**SEAT_SCHEMA, "anyOf": [{"$ref": "#/$defs/ServiceMessage"}]})


@pytest.fixture(scope="module")
def hiding(tmp_path_factory):
    file = tmp_path_factory.mktemp("cards") / "marked.py"
    file.write_text(MARKED, encoding="utf-8")
    specs = ["kuhn-poker", "phantom-tic-tac-toe", "tic-tac-toe", str(file)]
    app = create_app(offer(specs, keeps_secrets=True), SETTINGS)
    with hosting(app) as address, httpx.Client(base_url=address, timeout=PATIENCE) as http:
        yield Client(http, app.state.jobs), app.state.sittings


@pytest.fixture
def client(hiding):
    return hiding[0]


def start(client, game, *seats, **more):
    response = client.http.post("/api/sittings", json={"game": game, "seats": list(seats), "seconds": 0.1, **more})
    assert response.status_code == 200, response.text
    begun = response.json()
    return begun["sitting"], {each["player"]: each["token"] for each in begun["tokens"]}


def look(client, sitting, player, token, action=None):
    """Ask for a seat, or play an action there."""
    path = f"/api/sittings/{sitting}/seats/{player}"
    headers = {} if token is None else {"Seat-Token": token}
    if action is None:
        return client.http.get(path, headers=headers)
    return client.http.post(f"{path}/actions", headers=headers, json={"action": action})


@contextlib.contextmanager
def watch(client, sitting, player, token=None):
    """Open a seat's socket, and show its token."""
    address = f"{client.origin.replace('http', 'ws', 1)}/api/sittings/{sitting}/seats/{player}/live"
    with connect(address, origin=Origin(client.origin), proxy=None) as socket:
        if token is not None:
            socket.send(json.dumps({"type": "sit", "token": token}))
        yield socket


def hear(socket):
    message = json.loads(socket.recv(PATIENCE))
    assert TOLD.is_valid(message), message
    return message


def test_two_people_play_to_the_end_and_each_sees_their_own_card(client):
    sitting, tokens = start(client, "kuhn-poker", "person", "person")
    first = look(client, sitting, 0, tokens[0])
    assert first.headers["cache-control"] == "no-store"
    seen = [look(client, sitting, player, tokens[player]).json() for player in (0, 1)]
    assert [[move["name"] == "?" for move in each["moves"]] for each in seen] == [[False, True], [True, False]]
    assert [len(each["options"]) for each in seen] == [2, 0]
    assert look(client, sitting, 0, tokens[0], "bet").json()["to_move"] == 1
    over = look(client, sitting, 1, tokens[1], "fold").json()
    assert over["is_over"]
    assert (over["outcome"], over["utilities"]) == ("A wins 1.", [1, -1])
    assert [move["name"] for move in look(client, sitting, 0, tokens[0]).json()["moves"]][1:] == ["?", "bet", "fold"]


def test_the_engine_plays_the_other_seat(client):
    sitting, tokens = start(client, "kuhn-poker", "auto", "person")
    with watch(client, sitting, 1, tokens[1]) as socket:
        while (seen := hear(socket))["to_move"] != 1 and not seen["is_over"]:
            pass
        assert seen["moves"][-1]["player"] == 0
        while not seen["is_over"]:
            look(client, sitting, 1, tokens[1], seen["options"][0]["name"])
            while (seen := hear(socket))["to_move"] != 1 and not seen["is_over"]:
                pass
    assert seen["seats"] == ["auto", "person"]


def test_a_seat_is_watched_and_only_its_own_changes_are_sent(client):
    sitting, tokens = start(client, "phantom-tic-tac-toe", "person", "person")
    with watch(client, sitting, 0, tokens[0]) as socket:
        assert hear(socket)["to_move"] == 0
        look(client, sitting, 0, tokens[0], "b2")
        assert hear(socket)["to_move"] == 1
        look(client, sitting, 1, tokens[1], "b2")  # taken, which A doesn't hear
        look(client, sitting, 1, tokens[1], "a1")
        seen = hear(socket)
        assert seen["to_move"] == 0
        assert [move["name"] for move in seen["moves"]] == ["b2", "a cell"]


def test_nobody_reads_another_seat_by_its_address(client):
    sitting, tokens = start(client, "kuhn-poker", "person", "person")
    other, others = start(client, "kuhn-poker", "person", "auto")
    for player, token, status in [
        (0, None, 401),
        (0, "", 401),
        (0, "x" * 32, 403),
        (0, tokens[0][:-1], 403),
        (1, tokens[0], 403),
        (0, others[0], 403),
        (2, tokens[0], 403),
        (-1, tokens[0], 403),
        (0, "x" * 101, 400),
    ]:
        for action in (None, "bet"):
            refused = look(client, sitting, player, token, action)
            assert refused.status_code == status, (player, token, refused.text)
            sentence = refused.json()["message"]
            assert sentence.endswith(".")
            assert not any(card in sentence for card in "JQK")
    assert look(client, other, 1, tokens[1]).status_code == 403  # the engine's seat has no token
    assert look(client, other, 1, "").status_code == 401
    assert look(client, "no-such-sitting", 0, tokens[0]).status_code == 404
    assert look(client, sitting, "0/../1", tokens[0]).status_code in (403, 404)
    assert look(client, sitting, "first", tokens[0]).status_code == 400


def test_nor_by_its_socket(client):
    sitting, tokens = start(client, "kuhn-poker", "person", "person")
    other, _ = start(client, "kuhn-poker", "person", "auto")
    for where, player, first in [
        (sitting, 1, {"type": "sit", "token": tokens[0]}),
        (sitting, 0, {"type": "sit", "token": ""}),
        (sitting, 0, {"type": "sit"}),
        (sitting, 0, {"type": "sit", "token": tokens[0], "player": 1}),
        (sitting, 0, "no JSON"),
        (other, 0, {"type": "sit", "token": tokens[0]}),
        (other, 1, {"type": "sit", "token": tokens[1]}),
        ("no-such-sitting", 0, {"type": "sit", "token": tokens[0]}),
    ]:
        with watch(client, where, player) as socket:
            socket.send(first if isinstance(first, str) else json.dumps(first))
            message = hear(socket)
            assert (message["type"], message["message"][-1]) == ("error", "."), message
            with pytest.raises(ConnectionClosed):
                socket.recv(PATIENCE)
            assert socket.close_code == 1008


def test_whoever_sits_may_say_no_more(client):
    sitting, tokens = start(client, "kuhn-poker", "person", "person")
    with watch(client, sitting, 0, tokens[0]) as socket:
        assert hear(socket)["type"] == "seat"
        socket.send(json.dumps({"type": "sit", "token": tokens[1]}))
        assert hear(socket)["type"] == "error"


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"game": "tic-tac-toe", "seats": ["person", "person"]}, "hides nothing"),
        ({"game": "kuhn-poker", "seats": ["person"]}, "has 2 seats, not 1"),
        ({"game": "kuhn-poker", "seats": ["auto", "random"]}, "give a person a seat"),
        ({"game": "kuhn-poker", "seats": ["person", "uct"]}, "would look at what kuhn-poker hides"),
        ({"game": "kuhn-poker", "seats": ["person", "policy:/etc/passwd"]}, "policy:/etc/passwd"),
        ({"game": "kuhn-poker", "seats": ["person", "person"], "seed": 1}, "seed"),
        ({"game": "no-such-game", "seats": ["person", "person"]}, "no such game"),
    ],
)
def test_what_makes_no_sense_is_refused(client, asked, said):
    refused = client.http.post("/api/sittings", json=asked)
    assert refused.status_code in (400, 404)
    assert said in refused.json()["message"]


def test_actions_are_refused_where_they_were_not_offered(client):
    sitting, tokens = start(client, "kuhn-poker", "person", "person")
    assert look(client, sitting, 1, tokens[1], "bet").json()["message"].startswith("It is not this seat's turn")
    refused = look(client, sitting, 0, tokens[0], "fold")
    assert refused.status_code == 409
    assert refused.json()["message"] == "'fold' can't be played here: choose one of check bet."


@pytest.mark.parametrize(
    ("path", "more"),
    [
        ("positions", {"actions": ["K"]}),
        ("positions", {"start": "KJ"}),
        ("throws", {}),
        ("explanations", {}),
        ("records/import", {"text": "K J"}),
        ("records/export", {"form": "moves", "record": {"start": "", "nodes": [{"action": "", "after": -1}]}}),
        ("setups", {"pieces": {}, "player": 0}),
    ],
)
def test_everything_else_refuses_games_that_hide_something(client, path, more):
    refused = client.http.post(f"/api/{path}", json={"game": "kuhn-poker", **more})
    assert refused.status_code == 400
    assert "so it is played by seats" in refused.json()["message"]


def test_so_does_the_analysis(client):
    with client.talk() as talk:
        talk.analyse("kuhn-poker", "K", "J")
        assert "so it is played by seats" in talk.hear_all()[-1]["message"]


def test_the_start_is_shown_for_the_page_of_all_games(client):
    assert client.position("phantom-tic-tac-toe").json()["to_move"] == 0
    games = {game["id"]: game["hides"] for game in client.http.get("/api/games").json()["games"]}
    assert games == {"kuhn-poker": True, "phantom-tic-tac-toe": True, "tic-tac-toe": False, "marked": True}
    described = client.http.post("/api/descriptions", json={"game": "kuhn-poker"}).json()
    assert (described["hides"], described["levels"]) == (True, 0)


def test_a_page_without_a_server_refuses_them():
    with pytest.raises(CatalogError, match="a page without a server holds everything: play it with `plywise serve"):
        offer(["kuhn-poker"])


def test_there_is_an_end_to_the_number_of_sittings(hiding, monkeypatch):
    client, sittings = hiding
    sitting, tokens = start(client, "kuhn-poker", "person", "person")
    look(client, sitting, 0, tokens[0], "bet")
    look(client, sitting, 1, tokens[1], "fold")
    monkeypatch.setattr(client.jobs, "settings", dataclasses.replace(SETTINGS, sittings=len(sittings)))
    kept = len(sittings)
    statuses = []
    while 429 not in statuses:  # games that are over give way, one after the other
        asked = {"game": "kuhn-poker", "seats": ["person", "person"]}
        statuses.append(client.http.post("/api/sittings", json=asked).status_code)
    assert statuses[0] == 200
    assert len(sittings) == kept
    monkeypatch.setattr(client.jobs, "settings", dataclasses.replace(SETTINGS, sitting_seconds=0))
    assert look(client, sitting, 0, tokens[0]).status_code == 404
    assert len(sittings) == 0


# Marked cards: the scan for what one seat has and another must never be sent.


def test_marked_cards_are_never_sent_to_the_other_seat(tmp_path):
    (tmp_path / "marked.py").write_text(MARKED, encoding="utf-8")
    draws = random.Random(3)
    with serving(str(tmp_path / "marked.py"), "--workers", "1") as server, server.client() as client:
        for number in range(20):
            person = number % 2
            seats = ["random", "random"]
            seats[person] = "person"
            sitting, tokens = start(client, "marked", *seats)
            sent = play_marked(client, sitting, person, tokens[person], draws)
            held = [move for move in sent[-1]["moves"] if move["player"] == -1]
            own = {move["name"] for move in held} - {"?"}
            assert len(own) == 2
            played = {move["name"] for move in sent[-1]["moves"] if move["player"] == 1 - person}
            for beast in set(BEASTS) - own - played:
                assert beast not in json.dumps(sent), (beast, sent)


def play_marked(client, sitting, player, token, draws):
    """Play a seat at random, and return all that it was sent."""
    sent = []
    while True:
        response = look(client, sitting, player, token)
        sent.append({**response.json(), "headers": dict(response.headers)})
        seen = sent[-1]
        if seen["is_over"] or seen["problem"]:
            return sent
        if seen["to_move"] == player:
            action = draws.choice(seen["options"])["name"]
            sent.append(look(client, sitting, player, token, action).json())
            if sent[-1].get("code"):
                sent.append({**look(client, sitting, player, token).json()})
                return sent
        else:
            time.sleep(0.005)


def test_rules_that_fail_say_nothing_of_what_is_hidden(client):
    sitting, tokens = start(client, "marked", "person", "person")
    for player in (0, 1, 0):
        option = look(client, sitting, player, tokens[player]).json()["options"][0]["name"]
        assert look(client, sitting, player, tokens[player], option).status_code == 200
    refused = look(client, sitting, 1, tokens[1], "spring")
    sentence = "This game can't be continued, because a rule of the game failed: start another one."
    assert refused.json() == {"code": "rules", "message": sentence}
    assert look(client, sitting, 0, tokens[0]).json()["problem"] == sentence
    assert look(client, sitting, 1, tokens[1], "stay").json()["message"] == sentence
    until(lambda: client.jobs.quick.is_idle)
