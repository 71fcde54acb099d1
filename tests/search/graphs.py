"""Random graphs with cycles and irregular turns, and what their states are worth by a fix-point."""

from random import Random
from typing import Literal

from plywise import Game


class Graph(Game):
    """A token on a graph: `targets` of each node, whose turn it is there, and what its ends are worth to player 0."""

    cyclic = True
    repetition: Literal["draw", "illegal"] | None = "draw"
    State = int

    def __init__(self, targets, movers, worths) -> None:
        self.targets, self.movers, self.worths = targets, movers, worths
        self.max_actions = max(map(len, targets)) or 1

    def to_move(self, state):
        return self.movers[state]

    def actions(self, state):
        return list(range(len(self.targets[state])))

    def result(self, state, action):
        return self.targets[state][action]

    def is_terminal(self, state):
        return not self.targets[state]

    def utility(self, state, player):
        return self.worths[state] if player == 0 else -self.worths[state]


class EndlessGraph(Graph):
    """The same where a repetition means nothing."""

    repetition = None


def random_graph(random: Random, kind: type[Graph] = Graph, size: int = 8) -> Graph:
    """Return a graph of at most `size` nodes; 0, where it starts, is no end."""
    count = random.randint(min(4, size), size)
    ends = random.choice((0.1, 0.2, 0.35))
    targets = [
        () if node and random.random() < ends else tuple(random.sample(range(count), random.randint(1, min(4, count))))
        for node in range(count)
    ]
    return kind(targets, [random.randrange(2) for _ in targets], [random.choice((-1, 0, 1)) for _ in targets])


def forced(game: Graph, player: int, at_least: float) -> set[int]:
    """Return the states from which a player can force an end worth so much, however long it takes: a fix-point."""
    nodes = range(len(game.targets))
    won = {node for node in nodes if not game.targets[node] and game.utility(node, player) >= at_least}
    while True:
        more = {
            node
            for node in nodes
            if game.targets[node]
            and (any if game.movers[node] == player else all)(after in won for after in game.targets[node])
        }
        if more <= won:
            return won
        won |= more


def worth(game: Graph, state: int) -> float:
    """Return a state's value to player 0 where going round for ever is a draw."""
    for player, sign in ((0, 1), (1, -1)):
        if state in forced(game, player, 1):
            return sign
    return 0
