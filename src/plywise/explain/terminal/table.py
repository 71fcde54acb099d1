"""Cards and dice in the terminal: each in a frame of its own, whose they are in front.

B  ╭──╮ ╭──╮      B  ╭─────╮      A card that lies face down is hatched, and so is a die under its cup. All
   │░░│ │░░│         │░░░░░│      colours are the players'; a red suit is red.
   ╰──╯ ╰──╯         │░░░░░│
                     │░░░░░│
A  ╭──╮ ╭──╮         ╰─────╯
   │Q♣│ │A♦│
   ╰──╯ ╰──╯
"""

from collections.abc import Sequence

from rich.cells import cell_len
from rich.text import Text

from plywise.rules import Cell, View, player_name

FACE_DOWN, HATCHED, PIP = "?", "░", "●"
RED_SUITS = "♥♦"
PIPS = {
    "1": ("     ", "  ●  ", "     "),
    "2": ("●    ", "     ", "    ●"),
    "3": ("●    ", "  ●  ", "    ●"),
    "4": ("●   ●", "     ", "●   ●"),
    "5": ("●   ●", "  ●  ", "●   ●"),
    "6": ("●   ●", "●   ●", "●   ●"),
}


def is_table(view: View) -> bool:
    """Whether what lies there are cards or dice on a table, and not pieces on a board."""
    return view.look.board == "free" and view.look.pieces in ("cards", "dice") and not view.edges


def draw_table(view: View, styles: Sequence[str]) -> Text:
    """Draw the rows of a table from the top; `styles` are the players' colours."""
    rows: dict[float, list[Cell]] = {}
    for cell in sorted(view.cells, key=lambda cell: (cell.y, cell.x)):
        rows.setdefault(cell.y, []).append(cell)
    longest = max((cell_len(cell.piece) for cell in view.cells), default=1)
    wide = 3 if longest == 1 else longest  # so that a card isn't a strip, and a letter stands in its middle
    return Text("\n").join(line for row in rows.values() for line in _draw_row(row, view.look.pieces, wide, styles))


def _draw_row(row: Sequence[Cell], pieces: str, wide: int, styles: Sequence[str]) -> list[Text]:
    frames = [_frame(_inside(cell, pieces, wide), cell, styles) for cell in row]
    owners = {cell.player for cell in row}
    owner = owners.pop() if len(owners) == 1 else None
    label = "" if owner is None else player_name(owner)
    lines = []
    for number, parts in enumerate(zip(*frames, strict=True)):
        margin = Text(f" {label if number == 0 else '':<2} ", style="dim")
        lines.append(Text.assemble(margin, Text(" ").join(parts)))
    return lines


def _inside(cell: Cell, pieces: str, wide: int) -> tuple[str, ...]:
    """Return the lines inside a frame, all equally long."""
    if pieces == "dice" and (cell.piece in PIPS or cell.piece == FACE_DOWN):
        return PIPS.get(cell.piece, (HATCHED * 5,) * 3)
    if cell.piece == FACE_DOWN:
        return (HATCHED * wide,)
    return (f"{cell.piece:^{wide}}",)


def _frame(inside: Sequence[str], cell: Cell, styles: Sequence[str]) -> list[Text]:
    """Put a frame around some lines."""
    style = "bold" if cell.player is None else styles[cell.player % len(styles)]
    face = "bold red" if cell.piece[-1:] in RED_SUITS and cell.piece else "bold"
    if cell.piece == FACE_DOWN:
        face = style
    width = cell_len(inside[0])
    return [
        Text(f"╭{'─' * width}╮", style=style),
        *(Text.assemble(("│", style), (line, face), ("│", style)) for line in inside),
        Text(f"╰{'─' * width}╯", style=style),
    ]
