"""Reads SGF: every move is played, and every property kept.

    (;GM[1]FF[4]SZ[9]KM[7]PB[Ana]RE[B+2];B[ee](;W[ge]C[usual];B[];W[])(;W[dd]))

A point is two letters, column and row from the top left; an empty value, or tt up to 19x19, is a pass. Stones set up
before the first move (AB, AW) and who moves first (PL) are the start. What a game's first node says about it, such as
PB, are its tags, RE is its result. A node without a move belongs to the one before it. TE, BM, IT and DO are the signs
!, ?, !? and ?!; other signs are written as NAG[13].
"""

import re
from collections import Counter
from itertools import chain
from typing import Any

from plywise.games.go.drawing import PIECES
from plywise.games.go.game import Go
from plywise.games.go.sgf.text import SgfNode, read_collection, unescape
from plywise.rules import (
    CatalogError,
    NotationError,
    PlywiseError,
    RecordError,
    RecordNode,
    RecordTree,
    TreeStates,
    join_paragraphs,
)
from plywise.rules.record_tree import UNKNOWN

LETTERS = "abcdefghijklmnopqrs"
COLOURS = ("B", "W")
NUMBER = re.compile(r"[+-]?\d{1,4}(?:\.\d{1,3})?")
SETUP = ("AB", "AW", "AE")
INFO = frozenset(re.findall("..", "ANBRBTCPDTEVGCGNHAONOTPBPCPWRORUSOTMUSWRWT"))
"""What a first node says about a game."""
SIGNS = {("TE", "1"): 1, ("BM", "1"): 2, ("TE", "2"): 3, ("BM", "2"): 4, ("IT", ""): 5, ("DO", ""): 6}


def read_sgf(text: str, superko: bool = True) -> list[RecordTree]:
    """Read all games of an SGF, every move checked; raises RecordError with the line where one can't be played."""
    return [_Reading(nodes, superko).tree.ordered() for nodes in read_collection(text)]


class _Reading:
    """The tree of one game's nodes."""

    def __init__(self, nodes: list[SgfNode], superko: bool) -> None:
        self.nodes, self.line = nodes, nodes[0].line
        try:
            self.game = _game(nodes[0].properties, superko)
            self.opening = self._find_opening()
            start = self._start()
            self.tree, self.replay = RecordTree(self.game, self.game.state_name(start)), TreeStates(self.game, start)
            self.places: list[int] = []
            """For each node, the number of the tree's node that it belongs to."""
            for number, node in enumerate(nodes):
                self.line = node.line
                self._take(number, node)
        except PlywiseError as error:
            raise RecordError(f"Line {self.line} of the SGF can't be read: {error}") from None
        self._take_tags()

    def _find_opening(self) -> int:
        """Return how many nodes set the board up: the first, and those that follow it alone and have no move."""
        followers = Counter(node.after for node in self.nodes)
        for number, node in enumerate(self.nodes):
            is_last = followers[number] != 1
            if not node.properties.keys().isdisjoint(COLOURS):
                return max(1, number)
            if is_last:
                return number + 1
        return len(self.nodes)

    def _start(self) -> Any:
        """Return the state that the opening sets up, with who moves first."""
        game, cells = self.game, ["."] * self.game.squares
        for node in self.nodes[: self.opening]:
            for name, piece in zip(SETUP, (*PIECES, "."), strict=True):
                for point in chain.from_iterable(_points(game, value) for value in node.properties.get(name, [])):
                    cells[point] = piece
        rows = [cells[i : i + game.size] for i in range(0, game.squares, game.size)]
        mover = PIECES[COLOURS.index(self._first_mover())]
        try:
            return game.parse_state("/".join(map("".join, reversed(rows))) + f" {mover}")
        except NotationError as error:
            raise RecordError(f"it can't be set up: {error}") from None

    def _first_mover(self) -> str:
        """Return who moves first: what the last PL says, or else the colour of the first move, or Black."""
        named = [node.properties["PL"][0] for node in self.nodes[: self.opening] if "PL" in node.properties]
        movers = (name for node in self.nodes for name in node.properties if name in COLOURS)
        first = (named[-1] if named else next(movers, "B")).strip().upper()[:1]
        if first not in COLOURS:
            raise RecordError(f"it has PL[{first}]: write B or W.")
        return first

    def _take(self, number: int, node: SgfNode) -> None:
        """Play the moves of a node, and keep what else it has."""
        at = self.places[node.after] if number else 0
        if number >= self.opening and not node.properties.keys().isdisjoint(SETUP):
            raise RecordError("it sets up stones after the start: only moves can be read there; take them out.")
        for name in COLOURS:
            for point in node.properties.get(name, []):
                at = self._play(at, name, point)
        self.places.append(at)
        consumed = {*COLOURS, "C", *((*SETUP, "PL") if number < self.opening else ())}
        kept = self.tree.nodes[at]
        kept.comment = join_paragraphs([kept.comment, *map(unescape, node.properties.get("C", []))])
        for name, values in node.properties.items():
            if name not in consumed:
                _keep(kept, name, values)

    def _play(self, at: int, colour: str, value: str) -> int:
        game, state = self.game, self.replay.states[at]
        if game.is_terminal(state):
            raise RecordError("a move comes after two passes: end the game there.")
        if COLOURS[state.turn] != colour:
            raise RecordError(f"the move {value[:9]!r} is {colour}'s, who isn't to move: insert a pass for the other.")
        action = _read_point(game, value)
        name = game.action_name(state, action)
        try:
            self.replay.add(at, game.parse_action(state, name))
        except PlywiseError:
            raise RecordError(f"the move {name} isn't legal: fix it.") from None
        self.tree.nodes.append(RecordNode(name, at))
        return len(self.tree.nodes) - 1

    def _take_tags(self) -> None:
        """Take from the first node, and from those without a move that belong to it, what they say about the game."""
        tree, first = self.tree, self.tree.nodes[self.places[0]]
        for name in ("CA", "FF", "GM", "KM", "SZ"):
            first.properties.pop(name, None)
        result, *others = first.properties.pop("RE", ("",))
        tree.result = " ".join(unescape(result).split()) or UNKNOWN
        first.comment = join_paragraphs([first.comment, *map(unescape, others)])
        for name in [name for name, values in first.properties.items() if name in INFO and len(values) == 1]:
            tree.tags[name] = unescape(first.properties.pop(name)[0])


def _keep(node: RecordNode, name: str, values: list[str]) -> None:
    """Keep a property: as a sign where it is one."""
    signs = [sign for value in values if (sign := _sign(name, value.strip())) is not None]
    if len(signs) == len(values):
        node.signs += tuple(signs)
    else:
        kept = node.properties.get(name, ())
        node.properties[name] = (*kept, *(value for value in values if value not in kept))


def _sign(name: str, value: str) -> int | None:
    """Return the sign that a property stands for."""
    return int(value) if name == "NAG" and re.fullmatch("[0-9]{1,4}", value) else SIGNS.get((name, value))


def _game(root: dict[str, list[str]], superko: bool) -> Go:
    # stripped before they are converted: `int` doesn't take every character for a space that `strip` does
    size, komi, kind = (root.get(name, [usual])[0].strip() for name, usual in (("SZ", "19"), ("KM", "0"), ("GM", "1")))
    if kind != "1":
        raise RecordError("it isn't a game of Go: its GM must be 1.")
    if not re.fullmatch("[0-9]{1,2}", size) or not NUMBER.fullmatch(komi):
        raise RecordError(
            f"it has the size {size!r} and the komi {komi!r}: write a size and a number, such as SZ[9]KM[7]."
        )
    try:
        return Go(int(size), float(komi), superko)
    except CatalogError as error:
        raise RecordError(f"it can't be played: {error}") from None


def _points(game: Go, value: str) -> list[int]:
    """Return the points that a value lists: one, or a rectangle such as aa:cc."""
    first, _, last = value.partition(":")
    ends = [_read_point(game, corner) for corner in (first, last or first)]
    if game.pass_action in ends:
        raise RecordError(f"{value!r} names no point to set up a stone on: write two letters.")
    (x, y), (to_x, to_y) = ((end % game.size, end // game.size) for end in ends)
    columns, rows = range(min(x, to_x), max(x, to_x) + 1), range(min(y, to_y), max(y, to_y) + 1)
    return [row * game.size + column for row in rows for column in columns]


def _read_point(game: Go, value: str) -> int:
    text = value.strip().lower()
    if text == "" or (text == "tt" and game.size <= 19):
        return game.pass_action
    letters = LETTERS[: game.size]
    if len(text) != 2 or text[0] not in letters or text[1] not in letters:
        raise RecordError(f"{value[:20]!r} is not a point of this board: write two letters of {letters}.")
    return (game.size - 1 - letters.index(text[1])) * game.size + letters.index(text[0])
