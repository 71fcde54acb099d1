"""What the number in a slot means: one byte, two bytes or a float, always to the player to move.

| kind      | type    | empty | draw | loss in d plies | win in d plies | anything else                  |
|-----------|---------|-------|------|-----------------|----------------|--------------------------------|
| outcome   | uint8   | 0     | 1    | 2 + d           | 129 + d        | d at most 126                  |
| outcome   | uint16  | 0     | 1    | 2 + d           | 32768 + d      | d at most 32765                |
| wdl       | uint8   | 0     | 1    | 2               | 129            | no distances are kept          |
| utility   | uint8/16| 0     |      |                 |                | 2 + utility * scale - lowest   |
| vector    | uint8/16| 0     |      |                 |                | 2 + players * vector + mover   |
| value     | float64 | NaN   |      |                 |                | the value itself               |

A vector is what each player gets by max^n: utility * scale - lowest are its digits to the base `radix`, that of
player 0 the last. It comes with who moves, so that a value is to the player to move here too.

>>> encode(1, 5), encode(-1, 5), encode(0), encode(1, 200, "uint16")
(134, 7, 1, 32968)
>>> decode(134), decode(0), decode(32968, "uint16")
(Solved(value=1, distance=5), None, Solved(value=1, distance=200))
>>> halves = Meaning("utility", lowest=-6, scale=2)
>>> halves.encode(-2.5), halves.decode(3)
(3, Solved(value=-2.5, distance=None))
>>> bare = Meaning("wdl")
>>> bare.encode(1), bare.decode(129), bare.decode(2)
(129, Solved(value=1, distance=None), Solved(value=-1, distance=None))
>>> land = Meaning("vector", scale=2, players=3, radix=13)
>>> land.encode_vector((3, 2.5, 0), 1), land.decode(216)
(216, Solved(value=2.5, distance=None, values=(3, 2.5, 0)))
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from plywise.knowledge.solved.errors import SolvedTableError

EMPTY = 0
DRAW = 1
LOSS = 2
"""A loss in no plies; one in d is d more."""

WIN = {"uint8": 129, "uint16": 32768}
"""A win in no plies, by type."""

LONGEST = {"uint8": 126, "uint16": 32765}
"""The largest distance that a type holds."""

MOST_PLAYERS = 64
"""More of them than any code holds."""

LARGEST = {"uint8": 255, "uint16": 65535}
"""The largest code of a type."""

NARROW = ("uint8", "uint16")
KINDS = {"outcome": NARROW, "wdl": ("uint8",), "utility": NARROW, "vector": NARROW, "value": ("float64",)}
"""What tables hold, and the types that can hold it."""


class Solved(NamedTuple):
    """What a table knows of a state: its value to the player to move, and the plies to the win, loss or conversion.

    `values` are what all players get by max^n, in the order of seats, where a game isn't for two whose gains add up.
    """

    value: float
    distance: int | None = None
    values: tuple[float, ...] | None = None

    def __repr__(self) -> str:
        rest = "" if self.values is None else f", values={self.values!r}"
        return f"Solved(value={self.value!r}, distance={self.distance!r}{rest})"

    def to_data(self) -> dict[str, Any]:
        """Return it as data; what all players get stands with what it is by.

        >>> Solved(1, 4).to_data()
        {'value': 1, 'distance': 4}
        >>> Solved(3, None, (3, 3, 0)).to_data()
        {'value': 3, 'distance': None, 'values': [3, 3, 0], 'by': 'max^n'}
        """
        vector = {} if self.values is None else {"values": list(self.values), "by": "max^n"}
        return {"value": self.value, "distance": self.distance, **vector}


def encode(outcome: int, distance: int = 0, dtype: str = "uint8") -> int:
    """Return the code of a win (1), draw (0) or loss (-1) for the player to move, `distance` plies away."""
    if not 0 <= distance <= LONGEST[dtype]:
        raise SolvedTableError(
            f"A distance of {distance} doesn't fit {dtype}, which holds 0 to {LONGEST[dtype]}: use uint16 up to 32765."
        )
    if outcome == 0:
        return DRAW
    return (WIN[dtype] if outcome > 0 else LOSS) + distance


def decode(code: int, dtype: str = "uint8") -> Solved | None:
    """Return the outcome and distance of a code; None for an empty slot."""
    if code == EMPTY:
        return None
    if code == DRAW:
        return Solved(0, None)
    return Solved(1, code - WIN[dtype]) if code >= WIN[dtype] else Solved(-1, code - LOSS)


@dataclass(frozen=True, slots=True)
class Meaning:
    """How a folder's codes are read: `kind`, and for utilities the lowest one (after scaling) and the scale.

    For vectors also how many players there are, and how many utilities each may get.
    """

    kind: str = "outcome"
    lowest: int = 0
    scale: int = 1
    players: int = 1
    radix: int = 1

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise SolvedTableError(f"No table holds codes of the kind {self.kind!r}: choose one of {', '.join(KINDS)}.")
        numbers: tuple[Any, ...] = (self.lowest, self.scale, self.players, self.radix)
        if any(type(number) is not int for number in numbers) or self.scale < 1:
            raise SolvedTableError("Utilities are coded by a whole lowest and a whole scale of at least 1: give those.")
        most = LARGEST["uint16"] - LOSS + 1
        if not (1 <= self.players <= MOST_PLAYERS and 1 <= self.radix <= most and self.codes <= most):
            raise SolvedTableError(
                f"{self.radix} utilities of {self.players} players have no codes of 16 bits: choose fewer."
            )

    @property
    def codes(self) -> int:
        """How many codes name a vector and who moves."""
        return self.players * int(self.radix**self.players)

    def record(self) -> dict[str, Any]:
        """Return it as plain data."""
        plain = {"kind": self.kind, "lowest": self.lowest, "scale": self.scale}
        return plain | ({"players": self.players, "radix": self.radix} if self.kind == "vector" else {})

    @property
    def is_outcome(self) -> bool:
        """Whether values are a win (1), a draw (0) or a loss (-1), with distances or without."""
        return self.kind in ("outcome", "wdl")

    def encode(self, value: float, distance: int = 0, dtype: str = "uint8") -> float:
        """Return the code of a value to the player to move."""
        if self.kind == "value":
            return value
        if self.kind == "vector":
            raise SolvedTableError("A vector's code isn't that of one value: use Meaning.encode_vector.")
        if self.is_outcome:
            return encode((value > 0) - (value < 0), distance if self.kind == "outcome" else 0, dtype)
        code = LOSS + value * self.scale - self.lowest
        if code != int(code) or not LOSS <= code <= LARGEST[dtype]:
            raise SolvedTableError(
                f"The utility {value} has no code with lowest {self.lowest} and scale {self.scale} in {dtype}: "
                "choose those to fit the game's utilities."
            )
        return int(code)

    def decode(self, code: float, dtype: str = "uint8") -> Solved | None:
        """Return what a code says; None for an empty slot."""
        if self.kind == "value":
            return None if code != code else Solved(code)
        if self.is_outcome:
            found = decode(int(code), dtype)
            return found if self.kind == "outcome" or found is None else Solved(found.value)
        if code == EMPTY:
            return None
        if self.kind == "vector":
            return self.decode_vector(int(code))
        return Solved(self.utility(int(code) - LOSS))

    def encode_vector(self, values: Sequence[float], mover: int) -> int:
        """Return the code of what each player gets in a state in which one of them is to move."""
        vector = 0
        for value in reversed(values):
            digit = round(value * self.scale) - self.lowest
            if abs(value * self.scale - self.lowest - digit) > 1e-9 or not 0 <= digit < self.radix:
                raise SolvedTableError(
                    f"The utility {value} has no code with lowest {self.lowest}, scale {self.scale} and {self.radix} "
                    "utilities: choose those to fit the game's."
                )
            vector = vector * self.radix + digit
        return LOSS + self.players * vector + mover

    def decode_vector(self, code: int) -> Solved:
        """Return what the code of a vector says."""
        if not LOSS <= code < LOSS + self.codes:
            raise SolvedTableError(f"The code {code} names no vector: don't use this table, or build it again.")
        vector, mover = divmod(code - LOSS, self.players)
        values = []
        for _ in range(self.players):
            vector, digit = divmod(vector, self.radix)
            values.append(self.utility(digit))
        return Solved(values[mover], None, tuple(values))

    def utility(self, digit: int) -> float:
        """Return the utility that is so much above the lowest, after scaling."""
        scaled = digit + self.lowest
        return scaled // self.scale if scaled % self.scale == 0 else scaled / self.scale
