"""What compiled code needs to know of patterns: how cells are read off a state, and which cells each table looks at.

    board       c0 c1 c2      a cell holds one of `values` small numbers
                c3 c4 c5
    image       (c0, c1, c4)  looks into table t at place (c0 * values + c1) * values + c4
    tables      one of `table_size` weights for each pattern, seat, player to move and phase

`knowledge.patterns` has the objects of this form; the kernel knows no knowledge.
"""

from typing import Any, Protocol

from plywise.rules import Reading


class PatternShape(Protocol):
    """The form of patterns, without their weights."""

    @property
    def readings(self) -> tuple[Reading, ...]:
        """How each cell is read."""

    @property
    def values(self) -> int:
        """How many values a cell may have: 0 to values - 1."""

    @property
    def phases(self) -> int:
        """How many tables there are for the same pattern, by how many cells aren't 0."""

    @property
    def movers(self) -> int:
        """How many sets of tables there are by who is to move: 1 where players share them."""

    @property
    def seats(self) -> int:
        """How many estimates a state has: 1 where one player's gain is the other's loss, else one a player."""

    @property
    def images(self) -> tuple[tuple[int, tuple[int, ...]], ...]:
        """Each pattern's number with the cells it looks at, once for each symmetry."""

    @property
    def pattern_count(self) -> int:
        """How many patterns there are."""

    @property
    def table_size(self) -> int:
        """How many weights a table has."""

    @property
    def size(self) -> int:
        """How many weights there are in all."""


def describe_shape(shape: PatternShape) -> Any:
    """Return everything that the text of compiled patterns depends on, as JSON holds it."""
    sizes = [shape.values, shape.phases, shape.movers, shape.seats, shape.pattern_count, shape.table_size]
    return [shape.readings, shape.images, *sizes]
