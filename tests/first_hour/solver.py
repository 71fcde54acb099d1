"""The values of a graph of states, found without any search of Plywise: what `decide` is judged by.

acyclic, two players       backwards in topological order: the best for whoever moves, the mean where chance does
acyclic, three players     the same by max^n; ties leave a range of values for each player
cyclic, two players        for each utility, who can force at least that; a line without an end is a draw
"""

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

CHANCE = -1
SAME = 1e-9
"""Values closer than this are equal: they differ by rounding."""

Range = tuple[float, float]


@dataclass(frozen=True)
class Graph:
    """A game without its looks: nodes by number, 0 is the first; in an acyclic one arcs lead to larger numbers."""

    players: int
    movers: Sequence[int]
    """Who moves in each node, CHANCE included; for an end it means nothing."""
    arcs: Sequence[Sequence[int]]
    """The nodes after each node, by action; none after an end."""
    odds: Sequence[Sequence[float]]
    """The probability of each arc where chance moves."""
    payoffs: Sequence[Sequence[float]]
    """What each player gets at an end."""
    draw: float = 0
    """What a draw is worth to player 0, where the graph has cycles."""
    is_cyclic: bool = False

    @property
    def mover(self) -> int:
        """Who moves in the first state."""
        return self.movers[0]

    @cached_property
    def ranges(self) -> list[tuple[Range, ...]]:
        """For each node and each player the least and the greatest value that max^n allows, however ties are broken."""
        ranges: list[tuple[Range, ...]] = [()] * len(self.arcs)
        for node in reversed(range(len(self.arcs))):
            successors = [ranges[after] for after in self.arcs[node]]
            if not successors:
                ranges[node] = tuple((float(payoff), float(payoff)) for payoff in self.payoffs[node])
            elif self.movers[node] == CHANCE:
                ranges[node] = _mean(successors, self.odds[node])
            else:
                ranges[node] = _best(successors, self.movers[node])
        return ranges

    @cached_property
    def values(self) -> list[float]:
        """The value of each node to the player who moves first; of three players', the greatest that ties allow."""
        if self.is_cyclic:
            return [self._to_mover(value) for value in _cyclic_values(self)]
        return [ranges[self.mover][1] for ranges in self.ranges]

    @property
    def value(self) -> float:
        """The value of the game to the player who moves first."""
        return self.values[0]

    @property
    def is_unique(self) -> bool:
        """Whether the first player's value is the same however ties are broken."""
        if self.is_cyclic:
            return True
        low, high = self.ranges[0][self.mover]
        return high - low <= SAME

    @property
    def best_actions(self) -> list[int]:
        """The numbers of the first state's actions that keep its value."""
        return [number for number, after in enumerate(self.arcs[0]) if self.values[after] >= self.value - SAME]

    def _to_mover(self, value: float) -> float:
        return value if self.mover == 0 else 2 * self.draw - value


def _mean(successors: Sequence[tuple[Range, ...]], odds: Sequence[float]) -> tuple[Range, ...]:
    """Return the ranges where chance moves."""
    return tuple(
        (
            sum(chance * each[player][0] for chance, each in zip(odds, successors, strict=True)),
            sum(chance * each[player][1] for chance, each in zip(odds, successors, strict=True)),
        )
        for player in range(len(successors[0]))
    )


def _best(successors: Sequence[tuple[Range, ...]], mover: int) -> tuple[Range, ...]:
    """Return the ranges where a player moves: any successor may be chosen that can be as good as all others."""
    sure = max(each[mover][0] for each in successors)
    possible = [each for each in successors if each[mover][1] >= sure - SAME]
    ranges = [
        (min(each[player][0] for each in possible), max(each[player][1] for each in possible))
        for player in range(len(successors[0]))
    ]
    ranges[mover] = (sure, max(each[mover][1] for each in possible))
    return tuple(ranges)


# Cycles


def _cyclic_values(graph: Graph) -> list[float]:
    """Return each node's value to player 0, where play that never ends is a draw.

    More than a draw is what player 0 can force; less than a draw is what player 1 can force.
    """
    utilities = sorted({payoffs[0] for payoffs, arcs in zip(graph.payoffs, graph.arcs, strict=True) if not arcs})
    values = [graph.draw] * len(graph.arcs)
    for least in (each for each in utilities if each > graph.draw):
        for node in _forced(graph, 0, lambda utility, least=least: utility >= least):
            values[node] = least
    for most in (each for each in reversed(utilities) if each < graph.draw):
        for node in _forced(graph, 1, lambda utility, most=most: utility <= most):
            values[node] = most
    return values


def _forced(graph: Graph, player: int, is_wanted) -> set[int]:
    """Return the nodes from which a player can force an end with a wanted utility to player 0."""
    before: list[list[int]] = [[] for _ in graph.arcs]
    for node, arcs in enumerate(graph.arcs):
        for after in set(arcs):
            before[after].append(node)
    escapes = [len(set(arcs)) for arcs in graph.arcs]
    forced = {node for node, arcs in enumerate(graph.arcs) if not arcs and is_wanted(graph.payoffs[node][0])}
    waiting = deque(forced)
    while waiting:
        for node in before[waiting.popleft()]:
            escapes[node] -= 1
            if node not in forced and (graph.movers[node] == player or escapes[node] == 0):
                forced.add(node)
                waiting.append(node)
    return forced
