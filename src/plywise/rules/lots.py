"""Pseudo-random numbers: the same seed gives the same numbers, in plain Python and compiled.

Python's own generator can't be compiled without a copy of its 20,000 bits of state, so this one is written by hand:
SplitMix64 (Steele, Lea and Flood, 2014). A counter goes up by an odd constant, and what is drawn is the counter, mixed:

    counter ----> + 0x9E37...15 ----> xor its own high bits, multiply, twice ----> 64 bits

Its twin is `plywise.kernel.spliced.trees.lots`.

>>> lots = Lots(seed=1)
>>> [lots.below(6) + 1 for _ in range(8)]
[4, 5, 6, 3, 3, 5, 6, 4]
>>> lots.fraction()
0.28550868439696664
"""

from collections.abc import Iterable
from typing import TypeVar

Drawn = TypeVar("Drawn")

MASK = (1 << 64) - 1
STRIDE = 0x9E3779B97F4A7C15


class Lots:
    """A stream of random numbers; any whole number can be the seed (modulo 2**64)."""

    __slots__ = ("counter",)

    def __init__(self, seed: int = 0) -> None:
        self.counter = seed & MASK

    def bits(self) -> int:
        """Draw 64 bits."""
        self.counter = (self.counter + STRIDE) & MASK
        mixed = ((self.counter ^ self.counter >> 30) * 0xBF58476D1CE4E5B9) & MASK
        mixed = ((mixed ^ mixed >> 27) * 0x94D049BB133111EB) & MASK
        return mixed ^ mixed >> 31

    def below(self, n: int) -> int:
        """Draw a whole number from 0 to n - 1; requires 1 <= n < 2**31.

        The upper 32 bits are stretched to n: one number comes more often than another by n / 2**32 at most.
        """
        return (self.bits() >> 32) * n >> 32

    def fraction(self) -> float:
        """Draw a number of at least 0 and less than 1, with 53 bits."""
        return (self.bits() >> 11) * 2.0**-53

    def draw(self, chances: Iterable[tuple[Drawn, float]]) -> Drawn:
        """Draw one of several by its probability, with one random number; the last where rounding leaves none.

        >>> Lots(seed=1).draw([("heads", 0.5), ("tails", 0.5)])
        'tails'
        """
        fraction, so_far = self.fraction(), 0.0
        for drawn, probability in chances:
            so_far += probability
            if fraction < so_far:
                return drawn
        return drawn
