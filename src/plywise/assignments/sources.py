"""Where the exercises of a part come from: a tree, a game, random trees, or Plywise's own exercises.

tree = [[3, 12], [2, 4]]                     leaves in MAX's utility; as in `plywise.games.tree`
tree = ..., estimates = [...], depth = 1     with an estimate for each node, level by level
game = "tic-tac-toe", state = "X1O/1X1/1O1"  a game of the catalog, or a file beside the assignment; perhaps `depth`
random = 5, seed = 3                         random trees; also branching, height, chance, shape
usual = true                                 what `plywise grade` tries

What is graded by checks (max-n, monte-carlo-tree-search, evaluation, game) takes `usual`, and the last two `game`: the
game of the catalog that an evaluation is for, or that a student's own should be.
"""

from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

from plywise.assignments.checking import AssignmentError, Entries
from plywise.assignments.random_trees import TreeShape, random_tree
from plywise.games.catalog import is_installed, load_game, split_spec
from plywise.games.tree import Tree
from plywise.grading import SUBJECTS, CheckedName, Exercise, GradedAlgorithm, exercises
from plywise.grading.exercises import EstimatedTree
from plywise.rules import Game

KINDS = {
    "tree": {"estimates", "depth"},
    "game": {"state", "depth"},
    "random": {"seed", "branching", "height", "chance", "irregular"},
    "usual": set(),
}
"""The ways to say it, and what else may be said with each."""
FIELDS = {*KINDS, *(name for names in KINDS.values() for name in names)}
MOST_RANDOM = 100
FILES = (".py", ".json")


def make_exercises(title: str, algorithm: GradedAlgorithm, source: Mapping[str, Any], folder: Path) -> list[Exercise]:
    """Return the exercises of a part."""
    kind, entries = _kind(source), Entries("it", source)
    if kind == "usual":
        return exercises(algorithm)
    if kind == "random":
        return _random_exercises(title, algorithm, entries)
    game = _tree(title, source) if kind == "tree" else load_game(_placed(entries.text("game"), folder))
    _check_game(game, algorithm)
    state = game.parse_state(source["state"]) if "state" in source else game.initial()
    depth = entries.whole("depth", None, 1, 99) if "depth" in source else None
    if depth is not None and not game.offers("evaluate"):
        raise AssignmentError(f"depth needs estimates, and {game.name} has none: leave it out.")
    return [Exercise(title, game, state, depth)]


def find_reference(name: CheckedName, source: Mapping[str, Any]) -> str:
    """Return the game that a part graded by checks is for, empty where the student's file may say."""
    kind = _kind(source)
    if kind == "game" and SUBJECTS[name].may_be_helper and "state" not in source and "depth" not in source:
        spec = Entries("it", source).text("game")
        if not is_installed(spec):
            raise AssignmentError(f"{name} is compared with a game of the catalog, and {spec} is none.")
        return spec
    if kind != "usual":
        more = ", or game and nothing else" if SUBJECTS[name].may_be_helper else ""
        raise AssignmentError(f"{name} takes usual = true{more}.")
    return ""


def find_files(source: Mapping[str, Any], folder: Path) -> list[Path]:
    """Return the file of its own that a part needs, if any."""
    target = split_spec(str(source.get("game", "")))[0]
    return [folder / target] if Path(target).suffix in FILES else []


def _kind(source: Mapping[str, Any]) -> str:
    kinds = [name for name in KINDS if name in source]
    if len(kinds) != 1:
        raise AssignmentError(f"a part has one of {', '.join(KINDS)}, not {' and '.join(kinds) or 'none'}.")
    for name in source:
        if name != kinds[0] and name not in KINDS[kinds[0]]:
            raise AssignmentError(f"{name} means nothing beside {kinds[0]}: leave it out.")
    return kinds[0]


def _placed(spec: str, folder: Path) -> str:
    """Return a game's spec with its file, if it has one, beside the assignment: nothing outside is read."""
    target, colon, rest = spec.partition(":")
    if Path(target).suffix not in FILES:
        return spec
    path = (folder / target).resolve()
    if not path.is_relative_to(folder):
        raise AssignmentError(f"{target} lies outside the assignment's folder: put it there.")
    return f"{path}{colon}{rest}"


def _tree(title: str, source: Mapping[str, Any]) -> Tree:
    estimates = source.get("estimates")
    if estimates is None:
        return Tree(source["tree"], title=title)
    tree = Tree(source["tree"])
    if not isinstance(estimates, list) or len(estimates) != len(tree.movers):
        raise AssignmentError(f"estimates are a list of {len(tree.movers)} numbers, one for each node, level by level.")
    if not all(isinstance(each, int | float) for each in estimates):
        raise AssignmentError("estimates are numbers.")
    return EstimatedTree(source["tree"], estimates, title)


def _check_game(game: Game, algorithm: GradedAlgorithm) -> None:
    if not game.is_adversarial:
        raise AssignmentError(f"{game.name} is not a game of two with a constant sum, which {algorithm} needs.")
    if game.has_chance and algorithm != "expectiminimax":
        raise AssignmentError(f"chance moves in {game.name}, and {algorithm} knows none: ask for expectiminimax.")


def _random_exercises(title: str, algorithm: GradedAlgorithm, entries: Entries) -> list[Exercise]:
    count = entries.whole("random", None, 1, MOST_RANDOM)
    shape = TreeShape(
        branching=entries.whole("branching", 3, 2, 5),
        height=entries.whole("height", 3, 1, 5),
        chance=entries.number("chance", 0.5 if algorithm == "expectiminimax" else 0, least=0),
        is_irregular=entries.content.get("irregular", True) is True,
    )
    if shape.chance and algorithm != "expectiminimax":
        raise AssignmentError(f"{algorithm} knows no chance: leave it out, or ask for expectiminimax.")
    seed = entries.whole("seed", 0, 0, 1 << 62)
    titles = [title if count == 1 else f"{title} {number}" for number in range(1, count + 1)]
    trees = [random_tree(Random(f"{seed} {number}"), shape) for number in range(count)]
    return [
        Exercise(each, tree := Tree(made, title=each), tree.initial()) for each, made in zip(titles, trees, strict=True)
    ]
