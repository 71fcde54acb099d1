"""A picture of one or several trees, as one SVG that needs nothing else: title, panels side by side, and a legend.

It has a ground of its own, light or dark as its reader prefers, and no script.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from html import escape

from plywise.explain.svg import board_drawing, node_drawing
from plywise.explain.svg.layout import TreeLayout
from plywise.explain.svg.lettering import seat_letter, shorten, text_width, wrap
from plywise.explain.svg.node_drawing import LONGEST_NAME, NAME, SIGN, NodeDrawing, draw_sign, place
from plywise.rules import CHANCE, player_name

MARGIN, BETWEEN = 24.0, 40.0
TITLE, HEADING, TEXT = 16.0, 14.0, 12.5
LINE = 17.0
BOLD = 1.15
"""How much wider bold letters are than others of their size."""

LEAST_WIDTH = 420.0
MOST_WIDTH = 4_000
"""A wider picture is shown smaller at first; it can be enlarged without loss."""

LONGEST_LINE = 900.0
"""Sentences of a wide picture are broken where the eye would lose the line."""

STYLE = f"""<style>
{node_drawing.STYLE}
{board_drawing.STYLE}
.title {{ font-size: {TITLE}px; font-weight: 600; }}
.heading {{ font-size: {HEADING}px; font-weight: 600; }}
.words {{ font-size: {TEXT}px; fill: #3e4c59; }}
.legend {{ font-size: 11.5px; fill: #5f6b76; }}
.ground {{ fill: #ffffff; stroke: #d9dee3; }}
@media (prefers-color-scheme: dark) {{
  .words {{ fill: #cbd2d9; }}
  .legend {{ fill: #9aa5b1; }}
  .ground {{ fill: #1e2129; stroke: #3a3f4b; }}
}}
</style>"""


@dataclass(slots=True)
class Panel:
    """One tree of a picture, with its heading above and its sentences below."""

    drawings: Sequence[NodeDrawing]
    heading: str = ""
    caption: str = ""
    plan: TreeLayout = field(init=False)

    def __post_init__(self) -> None:
        self.plan = place(self.drawings)

    def draw(self, left: float, top: float) -> list[str]:
        """Draw the tree with its corner at (left, top)."""
        return draw_tree_parts(self.drawings, self.plan, left, top)

    @property
    def height(self) -> float:
        """How far down the drawn part of the tree reaches."""
        drawn = (y + each.foot for y, each in zip(self.plan.y, self.drawings, strict=True) if each.status != "unseen")
        return max(drawn, default=0.0)


def draw_picture(
    title: str, panels: Sequence[Panel], *, note: str = "", values: str = "", columns: int | None = None
) -> str:
    """Draw trees in rows of `columns` (by default all in one row); `values` says in the legend what labels mean."""
    columns = columns or len(panels)
    width = _inner_width(title, panels, columns)
    notes = wrap(note, min(width, LONGEST_LINE), TEXT)
    parts, y = [], MARGIN + TITLE + 2
    for number, line in enumerate(notes):
        parts.append(_text("words", MARGIN, y + 8 + LINE * (number + 0.6), line))
    y += 12 + LINE * len(notes) + 8
    for start in range(0, len(panels), columns):
        row = panels[start : start + columns]
        drawn, height = _draw_row(row, y, _column_width(panels, columns))
        parts += drawn
        y += height + 22
    legend, height = _draw_legend(panels, values, y, width)
    return _frame(title, note, [*parts, *legend], width + 2 * MARGIN, y + height + MARGIN - 8)


def _column_width(panels: Sequence[Panel], columns: int) -> float:
    least = LEAST_WIDTH if columns == 1 else 250.0
    return max(least, *(max(panel.plan.width, BOLD * text_width(panel.heading, HEADING)) for panel in panels))


def _inner_width(title: str, panels: Sequence[Panel], columns: int) -> float:
    across = columns * _column_width(panels, columns) + (columns - 1) * BETWEEN
    return max(across, BOLD * text_width(title, TITLE), LEAST_WIDTH)


def _draw_row(row: Sequence[Panel], top: float, column: float) -> tuple[list[str], float]:
    """Draw panels beside each other; return their parts and the row's height."""
    parts, height = [], 0.0
    tree_height = max(panel.height for panel in row)
    for number, panel in enumerate(row):
        left, y = MARGIN + number * (column + BETWEEN), top
        if panel.heading:
            parts.append(_text("heading", left, y + HEADING, panel.heading))
        if any(each.heading for each in row):
            y += HEADING + 14
        parts += panel.draw(left + (column - panel.plan.width) / 2, y)
        y += tree_height + 12
        lines = wrap(panel.caption, min(column, LONGEST_LINE), TEXT)
        parts += [_text("words", left, y + LINE * (count + 0.8), line) for count, line in enumerate(lines)]
        height = max(height, y + LINE * len(lines) - top)
    return parts, height


def draw_tree_parts(drawings: Sequence[NodeDrawing], plan: TreeLayout, left: float, top: float) -> list[str]:
    """Draw a tree that has been laid out: edges first, so that signs and labels lie over them."""
    edges, names, nodes = [], [], []
    for number, each in enumerate(drawings):
        if each.status == "unseen":
            continue
        x, y = left + plan.x[number], top + plan.y[number]
        if each.parent is not None:
            from_x, from_y = left + plan.x[each.parent], top + plan.y[each.parent] + drawings[each.parent].foot + 1
            edges += _draw_edge(each, from_x, from_y, x, y - SIGN)
            names += _draw_name(each, from_x, from_y, x, y - SIGN)
        nodes += each.draw(x, y)
    return [*edges, *names, *nodes]


def _draw_edge(each: NodeDrawing, x1: float, y1: float, x2: float, y2: float) -> list[str]:
    kinds = {"cut": each.status == "pruned", "best": each.is_best, "jump": each.is_jump}
    look = " ".join(["edge", *[kind for kind, is_so in kinds.items() if is_so][:1]])
    line = f'<line class="{look}" x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"/>'
    if each.status != "pruned":
        return [line]
    length = math.hypot(x2 - x1, y2 - y1) or 1.0
    middle_x, middle_y = x1 + 0.45 * (x2 - x1), y1 + 0.45 * (y2 - y1)
    over_x, over_y = 6 * (y2 - y1) / length, -6 * (x2 - x1) / length
    ends = f'x1="{middle_x - over_x:.1f}" y1="{middle_y - over_y:.1f}" x2="{middle_x + over_x:.1f}" '
    return [line, f'<line class="slash" {ends}y2="{middle_y + over_y:.1f}"/>']


def _draw_name(each: NodeDrawing, x1: float, y1: float, x2: float, y2: float) -> list[str]:
    """Write the action on its edge, near the child, where neighbours' names don't meet."""
    if not each.action:
        return []
    y = y2 - 9
    x = x2 + (x1 - x2) * (y2 - y) / max(1.0, y2 - y1)
    look = "name best-name" if each.is_best and each.status != "pruned" else "name"
    return [_text(look, x, y + 0.3 * NAME, shorten(each.action, LONGEST_NAME))]


def _draw_legend(panels: Sequence[Panel], values: str, top: float, width: float) -> tuple[list[str], float]:
    """Explain the signs that occur, and then what the labels mean."""
    drawings = [each for panel in panels for each in panel.drawings if each.status != "unseen"]
    has_seats, players = any(each.has_seats for each in drawings), drawings[0].players if drawings else ()
    entries: list[tuple[str, float, str]] = []
    for player in sorted({each.player for each in drawings if each.player is not None}, key=lambda seat: seat % 100):
        seat = seat_letter(players, player) if has_seats else ""
        entries.append((draw_sign(player, 0, 0, seat), 2 * SIGN, _tell_mover(player, players, has_seats)))
    if any(each.player is None for each in drawings):
        entries.append((draw_sign(None, 0, 0), 2 * SIGN, "the game is over"))
    if any(each.is_best for each in drawings):
        entries.append(('<line class="edge best" x1="-12" y1="0" x2="12" y2="0"/>', 26, "the best line"))
    if any(each.status == "pruned" for each in drawings):
        cut = (
            '<line class="edge cut" x1="-12" y1="0" x2="12" y2="0"/><line class="slash" x1="0" y1="-5" x2="0" y2="5"/>'
        )
        entries.append((cut, 26, "pruned: never looked at"))
    if values:
        entries.append(("", 0, values))
    return _set_entries(entries, top, width)


def _tell_mover(player: int, players: Sequence[str], has_seats: bool) -> str:
    """Say who moves, by role and by name."""
    if player == CHANCE:
        return "chance"
    name = players[player] if player < len(players) else player_name(player)
    role = "" if has_seats else "MAX" if player == 0 else "MIN"
    return f"{name}, {role}, moves" if role not in ("", name) else f"{name} moves"


def _set_entries(entries: Sequence[tuple[str, float, str]], top: float, width: float) -> tuple[list[str], float]:
    """Set signs with their words one after the other, in as many lines as they need."""
    parts, x, y = [], MARGIN, top + 10
    for drawn, room, words in entries:
        needed = room + 6 + text_width(words, 11.5)
        if x > MARGIN and x + needed > MARGIN + width:
            x, y = MARGIN, y + 24
        if drawn:
            parts.append(f'<g transform="translate({x + room / 2:.1f} {y:.1f}) scale(0.85)">{drawn}</g>')
        parts.append(_text("legend", x + (room + 6 if drawn else 0), y + 4, words))
        x += needed + 16
    return parts, y - top + 10 if entries else 0.0


def _frame(title: str, description: str, parts: Sequence[str], width: float, height: float) -> str:
    wide, high = math.ceil(width), math.ceil(height)
    scale = min(1.0, MOST_WIDTH / wide)
    top = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" width="{round(wide * scale)}" '
        f'height="{round(high * scale)}" role="img" aria-label="{escape(title)}">',
        f"<title>{escape(title)}</title>",
        *([f"<desc>{escape(description)}</desc>"] if description else []),
        STYLE,
        f'<rect class="ground" x="0.5" y="0.5" width="{wide - 1}" height="{high - 1}" rx="8"/>',
        _text("title", MARGIN, MARGIN + TITLE - 4, title),
    ]
    return "\n".join([*top, *parts, "</svg>", ""])


def _text(look: str, x: float, y: float, words: str) -> str:
    return f'<text class="{look}" x="{x:.1f}" y="{y:.1f}">{escape(words)}</text>'
