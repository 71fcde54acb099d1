"""Battleship, small: each hides one ship of two cells on a board of their own, then both shoot in turn.

    A's sea     B's sea      A places a ship, then B, neither seen by the other. Shots are called by their cells and
    . S .       ? x ?        answered with hit (x) or miss (o). Whoever has hit both cells of the other's ship wins.
    . S .       ? ? o
    . . .       ? ? ?

>>> game = Battleship()
>>> state = game.parse_state("b2-b3/-:./. A")
>>> game.observe(state, 1) == game.observe(game.parse_state("a1-b1/-:./. A"), 1)
True
"""

import re
from collections.abc import Iterator
from typing import Annotated, Any, NamedTuple

from plywise.games.shared.leads import chance_in_words
from plywise.rules import CatalogError, Cell, Game, Look, Lots, NotationError, Unit, View, player_name

LETTERS = "abcd"
NONE = -1


class Battleship(Game):
    """Each hides a ship of two cells; shots are answered with hit or miss."""

    look = Look("squares", "ships", ("white", "black"), "blue")

    class State(NamedTuple):
        """Where the ships lie, by number (-1: not placed), which cells each player shot at, and whose turn it is."""

        ships: tuple[int, int] = (NONE, NONE)
        shots: tuple[int, int] = (0, 0)
        turn: int = 0

    def __init__(self, size: Annotated[int, range(2, 5)] = 3) -> None:
        if not 2 <= size <= len(LETTERS):
            raise CatalogError(f"This Battleship has 2 to {len(LETTERS)} rows, not {size}.")
        self.size, self.cells = size, size * size
        across = [3 << row * size + column for row in range(size) for column in range(size - 1)]
        down = [(1 | 1 << size) << row * size + column for row in range(size - 1) for column in range(size)]
        self.places = tuple(across + down)
        """The cells of each place for a ship, as bits."""
        self.max_actions = len(self.places)
        self.distinct_actions = self.cells + len(self.places)

    def to_move(self, state: State) -> int:
        """Return A and B in turn."""
        return state.turn

    def actions(self, state: State) -> Iterator[int]:
        """Yield each place for the ship, numbered after the cells; later each cell that wasn't shot at."""
        if state.ships[state.turn] == NONE:
            for place in range(len(self.places)):
                yield self.cells + place
            return
        for cell in range(self.cells):
            if not state.shots[state.turn] >> cell & 1:
                yield cell

    def result(self, state: State, action: int) -> State:  # type: ignore[override]
        """Place a ship, or shoot."""
        turn, other = state.turn, 1 - state.turn
        if state.ships[turn] == NONE:
            place = action - self.cells
            ships = (place, state.ships[1]) if turn == 0 else (state.ships[0], place)
            return self.State(ships, state.shots, other)
        mine = state.shots[turn] | 1 << action
        return self.State(state.ships, (mine, state.shots[1]) if turn == 0 else (state.shots[0], mine), other)

    def hits(self, state: State, player: int) -> int:
        """Return which shots of a player have hit."""
        ship = state.ships[1 - player]
        return 0 if ship == NONE else state.shots[player] & self.places[ship]

    def is_terminal(self, state: State) -> bool:
        """Whether a ship is sunk."""
        for player in range(2):
            ship = state.ships[1 - player]
            if ship != NONE and self.hits(state, player) == self.places[ship]:
                return True
        return False

    def utility(self, state: State, player: int) -> int:
        """Return 1 to whoever sank the other's ship."""
        return 1 if self.hits(state, player) == self.places[state.ships[1 - player]] else -1

    def observe(self, state: State, player: int) -> tuple[int, ...]:
        """Return the own ship, all shots and hits, how many ships are placed, and whose turn it is."""
        placed = int(state.ships[0] != NONE) + int(state.ships[1] != NONE)
        hits = (self.hits(state, 0), self.hits(state, 1))
        return (state.ships[player], state.shots[0], state.shots[1], hits[0], hits[1], placed, state.turn)

    def deals(self, observation: Any, player: int, numbers: Lots) -> State:
        """Hide the other's ship where all hits are, and no miss is."""
        own, *rest = observation
        shots, hits, placed, turn = rest[:2], rest[2:4], rest[4], rest[5]
        other = NONE
        if placed == 2 or (placed == 1 and own == NONE):
            missed = shots[player] & ~hits[player]
            fitting = [
                number
                for number, cells in enumerate(self.places)
                if cells & hits[player] == hits[player] and not cells & missed
            ]
            other = fitting[numbers.below(len(fitting))]
        ships = (own, other) if player == 0 else (other, own)
        return self.State(ships, (shots[0], shots[1]), turn)

    def value_name(self, value: float, player: int, unit: Unit) -> str:
        """Say how often a player wins."""
        return chance_in_words((value + 1) / 2, player)

    def action_name(self, state: State, action: Any, player: int | None = None) -> str:
        """Name the cells of a ship, or the cell that is shot at; where a ship lies is its player's secret."""
        if action < self.cells:
            return self.cell_name(action)
        return "a ship" if player not in (None, state.turn) else self.place_name(action - self.cells)

    def cell_name(self, cell: int) -> str:
        """Name a cell, a1 at the lower left."""
        return f"{LETTERS[cell % self.size]}{cell // self.size + 1}"

    def place_name(self, place: int) -> str:
        """Name a place for a ship by its two cells."""
        return "-".join(self.cell_name(cell) for cell in range(self.cells) if self.places[place] >> cell & 1)

    def state_name(self, state: State) -> str:
        """Write both ships, both players' shots, and whose turn it is: b2-b3/a1-b1:a1,c3/. B."""
        ships = "/".join("-" if ship == NONE else self.place_name(ship) for ship in state.ships)
        shots = "/".join(self._cells_text(shot) for shot in state.shots)
        return f"{ships}:{shots} {player_name(state.turn)}"

    def _cells_text(self, bits: int) -> str:
        return ",".join(self.cell_name(cell) for cell in range(self.cells) if bits >> cell & 1) or "."

    def parse_state(self, text: str) -> State:
        """Read what `state_name` writes."""
        match = re.fullmatch(r"([a-d1-4-]+)/([a-d1-4-]+):([a-d1-4,.]+)/([a-d1-4,.]+) ([AB])", " ".join(text.split()))
        if match:
            names = [self.place_name(place) for place in range(len(self.places))]
            cells = [self.cell_name(cell) for cell in range(self.cells)]
            ships = [names.index(name) if name in names else NONE for name in match.groups()[:2]]
            shots = [
                sum(1 << cells.index(name) for name in text.split(",") if name in cells) for text in match.groups()[2:4]
            ]
            state = self.State((ships[0], ships[1]), (shots[0], shots[1]), "AB".index(match[5]))
            if self.state_name(state) == " ".join(text.split()):
                return state
        raise NotationError(f"'{text}' is not a state of this game: write it like b2-b3/a1-b1:a1,c3/. B.")

    def view(self, state: State, player: int | None = None) -> View:
        """Show both seas side by side: the own ship, hits and misses; the other's ship is hidden."""
        is_shooting = state.ships[state.turn] != NONE and not self.is_terminal(state)
        cells = []
        for sea in (0, 1):
            ship = 0 if state.ships[sea] == NONE else self.places[state.ships[sea]]
            shots = state.shots[1 - sea]
            for cell in range(self.cells):
                is_seen = player in (None, sea) or shots >> cell & 1
                piece = "S" if ship >> cell & 1 and is_seen else ""
                if shots >> cell & 1:
                    piece = "x" if ship >> cell & 1 else "o"
                x, y = cell % self.size + sea * (self.size + 1), self.size - 1 - cell // self.size
                can_shoot = is_shooting and sea != state.turn and player in (None, state.turn) and not shots >> cell & 1
                name = self.cell_name(cell)
                cells.append(Cell(x, y, piece, sea if piece == "S" else None, name, action=name if can_shoot else ""))
        return View(tuple(cells), "A's sea on the left, B's on the right")

    def tell_end(self, state: State) -> str:
        """Say who sank the other's ship."""
        return f"{player_name(0 if self.utility(state, 0) > 0 else 1)} sank the other's ship"
