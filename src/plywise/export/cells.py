"""What a cell of a board follows from: one number of the state, or one bit place of its numbers.

It is found out by trying: what isn't contradicted by thousands of states of random play is taken.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

MOST_VALUES = 64
"""A number that has more values than this isn't what stands on one cell."""
BITS = 64

Kind = Literal["number", "bit"]
Face = tuple[str, int | None]


@dataclass(frozen=True, slots=True)
class CellSource:
    """Where a cell's face comes from: a number's place or a bit's, with who moves or without, and the faces by key."""

    kind: Kind
    place: int
    with_mover: bool
    faces: dict[str, Face]

    def to_data(self) -> list[Any]:
        """Return the source as JSON can hold it."""
        faces = {key: list(face) for key, face in self.faces.items()}
        return [self.kind, self.place, self.with_mover, faces]


def find_source(numbers: Sequence[Sequence[int]], movers: Sequence[int], shown: Sequence[Face]) -> CellSource | None:
    """Return what decides which face a cell shows, in all states; None where nothing tried does.

    The first half of the states teaches the faces, the second must bring none that is new: a number that merely
    differs from state to state is no source.

    >>> states = [[0, 1], [1, 1], [2, 1], [3, 1]] * 4
    >>> faces = [("X" if state[0] & 2 else "", None) for state in states]
    >>> source = find_source(states, [0] * 16, faces)
    >>> source.kind, source.place
    ('bit', 1)
    """
    tried: list[tuple[Kind, int]] = [("bit", bit) for bit in range(BITS)]
    if len(numbers[0]) > 4:  # rows of numbers, one a cell: likelier than bits
        tried = [*(("number", place) for place in range(len(numbers[0]))), *tried]
    else:
        tried += [("number", place) for place in range(len(numbers[0]))]
    for with_mover in (False, True):
        for kind, place in tried:
            faces = _faces(kind, place, numbers, movers if with_mover else None, shown)
            if faces is not None:
                return CellSource(kind, place, with_mover, faces)
    return None


def key_of(kind: Kind, place: int, numbers: Sequence[int], mover: int | None) -> str:
    """Return what a face is looked up by; the page does the same."""
    said = str(numbers[place]) if kind == "number" else "".join(str(number >> place & 1) for number in numbers)
    return said if mover is None else f"{said}/{mover}"


def _faces(
    kind: Kind,
    place: int,
    numbers: Sequence[Sequence[int]],
    movers: Sequence[int] | None,
    shown: Sequence[Face],
) -> dict[str, Face] | None:
    """Return the faces by key, or None where two differ, or where one is new in the second half."""
    faces: dict[str, Face] = {}
    for index, (row, face) in enumerate(zip(numbers, shown, strict=True)):
        key = key_of(kind, place, row, None if movers is None else movers[index])
        if 2 * index >= len(shown) and key not in faces:
            return None
        if faces.setdefault(key, face) != face or len(faces) > MOST_VALUES:
            return None
    return faces
