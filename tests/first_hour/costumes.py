"""The looks of a random game's states: as strangers write them, some hashable, some not.

A state stands for a label, a text of dots, crosses and rings, and for whose turn it is. Each costume makes a state of
any pair of these and reads the label back.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, IntEnum
from typing import Any, NamedTuple

import numpy as np

WIDTH, HEIGHT = 5, 2
CELLS = WIDTH * HEIGHT
SIGNS = ".XO"


class Side(Enum):
    """Whose turn it is."""

    ODDS = -1
    RED = "red"
    BLUE = "blue"
    GREEN = "green"


SIDES = {-1: Side.ODDS, 0: Side.RED, 1: Side.BLUE, 2: Side.GREEN}


class Way(Enum):
    """Actions that are members of an Enum."""

    NORTH, EAST, SOUTH, WEST, UP, DOWN, STAY, BACK = "nesw^_.b"


class Step(IntEnum):
    """Actions that are numbers, and have names."""

    A, B, C, D, E, F, G, H = range(8)


@dataclass(frozen=True)
class Camp:
    """A frozen dataclass of text, a set, an Enum, and what may be None."""

    ground: str
    turn: Side
    crosses: frozenset[int]
    first: int | None


@dataclass(frozen=True)
class Pieces:
    """A frozen dataclass with a dict turned into a tuple of pairs."""

    at: tuple[tuple[tuple[int, int], str], ...]
    turn: int

    def letters(self) -> str:
        cells = dict(self.at)
        return "".join(cells.get((row, column), ".") for row in range(HEIGHT) for column in range(WIDTH))


class Sets(NamedTuple):
    """Two sets and an Enum."""

    crosses: frozenset[int]
    rings: frozenset[int]
    turn: Side

    def letters(self) -> str:
        return "".join("X" if n in self.crosses else "O" if n in self.rings else "." for n in range(CELLS))


class Ground(NamedTuple):
    """Rows of text."""

    rows: tuple[str, ...]
    turn: int


class Position:
    """A plain class: it isn't equal to another with the same cells."""

    def __init__(self, cells: list[str], turn: int) -> None:
        self.cells = cells
        self.turn = turn


@dataclass
class Table:
    """A dataclass that could be changed, and so has no hash."""

    cells: list[str]
    turn: int


class Slots:
    """A plain class with slots, and another object inside."""

    __slots__ = ("inner", "turn")

    def __init__(self, inner: Position, turn: int) -> None:
        self.inner = inner
        self.turn = turn


class Costume(NamedTuple):
    """One look: how a state is made of a label and a turn, and how its label is read."""

    name: str
    dress: Callable[[str, int], Any]
    label: Callable[[Any], str]


def _cut(label: str) -> list[str]:
    return [label[start : start + WIDTH] for start in range(0, CELLS, WIDTH)]


def _pieces(label: str, turn: int) -> Pieces:
    return Pieces(tuple((divmod(n, WIDTH), sign) for n, sign in enumerate(label) if sign != "."), turn)


def _nested(label: str, turn: int) -> tuple[Any, ...]:
    cells = [None if sign == "." else sign for sign in label]
    return (*(tuple(cells[start : start + WIDTH]) for start in range(0, CELLS, WIDTH)), (turn,))


def _read_nested(state: tuple[Any, ...]) -> str:
    return "".join(sign or "." for row in state[:-1] for sign in row)


def _places(label: str, sign: str) -> frozenset[int]:
    return frozenset(n for n, each in enumerate(label) if each == sign)


def _camp(label: str, turn: int) -> Camp:
    return Camp(label, SIDES[turn], _places(label, "X"), label.index("O") if "O" in label else None)


def _dict(label: str, turn: int) -> dict[Any, Any]:
    return {"turn": turn} | {divmod(n, WIDTH): sign for n, sign in enumerate(label)}


def _read_dict(state: dict[Any, Any]) -> str:
    return "".join(state[divmod(n, WIDTH)] for n in range(CELLS))


def _array(label: str, turn: int) -> Any:
    return np.array([turn, *map(SIGNS.index, label)], dtype=np.int8)


HASHABLE = (
    Costume(
        "text", lambda label, turn: f"{label[:WIDTH]}/{label[WIDTH:]} {turn}", lambda state: state[:5] + state[6:11]
    ),
    Costume("camp", _camp, lambda state: state.ground),
    Costume("nested", _nested, _read_nested),
    Costume("pieces", _pieces, lambda state: state.letters()),
    Costume("sets", lambda label, turn: Sets(_places(label, "X"), _places(label, "O"), SIDES[turn]), Sets.letters),
    Costume("rows", lambda label, turn: Ground(tuple(_cut(label)), turn), lambda state: "".join(state.rows)),
)
UNHASHABLE = (
    Costume("object", lambda label, turn: Position(list(label), turn), lambda state: "".join(state.cells)),
    Costume(
        "lists", lambda label, turn: [*map(list, _cut(label)), turn], lambda state: "".join(map("".join, state[:-1]))
    ),
    Costume("dict", _dict, _read_dict),
    Costume("mutable", lambda label, turn: Table(list(label), turn), lambda state: "".join(state.cells)),
    Costume(
        "slots",
        lambda label, turn: Slots(Position(list(label), -turn), turn),
        lambda state: "".join(state.inner.cells),
    ),
    Costume("array", _array, lambda state: "".join(SIGNS[each] for each in state[1:])),
)

ACTIONS: dict[str, tuple[Any, ...]] = {
    "numbers": tuple(range(8)),
    "words": ("bear off", "castle", "draw", "fold", "hop", "pass", "raise", "swap"),
    "places": tuple((row, column) for row in range(2) for column in range(4)),
    "ways": tuple(Way),
    "steps": tuple(Step),
    "mixed": ("", 3, "pass", (1, 2), ("a1", "b2"), frozenset({4}), Way.UP, True),
}
"""What the actions of a state may be: eight of each kind."""
