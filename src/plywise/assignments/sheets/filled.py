"""A tree as it is to be filled in: what stands beside each node, as the textbook's search finds it.

>>> from plywise.games.tree import Tree
>>> nodes = fill_in(Tree([[3, 12], [2, 4]]), "alpha-beta")
>>> [(node.name, node.blanks) for node in nodes if node.blanks]
[('A', (('α', '−∞'), ('β', '∞'), ('v', '3'))), ('B', (('α', '−∞'), ('β', '∞'), ('v', '3'))), \
('C', (('α', '3'), ('β', '∞'), ('v', '≤ 2')))]
>>> [node.value for node in nodes if node.is_pruned]
['4']
"""

import math
from dataclasses import dataclass

from plywise.games.tree import Tree
from plywise.grading import GradedAlgorithm
from plywise.grading.mistakes import VariantTrace, reference
from plywise.rules import CHANCE


@dataclass(frozen=True)
class FilledNode:
    """A node: who moves, what leads to it, and what belongs into its blanks; a leaf has its value instead."""

    parent: int | None
    name: str
    player: int | None
    """None at a leaf."""
    edge: str = ""
    """The probability that leads here."""
    value: str = ""
    blanks: tuple[tuple[str, str], ...] = ()
    is_pruned: bool = False
    is_best: bool = False


def fill_in(tree: Tree, algorithm: GradedAlgorithm) -> list[FilledNode]:
    """Return a tree's nodes, parents before children, filled in as the algorithm does it."""
    found = reference(algorithm).search(tree, tree.initial())
    ranges: dict[Tree.State, tuple[float, float]] = {}
    _find_ranges(tree, tree.initial(), found, ranges)
    nodes: list[FilledNode] = []
    waiting: list[tuple[int, int | None, str, bool]] = [(0, None, "", False)]
    for number, parent, edge, is_best in waiting:
        state = tree.State(number)
        is_pruned = state not in found.found
        if tree.is_terminal(state):
            value = tell_sheet_number(tree.utility(state, 0))
            nodes.append(FilledNode(parent, tree.state_name(state), None, edge, value, is_pruned=is_pruned))
            continue
        blanks = _blanks(found, state, algorithm, ranges)
        player = tree.to_move(state)
        nodes.append(FilledNode(parent, tree.state_name(state), player, edge, "", blanks, is_pruned, is_best))
        odds = dict(tree.chances(state)) if player == CHANCE else {}
        for action in tree.actions(state):
            child = tree.result(state, action)
            label = tell_sheet_number(odds[action]) if odds else ""
            waiting.append((child.node, len(nodes) - 1, label, number == 0 and action == found.action))
    return nodes


def _blanks(
    found: VariantTrace, state: Tree.State, algorithm: GradedAlgorithm, ranges: dict[Tree.State, tuple[float, float]]
) -> tuple[tuple[str, str], ...]:
    """Return what is asked for at an inner node, and the answers; none where the search never comes."""
    if algorithm != "alpha-beta":
        return (("v", tell_sheet_number(found.found[state][2])),)
    if state not in found.found:
        return (("α", ""), ("β", ""), ("v", ""))
    alpha, beta, value = found.found[state]
    low, high = ranges[state]
    bound = "" if low == high else "≤ " if high == value else "≥ "
    window = (("α", tell_sheet_number(alpha)), ("β", tell_sheet_number(beta)))
    return (*window, ("v", bound + tell_sheet_number(value)))


def _find_ranges(
    tree: Tree, state: Tree.State, found: VariantTrace, ranges: dict[Tree.State, tuple[float, float]]
) -> tuple[float, float]:
    """Find what each node can still be worth by the leaves that the search has seen; return that of a state."""
    if state not in found.found:
        return -math.inf, math.inf
    if tree.is_terminal(state):
        value = tree.utility(state, 0)
        return value, value
    inner = [_find_ranges(tree, tree.result(state, action), found, ranges) for action in tree.actions(state)]
    if tree.to_move(state) == CHANCE:
        ranges[state] = found.found[state][2], found.found[state][2]
    else:
        best = max if tree.to_move(state) == 0 else min
        ranges[state] = best(low for low, _ in inner), best(high for _, high in inner)
    return ranges[state]


def tell_sheet_number(value: float) -> str:
    """Write a number as it is set in print: with a minus sign, and ∞.

    >>> tell_sheet_number(-2.50), tell_sheet_number(-math.inf)
    ('−2.5', '−∞')
    """
    text = "∞" if math.isinf(value) else f"{round(abs(value), 6):g}"
    return f"−{text}" if value < 0 else text
