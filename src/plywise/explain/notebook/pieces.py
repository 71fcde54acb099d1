"""What stands on the places of a board in a picture: men, discs, stones, marks, seeds, matches, or letters.

Whose a piece is shows by its colour, and, where the colours are Plywise's own, by its letter too.
"""

from collections.abc import Callable
from html import escape
from typing import TypeAlias

from plywise.rules import Cell, View

INK = "#1f2933"

OWN = ("#0072b2", "#e69f00", "#cc79a7", "#009e73")
"""The players' colours where a look names none: those that the colour-blind can tell apart."""

COLOURS = {
    "white": "#ffffff",
    "black": "#2b2f36",
    "red": "#cf3a30",
    "yellow": "#f4c430",
    "blue": "#2f6db5",
    "green": "#2e8b57",
    "brown": "#7a4b26",
}

MEN = {"K": "♚", "Q": "♛", "R": "♜", "B": "♝", "N": "♞", "P": "♟", "*": "✕"}
"""Full figures, in the player's colour with a dark rim: hollow ones are hard to tell from each other."""

FACE_DOWN, SUITS, RED_SUITS = "?", "♠♥♦♣", "♥♦"
_CORNERS = ((-1, -1), (1, 1))
PIPS = {
    "1": ((0, 0),),
    "2": _CORNERS,
    "3": (*_CORNERS, (0, 0)),
    "4": (*_CORNERS, (1, -1), (-1, 1)),
    "5": (*_CORNERS, (1, -1), (-1, 1), (0, 0)),
    "6": (*_CORNERS, (1, -1), (-1, 1), (-1, 0), (1, 0)),
}
"""Where the pips of a face lie, from its middle."""

Draw: TypeAlias = Callable[[View, Cell, float, float, float], list[str]]


def colour_of(view: View, player: int | None) -> str:
    """Return a player's colour."""
    if player is None:
        return "#3e4c59"
    names = view.look.colours
    return COLOURS[names[player]] if player < len(names) else OWN[player % len(OWN)]


def write(
    x: float, y: float, words: str, size: float, *, anchor: str = "middle", colour: str = INK, weight: int = 400
) -> str:
    """Write words with their middle, or their start, at a point."""
    font = 'font-family="system-ui, Helvetica, Arial, DejaVu Sans, sans-serif"'
    place = f'x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"'
    return f'<text {place} {font} font-size="{size:g}" font-weight="{weight}" fill="{colour}">{escape(words)}</text>'


def draw_piece(view: View, cell: Cell, x: float, y: float, side: float) -> list[str]:
    """Draw what stands on a place, as the look says; what nobody owns, and no look knows, is written."""
    draw = KINDS.get(view.look.pieces, _draw_letters)
    return draw(view, cell, x, y, side)


def _disc(view: View, cell: Cell, x: float, y: float, side: float, share: float = 0.4) -> str:
    fill = colour_of(view, cell.player)
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{share * side:.1f}" fill="{fill}" stroke="{INK}" stroke-width="1"/>'


def _draw_disc(view: View, cell: Cell, x: float, y: float, side: float) -> list[str]:
    return [_disc(view, cell, x, y, side)]


def _draw_draughtsman(view: View, cell: Cell, x: float, y: float, side: float) -> list[str]:
    crown = [_on_disc(view, cell, "♛", x, y, side)] if cell.piece.isupper() else []
    return [_disc(view, cell, x, y, side), *crown]


def _on_disc(view: View, cell: Cell, words: str, x: float, y: float, side: float) -> str:
    """Write on a disc, in a colour that can be read there."""
    is_light = colour_of(view, cell.player) in (COLOURS["white"], COLOURS["yellow"], OWN[1], OWN[2])
    size = min(0.5 * side, 1.0 * side / max(1, len(words)))
    return write(x, y + 0.36 * size, words, size, colour=INK if is_light else "#ffffff", weight=700)


def _draw_letters(view: View, cell: Cell, x: float, y: float, side: float) -> list[str]:
    """Write a piece: on its owner's disc, or by itself where nobody owns it."""
    if cell.player is None:
        size = min(0.55 * side, 1.3 * side / max(1, len(cell.piece)))
        return [write(x, y + 0.36 * size, cell.piece, size)]
    return [_disc(view, cell, x, y, side), _on_disc(view, cell, cell.piece, x, y, side)]


def _draw_man(view: View, cell: Cell, x: float, y: float, side: float) -> list[str]:
    figure, size = MEN.get(cell.piece.upper(), cell.piece), 0.86 * side
    font = 'font-family="DejaVu Sans, Noto Sans Symbols2, Segoe UI Symbol, sans-serif"'
    rim = f'stroke="{INK}" stroke-width="{0.035 * side:.2f}"'
    place = f'x="{x:.1f}" y="{y + 0.33 * size:.1f}" text-anchor="middle"'
    return [f'<text {place} {font} font-size="{size:.1f}" fill="{colour_of(view, cell.player)}" {rim}>{figure}</text>']


def _draw_mark(view: View, cell: Cell, x: float, y: float, side: float) -> list[str]:
    """Draw a cross, a ring, or the letters of any other piece."""
    reach, pen = 0.28 * side, f'stroke="{colour_of(view, cell.player)}" stroke-width="{0.1 * side:.1f}"'
    if cell.piece == "X":
        lines = (
            f"M{x - reach:.1f} {y - reach:.1f}L{x + reach:.1f} {y + reach:.1f}",
            f"M{x - reach:.1f} {y + reach:.1f}L{x + reach:.1f} {y - reach:.1f}",
        )
        return [f'<path d="{"".join(lines)}" {pen} stroke-linecap="round" fill="none"/>']
    if cell.piece == "O":
        return [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{reach:.1f}" {pen} fill="none"/>']
    return _draw_letters(view, cell, x, y, side)


def _draw_match(view: View, cell: Cell, x: float, y: float, side: float) -> list[str]:
    top, height, width = y - 0.36 * side, 0.72 * side, 0.12 * side
    stick = f'<rect x="{x - width / 2:.1f}" y="{top:.1f}" width="{width:.1f}" height="{height:.1f}" fill="#d9a662"/>'
    return [stick, f'<circle cx="{x:.1f}" cy="{top:.1f}" r="{0.09 * side:.1f}" fill="#b3261e"/>']


def _draw_line(view: View, cell: Cell, x: float, y: float, side: float) -> list[str]:
    """Draw a dot, a line from dot to dot, or a box of Dots and Boxes."""
    if cell.piece == "+":
        return [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{0.16 * side:.1f}" fill="{INK}"/>']
    across, down = cell.x % 2 == 1, cell.y % 2 == 1
    if across and down:
        return [_on_ground(view, cell, x, y, side)]
    dx, dy = (side, 0.0) if across else (0.0, side)
    ends = f'x1="{x - dx:.1f}" y1="{y - dy:.1f}" x2="{x + dx:.1f}" y2="{y + dy:.1f}"'
    return [f'<line {ends} stroke="{INK}" stroke-width="{0.14 * side:.1f}"/>']


def _on_ground(view: View, cell: Cell, x: float, y: float, side: float) -> str:
    return write(x, y + 0.3 * side, cell.piece, 0.8 * side, colour=colour_of(view, cell.player), weight=700)


def _draw_count(view: View, cell: Cell, x: float, y: float, side: float) -> list[str]:
    """Write how many seeds there are: nothing where there are none."""
    return [] if cell.piece == "0" else [write(x, y + 0.15 * side, cell.piece, 0.44 * side, weight=700)]


def _draw_card(view: View, cell: Cell, x: float, y: float, side: float) -> list[str]:
    """Draw a playing card with its owner's colour around it; face down, the back is in that colour."""
    width, height, owner = 0.68 * side, 0.94 * side, colour_of(view, cell.player)
    place = f'x="{x - width / 2:.1f}" y="{y - height / 2:.1f}" width="{width:.1f}" height="{height:.1f}"'
    if cell.piece == FACE_DOWN:
        inner = f'x="{x - 0.38 * width:.1f}" y="{y - 0.4 * height:.1f}" width="{0.76 * width:.1f}"'
        return [
            f'<rect {place} rx="{0.09 * side:.1f}" fill="{owner}" stroke="{INK}" stroke-width="1"/>',
            f'<rect {inner} height="{0.8 * height:.1f}" rx="{0.05 * side:.1f}" fill="none" stroke="#ffffff"/>',
        ]
    ink = COLOURS["red"] if cell.piece[-1] in RED_SUITS else INK
    face = f'<rect {place} rx="{0.09 * side:.1f}" fill="#ffffff" stroke="{owner}" stroke-width="{0.05 * side:.1f}"/>'
    if cell.piece[-1] in SUITS:
        rank, suit, size = cell.piece[:-1], cell.piece[-1], 0.38 * side
        upper, lower = y - 0.06 * side, y + 0.36 * side
        return [
            face,
            write(x, upper, rank, size, colour=ink, weight=700),
            write(x, lower, suit, size, colour=ink),
        ]
    size = min(0.5 * side, 0.95 * side / len(cell.piece))
    return [face, write(x, y + 0.36 * size, cell.piece, size, colour=ink, weight=700)]


def _draw_ship(view: View, cell: Cell, x: float, y: float, side: float) -> list[str]:
    """Draw a part of a ship, a hit on one, or a shot into the water; anything else is written."""
    if cell.piece == "S":
        return [_disc(view, cell, x, y, side)]
    if cell.piece == "o":
        return [
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{0.16 * side:.1f}" fill="none" stroke="#ffffff" stroke-width="3"/>'
        ]
    if cell.piece != "x":
        return _draw_letters(view, cell, x, y, side)
    reach = 0.28 * side
    down, up = (f"l{2 * reach:.1f} {2 * reach * sign:.1f}" for sign in (1, -1))
    lines = f"M{x - reach:.1f} {y - reach:.1f}{down}M{x - reach:.1f} {y + reach:.1f}{up}"
    return [
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{0.4 * side:.1f}" fill="#ffffff" stroke="{INK}"/>',
        f'<path d="{lines}" stroke="{COLOURS["red"]}" stroke-width="{0.12 * side:.1f}" stroke-linecap="round"/>',
    ]


def _draw_die(view: View, cell: Cell, x: float, y: float, side: float) -> list[str]:
    """Draw a die with its pips, or the cup over it."""
    owner, half = colour_of(view, cell.player), 0.37 * side
    if cell.piece == FACE_DOWN:
        corners = ((-0.3, -0.4), (0.3, -0.4), (0.4, 0.4), (-0.4, 0.4))
        points = " ".join(f"{x + dx * side:.1f},{y + dy * side:.1f}" for dx, dy in corners)
        return [f'<polygon points="{points}" fill="{owner}" stroke="{INK}" stroke-linejoin="round"/>']
    face = (
        f'<rect x="{x - half:.1f}" y="{y - half:.1f}" width="{2 * half:.1f}" height="{2 * half:.1f}" '
        f'rx="{0.12 * side:.1f}" fill="#ffffff" stroke="{owner}" stroke-width="{0.05 * side:.1f}"/>'
    )
    if cell.piece not in PIPS:
        return [face, write(x, y + 0.15 * side, cell.piece, 0.44 * side, weight=700)]
    pips = [
        f'<circle cx="{x + 0.2 * side * dx:.1f}" cy="{y + 0.2 * side * dy:.1f}" r="{0.07 * side:.1f}" fill="{INK}"/>'
        for dx, dy in PIPS[cell.piece]
    ]
    return [face, *pips]


KINDS: dict[str, Draw] = {
    "chessmen": _draw_man,
    "draughtsmen": _draw_draughtsman,
    "discs": _draw_disc,
    "stones": _draw_disc,
    "marks": _draw_mark,
    "cards": _draw_card,
    "dice": _draw_die,
    "ships": _draw_ship,
    "matches": _draw_match,
    "lines": _draw_line,
    "seeds": _draw_count,
}
"""How pieces of a look are drawn; others are letters on discs."""
