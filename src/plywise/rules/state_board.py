"""What is shown of a state whose game writes no `view`: the board that it obviously holds, and its other fields.

    State(board=("X..", ".O."), turn=0)           X . .
                                                  . O .         turn  0

A board keeps its size in the first plies (a mapping may grow), and what stands on it is small; a square counts only
where actions change the cells that they name. This is found out once for each game, so that the form stays the same.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import partial
from typing import Any, TypeAlias

from plywise.rules.first_plies import Remembered, TriedPly, first_plies
from plywise.rules.players import CHANCE
from plywise.rules.readings import find_changed, find_pairs, find_reading, names_hold, names_of
from plywise.rules.state_grids import (
    BLANKS,
    LEAST_SIDE,
    SHORT,
    Form,
    Grid,
    as_grid,
    find_blank,
    has_no_board,
    is_small,
    piece_of,
    places_of,
    plain,
)
from plywise.rules.state_marks import choose_signs, find_marks, find_size, marks_in, moves_of
from plywise.rules.state_table import field_name, fields_of, tell_value
from plywise.rules.view import Cell, View

FEWEST_COLUMNS, MOST_COLUMNS, MOST_CELLS = 3, 24, 1_000
"""With fewer columns, actions must show that it is a board; no more columns stand side by side."""
Texts: TypeAlias = list[list[str]]
"""What stands on a board, row by row."""


@dataclass(frozen=True, slots=True)
class StateLayout:
    """What is drawn of a game's states: the fields that are boards, their form and size, and what stands on them."""

    boards: Mapping[str, Form] = field(default_factory=dict)
    rows: int = 0
    columns: int = 0
    blank: Mapping[str, Any] = field(default_factory=dict)
    """By field, the value of an empty cell, beside those that are always empty."""
    owners: Mapping[str, int] = field(default_factory=dict)
    """Whose the pieces are, where there is one board and actions show it."""
    marks: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Fields that hold the places of pieces, drawn on the first board, with their signs."""
    players: int = 2
    splits: bool = False
    """Whether the elements of a tuple are taken for fields."""


_layouts: Remembered[StateLayout] = Remembered()
_unplayed: Remembered[bool] = Remembered()
"""Games of which a state was drawn that is no board, whatever the first plies would show."""


def draw_state(game: Any, state: Any) -> View | str:
    """Return the board in a state with its other fields; its name where it has none, or where a game hides something.

    >>> from typing import NamedTuple
    >>> from plywise import Game
    >>> class Line(Game):
    ...     class State(NamedTuple):
    ...         board: tuple = ("...", "...")
    ...         turn: int = 0
    ...     def to_move(self, state):
    ...         return state.turn
    ...     def actions(self, state):
    ...         return [x for x in range(3) if state.board[state.turn][x] == "."]
    ...     def result(self, state, x):
    ...         rows = list(state.board)
    ...         rows[state.turn] = rows[state.turn][:x] + "XO"[state.turn] + rows[state.turn][x + 1:]
    ...         return self.State(tuple(rows), 1 - state.turn)
    >>> view = draw_state(Line(), Line.State(("X..", ".O.")))
    >>> [cell.piece for cell in view.cells], view.details
    (['X', '', '', '', 'O', ''], (('turn', '0'),))
    """
    if game.offers("observe"):
        return str(game.state_name(state))
    if has_no_board(state):
        _unplayed.keep(game, True)
        return str(game.state_name(state)) if game.offers("state_name") else tell_value(state)
    layout = layout_of(game)
    parts = fields_of(state, splits=layout.splits)
    boards = draw_boards(layout, dict(parts))
    if not boards and (game.offers("state_name") or not parts):
        return str(game.state_name(state))
    if not boards and [name for name, _ in parts] == [""]:
        return tell_value(state)
    details = tuple(
        (field_name(name), tell_value(value))
        for name, value in parts
        if name not in boards and not (name in layout.marks and _fits(layout, value))
    )
    return View(tuple(_draw_cells(boards)), _tell_boards(layout, boards), details=details)


def _tell_boards(layout: StateLayout, boards: Mapping[str, Texts]) -> str:
    """Say what is what, where a board shows more than one field."""
    names = [field_name(name) for name in boards if name]
    told = [f"From the left: {', '.join(names)}"] if len(names) > 1 else names if layout.marks else []
    return "; ".join([*told, *(f"{'/'.join(signs)}: {field_name(name)}" for name, signs in layout.marks.items())])


def _draw_cells(boards: Mapping[str, Texts]) -> Iterable[Cell]:
    """Yield the cells of boards side by side, row by row."""
    for y in range(max(map(len, boards.values()), default=0)):
        left = 0
        for board in boards.values():
            for x, piece in enumerate(board[y] if y < len(board) else ()):
                yield Cell(left + x, y, piece)
            left += max(map(len, board)) + 1


def draw_boards(layout: StateLayout, parts: Mapping[str, Any]) -> dict[str, Texts]:
    """Return what stands on the boards among some fields, by field; a board without a name has only marks."""
    boards = {
        name: [[piece_of(cell, layout.blank.get(name)) for cell in row] for row in grid]
        for name in layout.boards
        if (grid := read_grid(layout, name, parts.get(name))) is not None
    }
    if layout.marks and not layout.boards:
        boards[""] = [[""] * layout.columns for _ in range(layout.rows)]
    first = next(iter(boards.values()), [])
    for name, signs in layout.marks.items() if first else ():
        for player, (y, x) in marks_in(parts.get(name), layout.players) or ():
            if y < layout.rows and x < layout.columns:
                first[y][x] = signs[(player or 0) % len(signs)] + first[y][x]
    return boards


def _fits(layout: StateLayout, value: Any) -> bool:
    """Whether all that a field holds is drawn on the board."""
    marks = marks_in(value, layout.players)
    return marks is not None and all(y < layout.rows and x < layout.columns for _, (y, x) in marks)


def layout_of(game: Any) -> StateLayout:
    """Return what is drawn of a game's states; found out once, by its first plies."""
    known = _layouts.get(game)
    if known is not None:
        return known
    try:
        layout = _find_layout(game, first_plies(game))
    except Exception:  # whatever a user's own types raise when they are looked at
        layout = StateLayout()
    return _layouts.keep(game, layout)


def read_grid(layout: StateLayout, name: str, value: Any) -> Grid | None:
    """Return a field's value as rows of cells; None where it is no board, or no longer one of that size."""
    form = layout.boards.get(name)
    if form is None:
        return None
    grid = as_grid(value, form, layout.rows, layout.columns)
    is_larger = form is Form.PLACES and grid is not None
    return grid if is_larger or (grid and (len(grid), len(grid[0])) == (layout.rows, layout.columns)) else None


def owners_of(game: Any) -> Mapping[str, int]:
    """Return whose the pieces on a state's board are, as far as the first plies show it."""
    is_unplayed = _layouts.get(game) is None and _unplayed.get(game)
    return {} if is_unplayed or game.offers("view") or game.offers("observe") else layout_of(game).owners


# Finding boards


def _find_layout(game: Any, plies: Sequence[TriedPly]) -> StateLayout:
    """Return how the states of the first plies are drawn: as what they are, or else by the elements of a tuple."""
    states = [state for ply in plies for state in (ply.state, *(after for _, after in ply.after))]
    if not states:
        return StateLayout()
    layout = _with_marks(plies, states, _find_boards(game, plies, states, splits=False))
    is_plain = all(type(state) in (tuple, list) for state in states) and len({*map(len, states)}) == 1
    if (
        layout.boards
        or layout.marks
        or not is_plain
        or not any(isinstance(part, tuple | list | str) for part in states[0])
    ):
        return layout
    return _with_marks(plies, states, _find_boards(game, plies, states, splits=True))


def _with_marks(plies: Sequence[TriedPly], states: Sequence[Any], layout: StateLayout) -> StateLayout:
    """Return a layout with the fields that hold places, if with them actions change the cells that they name."""
    if layout.boards and find_reading(plies, partial(_texts, layout)) is not None:
        return layout
    fields = partial(fields_of, splits=layout.splits)
    moves = moves_of(plies, fields)
    values = [value for state in states for _, value in fields(state)]
    actions = [action for ply in plies if ply.mover != CHANCE for action in ply.options]
    size = (layout.rows, layout.columns) if layout.boards else find_size(values, actions, layout.players)
    if min(size) < LEAST_SIDE or size[0] * size[1] > MOST_CELLS:
        return layout
    found = find_marks(moves, layout.players, size)
    divided = {
        name: all(player is not None for old, _, _ in moves for player, _ in marks_in(old[name], layout.players) or ())
        for name in found
    }
    marked = replace(layout, rows=size[0], columns=size[1], marks=choose_signs(divided, layout.players))
    if not found or find_reading(plies, partial(_texts, marked)) is None:
        return layout
    owners = {sign: seat for name in found if divided[name] for seat, sign in enumerate(marked.marks[name])}
    return replace(marked, owners=owners or _find_owners(plies, marked))


def _find_boards(game: Any, plies: Sequence[TriedPly], states: Sequence[Any], *, splits: bool) -> StateLayout:
    """Return the largest boards of one size that states hold."""
    actions = [action for ply in plies if ply.mover != CHANCE for action in ply.options]
    values: dict[str, list[Any]] = {}
    for state in states:
        for name, value in fields_of(state, splits=splits):
            values.setdefault(name, []).append(value)
    sizes: dict[tuple[int, int], dict[str, Form]] = {}
    for name, each in values.items():
        found = _find_board(each, actions) if len(each) == len(states) else None
        if found:
            sizes.setdefault(found[1:], {})[name] = found[0]
    for (rows, columns), like in sorted(sizes.items(), key=lambda size: -size[0][0] * size[0][1]):
        boards = dict(list(like.items())[: max(1, MOST_COLUMNS // (columns + 1))])
        blank = {name: find_blank(as_grid(values[name][0], form, rows, columns)) for name, form in boards.items()}
        layout = StateLayout(boards, rows, columns, blank, players=game.players, splits=splits)
        is_named = _is_named(game, plies, layout)
        sure = {name: boards[name] for name in boards if _is_sure(values[name], layout, name, is_named)}
        if sure:
            layout = replace(layout, boards=sure)
            return replace(layout, owners=_find_owners(plies, layout))
    return StateLayout(players=game.players, splits=splits)


def _find_board(values: Sequence[Any], actions: Sequence[Any]) -> tuple[Form, int, int] | None:
    """Return the form and the size of the board that a field holds in all states; None where it holds none."""
    for form in Form:
        rows = columns = 0
        if form is Form.PLACES:
            keys = {key for value in values for key in places_of(value) or ()}
            if not keys or any(places_of(value) is None for value in values):
                continue
            keys.update(pair for action in actions for pair in find_pairs(action))
            if any(min(key) < 0 for key in keys):
                continue
            rows, columns = (1 + max(key[axis] for key in keys) for axis in (0, 1))
        grids = [as_grid(value, form, rows, columns) for value in values]
        shapes = {(len(grid), len(grid[0])) if grid else (0, 0) for grid in grids}
        [shape] = shapes if len(shapes) == 1 else [(0, 0)]
        if min(shape) < 2 or shape[0] * shape[1] > MOST_CELLS:
            continue
        if all(is_small(cell) for grid in grids for row in grid or () for cell in row):
            return form, *shape
    return None


def _is_sure(values: Sequence[Any], layout: StateLayout, name: str, is_named: bool) -> bool:
    """Whether what looks like a board is one: by its looks, or because actions change the cells that they name."""
    form = layout.boards[name]
    grids = [grid for value in values if (grid := read_grid(layout, name, value)) is not None]
    cells = [cell for grid in grids for row in grid for cell in row]
    if form is Form.SQUARE:
        # Counts, as in the pits of Kalah, may well be in a row, though there are nine of them.
        numbers = {cell for cell in cells if isinstance(cell, int) and not isinstance(cell, bool | Enum)}
        return is_named and len(numbers) <= max(3, layout.players + 1)
    if is_named:
        return True
    if layout.columns < FEWEST_COLUMNS or any(len(piece_of(cell, None)) > SHORT for cell in cells):
        return False
    if form is Form.PLACES:
        return layout.rows >= FEWEST_COLUMNS
    if isinstance(plain(values[0])[0], str):
        return bool(set(map(str, cells)) & BLANKS) or len(set(cells)) <= 3
    return True


def _is_named(game: Any, plies: Sequence[TriedPly], layout: StateLayout) -> bool:
    """Whether actions change the cells that they name, by their coordinates or by names such as a1."""
    draw = partial(_texts, layout)
    named = [
        (names_of(game.action_name(ply.state, action)), find_changed(draw(ply.state), draw(after)))
        for ply in plies
        if ply.mover != CHANCE
        for action, after in ply.after
    ]
    return find_reading(plies, draw) is not None or names_hold(named, layout.rows)


def _find_owners(plies: Sequence[TriedPly], layout: StateLayout) -> dict[str, int]:
    """Return whose pieces are, if each kind comes onto cells by one player's actions only, and each player has one."""
    if len(layout.boards) > 1:
        return {}
    owners: dict[str, int] = {}
    pieces: set[str] = set()
    for ply in plies:
        before = _texts(layout, ply.state)
        pieces.update(piece for row in before or () for piece in row)
        for _, state in ply.after if ply.mover != CHANCE else ():
            after = _texts(layout, state)
            for y, x in find_changed(before, after):
                piece = after[y][x] if after else ""
                if piece and owners.setdefault(piece, ply.mover) != ply.mover:
                    return {}
    is_whole = pieces - {""} <= set(owners) and set(owners.values()) == set(range(layout.players))
    return owners if is_whole and layout.players > 1 else {}


def _texts(layout: StateLayout, state: Any) -> Texts | None:
    """Return what stands on a state's boards, cell upon cell where there are several; None where it has none."""
    boards = list(draw_boards(layout, dict(fields_of(state, splits=layout.splits))).values())
    if len(boards) < 2:
        return boards[0] if boards else None
    return [list(map("|".join, zip(*rows, strict=True))) for rows in zip(*boards, strict=True)]
