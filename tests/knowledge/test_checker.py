"""The checker confirms what was proven, and refutes every corruption with the line that breaks it."""

import json
from dataclasses import replace
from random import Random

import pytest

from plywise.games.nim import Nim
from plywise.games.placing.connect_four import ConnectFour
from plywise.games.placing.tic_tac_toe import TicTacToe
from plywise.games.tree import Tree
from plywise.knowledge import Strategy, StrategyError, check_strategy
from plywise.rules import PlywiseError
from plywise.search import contingent_strategy, dynamic_programming
from tests.search.small_games import Ring
from tests.search.trees import random_vector_node

SOLVED = {
    "tic-tac-toe, A": (TicTacToe(), 0, 0),
    "tic-tac-toe, B": (TicTacToe(), 1, 0),
    "nim, A": (Nim(piles=(3, 4, 5)), 0, 1),
    "II-Nim, B": (Nim(piles=(2, 2)), 1, 1),
    "connect four 4x5, A": (ConnectFour(4, 5), 0, 0),
    "connect four 4x5, B": (ConnectFour(4, 5), 1, 0),
}


def exported(game, player, at_least):
    replies = contingent_strategy(game, player=player, at_least=at_least)
    return Strategy.of(game, game.initial(), player, at_least, replies)


@pytest.mark.parametrize("name", SOLVED)
def test_proven_strategies_are_confirmed_after_a_way_through_a_file(name, tmp_path):
    game, player, at_least = SOLVED[name]
    strategy = exported(game, player, at_least)
    strategy.write(tmp_path / "strategy.json")
    read = Strategy.read(tmp_path / "strategy.json")
    assert read == strategy
    verdict = check_strategy(game, read)
    assert verdict.holds
    assert verdict.states > len(strategy.replies)
    greedy = check_strategy(game, replace(strategy, at_least=at_least + 1))
    check_refutation(game, strategy, greedy, f"less than {at_least + 1}")
    assert game.is_terminal(greedy.state)


def check_refutation(game, strategy, verdict, reason):
    """The line is legal, follows the strategy as far as it can, and leads to the state shown."""
    assert not verdict.holds
    assert reason in verdict.reason
    state = game.initial()
    for name in verdict.line:
        if game.to_move(state) == strategy.player:
            assert strategy.replies[game.state_name(state)] == name
        state = game.result(state, game.parse_action(state, name))
    assert state == verdict.state


@pytest.fixture(scope="module")
def drawn():
    game = TicTacToe()
    return game, exported(game, 0, 0)


def to_max(game, state):
    found = dynamic_programming(game, state)
    return found.value if found.player == 0 else -found.value


def test_any_reply_that_loses_is_found(drawn):
    game, strategy = drawn
    broken = 0
    for name in strategy.replies:
        state = game.parse_state(name)
        for action in game.actions(state):
            reply = game.result(state, action)
            if to_max(game, reply) < 0:
                corrupted = replace(strategy, replies={**strategy.replies, name: game.action_name(state, action)})
                verdict = check_strategy(game, corrupted)
                check_refutation(game, corrupted, verdict, "")
                broken += 1
    assert broken > 50


def test_every_missing_reply_is_found(drawn):
    game, strategy = drawn
    for name in strategy.replies:
        rest = {own: reply for own, reply in strategy.replies.items() if own != name}
        corrupted = replace(strategy, replies=rest)
        check_refutation(game, corrupted, check_strategy(game, corrupted), f"no reply to {name}")


def test_every_illegal_reply_is_found(drawn):
    game, strategy = drawn
    for name in strategy.replies:
        corrupted = replace(strategy, replies={**strategy.replies, name: "z9"})
        check_refutation(game, corrupted, check_strategy(game, corrupted), f"reply z9 to {name} is not legal there")


def test_dice_are_tried_on_every_side():
    game = Tree([{"chance": [[0.5, 2], [0.5, [3, 1]]]}, 1])
    good = Strategy("tree", "A", 0, 1, {"A": "a1", "C": "c2"})
    assert check_strategy(game, good).holds
    verdict = check_strategy(game, replace(good, at_least=2))
    assert (verdict.line, game.state_name(verdict.state)) == (("a1", "b2", "c2"), "c2")
    random = Random("strategies with dice")
    for _ in range(100):
        game = Tree(random_vector_node(random, 2, 4, chance=0.3, sum_zero=True))
        sure = max(utility for utility in range(-9, 10) if can_force(game, utility))
        assert check_strategy(game, exported(game, 0, sure)).holds


def can_force(game, utility):
    try:
        return bool(contingent_strategy(game, player=0, at_least=utility)) or True
    except PlywiseError:
        return False


class Wheel(Ring):
    """A ring that doesn't own up to its circles."""

    cyclic = False


def test_play_without_end_is_no_guarantee():
    walk = {f"place={place}": "walk" for place in range(4)}
    verdict = check_strategy(Wheel(), Strategy("wheel", "place=1", 0, -1, walk))
    assert (verdict.holds, verdict.line) == (False, ("walk",) * 4)
    assert "need not end" in verdict.reason
    with pytest.raises(StrategyError, match="only strategies for games without cycles"):
        check_strategy(Ring(), Strategy("ring", "place=1", 0, -1, walk))


def test_what_is_no_strategy_for_this_game():
    strategy = Strategy("nim", "A(1,2)", 0, 1, {"A(1,2)": "B2"})
    with pytest.raises(StrategyError, match="for nim, not for tic-tac-toe"):
        check_strategy(TicTacToe(), strategy)
    with pytest.raises(PlywiseError, match="not a state of this game"):
        check_strategy(Nim(piles=(1, 1)), strategy)
    with pytest.raises(StrategyError, match="no player 5"):
        check_strategy(Nim(piles=(1, 2)), replace(strategy, player=5))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("{", "is not JSON"),
        ("[]", "holds no strategy"),
        (json.dumps({"format": "plywise strategy 1", "game": "nim"}), "holds no strategy"),
        (
            json.dumps(
                {
                    "format": "plywise strategy 1",
                    "game": "nim",
                    "state": "A(1)",
                    "player": 0,
                    "at_least": 1,
                    "replies": {"A(1)": 3},
                }
            ),
            "holds no strategy",
        ),
    ],
)
def test_files_that_hold_none(tmp_path, text, reason):
    path = tmp_path / "strategy.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(StrategyError, match=reason):
        Strategy.read(path)
    with pytest.raises(StrategyError, match="can't be read: No such file"):
        Strategy.read(tmp_path / "none.json")


@pytest.mark.parametrize(
    ("name", "value"),
    [*(("at_least", value) for value in ("NaN", "Infinity", "-Infinity", "1e999", "true", f"1{'0' * 400}", '"1"'))]
    + [("player", value) for value in ("true", "0.0", "null")],
)
def test_what_is_no_number_is_no_claim(tmp_path, name, value):
    """Nothing is less than NaN: a claim of it would be confirmed by any end."""
    path = tmp_path / "strategy.json"
    Strategy("nim", "A(1,2)", 0, 1, {"A(1,2)": "B2"}).write(path)
    data = {**json.loads(path.read_text(encoding="utf-8")), name: None}
    path.write_text(json.dumps(data).replace(f'"{name}": null', f'"{name}": {value}'), encoding="utf-8")
    with pytest.raises(StrategyError, match=r"strategy\.json: A strategy.* number.*: name one\."):
        Strategy.read(path)


@pytest.mark.parametrize("wrong", [{"at_least": float("nan")}, {"at_least": True}, {"player": True}])
def test_a_strategy_without_a_claim_is_not_checked(wrong):
    with pytest.raises(StrategyError, match="number"):
        check_strategy(Nim(piles=(1, 2)), replace(Strategy("nim", "A(1,2)", 0, 1, {"A(1,2)": "B2"}), **wrong))


def test_names_that_two_states_share_are_refused():
    class Blurred(Nim):
        def state_name(self, state):
            return "somewhere"

    game = Blurred(piles=(2, 2))
    with pytest.raises(StrategyError, match="Two states of blurred are both called somewhere"):
        exported(game, 1, 1)
