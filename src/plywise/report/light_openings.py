r"""Openings that competent players might choose: the first plies are drawn among good actions.

Agents that always choose the same would play one game again and again, and random plies would spoil what is to be
measured: after two bad moves of the first player, nobody knows what the first move is worth. So each of the first
plies is drawn from the actions that are nearly the best, going by a search of each; what is proven to be worse than
another action is left out.

>>> from plywise.games.nim import Nim
>>> LightOpenings(Nim(piles=(3, 4, 5)), Limit(nodes=50), plies=2, seed=1, agent="auto:engine=plain").draw(2)
['A1\tC1\t', 'A1\tC1\t']
"""

import contextlib
from collections.abc import Callable, Sequence
from typing import Any

from plywise.agents import Agent, SearchOptions
from plywise.rules import CHANCE, Decision, Game, Limit, Lots, Record, SearchError, Status, Unit

NEAR = 0.25
"""An action is good enough within this part of the way from the best to the worst."""
TRIES = 20
"""How often an opening is drawn again where the game ends within it."""


class LightOpenings:
    """Draws openings; what a state's actions are worth is looked up once for each state."""

    def __init__(self, game: Game, limit: Limit, *, plies: int, seed: int, agent: str = "auto") -> None:
        self.game, self.limit, self.plies, self.lots = game, limit, plies, Lots(Lots(seed).bits())
        self.spec = agent
        self.good: dict[Any, list[Any]] = {}

    def draw(self, openings: int, first: Any = None, on_draw: Callable[[int], None] = lambda number: None) -> list[str]:
        """Return openings as texts of actions, a tab after each name; with `first`, all begin with that action.

        `on_draw` hears of the number of each before it is drawn.
        """
        drawn = []
        with contextlib.closing(Agent(self.game, self.spec, options=SearchOptions(wait=True))) as agent:
            for number in range(openings):
                on_draw(number)
                drawn.append(self._draw(agent, first))
        return drawn

    def _draw(self, agent: Agent, first: Any) -> str:
        """Draw an opening, shorter where games end sooner."""
        plies = self.plies
        for attempt in range(TRIES):
            record = self._walk(agent, first, plies - attempt * plies // TRIES)
            if not record.is_over:
                break
        else:
            record = self._walk(agent, first, 0)
        return "".join(f"{name}\t" for name in record.action_names)

    def _walk(self, agent: Agent, first: Any, plies: int) -> Record:
        record = Record(self.game)
        if first is not None:
            record.add(first)
        while plies > 0 and not record.is_over:
            if self.game.to_move(record.state) == CHANCE:
                record.add(self.lots.draw(self.game.chances(record.state)))
                continue
            good = self._good(agent, record)
            record.add(good[self.lots.below(len(good))])
            plies -= 1
        return record

    def _good(self, agent: Agent, record: Record) -> list[Any]:
        """Return the actions that are nearly the best."""
        key = self.game.key(record.state)
        if key not in self.good:
            options, game = record.options(), self.game
            player, after = game.to_move(record.state), [game.play_action(record.state, each) for each in options]
            worth = [worth_of(agent, game, state, player, self.limit) for state in after] if len(options) > 1 else []
            self.good[key] = [options[number] for number in near_best(worth)] or options
        return self.good[key]


def near_best(worth: Sequence[tuple[float, bool]]) -> list[int]:
    """Return the numbers of what is nearly the best; each worth has a value, and whether that is proven.

    >>> near_best([(0.5, False), (0.4, False), (-0.4, False), (-1e12, True)]), near_best([(1, True), (0.9, False)])
    ([0, 1], [0])
    """
    if not worth:
        return []
    best, is_proven = max(worth)
    if is_proven:
        return [number for number, each in enumerate(worth) if each == (best, True)]
    span = best - min(value for value, is_proven in worth if not is_proven)
    return [number for number, (value, _) in enumerate(worth) if value >= best - NEAR * span]


def worth_of(agent: Agent, game: Game, state: Any, player: int, limit: Limit | None) -> tuple[float, bool]:
    """Return what a state is worth to a player by a short search, larger for better, and whether that is proven.

    Without a limit it is what `evaluate` says, or nothing.
    """
    if game.is_terminal(state):
        return _ranked(game, game.utility(state, player)), True
    if limit is None:
        return game.evaluate(state, player) if game.offers("evaluate") else 0.0, False
    if game.to_move(state) == CHANCE:
        chances = [(game.result(state, outcome), share) for outcome, share in game.chances(state)]
        found = [(worth_of(agent, game, after, player, limit), share) for after, share in chances[:6]]
        return sum(value * share for (value, _), share in found) / sum(share for _, share in found), False
    try:
        decision = agent.decide(state, limit=limit)
    except SearchError:
        return 0.0, False
    return _value_to(game, decision, player)


def _value_to(game: Game, decision: Decision, player: int) -> tuple[float, bool]:
    """Return what a decision says a state is worth to a player, and whether that is proven."""
    is_proven = decision.status is Status.PROVEN and decision.unit is Unit.UTILITY
    if decision.values is not None:
        return _ranked(game, decision.values[player]) if is_proven else decision.values[player], is_proven
    if not game.is_adversarial:
        return decision.value if decision.player == player else -decision.value, False
    if not is_proven and game.evaluates_in_own_unit:
        return decision.value if decision.player == player else -decision.value, False
    value = decision.value if decision.player == player else game.value_to(1, decision.value)
    return _ranked(game, value) if is_proven else value, is_proven


def _ranked(game: Game, utility: float) -> float:
    """Return a proven utility as a number that ranks beyond any estimate, where those have their own unit."""
    if not game.evaluates_in_own_unit:
        return utility
    return (utility - game.draw_utility) * 1e12
