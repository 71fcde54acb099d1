"""A board in the terminal, drawn from a game's `view`.

    3  · · ·
    2  · X ·        Pieces are coloured by their player, in colours that the colour-blind can tell apart. The labels
    1  · · O        come from the cells' names: what all names of a column, or of a row, have in common.
       a b c

>>> from plywise.rules import View
>>> print(draw_board(View.from_rows(["X.", ".O"], names=[["a2", "b2"], ["a1", "b1"]])).plain)
 2  X ·
 1  · O
    a b
"""

import re
from collections.abc import Iterable

from rich.cells import cell_len
from rich.text import Text

from plywise.rules import Cell, View

PLAYER_STYLES = ("bold cyan", "bold yellow", "bold magenta", "bold green")
EMPTY = "·"


def draw_board(view: View) -> Text:
    """Draw a view with characters, its caption below; cells off a grid are set as near as characters allow."""
    board = _draw_grid(view) if view.is_grid else _draw_scattered(view.cells)
    caption = Text(f"  {view.caption}" if view.cells else view.caption, style="dim" if view.cells else "")
    caption.rstrip()
    return Text("\n").join(part for part in (board, caption) if part.plain)


def draw_cell(cell: Cell) -> Text:
    """Draw one piece, or a dot where there is none."""
    if not cell.piece:
        return Text(EMPTY, style="dim")
    style = PLAYER_STYLES[cell.player % len(PLAYER_STYLES)] if cell.player is not None else "bold"
    return Text(cell.piece, style=f"{style} reverse" if cell.mark else style)


def _draw_grid(view: View) -> Text:
    rows = _by_row(view.cells)
    columns = list(zip(*rows, strict=True))
    row_labels = [_row_label([cell.name for cell in row]) for row in rows]
    column_labels = [_column_label([cell.name for cell in column]) for column in columns]
    width = max(cell_len(text) for text in [*column_labels, *(cell.piece for cell in view.cells), "."])
    margin = max(cell_len(label) for label in row_labels)
    lines = []
    for label, row in zip(row_labels, rows, strict=True):
        edge = f" {' ' * (margin - cell_len(label))}{label}  " if margin else "  "
        cells = Text(" ").join(_centred(draw_cell(cell), width) for cell in row)
        lines.append(Text.assemble((edge, "dim"), cells))
    if any(column_labels) and set(column_labels) != set(row_labels):
        foot = Text(" ").join(_centred(Text(label), width) for label in column_labels)
        foot.rstrip()
        lines.append(Text.assemble(" " * (margin + 3 if margin else 2), foot, style="dim"))
    return Text("\n").join(lines)


def _draw_scattered(cells: Iterable[Cell]) -> Text:
    """Set each cell on a sheet of characters, four to a unit across and two down."""
    sheet: dict[int, dict[int, Cell]] = {}
    for cell in cells:
        sheet.setdefault(round(2 * cell.y), {})[round(4 * cell.x)] = cell
    lines = []
    for y in range(min(sheet, default=0), max(sheet, default=-1) + 1):
        line = Text("  ")
        for x, cell in sorted(sheet.get(y, {}).items()):
            line.append(" " * (x + 2 - line.cell_len))
            line.append_text(draw_cell(cell))
        lines.append(line)
    return Text("\n").join(lines)


def _by_row(cells: Iterable[Cell]) -> list[list[Cell]]:
    rows: dict[float, list[Cell]] = {}
    for cell in sorted(cells, key=lambda cell: (cell.y, cell.x)):
        rows.setdefault(cell.y, []).append(cell)
    return list(rows.values())


def _centred(text: Text, width: int) -> Text:
    text.pad_left((width - text.cell_len) // 2)
    text.pad_right(width - text.cell_len)
    return text


def _column_label(names: list[str]) -> str:
    """Return what a column's names share: all of it, or the letters they begin with."""
    return names[0] if len(set(names)) == 1 else _letters(names)


def _letters(names: list[str]) -> str:
    starts = {name.rstrip("0123456789") for name in names}
    return starts.pop() if len(starts) == 1 else ""


def _row_label(names: list[str]) -> str:
    """Return what a row's names share: the number at their end, or else the letters they begin with."""
    ends = {match[0] if (match := re.search(r"(?<=[A-Za-z])\d+$", name)) else "" for name in names}
    if len(ends) == 1 and "" not in ends:
        return ends.pop()
    return _letters(names)
