"""Writes SGF, without recursion: variations may be nested as deep as a game is long."""

from collections.abc import Iterable, Iterator
from typing import Any

from plywise.games.go.board import NO_KO
from plywise.games.go.drawing import COLUMNS, PIECES
from plywise.games.go.game import Go
from plywise.games.go.sgf.reading import COLOURS, LETTERS, SETUP, SIGNS
from plywise.games.go.sgf.text import escape, write_properties
from plywise.rules import Record, RecordError, RecordNode, RecordTree, join_paragraphs
from plywise.rules.record_tree import UNKNOWN

OWN = {*COLOURS, *SETUP, "C"}
"""What is written from a node itself."""
HEAD = {*OWN, "CA", "FF", "GM", "PL", "RE", "SZ"}
"""What is written from the tree itself, at its first node."""
MARKED = {sign: marked for marked, sign in SIGNS.items()}


def write_sgf(trees: Iterable[RecordTree]) -> str:
    """Write games one after the other; none may start from a ko or after a pass, which SGF can't express."""
    return "".join(f"({''.join(_parts(tree.ordered()))})\n" for tree in trees)


def tell_result(record: Record) -> str:
    """Return how a record ended, as in B+2.5; * where it isn't over."""
    if not record.is_over:
        return UNKNOWN
    margin = record.utilities[0]
    return "0" if margin == 0 else f"{'B' if margin > 0 else 'W'}+{abs(margin):g}"


def _parts(tree: RecordTree) -> Iterator[str]:
    """Yield the nodes, and the parentheses of variations."""
    game, start, nodes = tree.game, tree.first_state, tree.nodes
    if not isinstance(game, Go):
        raise RecordError(f"Only records of Go can be written as SGF, not those of {game.name}.")
    if start.ko != NO_KO or start.passes:
        raise RecordError("This record starts from a ko or after a pass, which SGF can't express: start it earlier.")
    children, movers = tree.children(), [1 - start.turn]
    yield f";{_head(tree, game, start)}{_notes(nodes[0])}"
    waiting: list[int | str] = _in_parentheses(children[0])
    for node in nodes[1:]:
        movers.append(1 - movers[node.after])
    while waiting:
        next_one = waiting.pop()
        if isinstance(next_one, str):
            yield next_one
        else:
            node = nodes[next_one]
            yield f";{COLOURS[movers[next_one]]}[{_write_point(game, node.action)}]{_notes(node)}"
            waiting += _in_parentheses(children[next_one])


def _in_parentheses(numbers: list[int]) -> list[int | str]:
    """Return what is to be written, last first: each node in parentheses where there are several."""
    if len(numbers) < 2:
        return [*numbers]
    return [part for number in reversed(numbers) for part in (")", number, "(")]


def _head(tree: RecordTree, game: Go, start: Any) -> str:
    """Write what the first node says about the game and its start."""
    text = f"GM[1]FF[4]CA[UTF-8]SZ[{game.size}]KM[{escape(tree.tags.get('KM', f'{game.komi:g}'))}]"
    text += f"RE[{escape(tree.result)}]" if tree.result != UNKNOWN else ""
    rows = game.rows(start)
    for colour, piece in zip(COLOURS, PIECES, strict=True):
        stones = [
            f"[{LETTERS[x]}{LETTERS[y]}]" for y, row in enumerate(rows) for x, there in enumerate(row) if there == piece
        ]
        text += f"A{colour}{''.join(stones)}" if stones else ""
    text += f"PL[{COLOURS[start.turn]}]" if start.turn or any(any(board) for board in start[:2]) else ""
    _refuse(tree.tags, HEAD)
    return text + write_properties({name: (escape(value),) for name, value in tree.tags.items() if name != "KM"})


def _notes(node: RecordNode) -> str:
    """Write what is said about a node: a single sign by its own property, others by their numbers."""
    _refuse(node.properties, OWN if node.action else {*HEAD, "KM"})
    comment = join_paragraphs([node.before, node.comment])
    text = f"C[{escape(comment)}]" if comment else ""
    if len(node.signs) == 1 and node.signs[0] in MARKED:
        name, value = MARKED[node.signs[0]]
        text += f"{name}[{value}]"
    elif node.signs:
        text += f"NAG{''.join(f'[{sign}]' for sign in node.signs)}"
    return text + write_properties(node.properties)


def _refuse(names: Iterable[str], reserved: set[str]) -> None:
    for name in names:
        if name in reserved:
            raise RecordError(f"{name} can't be a tag or a property of its own: the record itself says it.")


def _write_point(game: Go, name: str) -> str:
    """Return the letters of a point that `Go.action_name` names."""
    if name == "pass":
        return ""
    return LETTERS[COLUMNS.index(name[0])] + LETTERS[game.size - int(name[1:])]
