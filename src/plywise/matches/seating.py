"""Agents by their specs, made for one game each: only one that learns from games, a modeller, is kept for the next."""

import contextlib
import warnings
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from plywise.agents import Agent, Clock, PlainEngineWarning, SearchOptions, TimeControl, parse_spec
from plywise.protocols import EngineError
from plywise.rules import CHANCE, Game, Limit, PlywiseError, SearchError

HUMAN = "human"
QUICK = 1.0
"""Seconds that an agent's first answer may take, before it is asked again with its whole limit."""


def check_spec(spec: str) -> None:
    """Refuse a text that names no agent, and people."""
    if parse_spec(spec).kind == HUMAN:
        raise PlywiseError("People don't play matches, which have many games: try `plywise play`.")


def make_agent(game: Game, spec: str, seed: int = 0) -> Agent:
    """Return the agent that a spec names; it waits for compiled rules, which is no part of its limit."""
    return Agent(game, spec, options=SearchOptions(wait=True, seed=seed & 0x7FFF_FFFF))


@contextlib.contextmanager
def seated(game: Game, specs: Sequence[str], seeds: Sequence[int]) -> Iterator[list[Agent]]:
    """Make an agent for each seat, and let all of them go when the game is over."""
    with contextlib.ExitStack() as stack:
        agents = []
        for spec, seed in zip(specs, seeds, strict=True):
            agents.append(make_agent(game, spec, seed))
            stack.callback(agents[-1].close)
        yield agents


def check_agents(game: Game, specs: Sequence[str], limits: Sequence[Limit], control: TimeControl | None = None) -> None:
    """Let each agent decide once: its spec, its limit and its game go together, and its rules are compiled.

    An engine of another program must start; what else goes wrong with it is a matter of its games.
    """
    states = _first_decision(game)
    for spec, limit in dict.fromkeys(zip(specs, limits, strict=True)):
        with seated(game, [spec], [0]) as (agent,):
            agent.warm_up()
            with contextlib.suppress(EngineError):
                _try_out(agent, states, limit, control)


def _try_out(agent: Agent, states: Sequence[Any], limit: Limit, control: TimeControl | None) -> None:
    decide = partial(agent.decide, states[-1], history=states[:-1])
    if control is not None:
        decide(clock=Clock(replace(control, seconds=min(control.seconds, QUICK))))
        return
    try:
        decide(limit=replace(limit, time=limit.time and min(limit.time, QUICK)))
    except SearchError:
        decide(limit=limit)


def warm_up(game: Game, specs: Sequence[str]) -> None:
    """Load each agent's compiled rules, so that no clock runs meanwhile."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", PlainEngineWarning)  # the driver has said so
        for spec in dict.fromkeys(specs):
            with seated(game, [spec], [0]) as (agent,):
                agent.warm_up()


def _first_decision(game: Game) -> list[Any]:
    """Return the first state in which a player moves, after those before it."""
    states = [game.initial()]
    while game.to_move(states[-1]) == CHANCE:
        outcome, _ = next(iter(game.chances(states[-1])))
        states.append(game.result(states[-1], outcome))
    return states


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
