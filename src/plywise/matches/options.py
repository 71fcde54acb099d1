"""What a match consists of, beyond the game and the agents."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from plywise.agents import TimeControl
from plywise.matches.statistics import SequentialTest
from plywise.rules import Game, Limit, PlywiseError

USUAL_LIMIT = Limit(time=0.1)
USUAL_MOST_PLIES = 1_000
"""After which a game that can repeat states counts as a draw."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchOptions:
    """How `play_match` plays; every field has a sensible default.

    >>> MatchOptions(games=10, limit=Limit(nodes=1000)).seed
    0
    """

    games: int = 100
    """Games of each pairing: every opening is played once with each of the possible seats."""
    limit: Limit | None = None
    """What an agent may spend on each action; by default 0.1 seconds, unless there is a clock."""
    limits: Sequence[Limit] = ()
    """What each agent may spend on each action, where they differ: as many as there are agents."""
    clock: TimeControl | None = None
    """What each seat has for its game, such as TimeControl.parse("60+0.5"), instead of a limit."""
    seed: int = 0
    """From which openings, dice and the agents' own random numbers are drawn."""
    opening_plies: int | None = None
    """Random plies before the agents begin; by default, as many as suit the game."""
    openings: Sequence[str] = ()
    """Openings to play instead of random ones: names of states, or actions with blanks in between."""
    gauntlet: bool = False
    """Whether the first agent meets all others, who don't meet each other."""
    adjudicate: bool = False
    """Whether a game ends when solved tables say how, or when both agents have proven the same outcome."""
    max_plies: int | None = None
    """Plies after which a game counts as a draw; by default 1,000 where states can repeat, and never elsewhere."""
    sprt: SequentialTest | None = None
    """A sequential test that ends the match as soon as its question is answered."""
    swap: bool = True
    """Whether each opening is played once from each seat; where one agent sits in all, that would repeat games."""
    keep_leads: bool = False
    """Whether each game keeps who was ahead at each ply, as the agents saw it: for two with a constant sum."""

    def __post_init__(self) -> None:
        if self.limit is not None and self.clock is not None:
            raise PlywiseError("A match has a limit for each action or a clock, not both: leave one out.")
        if self.limits and (self.limit is not None or self.clock is not None):
            raise PlywiseError("A match has one limit, a limit for each agent, or a clock: leave out the others.")
        if self.games < 1:
            raise PlywiseError(f"A match has one game at least, not {self.games}.")
        if self.opening_plies is not None and self.opening_plies < 0:
            raise PlywiseError(f"An opening has 0 plies or more, not {self.opening_plies}.")
        if self.max_plies is not None and self.max_plies < 1:
            raise PlywiseError(f"A game has one ply at least, not {self.max_plies}.")

    @property
    def each_action(self) -> Limit:
        """What an agent may spend on each action where there is no clock."""
        return self.limit or USUAL_LIMIT

    def limit_of(self, agent: int) -> Limit:
        """Return what an agent, by its number, may spend on each action where there is no clock."""
        return self.limits[agent] if self.limits else self.each_action

    def unit_games(self, game: Game) -> int:
        """Return how many games make a unit: one for each seat, or one alone where seats aren't swapped."""
        return game.players if self.swap else 1

    def most_plies(self, game: Game) -> int | None:
        """Return the plies after which a game counts as a draw, or None."""
        return self.max_plies or (USUAL_MOST_PLIES if game.cyclic else None)

    def check(self, game: Game, agents: int) -> None:
        """Refuse what this game, or this number of agents, doesn't allow."""
        if game.players < 2:
            raise PlywiseError(f"{game.name} has one player: a match needs a game for two or more.")
        if agents < 2:
            raise PlywiseError("A match needs two agents at least, such as: auto random.")
        if self.limits and len(self.limits) != agents:
            raise PlywiseError(f"There are {agents} agents and {len(self.limits)} limits: give one for each agent.")
        if self.games % self.unit_games(game):
            fits = self.games + -self.games % game.players
            raise PlywiseError(
                f"Each opening is played {game.players} times, once from each seat: "
                f"{self.games} games don't work out, {fits} do."
            )
        if self.sprt is not None and agents != 2:
            raise PlywiseError(f"A sequential test compares two agents, not {agents}: leave it out.")
        if self.adjudicate and not game.evaluates_in_own_unit:
            raise PlywiseError(
                f"Only games of two without dice can be adjudicated by proofs, unlike {game.name}: leave that out."
            )

    def to_data(self) -> dict[str, Any]:
        """Return what decides how each game goes: not how many there are, nor when the match ends."""
        time: dict[str, Any] = {"limit": _limit_data(self.each_action)}
        if self.limits:
            time = {"limits": [_limit_data(limit) for limit in self.limits]}
        return {
            **(time if self.clock is None else {"clock": str(self.clock)}),
            "seed": self.seed,
            "opening_plies": self.opening_plies,
            "openings": list(self.openings),
            "gauntlet": self.gauntlet,
            "adjudicate": self.adjudicate,
            "max_plies": self.max_plies,
            **({} if self.swap else {"swap": False}),
            **({"keep_leads": True} if self.keep_leads else {}),
        }


def _limit_data(limit: Limit) -> dict[str, Any]:
    parts = {name: getattr(limit, name) for name in ("time", "nodes", "depth", "simulations")}
    return {name: value for name, value in parts.items() if value is not None}
