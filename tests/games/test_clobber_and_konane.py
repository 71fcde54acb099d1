"""Clobber against OpenSpiel's and published winners, Konane against a second implementation."""

from collections.abc import Callable
from random import Random
from typing import Any

import pyspiel
import pytest

from plywise import Game
from plywise.games.moving.clobber import Clobber
from plywise.games.moving.konane import Konane
from plywise.kernel import compile_rules
from plywise.kernel.building import compare
from plywise.rules import CatalogError, NotationError
from tests.games.fuzzing import check_mutated
from tests.games.open_spiel import compare_playings
from tests.games.samples import playthrough
from tests.games.second import Board, alternating, clobber_moves, konane_moves


def mover_wins(game: Game, state: Any, known: dict[Any, bool]) -> bool:
    stand_in = game.canonical(state)
    if stand_in not in known:
        known[stand_in] = any(not mover_wins(game, game.result(state, each), known) for each in game.actions(state))
    return known[stand_in]


def second_wins(board: Board, turn: int, moves: Callable[..., Any], known: dict[Any, bool]) -> bool:
    """Whether the player to move wins, by the second implementation."""
    key = frozenset(board.items()), turn
    if key not in known:
        known[key] = any(not second_wins(after, 1 - turn, moves, known) for _, after in moves(board, turn))
    return known[key]


# Clobber. OpenSpiel's first player has the upper left corner: its rows are ours from the other end.


@pytest.mark.parametrize(("width", "height"), [(6, 5), (4, 7), (7, 3)])
@pytest.mark.parametrize("positions", [700, pytest.param(20_000, marks=pytest.mark.slow)])
def test_clobber_agrees_with_open_spiel(width, height, positions):
    game = Clobber(width, height)
    peer = pyspiel.load_game(f"clobber(rows={height},columns={width})")
    position = peer.new_initial_state()
    places = {position.action_to_string(each): each for each in range(peer.num_distinct_actions())}

    def their_action(state: Any, action: int) -> int:
        ends = game.action_name(state, action).split("x")
        return places["".join(f"{end[0]}{height + 1 - int(end[1:])}" for end in ends)]

    compare_playings(
        game,
        peer,
        positions,
        seed=5,
        board=lambda state: "".join(game.pieces(state)),
        their_board=lambda position: "".join(
            line.lstrip("0123456789") for line in str(position).splitlines()[:height]
        ).translate(str.maketrans("ox", "XO")),
        their_action=their_action,
    )


def test_a_row_of_pairs_is_lost_only_if_there_are_three():
    """Conjectured for all lengths by Albert, Grossman, Nowakowski and Wolfe, An Introduction to Clobber, 2005."""
    for pairs in range(1, 9):
        game = Clobber(2 * pairs, 1)
        assert mover_wins(game, game.initial(), {}) == (pairs != 3)


# Computed by two implementations of ours.
WINS = {(2, 2): True, (3, 2): False, (4, 2): True, (5, 2): True, (6, 2): False, (3, 3): True, (4, 3): False}


@pytest.mark.parametrize(("width", "height"), WINS)
def test_small_boards_of_clobber(width, height):
    game = Clobber(width, height)
    assert mover_wins(game, game.initial(), {}) == WINS[width, height]
    if width * height < 10:
        assert second_wins(alternating(width, height), 0, clobber_moves, {}) == WINS[width, height]


# Konane


@pytest.mark.parametrize(("width", "height"), [(8, 8), (5, 4), (3, 7), (2, 2)])
def test_konane_agrees_with_a_second_implementation(width, height):
    game = Konane(width, height)
    for seed in range(6):
        record, board = playthrough(game, Random(seed)), alternating(width, height)
        for turn, state in enumerate(record.states):
            offered = dict(konane_moves(board, turn % 2, width, height))
            assert sorted(offered) == sorted(game.action_name(state, action) for action in game.actions(state))
            shown = {(i % width, i // width): piece - 1 for i, piece in enumerate(state.board) if piece}
            assert shown == board
            if turn < len(record.actions):
                board = offered[game.action_name(state, record.actions[turn])]


# Who moves second wins all of these: computed by two implementations of ours.
@pytest.mark.parametrize(("width", "height"), [(2, 2), (3, 2), (2, 3), (4, 2), (3, 3), (4, 3), (3, 4), (4, 4)])
def test_small_boards_of_konane(width, height):
    game = Konane(width, height)
    assert not mover_wins(game, game.initial(), {})
    moves = lambda board, turn: konane_moves(board, turn, width, height)  # noqa: E731
    if width * height < 16:
        assert not second_wins(alternating(width, height), 0, moves, {})


def test_a_stone_may_stop_between_jumps():
    game = Konane(6, 2)
    state = game.parse_state("6/XO1O2 X")
    names = [game.action_name(state, action) for action in game.actions(state)]
    assert names == ["a1-c1", "a1-e1"]
    assert game.state_name(game.result(state, (0, 4))) == "6/4X1 O"
    assert game.state_name(game.result(state, (0, 2))) == "6/2XO2 O"


# Both


@pytest.mark.parametrize("game", [Clobber(7, 5), Konane(7, 5)], ids=["clobber", "konane"])
def test_compiled_and_plain_rules_agree(game):
    assert compare(game, compile_rules(game), seed=1, states=300) is None


@pytest.mark.parametrize(
    ("game", "texts"),
    [
        (Clobber(3, 2), ["OXO/XOX", "OXO/XOX Z", "OXO/XO X", "OX*/XOX X"]),
        (Konane(3, 2), ["OXO/XOX O", "O1O/XOX X", "OXO/OXO X", "1XO/XOX O", "OXO/XOX"]),
    ],
    ids=["clobber", "konane"],
)
def test_states_that_are_none_are_refused(game, texts):
    for text in texts:
        with pytest.raises(NotationError):
            game.parse_state(text)


@pytest.mark.parametrize("game", [Clobber(4, 4), Konane(4, 4)], ids=["clobber", "konane"])
def test_mutated_texts_are_read_or_refused(game):
    random = Random(4)
    seeds = [game.state_name(state) for state in playthrough(game, random).states]
    assert sum(check_mutated(game, seeds, random) for _ in range(300)) > 3


def test_impossible_sizes_are_refused():
    for kind, size in ((Clobber, (1, 1)), (Clobber, (9, 8)), (Konane, (1, 5)), (Konane, (21, 4))):
        with pytest.raises(CatalogError, match="columns and rows"):
            kind(*size)
