"""A player of limited strength: it looks no further than its level says, and chooses among what it has found.

Nothing it plays is a mistake on purpose. A low level sees little, and at a temperature above 0 it also chooses actions
that look nearly as good as the best: the probability of each falls with the distance of its value from the best one,
in units of the game's own spread of values (softmax). What it has proven to win it plays, and what it has proven to
lose it avoids, as far as there is anything else.

Each decision is made afresh, so that it follows from the state, the seed, and which decision of the agent it is.
"""

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from plywise.agents.algorithms import Callbacks, Memory, SearchOptions, SearchPlan, answer
from plywise.agents.levels import LevelChoice, find_levels, level_plans, value_spread
from plywise.agents.players.search_player import GLANCE
from plywise.rules import Bound, Choice, Decision, Game, Limit, Lots, Scale, Status, Unit

TABLE_MB = 4.0
"""Of the table of a level's search: it is emptied before each decision."""


class LevelPlayer:
    """Decides within a level's limit, and by its temperature."""

    deepens = thinks_ahead = learns = False

    def __init__(self, game: Game, choice: LevelChoice, options: SearchOptions) -> None:
        self.game, self.number = game, choice.number
        spread = choice.spread
        if choice.settings is not None:
            self.settings = choice.settings
        else:
            levels = find_levels(game, choice.file)
            self.settings, spread = levels.level(choice.number or 0).settings, levels.spread
        self.spread = (spread or value_spread(game)) if self.settings.temperature else 1.0
        options = replace(options, table_mb=TABLE_MB, threads=1)
        self.looking, self.searching = level_plans(game, options)
        is_learned = self.looking.options.knowledge is not None
        self.lots, self.scale = Lots(options.seed), Scale(game, has_estimates=is_learned)
        self.memory: Memory = {}
        self.is_plain = False
        """Whether the rules can't be compiled: then nobody has to look again."""

    @property
    def name(self) -> str:
        """Who chose, as a decision says it."""
        return f"level {self.number}" if self.number else f"level of {self.settings.words}"

    def choose(self, state: Any, limit: Limit, history: Sequence[Any], callbacks: Callbacks) -> Decision:
        """Decide within the level's own limit; of the one given, only its time and who may end it count."""
        if self.settings.depth is None:
            return self._named(self._search(state, limit, history, callbacks))
        depth = Limit(time=limit.time, depth=self.settings.depth, cancellation=limit.cancellation)
        looked = self._ask(self.looking, state, depth, history, callbacks)
        if self.settings.nodes is None and self.settings.simulations is None:
            return self._named(self._drawn(looked, looked.choices))
        if len(looked.choices) < 2 or looked.status is Status.PROVEN:
            return self._named(self._drawn(looked, looked.choices))
        found = self._search(state, limit, history, callbacks)
        lost = {choice.action for choice in looked.choices if self._is_lost(choice)}
        if found.status is Status.PROVEN or (found.action not in lost and not self.settings.temperature):
            return self._named(replace(found, nodes=found.nodes + looked.nodes))
        kept = [choice for choice in found.choices if choice.visits and choice.action not in lost]
        if kept:
            return self._named(self._drawn(found, kept))
        return self._named(self._drawn(looked, looked.choices))  # simulations have tried nothing but what loses

    def _search(self, state: Any, limit: Limit, history: Sequence[Any], callbacks: Callbacks) -> Decision:
        """Search as `auto` does, as far as states or simulations go."""
        settings = self.settings
        own = replace(limit, depth=None, nodes=settings.nodes, simulations=settings.simulations)
        return self._ask(self.searching, state, own, history, callbacks)

    def _ask(
        self, plan: SearchPlan, state: Any, limit: Limit, history: Sequence[Any], callbacks: Callbacks
    ) -> Decision:
        """Ask an algorithm that remembers nothing; nobody hears of better actions than the one that will be played."""
        for searcher in self.memory.values():
            forget = getattr(searcher, "forget", None) or getattr(searcher, "clear", None)
            if forget is not None:
                forget()
        quiet = Callbacks(on_compile=callbacks.on_compile, on_progress=callbacks.on_progress)
        options = replace(plan.options, engine="plain") if self.is_plain else plan.options
        plan = replace(plan, options=options)
        found = answer(self.game, state, limit, history, plan, options, quiet, self.memory)
        self.is_plain = found.engine == "plain" and options.wait
        # Drawn from in the order of the rules, as when the levels were measured.
        order = {action: place for place, action in enumerate(self.game.actions(state))} if found.choices else {}
        return replace(found, choices=tuple(sorted(found.choices, key=lambda choice: order.get(choice.action, 0))))

    def _drawn(self, found: Decision, choices: Sequence[Choice]) -> Decision:
        """Return the decision for one of some choices, drawn by their values."""
        if not choices:
            return found
        won = [choice for choice in choices if self._is_won(choice)]
        if won:
            drawn = max(won, key=lambda choice: (choice.value, -(choice.distance or len(choice.line))))
        else:
            pool = [choice for choice in choices if not self._is_lost(choice)] or choices
            places = [self.scale.of_choice(choice) for choice in pool]
            drawn = self.lots.draw(
                zip(pool, probabilities(places, self.settings.temperature * self.spread), strict=True)
            )
        best = max(map(self.scale.of_choice, found.choices))
        if self.scale.of_choice(drawn) >= best:
            return replace(found.choosing(drawn), status=found.status, bound=found.bound)
        return replace(found.choosing(drawn), status=Status.HEURISTIC, bound=Bound.EXACT)

    def _is_won(self, choice: Choice) -> bool:
        """Whether a choice is proven to win, where one player's win is the other's loss."""
        return self._is_settled(choice, Bound.LOWER) and choice.value > self.game.draw_utility

    def _is_lost(self, choice: Choice) -> bool:
        """Whether a choice is proven to lose, likewise."""
        return self._is_settled(choice, Bound.UPPER) and choice.value < self.game.draw_utility

    def _is_settled(self, choice: Choice, side: Bound) -> bool:
        """Whether the rules alone prove a choice's value, or that it is on this side of it."""
        if choice.unit is not Unit.UTILITY or not self.game.evaluates_in_own_unit:
            return False
        is_bounded = choice.status is Status.BOUNDED and choice.bound is side
        return is_bounded or (choice.status is Status.PROVEN and choice.bound in (Bound.EXACT, side))

    def _named(self, decision: Decision) -> Decision:
        """Say who decided: whoever reads it learns that this may not be the best action found."""
        return replace(decision, engine=self.name)

    def warm_up(self) -> None:
        """Compile and load what the searches need."""
        for level_plan in (self.looking, self.searching):
            plan = replace(level_plan, options=replace(level_plan.options, wait=True))
            answer(self.game, None, GLANCE, (), plan, plan.options, Callbacks(), self.memory)

    def hear_end(self, states: Sequence[Any], player: int) -> None:
        """Do nothing: it learns nothing of how others play."""

    def new_game(self) -> None:
        """Do nothing: no decision leans on an earlier one."""

    def forget(self) -> None:
        """Forget engines, and what they know, with them."""
        self.memory.clear()

    def close(self) -> None:
        """Do nothing: there is no process."""


def probabilities(values: Sequence[float], temperature: float) -> list[float]:
    """Return how likely each of some values is chosen; at temperature 0 the best, at random among equals.

    >>> [round(chance, 3) for chance in probabilities([1.0, 0.0, 0.0], 1.0)]
    [0.576, 0.212, 0.212]
    >>> probabilities([3, 5, 5], 0)
    [0.0, 0.5, 0.5]
    """
    best = max(values)
    if temperature <= 0:
        weights = [float(value == best) for value in values]
    else:
        weights = [math.exp((value - best) / temperature) for value in values]
    total = sum(weights)
    return [weight / total for weight in weights]
