"""What a student's search is tried on: figures of the book, small trees that each show one mistake, chance, games.

In depth-limited exercises estimates are in units of utility, so that both can be compared as they are.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any, Literal, TypeAlias, TypeGuard

from plywise.games.catalog import load_game
from plywise.games.tree import Tree
from plywise.rules import Game

GradedAlgorithm: TypeAlias = Literal["minimax", "alpha-beta", "expectiminimax"]
ALGORITHMS: tuple[GradedAlgorithm, ...] = ("minimax", "alpha-beta", "expectiminimax")


def is_graded(name: str) -> TypeGuard[GradedAlgorithm]:
    """Whether searches of this name are graded by exercises.

    >>> is_graded("minimax"), is_graded("max-n")
    (True, False)
    """
    return name in ALGORITHMS


@dataclass(frozen=True)
class Exercise:
    """A game, a state to search from, perhaps a depth; and what the exercise is about."""

    title: str
    game: Game
    state: Any
    depth: int | None = None

    @property
    def is_tree(self) -> bool:
        """Whether every state comes up once, so that the whole tree can be drawn and each leaf identified."""
        return isinstance(self.game, Tree)


GivenExercises: TypeAlias = Callable[[GradedAlgorithm], Sequence[Exercise]]
"""Returns the exercises for an algorithm, none where it isn't asked for; always the same ones."""


class EstimatedTree(Tree):
    """A tree with an estimate for every node, in units of utility, level by level."""

    def __init__(self, tree: Any, estimates: Sequence[float], title: str = "tree") -> None:
        super().__init__(tree, title=title)
        self.estimates = tuple(estimates)

    def evaluate(self, state: Tree.State, player: int) -> float:
        """Return the node's estimate."""
        return self.estimates[state.node] if player == 0 else -self.estimates[state.node]

    @property
    def evaluates_in_own_unit(self) -> bool:
        """Estimates are compared with utilities as they are."""
        return False


PLAIN: dict[str, Any] = {
    "one ply": [2, 5, 3],
    "the worst is bad enough": [[-3, -5], [-8, -2], [-4, -4]],
    "MIN at the root": {
        "player": 1,
        "children": [
            {"player": 0, "children": [4, 9]},
            {"player": 0, "children": [3, 1, 7]},
            {"player": 0, "children": [8, 2]},
        ],
    },
    "one player moves twice": [
        {"player": 0, "children": [1, 5]},
        {"player": 1, "children": [4, 6]},
        {"player": 0, "children": [{"player": 0, "children": [2, 3]}, 0]},
    ],
    "ends at different depths": [3, [6, [1, 9]], [[[2, 7], 5], 8]],
    "equal values": [[3, 5], [3, 1, 4], [6, 3, 2]],
    "a cut far below": [[5, 6], [[[4, 8], [9, 7]], [[3, 2], 1]], [[[5, 4], 6], 7]],
    "large utilities": [[200000, 900000], [300000, 150000], [-900000, 1]],
}
"""Trees that each show something, for every algorithm."""

SHARED_SUM = {"utility_sum": 1, "tree": [[1, 0.5, 0], [0.5, 0.5], [0.5, 1]]}
"""A win is worth 1, a draw 1/2, a loss 0 to either player."""

CHANCY: dict[str, Any] = {
    "a fair coin": [{"chance": [[0.5, 4], [0.5, 0]]}, 1],
    "uneven odds": [{"chance": [[0.9, 1], [0.1, 11]]}, {"chance": [[0.25, 4], [0.75, 2]]}, 1.5],
    "three outcomes": [{"chance": [[0.5, [2, 3]], [0.25, [8, 4]], [0.25, [0, 12]]]}, [1, 6]],
    "chance at the root": {"chance": [[0.2, [5, 10]], [0.8, {"player": 1, "children": [1, 4]}]]},
    "MIN rolls": {
        "player": 1,
        "children": [{"chance": [[0.75, [4, 8]], [0.25, [0, 4]]]}, 9, {"player": 0, "children": [2, 8]}],
    },
    "chance after chance": [{"chance": [[0.5, {"chance": [[0.75, 4], [0.25, 8]]}], [0.5, [1, 3]]]}, 3.5],
}

TALL = [[[[5, 2], [7, 1]], [[3, 8], [6, 4]]], [[[9, 0], [2, 6]], [[1, 5], [8, 3]]]]
TALL_ESTIMATES = [0, 4, 6, 2, 7, 5, 1, 3, 8, 0, 9, 4, 2, 7, 6, 5, 2, 7, 1, 3, 8, 6, 4, 9, 0, 2, 6, 1, 5, 8, 3]

LIMITED: dict[str, tuple[Any, Sequence[float], int]] = {
    "estimates": ([[3, 12], [2, 4], 5], [0, 1, 9, 5, 3, 12, 2, 4], 1),
    "estimates further down": ([[[1, 9], [4, 6]], [[2, 3], [8, 7]]], [0, 5, 4, 6, 1, 3, 7, 1, 9, 4, 6, 2, 3, 8, 7], 2),
    "far from the end": (TALL, TALL_ESTIMATES, 1),
    "not so far from it": (TALL, TALL_ESTIMATES, 2),
    "over before the horizon": ([4, [[9, 1], 2], [[5, 5], [6, 8]]], [0, -3, 1, 7, 2, -9, 6, 8, 9, 1, 5, 5, 6, 8], 2),
    "over at the horizon": ([[3, 7], [5, [8, 1]]], [0, 2, 2, -6, -6, -5, 4, 8, 1], 2),
    "deeper than the game": ([[3, 7], [5, [8, 1]]], [0, 2, 2, -6, -6, -5, 4, 8, 1], 9),
}
"""Trees with an estimate at every node, and how deep to look."""

RANDOM_TREES = 8


def exercises(algorithm: GradedAlgorithm) -> list[Exercise]:
    """Return the exercises for an algorithm, the simplest first; always the same ones."""
    return list(_made(algorithm))


@cache
def _made(algorithm: GradedAlgorithm) -> tuple[Exercise, ...]:
    plain = [_tree(title, Tree(tree, title=title)) for title, tree in PLAIN.items()]
    plain.append(_tree("a win is worth 1, a draw 1/2", Tree(SHARED_SUM["tree"], utility_sum=1)))
    figures = [_named("figure 5.2", "figure-5.2"), _named("Nau's figure", "nau-figure-1")]
    limited = [
        Exercise(title, game := EstimatedTree(tree, estimates), game.initial(), depth)
        for title, (tree, estimates, depth) in LIMITED.items()
    ]
    if algorithm == "expectiminimax":
        chancy = [_tree(title, Tree(tree, title=title)) for title, tree in CHANCY.items()]
        return (*chancy, _named("a coin and a sure thing", "coin-toss"), *figures[:1], *plain, *limited, *_chances())
    figures.append(_named("Cicirello's cutoff", "cicirello-cutoff"))
    return (figures[0], plain[0], *figures[1:], *plain[1:], *limited, *_random_trees(), *_games())


def _named(title: str, spec: str) -> Exercise:
    return _tree(title, load_game(spec))


def _tree(title: str, game: Game) -> Exercise:
    return Exercise(title, game, game.initial())


def _games() -> list[Exercise]:
    """Return states of real games, in which lines meet."""
    nim, piles, late = load_game("nim:piles=2-2"), load_game("nim:piles=1-2-3"), load_game("tic-tac-toe")
    return [
        Exercise("II-Nim", nim, nim.initial()),
        Exercise("tic-tac-toe, X to move", late, late.parse_state("X1O/1X1/1O1")),
        Exercise("tic-tac-toe, O to move", late, late.parse_state("XO1/1X1/X1O")),
        Exercise("Nim", piles, piles.initial(), 4),
    ]


def _random_trees() -> list[Exercise]:
    random = Random("exercises")
    trees = [_random_node(random, 3, 0.0) for _ in range(RANDOM_TREES)]
    return [_tree(f"random tree {number}", Tree(tree)) for number, tree in enumerate(trees, 1)]


def _chances() -> list[Exercise]:
    random = Random("exercises with chance")
    trees = [_random_node(random, 3, 0.5) for _ in range(RANDOM_TREES)]
    return [_tree(f"random chance tree {number}", Tree(tree)) for number, tree in enumerate(trees, 1)]


def _random_node(random: Random, height: int, chance: float) -> Any:
    """Return a tree of irregular turns, with whole utilities and odds in quarters."""
    if height == 0 or (height < 3 and random.random() < 0.2):
        return random.randint(-9, 9)
    children = [_random_node(random, height - 1, chance) for _ in range(random.randint(2, 3))]
    if height < 3 and random.random() < chance:
        odds = (0.25, 0.75) if len(children) == 2 else (0.5, 0.25, 0.25)
        return {"chance": [list(pair) for pair in zip(odds, children, strict=True)]}
    return {"player": random.randrange(2), "children": children}
