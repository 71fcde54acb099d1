"""An agent that answers GTP's `genmove` within what the program said about time."""

from plywise.agents.agent import Agent
from plywise.agents.algorithms import SearchOptions
from plywise.agents.clocks import Clock, TimeControl
from plywise.protocols import TimeSettings
from plywise.rules import Decision, Game, Limit, Record


class GtpPlayer:
    """Decides for one board, and remembers; without a clock it takes a fixed limit."""

    def __init__(self, game: Game, spec: str, limit: Limit, options: SearchOptions) -> None:
        self.agent, self.limit = Agent(game, spec, options=options), limit
        self.agent.warm_up()

    def choose(self, record: Record, time: TimeSettings | None) -> Decision:
        """Decide about the state that a record has come to."""
        clock = None if time is None else clock_of(time)
        limit = self.limit if clock is None else None
        return self.agent.decide(record.state, limit=limit, clock=clock, history=record.history)

    def close(self) -> None:
        """Let go of the agent."""
        self.agent.close()


def clock_of(time: TimeSettings) -> Clock:
    """Return the clock that the settings mean: a period's stones in its seconds, or the main time for the game.

    >>> clock_of(TimeSettings(main=0, period=5, stones=1)).allot().soft
    4.97
    """
    left = time.left
    if time.stones and ((left is None and time.main == 0) or time.stones_left):
        seconds = time.period if left is None else max(0.01, left)
        return Clock(TimeControl(seconds, moves=time.stones_left or time.stones))
    return Clock(TimeControl(max(0.01, time.main if left is None else left)))
