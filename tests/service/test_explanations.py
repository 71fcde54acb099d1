"""Explanations over HTTP: of a figure of the book, of a user's own game, and refused where there is nothing to tell."""

import pytest


def explain(client, game, *actions, **more):
    return client.http.post("/api/explanations", json={"game": game, "actions": list(actions), **more})


def test_the_books_figure(client):
    told = explain(client, "figure-5.4").json()
    assert told["format"] == "plywise-explanation-1"
    assert told["summary"]
    [pane] = told["panes"]
    assert pane["players"] == ["A", "B", "C"]
    assert pane["nodes"][0]["parent"] is None
    assert pane["steps"]


def test_a_users_game_with_its_boards(client):
    pane = explain(client, "to-ten", "plus 3", "plus 3", algorithm="minimax", depth=2).json()["panes"][0]
    assert pane["name"] == "minimax"
    assert pane["views"][0]["cells"][0]["piece"] == "6"


@pytest.mark.parametrize(
    ("game", "actions", "more", "status", "words"),
    [
        ("nowhere", [], {}, 404, "no such game"),
        ("tic-tac-toe", ["z9"], {}, 409, "Action 1"),
        ("figure-5.4", ["a1", "b1", "c1"], {}, 409, ""),
        ("figure-5.4", [], {"algorithm": "alpha-beta"}, 400, "alpha-beta is for games with"),
        ("tic-tac-toe", [], {"algorithm": "monte-carlo"}, 400, "step by step"),
        ("tic-tac-toe", [], {"algorithm": "magic"}, 400, "There is no algorithm 'magic'"),
        ("tic-tac-toe", [], {"depth": 100}, 400, "in depth"),
    ],
)
def test_what_cant_be_told_is_a_sentence(client, game, actions, more, status, words):
    response = explain(client, game, *actions, **more)
    assert response.status_code == status, response.text
    assert words in response.json()["message"]
