"""Boards with two rows of pits, as mancala games have them: as text and as a view.

    B's   6  5  4  3  2  1  A's      A side is the list of its pits, from its owner's left, and behind them what the
    store 1  2  3  4  5  6  store    owner has banked. Sides are written 4-4-4+0/4-4-4+0, A's first.

>>> write_sides([[4, 4, 0], [3, 5, 0]]), read_sides("4-4+0/3-5+0", pits=2)
('4-4+0/3-5+0', [[4, 4, 0], [3, 5, 0]])
"""

import re
from collections.abc import Collection, Sequence

from plywise.rules import Cell, View, player_name


def write_sides(sides: Sequence[Sequence[int]]) -> str:
    """Write both sides, A's first."""
    return "/".join("-".join(map(str, side[:-1])) + f"+{side[-1]}" for side in sides)


def read_sides(text: str, pits: int) -> list[list[int]] | None:
    """Read what `write_sides` writes; None if it is something else."""
    side = rf"([0-9]{{1,4}}(?:-[0-9]{{1,4}}){{{pits - 1}}}\+[0-9]{{1,4}})"
    match = re.fullmatch(rf"{side}/{side}", text)
    return [[int(number) for number in re.split(r"[-+]", part)] for part in match.groups()] if match else None


def view_pits(sides: Sequence[Sequence[int]], mover: int, playable: Collection[int], turn: str) -> View:
    """Show B's pits above A's, from B's right to B's left, and the stores at the ends; a click on a pit sows it.

    `playable` are the mover's pits that may be sown, from 0 on; none when the game is over.
    """
    cells, pits = [], len(sides[0]) - 1
    for player, held in enumerate(sides):
        for pit, seeds in enumerate(held[:-1]):
            column = pits - pit if player else pit + 1
            action = str(pit + 1) if player == mover and pit in playable else ""
            name = f"{player_name(player)}{pit + 1}"
            cells.append(Cell(column, 1 - player, str(seeds or ""), player, name, action=action))
        cells.append(Cell((1 - player) * (pits + 1), 0.5, str(held[-1]), player, player_name(player)))
    side = "left" if mover == 0 else "right"
    caption = f"pits 1 to {pits} from the {side}" if playable else ""
    return View(tuple(sorted(cells, key=lambda cell: (cell.y, cell.x))), caption, turn=turn if playable else "")
