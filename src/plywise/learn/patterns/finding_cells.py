"""Where in a game's states its board is, found out by playing at random and looking at the view.

The rule `cells` says it outright. Otherwise the board is a tuple of small numbers in the state, or it is in bits: a bit
belongs to a cell of the view if the piece there, and who moves, always say whether it is set:

    state.x     ...0100   bit 2 is set in all states in which the view has an X on its third cell, and in no others
    state.me    ...0100   the same with "a piece of whoever moves"

Where cells stand on the board is known by the same comparison with the view.
"""

import random
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from plywise.knowledge.patterns import KnowledgeError, number_in, read_cells
from plywise.learn.patterns.bit_roles import (
    MOST_BITS,
    MOST_CELL_VALUES,
    Place,
    completed,
    find_factors,
    role_of,
)
from plywise.rules import CHANCE, Game, Reading, as_view, holder_of

SAMPLES = (400, 2_000)
"""How many states of random play are looked at; more where a board isn't found in few, since cells that are seldom
taken may look alike."""

KEPT = 0.2
"""Of the states of a random game, how many are kept: those of the same game have much in common."""

LONGEST_PLAY = 150
"""Plies after which a random game is abandoned."""

SMALL = 32
"""A tuple holds a board if its numbers take at most this many values."""

FEWEST_CELLS = 4


@dataclass(frozen=True, slots=True)
class Board:
    """A game's board: how its cells are read, how many values they have, where they stand, and which ones touch."""

    readings: tuple[Reading, ...]
    values: int
    spots: tuple[tuple[float, float] | None, ...]
    """Each cell's column and row in the view; None where that isn't known."""
    edges: frozenset[tuple[int, int]] = frozenset()
    """Pairs of cells that the view joins by lines; none where it is a grid."""


def find_board(game: Game, seed: int = 0) -> Board:
    """Return where a game's board is; refuses a game in which it can't be found, and says what to write."""
    for count in SAMPLES:
        samples = _Samples(game, seed, count)
        readings = _by_rule(samples) or _by_tuples(samples) or _by_bits(samples)
        if len(readings) >= FEWEST_CELLS:
            break
    else:
        raise KnowledgeError(
            f"The board of {game.name} can't be found in its states: write `def cells(self, state)`, "
            "which returns a tuple with a small number for each cell."
        )
    boards = [read_cells(game, readings, MOST_CELL_VALUES, state) for state in samples.states]
    values = max(2, 1 + max(map(max, boards)))
    spots = _matched(list(zip(*boards, strict=True)), samples)
    return _located(samples, readings, values, spots)


class _Samples:
    """States of random play with their views: what stands on each cell, and who moves."""

    def __init__(self, game: Game, seed: int, count: int) -> None:
        self.game, self.states = game, list(_play(game, seed, count))
        self.players = [holder_of(game, state) for state in self.states]
        views = [as_view(game.view(state)) for state in self.states]
        self.view = views[0]
        is_steady = len({len(view.cells) for view in views}) == 1
        count = len(self.view.cells) if is_steady else 0
        self.pieces = [[(view.cells[i].piece, view.cells[i].player) for view in views] for i in range(count)]

    def numbers(self) -> Iterator[tuple[Place, list[int]]]:
        """Yield every whole number of the state with what it was in each sample."""
        for place in _places(self.states[0]):
            yield place, [number_in(state, *place) for state in self.states]


def _play(game: Game, seed: int, count: int) -> Iterator[Any]:
    """Yield states of random games that go on; refuses a game that has none."""
    if game.is_terminal(game.initial()):
        raise KnowledgeError(f"{game.name} is over before it starts: there is nothing to learn.")
    chooser, yielded = random.Random(seed), 0
    while yielded < count:
        state = game.initial()
        for _ in range(LONGEST_PLAY):
            if game.is_terminal(state):
                break
            if not yielded or chooser.random() < KEPT:
                yield state
                yielded += 1
            state = game.result(state, chooser.choice(offered(game, state)))


def offered(game: Game, state: Any) -> list[Any]:
    """Return what may come next at a state that isn't terminal: actions, or outcomes of chance."""
    if game.to_move(state) == CHANCE:
        return [outcome for outcome, _ in game.chances(state)]
    return list(game.actions(state))


def _places(state: Any) -> Iterator[Place]:
    """Yield where the whole numbers of a state are, tuples and boards of rows included."""

    def inside(value: Any, place: Place) -> Iterator[Place]:
        if isinstance(value, int):
            yield place
        elif isinstance(value, tuple):
            for i, part in enumerate(value):
                yield from inside(part, (*place, i))

    for field in getattr(state, "_fields", ()):
        yield from inside(getattr(state, field), (field,))


# Three ways to find a board


def _by_rule(samples: _Samples) -> tuple[Reading, ...]:
    if not samples.game.offers("cells"):
        return ()
    rules: Any = samples.game
    return tuple(("rule", i) for i in range(len(rules.cells(samples.states[0]))))


def _by_tuples(samples: _Samples) -> tuple[Reading, ...]:
    """Read cells from tuples of the state whose numbers are small, all of them together."""
    fields: dict[str, list[tuple[Place, list[int]]]] = {}
    for place, numbers in samples.numbers():
        if len(place) > 1:
            fields.setdefault(place[0], []).append((place, numbers))
    found: list[Reading] = []
    for cells in fields.values():
        seen = {number for _, numbers in cells for number in numbers}
        if len(cells) >= FEWEST_CELLS and max(seen) - min(seen) < SMALL and len(seen) > 1:
            found += [("number", min(seen), *place) for place, _ in cells]
    return tuple(found)


def _by_bits(samples: _Samples) -> tuple[Reading, ...]:
    """Read cells from bits, as the view says which belong together."""
    signals = [
        ((*place, bit), [number >> bit & 1 for number in numbers])
        for place, numbers in samples.numbers()
        for bit in range(min(MOST_BITS, max(numbers).bit_length()))
    ]
    varying = [(place, bits) for place, bits in signals if not _is_known_by(bits, samples.players)]
    cells = [[(place, bits) for place, bits in varying if _follows(bits, pieces, samples)] for pieces in samples.pieces]
    named = [{role_of(cell, number): signal for number, signal in enumerate(cell)} for cell in cells if cell]
    factors = find_factors([{role: bits for role, (_, bits) in cell.items()} for cell in named])
    if not factors:
        return ()
    places = completed([{role: place for role, (place, _) in cell.items()} for cell in named])
    return tuple(("bits", *((*place, factors[role]) for role, place in cell.items())) for cell in places)


# Comparing with the view


def _is_known_by(signal: Sequence[Hashable], by: Sequence[Hashable]) -> bool:
    """Whether one thing always says what another one is, as far as was seen."""
    known: dict[Hashable, Hashable] = {}
    return all(known.setdefault(key, value) == value for key, value in zip(by, signal, strict=True))


def _follows(signal: Sequence[Hashable], pieces: Sequence[Hashable], samples: _Samples) -> bool:
    """Whether what stands on a cell of the view, and who moves, say what a signal is."""
    return _is_known_by(signal, list(zip(pieces, samples.players, strict=True)))


def _matched(cells: Sequence[Sequence[int]], samples: _Samples) -> list[int | None]:
    """Return which cell of the view each cell is; None where nothing fits, or more than one does."""
    found: list[int | None] = []
    for numbers in cells:
        constant = _is_known_by(numbers, samples.players)
        fitting = [] if constant else [j for j, each in enumerate(samples.pieces) if _follows(numbers, each, samples)]
        found.append(fitting[0] if len(fitting) == 1 else None)
    return found


def _located(samples: _Samples, readings: tuple[Reading, ...], values: int, matched: Sequence[int | None]) -> Board:
    """Return the board with the places of its cells; in the view's own order where nothing speaks against that."""
    view = samples.view
    is_in_order = all(each in (None, i) for i, each in enumerate(matched))
    if is_in_order and len(view.cells) == len(readings):
        matched = range(len(readings))
    spots = tuple(None if each is None else (view.cells[each].x, view.cells[each].y) for each in matched)
    numbers = {each: i for i, each in enumerate(matched) if each is not None}
    lines = () if view.is_grid else view.edges  # on a grid, a line may run along a whole row
    edges = frozenset((numbers[a], numbers[b]) for a, b in lines if a in numbers and b in numbers)
    return Board(readings, values, spots, edges)
