"""Boards that a game writes as rows of text: which cells an action changes, so that it can be played by clicking them.

    rows before    rows after d7-e7    `find_changes` compares the two: a piece that left one cell and came to another
    . . . A .      . . . . A           was moved, and both are clicked; otherwise the one cell is, that was empty and
    . . . A .      . . . A .           is no longer so.

Cells get names, a1 at the lower left, which are shown only where the game's own action names mean the same by them.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from plywise.rules.first_plies import Remembered, TriedPly, first_plies
from plywise.rules.players import CHANCE
from plywise.rules.readings import Reading, find_reading, names_of, read_action
from plywise.rules.state_board import owners_of
from plywise.rules.view import Cell, View, as_view, find_clicks

LETTERS = "abcdefghijklmnopqrstuvwxyz"
HIDDEN = "."
"""What the names of cells begin with that nobody sees."""
SIGNS = ("XA", "OB", "ZC", "D")
"""The letters of the players' pieces where a look names none."""


def view_of(game: Any, state: Any, player: int | None = None) -> View:
    """Return a game's view of a state as a View: in the game's look, with owners for its signs and names for its cells.

    With a player, it is what that player sees: for games whose `view` takes one.

    >>> from plywise.games.placing.tic_tac_toe import TicTacToe
    >>> game = TicTacToe()
    >>> view_of(game, game.initial()).look.pieces
    'marks'
    """
    view = as_view(game.view(state) if player is None else game.view(state, player))
    if view.look.is_plain:
        view = replace(view, look=game.look)
    if is_text_board(view):
        view = with_names(view, _naming(game).style)
    if any(cell.player is not None for cell in view.cells):
        return view
    return with_owners(view, game.players, owners_of(game))


def is_text_board(view: View) -> bool:
    """Whether a board has nothing but pieces: no names, no owners, no actions."""
    return view.is_grid and not any(cell.name or cell.action or cell.player is not None for cell in view.cells)


def with_owners(view: View, players: int, known: Mapping[str, int] = MappingProxyType({})) -> View:
    """Give pieces to the players whose signs they are, or are known to be; else by the usual signs, if all are such."""
    owner = {sign: player for player, signs in enumerate((view.look.signs or SIGNS)[:players]) for sign in signs}
    if not view.look.signs:
        owner = dict(known) or owner
        if not known and any(cell.piece and cell.piece not in owner for cell in view.cells):
            return view
    return replace(
        view, cells=tuple(replace(cell, player=owner.get(cell.piece, owner.get(cell.piece[:1]))) for cell in view.cells)
    )


def with_names(view: View, style: str) -> View:
    """Name the cells in one of the styles `bottom` (a1 at the lower left), `top` (a1 at the upper left), or hidden.

    Boards side by side, with a gap between them, are named alike: they say different things of the same places.
    """
    last, columns = max(cell.y for cell in view.cells), _block_columns(view)

    def name(cell: Cell) -> str:
        x, y = columns[cell.x], int(cell.y if style == "top" else last - cell.y)
        return f"{HIDDEN}{x}.{y}." if style == HIDDEN or x >= len(LETTERS) else f"{LETTERS[x]}{y + 1}"

    return replace(view, cells=tuple(replace(cell, name=name(cell)) for cell in view.cells))


def find_changes(before: View, after: View) -> tuple[str, ...]:
    """Return the names of the cells to click for what changed: from and to, or the one that was filled; else none.

    >>> board = with_names(View.from_rows(["A..", ".B."]), "bottom")
    >>> find_changes(board, View.from_rows([".A.", ".B."])), find_changes(board, View.from_rows(["A..", "BB."]))
    (('a2', 'b2'), ('a1',))
    """
    if len(before.cells) != len(after.cells):
        return ()
    pairs = [(old, new) for old, new in zip(before.cells, after.cells, strict=True) if old.piece != new.piece]
    moved = []
    for piece in {old.piece for old, _ in pairs} - {""}:
        left = [old.name for old, _ in pairs if old.piece == piece]
        reached = [old.name for old, new in pairs if new.piece == piece]
        if len(left) == len(reached) == 1:
            moved.append((left[0], reached[0]))
    if len(moved) == 1:
        return moved[0]
    filled = [old.name for old, new in pairs if not old.piece and new.piece]
    return (filled[0],) if len(filled) == 1 and not moved else ()


def find_cells(game: Any, state: Any, action: Any) -> tuple[str, ...]:
    """Return the names of the cells to click for an action, in order; none where that isn't sure.

    On a board of text, an action's coordinates or name count only where it changes the cells that they mean.

    >>> from plywise.games.placing.tic_tac_toe import TicTacToe
    >>> game = TicTacToe()
    >>> find_cells(game, game.initial(), 4)
    ('a2',)
    """
    view = as_view(game.view(state))
    if not is_text_board(view):
        return find_clicks(view, game.action_name(state, action))
    naming = _naming(game)
    before, after = with_names(view, naming.style), as_view(game.view(game.result(state, action)))
    if len(before.cells) != len(after.cells):
        return ()
    named = _named_cells(naming, before, game, state, action)
    if named and _changed(before, after).issuperset(named):
        return named
    return find_changes(before, after) if naming.follows_changes else ()


@dataclass(frozen=True, slots=True)
class _Naming:
    """How a game's actions name cells: by names in a style, by coordinates, or only by what they change."""

    style: str = HIDDEN
    reading: Reading | None = None
    follows_changes: bool = True


_namings: Remembered[_Naming] = Remembered()


def _naming(game: Any) -> _Naming:
    """Return how a game's actions name cells, as its first plies show."""
    known = _namings.get(game)
    if known is not None:
        return known
    _namings.keep(game, _Naming())  # which is what is needed to compare the boards
    try:
        naming = _find_naming(game, [ply for ply in first_plies(game) if ply.mover != CHANCE])
    except Exception:  # whatever a user's rules raise: whoever plays the game hears of it there
        naming = _Naming()
    return _namings.keep(game, naming)


def _find_naming(game: Any, plies: Sequence[TriedPly]) -> _Naming:
    for style in ("bottom", "top"):
        compared = [
            (_mentioned(board, game.action_name(ply.state, action)), _changed(board, as_view(game.view(after))))
            for ply in plies
            for board in [with_names(as_view(game.view(ply.state)), style)]
            for action, after in ply.after
        ]
        if any(named for named, _ in compared) and all(changed.issuperset(named) for named, changed in compared):
            return _Naming(style)
    reading = find_reading(plies, lambda state: _rows(as_view(game.view(state))))
    if game.offers("view"):
        return _Naming(reading=reading)
    return _Naming(reading=reading, follows_changes=all(_tells_apart(game, ply) for ply in plies))


def _tells_apart(game: Any, ply: TriedPly) -> bool:
    """Whether the cells that actions change say which of them was played."""
    board = with_names(as_view(game.view(ply.state)), HIDDEN)
    clicks = [find_changes(board, as_view(game.view(after))) for _, after in ply.after]
    return () not in clicks and len(set(clicks)) == len(clicks)


def _named_cells(naming: _Naming, board: View, game: Any, state: Any, action: Any) -> tuple[str, ...]:
    """Return the cells that an action names, by their names."""
    if naming.style != HIDDEN:
        return _mentioned(board, game.action_name(state, action))
    if naming.reading is None:
        return ()
    names = [[cell.name for cell in row] for row in _cells(board)]
    return tuple(names[y][x] for y, x in read_action(naming.reading, action, len(names), len(names[0])))


def _mentioned(board: View, name: str) -> tuple[str, ...]:
    """Return the cells that an action's name joins or mentions, if they are on the board."""
    named = find_clicks(board, name) or names_of(name)
    return named if {*named} <= {cell.name for cell in board.cells} else ()


def _changed(before: View, after: View) -> set[str]:
    """Return the names of the cells that differ."""
    if len(before.cells) != len(after.cells):
        return set()
    return {old.name for old, new in zip(before.cells, after.cells, strict=True) if old.piece != new.piece}


def _rows(view: View) -> list[list[str]] | None:
    """Return what stands on a board of text; several boards side by side are laid upon each other."""
    if not is_text_board(view):
        return None
    columns = _block_columns(view)
    width = max(columns.values()) + 1
    rows = [["" for _ in range(width)] for _ in _cells(view)]
    for row, cells in zip(rows, _cells(view), strict=True):
        for cell in cells:
            row[columns[cell.x]] += f"|{cell.piece}"
    return rows


def _cells(view: View) -> list[list[Cell]]:
    """Return a board's cells by rows, from the top."""
    rows: dict[float, list[Cell]] = {}
    for cell in sorted(view.cells, key=lambda cell: (cell.y, cell.x)):
        rows.setdefault(cell.y, []).append(cell)
    return list(rows.values())


def _block_columns(view: View) -> dict[float, int]:
    """Return at which place of its board each column stands: boards side by side have a gap between them."""
    columns: dict[float, int] = {}
    for x in sorted({cell.x for cell in view.cells}):
        columns[x] = columns[x - 1] + 1 if x - 1 in columns else 0
    return columns
