"""A sheet of exercises by a seed: random trees with blanks, and the same trees filled in."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

from plywise.assignments.random_trees import TreeShape, random_tree
from plywise.assignments.sheets.drawing import draw_tree_with_blanks
from plywise.assignments.sheets.filled import FilledNode, fill_in
from plywise.assignments.sheets.pages import write_page
from plywise.assignments.sheets.printing import find_browser, print_pdf
from plywise.files import write_whole
from plywise.games.tree import Tree
from plywise.grading import GradedAlgorithm

TITLES: dict[str, str] = {"minimax": "Minimax", "alpha-beta": "Alpha-beta", "expectiminimax": "Expectiminimax"}
TRIES = 40
"""How many trees are drawn until one has something to show."""
CHANCE_SHARE = 0.75
"""How likely a node below the root is chance's, for expectiminimax."""


@dataclass(frozen=True)
class SheetOptions:
    """What a sheet holds."""

    algorithm: GradedAlgorithm = "alpha-beta"
    count: int = 4
    branching: int = 3
    height: int = 2
    seed: int = 0
    title: str = ""


@dataclass(frozen=True)
class Sheet:
    """The trees of a sheet, filled in.

    >>> [len(tree.movers) for tree in make_sheet(SheetOptions(count=2, branching=2)).trees]
    [7, 7]
    """

    options: SheetOptions
    trees: Sequence[Tree]
    solutions: Sequence[Sequence[FilledNode]]

    @property
    def title(self) -> str:
        """What stands above it."""
        return self.options.title or f"{TITLES[self.options.algorithm]}: exercises"


def make_sheet(options: SheetOptions) -> Sheet:
    """Draw random trees that are worth drawing; the same seed gives the same sheet."""
    trees, solutions = [], []
    for number in range(1, options.count + 1):
        tree, solution = _draw_lots(options, number)
        trees.append(tree)
        solutions.append(solution)
    return Sheet(options, trees, solutions)


def _draw_lots(options: SheetOptions, number: int) -> tuple[Tree, list[FilledNode]]:
    """Return a tree, and its solution: for alpha-beta one in which something is cut off, if that comes up."""
    chance = CHANCE_SHARE if options.algorithm == "expectiminimax" else 0.0
    shape = TreeShape(options.branching, options.height, chance)
    random = Random(f"{options.seed} {number} {options.algorithm} {options.branching} {options.height}")
    for _ in range(TRIES):
        tree = Tree(random_tree(random, shape), title=f"exercise-{number}")
        solution = fill_in(tree, options.algorithm)
        if _shows_something(options.algorithm, tree, solution):
            break
    return tree, solution


def _shows_something(algorithm: GradedAlgorithm, tree: Tree, solution: Sequence[FilledNode]) -> bool:
    if algorithm == "alpha-beta":
        return any(node.is_pruned for node in solution)
    return algorithm == "minimax" or tree.has_chance


def write_sheet(sheet: Sheet, folder: Path, *, pdf: bool = False) -> list[Path]:
    """Write exercises and solutions into a folder; return the pages to open. A PDF needs a browser that prints."""
    browser = find_browser() if pdf else ""
    folder.mkdir(parents=True, exist_ok=True)
    pages = []
    for name, solved in (("exercises", False), ("solutions", True)):
        drawn = [
            draw_tree_with_blanks(nodes, f"{sheet.title}, {number}", solved=solved)
            for number, nodes in enumerate(sheet.solutions, 1)
        ]
        for number, svg in enumerate(drawn, 1):
            write_whole(folder / f"{name[:-1]}-{number}.svg", svg.encode())
        page = folder / f"{name}.html"
        title = f"{sheet.title.removesuffix(': exercises')}: solutions" if solved else sheet.title
        write_whole(page, write_page(title, sheet.options.algorithm, drawn, solved=solved).encode())
        pages.append(page)
        if pdf:
            pages.append(print_pdf(browser, page))
    for number, tree in enumerate(sheet.trees, 1):
        write_whole(folder / f"tree-{number}.json", (json.dumps(tree_data(tree, 0)) + "\n").encode())
    return pages


def tree_data(tree: Tree, node: int) -> object:
    """Return a tree of two as `Tree.from_file` reads it."""
    state = tree.State(node)
    if tree.is_terminal(state):
        return tree.utility(state, 0)
    children = [tree_data(tree, tree.result(state, action).node) for action in tree.actions(state)]
    if tree.to_move(state) < 0:
        return {"chance": [[odds, child] for (_, odds), child in zip(tree.chances(state), children, strict=True)]}
    return {"player": tree.to_move(state), "children": children}
