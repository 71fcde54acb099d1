"""Value iteration: cyclic games of chance, solved over their distinct states instead of lines of play.

A roll of 1 at Pig brings a state back, so its lines never end and no tree holds them. But each state's value follows
from its successors', and applying that rule to all estimates again and again comes as close to the truth as one likes
(Russell & Norvig, sections 5.5 and 17.2). It is done twice, from the least utility upward and from the greatest
downward: the truth stays between the two, and where they meet it is proven.

    sweep      0          1          2          3             between      upper bounds only fall,
    upper      1.000      0.832      0.683      0.600 ...                  lower bounds only rise
    lower      0.000      0.206      0.388      0.487 ...

>>> from plywise.games.dice.pig import Pig
>>> game = Pig(goal=2, sides=2)
>>> value_iteration(game).describe(game)
'roll: value 0.666667 to player A, proven; line roll; 70 states, depth 1'
"""

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from plywise.rules import CHANCE, MAX, Action, Bound, Choice, Decision, Game, Limit, SearchError, Unit, state_key
from plywise.search.shared import Line, Search, components, require_constant_sum

TOLERANCE = 1e-9
"""How near the two bounds must come, in units of utility."""

STALLED = 1e-6
"""A sweep that narrows all gaps together by no more than this share of the tolerance gets nowhere."""


def value_iteration(
    game: Game,
    state: Any = None,
    *,
    limit: Limit | None = None,
    history: Sequence[Any] = (),
    tolerance: float = TOLERANCE,
) -> Decision:
    """Return the best action and every action's value, within `tolerance`, for a game that may be cyclic.

    Requires two players whose utilities have a constant sum, and states few enough to be listed; chance is allowed, not
    required. Nodes count each state as often as it is looked at, so a limit in nodes or time bounds listing and sweeps.
    Refuses a game that players can keep from ending, and one in which repetition is ruled on.
    """
    require_constant_sum(game, "value_iteration")
    if game.repetition is not None:
        raise SearchError(f"value_iteration knows no history, on which {game.name} depends: use expectiminimax.")
    if limit is not None and limit.depth is not None:
        raise SearchError("value_iteration has no horizon: limit its time or nodes, not its depth.")
    search = Search(game, replace(limit or Limit(), depth=1), history)
    search.depth = math.inf  # a list of states ends although lines of play may not
    state = game.initial() if state is None else state
    table = ValueTable(search, state)
    table.iterate(tolerance)
    if search.is_chance(state):
        return search.expect(table.value(0))
    return search.decide(state, [table.choice(state, place) for place in range(len(table.successors[0]))])


class ValueTable:
    """All states that can be reached, each with its successors and with bounds on its value to MAX.

    States are numbered as they were found; the root is 0.
    """

    def __init__(self, search: Search, root: Any) -> None:
        self.search, self.game = search, search.game
        self.states, self.number = [root], {state_key(root): 0}
        self.actions: list[tuple[Any, ...]] = []
        self.successors: list[tuple[int, ...]] = []
        self.odds: list[tuple[float, ...]] = []
        self.movers: list[int] = []
        low, high = self.game.utility_range
        self.lower: list[float] = []
        self.upper: list[float] = []
        for state in self.states:  # grows while it is gone through
            search.count()
            is_end = search.is_terminal(state)
            self.movers.append(CHANCE if is_end else self.game.to_move(state))
            self.add_successors(state, is_end)
            utility = self.game.utility(state, MAX) if is_end else None
            if utility is not None:
                search.scale.of_utility(utility)  # refuses one outside the declared range
            self.lower.append(low if utility is None else utility)
            self.upper.append(high if utility is None else utility)
            search.leaves += is_end

    def add_successors(self, state: Any, is_end: bool) -> None:
        """List where a state leads to, with the odds where chance moves."""
        actions: tuple[Action, ...] = ()
        odds: tuple[float, ...] = ()
        if not is_end and self.movers[-1] == CHANCE:
            actions, odds = zip(*self.game.chances(state), strict=True)
        elif not is_end:
            actions = tuple(action for action, _ in self.search.successors(state))
        children = [self.game.result(state, action) for action in actions]
        keys = [state_key(child) for child in children]
        for key, child in zip(keys, children, strict=True):
            if key not in self.number:
                self.number[key] = len(self.states)
                self.states.append(child)
        self.actions.append(actions)
        self.odds.append(odds)
        self.successors.append(tuple(self.number[key] for key in keys))

    def iterate(self, tolerance: float) -> None:
        """Narrow the bounds until they meet, component by component, each after those it leads to."""
        for circle in components(self.successors):
            inner = [number for number in circle if self.successors[number]]
            gap = moved = math.inf
            while inner and gap > tolerance / 2 and moved > STALLED * tolerance:
                gap, moved = self.sweep(inner)
        asked = {0, *self.successors[0]}
        if any(self.upper[number] - self.lower[number] > tolerance for number in asked):
            raise SearchError(
                f"{self.game.name} need never end, and the rules don't say what that is worth: "
                "declare repetition = 'draw', or search to a depth."
            )

    def sweep(self, numbers: Sequence[int]) -> tuple[float, float]:
        """Back each state up once; return the widest gap that is left, and by how much all of them narrowed."""
        gap = moved = 0.0
        for number in numbers:
            self.search.count()
            lower = max(self.lower[number], self.backed_up(number, self.lower))
            upper = min(self.upper[number], self.backed_up(number, self.upper))
            moved += lower - self.lower[number] + self.upper[number] - upper
            gap = max(gap, upper - lower)
            self.lower[number], self.upper[number] = lower, upper
        return gap, moved

    def backed_up(self, number: int, values: list[float]) -> float:
        """Return what a state is worth if its successors are worth `values`."""
        successors, odds = self.successors[number], self.odds[number]
        if odds:
            mean = 0.0
            for child, probability in zip(successors, odds, strict=True):
                mean += probability * values[child]
            return mean
        best = max if self.movers[number] == MAX else min
        return best(values[child] for child in successors)

    def value(self, number: int) -> float:
        """Return the middle of a state's bounds."""
        return (self.lower[number] + self.upper[number]) / 2

    def choice(self, state: Any, place: int) -> Choice:
        """Describe a root action by its value to the player to move."""
        child = self.successors[0][place]
        line = (self.actions[0][place], *self.line(child))
        own = self.game.value_to(self.movers[0], self.value(child))
        return self.search.scale.choice(line, own, Unit.UTILITY, Bound.EXACT, horizon=False)

    def line(self, number: int) -> Line:
        """Follow the best actions from a state as far as the next chance, or until a state comes up again."""
        line, seen = [], {0}
        while self.movers[number] != CHANCE and number not in seen:
            seen.add(number)
            values = [self.value(child) for child in self.successors[number]]
            place = values.index(max(values) if self.movers[number] == MAX else min(values))
            line.append(self.actions[number][place])
            number = self.successors[number][place]
        return tuple(line)
