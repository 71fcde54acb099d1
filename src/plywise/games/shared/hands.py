"""How cards on a table are shown: a row for each player, face up or face down.

>>> [cell.piece for cell in table_view([["K"], [BACK]], "pot 2").cells]
['?', 'K']
"""

from collections.abc import Sequence

from plywise.rules import Cell, View

BACK = "?"
"""A card that lies face down."""


def table_view(
    hands: Sequence[Sequence[str]], caption: str, middle: Sequence[str] = (), actions: Sequence[str] = ()
) -> View:
    """Lay cards out: the last player's above, then the middle of the table, the first player's below.

    `actions` names what a click on each of the first player's cards plays, where it does.
    """
    rows = [*(list(hand) for hand in reversed(hands[1:])), list(middle), list(hands[0])]
    owners: list[int | None] = [*range(len(hands) - 1, 0, -1), None, 0]
    cells = []
    for y, (row, owner) in enumerate(zip(rows, owners, strict=True)):
        for x, card in enumerate(row):
            action = actions[x] if owner == 0 and x < len(actions) else ""
            cells.append(Cell(x, y, card, owner, action=action))
    return View(tuple(cells), caption)
