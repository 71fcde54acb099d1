"""Hex against OpenSpiel's, its known values with and without the pie rule, and its notation."""

from random import Random
from typing import Any

import pyspiel
import pytest

from plywise import Limit, NotationError, Status, load_game
from plywise.games.placing.hex import Hex
from plywise.kernel import Searcher, compile_rules
from plywise.kernel.building import compare
from plywise.rules import CatalogError, as_view
from plywise.search import alpha_beta
from tests.games.fuzzing import check_mutated
from tests.games.open_spiel import compare_playings
from tests.games.samples import sample


def board(game: Hex):
    return lambda state: "".join(piece.lower() for row in game.rows(state) for piece in row)


def their_board(position) -> str:
    return "".join(sign for sign in str(position) if sign in "xo.")


def play_both(size: int, pie: bool, positions: int) -> None:
    game: Any = Hex(size, pie)
    peer = pyspiel.load_game(f"hex(board_size={size},swap={pie})")
    compare_playings(game, peer, positions, seed=size, board=board(game), their_board=their_board)


@pytest.mark.parametrize(("size", "pie"), [(2, True), (4, False), (5, True), (11, False), (11, True)])
def test_agrees_with_open_spiel(size, pie):  # there, 1x1 goes on after the only stone
    play_both(size, pie, positions=1_000 if size > 2 else 50)


@pytest.mark.slow
@pytest.mark.parametrize(("size", "pie"), [(5, True), (11, True), (14, False)])
def test_agrees_with_open_spiel_on_many_positions(size, pie):
    play_both(size, pie, positions=20_000)


@pytest.mark.parametrize(
    ("spec", "states"), [("hex:size=4,pie=true", 300), pytest.param("hex", 300, marks=pytest.mark.slow)]
)
def test_compiled_rules_agree(spec, states):
    game = load_game(spec)
    assert compare(game, compile_rules(game), seed=1, states=states) is None


# Values: whoever moves first wins (J. Nash, 1949), so with the pie rule whoever moves second does, from 2x2 on.


@pytest.mark.parametrize(("size", "pie", "value"), [(1, 0, 1), (2, 0, 1), (2, 1, -1), (3, 0, 1), (3, 1, -1)])
def test_small_boards(size, pie, value):
    decision = alpha_beta(Hex(size, bool(pie)), known_extremes=True)
    assert (decision.value, decision.status) == (value, Status.PROVEN)


@pytest.mark.slow
@pytest.mark.parametrize(("size", "pie", "value"), [(4, False, 1), (4, True, -1)])
def test_four_by_four(size, pie, value):
    decision = Searcher(Hex(size, pie)).decide(None, limit=Limit(depth=20), prove=True)
    assert (decision.value, decision.status) == (value, Status.PROVEN)


def test_every_full_board_has_one_winner():
    for text in ("XO/OX X", "OX/XO X", "XX/OO X", "XO/XO X"):
        rows = [list(row) for row in text[:5].split("/")]
        x = tuple(sum(1 << i for i, piece in enumerate(row) if piece == "X") for row in rows)
        o = tuple(sum(1 << i for i, piece in enumerate(row) if piece == "O") for row in zip(*rows, strict=True))
        assert Hex(2).crosses(x) != Hex(2).crosses(o)


# The swap


def test_the_first_stone_changes_its_owner_and_its_side():
    game: Any = Hex(3, pie=True)
    state = game.result(game.initial(), game.parse_action(game.initial(), "c1"))
    assert game.action_name(state, list(game.actions(state))[-1]) == "swap"
    swapped = game.result(state, game.parse_action(state, "swap"))
    assert game.state_name(swapped) == "3/3/O2 X"
    assert game.swap not in list(game.actions(swapped))
    later = game.result(swapped, 0)
    assert game.swap not in list(game.actions(later))
    assert game.swap not in list(Hex(3).actions(state))


# Notation and display


def test_a_winning_chain_is_marked():
    game: Any = Hex(3)
    state = game.initial()
    for cell in (1, 0, 4, 2, 6):
        state = game.result(state, cell)
    assert game.is_terminal(state)
    assert [cell.name for cell in as_view(game.view(state)).cells if cell.mark == "line"] == ["b1", "b2", "a3"]


def test_clicks():
    game: Any = Hex(3, pie=True)
    state = game.result(game.initial(), 4)
    assert [game.clicks(state, action) for action in (0, 9)] == [("a1",), ()]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "must end with X or O"),
        ("3/3/3", "must end with X or O"),
        ("3/3 X", "is not a board of 3 rows of 3"),
        ("3/3/3 O", "players place their stones in turn"),
        ("XX1/3/3 O", "players place their stones in turn"),
        ("3/O2/3 X", "players place their stones in turn"),
        ("X2/X2/X2 O", "players place their stones in turn"),
        ("XOO/X1O/X2 X", "X has won and isn't to move"),
    ],
)
def test_a_board_that_is_none_is_refused(text, reason):
    with pytest.raises(NotationError, match=reason):
        Hex(3).parse_state(text)


def test_mutated_states_are_refused_or_legal():
    game, states = sample("hex:size=4,pie=true", playings=4)
    names, random = [game.state_name(state) for state in states], Random(4)
    assert sum(check_mutated(game, names, random) for _ in range(500)) > 5


@pytest.mark.parametrize("size", [0, 20])
def test_sizes(size):
    with pytest.raises(CatalogError, match="1 to 19 rows"):
        Hex(size)
