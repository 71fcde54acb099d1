"""Games that carry their own rules in the state, so that one compiled search serves as many of them as one likes."""

import random
from typing import NamedTuple

from plywise import Game


class Thicket(Game):
    """A random tree by its seed, with irregular turns, transpositions, ends at any ply, and floats for estimates."""

    utility_range, utility_sum, utility_scale = (0, 1), 1, 2
    evaluation_limit = 3.5
    max_actions = 4
    last_ply = 12

    class State(NamedTuple):
        at: int = 1
        ply: int = 0
        seed: int = 0

    def mixed(self, state, salt):
        """Return a number below 1,024 that looks random."""
        number = (state.at * 7919 + state.ply * 104_729 + state.seed * 1_299_709 + salt * 15_485_863) & 0x3FFFFFFF
        number = (number ^ number >> 13) * 5_800_079 & 0x3FFFFFFF
        return (number ^ number >> 11) & 1023

    def to_move(self, state):
        return self.mixed(state, 1) & 1

    def actions(self, state):
        yield from range(1 + self.mixed(state, 2) % 4)

    def result(self, state, action):
        return self.State((state.at * 3 + action * 5 + self.mixed(state, 3) % 2) % 61, state.ply + 1, state.seed)

    def is_terminal(self, state):
        return state.ply == self.last_ply or (state.ply > 1 and self.mixed(state, 4) < 90)

    def utility(self, state, player):
        worth = self.mixed(state, 5) % 3 / 2
        return worth if player == 0 else 1 - worth

    def evaluate(self, state, player):
        worth = (self.mixed(state, 6) - 512) / 160
        return worth if player == 0 else -worth


class Mirrors(Thicket):
    """A thicket of whole numbers in which places x and -x are images of each other; wins differ in size."""

    utility_range, utility_sum, utility_scale = (-4, 4), 0, 1
    evaluation_limit = 600

    def mixed(self, state, salt):
        return super().mixed(self.State(abs(state.at), state.ply, state.seed), salt)

    def result(self, state, action):
        sign = -1 if state.at < 0 else 1
        place = (abs(state.at) * 3 + action * 5 + self.mixed(state, 3) % 2) % 61
        return self.State(sign * (-place if action == 2 else place), state.ply + 1, state.seed)

    def utility(self, state, player):
        worth = self.mixed(state, 5) % 9 - 4
        return worth if player == 0 else -worth

    def evaluate(self, state, player):
        worth = self.mixed(state, 6) - 512
        return worth if player == 0 else -worth

    def canonical(self, state):
        return self.State(abs(state.at), state.ply, state.seed)

    def rank(self, state, action):
        return self.mixed(self.result(state, action), 6) % 8


class Rounds(Game):
    """A token on a graph of six nodes, written into the state: three bits an edge, three edges a node."""

    cyclic = True
    utility_range = (-2, 2)
    max_actions = 3

    class State(NamedTuple):
        node: int = 0
        edges: int = 0
        ends: int = 0
        movers: int = 0
        worths: int = 0

    def target(self, state, action):
        return state.edges >> 3 * (3 * state.node + action) & 7

    def to_move(self, state):
        return state.movers >> state.node & 1

    def actions(self, state):
        for action in range(3):
            if self.target(state, action) < 6:
                yield action

    def result(self, state, action):
        return state._replace(node=self.target(state, action))

    def is_terminal(self, state):
        return state.ends >> state.node & 1 == 1

    def utility(self, state, player):
        worth = (state.worths >> 3 * state.node & 7) % 5 - 2
        return worth if player == 0 else -worth

    def key(self, state):
        return state.node


class DrawnRounds(Rounds):
    repetition = "draw"


class ThirdTimeRounds(Rounds):
    repetition, repetition_count = "draw", 3


class SuperRounds(Rounds):
    repetition = "illegal"


def random_rounds(game: Rounds, seed: int) -> Rounds.State:
    """Return a random graph to start in; node 0 is no end, and every node that isn't has an edge."""
    lots = random.Random(seed)
    edges = 0
    for node in range(6):
        for action in range(3):
            target = lots.randrange(6) if action == 0 or lots.random() < 0.6 else 7
            edges |= target << 3 * (3 * node + action)
    ends = sum(1 << node for node in range(1, 6) if lots.random() < 0.35)
    return game.State(0, edges, ends, lots.randrange(64), lots.randrange(1 << 18))
