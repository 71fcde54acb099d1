"""A small board in a picture, drawn from a game's `view`: squares, points of a grid of lines, or rings.

A piece shows whose it is by its colour and by its form: where cells are too small for letters, A has full discs and B
rings.

>>> from plywise.rules import View
>>> measure_board(View.from_rows(["X..", ".O."]))
(54.0, 36.0)
"""

from html import escape

from plywise.rules import Cell, View

MOST, CELL = 64.0, 18.0
"""The largest size of a board, and of its cells."""

LETTERS_FROM = 11.0
"""How large a cell must be for letters; smaller ones have discs, where those show as much."""

STYLE = """.cell { fill: #f7f8fa; stroke: #aab4be; stroke-width: 0.75; }
.wire { stroke: #aab4be; stroke-width: 1; }
.piece { text-anchor: middle; font-weight: 600; }
.ring { fill: none; stroke-width: 1.5; }
@media (prefers-color-scheme: dark) {
  .cell { fill: #262a34; stroke: #566070; }
  .wire { stroke: #566070; }
}"""


def measure_board(view: View) -> tuple[float, float]:
    """Return how wide and how high a view is drawn; nothing where it has no cells."""
    if not view.cells:
        return 0.0, 0.0
    side = _cell_side(view)
    columns, rows = _extent(view)
    return round(columns * side, 2), round(rows * side, 2)


def draw_small_board(view: View, x: float, y: float) -> list[str]:
    """Draw a view with its top in the middle at (x, y)."""
    side = _cell_side(view)
    left, top = x - measure_board(view)[0] / 2, y
    least_x, least_y = min(cell.x for cell in view.cells), min(cell.y for cell in view.cells)
    centres = [(left + (c.x - least_x + 0.5) * side, top + (c.y - least_y + 0.5) * side) for c in view.cells]
    height = min(0.78 * side, 1.25 * side / max(1, *(len(cell.piece) for cell in view.cells)))
    parts = []
    for first, second in view.edges:
        (x1, y1), (x2, y2) = centres[first], centres[second]
        parts.append(f'<line class="wire" x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"/>')
    for cell, (at_x, at_y) in zip(view.cells, centres, strict=True):
        if cell.piece or not (view.is_grid and view.edges):
            parts.append(_draw_place(view, at_x, at_y, side))
        if cell.piece:
            parts.append(_draw_piece(cell, at_x, at_y, side, height))
    return parts


def _draw_place(view: View, x: float, y: float, side: float) -> str:
    """Draw what lies under a piece; on a grid of lines, where these must not run through it."""
    if view.is_grid and not view.edges:
        half = side / 2
        return f'<rect class="cell" x="{x - half:.1f}" y="{y - half:.1f}" width="{side:.1f}" height="{side:.1f}"/>'
    rim = ' style="stroke:none"' if view.is_grid else ""
    return f'<circle class="cell" cx="{x:.1f}" cy="{y:.1f}" r="{0.44 * side:.1f}"{rim}/>'


def _draw_piece(cell: Cell, x: float, y: float, side: float, height: float) -> str:
    """Draw a piece; letters are of one height on a board, so that the longest fits."""
    owner = "" if cell.player is None else f" p{cell.player % 4}"
    if side < LETTERS_FROM:
        if cell.player == 1:
            return f'<circle class="ring e1" cx="{x:.1f}" cy="{y:.1f}" r="{0.3 * side:.1f}"/>'
        return f'<circle class="disc{owner}" cx="{x:.1f}" cy="{y:.1f}" r="{0.36 * side:.1f}"/>'
    return (
        f'<text class="piece{owner}" x="{x:.1f}" y="{y + 0.36 * height:.1f}" '
        f'style="font-size:{height:.1f}px">{escape(cell.piece)}</text>'
    )


def _cell_side(view: View) -> float:
    fitting = min(CELL, MOST / max(_extent(view)))
    return fitting if _has_one_piece_each(view) else max(fitting, LETTERS_FROM)


def _has_one_piece_each(view: View) -> bool:
    """Whether a piece says no more than whose it is, so that a disc in the owner's colour can stand for it."""
    kinds = {(cell.player, cell.piece) for cell in view.cells if cell.piece}
    counts = any(piece.isdigit() for _, piece in kinds)
    return not counts and len(kinds) == len({player for player, _ in kinds})


def _extent(view: View) -> tuple[float, float]:
    """Return how many cells fit beside each other and below each other."""
    across, down = [cell.x for cell in view.cells], [cell.y for cell in view.cells]
    return max(across) - min(across) + 1, max(down) - min(down) + 1
