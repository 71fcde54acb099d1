"""Oware and Quoridor against OpenSpiel's."""

from random import Random
from typing import Any

import pyspiel
import pytest

from plywise.games.moving.quoridor import Quoridor
from plywise.games.sowing.oware import QUIET, Oware
from plywise.kernel import compile_rules
from plywise.kernel.building import compare
from plywise.rules import CatalogError, NotationError
from tests.games.samples import playthrough

# Oware. OpenSpiel ends a game when a board comes up again, each player taking their own side; here that happens after
# 100 moves without a capture. Who wins is the same unless the two differ: then the playing is left there.


@pytest.mark.parametrize(("houses", "seeds"), [(6, 4), (3, 3), (4, 5)])
@pytest.mark.parametrize("playings", [30, pytest.param(500, marks=pytest.mark.slow)])
def test_oware_agrees_with_open_spiel(houses, seeds, playings):
    game, random, ended = Oware(houses, seeds), Random(houses), 0
    peer = pyspiel.load_game(f"oware(num_houses_per_player={houses},num_seeds_per_house={seeds})")
    for _ in range(playings):
        state, position, seen = game.initial(), peer.new_initial_state(), set()
        while not position.is_terminal() and not game.is_terminal(state):
            seen.add((state.houses, state.captured, state.turn))
            assert game.to_move(state) == position.current_player()
            mover, scores, held = position.observation_string(0).split(" | ")
            assert (int(mover), scores, held) == (
                state.turn,
                " ".join(map(str, state.captured)),
                " ".join(map(str, state.houses)),
            )
            assert list(game.actions(state)) == position.legal_actions()
            action = random.choice(position.legal_actions())
            position.apply_action(action)
            state = game.result(state, action)
        if (state.houses, state.captured, state.turn) not in seen and state.quiet < QUIET:
            assert position.is_terminal()
            assert game.is_terminal(state)
            assert [game.utility(state, player) for player in (0, 1)] == position.returns()
            ended += 1
    assert ended > playings / 4


@pytest.mark.parametrize(
    ("before", "action", "after"),
    [
        ("0-0-2+6/1-2-1+6 A 3", "3", "0-0-0+11/0-0-1+6 B 0"),  # three and two, backwards
        ("0-0-2+6/1-2-0+7 A 3", "3", "0-0-0+6/2-3-0+7 B 4"),  # all of them: nothing is captured
    ],
)
def test_one_move_of_oware(before, action, after):
    game = Oware(3, 3)
    assert game.state_name(game.result(game.parse_state(before), int(action) - 1)) == after


def test_a_full_lap_leaves_out_its_own_house():
    game = Oware(2, 2)
    assert game.state_name(game.result(game.parse_state("5-1+0/1-1+0 A 0"), 0)) == "0-3+3/0-2+0 B 0"


def test_an_empty_side_must_be_fed():
    game = Oware(3, 2)
    assert list(game.actions(game.parse_state("1-1-1+5/0-0-0+4 A 0"))) == [2]
    over = game.parse_state("1-1-0+6/0-0-0+4 A 0")
    assert game.is_terminal(over)
    assert game.tell_end(over).startswith("South wins 8 to 4")


# Quoridor. OpenSpiel counts rows from the top, and names a wall by the square above it.


def their_name(game: Quoridor, name: str) -> str:
    """Name a square, or a wall, as OpenSpiel does."""
    if len(name) == 2:
        return f"{name[0]}{game.size + 1 - int(name[1])}"
    return f"{name[0]}{game.size - int(name[1])}{name[2]}"


@pytest.mark.parametrize(("size", "walls"), [(9, 10), (5, 3), (3, 2)])
@pytest.mark.parametrize("positions", [150, pytest.param(5_000, marks=pytest.mark.slow)])
def test_quoridor_agrees_with_open_spiel(size, walls, positions):
    game, random, compared = Quoridor(size, walls), Random(size), 0
    peer = pyspiel.load_game(f"quoridor(board_size={size},wall_count={walls})")
    while compared < positions:
        state, position = game.initial(), peer.new_initial_state()
        while not position.is_terminal():
            assert not game.is_terminal(state)
            assert game.to_move(state) == position.current_player()
            ours = {their_name(game, game.action_name(state, each)): each for each in game.actions(state)}
            theirs = {position.action_to_string(each): each for each in position.legal_actions()}
            assert sorted(ours) == sorted(theirs)
            walks = [name for name in ours if len(name) == 2]
            name = random.choice(walks if random.random() < 0.5 else sorted(ours))
            position.apply_action(theirs[name])
            state = game.result(state, ours[name])
            compared += 1
        assert game.is_terminal(state)
        if state.played < game.moves:  # OpenSpiel calls it a draw even if the last of all moves arrives
            assert [game.utility(state, player) for player in (0, 1)] == position.returns()


def test_quoridor_has_131_first_actions():
    game = Quoridor()
    assert len(list(game.actions(game.initial()))) == 3 + 2 * 8 * 8


@pytest.mark.parametrize(
    ("text", "walks"),
    [
        ("c2 c3 - 3-3 X 0", "c4 d2 c1 b2"),  # over the other pawn
        ("c2 c3 c3h 2-3 X 1", "d3 b3 d2 c1 b2"),  # a wall behind it: to either side
        ("c2 c3 c3h-b3v 2-2 X 2", "d3 d2 c1 b2"),
        ("c2 c3 c2h 2-3 X 1", "d2 c1 b2"),  # a wall between the two
    ],
)
def test_pawns_jump(text, walks):
    game = Quoridor(5, 3)
    state = game.parse_state(text)
    names = [game.action_name(state, action) for action in game.actions(state) if action < game.squares]
    assert sorted(names) == sorted(walks.split())


def test_two_walls_that_meet_and_the_edge_close_a_way():
    """Found by comparing with OpenSpiel: where two walls touch end to end, a third may come down on them."""
    game = Quoridor(5, 3)
    state = game.parse_state("c1 d5 a1h-b4h-d4h 1-2 X 4")
    assert "c4v" not in {game.action_name(state, action) for action in game.actions(state)}


def test_no_wall_closes_the_last_way():
    game = Quoridor(3, 4)
    state = game.parse_state("b1 b3 a1h 4-3 X 1")
    names = {game.action_name(state, action) for action in game.actions(state)}
    assert "b1v" not in names  # with a1h it would shut X in
    assert {"a2v", "a2h"} <= names


# Both


@pytest.mark.parametrize("game", [Oware(), Quoridor(5, 3)], ids=["oware", "quoridor"])
def test_compiled_and_plain_rules_agree(game):
    assert compare(game, compile_rules(game), seed=1, states=200) is None


@pytest.mark.parametrize(
    ("game", "text"),
    [
        (Oware(2, 2), "2-2+0/2-2+0 A"),
        (Oware(2, 2), "2-2+0/2-2+1 A 0"),
        (Oware(2, 2), "2-2+0/2-2+0 A 101"),
        (Quoridor(3, 1), "b1 b1 - 1-1 X 0"),
        (Quoridor(3, 1), "b1 b3 - 1-0 X 0"),
        (Quoridor(3, 2), "b1 b3 a1h-a1v 1-1 X 2"),
        (Quoridor(3, 2), "b1 b3 a1h-b1h 1-1 X 2"),
        (Quoridor(3, 2), "b3 b2 - 2-2 X 4"),
        (Quoridor(3, 2), "b1 b3 - 2-2 X 37"),
    ],
)
def test_states_that_are_none_are_refused(game, text):
    with pytest.raises(NotationError):
        game.parse_state(text)


def test_impossible_sizes_are_refused():
    for make in (
        lambda: Oware(0),
        lambda: Oware(9),
        lambda: Oware(6, 11),
        lambda: Quoridor(2),
        lambda: Quoridor(9, 21),
    ):
        with pytest.raises(CatalogError):
            make()


def test_a_playing_of_quoridor_ends():
    record: Any = playthrough(Quoridor(5, 0), Random(1))
    assert record.is_over
