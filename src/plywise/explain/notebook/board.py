"""A board as one picture of its own, drawn from a game's `view` and `look`: for notebooks, GitHub and paper.

Every colour stands in an attribute, and nothing is styled from outside: converters to PDF know no style sheets, and in
a notebook the styles of one picture would change the next. It is light in a dark notebook too, as a photograph is.

>>> from plywise.rules import View
>>> picture = draw_board_picture(View.from_rows(["X.", ".O"], pieces="XO"), "a small board")
>>> picture.startswith("<svg "), picture.count("<rect"), "<style" in picture
(True, 5, False)
"""

from collections.abc import Iterator, Sequence
from html import escape

from plywise.explain.notebook.pieces import INK, colour_of, draw_piece, write
from plywise.explain.svg import text_width, wrap
from plywise.rules import Cell, View

MOST_SIDE, LEAST_SIDE, WIDEST = 44.0, 14.0, 520.0
"""The size of a place, and how wide a board may be."""

MARGIN, LETTER, LINE, LEAST_WIDTH = 14.0, 13.0, 18.0, 260.0
QUIET = "#52606d"

GROUNDS = {"wood": "#e9cf9f", "green": "#5c9e6b", "blue": "#3f72b5", "paper": "#fdfcf7", "": "#f7f8fa"}
DARK_SQUARE = "#c29a63"
MARKED = {"check": "#f2a299", "line": "#bfe3cf", "here": "#ffe08a", "path": "#fff1c2"}
SHIFTED = 0.5
"""How far each row of hexagons is shifted against the one above it, in places."""
NARROW = 0.87
"""How far a row of hexagons stands below the one above it, in places."""


def draw_board_picture(view: View, title: str = "", lines: Sequence[str] = ()) -> str:
    """Draw a view as SVG: a title, the board, who is to move, and sentences below."""
    told = ", ".join(part for part in (view.turn, view.caption) if part)
    details = [f"{name}: {value}" for name, value in view.details]
    dice = f"Dice: {' '.join(map(str, view.dice))}" if view.dice else ""
    side, (across, down) = _side(view), _extent(view)
    labels = _edge_labels(view)
    beside = LETTER + 6 if labels[1] else 0.0
    width = max(across * side + 2 * MARGIN + 2 * beside, LEAST_WIDTH, text_width(title, 16) + 2 * MARGIN)
    top = MARGIN + (22 if title else 0)
    left = (width - across * side) / 2
    parts = [write(MARGIN, MARGIN + 12, title, 15, anchor="start", weight=600)] if title else []
    parts += _draw_board(view, left, top, side)
    parts += _draw_edge_labels(view, labels, left, top, side)
    y = top + down * side + (LETTER + 6 if labels[0] else 4)
    for line in [
        each
        for sentence in (told, dice, *details, *lines)
        if sentence
        for each in wrap(sentence, width - 2 * MARGIN, 13)
    ]:
        y += LINE
        parts.append(write(MARGIN, y, line, 13, anchor="start", colour=QUIET))
    return _frame(title or told or "a board", parts, width, y + MARGIN)


def _frame(title: str, parts: Sequence[str], width: float, height: float) -> str:
    size = f'viewBox="0 0 {width:.0f} {height:.0f}" width="{width:.0f}" height="{height:.0f}"'
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" aria-label="{escape(title, quote=True)}">',
            f'<rect width="{width:.0f}" height="{height:.0f}" rx="8" fill="#ffffff"/>',
            *parts,
            "</svg>",
            "",
        ]
    )


def _side(view: View) -> float:
    """Return how large a place is: smaller on large boards."""
    return max(LEAST_SIDE, min(MOST_SIDE, WIDEST / max(1.0, *_extent(view))))


def _column(view: View, cell: Cell) -> float:
    """Return where a cell stands across; rows of hexagons are shifted."""
    return cell.x + SHIFTED * cell.y if view.look.board == "hexagons" else cell.x


def _row(view: View, y: float) -> float:
    """Return where a row stands, in places; rows of hexagons reach into each other."""
    return NARROW * y if view.look.board == "hexagons" else y


def _extent(view: View) -> tuple[float, float]:
    """Return how many places a board has across and down."""
    if not view.cells:
        return 0.0, 0.0
    across, down = [_column(view, cell) for cell in view.cells], [_row(view, cell.y) for cell in view.cells]
    return max(across) - min(across) + 1, max(down) - min(down) + 1


def _draw_board(view: View, left: float, top: float, side: float) -> list[str]:
    if not view.cells:
        return []
    places = [(_column(view, cell), _row(view, cell.y)) for cell in view.cells]
    least_x, least_y = min(x for x, _ in places), min(y for _, y in places)
    at = [(left + (x - least_x + 0.5) * side, top + (y - least_y + 0.5) * side) for x, y in places]
    parts = list(_draw_ground(view, left, top, side))
    for first, second in view.edges:
        (x1, y1), (x2, y2) = at[first], at[second]
        parts.append(
            f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{INK}" stroke-width="1.2"/>'
        )
    parts += _draw_sides(view, at, side)
    drawn = [_draw_place(view, cell, *point, side) for cell, point in zip(view.cells, at, strict=True)]
    parts += [place for place in drawn if place]
    for cell, (x, y) in zip(view.cells, at, strict=True):
        if cell.piece:
            parts += draw_piece(view, cell, x, y, side)
    return parts


def _draw_ground(view: View, left: float, top: float, side: float) -> Iterator[str]:
    """Draw what the board is made of, where places don't cover it."""
    is_covered = view.look.board in ("hexagons", "free", "tree")
    is_open = view.look.board in ("points", "holes", "pits", "grooves", "dots")
    if is_open or (view.look.ground == "wood" and not is_covered):
        across, down = _extent(view)
        fill = GROUNDS[view.look.ground]
        yield _rect(left, top, across * side, down * side, fill, "none", radius=6)


def _draw_place(view: View, cell: Cell, x: float, y: float, side: float) -> str:
    """Draw the place under a piece, as the look says."""
    half, board = side / 2, view.look.board
    marked = MARKED.get(cell.mark)
    if board in ("free", "tree", "dots", "backgammon", "points", "grooves"):
        return _draw_bare_place(view, cell, x, y, side)
    if board in ("holes", "pits"):
        fill = marked or ("#ffffff" if board == "holes" else "#d8b77c")
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{0.43 * side:.1f}" fill="{fill}"/>'
    if board == "hexagons":
        ends = " ".join(f"{x + dx * half:.1f},{y + dy * side:.1f}" for dx, dy in HEXAGON)
        return f'<polygon points="{ends}" fill="{marked or "#f6e3bf"}" stroke="#8d7449" stroke-width="1"/>'
    if not board and not view.is_grid:
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{0.43 * side:.1f}" fill="#f7f8fa" stroke="#aab4be"/>'
    is_dark = board == "chequered" and int(cell.x + cell.y) % 2 == 1
    plain = DARK_SQUARE if is_dark else "#f3e2c3" if board == "chequered" else GROUNDS[view.look.ground]
    return _rect(x - half, y - half, side, side, marked or plain, "#8a94a3" if board != "chequered" else "none")


def _draw_sides(view: View, at: Sequence[tuple[float, float]], side: float) -> Iterator[str]:
    """Draw the sides of a board of hexagons in the colours of those who have to join them, where the look says so."""
    if view.look.board != "hexagons" or not view.look.sides:
        return
    place = {(cell.x, cell.y): point for cell, point in zip(view.cells, at, strict=True)}
    (left, right), (top, bottom) = ((min(each), max(each)) for each in zip(*place, strict=True))
    outer = (
        [(corner, cell) for cell in sorted(place) if cell[1] == top for corner in (5, 0, 1)],
        [(corner, cell) for cell in sorted(place) if cell[0] == right for corner in (0, 1, 2)],
        [(corner, cell) for cell in sorted(place) if cell[1] == bottom for corner in (4, 3, 2)],
        [(corner, cell) for cell in sorted(place) if cell[0] == left for corner in (5, 4, 3)],
    )
    for player, corners in zip(view.look.sides, outer, strict=True):
        ends = " ".join(
            f"{place[cell][0] + HEXAGON[corner][0] * side / 2:.1f},{place[cell][1] + HEXAGON[corner][1] * side:.1f}"
            for corner, cell in corners
        )
        colour = colour_of(view, player)
        yield f'<polyline points="{ends}" fill="none" stroke="{colour}" stroke-width="{0.2 * side:.1f}"/>'


HEXAGON = ((0, -0.58), (1, -0.29), (1, 0.29), (0, 0.58), (-1, 0.29), (-1, -0.29))
"""The corners of a hexagon, in halves of a place across and in places down."""


def _draw_bare_place(view: View, cell: Cell, x: float, y: float, side: float) -> str:
    """Draw a place where the board is made of lines, points or nothing at all."""
    if cell.mark == "star":
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{0.09 * side:.1f}" fill="{INK}"/>'
    if view.look.board == "points" and not view.is_grid and not cell.piece:
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{0.12 * side:.1f}" fill="{INK}"/>'
    if view.look.board == "grooves" and float(cell.x).is_integer() and float(cell.y).is_integer():
        return _rect(x - 0.42 * side, y - 0.42 * side, 0.84 * side, 0.84 * side, "#f3e2c3", "none")
    if cell.mark in MARKED:
        return _rect(x - side / 2, y - side / 2, side, side, MARKED[cell.mark], "none")
    if cell.mark == "territory" and not cell.piece:
        return _rect(x - 0.12 * side, y - 0.12 * side, 0.24 * side, 0.24 * side, colour_of(view, cell.player), "none")
    return ""


def _rect(x: float, y: float, width: float, height: float, fill: str, stroke: str, radius: float = 0) -> str:
    rounded = f' rx="{radius:g}"' if radius else ""
    place = f'x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}"{rounded}'
    return f'<rect {place} fill="{fill}" stroke="{stroke}"/>'


# Names along the edges: what the names of all cells of a column, or of a row, have in common


def _edge_labels(view: View) -> tuple[dict[float, str], dict[float, str]]:
    """Return the letters of columns and the numbers of rows, where a grid's names are made of the two."""
    named = [cell for cell in view.cells if cell.name and not cell.name.startswith(".")]
    if not view.is_grid or len(named) != len(view.cells) or view.look.board in ("backgammon", "dots", "free"):
        return {}, {}
    columns: dict[float, str] = {}
    rows: dict[float, str] = {}
    for cell in named:
        letters = cell.name.rstrip("0123456789")
        number = cell.name[len(letters) :]
        if not letters or not number:
            return {}, {}
        if columns.setdefault(cell.x, letters) != letters or rows.setdefault(cell.y, number) != number:
            return {}, {}
    return columns, rows


def _draw_edge_labels(
    view: View, labels: tuple[dict[float, str], dict[float, str]], left: float, top: float, side: float
) -> Iterator[str]:
    columns, rows = labels
    if not columns:
        return
    least_x, least_y = min(columns), min(rows)
    bottom = max(rows)
    shift = SHIFTED if view.look.board == "hexagons" else 0.0
    for x, letters in columns.items():
        at = left + (x - least_x + shift * (bottom - least_y) + 0.5) * side
        yield write(at, top + (_row(view, bottom - least_y) + 1) * side + LETTER + 4, letters, 11, colour=QUIET)
    for y, number in rows.items():
        yield write(
            left + shift * (y - least_y) * side - 11,
            top + (_row(view, y - least_y) + 0.5) * side + 4,
            number,
            11,
            colour=QUIET,
        )
