"""Abalone against a second implementation, and Chinese checkers for three against OpenSpiel's."""

from random import Random
from typing import Any

import pyspiel
import pytest

from plywise.games.moving.abalone import Abalone
from plywise.games.moving.chinese_checkers import ChineseCheckers
from plywise.kernel import compile_rules
from plywise.kernel.building import compare
from plywise.rules import CatalogError, NotationError
from tests.games.samples import playthrough
from tests.games.second import abalone_moves

# Abalone


@pytest.mark.parametrize("size", [3, 4, 5])
def test_abalone_agrees_with_a_second_implementation(size):
    game: Any = Abalone(size, goal=3, moves=150)
    places = game.board.places

    def marbles(state: Any) -> dict[tuple[int, int], int]:
        return {place: p for i, place in enumerate(places) for p in (0, 1) if (state.x, state.o)[p] >> i & 1}

    record = playthrough(game, Random(size))
    for state, action in zip(record.states, record.actions, strict=False):
        offered = dict(abalone_moves(marbles(state), state.turn, set(places)))
        assert sorted(offered) == sorted(game.action_name(state, each) for each in game.actions(state))
        for each in game.actions(state):
            assert marbles(game.result(state, each)) == offered[game.action_name(state, each)]
        assert game.result(state, action) in record.states


def test_abalone_starts_with_44_moves():
    game = Abalone()
    state = game.initial()
    assert len(list(game.actions(state))) == 44
    assert game.state_name(state) == "OOOOO/OOOOOO/2OOO2/8/9/8/2XXX2/XXXXXX/XXXXX X 0"


def test_the_sixth_marble_off_the_board_wins():
    game: Any = Abalone(goal=1)
    state = game.parse_state("OOOOO/OOOOOO/O6/8/4XXXOO/8/7/XXXXXX/XXXXX X 9")
    pushed = game.result(state, game.parse_action(state, "e5-e6"))
    assert not game.is_terminal(state)
    assert game.is_terminal(pushed)
    assert (game.utility(pushed, 0), game.utility(pushed, 1)) == (1, -1)
    assert pushed.o.bit_count() == state.o.bit_count() - 1


# Chinese checkers. OpenSpiel counts holes from the top, and a turn may be several hops.


def their_boards(position: Any) -> set[str]:
    """Return all boards with which the turn may end."""
    found, waiting, mover = set(), [position], position.current_player()
    while waiting:
        here = waiting.pop()
        for action in here.legal_actions():
            after = here.child(action)
            if after.is_terminal() or after.current_player() != mover:
                found.add(shown(after))
            else:
                waiting.append(after)
    return found


def shown(position: Any) -> str:
    return "".join("".join(str(position).split("Player")[0].split()))


def ours(game: ChineseCheckers, state: Any) -> str:
    order = sorted(range(game.count), key=lambda i: (-game.holes.places[i][0], game.holes.places[i][1]))
    return "".join(".123"[state.board[i]] for i in order)


def follow(position: Any, board: str, mover: int) -> Any:
    """Return their position at the end of a turn that leads to a board."""
    waiting = [position]
    while waiting:
        here = waiting.pop()
        for action in here.legal_actions():
            after = here.child(action)
            if after.is_terminal() or after.current_player() != mover:
                if shown(after) == board:
                    return after
            else:
                waiting.append(after)
    raise AssertionError(board)


@pytest.mark.parametrize("turns", [60, pytest.param(600, marks=pytest.mark.slow)])
def test_chinese_checkers_agrees_with_open_spiel(turns):
    game, random = ChineseCheckers(moves=turns), Random(2)
    state, position = game.initial(), pyspiel.load_game("chinese_checkers(players=3)").new_initial_state()
    for _ in range(turns):
        assert ours(game, state) == shown(position)
        assert state.turn == position.current_player()
        results = [game.result(state, action) for action in game.actions(state)]
        assert len({ours(game, each) for each in results}) == len(results)
        assert {ours(game, each) for each in results} == their_boards(position)
        mover, before = state.turn, state
        best = max(game.advance(each, mover) for each in results)
        forward = [each for each in results if game.advance(each, mover) >= best - 2]
        state = random.choice(forward)
        position = follow(position, ours(game, state), mover)
        assert game.has_won(state, mover) == position.is_terminal(), game.state_name(before)
        if position.is_terminal():
            assert [game.utility(state, player) for player in range(3)] == position.returns()
            return


def test_the_first_to_fill_the_point_opposite_wins():
    game: Any = ChineseCheckers(size=1)
    state = game.parse_state("1/4/3/Z1XO/1 X 6")
    won = game.result(state, game.parse_action(state, "b3-a2"))
    assert game.is_terminal(won)
    assert [game.utility(won, player) for player in range(3)] == [2, -1, -1]


def test_the_star_has_121_holes():
    game = ChineseCheckers()
    assert game.count == 121
    assert [len(home) for home in game.homes] == [10, 10, 10] == [len(goal) for goal in game.goals]
    assert [game.evaluate(game.initial(), player) for player in range(3)] == [0, 0, 0]


# Both


@pytest.mark.parametrize("game", [Abalone(4, 2), ChineseCheckers(2)], ids=["abalone", "chinese-checkers"])
def test_compiled_and_plain_rules_agree(game):
    assert compare(game, compile_rules(game), seed=1, states=150) is None


@pytest.mark.parametrize(
    ("game", "text"),
    [
        (Abalone(3, 2), "OOO/OOOO/5/XXXX/XXX X"),
        (Abalone(3, 2), "OOO/OOOO/5/XXXX/XX X 0 0 0 x"),
        (Abalone(3, 2), "OOO/OOOO/O4/XXXX/XXX X 0"),
        (Abalone(3, 2), "3/4/5/XXXX/XXX X 0"),
        (ChineseCheckers(1), "X/4/3/Z2O/1 X"),
        (ChineseCheckers(1), "X/4/3/ZX1O/1 X 3"),
        (ChineseCheckers(1), "1/4/3/Z2O/X X 3"),
    ],
)
def test_states_that_are_none_are_refused(game, text):
    with pytest.raises(NotationError):
        game.parse_state(text)


def test_impossible_sizes_are_refused():
    for make in (lambda: Abalone(2), lambda: Abalone(5, 15), lambda: Abalone(5, 6, 0), lambda: ChineseCheckers(5)):
        with pytest.raises(CatalogError):
            make()
