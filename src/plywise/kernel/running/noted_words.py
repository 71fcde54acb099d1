"""Words of a block as data: what Python would write there, noted for an engine that has no Python."""

import struct
from typing import Any


class NotedWords:
    """Takes what is written to a block, word by word; floats are kept by their bits.

    >>> noted = NotedWords()
    >>> noted[7], noted.floats[8] = 3, float("inf")
    >>> noted.to_data()
    [[7, '3'], [8, '9218868437227405312']]
    """

    def __init__(self) -> None:
        self.words: dict[int, int] = {}
        self.floats = _NotedFloats(self.words)

    def __setitem__(self, place: int, number: Any) -> None:
        self.words[place] = int(number)

    def to_data(self) -> list[list[Any]]:
        """Return each place with its word in decimal digits: JSON's numbers have 53 bits only."""
        return [[place, str(word)] for place, word in sorted(self.words.items())]


class _NotedFloats:
    """The same words, written as floats."""

    def __init__(self, words: dict[int, int]) -> None:
        self.words = words

    def __setitem__(self, place: int, number: float) -> None:
        self.words[place] = struct.unpack("<q", struct.pack("<d", number))[0]
