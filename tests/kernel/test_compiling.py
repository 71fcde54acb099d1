"""What compiling costs: each function once, and whoever waits is told how it goes; keys that may be None."""

from typing import NamedTuple

import pytest

from plywise import Game, Limit
from plywise.kernel import Searcher, Switches
from plywise.search import alpha_beta
from tests.search.capture_game import Skirmish

STEPS: list[tuple[int, int]] = []


@pytest.fixture(scope="module")
def searcher() -> Searcher:
    everything = Switches(**dict.fromkeys(Switches.names(), True))
    return Searcher(Skirmish(), everything, table_mb=1, keep=False, on_step=lambda *step: STEPS.append(step))


def test_no_function_is_compiled_twice(searcher):
    """A literal argument would be a type of its own, and everything that is called with it compiled once more."""
    found = {name: getattr(value, "signatures", []) for name, value in vars(searcher.machine.module).items()}
    assert {name: signatures for name, signatures in found.items() if len(signatures) > 1} == {}
    assert sum(map(len, found.values())) > 30


def test_steps_are_told_from_the_first_to_nearly_the_last(searcher):
    done, of = zip(*STEPS, strict=True)
    assert set(of) == {of[0]}
    assert (done[0], sorted(done)) == (0, list(done))
    assert 0.7 * of[0] < done[-1] <= of[0]


class Walk(Game):
    """ValueScale around a ring of seven, where some places may come again."""

    cyclic, repetition, evaluation_limit = True, "draw", 100

    class State(NamedTuple):
        at: int = 0
        turn: int = 0
        ply: int = 0

    def to_move(self, state):
        return state.turn

    def actions(self, state):
        yield 0
        yield 1

    def result(self, state, action):
        return self.State((state.at + (1 if action else 6)) % 7, 1 - state.turn, state.ply + 1)

    def is_terminal(self, state):
        return state.ply >= 12

    def utility(self, state, player):
        return (state.at % 3 - 1) * (1 if player == 0 else -1)

    def evaluate(self, state, player):
        return state.at if player == 0 else -state.at

    def repetition_key(self, state):
        if state.at == 3:
            return None
        return state.at


class PairWalk(Walk):
    """The same with a tuple for a key."""

    def repetition_key(self, state):
        if state.at == 3:
            return None
        return state.at, state.turn


@pytest.mark.parametrize("kind", [Walk, PairWalk])
def test_a_state_that_never_counts_as_repeated(kind):
    game = kind()
    kernel = Searcher(game, Switches.none(), table_mb=1)
    for at in range(7):
        for depth in (2, 5, 9):
            state, limit = game.State(at), Limit(depth=depth)
            plain, found = alpha_beta(game, state, limit=limit), kernel.decide(state, limit=limit)
            assert (found.value, found.nodes, found.action) == (plain.value, plain.nodes, plain.action)
