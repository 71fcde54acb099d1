"""Agents by their specs, made for one game each: nothing that one game taught an agent reaches the next."""

import contextlib
import warnings
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, Protocol

from plywise.agents import Agent, PlainEngineWarning, SearchOptions
from plywise.rules import CHANCE, Decision, Game, Limit, Lots, SearchError, Status

RANDOM = "random"
AUTO = "auto"
ENOUGH_TO_COMPILE = Limit(nodes=2_100)
"""More than is searched plainly before compiled rules are asked for."""
QUICK = 1.0
"""Seconds that an agent's first answer may take, before it is asked again with its whole limit."""


class SeatedAgent(Protocol):
    """Whoever chooses actions in a match."""

    def decide(self, state: Any = None, *, limit: Limit | None = None, history: Sequence[Any] = ()) -> Decision:
        """Return an action within a limit."""


class RandomAgent:
    """Chooses any legal action, each as probable as the others."""

    def __init__(self, game: Game, seed: int) -> None:
        self.game, self.lots = game, Lots(seed)

    def decide(self, state: Any = None, *, limit: Limit | None = None, history: Sequence[Any] = ()) -> Decision:
        """Return a random action."""
        actions = list(self.game.actions(state))
        chosen = actions[self.lots.below(len(actions))]
        return Decision(chosen, self.game.draw_utility, self.game.to_move(state), Status.HEURISTIC)


def make_agent(game: Game, spec: str, seed: int = 0) -> SeatedAgent:
    """Return the agent that a spec names; it waits for compiled rules, which is no part of its limit."""
    if spec == RANDOM:
        return RandomAgent(game, seed)
    return Agent(game, None if spec == AUTO else spec, SearchOptions(wait=True, seed=seed & 0x7FFF_FFFF))


@contextlib.contextmanager
def seated(game: Game, specs: Sequence[str], seeds: Sequence[int]) -> Iterator[list[SeatedAgent]]:
    """Make an agent for each seat, and let all of them go when the game is over."""
    with contextlib.ExitStack() as stack:
        agents = []
        for spec, seed in zip(specs, seeds, strict=True):
            agents.append(make_agent(game, spec, seed))
            if hasattr(agents[-1], "close"):
                stack.callback(agents[-1].close)
        yield agents


def check_agents(game: Game, specs: Sequence[str], limit: Limit) -> None:
    """Let each agent decide once: its spec, its limit and its game go together, and its rules are compiled."""
    for spec in dict.fromkeys(specs):
        with seated(game, [spec], [0]) as (agent,):
            state = _first_decision(game)
            try:
                agent.decide(state, limit=replace(limit, time=limit.time and min(limit.time, QUICK)))
            except SearchError:
                agent.decide(state, limit=limit)
    warm_up(game, specs)


def warm_up(game: Game, specs: Sequence[str]) -> None:
    """Load each agent's compiled rules, so that no clock runs meanwhile."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", PlainEngineWarning)  # the driver has said so
        for spec in dict.fromkeys(specs):
            with seated(game, [spec], [0]) as (agent,), contextlib.suppress(SearchError):
                agent.decide(_first_decision(game), limit=ENOUGH_TO_COMPILE)


def _first_decision(game: Game) -> Any:
    """Return the first state in which a player moves."""
    state = game.initial()
    while game.to_move(state) == CHANCE:
        outcome, _ = next(iter(game.chances(state)))
        state = game.result(state, outcome)
    return state


def label_agents(specs: Sequence[str]) -> list[str]:
    """Return names for agents, all different.

    >>> label_agents(["auto", "uct", "auto"])
    ['auto', 'uct', 'auto (2)']
    """
    names: list[str] = []
    for place, spec in enumerate(specs):
        before = specs[:place].count(spec)
        names.append(f"{spec} ({before + 1})" if before else spec)
    return names
