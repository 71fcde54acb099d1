"""The front door chooses the algorithm that fits."""

import pytest

import plywise
from plywise import Limit, Status
from plywise.games.catalog import load_game


@pytest.mark.parametrize(
    ("spec", "action", "value"),
    [
        ("figure-5.2", "a1", 3),
        ("figure-5.4", "d1", 1),
        ("cooperation", "trust", 1000),
        ("coin-toss", "toss", 3.5),
        ("nau-figure-1", "n4", -5),
        ("cicirello-cutoff", "a1", 0.54),
        ("tic-tac-toe", "b2", 0),
        ("mnk:m=3,n=3,k=3,players=3", None, 1 / 7),
    ],
)
def test_every_kind_of_game_is_decided(spec, action, value):
    game = load_game(spec)
    decision = plywise.decide(
        game, limit=Limit(time=20, depth=9) if action else Limit(nodes=3000), options=plywise.SearchOptions(wait=True)
    )
    if action:
        assert decision.status is Status.PROVEN
        if decision.has_preference:  # else it is drawn by the seed
            assert game.action_name(game.initial(), decision.action) == action
        else:
            assert {choice.value for choice in decision.choices} == {value}
    assert decision.value == pytest.approx(value)


def test_one_decision_for_one_budget():
    game = load_game("connect-four")
    first, second = (plywise.decide(game, limit=Limit(nodes=5000)) for _ in range(2))
    assert (first.action, first.value, first.line, first.nodes) == (
        second.action,
        second.value,
        second.line,
        second.nodes,
    )
