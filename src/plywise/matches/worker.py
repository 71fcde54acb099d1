"""The worker of a match: it has the rules in its own process, and plays whichever game it is handed."""

import warnings
from collections.abc import Callable, Sequence
from typing import Any

from plywise.agents import Clock, PlainEngineWarning
from plywise.executors import Task
from plywise.matches.options import MatchOptions
from plywise.matches.playing import GameInPlay, Seat
from plywise.matches.schedule import GamePlan
from plywise.matches.seating import label_agents, seated, warm_up
from plywise.rules import Game


class MatchWorker:
    """Plays games of a match; which ones, and in which order, makes no difference to any of them."""

    def __init__(self, load: Callable[[], Game], specs: Sequence[str], options: MatchOptions) -> None:
        self.game, self.specs, self.options = load(), tuple(specs), options
        self.names = label_agents(specs)
        warm_up(self.game, specs)

    def play(self, plan: GamePlan) -> dict[str, Any]:
        """Play a game, and return its result as data."""
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", PlainEngineWarning)
            with seated(self.game, [self.specs[agent] for agent in plan.seats], plan.seeds) as agents:
                options, control = self.options, self.options.clock
                seats = [
                    Seat(self.names[agent], each, options.limit_of(agent), None if control is None else Clock(control))
                    for agent, each in zip(plan.seats, agents, strict=True)
                ]
                return GameInPlay(self.game, plan, seats, self.options).play().to_data()


def game_task(plan: GamePlan) -> Task:
    """Return the task of playing a game."""
    return Task(("play", plan.number, 0), (plan,))
