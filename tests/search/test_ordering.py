"""How many leaves alpha-beta visits when actions come in the best order, and in the worst (section 5.3.1)."""

from typing import NamedTuple

import pytest

from plywise import Game
from plywise.search import alpha_beta, minimax


class Uniform(Game):
    """A tree of b actions and m plies, made as it is walked: one child keeps the value, the rest are worse."""

    utility_range = (-1000, 1000)

    class State(NamedTuple):
        ply: int = 0
        value: int = 0

    def __init__(self, b: int, m: int, best_first: bool = True) -> None:
        self.b, self.m, self.best_first = b, m, best_first

    def to_move(self, state):
        return state.ply % 2

    def actions(self, state):
        losses = range(self.b) if state.ply < self.m else range(0)
        return list(losses) if self.best_first else list(reversed(losses))

    def result(self, state, action):
        loss = action if self.to_move(state) == 0 else -action
        return self.State(state.ply + 1, state.value - loss)

    def utility(self, state, player):
        return state.value if player == 0 else -state.value


@pytest.mark.parametrize("b", range(2, 7))
@pytest.mark.parametrize("m", range(1, 8))
def test_best_order_visits_the_least_leaves_there_can_be(b, m):
    decision = alpha_beta(Uniform(b, m))
    # Knuth and Moore 1975: b^ceil(m/2) + b^floor(m/2) - 1
    assert decision.leaves == b ** ((m + 1) // 2) + b ** (m // 2) - 1
    assert (decision.value, decision.action) == (0, 0)


@pytest.mark.parametrize(("b", "m"), [(2, 7), (3, 5), (4, 4), (5, 3), (6, 3)])
def test_minimax_visits_every_leaf(b, m):
    decision = minimax(Uniform(b, m))
    assert decision.leaves == b**m
    assert decision.nodes == sum(b**ply for ply in range(m + 1))


@pytest.mark.parametrize(("b", "m"), [(2, 3), (2, 7), (3, 5), (4, 4), (5, 3), (6, 3)])
def test_worst_order_visits_more(b, m):
    best, worst = alpha_beta(Uniform(b, m)), alpha_beta(Uniform(b, m, best_first=False))
    assert worst.value == best.value == 0
    assert best.leaves < worst.leaves <= b**m
