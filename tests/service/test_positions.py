"""Positions over HTTP: what the contract promises, for every kind of game, a user's own included."""

import random
import time

import pytest

from plywise.games.catalog import catalog, load_game
from plywise.rules import CatalogError
from plywise.tasks import offer


def test_the_games_on_offer(client):
    games = {game["id"]: game for game in client.http.get("/api/games").json()["games"]}
    assert games["connect-four"]["title"] == "Connect Four"
    assert games["nim:piles=1-2"]["title"] == "Nim (piles=1-2)"
    figure = games["figure-5.4"]
    assert (figure["title"], figure["players"], figure["shelf"]) == ("Figure 5.4", 3, "trees")
    assert games["to-ten"]["about"] == "Add 1, 2 or 3; who comes to ten wins."
    assert "traps:Traps" in games


def test_without_a_choice_the_whole_catalog_is_offered():
    offered = offer(keeps_secrets=True)
    assert {*catalog().makers} < {*offered.specs}
    assert all(game.title and game.about for game in offered.games)
    assert all(game.hides == load_game(game.id).hides for game in offered.games)


def test_whoever_keeps_no_secrets_is_offered_no_game_that_has_some():
    hiding = {name for name in catalog().makers if load_game(name).hides}
    offered = {*offer().specs}
    assert {*catalog().makers} - hiding < offered
    assert not hiding & offered


def test_two_files_of_one_name_are_told_apart_or_refused(files, tmp_path):
    (tmp_path / "to-ten.py").write_text((files / "to-ten.py").read_text())
    assert len(offer(["nim", "nim"]).games) == 1
    with pytest.raises(CatalogError, match="would both be called 'to-ten': rename"):
        offer([str(files / "to-ten.py"), str(tmp_path / "to-ten.py")])


def test_the_first_position(client):
    found = client.position("tic-tac-toe").json()
    assert (found["to_move"], found["is_over"], found["outcome"], found["last"]) == (0, False, None, None)
    assert found["players"] == ["A", "B"]
    assert len(found["view"]["cells"]) == 9
    assert (found["utility_range"], found["draw_utility"]) == ([-1, 1], 0)
    assert found["options"][0] == {"name": "a1", "cells": ["a1"], "probability": None}


def test_a_finished_game(client):
    found = client.position("tic-tac-toe", "a1", "a2", "b1", "b2", "c1").json()
    assert (found["to_move"], found["is_over"], found["utilities"], found["options"]) == (None, True, [1, -1], [])
    assert found["outcome"] == "A wins."
    assert found["last"] == {"name": "c1", "cells": ["c1"]}


def test_chance_has_probabilities(client):
    found = client.position("dice-race").json()
    assert found["to_move"] == -1
    assert sum(option["probability"] for option in found["options"]) == pytest.approx(1)
    rolled = client.position("dice-race", found["options"][2]["name"]).json()
    assert rolled["to_move"] == 0


@pytest.mark.parametrize("game", ["connect-four", "dice-race", "figure-5.4", "nim:piles=1-2", "three-kings", "to-ten"])
def test_a_game_is_played_by_its_options_to_the_end(client, game):
    lots, names = random.Random(5), list[str]()
    while not (found := client.position(game, *names[:40]).json())["is_over"] and len(names) < 40:
        assert found["actions"] == names
        names.append(lots.choice(found["options"])["name"])
    assert found["is_over"] is (found["outcome"] is not None)


def test_small_answers_are_not_held_back(client):
    seconds = []
    for _ in range(40):
        started = time.perf_counter()
        client.http.get("/api/games")
        seconds.append(time.perf_counter() - started)
    assert sorted(seconds)[20] < 0.03  # 0.04 where the system waits for more to send


def test_a_users_file_has_its_board(client):
    found = client.position("to-ten", "plus 3", "plus 2").json()
    assert (found["view"]["cells"][0]["piece"], found["last"]["name"]) == ("5", "plus 2")


@pytest.mark.parametrize(
    ("body", "status", "code", "words"),
    [
        ({"game": "othello"}, 404, "bad-request", "no such game"),
        ({"game": "/etc/passwd"}, 404, "bad-request", "no such game"),
        ({"game": "../to-ten.py"}, 404, "bad-request", "no such game"),
        ({"game": "connect-four:width=0"}, 400, "bad-request", "width is from 1 to 30, not 0"),
        ({"game": "tic-tac-toe", "actions": ["z9"]}, 409, "illegal", "Action 1 can't be played: 'z9'"),
        ({"game": "tic-tac-toe", "actions": ["a1", "a1"]}, 409, "illegal", "Action 2"),
        ({"game": "tic-tac-toe", "actions": "a1"}, 400, "bad-request", "in actions"),
        ({"game": "tic-tac-toe", "actions": [1]}, 400, "bad-request", "in actions.0"),
        ({"game": "tic-tac-toe", "state": "x"}, 400, "bad-request", "in state"),
        ({"game": "tic-tac-toe", "actions": ["a" * 101]}, 400, "bad-request", "100 characters"),
        ({"game": "tic-tac-toe", "actions": ["a"] * 1001}, 400, "bad-request", "1000 items"),
        ([], 400, "bad-request", "makes no sense"),
    ],
)
def test_a_wrong_request_gets_a_sentence(client, body, status, code, words):
    response = client.http.post("/api/positions", json=body)
    assert (response.status_code, response.json()["code"]) == (status, code), response.text
    assert words in response.json()["message"]
    assert response.json()["message"].endswith(".")


@pytest.mark.parametrize(
    "body", [b"", b"{", b"\xff\xfe", b"[" * 60_000, b"1" * 60_000, b'{"game": NaN}', b'{"game": "\\ud800"}']
)
def test_what_is_not_json_is_refused(client, body):
    response = client.http.post("/api/positions", content=body, headers={"content-type": "application/json"})
    assert response.status_code == 400
    assert response.json()["code"] == "bad-request"
