"""Decisions as sentences and as data."""

import json
from dataclasses import replace

import pytest

from plywise import Bound, Choice, Decision, Limit, Status, Unit, load_game
from plywise.rules import describe_value, name_line, player_name
from plywise.search import alpha_beta, max_n


@pytest.mark.parametrize(
    ("decision", "sentence"),
    [
        (Decision("a", 3, 0, Status.PROVEN, line=("a",)), "a: value 3 to player A, proven; line a; 0 states, depth 0"),
        (
            Decision(4, 0.5, 1, Status.BOUNDED, Bound.LOWER, line=(4, 2), nodes=12_345, depth=6),
            "4: value at least 0.5 to player B, bounded; line 4 2; 12,345 states, depth 6",
        ),
        (
            Decision(4, -12, 2, Status.HEURISTIC, Bound.UPPER, Unit.EVALUATION, line=(4,)),
            "4: evaluation at most -12 to player C, heuristic; line 4; 0 states, depth 0",
        ),
        (Decision(None, 1, 0, Status.PROVEN, nodes=1), "no action: value 1 to player A, proven; 1 states, depth 0"),
    ],
)  # fmt: skip
def test_a_decision_is_one_sentence(decision, sentence):
    assert str(decision) == sentence


def test_actions_are_told_by_their_names():
    game = load_game("tic-tac-toe")
    state = game.parse_state("XX1/OO1/3")
    decision = alpha_beta(game, state, known_extremes=True)
    assert str(decision).startswith("c3: value 1")
    assert str(replace(decision, place=None)).startswith("10: value 1")
    assert decision.describe(game, state) == "c3: value 1 to player A, proven; line c3; 105 states, depth 1"
    assert name_line(game, state, (6, 10)) == ["c2", "c3"]
    figure = load_game("figure-5.2")
    assert alpha_beta(figure).describe(figure).startswith("a1: value 3")


@pytest.mark.parametrize(
    ("choice", "words"),
    [
        (Choice("a", 3), "value 3"),
        (Choice("a", 1 / 3, Bound.LOWER), "value at least 0.333"),
        (Choice("a", 2.0, Bound.UPPER), "value at most 2"),
        (Choice("a", -7, unit=Unit.EVALUATION), "evaluation -7"),
    ],
)
def test_a_value_is_told_with_its_bound_and_unit(choice, words):
    assert describe_value(choice) == words


def test_data_of_a_decision():
    game = load_game("ii-nim")
    state = game.initial()
    data = alpha_beta(game).to_data(game, state)
    assert json.loads(json.dumps(data)) == data
    assert data["seconds"] >= 0
    assert {key: value for key, value in data.items() if key not in ("choices", "seconds")} == {
        "state": "A(2,2)",
        "player": 0,
        "action": "A1",
        "value": -1,
        "unit": "utility",
        "status": "proven",
        "bound": "exact",
        "values": None,
        "line": ["A1", "B2", "A1"],
        "distance": None,
        "by_table": False,
        "by_book": False,
        "learned": False,
        "engine": "",
        "algorithm": "",
        "preference": True,
        "note": "",
        "depth": 3,
        "nodes": 25,
        "leaves": 9,
        "simulations": 0,
        "probes": 0,
    }
    assert [choice["action"] for choice in data["choices"]] == ["A1", "A2", "B1", "B2"]
    assert data["choices"][0] == {
        "action": "A1",
        "value": -1,
        "unit": "utility",
        "status": "proven",
        "bound": "exact",
        "line": ["A1", "B2", "A1"],
        "distance": None,
        "visits": 0,
        "tried": True,
    }


def test_data_of_a_vector_and_of_no_action():
    game = load_game("figure-5.4")
    assert max_n(game).to_data(game, game.initial())["values"] == [1, 2, 6]
    ended = max_n(game, game.parse_state("x1")).to_data(game, game.parse_state("x1"))
    assert (ended["action"], ended["line"], ended["choices"], ended["values"]) == (None, [], [], [1, 2, 6])
    limited = alpha_beta(load_game("connect-four"), limit=Limit(depth=1))
    assert limited.to_data(load_game("connect-four"), load_game("connect-four").initial())["unit"] == "evaluation"


def test_seats_are_named_by_letters():
    assert [player_name(player) for player in (0, 1, 2, -1)] == ["A", "B", "C", "chance"]
