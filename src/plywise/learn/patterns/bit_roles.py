"""What the bits of a board stand for: the same on each of its cells, whichever number of the state they are in.

state.attackers >> i & 1      1 * this
state.king >> i & 1         + 3 * this       is what stands on the cell with bit i
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

MOST_BITS = 64
"""Bits of a number that a compiled search can read."""

MOST_CELL_VALUES = 16
"""Values beyond count as the highest: a pit of Kalah may hold more seeds."""

Place: TypeAlias = tuple[Any, ...]
"""A number of the state: a field, and indices where that is a tuple."""

Role: TypeAlias = tuple[Place, int]
"""What a bit stands for, the same on every cell: the number it is in, and which of a cell's bits there it is."""


def completed(cells: Sequence[Mapping[Role, Place]]) -> list[dict[Role, Place]]:
    """Return where the bits of each cell are, those included that were never set: a king may yet come there.

    Where one role's bit is always as far from another's, it is so on every cell.

    >>> man, king = (("men",), 0), (("king",), 0)
    >>> cells = [{man: ("men", 3), king: ("king", 5)}, {man: ("men", 4)}]
    >>> completed(cells)[1]
    {(('men',), 0): ('men', 4), (('king',), 0): ('king', 6)}
    """
    counts = Counter(role for cell in cells for role in cell)
    found = [dict(cell) for cell in cells]
    (main, _), *others = counts.most_common()
    for role, _ in others:
        aparts = {cell[role][-1] - cell[main][-1] for cell in cells if role in cell and main in cell}
        apart = aparts.pop() if len(aparts) == 1 else None
        for cell in found:
            if apart is not None and main in cell and 0 <= cell[main][-1] + apart < MOST_BITS:
                cell.setdefault(role, (*role[0], cell[main][-1] + apart))
    return found


def role_of(cell: Sequence[tuple[Place, Sequence[int]]], number: int) -> Role:
    """Return what a bit of a cell stands for: the number that it is in, and which of that number's bits it is there."""
    source = cell[number][0][:-1]
    return source, sum(place[:-1] == source for place, _ in cell[:number])


def find_factors(cells: Sequence[Mapping[Role, Sequence[int]]]) -> dict[Role, int] | None:
    """Return a factor for each role of bits, so that sums distinguish what can stand on a cell; small ones are found.

    Not every cell need have every role: only a king may enter some. None where there is too much to distinguish, or
    where some cells have more bits of a number than others: one of them must be there by accident.

    >>> x, o = (("x",), 0), (("o",), 0)
    >>> list(find_factors([{x: [0, 0, 1], o: [0, 1, 0]}]).values())
    [1, 2]
    >>> list(find_factors([{x: [0, 0, 1], o: [0, 1, 1]}]).values())
    [1, 1]
    """
    roles = list(dict.fromkeys(role for cell in cells for role in cell))
    if any((source, number - 1) in cell and (source, number) not in cell for source, number in roles for cell in cells):
        return None
    seen: set[tuple[int, ...]] = set()
    for cell in cells:
        count = len(next(iter(cell.values())))
        seen.update(zip(*(cell.get(role, [0] * count) for role in roles), strict=True))
    factors: list[int] = []
    for number in range(len(roles)):
        for factor in range(MOST_CELL_VALUES):
            tried = (*factors, factor)
            parts = {bits[: number + 1] for bits in seen}
            sums = {sum(bit * each for bit, each in zip(part, tried, strict=True)) for part in parts}
            if len(sums) == len(parts) and max(sums) < MOST_CELL_VALUES:
                factors.append(factor)
                break
        else:
            return None
    return dict(zip(roles, factors, strict=True))
