"""Random games in circles, against what their records would come to: nothing proven or bounded is ever false."""

import random
from typing import Any, NamedTuple

import pytest

from plywise.rules import CHANCE, Bound, Game, Limit, Status
from plywise.search import alpha_beta, expectiminimax, max_n, minimax

NODES = 5


class Circles(Game):
    """A token on a random graph; a clock ticks in the state and may be left out of the key."""

    cyclic = True
    utility_range = (-2, 2)

    class State(NamedTuple):
        node: int = 0
        clock: int = 0

    def __init__(self, rng, repetition, count, players=2, chance=False, zero_sum=True):
        self.repetition, self.repetition_count, self.players = repetition, count, players
        self.utility_sum = 0 if zero_sum and players == 2 else None
        self.chance = chance
        self.edges = [self.targets(rng, node) for node in range(NODES)]
        self.movers = [self.mover(rng, node) for node in range(NODES)]
        self.worths = [self.worth(rng) for _ in range(NODES)]

    def targets(self, rng, node):
        is_end = node > 0 and rng.random() < 0.3
        return [] if is_end else [rng.randrange(NODES) for _ in range(rng.randint(1, 3))]

    def mover(self, rng, node):
        return CHANCE if self.chance and node and rng.random() < 0.3 else rng.randrange(self.players)

    def worth(self, rng):
        utility = [rng.randint(-2, 2) for _ in range(self.players)]
        return [utility[0], -utility[0]] if self.utility_sum == 0 else utility

    @property
    def has_chance(self):
        return self.chance

    def to_move(self, state):
        return self.movers[state.node]

    def actions(self, state):
        return range(len(self.edges[state.node]))

    def chances(self, state):
        edges = self.edges[state.node]
        return [(i, 1 / len(edges)) for i in range(len(edges))]

    def result(self, state, action):
        return self.State(self.edges[state.node][action], (state.clock + 1) % 2)

    def is_terminal(self, state):
        return not self.edges[state.node]

    def utility(self, state, player):
        return self.worths[state.node][player]

    def key(self, state):
        return state.node


def truth(game, states):
    """Return what everyone gets when all play best, by the rules of a record: its states are its history."""
    state, seats = states[-1], range(game.players)
    keys = [game.repetition_key(each) for each in states]
    if game.repetition == "draw" and keys.count(keys[-1]) >= game.repetition_count:
        return [game.draw_utility for _ in seats]
    if game.is_terminal(state):
        return [game.utility(state, seat) for seat in seats]
    player = game.to_move(state)
    children = [game.result(state, action) for action in game.actions(state)]
    if player == CHANCE:
        values = [truth(game, [*states, child]) for child in children]
        return [sum(value[seat] for value in values) / len(values) for seat in seats]
    if game.repetition == "illegal":
        children = [child for child in children if game.repetition_key(child) not in keys]
    if not children:
        return [game.utility(state, seat) for seat in seats]
    return max((truth(game, [*states, child]) for child in children), key=lambda value: value[player])


def is_true(said, true):
    if said.status is Status.PROVEN and said.bound is Bound.EXACT:
        return said.value == pytest.approx(true)
    if said.status is Status.HEURISTIC:
        return True
    return said.value <= true + 1e-9 if said.bound is Bound.LOWER else said.value >= true - 1e-9


KINDS: dict[str, tuple[dict[str, Any], list[Any]]] = {
    "zero-sum": ({}, [minimax, alpha_beta, max_n, expectiminimax]),
    "chance": ({"chance": True}, [expectiminimax, max_n]),
    "general": ({"zero_sum": False}, [max_n]),
    "three players": ({"players": 3}, [max_n]),
}


# What chance may not repeat is for a game's own rules to say, so "illegal" goes without dice here.
CASES = [
    (repetition, count, kind)
    for repetition, count in (("draw", 2), ("draw", 3), ("illegal", 2))
    for kind in KINDS
    if (repetition, kind) != ("illegal", "chance")
]


@pytest.mark.parametrize(("repetition", "count", "kind"), CASES)
def test_what_is_proven_of_circles_is_true(repetition, count, kind):
    options, algorithms = KINDS[kind]
    proven = 0
    for seed in range(60):
        game = Circles(random.Random(seed), repetition, count, **options)
        for algorithm in algorithms:
            for limit in (Limit(depth=2), Limit(depth=4), None):
                decision = algorithm(game, limit=limit)
                true = truth(game, [game.initial()])[decision.player]
                assert is_true(decision, true), (seed, algorithm.__name__, limit)
                for choice in decision.choices:
                    after = truth(game, [game.initial(), game.result(game.initial(), choice.action)])
                    assert is_true(choice, after[decision.player]), (seed, algorithm.__name__, limit, choice)
                proven += decision.status is Status.PROVEN
    assert proven > 20
