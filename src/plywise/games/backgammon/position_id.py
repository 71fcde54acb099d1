"""GNU Backgammon's position ids: both sides in 80 bits, as 14 letters of base64.

    4HPwATDgc/ABMA        A side is written as a one for each checker and then a zero, for each of its points 1 to 24
                          and for the bar. The side not on roll comes first. Bits fill bytes from the lowest up.

That is what the program writes, and its manual's example (CgAAEAEAAAAAAA: 5 and 2 on roll, against 3 and 2) agrees;
the manual's text has the sides the other way around. Any of the 15 checkers that are missing have been borne off.

>>> mine, theirs = read_position_id("CgAAEAEAAAAAAA")
>>> [place for place in range(1, 26) if mine[place]], [place for place in range(1, 26) if theirs[place]], mine[0]
([2, 5], [2, 3], 13)
>>> write_position_id(mine, theirs)
'CgAAEAEAAAAAAA'
"""

import base64
import binascii
from typing import TypeAlias

from plywise.rules import NotationError

CHECKERS, BAR = 15, 25
BYTES = 10
Side: TypeAlias = tuple[int, ...]


def write_position_id(mine: Side, theirs: Side) -> str:
    """Write both sides, places 0 (off) to 25 (the bar), each as its owner counts."""
    bits = "".join("1" * side[place] + "0" for side in (theirs, mine) for place in range(1, BAR + 1))
    key = int(bits[::-1], 2).to_bytes(BYTES, "little")
    return base64.b64encode(key).decode()[:-2]


def read_position_id(text: str) -> tuple[Side, Side]:
    """Return the side to move and the other; raises NotationError."""
    try:
        key = base64.b64decode(text + "==", validate=True)
    except (binascii.Error, ValueError):
        key = b""
    runs = bin(int.from_bytes(key, "little"))[2:][::-1].split("0") if len(key) == BYTES else []
    runs += [""] * (2 * BAR - len(runs))
    if len(key) != BYTES or any(runs[2 * BAR :]):
        raise NotationError(f"'{text}' is not a position id: that of the starting position is 4HPwATDgc/ABMA.")
    theirs, mine = _side(runs[:BAR], text), _side(runs[BAR : 2 * BAR], text)
    if any(mine[place] and theirs[BAR - place] for place in range(1, BAR)):
        raise NotationError(f"'{text}' can't come up: both have checkers on one point.")
    return mine, theirs


def _side(runs: list[str], text: str) -> Side:
    counts = [len(run) for run in runs]
    if sum(counts) > CHECKERS:
        raise NotationError(f"'{text}' can't come up: a player has {sum(counts)} checkers, and there are only 15.")
    return (CHECKERS - sum(counts), *counts)
