"""What the states of a whole graph are worth, found backwards from the ends.

AcyclicValues    where no state can recur: each state after all that it leads to; any players, dice
CyclicValues     where states recur: wins spread backwards, ply by ply; two players, no dice
"""

from collections import deque
from collections.abc import Sequence

from plywise.rules import MAX, fatal_states
from plywise.search.shared.search import Vector
from plywise.search.shared.state_graph import StateGraph


class GraphValues:
    """What each state of a graph is worth: a vector, whether it is unique, and how many plies the end is away."""

    def __init__(self, graph: StateGraph) -> None:
        self.graph, self.game = graph, graph.game
        count = len(graph.states)
        self.vectors: list[Vector | None] = [None] * count
        self.distances = [0] * count
        self.best: list[int] = [0] * count
        """The place of the best successor of each state."""
        for number, vector in graph.ends.items():
            self.vectors[number] = vector

    def prefer(self, value: float, distance: int) -> tuple[float, int]:
        """Rank a value to the player to move: larger first, then the sooner win and the later loss."""
        middle = self.game.draw_utility
        return value, -distance if value > middle else distance if value < middle else 0

    def least(self, number: int, player: int) -> float:
        """Return what a player gets at a state at least, however others break ties."""
        vector = self.vectors[number]
        assert vector is not None
        return vector[player]

    def most(self, number: int, player: int) -> float:
        """Return what a player gets at a state at most, however others break ties."""
        return self.least(number, player)


class AcyclicValues(GraphValues):
    """Values where no state can recur: each state after all that it leads to.

    Where gains aren't each other's losses, the vector is max^n's, the first of equals; `lows` and `highs` are what each
    player gets at least and at most, whichever of equals is taken.
    """

    def __init__(self, graph: StateGraph, order: Sequence[int]) -> None:
        super().__init__(graph)
        self.lows: list[Vector] = [()] * len(graph.states)
        self.highs: list[Vector] = [()] * len(graph.states)
        value = self.value_adversarial if graph.game.is_adversarial else self.value_freely
        for number in order:
            if number in graph.ends:
                self.lows[number] = self.highs[number] = graph.ends[number]
            elif graph.odds[number]:
                self.average(number)
            else:
                value(number)

    def average(self, number: int) -> None:
        """Take the mean of the outcomes."""
        pairs = list(zip(self.graph.odds[number], self.graph.successors[number], strict=True))
        for rows in (self.vectors, self.lows, self.highs):
            total = [0.0] * self.game.players
            for odds, child in pairs:
                row = rows[child]
                assert row is not None
                total = [so_far + odds * part for so_far, part in zip(total, row, strict=True)]
            rows[number] = tuple(total)
        self.distances[number] = 1 + max(self.distances[child] for _, child in pairs)

    def value_adversarial(self, number: int) -> None:
        """Take what is best for the player to move, and so worst for the other."""
        player, distances, vectors = self.graph.movers[number], self.distances, self.vectors
        ranks = [
            self.prefer(vectors[child][player], distances[child])  # type: ignore[index]
            for child in self.graph.successors[number]
        ]
        place = ranks.index(max(ranks))
        child = self.graph.successors[number][place]
        self.best[number], distances[number] = place, 1 + distances[child]
        vectors[number] = self.vectors[child]
        self.lows[number], self.highs[number] = self.lows[child], self.highs[child]

    def value_freely(self, number: int) -> None:
        """Take the first of the vectors that are best for the player to move; note what the others might do to it."""
        player, successors = self.graph.movers[number], self.graph.successors[number]
        values = [self.vectors[child][player] for child in successors]  # type: ignore[index]
        place = values.index(max(values))
        child = successors[place]
        self.best[number], self.distances[number] = place, 1 + self.distances[child]
        self.vectors[number] = self.vectors[child]
        sure = max(self.lows[child][player] for child in successors)
        open_ = [child for child in successors if self.highs[child][player] >= sure]
        lows = [min(self.lows[each][seat] for each in open_) for seat in range(self.game.players)]
        lows[player] = sure
        self.lows[number] = tuple(lows)
        self.highs[number] = tuple(max(self.highs[each][seat] for each in open_) for seat in range(self.game.players))

    def least(self, number: int, player: int) -> float:
        """Return the lowest value that any choice among equals leads to."""
        return self.lows[number][player]

    def most(self, number: int, player: int) -> float:
        """Return the highest value that any choice among equals leads to."""
        return self.highs[number][player]


def ends_at_root(graph: StateGraph) -> bool:
    """Whether the game is drawn where play comes back to the root."""
    game, root = graph.game, graph.states[0]
    return game.repetition == "draw" and game.repetition_key(root) in fatal_states(game, (*graph.history, root))


class CyclicValues(GraphValues):
    """Values where states recur, between two players without dice: wins spread backwards from the ends.

    The largest win first: a state from which MAX can force it, whatever MIN does, is worth that. What is left when all
    wins of both have spread is a draw, because neither can force more, and either can go round for ever. Where the
    rules don't call that a draw, its value stays open.

    With `from_root`, they are the values for play that comes from the root. Where its return would end the game, coming
    back to it is a draw: a state from which a win can be forced only by way of the root is no win.
    """

    def __init__(self, graph: StateGraph, *, from_root: bool = False) -> None:
        super().__init__(graph)
        draw = (self.game.draw_utility,) * 2
        self.ends = dict(graph.ends)
        if from_root and ends_at_root(graph):
            self.vectors[0] = self.ends[0] = draw
        self.predecessors: list[list[int]] = [[] for _ in graph.states]
        for number, successors in enumerate(graph.successors):
            for child in set(successors):
                self.predecessors[child].append(number)
        middle = self.game.draw_utility
        values = {vector[MAX] for vector in self.ends.values()}
        if self.game.repetition is None:  # only who can get no more is sure to end the game rather than go round
            values &= set(self.game.utility_bounds)
        for value in sorted((value for value in values if value > middle), reverse=True):
            self.spread(value, MAX)
        for value in sorted(value for value in values if value < middle):
            self.spread(value, 1 - MAX)
        if self.game.repetition == "draw":
            self.vectors = [vector or draw for vector in self.vectors]
        for number, successors in enumerate(graph.successors):
            if successors:
                self.best[number] = self.best_place(number)

    def spread(self, value: float, winner: int) -> None:
        """Give this value to every state from which the winner can force it."""
        graph, vectors = self.graph, self.vectors
        vector = (value, self.game.value_to(1, value))
        reached = deque(number for number, end in self.ends.items() if end[MAX] == value)
        is_open = [0] * len(graph.states)
        while reached:
            child = reached.popleft()
            for number in self.predecessors[child]:
                if vectors[number] is not None:
                    continue
                if graph.movers[number] != winner:
                    is_open[number] = is_open[number] or self.open_successors(number, winner, value)
                    is_open[number] -= 1
                    if is_open[number]:
                        continue
                vectors[number], self.distances[number] = vector, 1 + self.distances[child]
                reached.append(number)

    def open_successors(self, number: int, winner: int, value: float) -> int:
        """Count a loser's successors that aren't at least as good for the winner yet, before this spread began."""
        count = 0
        for child in set(self.graph.successors[number]):
            vector = self.vectors[child]
            is_better = vector is not None and (vector[MAX] > value if winner == MAX else vector[MAX] < value)
            count += not is_better
        return count

    def best_place(self, number: int) -> int:
        """Return the place of the successor that keeps the value of a state: the soonest win, the latest loss."""
        player, successors = self.graph.movers[number], self.graph.successors[number]
        lowest = self.game.utility_range[0] - 1
        ranks = []
        for child in successors:
            vector = self.vectors[child]
            ranks.append((lowest, 0) if vector is None else self.prefer(vector[player], self.distances[child]))
        return ranks.index(max(ranks))
