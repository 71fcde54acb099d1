"""What a table's code must be, as it is compiled: how codes are read, and what ends and plies make of them.

Nothing here is shared with the passes that build tables: no predecessors, no counts. Codes have 16 bits: EMPTY,
DRAW, LOSS + plies, WIN + plies, to the player to move; or, where a game ends with more than a win, a draw or a loss,
FIRST_VALUE + what the value is above the least.
"""

from typing import Any

from plywise.kernel.spliced.common.supplied import (
    LOWEST,
    MIDDLE,
    SCALE,
    VALUED,
    load_byte,
    load_short,
    ply_scaled,
    rule_utility,
)

EMPTY, DRAW, LOSS, WIN = 0, 1, 2, 1 << 15
FIRST_VALUE = 2
BYTE_WIN = 129
FAR = 1 << 14
"""More plies than any code can hold."""


def read_code(address: int, width: int, slot: int) -> int:
    """Return the code in a slot of a table that has one byte for each, or two."""
    if width == 2:
        return load_short(address, slot) & 0xFFFF
    code = load_byte(address, slot)
    return code if VALUED or code < BYTE_WIN else code - BYTE_WIN + WIN


def ended(state: Any, player: int) -> int:
    """Return the code of a terminal state to a player."""
    utility = ply_scaled(rule_utility(state, player), SCALE)
    if VALUED:
        return FIRST_VALUE + utility - LOWEST
    if 2 * utility == MIDDLE:
        return DRAW
    return WIN if 2 * utility > MIDDLE else LOSS


def farther(code: int, converts: bool) -> int:
    """Return a code as it is one ply before: at a conversion, distances start again."""
    if VALUED or code == DRAW:
        return code
    if converts:
        return WIN + 1 if code >= WIN else LOSS + 1
    return code + 1


def swapped(code: int) -> int:
    """Return what a code is to the other player."""
    if VALUED:
        return 2 * (FIRST_VALUE - LOWEST) + MIDDLE - code
    if code == DRAW:
        return DRAW
    return LOSS + code - WIN if code >= WIN else WIN + code - LOSS
