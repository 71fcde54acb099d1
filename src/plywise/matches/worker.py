"""The worker of a match: it has the rules in its own process, and plays whichever game it is handed."""

import contextlib
import warnings
from collections.abc import Callable, Sequence
from typing import Any

from plywise.agents import Agent, Clock, PlainEngineWarning
from plywise.executors import Task
from plywise.matches import seating
from plywise.matches.options import MatchOptions
from plywise.matches.playing import GameInPlay, Seat
from plywise.matches.schedule import GamePlan
from plywise.matches.seating import label_agents, warm_up
from plywise.rules import Game


class MatchWorker:
    """Plays games of a match; which ones, and in which order, makes no difference to any but to agents that learn.

    An agent that learns is kept from game to game, and hears how each ends. It knows the games of this worker alone.
    """

    def __init__(self, load: Callable[[], Game], specs: Sequence[str], options: MatchOptions) -> None:
        self.game, self.specs, self.options = load(), tuple(specs), options
        self.names = label_agents(specs)
        self.learners: dict[int, Agent] = {}
        warm_up(self.game, specs)

    def play(self, plan: GamePlan) -> dict[str, Any]:
        """Play a game, and return its result as data."""
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", PlainEngineWarning)
            with contextlib.ExitStack() as stack:
                agents = [self.seat(agent, seed, stack) for agent, seed in zip(plan.seats, plan.seeds, strict=True)]
                options, control = self.options, self.options.clock
                seats = [
                    Seat(self.names[agent], each, options.limit_of(agent), None if control is None else Clock(control))
                    for agent, each in zip(plan.seats, agents, strict=True)
                ]
                in_play = GameInPlay(self.game, plan, seats, self.options)
                result = in_play.play()
                for player, each in enumerate(agents):
                    if each.learns:
                        each.hear_end(in_play.record.states, player)
                return result.to_data()

    def seat(self, number: int, seed: int, stack: contextlib.ExitStack) -> Agent:
        """Return an agent for one game, or the one of the games before where it learns from them."""
        if number in self.learners:
            return self.learners[number]
        made = seating.make_agent(self.game, self.specs[number], seed)
        if made.learns:
            self.learners[number] = made
        else:
            stack.callback(made.close)
        return made


def game_task(plan: GamePlan) -> Task:
    """Return the task of playing a game."""
    return Task(("play", plan.number, 0), (plan,))
