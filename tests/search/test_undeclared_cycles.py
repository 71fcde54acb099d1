"""A game that comes back to a state without declaring it is refused early, with two states of the cycle."""

import time
from typing import NamedTuple

import pytest

from plywise.games.nim import Nim
from plywise.games.placing.tic_tac_toe import TicTacToe
from plywise.rules import Game
from plywise.search import dynamic_programming
from plywise.search.shared import UndeclaredCycleError, find_cycle, refuse_cycle


class Walkers(Game):
    """Two walkers on a ring; step either way, or stay; meet the other to win."""

    class State(NamedTuple):
        first: int = 0
        second: int = 3
        turn: int = 0

    def __init__(self, size=6):
        self.size = size

    def initial(self):
        return self.State(0, self.size // 2, 0)

    def to_move(self, state):
        return state.turn

    def actions(self, state):
        yield from range(3)

    def result(self, state, action):
        if state.turn == 0:
            return self.State((state.first + action - 1) % self.size, state.second, 1)
        return self.State(state.first, (state.second + action - 1) % self.size, 0)

    def is_terminal(self, state):
        return state.first == state.second

    def utility(self, state, player):
        return 1 if player != state.turn else -1


class LateWalkers(Walkers):
    """They walk round only after a long count, during which all lines differ."""

    class State(NamedTuple):
        first: int = 0
        second: int = 3
        turn: int = 0
        counted: int = 0
        marks: int = 0

    def initial(self):
        return self.State(0, self.size // 2)

    def result(self, state, action):
        if state.counted < 40:
            marks = (state.marks * 3 + action) % 997
            return self.State(state.first, state.second, 1 - state.turn, state.counted + 1, marks)
        step = action - 1
        if state.turn == 0:
            return state._replace(first=(state.first + step) % self.size, turn=1)
        return state._replace(second=(state.second + step) % self.size, turn=0)


class StandsStill(Walkers):
    def result(self, state, action):
        return state


def test_walks_find_a_cycle_and_name_two_states_of_it():
    with pytest.raises(UndeclaredCycleError) as caught:
        refuse_cycle(Walkers())
    assert str(caught.value) == (
        "walkers came back to the state first=0,second=3,turn=0, 12 plies later and by way of first=0,second=4,turn=1: "
        "declare cyclic = True, and repetition = 'draw' or 'illegal' if it should end there."
    )
    cycle = caught.value.cycle
    assert cycle.state in [Walkers().result(cycle.before, action) for action in range(3)]
    with pytest.raises(UndeclaredCycleError, match="to the state first=0,second=3,turn=0, by a single action: declare"):
        refuse_cycle(StandsStill())


@pytest.mark.parametrize("game", [Nim(), TicTacToe()], ids=lambda game: game.name)
def test_games_without_cycles_pass(game):
    assert find_cycle(game) is None
    refuse_cycle(game)


def test_a_declared_cycle_is_no_error():
    game = Walkers()
    game.cyclic = True
    refuse_cycle(game)


def test_a_walk_keeps_to_its_limits():
    began = time.process_time()
    assert find_cycle(TicTacToe(), states=100) is None
    assert time.process_time() - began < 1


@pytest.mark.parametrize("game", [Walkers(), Walkers(60), LateWalkers()], ids=["six", "sixty", "late"])
def test_dynamic_programming_refuses_it(game):
    with pytest.raises(
        UndeclaredCycleError, match=r"came back to the state .*, [0-9]+ plies later and by way of .*: declare cyclic"
    ):
        dynamic_programming(game)
