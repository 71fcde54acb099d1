"""How searches end: what they leave behind, what they answer when interrupted, and what they say of odd rules."""

import time

import pytest

from plywise import Game, Limit, Status, Unit, load_game
from plywise.games.tree import Tree
from plywise.rules import SearchError
from plywise.search import (
    NullMove,
    TranspositionTable,
    enhanced,
    expectiminimax,
    minimax,
    monte_carlo,
    star1,
    star2,
    uct,
    value_iteration,
)
from plywise.search.shared import LimitReachedError
from tests.search.capture_game import Skirmish


class Merged(Game):
    """MIN moves first; two ways lead to states that count as the same; a win is worth 1, a loss 0."""

    utility_range, utility_sum = (0, 1), 1
    State = tuple

    def initial(self):
        return ()

    def to_move(self, state):
        return 1 if len(state) == 0 else 0

    def actions(self, state):
        return () if len(state) == 2 else (0, 1) if not state else (0,)

    def result(self, state, action):
        return (*state, action)

    def utility(self, state, player):
        return 0 if player == 0 else 1

    def key(self, state):
        return len(state)


def test_a_remembered_value_is_told_to_the_player_to_move():
    found = enhanced(Merged(), enhancements=[TranspositionTable()], all_exact=True)
    assert (
        [choice.value for choice in found.choices] == [choice.value for choice in minimax(Merged()).choices] == [1, 1]
    )


def test_a_remembered_draw_is_a_utility():
    game = load_game("tic-tac-toe")
    state = game.parse_state("X2/1O1/3")
    found = enhanced(game, state, enhancements=[TranspositionTable(symmetry=True)], limit=Limit(depth=9))
    assert {choice.unit for choice in found.choices} == {Unit.UTILITY}
    assert found.value == 0


def test_an_interrupted_null_move_is_forgotten():
    game, null = Skirmish(), NullMove()
    whole = enhanced(game, limit=Limit(depth=4), enhancements=[NullMove()])
    for nodes in range(1, whole.nodes, 7):
        with pytest.raises(LimitReachedError):
            enhanced(game, limit=Limit(depth=4, nodes=nodes), enhancements=[null])
    assert enhanced(game, limit=Limit(depth=4), enhancements=[null]).nodes == whole.nodes


def test_value_iteration_of_a_game_without_dice():
    game = load_game("connect-four:width=4,height=4")
    state = game.parse_state("4/4/OOO1/XXX1")
    assert value_iteration(game, state).value == minimax(game, state).value == 1


class Escape(Game):
    """Win at once, or walk in a circle for ever."""

    cyclic = True
    State = int

    def to_move(self, state):
        return 0

    def actions(self, state):
        return () if state == 9 else (0, 1)

    def result(self, state, action):
        return 9 if state == 0 and action == 0 else 1 + (state + action) % 2

    def utility(self, state, player):
        return 1 if player == 0 else -1


def test_a_circle_without_a_way_out_is_refused():
    with pytest.raises(SearchError, match="need never end"):
        value_iteration(Escape())


@pytest.mark.parametrize("algorithm", [star1, star2])
def test_an_outcome_without_a_chance_is_left_out(algorithm, monkeypatch):
    tree = Tree([{"chance": [[0.5, 4], [0.5, 2]]}, 1])
    monkeypatch.setattr(tree, "chances", lambda state: [(0, 1.0), (1, 0.0)])
    assert algorithm(tree).value == expectiminimax(tree).value == 4


@pytest.mark.parametrize("algorithm", [uct, monte_carlo])
def test_ctrl_c_gives_the_answer_so_far(algorithm, monkeypatch):
    game, calls = load_game("connect-four"), 0
    real = type(game).result

    def result(self, state, action):
        nonlocal calls
        calls += 1
        if calls == 3000:
            raise KeyboardInterrupt
        return real(self, state, action)

    monkeypatch.setattr(type(game), "result", result)
    started = time.perf_counter()
    found = algorithm(game, limit=Limit(time=60))
    assert found.action is not None
    assert found.status is Status.HEURISTIC
    assert found.simulations > 0
    assert time.perf_counter() - started < 50
