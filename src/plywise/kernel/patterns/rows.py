"""The places of a state's weights as one row of narrow numbers, which is moved along from board to board.

    row        | place of image 0 in its table | of image 1 | ...      16 bits each, 32 where tables are larger
    unit       | what it adds to each of these places ...              one for each bit, or each cell, that is watched
    watched    | numbers that say what board the row is of ...         fields of the state, or eight cells in a word

The board that is looked at next differs in a few cells from the one before. For each of them its unit is added to the
row, as many times as the cell's value has grown, by the processor's vectors: see `spliced.common.rows`. A row of
zeros is that of the empty board, so that the memory of a new block needs no preparation.

Where every cell is a bit of a few numbers, these numbers are watched themselves, and no cell has to be read.
"""

from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from plywise.kernel.patterns.shape import PatternShape

CHUNK = 32
"""Bytes of a row that are added at once."""

NARROW = 1 << 16
"""The largest table whose places take 16 bits."""

CELLS_A_WORD = 8

BitNumber: TypeAlias = tuple[str | int, ...]
"""A number whose bits are cells: a field of the state, and where it is in there."""


@dataclass(frozen=True, slots=True)
class BitBoard:
    """Cells that are bits of a few numbers: cell i is bit `bits[i]` of each, and counts differently in each."""

    numbers: tuple[BitNumber, ...]
    bits: tuple[int, ...]
    factors: tuple[tuple[int, ...], ...]
    """For each cell, what its bit of each number is worth; 0 where that is no part of it."""
    hidden: tuple[tuple[int, int, int], ...]
    """Pairs of numbers, with a mask: where the second one has a bit, that of the first doesn't count."""

    def mask(self, number: int) -> int:
        """Return the bits of a number that are cells."""
        return sum(1 << bit for bit, worth in zip(self.bits, self.factors, strict=True) if worth[number])


class RowPlan:
    """How the places of patterns make a row."""

    def __init__(self, shape: PatternShape) -> None:
        self.shape = shape
        self.width = 2 if shape.table_size <= NARROW else 4
        """Bytes of a place."""
        self.chunks = -(-len(shape.images) * self.width // CHUNK)
        self.board = find_bit_board(shape)
        cells = len(shape.readings)
        self.watched = len(self.board.numbers) if self.board else -(-cells // CELLS_A_WORD)
        """How many numbers are compared."""

    @property
    def words(self) -> int:
        """How many words of a block a row takes, with the numbers that say what board it is of."""
        return self.chunks * CHUNK // 8 + self.watched

    @property
    def room(self) -> int:
        """How many words are needed to find out what board a state has: the numbers watched, and cells before that."""
        return self.watched * (1 if self.board else 1 + CELLS_A_WORD)

    @property
    def constants(self) -> dict[str, int | bool]:
        """What the compiled code knows of rows."""
        shape = self.shape
        return {
            **{"ROW_CHUNKS": self.chunks, "ROW_BYTES": self.chunks * CHUNK, "ROW_WORDS": self.words},
            **{"ROW_SHORTS": self.width == 2, "BIT_CELLS": self.board is not None, "WATCHED": self.watched},
            **{"CELL_COUNT": len(shape.readings), "PHASES": shape.phases, "PATTERN_MOVERS": shape.movers},
            **{"PATTERN_SEATS": shape.seats, "SEAT_STRIDE": shape.pattern_count * shape.table_size},
            "UNITS": self.start,
        }

    @property
    def start(self) -> int:
        """Where units begin, in bytes, after weights of 16 bits."""
        return -(-2 * self.shape.size // CHUNK) * CHUNK

    def units(self) -> bytes:
        """Return all units: those of the first number's bits or cells, then those of the second's, and so on."""
        empty = bytes(self.chunks * CHUNK)
        rows = [array("H" if self.width == 2 else "I", empty) for _ in range(self.watched * self._span)]
        for image, (_, cells) in enumerate(self.shape.images):
            for place, cell in enumerate(cells):
                digit = self.shape.values ** (len(cells) - 1 - place)
                for unit, factor in self._units_of(cell):
                    rows[unit][image] = factor * digit
        return b"".join(row.tobytes() for row in rows)

    @property
    def _span(self) -> int:
        return 64 if self.board else CELLS_A_WORD

    def _units_of(self, cell: int) -> list[tuple[int, int]]:
        if self.board is None:
            return [(cell, 1)]
        worth = self.board.factors[cell]
        return [(64 * number + self.board.bits[cell], factor) for number, factor in enumerate(worth) if factor]


def find_bit_board(shape: PatternShape) -> BitBoard | None:
    """Return how cells are bits of a few numbers; None where they are read in another way, or may share a bit.

    A cell whose bits add up to more than it can hold counts as its highest value. That is so of two bits one of which
    is worth that much alone: then the other one doesn't count.

    >>> class Shape:
    ...     values, readings = 3, (("bits", ("x", 5, 1), ("o", 5, 2)), ("bits", ("x", 6, 1), ("o", 6, 2)))
    >>> find_bit_board(Shape)
    BitBoard(numbers=(('x',), ('o',)), bits=(5, 6), factors=((1, 2), (1, 2)), hidden=((0, 1, 96),))
    """
    if any(reading[0] != "bits" for reading in shape.readings):
        return None
    terms: list[Sequence[Any]] = [reading[1:] for reading in shape.readings]
    if not all(_is_bit(term) for cell in terms for term in cell):
        return None
    numbers = tuple(dict.fromkeys(term[:-2] for cell in terms for term in cell))
    factors, bits, hidden = [], [], dict[tuple[int, int], int]()
    for cell in terms:
        worth, bit = {numbers.index(term[:-2]): term[-1] for term in cell}, cell[0][-2]
        is_plain = len(worth) == len(cell) and all(term[-2] == bit for term in cell)
        pair = sorted(worth, key=worth.__getitem__)
        is_full = sum(worth.values()) >= shape.values
        if not is_plain or (is_full and (len(pair) != 2 or worth[pair[1]] != shape.values - 1)):
            return None
        if is_full:
            hidden[pair[0], pair[1]] = hidden.get((pair[0], pair[1]), 0) | 1 << bit
        bits.append(bit)
        factors.append(tuple(worth.get(number, 0) for number in range(len(numbers))))
    if len(set(bits)) != len(bits):
        return None
    return BitBoard(numbers, tuple(bits), tuple(factors), tuple((*pair, mask) for pair, mask in hidden.items()))


def _is_bit(term: Sequence[Any]) -> bool:
    *_, bit, factor = term
    return type(bit) is type(factor) is int and 0 <= bit < 64 and factor > 0
