"""A played game with everything said about it: variations, comments, signs, tags, and how it ended.

    node   action   after            Node 0 is the start. Every other node has an action, by its name, and says after
    0                                which node it was played. Of the nodes after the same one, the first is the main
    1      e4       0                line and the others are variations.
    2      e5       1
    3      c5       1                (a list rather than nodes inside nodes: a long game has no depth)

>>> from plywise.rules.game import Game
>>> class Coins(Game):
...     State = int
...     def to_move(self, state): return state % 2
...     def actions(self, state): return ["keep", "give"] if state < 2 else []
...     def result(self, state, action): return state + 1
...     def utility(self, state, player): return 0
>>> tree = RecordTree(Coins())
>>> kept = tree.add(0, "keep")
>>> _ = tree.add(kept, "give"), tree.add(0, "give")
>>> tree.nodes[kept].comment = "careful"
>>> tree.record.action_names, [node.after for node in tree.nodes]
(['keep', 'give'], [-1, 0, 1, 0])
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from plywise.rules.errors import PlywiseError, RecordError
from plywise.rules.game import Game
from plywise.rules.names import Action
from plywise.rules.record import Record, find_option

UNKNOWN = "*"
"""The result of a game of which none is known."""


@dataclass(slots=True)
class RecordNode:
    """An action by its name, the number of the node after which it was played, and what was said about it."""

    action: str = ""
    after: int = -1
    comment: str = ""
    """What follows the action; a blank line separates paragraphs."""
    before: str = ""
    """What precedes the action, where that isn't what follows the one before: at the start of a variation."""
    signs: tuple[int, ...] = ()
    """What PGN numbers: 1 a good action, 2 a mistake, and so on ("numeric annotation glyphs")."""
    properties: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """What else an SGF has at this node, as it is written there."""


@dataclass(slots=True)
class RecordTree:
    """A game's start by its name, its nodes, its tags in order, and its result."""

    game: Game = field(compare=False)
    start: str = ""
    nodes: list[RecordNode] = field(default_factory=lambda: [RecordNode()])
    tags: dict[str, str] = field(default_factory=dict)
    result: str = UNKNOWN

    def __post_init__(self) -> None:
        if not self.start:
            self.start = self.game.state_name(self.game.initial())

    @classmethod
    def of(cls, record: Record, tags: Mapping[str, str] | None = None, result: str = UNKNOWN) -> "RecordTree":
        """Return the tree of a record, which has one line."""
        nodes = [RecordNode(), *(RecordNode(name, after) for after, name in enumerate(record.action_names))]
        return cls(record.game, record.game.state_name(record.states[0]), nodes, dict(tags or {}), result)

    @property
    def first_state(self) -> Any:
        """The state at the start."""
        initial = self.game.initial()
        return initial if self.game.state_name(initial) == self.start else self.game.parse_state(self.start)

    @property
    def record(self) -> Record:
        """The main line."""
        record, children, at = Record(self.game, self.first_state), self.children(), 0
        while children[at]:
            at = children[at][0]
            record.add(record.find(self.nodes[at].action))
        return record

    def children(self) -> list[list[int]]:
        """List for each node the numbers of those that come after it, the main line first."""
        found: list[list[int]] = [[] for _ in self.nodes]
        for number, node in enumerate(self.nodes[1:], 1):
            found[node.after].append(number)
        return found

    def line(self, number: int) -> list[str]:
        """Return the names of the actions from the start to a node."""
        names = []
        while number > 0:
            names.append(self.nodes[number].action)
            number = self.nodes[number].after
        return names[::-1]

    def add(self, after: int, name: str) -> int:
        """Play an action after a node and return the new node's number; refuses what the rules don't offer."""
        record = Record(self.game, self.first_state)
        for played in self.line(after):
            record.add(record.find(played))
        action = record.find(name)
        record.play(action)
        self.nodes.append(RecordNode(record.action_names[-1], after))
        return len(self.nodes) - 1

    def check(self) -> None:
        """Play everything, and give each action the name that the game gives it; raises RecordError."""
        states = TreeStates(self.game, self.first_state)
        for number, node in enumerate(self.nodes[1:], 1):
            if not 0 <= node.after < number:
                raise RecordError(f"Node {number} of this record comes after {node.after}: name one before it.")
            try:
                node.action = states.play(node.after, node.action)
            except PlywiseError as error:
                raise RecordError(f"{node.action[:20]!r}, node {number} of this record: {error}") from None

    def ordered(self) -> "RecordTree":
        """Return the same tree in the order in which it is compared: each line to its end, the main line first.

        What is played twice after the same node becomes one node, and what is said before an action that directly
        follows another is said after that one.
        """
        children = self.children()
        tree = RecordTree(self.game, self.start, [_joined([self.nodes[0]], -1)], self.tags, self.result)
        first_of_many = {0: False}
        waiting = _followers(self, children, [0], 0)[::-1]
        while waiting:
            after, same, rank, rivals = waiting.pop()
            node = _joined([self.nodes[number] for number in same], after)
            if node.before and rank == 0 and not first_of_many[after]:
                before = tree.nodes[after]
                before.comment, node.before = join_paragraphs([before.comment, node.before]), ""
            number = len(tree.nodes)
            tree.nodes.append(node)
            first_of_many[number] = rank == 0 and rivals > 1
            waiting += _followers(self, children, same, number)[::-1]
        return tree


def join_paragraphs(paragraphs: Iterable[str]) -> str:
    """Return paragraphs as one text, without empty ones."""
    return "\n\n".join(filter(None, paragraphs))


def _followers(
    tree: RecordTree, children: list[list[int]], same: list[int], after: int
) -> list[tuple[int, list[int], int, int]]:
    """List what comes after nodes that are the same: their new number, then nodes, rank and how many there are."""
    found: dict[str, list[int]] = {}
    for number in same:
        for child in children[number]:
            found.setdefault(tree.nodes[child].action, []).append(child)
    return [(after, group, rank, len(found)) for rank, group in enumerate(found.values())]


def _joined(nodes: list[RecordNode], after: int) -> RecordNode:
    """Return nodes that are the same as one."""
    first = nodes[0]
    if len(nodes) == 1:
        return replace(first, after=after)
    properties: dict[str, tuple[str, ...]] = {}
    for node in nodes:
        for name, values in node.properties.items():
            kept = properties.get(name, ())
            properties[name] = (*kept, *(value for value in values if value not in kept))
    return RecordNode(
        first.action,
        after,
        join_paragraphs(node.comment for node in nodes),
        join_paragraphs(node.before for node in nodes),
        tuple(sign for node in nodes for sign in node.signs),
        properties,
    )


class TreeStates:
    """The states of a tree's nodes as it grows, every action checked against the rules."""

    def __init__(self, game: Game, start: Any) -> None:
        self.game = game
        self.states: list[Any] = [start]
        self._after = [-1]
        self._keys = [game.repetition_key(start)] if game.repetition == "illegal" else []

    def play(self, after: int, name: str) -> str:
        """Play an action after a node, whether or not a draw could have been claimed there; return its name."""
        game, state = self.game, self.states[after]
        if game.is_terminal(state):
            raise RecordError(f"the game is over before {name[:20]}: leave out what follows.")
        return self.add(after, find_option(game, state, name))

    def add(self, after: int, action: Action) -> str:
        """Add a legal action after a node and return its name; refuses one that repeats a state where none may."""
        game, state = self.game, self.states[after]
        name, reached = game.action_name(state, action), game.result(state, action)
        if self._keys:
            key = game.repetition_key(reached)
            if key is not None and self._is_repeated(after, key):
                raise RecordError(f"'{name}' isn't legal: it repeats a state that came up before.")
            self._keys.append(key)
        self.states.append(reached)
        self._after.append(after)
        return name

    def cut(self, count: int) -> None:
        """Forget all nodes but the first ones."""
        for kept in (self.states, self._after, self._keys):
            del kept[count:]

    def _is_repeated(self, at: int, key: Any) -> bool:
        while at >= 0:
            if self._keys[at] == key:
                return True
            at = self._after[at]
        return False
