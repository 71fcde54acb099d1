"""Random trees with irregular turns, by seed and as a hypothesis strategy, and what they are worth by definition."""

from collections.abc import Callable
from fractions import Fraction
from random import Random
from typing import Any

from hypothesis import strategies as st

from plywise.games.tree import Tree

Leaf = Callable[[Random], float]

KINDS: dict[str, tuple[Leaf, float]] = {
    "integers": (lambda random: random.randint(-9, 9), 0),
    "reals": (lambda random: random.uniform(-5, 5), 0),
    "halves": (lambda random: random.choice((0, 0.5, 1)), 1),
}
"""What leaves hold, and the sum of the players' utilities."""


class Guessed(Tree):
    """A tree with an estimate at every node, in a unit of its own."""

    evaluation_limit = 100

    def __init__(self, tree: Any, seed: int, utility_sum: float = 0) -> None:
        super().__init__(tree, utility_sum=utility_sum)
        random = Random(seed)
        self.guesses = [random.randint(-99, 99) for _ in self.movers]

    def evaluate(self, state, player):
        return self.guesses[state.node] if player == 0 else -self.guesses[state.node]


def random_node(random: Random, leaf: Leaf, height: int, branching: int = 3) -> Any:
    """Return a node of at most this height, whose children belong to whomever chance decides."""
    if height == 0 or random.random() < 0.25:
        return leaf(random)
    children = [random_node(random, leaf, height - 1, branching) for _ in range(random.randint(1, branching))]
    return {"player": random.randrange(2), "children": children}


def random_root(random: Random, leaf: Leaf, height: int, branching: int = 3) -> Any:
    """Return a node with at least one action."""
    children = [random_node(random, leaf, height - 1, branching) for _ in range(random.randint(1, branching + 1))]
    return {"player": random.randrange(2), "children": children}


def nodes(leaves: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """Draw a node with children, of irregular turns; failures shrink to small trees."""

    def inner(children: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
        return st.fixed_dictionaries(
            {"player": st.integers(0, 1), "children": st.lists(children, min_size=1, max_size=3)}
        )

    return inner(st.recursive(leaves, inner, max_leaves=12))


WHOLE = st.integers(-3, 3)
HALVES = st.sampled_from((0, 0.5, 1))


def worth(node: Any) -> Any:
    """Return a node's minimax value to player 0, straight from the definition."""
    if not isinstance(node, dict):
        return node
    values = [worth(child) for child in node["children"]]
    return max(values) if node["player"] == 0 else min(values)


def height(node: Any) -> int:
    """Return how many plies the longest line has."""
    return 1 + max(map(height, node["children"])) if isinstance(node, dict) else 0


def mirrored(node: Any, utility_sum: float) -> Any:
    """Return the tree with the two players' seats swapped."""
    if not isinstance(node, dict):
        return utility_sum - node
    return {"player": 1 - node["player"], "children": [mirrored(child, utility_sum) for child in node["children"]]}


# Vectors and chance


def random_vector_node(random: Random, players: int, height: int, chance: float = 0.0, sum_zero: bool = False) -> Any:
    """Return a node whose leaves are whole vectors; with probability `chance` the dice move."""
    if height == 0 or (height < 3 and random.random() < 0.15):
        utility = [random.randint(-9, 9) for _ in range(players)]
        return {"utility": [utility[0], -utility[0]] if sum_zero else utility}
    count = random.randint(1, 3)
    children = [random_vector_node(random, players, height - 1, chance, sum_zero) for _ in range(count)]
    if random.random() < chance:
        return {"chance": [[odds, child] for odds, child in zip(_odds(random, count), children, strict=True)]}
    return {"player": random.randrange(players), "children": children}


def _odds(random: Random, count: int) -> list[float]:
    """Return probabilities in eighths, which floats hold exactly."""
    cuts = sorted(random.sample(range(1, 8), count - 1))
    return [(high - low) / 8 for low, high in zip([0, *cuts], [*cuts, 8], strict=True)]


def vector_worth(node: Any) -> tuple[Any, ...]:
    """Return what each player gets, in exact fractions: the mover takes its best, the first of equals."""
    if "utility" in node:
        return tuple(map(Fraction, node["utility"]))
    if "chance" in node:
        shares = [[Fraction(odds) * part for part in vector_worth(child)] for odds, child in node["chance"]]
        return tuple(map(sum, zip(*shares, strict=True)))
    vectors = [vector_worth(child) for child in node["children"]]
    return max(vectors, key=lambda vector: vector[node["player"]])
