"""Which cells of a board an action names: found out by playing, never guessed.

    action          reading      cells (row, column)
    (2, 3)          ROW_FIRST    (2, 3)
    (2, 3)          COLUMN_FIRST (3, 2)
    ((6, 4), (4, 4))  ROW_FIRST  (6, 4) and (4, 4)
    7               INDEX        (2, 1) on a board with three columns

A reading holds for a game if, in its first plies, the actions that it reads change each of the cells that they name:
all of them, or nearly all, since a chain of explosions may leave a cell as it was.

>>> read_action(Reading.ROW_FIRST, ("move", (1, 0), (0, 0)), 3, 3), read_action(Reading.INDEX, 7, 3, 3)
(((1, 0), (0, 0)), ((2, 1),))
"""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import fields, is_dataclass
from enum import Enum
from numbers import Integral
from typing import Any, TypeAlias

from plywise.rules.first_plies import TriedPly
from plywise.rules.players import CHANCE

Place: TypeAlias = tuple[int, int]
"""A row and a column, counted from 0 at the upper left."""

Rows: TypeAlias = Sequence[Sequence[str]]
"""What stands on a board, as text."""

NAME = re.compile(r"(?<![a-z])[a-z][1-9]\d?(?!\d)")
"""The name of a cell, wherever it stands in an action's name: a1, b12."""

FEWEST = 2
"""How many different actions must have been read before a reading counts."""

SLIPS = 0.1
"""How many actions may leave a cell that they name as it was, for each that changes all of its cells."""


class Reading(Enum):
    """How an action names cells."""

    ROW_FIRST = 0
    COLUMN_FIRST = 1
    INDEX = 2


def read_action(reading: Reading, action: Any, rows: int, columns: int) -> tuple[Place, ...]:
    """Return the cells that an action names, in order; none where it names none, or some beyond the board."""
    if reading is Reading.INDEX:
        places = tuple(divmod(number, columns) for number in _numbers(action))
    else:
        places = tuple(pair if reading is Reading.ROW_FIRST else (pair[1], pair[0]) for pair in find_pairs(action))
    return places if all(0 <= row < rows and 0 <= column < columns for row, column in places) else ()


def find_reading(plies: Iterable[TriedPly], draw: Callable[[Any], Rows | None]) -> Reading | None:
    """Return the reading that holds in all plies and reads the most actions; None where none does, or two do.

    `draw` says what stands on the board in a state, None where there is none.
    """
    right = dict.fromkeys(Reading, 0)
    wrong = dict.fromkeys(Reading, 0)
    actions: dict[Reading, set[str]] = {reading: set() for reading in Reading}
    for ply in plies:
        before = draw(ply.state) if ply.mover != CHANCE and ply.after else None
        if not before:
            continue
        for action, after in ply.after:
            changed = find_changed(before, draw(after))
            for reading in Reading:
                named = read_action(reading, action, len(before), len(before[0]))
                if named and changed.issuperset(named):
                    right[reading] += 1
                    actions[reading].add(repr(action))
                elif named:
                    wrong[reading] += 1
    holding = [each for each in Reading if len(actions[each]) >= FEWEST and wrong[each] <= SLIPS * right[each]]
    most = max((right[reading] for reading in holding), default=0)
    best = [reading for reading in holding if right[reading] == most]
    return best[0] if len(best) == 1 else None


def names_of(text: str) -> tuple[str, ...]:
    """Return the cells that an action's name mentions, in order.

    >>> names_of("a2-b3"), names_of("3b2>12"), names_of("Move(1, 2)")
    (('a2', 'b3'), ('b2',), ())
    """
    return tuple(NAME.findall(text))


def names_hold(named: Sequence[tuple[Sequence[str], set[Place]]], rows: int) -> bool:
    """Whether all cells that are named change, with row 1 above or with row 1 below; not if one action is all there is.

    >>> names_hold([(("a1",), {(0, 0)}), (("b1",), {(0, 1)})], 2), names_hold([(("a1",), {(0, 0)})], 2)
    (True, False)
    """

    def holds(first: int, step: int) -> bool:
        return all(
            (first + step * int(name[1:]), ord(name[0]) - ord("a")) in changed
            for names, changed in named
            for name in names
        )

    return len({*(tuple(names) for names, _ in named if names)}) >= FEWEST and (holds(-1, 1) or holds(rows, -1))


def find_changed(before: Rows | None, after: Rows | None) -> set[Place]:
    """Return the places where two boards differ; none where they aren't of one shape.

    >>> sorted(find_changed(["X.", ".."], ["X.", "O."]))
    [(1, 0)]
    """
    if not before or not after or [*map(len, before)] != [*map(len, after)]:
        return set()
    return {(y, x) for y, row in enumerate(before) for x, piece in enumerate(row) if piece != after[y][x]}


def find_pairs(action: Any) -> list[Place]:
    """Return the pairs of whole numbers in an action, in order.

    >>> find_pairs((1, 2)), find_pairs(("put", 1, 2)), find_pairs(((0, 1), None, (2, 3))), find_pairs((1, 2, 3))
    ([(1, 2)], [(1, 2)], [(0, 1), (2, 3)], [])
    """
    parts = parts_of(action)
    numbers = [int(part) for part in parts if _is_number(part)]
    if numbers:
        return list(zip(numbers[::2], numbers[1::2], strict=True)) if len(numbers) % 2 == 0 else []
    return [pair for part in parts for pair in find_pairs(part)]


def parts_of(thing: Any) -> tuple[Any, ...]:
    """Return what a tuple, a list or a dataclass holds; nothing of anything else."""
    if isinstance(thing, tuple | list):
        return tuple(thing)
    if is_dataclass(thing) and not isinstance(thing, type):
        return tuple(getattr(thing, field.name) for field in fields(thing))
    return ()


def _numbers(action: Any) -> list[int]:
    """Return the whole numbers that an action is, or holds itself."""
    return [int(part) for part in (parts_of(action) or (action,)) if _is_number(part)]


def _is_number(thing: Any) -> bool:
    return isinstance(thing, Integral) and not isinstance(thing, bool | Enum)
