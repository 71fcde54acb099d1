"""Who plays whom, in which seats, from which opening and with which random numbers: all by a game's number alone.

Games come in units: the same opening and the same dice, once for each way to rotate the agents through the seats.
Between two players a unit is a pair of games with sides swapped:

    game      0      1      2      3      4      5        agents A, B, C
    unit      0      0      1      1      2      2
    seats    A B    B A    A C    C A    B C    C B
    opening   0      0      0      0      0      0        the next round begins with game 6 and opening 1
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from plywise.matches.openings import Opening, Openings
from plywise.rules import Lots

DICE, SEATS = 1, 2
"""What random numbers are for; 0 is for openings."""


def mixed_seed(*numbers: int) -> int:
    """Return a seed that follows from some numbers.

    >>> mixed_seed(0, 1, 2) == mixed_seed(0, 1, 2) != mixed_seed(0, 2, 1)
    True
    """
    seed = 0
    for number in numbers:
        seed = Lots(seed ^ number).bits()
    return seed


@dataclass(frozen=True, slots=True)
class GamePlan:
    """One game of a match: a task for any worker."""

    number: int
    unit: int
    opening: Opening
    seats: tuple[int, ...]
    """The agent in each seat."""
    dice: int
    """The seed of what chance does: the same in all games of a unit."""
    seeds: tuple[int, ...]
    """The seed of each seat's agent."""


def make_lineups(agents: int, players: int, gauntlet: bool) -> list[tuple[int, ...]]:
    """Return which agents meet; fewer agents than seats take several of them in turn.

    >>> make_lineups(3, 2, gauntlet=False), make_lineups(3, 2, gauntlet=True)
    ([(0, 1), (0, 2), (1, 2)], [(0, 1), (0, 2)])
    >>> make_lineups(2, 3, gauntlet=False)
    [(0, 1, 0), (1, 0, 1)]
    """
    if agents >= players:
        return [line for line in combinations(range(agents), players) if 0 in line or not gauntlet]
    lines = [tuple((first + seat) % agents for seat in range(players)) for first in range(agents)]
    return lines[:1] if players % agents == 0 else lines


class Schedule:
    """All games of a match, by number; the first ones stay the same however many there are."""

    def __init__(
        self,
        agents: int,
        players: int,
        games: int,
        openings: Openings,
        seed: int,
        gauntlet: bool,
        unit_games: int | None = None,
    ) -> None:
        self.players, self.seed, self.openings = players, seed, openings
        self.lineups = make_lineups(agents, players, gauntlet)
        self.unit_games = players if unit_games is None else unit_games
        """How many games make a unit: one for each seat, unless seats aren't swapped."""
        self.units = games // self.unit_games * len(self.lineups)

    @property
    def games(self) -> int:
        """How many games there are."""
        return self.units * self.unit_games

    def game(self, number: int) -> GamePlan:
        """Return the game of a number."""
        unit, seats = self.seating(number)
        round_ = unit // len(self.lineups)
        seeds = tuple(mixed_seed(self.seed, SEATS, number, seat) for seat in range(self.players))
        return GamePlan(number, unit, self.openings[round_], seats, mixed_seed(self.seed, DICE, unit), seeds)

    def seating(self, number: int) -> tuple[int, tuple[int, ...]]:
        """Return a game's unit, and the agent in each seat."""
        unit, rotation = divmod(number, self.unit_games)
        lineup = self.lineups[unit % len(self.lineups)]
        return unit, tuple(lineup[(seat + rotation) % self.players] for seat in range(self.players))

    def without(self, done: "set[int] | frozenset[int]" = frozenset()) -> Iterator[GamePlan]:
        """Yield all games but those that are done."""
        return (self.game(number) for number in range(self.games) if number not in done)
