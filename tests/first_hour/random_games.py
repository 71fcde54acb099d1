"""Games drawn at random: a graph of 10 to 20,000 states, many ways into the same state, in a costume of natural rules.

    seed -> Drawn: the rules for Plywise, and the graph behind them for the solver

Most are acyclic, for two players or three, with dice in a third of them; the others have cycles, two players and no
dice. So a quarter of all games have dice.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from plywise import CHANCE, Game
from tests.first_hour.costumes import ACTIONS, CELLS, HASHABLE, SIGNS, UNHASHABLE, Costume
from tests.first_hour.solver import Graph

LEAST, MOST = 10, 20_000
WIDEST = 8
"""The most actions of a state."""
TRIES, LARGE = 3, 2_000
"""How often utilities of one kind are drawn, until it matters what the first player does; once for more states."""
LABELS = len(SIGNS) ** CELLS
FACTOR, SHIFT = 21_001, 4_711
"""How the numbers of nodes are scattered over the labels, so that a label doesn't show when a state comes."""

assert math.gcd(FACTOR, LABELS) == 1


class Hidden(Game):
    """The rules: what follows a state is looked up by what it looks like. Utilities are known only at an end."""

    def __init__(self, graph: Graph, costume: Costume, actions: Sequence[Any], declared: dict[str, Any]) -> None:
        self.graph, self.costume, self.vocabulary = graph, costume, tuple(actions)
        self.labels = [label_of(node) for node in range(len(graph.arcs))]
        self.numbers = {label: node for node, label in enumerate(self.labels)}
        for name, value in declared.items():
            setattr(self, name, value)

    def initial(self) -> Any:
        return self.costume.dress(self.labels[0], self.graph.movers[0])

    def node(self, state: Any) -> int:
        """Return the number of the node behind a state."""
        return self.numbers[self.costume.label(state)]

    def to_move(self, state: Any) -> int:
        return self.graph.movers[self.node(state)]

    def actions(self, state: Any) -> list[Any]:
        return list(self.vocabulary[: len(self.graph.arcs[self.node(state)])])

    def result(self, state: Any, action: Any) -> Any:
        arcs = self.graph.arcs[self.node(state)]
        after = arcs[self.vocabulary.index(action)]
        return self.costume.dress(self.labels[after], self.graph.movers[after])

    def is_terminal(self, state: Any) -> bool:
        return not self.graph.arcs[self.node(state)]

    def utility(self, state: Any, player: int) -> float:
        node = self.node(state)
        if self.graph.arcs[node]:
            raise ValueError("The game goes on: nobody knows what it is worth.")
        return self.graph.payoffs[node][player]


class HiddenDice(Hidden):
    """The same with dice."""

    def chances(self, state: Any) -> list[tuple[Any, float]]:
        node = self.node(state)
        return list(zip(self.vocabulary, self.graph.odds[node], strict=False))


@dataclass(frozen=True)
class Drawn:
    """A game drawn at random, and the graph behind it."""

    seed: int
    kind: str
    game: Hidden
    graph: Graph

    def __str__(self) -> str:
        states = f"{len(self.graph.arcs):,} states"
        return f"seed {self.seed}: {self.kind}, {states} as {self.game.costume.name}, {self.graph.players} players"


def label_of(node: int) -> str:
    """Return the text that stands for a node."""
    number, signs = (node * FACTOR + SHIFT) % LABELS, []
    for _ in range(CELLS):
        number, digit = divmod(number, len(SIGNS))
        signs.append(SIGNS[digit])
    return "".join(signs)


def draw(seed: int, most: int = MOST) -> Drawn:
    """Return the game of a seed; its number of states is drawn from 10 to `most`, small ones as often as large ones."""
    random = Random(seed)
    size = min(most, round(math.exp(random.uniform(math.log(LEAST), math.log(most)))))
    is_cyclic, has_dice = seed % 4 == 3, seed % 4 == 1
    players = 2 if is_cyclic or random.random() < 0.6 else 3
    plan = _Plan(random, size, players, has_dice, is_cyclic)
    plan.grow()
    if is_cyclic:
        plan.turn_back()
    plan.end()
    graph, declared = _with_utilities(random, plan)
    is_hashable = random.random() < 0.75
    costume = random.choice(HASHABLE if is_hashable else UNHASHABLE)
    vocabulary = list(random.choice(list(ACTIONS.values())))
    random.shuffle(vocabulary)
    game = (HiddenDice if has_dice else Hidden)(graph, costume, vocabulary, declared)
    kind = "cyclic" if is_cyclic else "with dice" if has_dice else "acyclic"
    return Drawn(seed, kind, game, graph)


class _Plan:
    """A graph that grows by layers: each node but the first has a way in from the layer before."""

    def __init__(self, random: Random, size: int, players: int, has_dice: bool, is_cyclic: bool) -> None:
        self.random, self.size, self.players = random, size, players
        self.has_dice, self.is_cyclic = has_dice, is_cyclic
        self.is_regular = random.random() < 0.7
        """Whether players take turns, and dice are thrown before each; otherwise any state may be anybody's."""
        self.busiest = random.randint(2, WIDEST)
        self.ending = random.choice((0.02, 0.1, 0.3))
        self.movers: list[int] = []
        self.arcs: list[list[int]] = []
        self.layers: list[list[int]] = []

    def grow(self) -> None:
        """Add layers until there are enough nodes."""
        depth = self.random.randint(3, 30)
        usual = max(2, math.ceil((self.size - 1) / depth))
        open_nodes = self._add_layer(1)
        while len(self.arcs) < self.size:
            most = min(self.size - len(self.arcs), 4 * len(open_nodes), round(1.5 * usual))
            least = 2 if len(self.layers) == 1 else 1
            layer = self._add_layer(self.random.randint(max(least, min(most, usual) // 2), most))
            self._connect(open_nodes, layer)
            open_nodes = [node for node in layer if self.random.random() >= self.ending] or layer[:1]
        if not self.is_regular:
            self._add_shortcuts()

    def turn_back(self) -> None:
        """Add arcs to earlier layers, from some of the last nodes too, which are ends so far."""
        rate = self.random.choice((0.05, 0.2, 0.5))
        for number, layer in enumerate(self.layers):
            for node in layer[1 if number == 0 else 0 :]:
                is_last = number == len(self.layers) - 1 and self.random.random() < 0.7
                is_open = bool(self.arcs[node]) or is_last
                if is_open and len(self.arcs[node]) < WIDEST and (is_last or self.random.random() < rate):
                    self._turn_back(node, number)
        if not any(not arcs for arcs in self.arcs):
            self.arcs[-1] = []

    def end(self) -> None:
        """See that no end is chance's turn."""
        for node, arcs in enumerate(self.arcs):
            if not arcs and self.movers[node] == CHANCE:
                self.movers[node] = 0

    def _turn_back(self, node: int, number: int) -> None:
        back = self.random.choice((1, 1, 3)) if self.is_regular else self.random.randint(1, 4)
        target = self.random.choice(self.layers[max(number - back, (number - 1) % 2 if self.is_regular else 0)])
        if target not in (node, *self.arcs[node]):
            self.arcs[node].append(target)
            self.random.shuffle(self.arcs[node])

    def _add_layer(self, width: int) -> list[int]:
        layer = list(range(len(self.arcs), len(self.arcs) + width))
        self.movers += [self._mover(len(self.layers)) for _ in layer]
        self.arcs += [[] for _ in layer]
        self.layers.append(layer)
        return layer

    def _mover(self, number: int) -> int:
        if not self.is_regular:
            is_chance = self.has_dice and number > 0 and self.random.random() < 0.25
            return CHANCE if is_chance else self.random.randrange(self.players)
        if self.has_dice:
            return CHANCE if number % 2 else number // 2 % self.players
        return number % self.players

    def _connect(self, before: Sequence[int], layer: Sequence[int]) -> None:
        """Give each node of a layer a way in, each open node before it a way on, and some of these several."""
        for node, parent in zip(layer, _spread(self.random, before, len(layer)), strict=True):
            self.arcs[parent].append(node)
        for parent in before:
            wanted = min(len(layer), self.random.randint(1, self.busiest))
            for _ in range(2 * wanted):
                if len(self.arcs[parent]) >= wanted:
                    break
                node = self.random.choice(layer)
                if node not in self.arcs[parent]:
                    self.arcs[parent].append(node)
            self.random.shuffle(self.arcs[parent])

    def _add_shortcuts(self) -> None:
        for layer, far in zip(self.layers, self.layers[2:], strict=False):
            for node in layer:
                if 0 < len(self.arcs[node]) < WIDEST and self.random.random() < 0.1:
                    self.arcs[node].append(self.random.choice(far))


def _spread(random: Random, parents: Sequence[int], count: int) -> list[int]:
    """Return parents for so many nodes: each at most four times, each once before any comes twice as often."""
    rounds = [random.sample(parents, len(parents)) for _ in range(math.ceil(count / len(parents)))]
    return [parent for each in rounds for parent in each][:count]


# Utilities


def _with_utilities(random: Random, plan: _Plan) -> tuple[Graph, dict[str, Any]]:
    """Return the graph with utilities at its ends, and what the rules declare about them.

    The first player's value is unique, and not every action keeps it, unless that takes too many tries.
    """
    odds = [
        _odds(random, len(arcs)) if mover == CHANCE else () for mover, arcs in zip(plan.movers, plan.arcs, strict=True)
    ]
    makers = [_two] if plan.players == 2 else [random.choice([_places, _winner, _few]), _many, _distinct]
    unique, tries = [], TRIES if len(plan.arcs) <= LARGE else 1
    for maker in (each for each in makers for _ in range(tries)):
        payoffs, declared = maker(random, plan.arcs)
        declared["players"] = plan.players
        if plan.is_cyclic:
            declared |= {"cyclic": True, "repetition": "draw"}
        draw = (declared.get("utility_sum") or 0) / 2
        graph = Graph(plan.players, plan.movers, plan.arcs, odds, payoffs, draw, plan.is_cyclic)
        if graph.is_unique:
            unique.append((graph, declared))
            if len(graph.best_actions) < len(graph.arcs[0]) or len(unique) == tries:
                break
    return unique[-1]


def _odds(random: Random, count: int) -> tuple[float, ...]:
    weights = [random.randint(1, 6) for _ in range(count)]
    return tuple(weight / sum(weights) for weight in weights)


Payoffs = tuple[Sequence[tuple[float, ...]], dict[str, Any]]


def _two(random: Random, arcs: Sequence[Sequence[int]]) -> Payoffs:
    """Utilities of two players: mostly win, draw and loss."""
    kind = random.random()
    if kind < 0.6:
        utilities = random.choice(([-1, 0, 1], [-1, 1], [-1, -1, 0, 0, 0, 1, 1]))
        return [(each, -each) for each in random.choices(utilities, k=len(arcs))], {}
    if kind < 0.75:
        shares = random.choices([0, 0.5, 1], k=len(arcs))
        declared = {"utility_range": (0, 1), "utility_sum": 1, "utility_scale": 2}
        return [(each, 1 - each) for each in shares], declared
    most = random.choice((2, 5, 64))
    gains = [random.randint(-most, most) for _ in arcs]
    return [(each, -each) for each in gains], {"utility_range": (-most, most)}


def _places(random: Random, arcs: Sequence[Sequence[int]]) -> Payoffs:
    """First, second and third place."""
    return [tuple(random.sample((0, 1, 2), 3)) for _ in arcs], {"utility_range": (0, 2), "utility_sum": 3}


def _winner(random: Random, arcs: Sequence[Sequence[int]]) -> Payoffs:
    """One winner, or nobody."""
    ends = ((1, 0, 0), (0, 1, 0), (0, 0, 1), (0, 0, 0))
    return [random.choice(ends) for _ in arcs], {"utility_range": (0, 1), "utility_sum": None}


def _few(random: Random, arcs: Sequence[Sequence[int]]) -> Payoffs:
    """Points, few enough that ties are common."""
    return [tuple(random.randint(0, 4) for _ in range(3)) for _ in arcs], {"utility_range": (0, 4), "utility_sum": None}


def _many(random: Random, arcs: Sequence[Sequence[int]]) -> Payoffs:
    """Points, so many that ties are rare."""
    payoffs = [tuple(random.randint(0, 10_000) for _ in range(3)) for _ in arcs]
    return payoffs, {"utility_range": (0, 10_000), "utility_sum": None}


def _distinct(random: Random, arcs: Sequence[Sequence[int]]) -> Payoffs:
    """Points without ties: each player's differ from end to end."""
    columns = [random.sample(range(len(arcs)), len(arcs)) for _ in range(3)]
    return list(zip(*columns, strict=True)), {"utility_range": (0, len(arcs) - 1), "utility_sum": None}
