"""What compiling costs: each function once, and whoever waits is told how it goes; keys that may be None."""

import json
import subprocess
import sys
from typing import NamedTuple

import pytest

from plywise import Game, Limit
from plywise.kernel import Searcher, Switches
from plywise.search import alpha_beta

INLINE = """
import json
from plywise.kernel import Searcher, Switches
from plywise.kernel.building import build
from plywise.kernel.building.compiler import compiling
from plywise.kernel.building.request import read_request
from tests.search.capture_game import Skirmish

modules, steps, execute = [], [], compiling._execute
def execute_and_keep(request, module):
    modules.append(module)
    execute(request, module)
compiling._execute = execute_and_keep

class Inline:
    def send(self, request): self.request = json.loads(json.dumps(request))
    def wait(self, on_step): compiling.compile_kernel(read_request(self.request), lambda *step: steps.append(step))

build.borrow, build.give_back = Inline, lambda child: None
compiling.prepare()
Searcher(Skirmish(), Switches(**dict.fromkeys(Switches.names(), True)), table_mb=1, keep=False)
found = vars(modules[0]).items()
counts = {name: len(value.signatures) for name, value in found if hasattr(value, "signatures")}
print(json.dumps([counts, steps]))
"""


@pytest.fixture(scope="module")
def compiled() -> tuple[dict[str, int], list[list[int]]]:
    """How often each function was compiled, and the steps that were told meanwhile."""
    ran = subprocess.run([sys.executable, "-c", INLINE], capture_output=True, text=True, timeout=200, check=True)
    counts, steps = json.loads(ran.stdout)
    return counts, steps


def test_no_function_is_compiled_twice(compiled):
    """A literal argument would be a type of its own, and everything that is called with it compiled once more."""
    counts, _ = compiled
    assert {name: count for name, count in counts.items() if count > 1} == {}
    assert sum(counts.values()) > 30


def test_steps_are_told_from_the_first_to_nearly_the_last(compiled):
    done, of = zip(*compiled[1], strict=True)
    assert set(of) == {of[0]}
    assert (done[0], sorted(done)) == (0, list(done))
    assert 0.7 * of[0] < done[-1] <= of[0]


class Walk(Game):
    """Steps around a ring of seven, where some places may come again."""

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
