"""Boards that a game writes as rows of text: which cells an action changes, so that it can be played by clicking them.

    rows before    rows after d7-e7    `find_changes` compares the two: a piece that left one cell and came to another
    . . . A .      . . . . A           was moved, and both are clicked; otherwise the one cell is, that was empty and
    . . . A .      . . . A .           is no longer so.

Cells get names, a1 at the lower left, which are shown only where the game's own action names mean the same by them.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any
from weakref import WeakKeyDictionary

from plywise.rules.players import CHANCE
from plywise.rules.view import Cell, View, as_view, find_clicks

LETTERS = "abcdefghijklmnopqrstuvwxyz"
HIDDEN = "."
"""What the names of cells begin with that nobody sees."""
SIGNS = ("XA", "OB", "ZC", "D")
"""The letters of the players' pieces where a look names none."""
MOST_ROLLS = 10
"""How many outcomes of chance are followed to a state in which somebody acts."""

_shown: WeakKeyDictionary[Any, str] = WeakKeyDictionary()
"""By game, the style of names that its own action names agree with, or `HIDDEN`."""


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
        view = with_names(view, _style(game))
    return view if any(cell.player is not None for cell in view.cells) else with_owners(view, game.players)


def is_text_board(view: View) -> bool:
    """Whether a board has nothing but pieces: no names, no owners, no actions."""
    return view.is_grid and not any(cell.name or cell.action or cell.player is not None for cell in view.cells)


def with_owners(view: View, players: int) -> View:
    """Give pieces to the players whose signs they are; by the usual signs only if there is no other piece."""
    owner = {sign: player for player, signs in enumerate((view.look.signs or SIGNS)[:players]) for sign in signs}
    if not view.look.signs and any(cell.piece and cell.piece not in owner for cell in view.cells):
        return view
    return replace(view, cells=tuple(replace(cell, player=owner.get(cell.piece)) for cell in view.cells))


def with_names(view: View, style: str) -> View:
    """Name the cells in one of the styles `bottom` (a1 at the lower left), `top` (a1 at the upper left), or hidden."""
    last = max(cell.y for cell in view.cells)

    def name(cell: Cell) -> str:
        x, y = int(cell.x), int(cell.y if style == "top" else last - cell.y)
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


def _style(game: Any) -> str:
    """Return how a game counts its rows, as its first action names show; hidden where they show nothing."""
    if game not in _shown:
        _shown[game] = HIDDEN  # which is what is needed to compare the boards
        for style in ("bottom", "top"):
            compared = list(_compared(game, style))
            if any(changed for _, changed in compared) and all(named == changed for named, changed in compared):
                _shown[game] = style
                break
    return _shown[game]


def _compared(game: Any, style: str) -> Iterator[tuple[Sequence[str], Sequence[str]]]:
    """For each action of the first state with any: the cells that its name joins, and those that it changes."""
    state = game.initial()
    for _ in range(MOST_ROLLS):
        if game.is_terminal(state) or game.to_move(state) != CHANCE:
            break
        state = game.result(state, next(iter(game.chances(state)))[0])
    if game.is_terminal(state) or game.to_move(state) == CHANCE:
        return
    board = with_names(as_view(game.view(state)), style)
    for action in game.actions(state):
        after = as_view(game.view(game.result(state, action)))
        yield find_clicks(board, game.action_name(state, action)), find_changes(board, after)
