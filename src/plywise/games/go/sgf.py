"""Games of Go in SGF, the Smart Game Format (FF[4]): the main line is read and written.

    (;GM[1]FF[4]SZ[9]KM[7]RE[B+2];B[ee];W[ge];B[];W[])

A point is two letters, column and row from the top left; an empty value, or tt up to 19x19, is a pass. Stones set up
before the first move (AB, AW) and who moves first (PL) are kept. Of several variations the first is followed; other
properties are ignored.

>>> record = read_sgf("(;SZ[3]KM[0];B[bb];W[];B[])")
>>> record.action_names, record.utilities
(['B2', 'pass', 'pass'], (9, -9))
>>> write_sgf(record)
'(;GM[1]FF[4]CA[UTF-8]SZ[3]KM[0]RE[B+9];B[bb];W[];B[])'
"""

import re
from itertools import chain
from typing import Any, TypeAlias

from plywise.games.go.board import NO_KO
from plywise.games.go.drawing import PIECES
from plywise.games.go.game import Go
from plywise.rules import CatalogError, IllegalActionError, NotationError, Record, RecordError

LETTERS = "abcdefghijklmnopqrs"
COLOURS = ("B", "W")
TOKEN = re.compile(r"\s*(?:([();])|([A-Za-z]+)|\[((?:[^\]\\]|\\.)*)\])", re.DOTALL)
NUMBER = re.compile(r"[+-]?\d{1,4}(?:\.\d{1,3})?")
Node: TypeAlias = dict[str, list[str]]


def write_sgf(record: Record) -> str:
    """Write a record of Go; it must not start from a ko or after a pass, which SGF can't express."""
    game, start = record.game, record.states[0]
    if not isinstance(game, Go):
        raise RecordError(f"Only records of Go can be written as SGF, not those of {game.name}.")
    if start.ko != NO_KO or start.passes:
        raise RecordError("This record starts from a ko or after a pass, which SGF can't express: start it earlier.")
    text = f"(;GM[1]FF[4]CA[UTF-8]SZ[{game.size}]KM[{game.komi:g}]"
    if record.is_over:
        text += f"RE[{_result(record.utilities[0])}]"
    rows = game.rows(start)
    for colour, piece in zip(COLOURS, PIECES, strict=True):
        stones = [
            f"[{LETTERS[x]}{LETTERS[y]}]" for y, row in enumerate(rows) for x, there in enumerate(row) if there == piece
        ]
        text += f"A{colour}{''.join(stones)}" if stones else ""
    text += f"PL[{COLOURS[start.turn]}]" if start.turn or any(any(board) for board in start[:2]) else ""
    for state, action in zip(record.states, record.actions, strict=False):
        text += f";{COLOURS[state.turn]}[{_write_point(game, action)}]"
    return text + ")"


def read_sgf(text: str, superko: bool = True) -> Record:
    """Return the record of the main line, every move checked; raises RecordError."""
    nodes = _main_line(text)
    game, opening = _game(nodes[0], superko), _opening(nodes)
    record = Record(game, _start(game, opening, _first_mover(nodes, opening)))
    for number, node in enumerate(nodes):
        if number >= len(opening) and node.keys() & {"AB", "AW", "AE"}:
            raise RecordError("This SGF sets up stones after the start: only moves can be read there; take them out.")
        for colour in COLOURS:
            for point in node.get(colour, []):
                _play(game, record, colour, point)
    return record


def _play(game: Go, record: Record, colour: str, point: str) -> None:
    number = len(record.actions) + 1
    if game.is_terminal(record.state):
        raise RecordError(f"Move {number} of this SGF comes after two passes: end the game there.")
    if COLOURS[record.state.turn] != colour:
        raise RecordError(f"Move {number} of this SGF is {colour}'s, who isn't to move: insert a pass for the other.")
    action = _read_point(game, point)
    try:
        record.play(action)
    except IllegalActionError:
        name = game.action_name(record.state, action)
        raise RecordError(f"Move {number} of this SGF, {name}, isn't legal: fix it.") from None


def _game(root: Node, superko: bool) -> Go:
    # stripped before they are converted: `int` doesn't take every character for a space that `strip` does
    size, komi = _only(root, "SZ", "19").strip(), _only(root, "KM", "0").strip()
    if _only(root, "GM", "1").strip() != "1":
        raise RecordError("This SGF isn't a game of Go: its GM must be 1.")
    if not re.fullmatch("[0-9]{1,2}", size) or not NUMBER.fullmatch(komi):
        raise RecordError(
            f"This SGF has the size {size!r} and the komi {komi!r}: write a size and a number, such as SZ[9]KM[7]."
        )
    try:
        return Go(int(size), float(komi), superko)
    except CatalogError as error:
        raise RecordError(f"This SGF can't be played: {error}") from None


def _opening(nodes: list[Node]) -> list[Node]:
    """Return the nodes that set the board up: the first, and all others before the first move."""
    moves = [number for number, node in enumerate(nodes) if node.keys() & {*COLOURS}]
    return nodes[: max(1, moves[0])] if moves else nodes


def _start(game: Go, opening: list[Node], first: str) -> Any:
    """Return the state that the opening nodes set up, with who moves first."""
    cells = ["."] * game.squares
    for node in opening:
        for name, piece in (("AB", "X"), ("AW", "O"), ("AE", ".")):
            for point in chain.from_iterable(_points(game, value) for value in node.get(name, [])):
                cells[point] = piece
    rows = [cells[i : i + game.size] for i in range(0, game.squares, game.size)]
    try:
        return game.parse_state("/".join(map("".join, reversed(rows))) + " " + PIECES[COLOURS.index(first)])
    except NotationError as error:
        raise RecordError(f"This SGF can't be set up: {error}") from None


def _first_mover(nodes: list[Node], opening: list[Node]) -> str:
    """Return who moves first: what the last PL says, or else the colour of the first move, or Black."""
    movers = [colour for node in nodes for colour in node if colour in COLOURS]
    named = [node["PL"][0] for node in opening if "PL" in node]
    first = (named[-1:] or movers or ["B"])[0].strip().upper()[:1]
    if first not in COLOURS:
        raise RecordError(f"This SGF has PL[{first}]: write B or W.")
    return first


def _points(game: Go, value: str) -> list[int]:
    """Return the points that a value lists: one, or a rectangle such as aa:cc."""
    first, _, last = value.partition(":")
    ends = [_read_point(game, corner) for corner in (first, last or first)]
    if game.pass_action in ends:
        raise RecordError(f"'{value}' names no point to set up a stone on: write two letters.")
    (x, y), (to_x, to_y) = ((end % game.size, end // game.size) for end in ends)
    columns, rows = range(min(x, to_x), max(x, to_x) + 1), range(min(y, to_y), max(y, to_y) + 1)
    return [row * game.size + column for row in rows for column in columns]


def _read_point(game: Go, value: str) -> int:
    text = value.strip().lower()
    if text == "" or (text == "tt" and game.size <= 19):
        return game.pass_action
    letters = LETTERS[: game.size]
    if len(text) != 2 or text[0] not in letters or text[1] not in letters:
        raise RecordError(f"'{value}' is not a point of this board: write two letters of {letters}.")
    return (game.size - 1 - letters.index(text[1])) * game.size + letters.index(text[0])


def _write_point(game: Go, action: Any) -> str:
    if action == game.pass_action:
        return ""
    return LETTERS[action % game.size] + LETTERS[game.size - 1 - action // game.size]


def _result(margin: float) -> str:
    return "0" if margin == 0 else f"{'B' if margin > 0 else 'W'}+{abs(margin):g}"


def _only(node: Node, name: str, otherwise: str) -> str:
    return node.get(name, [otherwise])[0]


def _main_line(text: str) -> list[Node]:
    """Return the nodes of the first game along its first variations."""
    nodes: list[Node] = []
    name, depth, at = "", 0, 0
    text = text.strip().removeprefix("\ufeff")
    while at < len(text):
        match = TOKEN.match(text, at)
        if not match or (depth == 0 and match[1] != "("):
            break
        at = match.end()
        if match[1] == "(":
            depth += 1
        elif match[1] == ")":
            if nodes:
                return nodes
            break
        elif match[1] == ";":
            nodes.append({})
            name = ""
        elif match[2]:
            name = "".join(letter for letter in match[2] if letter.isupper())
        elif nodes and name:
            nodes[-1].setdefault(name, []).append(re.sub(r"\\(.)", r"\1", match[3], flags=re.DOTALL))
        else:
            break
    raise RecordError("This is not a game in SGF: write it like (;SZ[9]KM[7];B[ee];W[ge]).")
