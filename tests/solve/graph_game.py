"""A small game with index rules: a walk on a random graph, in two layers that only lead down."""

import random
from typing import NamedTuple

from plywise import Game
from plywise.rules import RulesError

NODES, WAYS = 60, 3
_lots = random.Random(140)


def _draw_ways(node: int) -> tuple[int, ...]:
    """Draw where the ways from a node lead: to nodes of its layer, and from the upper one to the lower as well."""
    layers = [1 if node >= NODES or _lots.random() < 0.3 else 0 for _ in range(WAYS)]
    return tuple(NODES * layer + _lots.randrange(NODES) for layer in layers)


NEXT = tuple(map(_draw_ways, range(2 * NODES)))
WORTH = tuple(_lots.choice((0, 0, 0, 0, 0, 1, 2, 3)) if node >= NODES else 0 for node in range(2 * NODES))
"""0 where play goes on; else lost, drawn or won for whoever would be to move."""


class Graph(Game):
    """A walk on a random graph: whoever comes to certain nodes has won or lost."""

    cyclic = True

    class State(NamedTuple):
        """Where the walk is, and whose turn."""

        node: int = 0
        turn: int = 0

    def to_move(self, state):
        return state.turn

    def actions(self, state):
        if WORTH[state.node] == 0:
            yield from range(WAYS)

    def result(self, state, action):
        return self.State(NEXT[state.node][action], 1 - state.turn)

    def utility(self, state, player):
        worth = WORTH[state.node] - 2
        return worth if player == state.turn else -worth

    def tier(self, state):
        return state.node // NODES * 2 + state.turn

    def index(self, state):
        return state.node % NODES * 2

    def unindex(self, tier, index):
        return self.State(tier // 2 * NODES + index // 2, tier & 1)

    def tier_size(self, tier):
        return 2 * NODES

    def predecessors(self, state):
        first = state.node // NODES * NODES
        for node in range(first, first + NODES):
            if WORTH[node] == 0:
                for way in range(WAYS):
                    if NEXT[node][way] == state.node:
                        yield self.State(node, 1 - state.turn)

    def next_tiers(self, tier):
        turn = 1 - tier % 2
        return (turn, 2 + turn) if tier < 2 else (2 + turn,)

    def tier_name(self, tier):
        return f"{'high' if tier < 2 else 'low'} {'ab'[tier & 1]}"

    def parse_tier(self, text):
        named = {"high": (0, 1), "low": (2, 3), "1": (2, 3), "2": (0, 1, 2, 3)}
        if text not in named:
            raise RulesError(f"'{text}' names no layer of the graph: write low or high.")
        return named[text]
