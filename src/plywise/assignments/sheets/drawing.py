"""A tree on paper: signs with the nodes' letters in them, and boxes to write in, empty or filled in.

╱A╲  α [    ]      MAX's triangle points up, MIN's down; chance has a circle, and its probabilities stand on the
‾‾‾  β [    ]      edges. Leaves are numbers, MAX's utilities. In a solution, what is pruned is crossed out.
 │   v [    ]
"""

from collections.abc import Sequence
from html import escape

from plywise.assignments.sheets.filled import FilledNode
from plywise.explain.svg import Box, TreeLayout, lay_out, text_width
from plywise.rules import CHANCE

SIGN = 17.0
"""How far a sign reaches from its middle."""
ROW, BOX, LETTER = 21.0, 52.0, 15.0
"""The height of a row of blanks, the width of a box, and of the letter before it."""
MARGIN = 14.0
STYLE = """<style>
text { font: 15px "DejaVu Sans", system-ui, sans-serif; fill: #111; text-anchor: middle; }
.letter { font-size: 13px; font-weight: 600; }
.leaf { font-size: 16px; }
.greek { fill: #444; font-size: 14px; font-style: italic; }
.answer { font-weight: 600; fill: #00528a; font-size: 14px; }
.odds { font-size: 12.5px; fill: #333; paint-order: stroke; stroke: #fff; stroke-width: 6px; }
.sign { fill: #fff; stroke: #111; stroke-width: 1.5; stroke-linejoin: round; }
.max { fill: #e3eef6; }
.min { fill: #fdf1dc; }
.edge { stroke: #555; stroke-width: 1.3; }
.best { stroke: #00528a; stroke-width: 3.2; }
.box { fill: #fff; stroke: #888; stroke-width: 1; }
.slash { stroke: #c2410c; stroke-width: 2.6; }
.gone { opacity: 0.42; }
</style>"""


def draw_tree_with_blanks(nodes: Sequence[FilledNode], title: str, *, solved: bool = False) -> str:
    """Draw a tree as SVG: its blanks empty, or solved."""
    plan = lay_out([node.parent for node in nodes], [_box(node) for node in nodes], gap=14)
    edges, signs = [], []
    for number, node in enumerate(nodes):
        x, y = MARGIN + plan.x[number], MARGIN + plan.y[number]
        is_gone = solved and node.is_pruned
        if node.parent is not None:
            is_cut = is_gone and not nodes[node.parent].is_pruned
            edges += _draw_edge(node, nodes[node.parent], plan, number, solved=solved, is_gone=is_gone, is_cut=is_cut)
        drawn = _draw_node(node, x, y, solved)
        signs += ['<g class="gone">', *drawn, "</g>"] if is_gone else drawn
    wide, high = round(plan.width + 2 * MARGIN), round(plan.height + 2 * MARGIN)
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" width="{wide}" height="{high}" '
        f'role="img" aria-label="{escape(title)}">'
    )
    ground = f'<rect width="{wide}" height="{high}" fill="#fff"/>'
    return "\n".join([head, f"<title>{escape(title)}</title>", STYLE, ground, *edges, *signs, "</svg>", ""])


def _blanks_height(node: FilledNode) -> float:
    return len(node.blanks) * ROW


def _blanks_top(node: FilledNode) -> float:
    """Return how far above its sign's middle the boxes begin: below the edge that comes from above."""
    return _blanks_height(node) / 2 if len(node.blanks) == 1 else SIGN - 4


def _foot(node: FilledNode) -> float:
    """Return how far below its sign's middle a node's edges begin: below the boxes, so that none is crossed."""
    return max(SIGN, _blanks_height(node) - _blanks_top(node) + 2) if len(node.blanks) > 1 else SIGN


def _box(node: FilledNode) -> Box:
    above = SIGN + 12 if node.edge else SIGN
    if node.player is None:
        half = max(13.0, text_width(node.value, 16) / 2, text_width(node.edge, 12.5) / 2)
        return Box(half, half, above if node.edge else 10, 12)
    right = SIGN + 6 + LETTER + BOX if node.blanks else SIGN
    return Box(SIGN, right, above, _foot(node))


def _draw_edge(
    node: FilledNode, parent: FilledNode, plan: TreeLayout, number: int, *, solved: bool, is_gone: bool, is_cut: bool
) -> list[str]:
    """Draw the edge to a node, its probability, and the slash where it is cut off."""
    assert node.parent is not None
    x1, y1 = MARGIN + plan.x[node.parent], MARGIN + plan.y[node.parent]
    x2, y2 = MARGIN + plan.x[number], MARGIN + plan.y[number] - (SIGN - 1 if node.player is not None else 11)
    stem = y1 + _foot(parent)
    look = "edge gone" if is_gone else "edge best" if solved and node.is_best else "edge"
    parts = [f'<path class="{look}" fill="none" d="M{x1:.1f} {y1 + SIGN - 3:.1f}V{stem:.1f}L{x2:.1f} {y2:.1f}"/>']
    if node.edge:
        share = 1 - 14 / max(20.0, y2 - stem)
        x, y = x1 + (x2 - x1) * share, stem + (y2 - stem) * share
        parts.append(f'<text class="odds" x="{x:.1f}" y="{y + 4:.1f}">{escape(node.edge)}</text>')
    if is_cut:
        x, y = (x1 + x2) / 2, (stem + y2) / 2
        parts.append(f'<path class="slash" d="M{x - 9:.1f} {y + 3:.1f}L{x + 9:.1f} {y - 3:.1f}"/>')
    return parts


def _draw_node(node: FilledNode, x: float, y: float, solved: bool) -> list[str]:
    if node.player is None:
        return [f'<text class="leaf" x="{x:.1f}" y="{y + 5.5:.1f}">{escape(node.value)}</text>']
    parts = [_draw_sign(node.player, x, y)]
    down = 4.5 if node.player == CHANCE else 9 if node.player == 0 else 1
    parts.append(f'<text class="letter" x="{x:.1f}" y="{y + down:.1f}">{escape(node.name)}</text>')
    left, top = x + SIGN + 6, y - _blanks_top(node)
    for row, (letter, answer) in enumerate(node.blanks):
        middle = top + ROW * (row + 0.5)
        parts.append(f'<text class="greek" x="{left + 5:.1f}" y="{middle + 5:.1f}">{letter}</text>')
        place = f'x="{left + LETTER:.1f}" y="{middle - ROW / 2 + 1:.1f}" width="{BOX}" height="{ROW - 2}"'
        parts.append(f'<rect class="box" rx="2" {place}/>')
        if solved and answer:
            at = f'x="{left + LETTER + BOX / 2:.1f}" y="{middle + 5:.1f}"'
            parts.append(f'<text class="answer" {at}>{escape(answer)}</text>')
    return parts


def _draw_sign(player: int, x: float, y: float) -> str:
    if player == CHANCE:
        return f'<circle class="sign" cx="{x:.1f}" cy="{y:.1f}" r="{SIGN - 2}"/>'
    tip, base, look = (y - SIGN, y + SIGN - 3, "max") if player == 0 else (y + SIGN, y - SIGN + 3, "min")
    corners = f"{x:.1f},{tip:.1f} {x + SIGN + 3:.1f},{base:.1f} {x - SIGN - 3:.1f},{base:.1f}"
    return f'<polygon class="sign {look}" points="{corners}"/>'
