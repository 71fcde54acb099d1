"""Explicit trees: games typed in leaf by leaf, such as the book's figures.

A node is a number (the utility to player 0 of a leaf), a tuple of numbers (each player's utility), a list of nodes
(the players take turns, one to each depth) or a dict, which can say more:

    {"utility": [1, 2, 6], "name": "X"}                          a leaf; JSON has no tuples
    {"player": 1, "children": [...], "name": "B", "actions": ["b1", "b2"]}
    {"chance": [[0.5, node], [0.5, node]]}                       a chance node

Nodes that look alike to whoever moves there say so by one `information_set`:

    {"information_set": "fork", "children": [...]}               the same player, the same actions at all of them

The sum of the players' utilities is worked out: 0 where leaves are single numbers, else the sum that all leaves given
in full have in common, or none. A `utility_sum` that is given must hold at every leaf.

    A            Inner nodes are named A, B, C, ... level by level, and an action after its node and
   / \\           its number: a1, a2 at A; b1, b2 at B. A leaf is named after the action that leads to it.
  B   C          A state is a node's number, level by level, so that siblings follow each other.

Two players whose gains are each other's losses are called MAX and MIN. Others are A, B, C, ..., as in the book's figure
of a game for three, and nodes are named from the next letter on: players and nodes never share a letter.

>>> tree = Tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
>>> middle = tree.result(tree.initial(), 1)
>>> tree.state_name(middle), [tree.action_name(middle, action) for action in tree.actions(middle)]
('C', ['c1', 'c2', 'c3'])
"""

import math
from collections.abc import Iterator, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

from plywise.files import parse_json, read_text
from plywise.games.tree.drawing import TreeTables, draw_tree
from plywise.games.tree.reader import Sum, read_tree, refuse_unknown, settle_sum
from plywise.rules import CHANCE, CatalogError, NotationError, View, player_name

ABOUT = ("about", "source", "note")
"""What a file may say for those who read it."""
MOST_DRAWN = 150
"""How many nodes a tree may have to be shown as a whole."""


class Tree(TreeTables):
    """A game tree given node by node."""

    class State(NamedTuple):
        """The number of a node, level by level; the root is 0."""

        node: int = 0

    def __init__(self, tree: Any, players: int = 2, utility_sum: Sum = "auto", title: str = "tree") -> None:
        if type(players) is not int or players < 1:
            raise CatalogError(f"A tree is for 1 or more players, not {players!r}.")
        if not isinstance(title, str):
            raise CatalogError(f"A tree's title is a text, not {title!r}.")
        self.title, self.players = title, players
        nodes, self.first_child = read_tree(tree, players)
        self.utility_sum = settle_sum(nodes, players, utility_sum)
        if self.is_adversarial:
            self.player_names = ("MAX", "MIN")
        else:
            nodes, _ = read_tree(tree, players, taken=[player_name(seat) for seat in range(players)])
            settle_sum(nodes, players, self.utility_sum)
        self.movers = tuple(node.player for node in nodes)
        self.child_count = tuple(len(node.children) for node in nodes)
        self.odds = (1.0, *(float(chance) for node in nodes for chance in node.odds or [0.0] * len(node.children)))
        self.utilities = tuple(node.utility or (0,) * players for node in nodes)
        self.node_names = tuple(node.name for node in nodes)
        self.action_names = tuple(tuple(node.actions) for node in nodes)
        self.information_sets = tuple(node.information_set for node in nodes)
        payoffs = [utility for node in nodes for utility in node.utility]
        self.utility_range = (min(payoffs), max(payoffs))
        self.utility_scale = math.lcm(*(Fraction(str(utility)).denominator for utility in payoffs))
        self.max_actions = max(self.child_count)
        self.rolls_dice = CHANCE in self.movers  # a search asks at every node

    @classmethod
    def from_file(cls, path: Path) -> "Tree":
        """Read a tree from JSON: the tree itself, or an object with `tree` and what the constructor takes."""
        try:
            content = parse_json(read_text(path))
        except (OSError, ValueError) as error:
            raise CatalogError(f"{path} can't be read as a tree: {error}.") from None
        if not isinstance(content, dict) or "tree" not in content:
            content = {"tree": content}
        refuse_unknown(content, ("tree", "title", "players", "utility_sum", *ABOUT), path.name)
        options = {key: content[key] for key in ("players", "utility_sum") if key in content}
        return cls(content["tree"], **options, title=content.get("title", path.stem))

    def to_move(self, state: State) -> int:
        """Return the player to move at the node."""
        return self.movers[state.node]

    def actions(self, state: State) -> Iterator[int]:
        """Yield the number of each child."""
        yield from range(self.child_count[state.node])

    def chances(self, state: State) -> Iterator[tuple[int, float]]:
        """Yield each child's number with its probability."""
        for child in range(self.child_count[state.node]):
            yield child, self.odds[self.first_child[state.node] + child]

    def result(self, state: State, action: int) -> State:  # type: ignore[override]
        """Go to a child."""
        return self.State(self.first_child[state.node] + action)

    def is_terminal(self, state: State) -> bool:
        """Whether the node is a leaf."""
        return self.child_count[state.node] == 0

    def utility(self, state: State, player: int) -> float:
        """Return the number at the leaf."""
        return self.utilities[state.node][player]

    @property
    def has_chance(self) -> bool:
        """Whether any node is a chance node."""
        return self.rolls_dice

    @property
    def name(self) -> str:
        """The title the tree was given."""
        return self.title

    def action_name(self, state: State, action: Any) -> str:
        """Name an action after its node and number, such as b2."""
        return str(self.action_names[state.node][action])

    def state_name(self, state: State) -> str:
        """Name the node."""
        return self.node_names[state.node]

    def parse_state(self, text: str) -> State:
        """Find a node by its name."""
        if text not in self.node_names:
            raise NotationError(f"'{text}' is not a node: the inner ones are {' '.join(self._inner_names())}.")
        return self.State(self.node_names.index(text))

    # Where some nodes look alike to whoever moves there

    def offers(self, method: str) -> bool:
        """Return whether an optional rule is there: `observe` is only where there are information sets."""
        return super().offers(method) and (method != "observe" or any(self.information_sets))

    def observe(self, state: State, player: int) -> str | int | None:
        """Return the information set, or the node's number, where it is the player's turn or the game is over.

        What a player saw and did before is remembered, so this is all that a game tree says of what players know.
        """
        if self.is_terminal(state):
            return state.node
        if self.to_move(state) != player:
            return None
        return self.information_sets[state.node] or state.node

    def view(self, state: State, player: int | None = None) -> View:
        """Show the tree, unless it is large, and the way to the node that the game is at; a click goes to a child.

        To a player who can't tell where the game is, all nodes where it may be are marked.
        """
        if player is not None and self.hides and not self.is_terminal(state):
            return self._seen_by(state, player)
        name = self.state_name(state)
        caption = f"node {name}: {self.name_of(self.to_move(state))} to move"
        if self.is_terminal(state):
            caption = f"leaf {name}: {', '.join(f'{utility:g}' for utility in self.utilities[state.node])}"
        return self._drawn([state.node], caption)

    def _seen_by(self, state: State, player: int) -> View:
        seen = self.observe(state, player)
        if seen is None:
            return self._drawn([], f"{self.name_of(player)} isn't to move")
        nodes = map(self.State, range(len(self.movers)))
        possible = [each.node for each in nodes if self.observe(each, player) == seen]
        names = " or ".join(self.node_names[node] for node in possible)
        return self._drawn(possible, f"node {names}: {self.name_of(player)} to move")

    def _drawn(self, here: Sequence[int], caption: str) -> View:
        if len(self.movers) > MOST_DRAWN:
            return View(caption=caption)
        return draw_tree(self, here, caption)

    def _inner_names(self) -> list[str]:
        return [name for name, count in zip(self.node_names, self.child_count, strict=True) if count]
