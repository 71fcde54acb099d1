r"""A board in the terminal, drawn from a game's `view`.

    3  · · ·       3  ·---X---·      b1      ·2        Pieces are coloured by their player, in colours that the
    2  · X ·          | \ | / |          w5      b6    colour-blind can distinguish. The labels come from the cells'
    1  · · O       2  ·---O---·                        names: what all names of a column, or of a row, have in
       a b c          a   b   c                        common. Where that is nothing, each cell shows its name.

>>> from plywise.rules import View
>>> print(draw_board(View.from_rows(["X.", ".O"], names=[["a2", "b2"], ["a1", "b1"]])).plain)
 2  X ·
 1  · O
    a b
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TypeAlias

from rich.cells import cell_len
from rich.text import Text

from plywise.explain.terminal.table import draw_table, is_table
from plywise.rules import Cell, View

PLAYER_STYLES = ("bold cyan", "bold yellow", "bold magenta", "bold green")
EMPTY = "·"

ACROSS, DOWN = 4, 2
"""How many characters a unit of a view takes on a sheet."""

Place: TypeAlias = tuple[int, int]
"""The column and the line of a character on a sheet."""


def draw_board(view: View) -> Text:
    """Draw a view with characters, caption and details below; cells off a grid are set as near as can be."""
    if view.look.board == "tree":  # for which `plywise tree` and `plywise explain` have better drawings
        view = replace(view, cells=(), edges=())
    if is_table(view):
        board = draw_table(view, PLAYER_STYLES)
    else:
        board = _draw_grid(view) if view.is_grid and not _has_slanted_lines(view) else _draw_sheet(view)
    told = ", ".join(part for part in (view.turn, view.caption) if part)
    margin = "  " if view.cells else ""
    caption = Text(f"{margin}{told}", style="dim" if view.cells else "")
    caption.rstrip()
    return Text("\n").join(part for part in (board, caption, _draw_details(view, margin)) if part.plain)


def _draw_details(view: View, margin: str) -> Text:
    """Write the details, one on a line, with their values below each other."""
    width = max((cell_len(name) for name, _ in view.details), default=0)
    rows = [((f"{margin}{name}{' ' * (width - cell_len(name))}  ", "dim"), value) for name, value in view.details]
    return Text("\n").join(Text.assemble(*row) for row in rows)


def draw_cell(cell: Cell) -> Text:
    """Draw one piece, or a dot where there is none."""
    if not cell.piece:
        return Text(EMPTY, style="dim")
    style = PLAYER_STYLES[cell.player % len(PLAYER_STYLES)] if cell.player is not None else "bold"
    return Text(cell.piece, style=f"{style} reverse" if cell.mark else style)


# Grids


def _has_slanted_lines(view: View) -> bool:
    """Whether lines join cells that stand neither in one row nor in one column: a grid says nothing of these."""
    joined = [(view.cells[a], view.cells[b]) for a, b in _lines(view)]
    return any(first.x != second.x and first.y != second.y for first, second in joined)


def _draw_grid(view: View) -> Text:
    rows = _by_row(view.cells)
    columns = list(zip(*rows, strict=True))
    row_labels = [_row_label([cell.name for cell in row]) for row in rows]
    column_labels = [_column_label([cell.name for cell in column]) for column in columns]
    if not any(row_labels + column_labels) and _has_untold_names(view.cells):
        return _draw_named(rows)
    width = max(cell_len(text) for text in [*column_labels, *(cell.piece for cell in view.cells), "."])
    margin = max(cell_len(label) for label in row_labels)
    lines = []
    for label, row in zip(row_labels, rows, strict=True):
        cells = _spaced([cell.x for cell in row], [_centred(draw_cell(cell), width) for cell in row])
        lines.append(Text.assemble((_edge(label, margin), "dim"), cells))
    if any(column_labels) and set(column_labels) != set(row_labels):
        foot = _spaced([cell.x for cell in rows[0]], [_centred(Text(label), width) for label in column_labels])
        foot.rstrip()
        lines.append(Text.assemble(_edge("", margin), foot, style="dim"))
    return Text("\n").join(lines)


def _spaced(columns: Sequence[float], texts: Sequence[Text]) -> Text:
    """Join texts by a blank, and by more where columns are left out, as between two boards side by side."""
    line = Text()
    for number, text in enumerate(texts):
        line.append("" if number == 0 else " " if columns[number] - columns[number - 1] == 1 else "     ")
        line.append_text(text)
    return line


def _has_untold_names(cells: Sequence[Cell]) -> bool:
    """Whether cells have names that no nameless cell shows as its piece."""
    told = {"", *(cell.piece for cell in cells if not cell.name)}
    return any(cell.name not in told for cell in cells)


def _draw_named(rows: Iterable[Iterable[Cell]]) -> Text:
    """Write each cell's name behind its piece, and nothing where a cell has neither."""
    drawn = [[_with_name(cell) for cell in row] for row in rows]
    width = max(text.cell_len for row in drawn for text in row)
    return Text("\n").join(
        _set_line("  ", {(width + 1) * place: text for place, text in enumerate(row) if text}) for row in drawn
    )


def _with_name(cell: Cell) -> Text:
    return Text.assemble(draw_cell(cell), (cell.name, "dim")) if cell.name or cell.piece else Text()


def _by_row(cells: Iterable[Cell]) -> list[list[Cell]]:
    rows: dict[float, list[Cell]] = {}
    for cell in sorted(cells, key=lambda cell: (cell.y, cell.x)):
        rows.setdefault(cell.y, []).append(cell)
    return list(rows.values())


def _centred(text: Text, width: int) -> Text:
    text.pad_left((width - text.cell_len) // 2)
    text.pad_right(width - text.cell_len)
    return text


# Sheets: boards with lines, and cells that stand anywhere


def _draw_sheet(view: View) -> Text:
    """Set each cell, and the lines that join cells, on a sheet of characters."""
    slant = 0.5 if view.look.board == "hexagons" else 0.0
    left = min((cell.x + slant * cell.y for cell in view.cells), default=0) if slant else 0
    places = [(round(ACROSS * (cell.x + slant * cell.y - left)), round(DOWN * cell.y)) for cell in view.cells]
    pieces = {
        place: draw_cell(cell)
        for place, cell in zip(places, view.cells, strict=True)
        if cell.piece or not _is_groove(view, cell)
    }
    covered = {(x + right, y) for (x, y), text in pieces.items() for right in range(text.cell_len)}
    signs = [sign for a, b in _lines(view) for sign in _line(places[a], places[b])]
    sheet = {place: Text(sign, style="dim") for place, sign in signs if place not in covered} | pieces
    columns, rows = _sheet_labels([cell for cell in view.cells if not _is_groove(view, cell)])
    margin = max((cell_len(label) for label in rows.values()), default=0)
    heights = [y for _, y in places]
    lines = []
    for y in range(min(heights, default=0), max(heights, default=-1) + 1):
        lines.append(_set_line(_edge(rows.get(y, ""), margin), {x: sheet[x, at] for x, at in sheet if at == y}))
    if columns:
        lines.append(_set_line(_edge("", margin), {x: Text(label, style="dim") for x, label in columns.items()}))
    return Text("\n").join(lines)


def _is_groove(view: View, cell: Cell) -> bool:
    """Whether a cell lies between squares, on a board with grooves: empty, it isn't drawn, and it has no label."""
    return view.look.board == "grooves" and not (float(cell.x).is_integer() and float(cell.y).is_integer())


def _lines(view: View) -> list[tuple[int, int]]:
    """List the lines between cells that there are."""
    known = range(len(view.cells))
    return [(a, b) for a, b in view.edges if a in known and b in known]


def _line(start: Place, end: Place) -> Iterator[tuple[Place, str]]:
    """Yield the characters of a line without its ends: one in each line of the sheet, or all of one."""
    (left, first), (right, last) = sorted((start, end), key=lambda place: place[::-1])
    if first == last:
        yield from (((x, first), "-") for x in range(left + 1, right))
    for y in range(first + 1, last):
        x = round(left + (right - left) * (y - first) / (last - first))
        yield (x, y), "|" if left == right else "\\" if left < right else "/"


def _set_line(edge: str, texts: dict[int, Text]) -> Text:
    """Set texts at their columns behind the edge, or farther right where one before them is wide."""
    line = Text.assemble((edge, "dim"))
    for x, text in sorted(texts.items(), key=lambda item: item[0]):
        line.append(" " * (cell_len(edge) + x - line.cell_len))
        line.append_text(text)
    return line


# Labels


def _sheet_labels(cells: Sequence[Cell]) -> tuple[dict[int, str], dict[int, str]]:
    """Return labels by the sheet's columns and lines; none unless each name is its column's and its line's together."""
    across: dict[float, list[str]] = {}
    down: dict[float, list[str]] = {}
    for cell in cells:
        across.setdefault(cell.x, []).append(cell.name)
        down.setdefault(cell.y, []).append(cell.name)
    columns = {x: _column_label(names) for x, names in across.items()}
    rows = {y: _row_label(names) for y, names in down.items()}
    if any(not cell.name or cell.name != columns[cell.x] + rows[cell.y] for cell in cells):
        return {}, {}
    return (
        {round(ACROSS * x): label for x, label in columns.items()},
        {round(DOWN * y): label for y, label in rows.items()},
    )


def _edge(label: str, margin: int) -> str:
    """Return what stands left of a line: its label, if lines have labels."""
    return f" {' ' * (margin - cell_len(label))}{label}  " if margin else "  "


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
