"""What a report is made from: how many games, how strong the agents are, and how large a game is solved exactly."""

import contextlib
from dataclasses import dataclass

from plywise.agents import Agent, SearchOptions
from plywise.rules import Game, Limit, PlywiseError

STRONGER, WEAKER = "stronger", "weaker"
STRENGTHS = (STRONGER, WEAKER)
"""Both strengths at which a game is measured."""
QUICK, RANDOM = "quick", "random"
"""The strengths of a first look."""
COMPILED_NODES, PLAIN_NODES, LESS = 20_000, 2_000, 10
"""States a move of the stronger agent, and how many times fewer the weaker one visits."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportOptions:
    """How `report_rules` measures; every field has a sensible default.

    >>> from plywise.games.nim import Nim
    >>> ReportOptions(agent="auto:engine=plain").limits(Nim())["weaker"]
    Limit(time=None, nodes=200, depth=None, simulations=None)
    """

    games: int = 200
    """Games of the agent with itself, at each strength, and as many against its weaker self."""
    agent: str = "auto"
    """Who plays, by a spec of `plywise agents`."""
    stronger: Limit | None = None
    """What the stronger agent may spend on each action; by default 20,000 states, or 2,000 if rules don't compile."""
    weaker: Limit | None = None
    """What the weaker agent may spend on each action; by default a tenth of those."""
    opening_plies: int | None = None
    """Plies that are drawn among good ones, so that games differ; by default, what suits the game."""
    opening_games: int | None = None
    """Games for the worth of first actions, divided evenly among them; by default as many as `games`."""
    solve_states: int = 5_000_000
    """A game with at most this many states is solved exactly; 0 for none."""
    max_plies: int | None = None
    """Plies after which a game counts as a draw; by default 1,000 where states can repeat."""
    seed: int = 0
    """From which openings, dice and the agents' own random numbers are drawn."""

    def __post_init__(self) -> None:
        if self.games < 4:
            raise PlywiseError(f"A report needs 4 games at least, not {self.games}.")
        limits = [limit for limit in (self.stronger, self.weaker) if limit is not None]
        if len(limits) == 1 or any(limit.is_open for limit in limits):
            raise PlywiseError("Both strengths need a limit, such as Limit(nodes=20_000), or neither.")
        if self.opening_games is not None and self.opening_games < 0:
            raise PlywiseError(f"There are 0 games for openings or more, not {self.opening_games}.")

    def limits(self, game: Game) -> dict[str, Limit]:
        """Return what agents may spend on each action of a game, by strength."""
        if self.stronger is not None and self.weaker is not None:
            return {STRONGER: self.stronger, WEAKER: self.weaker}
        nodes = COMPILED_NODES if is_compiled(game, self.agent) else PLAIN_NODES
        return {STRONGER: Limit(nodes=nodes), WEAKER: Limit(nodes=nodes // LESS)}


def is_compiled(game: Game, agent: str) -> bool:
    """Whether an agent plays a game by compiled rules."""
    try:
        with contextlib.closing(Agent(game, agent, options=SearchOptions(engine="compiled", wait=True))) as made:
            made.warm_up()
        return made.spec.options.engine != "plain"
    except PlywiseError:
        return False


def tell_limit(limit: Limit) -> str:
    """Say what an agent may spend.

    >>> tell_limit(Limit(nodes=3000))
    '3,000 states a move'
    """
    words = {"time": "s", "nodes": "states", "depth": "plies", "simulations": "simulations"}
    parts = ((getattr(limit, name), word) for name, word in words.items())
    return " and ".join(f"{value:,g} {word}" for value, word in parts if value is not None) + " a move"
