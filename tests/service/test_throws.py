"""Dice come from the service: from a seed, so that they repeat, and as often as the rules say."""

from collections import Counter

import pytest

from plywise import load_game
from plywise.tasks import draw, throw_dice


def throw(client, *actions, game="dice-race", **more):
    return client.http.post("/api/throws", json={"game": game, "actions": list(actions), **more})


def play(client, seed, count):
    """Play a game in which the first option is always taken, and return what was thrown."""
    actions: list[str] = []
    thrown: list[str] = []
    while len(thrown) < count:
        position = client.position("dice-race", *actions).json()
        if position["is_over"]:
            break
        if position["to_move"] == -1:
            thrown.append(throw(client, *actions, seed=seed).json()["action"])
            actions.append(thrown[-1])
        else:
            actions.append(position["options"][0]["name"])
    return thrown


def test_a_seed_repeats_its_throws(client):
    games = [play(client, seed, 4) for seed in (1, 2, 3, 1)]
    assert games[0] == games[3]
    assert len({tuple(game) for game in games}) > 1


def test_without_a_seed_one_is_chosen_and_told(client):
    chosen = [throw(client).json() for _ in range(4)]
    assert len({each["seed"] for each in chosen}) > 1
    for each in chosen:
        assert throw(client, seed=each["seed"]).json() == each


@pytest.mark.parametrize(("game", "actions"), [("tic-tac-toe", []), ("tic-tac-toe", ["a1"])])
def test_where_a_player_moves_nothing_is_thrown(client, game, actions):
    response = throw(client, *actions, game=game)
    assert (response.status_code, response.json()["code"]) == (409, "illegal")
    assert "Nothing is left to chance here" in response.json()["message"]


def test_outcomes_come_as_often_as_the_rules_say():
    game = load_game("dice-race")
    chances = {game.action_name(game.initial(), action): part for action, part in game.chances(game.initial())}
    seen = Counter(throw_dice(game, [], seed) for seed in range(3_000))
    assert {*seen} == {*chances}
    assert all(abs(seen[name] / 3_000 - part) < 0.04 for name, part in chances.items())


def test_what_rounding_leaves_over_goes_to_an_outcome_that_can_be():
    assert draw([("a", 0.5), ("b", 0.49999), ("c", 0.0)], 0.999999) == "b"
