"""A tree on the screen: where its nodes stand, and which of them the game has come by.

    A          Leaves stand side by side, a node above the middle of its children. A cell is named after the branch
   / \\         that leads to it; what stands there is the node's own name, or a leaf's value.
  3   B
     / \\
    2   4
"""

from collections.abc import Sequence

from plywise.rules import CHANCE, Cell, Game, Look, View

LOOK = Look("tree", "nodes")


class TreeTables(Game):
    """What a tree is made of, node by node; the root is node 0, and siblings follow each other."""

    movers: tuple[int, ...]
    first_child: tuple[int, ...]
    child_count: tuple[int, ...]
    utilities: tuple[tuple[float, ...], ...]
    node_names: tuple[str, ...]
    action_names: tuple[tuple[str, ...], ...]


def draw_tree(tree: TreeTables, here: Sequence[int], caption: str) -> View:
    """Return the whole tree as a view, with the way from the root to a node; without the way to several."""
    parents = _parents(tree)
    way = list(here[:1] if len(here) == 1 else ())
    while way and way[-1] > 0:
        way.append(parents[way[-1]])
    places = _places(tree)
    cells = []
    for node in range(len(tree.movers)):
        number = node - tree.first_child[parents[node]] if node else 0
        branch = tree.action_names[parents[node]][number] if node else tree.node_names[0]
        cells.append(
            Cell(
                *places[node],
                tree.node_names[node] if tree.child_count[node] else _value(tree, node),
                tree.movers[node] if tree.child_count[node] and tree.movers[node] != CHANCE else None,
                branch,
                "here" if node in here else "path" if node in way else "",
                branch if node and parents[node] in here else "",
            )
        )
    edges = tuple((parents[node], node) for node in range(1, len(tree.movers)))
    return View(tuple(cells), caption, edges, look=LOOK)


def _parents(tree: TreeTables) -> list[int]:
    """Return each node's parent; the root has none, and is its own."""
    parents = [0] * len(tree.movers)
    for node, count in enumerate(tree.child_count):
        for child in range(count):
            parents[tree.first_child[node] + child] = node
    return parents


def _value(tree: TreeTables, leaf: int) -> str:
    """Write a leaf's utility: one number where it says all, else each player's."""
    utilities = [f"{utility:g}" for utility in tree.utilities[leaf]]
    return utilities[0] if tree.is_adversarial and tree.utility_sum == 0 else ", ".join(utilities)


def _places(tree: TreeTables) -> list[tuple[float, float]]:
    """Place the nodes: children come after their parents in the list, so levels are known first, columns last."""
    levels, columns = [0] * len(tree.movers), [0.0] * len(tree.movers)
    for node, count in enumerate(tree.child_count):
        for child in range(count):
            levels[tree.first_child[node] + child] = levels[node] + 1
    for column, leaf in enumerate(_leaves(tree)):
        columns[leaf] = column
    for node in reversed(range(len(tree.movers))):
        if tree.child_count[node]:
            first = tree.first_child[node]
            columns[node] = (columns[first] + columns[first + tree.child_count[node] - 1]) / 2
    return list(zip(columns, map(float, levels), strict=True))


def _leaves(tree: TreeTables) -> list[int]:
    """List the leaves from left to right."""
    found, waiting = [], [0]
    while waiting:
        node = waiting.pop()
        first, count = tree.first_child[node], tree.child_count[node]
        waiting += reversed(range(first, first + count))
        if not count:
            found.append(node)
    return found
