"""The weights of patterns in memory that compiled code reads: they can't be changed, and live as long as their users.

    | weights, 16 bits each | units of rows (see `rows`) |
    0                       UNITS

Compiled code knows an address only. An array that was replaced and freed would still be read, and nothing would crash:
so the weights are copied into memory of their own, which no one else can write to, and a search keeps this object.
"""

from array import array
from typing import Any

from plywise.kernel.patterns.rows import RowPlan
from plywise.kernel.patterns.shape import PatternShape
from plywise.kernel.running import Block
from plywise.rules import SearchError

WIDTH = 2
"""Bytes of a weight."""


class PatternWeights:
    """The evaluation slot's content: patterns, and a weight of 16 bits with a sign for each of their places."""

    def __init__(self, shape: PatternShape, weights: bytes | bytearray | memoryview) -> None:
        content = memoryview(weights).cast("B")
        if len(content) != WIDTH * shape.size:
            raise SearchError(f"These patterns have {shape.size:,} weights, not {len(content) // WIDTH:,}.")
        self.shape = shape
        plan = RowPlan(shape)
        units, start = plan.units(), plan.start
        self._memory = Block(-(-(start + len(units)) // 8))
        held = memoryview(self._memory.words).cast("B")
        held[: len(content)], held[start : start + len(units)] = content, units

    def write(self, block: Block, layout: Any) -> None:
        """Say in a block where the weights are."""
        block[layout.PATTERNS_AT] = self._memory.address

    def to_array(self) -> "array[int]":
        """Return a copy of the weights."""
        held = memoryview(self._memory.words).cast("B")[: WIDTH * self.shape.size]
        return array("h", held.tobytes())
