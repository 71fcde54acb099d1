"""How a board's cells are read off a state: as a rule says, from a tuple of the state, or from bits of its numbers.

    ("rule", 4)                            game.cells(state)[4]
    ("number", -1, "board", 2, 0)          state.board[2][0] + 1
    ("bits", ("x", 9, 1), ("o", 9, 2))     1 where bit 9 of state.x is set, 2 where that of state.o is
    ("bits", ("stones", 1, 9, 2))          2 where bit 9 of state.stones[1] is set

A cell that has more than its highest value counts as that one, so that every state can be looked up.
"""

from collections.abc import Sequence
from typing import Any

from plywise.rules import Game, Reading

MOST_CELLS = 1024
MOST_LEAST = 1 << 31
MOST_BITS = 64
"""Bits of a number that a compiled search can read."""


def read_cells(game: Game, readings: Sequence[Reading], values: int, state: Any) -> tuple[int, ...]:
    """Return what stands on each cell of a state, from 0 to values - 1.

    >>> from plywise.games.placing.tic_tac_toe import TicTacToe
    >>> game = TicTacToe()
    >>> read_cells(game, [("bits", ("stones", 0, 4, 1), ("stones", 1, 4, 2))], 3, game.result(game.initial(), 4))
    (1,)
    """
    rules: Any = game
    by_rule = rules.cells(state) if readings[0][0] == "rule" else ()
    return tuple(max(0, min(values - 1, _read(reading, by_rule, state))) for reading in readings)


def _read(reading: Reading, by_rule: Sequence[int], state: Any) -> int:
    kind = reading[0]
    rest: list[Any] = list(reading[1:])
    if kind == "rule":
        return int(by_rule[rest[0]])
    if kind == "bits":
        return sum(_bit(state, *term) for term in rest)
    least, *place = rest
    return number_in(state, *place) - int(least)


def _bit(state: Any, *term: Any) -> int:
    *place, bit, factor = term
    return (number_in(state, *place) >> int(bit) & 1) * int(factor)


def number_in(state: Any, field: str, *path: int) -> int:
    """Return a number of a state: a field, or what stands in one that is a tuple."""
    found = getattr(state, field)
    for place in path:
        found = found[place]
    return int(found)


def is_reading(reading: Any, state: Any) -> bool:
    """Whether something from a file says how to read a cell off states such as this one.

    >>> is_reading(("bits", ("__class__", 0, 1)), (0, 0))
    False
    """
    if not isinstance(reading, tuple) or not reading:
        return False
    kind, *rest = reading
    if kind == "rule":
        return len(rest) == 1 and _is_within(rest[0], MOST_CELLS)
    if kind == "bits":
        return bool(rest) and all(_is_bit(term, state) for term in rest)
    least = rest[0] if rest else None
    return kind == "number" and type(least) is int and abs(least) <= MOST_LEAST and _is_number(rest[1:], state)


def _is_bit(term: Any, state: Any) -> bool:
    if not isinstance(term, tuple) or len(term) < 3:
        return False
    *place, bit, factor = term
    return _is_number(place, state) and _is_within(bit, MOST_BITS) and _is_within(factor, MOST_BITS)


def _is_number(place: Sequence[Any], state: Any) -> bool:
    """Whether there is a whole number in a field, or at a place of its tuples."""
    if not place or place[0] not in getattr(state, "_fields", ()):
        return False
    found = getattr(state, place[0])
    for each in place[1:]:
        if not isinstance(found, tuple) or not _is_within(each, len(found)):
            return False
        found = found[each]
    return isinstance(found, int)


def _is_within(number: Any, end: int) -> bool:
    return type(number) is int and 0 <= number < end
