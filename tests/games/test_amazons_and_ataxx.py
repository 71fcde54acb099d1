"""Amazons against OpenSpiel's and published counts, Ataxx against published counts and a second implementation."""

from random import Random
from typing import Any

import pyspiel
import pytest

from plywise.games.moving.amazons import Amazons
from plywise.games.moving.ataxx import Ataxx
from plywise.kernel import compile_rules
from plywise.kernel.building import compare
from plywise.rules import CatalogError, NotationError
from tests.games.samples import playthrough
from tests.games.second import ataxx_moves
from tests.kernel.harness import perft

# Amazons. In OpenSpiel a turn is three actions: from, to and arrow, each a square counted from the upper left one.


def their_turns(position: Any, size: int) -> dict[tuple[int, ...], Any]:
    """List all turns of OpenSpiel's, by our three squares."""
    turns = {}
    for start in position.legal_actions():
        there = position.child(start)
        for end in there.legal_actions():
            moved = there.child(end)
            for arrow in moved.legal_actions():
                squares = tuple((size - 1 - each // size) * size + each % size for each in (start, end, arrow))
                turns[squares] = (start, end, arrow)
    return turns


@pytest.mark.parametrize("positions", [12, pytest.param(300, marks=pytest.mark.slow)])
def test_amazons_agrees_with_open_spiel(positions):
    game, random, compared = Amazons(), Random(3), 0
    peer = pyspiel.load_game("amazons")
    while compared < positions:
        state, position = game.initial(), peer.new_initial_state()
        while not position.is_terminal():
            actions = list(game.actions(state))
            action = random.choice(actions)
            if len(actions) < 400 or random.random() < 0.1:
                turns = their_turns(position, game.size)
                assert sorted(turns) == sorted(actions)
                compared += 1
            for square in action:
                position.apply_action((game.size - 1 - square // game.size) * game.size + square % game.size)
            state = game.result(state, action)
            rows = "".join(str(position).split()).replace("#", "*")
            assert "/".join(rows[i : i + 10] for i in range(0, 100, 10)).upper() == "/".join(
                "".join(row) for row in reversed([game.pieces(state)[i : i + 10] for i in range(0, 100, 10)])
            )
        assert game.is_terminal(state)
        assert [game.utility(state, player) for player in (0, 1)] == position.returns()


def test_amazons_opens_as_published():
    """2,176 first moves and 4,307,152 pairs of moves are widely published counts; perft of Amazons engines."""
    game = Amazons()
    assert len(list(game.actions(game.initial()))) == 2_176
    rules = compile_rules(game)
    assert [rules.perft(game.initial(), depth) for depth in range(3)] == [1, 2_176, 4_307_152]
    assert compare(game, rules, seed=1, states=8) is None


def test_an_arrow_may_fly_to_where_the_amazon_came_from():
    game = Amazons(4)
    state = game.initial()
    assert (1, 5, 1) in list(game.actions(state))
    after = game.result(state, (1, 5, 1))
    assert game.state_name(after) == "1OO1/O2O/XX1X/1*X1 O"


# Ataxx. The counts are those of the perft tests that Ataxx engines share (UAI, libataxx), with and without gaps.

COUNTS = {False: [1, 16, 256, 6_460, 155_888, 4_752_668], True: [1, 14, 196, 4_184, 86_528, 2_266_352]}


@pytest.mark.parametrize("gaps", [False, True])
def test_ataxx_opens_as_published(gaps):
    game = Ataxx(gaps=gaps)
    assert [perft(game, game.initial(), depth) for depth in range(3)] == COUNTS[gaps][:3]
    rules = compile_rules(game)
    assert [rules.perft(game.initial(), depth) for depth in range(6)] == COUNTS[gaps]
    assert compare(game, rules, seed=1, states=200) is None


@pytest.mark.parametrize("game", [Ataxx(4), Ataxx(5, gaps=True), Ataxx()], ids=["4", "5", "7"])
def test_ataxx_agrees_with_a_second_implementation(game):
    size = game.size
    free = {(i % size, i // size) for i in range(size * size) if game.full >> i & 1}
    for seed in range(2):
        record = playthrough(game, Random(seed))
        for state, action in zip(record.states, record.actions, strict=False):
            stones = {(x, y): p for x, y in free for p in (0, 1) if (state.x, state.o)[p] >> y * size + x & 1}
            offered = dict(ataxx_moves(stones, state.turn, free)) or {"pass": stones}
            assert sorted(offered) == sorted(game.action_name(state, each) for each in game.actions(state))
            after, reached = offered[game.action_name(state, action)], game.result(state, action)
            assert after == {
                (x, y): p for x, y in free for p in (0, 1) if (reached.x, reached.o)[p] >> y * size + x & 1
            }


@pytest.mark.parametrize(
    ("text", "worth"), [("XXX/XXX/3 O", 1), ("XXX/XOO/OOO O", -1), ("XXX/XOO/OO1 X", None), ("OOO/3/3 X", -1)]
)
def test_ataxx_ends_when_nobody_can_move_and_more_stones_win(text, worth):
    game = Ataxx(3)
    state = game.parse_state(text)
    assert game.is_terminal(state) == (worth is not None)
    if worth is not None:
        assert (game.utility(state, 0), game.utility(state, 1)) == (worth, -worth)


def test_who_cannot_move_passes():
    game = Ataxx(4)
    state = game.parse_state("XOOO/OOOO/OOOO/OOO1 X")
    assert [game.action_name(state, action) for action in game.actions(state)] == ["pass"]


# Both


@pytest.mark.parametrize(
    ("game", "text"),
    [
        (Amazons(4), "1OO1/O2O/X2X/1X2 X"),
        (Amazons(4), "1OO1/O2O/X2X/1XX1"),
        (Ataxx(5, gaps=True), "X3O/5/5/5/O3X X"),
        (Ataxx(5, gaps=True), "X3-/1-1-1/5/1-1-1/O3X X"),
        (Ataxx(5), "X3O/1-3/5/5/O3X X"),
    ],
)
def test_states_that_are_none_are_refused(game, text):
    with pytest.raises(NotationError):
        game.parse_state(text)


def test_impossible_sizes_are_refused():
    for make in (lambda: Amazons(3), lambda: Amazons(13), lambda: Ataxx(2), lambda: Ataxx(8), lambda: Ataxx(4, True)):
        with pytest.raises(CatalogError, match="columns and rows"):
            make()
