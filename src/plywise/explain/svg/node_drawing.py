"""A node as it is drawn: its sign, the label beside it, the board below it, and the edge that leads to it.

  │a1            The action's name stands on the edge, just above the sign. An inner node has its letter to the left
B ▽ [3, 12]      of its sign and its label to the right, a leaf has it below. The board comes last, and edges leave
                 from below it.
┌───┐
│X O│            ▲ MAX   ▽ MIN   ○ chance   ■ over; in games of many players a circle with the player's letter
└─┬─┘
"""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from plywise.explain.svg.board_drawing import draw_small_board, measure_board
from plywise.explain.svg.layout import Box, TreeLayout, lay_out
from plywise.explain.svg.lettering import seat_letter, shorten, text_width
from plywise.explain.trace import Status
from plywise.rules import CHANCE, View

SIGN = 9.0
"""How far a sign reaches from its middle."""

LABEL, NAME = 12.0, 11.0
"""Font sizes of labels and of actions' names."""

NAME_GAP = 7.0
"""Between a sign and the node's letter."""

LONGEST_NAME, LONGEST_LABEL = 14, 26

STYLE = """text { font: 12px system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif; fill: #1f2933; }
.name { font-size: 11px; text-anchor: middle; fill: #52606d; }
.name, .label { paint-order: stroke; stroke: #ffffff; stroke-width: 3px; stroke-linejoin: round; }
.name { stroke-width: 5px; }
.label { font-variant-numeric: tabular-nums; }
.node { font-weight: 700; text-anchor: end; paint-order: stroke; stroke: #ffffff; stroke-width: 3px; }
.below { text-anchor: middle; }
.fold { font-size: 11px; text-anchor: middle; fill: #5f6b76; font-style: italic; }
.edge { stroke: #7b8794; stroke-width: 1.2; fill: none; }
.best { stroke: #00815f; stroke-width: 3.5; }
.best-name { font-weight: 600; fill: #00694d; }
.cut { stroke: #d55e00; stroke-width: 1.2; stroke-dasharray: 4 3; }
.jump { stroke-dasharray: 0.1 5; stroke-width: 2; stroke-linecap: round; }
.slash { stroke: #d55e00; stroke-width: 2; }
.gone { opacity: 0.55; }
.sign { stroke: #1f2933; stroke-width: 1.1; stroke-linejoin: round; }
.hollow { fill: #ffffff; }
.over { fill: #cbd2d9; }
.here { stroke-width: 2.6; }
.letter { font-size: 11px; font-weight: 700; text-anchor: middle; }
.p0, .disc.p0 { fill: #0072b2; }
.p1 { fill: #e69f00; }
.p2 { fill: #cc79a7; }
.p3 { fill: #009e73; }
text.p1 { fill: #a35f00; }
.e1 { stroke: #e69f00; }
.on0, .on3 { fill: #ffffff; }
.disc { fill: #3e4c59; }
@media (prefers-color-scheme: dark) {
  text { fill: #e4e7eb; }
  .name { fill: #b8c2cc; }
  .name, .label, .node { stroke: #1e2129; }
  .fold { fill: #9aa5b1; }
  .edge { stroke: #8a94a3; }
  .best { stroke: #2bc49a; }
  .best-name { fill: #4fd6b0; }
  .cut, .slash { stroke: #f0803c; }
  .sign { stroke: #e4e7eb; }
  .hollow { fill: #1e2129; }
  .over { fill: #566070; }
  .p0, .disc.p0 { fill: #56b4e9; }
  text.p1 { fill: #e69f00; }
  .on0, .on1, .on2, .on3 { fill: #1f2933; }
  .disc { fill: #cbd2d9; }
}"""


@dataclass(frozen=True, slots=True)
class NodeDrawing:
    """What of a node is drawn; `widest` is the longest label it ever has, so that room is kept for it."""

    parent: int | None
    action: str
    player: int | None
    label: str = ""
    widest: str = ""
    view: View | None = None
    status: Status = "done"
    is_best: bool = False
    is_current: bool = False
    is_jump: bool = False
    folded: int = 0
    is_leaf: bool = True
    has_seats: bool = False
    players: tuple[str, ...] = ()
    name: str = ""
    """Its own name, such as the letter that the book gives it."""

    @property
    def fold_text(self) -> str:
        """How many states below are not drawn, in words."""
        return f"+{self.folded:,} state{'' if self.folded == 1 else 's'}" if self.folded else ""

    @property
    def board(self) -> tuple[float, float]:
        """How wide and how high its board is."""
        return measure_board(self.view) if self.view is not None else (0.0, 0.0)

    @property
    def board_top(self) -> float:
        """How far below the sign's middle the board begins."""
        return SIGN + (LABEL + 5 if self.is_leaf and self.widest else 4)

    @property
    def foot(self) -> float:
        """How far below the sign's middle its drawing ends, and edges begin."""
        height = self.board[1]
        ends = self.board_top + height if height else SIGN + (LABEL + 3 if self.is_leaf and self.widest else 0)
        return ends + (NAME + 4 if self.folded else 0)

    def box(self) -> Box:
        """Return the room that it needs."""
        label = text_width(shorten(self.widest, LONGEST_LABEL), LABEL)
        half = max(SIGN, self.board[0] / 2, text_width(shorten(self.action, LONGEST_NAME), NAME) / 2)
        half = max(half, text_width(self.fold_text, NAME) / 2)
        if self.is_leaf:
            half = max(half, label / 2)
        right = half if self.is_leaf or not label else max(half, SIGN + 5 + label)
        left = max(half, SIGN + NAME_GAP + text_width(self.name, LABEL)) if self.name else half
        return Box(left, right, SIGN + (NAME + 9 if self.action else 3), self.foot + 2)

    def draw(self, x: float, y: float) -> list[str]:
        """Draw it with its sign's middle at (x, y); the edge is not its own."""
        letter = seat_letter(self.players, self.player) if self.has_seats else ""
        parts = [draw_sign(self.player, x, y, letter, self.status == "pruned", self.is_current)]
        if self.name:
            at = f'x="{x - SIGN - NAME_GAP:.1f}" y="{y + 4.5:.1f}"'
            parts.append(f'<text class="node" {at}>{escape(self.name)}</text>')
        label = escape(shorten(self.label, LONGEST_LABEL))
        if label and self.is_leaf:
            parts.append(f'<text class="label below" x="{x:.1f}" y="{y + SIGN + LABEL:.1f}">{label}</text>')
        elif label:
            parts.append(f'<text class="label" x="{x + SIGN + 5:.1f}" y="{y + 4.5:.1f}">{label}</text>')
        if self.view is not None and self.view.cells:
            parts += draw_small_board(self.view, x, y + self.board_top)
        if self.folded:
            parts.append(f'<text class="fold" x="{x:.1f}" y="{y + self.foot - 2:.1f}">{self.fold_text}</text>')
        return ['<g class="gone">', *parts, "</g>"] if self.status == "pruned" else parts


def place(drawings: Sequence[NodeDrawing]) -> TreeLayout:
    """Return where nodes stand, with room for the longest label that each ever has."""
    return lay_out([each.parent for each in drawings], [each.box() for each in drawings])


def draw_sign(
    player: int | None, x: float, y: float, seat: str = "", is_hollow: bool = False, is_current: bool = False
) -> str:
    """Draw who moves: a triangle up or down, a circle for chance or with a player's letter, a square at the end."""
    kind = "sign here" if is_current else "sign"
    if player is None:
        side = 0.72 * SIGN
        look = "hollow" if is_hollow else "over"
        place = f'x="{x - side:.1f}" y="{y - side:.1f}" width="{2 * side:.1f}" height="{2 * side:.1f}"'
        return f'<rect class="{kind} {look}" {place}/>'
    if player == CHANCE:
        return f'<circle class="{kind} hollow" cx="{x:.1f}" cy="{y:.1f}" r="{SIGN - 1:.1f}"/>'
    look = "hollow" if is_hollow else f"p{player % 4}"
    if seat:
        letter_look = "" if is_hollow else f" on{player % 4}"
        return (
            f'<circle class="{kind} {look}" cx="{x:.1f}" cy="{y:.1f}" r="{SIGN:.1f}"/>'
            f'<text class="letter{letter_look}" x="{x:.1f}" y="{y + 4:.1f}">{escape(seat)}</text>'
        )
    tip, base = (y - SIGN, y + SIGN - 1) if player == 0 else (y + SIGN, y - SIGN + 1)
    corners = f"{x:.1f},{tip:.1f} {x + SIGN + 1:.1f},{base:.1f} {x - SIGN - 1:.1f},{base:.1f}"
    return f'<polygon class="{kind} {look}" points="{corners}"/>'
