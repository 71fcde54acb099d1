"""Explanations over HTTP: of a figure of the book, of a user's own game, and refused where there is nothing to tell."""

import httpx
import pytest

from tests.service.talk import until


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


def test_what_was_played_is_judged(client):
    told = [explain(client, "tic-tac-toe", "a1", "c3", played=name).json()["summary"][0] for name in ("a3", "c1", "b2")]
    agreed, equal = sorted(told[:2], key=lambda words: "equally" in words)
    best, other = agreed.split()[2].strip(","), equal.split()[2].strip(";")
    assert {best, other} == {"a3", "c1"}
    assert agreed == f"A played {best}, and this search agrees."
    assert equal == f"A played {other}; this search finds {best} and {other} equally good."
    assert told[2] == f"A played b2; this search would play {best}."


def test_what_was_played_where_all_are_equal_is_as_good_as_any(client):
    for name in ("d1", "d2"):
        told = explain(client, "figure-5.4", played=name).json()
        assert told["summary"][0] == f"A played {name}; this search has no preference."


def test_an_algorithm_without_steps_of_its_own_is_told_in_words(client):
    told = explain(client, "tic-tac-toe", algorithm="monte-carlo").json()
    assert "simulations" in told["summary"][1]
    assert told["panes"][0]["note"].startswith("monte-carlo can't be shown step by step: the picture is of uct.")


@pytest.mark.parametrize(
    ("game", "actions", "more", "status", "words"),
    [
        ("tic-tac-toe", [], {"played": "z9"}, 409, "z9"),
        ("nowhere", [], {}, 404, "no such game"),
        ("tic-tac-toe", ["z9"], {}, 409, "Action 1"),
        ("figure-5.4", ["d1", "e1", "x1"], {}, 409, "The game is over"),
        ("figure-5.4", [], {"algorithm": "alpha-beta"}, 400, "alpha-beta is for games with"),
        ("tic-tac-toe", [], {"algorithm": "magic"}, 400, "There is no algorithm 'magic'"),
        ("tic-tac-toe", [], {"depth": 100}, 400, "in depth"),
    ],
)
def test_what_cant_be_told_is_a_sentence(client, game, actions, more, status, words):
    response = explain(client, game, *actions, **more)
    assert response.status_code == status, response.text
    assert words in response.json()["message"]


def test_a_client_that_leaves_ends_the_search_for_its_explanation(client):
    for _ in range(2):
        with pytest.raises(httpx.ReadTimeout):
            client.http.post("/api/explanations", json={"game": "connect-four", "depth": 60}, timeout=0.5)
    until(lambda: client.jobs.search.is_idle, 8)
    assert explain(client, "figure-5.4").status_code == 200


@pytest.mark.parametrize(
    ("codings", "is_packed"), [("gzip, deflate, br", True), ("gzip;q=0, identity", False), ("identity", False)]
)
def test_a_long_one_is_packed_for_who_can_unpack_it(client, codings, is_packed):
    asked = {"game": "tic-tac-toe", "depth": 3}
    response = client.http.post("/api/explanations", json=asked, headers={"accept-encoding": codings})
    assert response.json() == explain(client, "tic-tac-toe", depth=3).json()
    assert ("content-encoding" in response.headers) is is_packed
    assert (response.num_bytes_downloaded * 5 < len(response.content)) is is_packed
    assert response.headers["vary"] == "accept-encoding"
    assert response.headers["x-content-type-options"] == "nosniff"
    assert "default-src 'none'" in response.headers["content-security-policy"]


def test_a_short_one_is_sent_as_it_is(client):
    assert "content-encoding" not in explain(client, "nim:piles=1-2", depth=1).headers
