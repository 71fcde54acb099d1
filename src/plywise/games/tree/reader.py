"""Reads a tree as it was typed in: its nodes level by level, each named and checked; an error names the node.

    [[3, 12], [2, 4]]        0 A                 The root is node 0 and siblings follow each other, so that
                           1 B   2 C             the first child and the number of children give them all.
                          3 b1 4 b2 5 c1 6 c2

>>> nodes, first_child = read_tree([[3, 12], [2, 4]], players=2)
>>> [node.name for node in nodes], first_child[:3]
(['A', 'B', 'C', 'b1', 'b2', 'c1', 'c2'], (1, 3, 5))
>>> settle_sum(nodes, 2, "auto"), nodes[3].utility
(0, (3, -3))
"""

import math
from collections import Counter, deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from reprlib import repr as short
from typing import Any, Literal, TypeAlias, TypeGuard

from plywise.rules import CHANCE, TOLERANCE, CatalogError

KEYS = {
    "utility": ("utility", "name"),
    "chance": ("chance", "name", "actions"),
    "children": ("children", "player", "name", "actions", "information_set"),
}
"""What may be said of a node, by what makes it one of its kind."""

Sum: TypeAlias = float | Literal["auto"] | None
"""What all players' utilities add up to, None where that isn't constant, "auto" to find out from the leaves."""


@dataclass(slots=True)
class TreeNode:
    """One node as typed in, before the tree is laid out in tables."""

    player: int
    name: str = ""
    children: Sequence[Any] = ()
    actions: Sequence[str] = ()
    odds: Sequence[float] = ()
    utility: tuple[float, ...] = ()
    information_set: str = ""


def read_tree(tree: Any, players: int, taken: Iterable[str] = ()) -> tuple[list[TreeNode], tuple[int, ...]]:
    """Return the nodes level by level, siblings in a row, all named, and the number of each one's first child.

    Labels that are `taken`, such as the letters of players, are given to no node.
    """
    typed = {*_typed_labels(tree), *taken}
    labels = (label for label in _labels() if label not in typed)
    nodes = [_read(tree, 0, "the root")]
    first_child: list[int] = []
    sets: dict[str, TreeNode] = {}
    waiting = deque([(nodes[0], 0, 0)])
    while waiting:
        node, level, mover = waiting.popleft()
        mover = mover if node.player == CHANCE else node.player
        node.name = node.name or next(labels)
        first_child.append(len(nodes))
        if node.children:
            own = [f"{node.name.lower()}{i}" for i in range(1, len(node.children) + 1)]
            first = sets.setdefault(node.information_set, node) if node.information_set else node
            node.actions = node.actions or (own if first is node else first.actions)
            _check_inner(node, players)
            _check_set(node, first)
        for number, (action, child) in enumerate(zip(node.actions, node.children, strict=True)):
            found = _read(child, (level + 1) % players, action)
            if not found.children:
                found.name = found.name or (own[number] if node.information_set else action)
                found.player = (mover + 1) % players  # nobody moves there, but it is the next one's turn
            nodes.append(found)
            waiting.append((found, level + 1, mover))
    _check_names(nodes)
    return nodes, tuple(first_child)


def settle_sum(nodes: Iterable[TreeNode], players: int, utility_sum: Sum) -> float | None:
    """Return what the utilities add up to, and give MIN the rest of it where a leaf is a single number."""
    leaves = [node for node in nodes if not node.children]
    for leaf in leaves:
        if not all(_is_number(utility) for utility in leaf.utility):
            raise CatalogError(f"The leaf {leaf.name} is worth {short(leaf.utility)}: write finite numbers.")
    if utility_sum == "auto":
        utility_sum = _common_sum([leaf.utility for leaf in leaves if len(leaf.utility) == players])
    elif utility_sum is not None and not _is_number(utility_sum):
        raise CatalogError(f"A tree's utility_sum is a number or none (null in JSON), not {short(utility_sum)}.")
    for leaf in leaves:
        if len(leaf.utility) == 1 and players == 2 and utility_sum is not None:
            leaf.utility = leaf.utility[0], utility_sum - leaf.utility[0]
        elif len(leaf.utility) != players:
            worth = f"The leaf {leaf.name} is worth {short(leaf.utility)}"
            raise CatalogError(f"{worth}: it needs one utility for each of {players} players.")
        elif utility_sum is not None and not _adds_up(leaf.utility, utility_sum):
            adds = f"The leaf {leaf.name} adds up to {sum(leaf.utility):g}, not to {utility_sum:g}"
            raise CatalogError(f"{adds}: fix the leaf, or leave utility_sum out.")
    return utility_sum


def _common_sum(vectors: Sequence[tuple[float, ...]]) -> float | None:
    total = round(sum(vectors[0]), 9) if vectors else 0
    return total if all(_adds_up(vector, total) for vector in vectors) else None


def _adds_up(vector: Sequence[float], total: float) -> bool:
    return abs(sum(vector) - total) <= TOLERANCE * max(1, *map(abs, vector))


def _is_number(value: Any) -> TypeGuard[float]:
    return isinstance(value, int | float) and not isinstance(value, bool) and -1e300 < value < 1e300


def _read(typed: Any, player: int, place: str) -> TreeNode:
    """Read one node as typed in; `player` moves unless it says otherwise."""
    match typed:
        case int() | float() if not isinstance(typed, bool):
            return TreeNode(player, utility=(typed,))
        case tuple():
            return TreeNode(player, utility=typed)
        case [_, *_]:
            return TreeNode(player, children=typed)
        case dict() if _kinds(typed, place):
            name = typed.get("name", "")
            if not isinstance(name, str):
                raise CatalogError(f"The node at {place} is called {short(name)}: write its name as a text.")
            if node := _read_object(typed, player, name):
                return node
    what = "a number, a list of nodes, or an object with utility, children or chance (pairs of odds and node)"
    raise CatalogError(f"{short(typed)} at {place} is not a tree's node: write {what}.")


def _kinds(typed: dict[str, Any], place: str) -> bool:
    """Whether an object says what kind of node it is; refuses keys that such a node doesn't have."""
    kinds = [kind for kind in KEYS if kind in typed]
    known = KEYS[kinds[0]] if len(kinds) == 1 else {key for keys in KEYS.values() for key in keys}
    refuse_unknown(typed, known, f"The node at {place}")
    return len(kinds) == 1


def refuse_unknown(typed: dict[str, Any], known: Iterable[str], subject: str) -> None:
    """Refuse a key that isn't known, with the nearest one that is.

    >>> refuse_unknown({"plyer": 1}, ["player", "name"], "The node at A")
    Traceback (most recent call last):
    plywise.rules.errors.CatalogError: The node at A has the unknown key 'plyer': did you mean 'player'?
    """
    for key in typed:
        if key not in known:
            near = get_close_matches(str(key), sorted(known), 1)
            fix = f"did you mean '{near[0]}'?" if near else f"it may have {', '.join(sorted(known))}."
            raise CatalogError(f"{subject} has the unknown key {short(key)}: {fix}")


def _read_object(typed: dict[str, Any], player: int, name: str) -> TreeNode | None:
    match typed:
        case {"utility": [*utility]}:
            return TreeNode(player, name, utility=tuple(utility))
        case {"utility": utility}:
            return TreeNode(player, name, utility=(utility,))
        case {"chance": [_, *_] as branches} if all(isinstance(pair, list | tuple) for pair in branches):
            if all(len(pair) == 2 for pair in branches):
                odds, children = zip(*branches, strict=True)
                return TreeNode(CHANCE, name, children, typed.get("actions", ()), odds)
        case {"children": [_, *_] as children}:
            label = typed.get("information_set", "")
            if not isinstance(label, str):
                raise CatalogError(
                    f"The information set {short(label)} is no text: write a name, the same at each node."
                )
            mover, actions = typed.get("player", player), typed.get("actions", ())
            return TreeNode(mover, name, children, actions, information_set=label)
    return None


def _check_inner(node: TreeNode, players: int) -> None:
    """Refuse actions that don't fit the children, impossible odds, and players that don't exist."""
    actions, count = node.actions, len(node.children)
    if not isinstance(actions, list | tuple) or not all(isinstance(action, str) for action in actions):
        raise CatalogError(f"The node {node.name} has the actions {short(actions)}: write a list of texts.")
    if len(actions) != count or len(set(actions)) != count:
        raise CatalogError(f"The node {node.name} has {count} children: name that many actions, no two alike.")
    if node.odds:
        if not all(_is_number(chance) and chance > 0 for chance in node.odds):
            raise CatalogError(f"The node {node.name} has the odds {short(node.odds)}: each must be above 0.")
        if abs(math.fsum(node.odds) - 1) > TOLERANCE:
            raise CatalogError(f"The odds at {node.name} add up to {math.fsum(node.odds):g}: make them add up to 1.")
    elif type(node.player) is not int or node.player not in range(players):
        wrong = f"The node {node.name} belongs to player {short(node.player)}"
        raise CatalogError(f"{wrong}: write a whole number from 0 to {players - 1}.")


def _check_set(node: TreeNode, first: TreeNode) -> None:
    """Refuse a node that its player could tell from the first one of its information set."""
    if node.player != first.player:
        raise CatalogError(
            f"The nodes {first.name} and {node.name} share the information set {node.information_set}, but player "
            f"{first.player} moves at one and player {node.player} at the other: let one player move at both."
        )
    if tuple(node.actions) != tuple(first.actions):
        raise CatalogError(
            f"The nodes {first.name} and {node.name} share the information set {node.information_set}, but offer "
            f"{', '.join(first.actions)} and {', '.join(node.actions)}: give both the same actions in the same order."
        )


def _check_names(nodes: Sequence[TreeNode]) -> None:
    """Refuse an inner node that has the same name as another node."""
    counts = Counter(node.name for node in nodes)
    for node in nodes:
        if node.children and counts[node.name] > 1:
            raise CatalogError(f"Two nodes are called {node.name}: give each inner node a name of its own.")


def _typed_labels(tree: Any) -> Iterator[str]:
    """Yield every name and action that was typed in, so that no node is given one of them automatically."""
    waiting = [tree]
    while waiting:
        typed = waiting.pop()
        if isinstance(typed, dict):
            waiting += [typed.get(key) for key in ("name", "actions", "children", "chance")]
        elif isinstance(typed, list | tuple):
            waiting += typed
        elif isinstance(typed, str):
            yield typed


def _labels() -> Iterator[str]:
    """Yield A to Z, then AA, AB, ..."""
    letters = [chr(ord("A") + i) for i in range(26)]
    yield from letters
    for prefix in _labels():
        yield from (prefix + letter for letter in letters)
