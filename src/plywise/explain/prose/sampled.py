"""Simulations in sentences: what was tried, how often, what it brought on average, and how sure a mean is.

A mean of n outcomes between `low` and `high` strays from the true one by less than 2 * sqrt((high - mean) * (mean -
low) / n), 95 times in 100: no outcomes within these bounds with that mean spread further.

>>> from plywise.rules import Choice
>>> tell_margin(Game(), Choice("a", 0.6, visits=400))
', give or take 0.08'
"""

import math
from collections.abc import Sequence
from typing import Any

from plywise.explain.prose.words import tell_names, write_number
from plywise.rules import Choice, Decision, Game, Status

FEW = 10
"""With fewer simulations than this, nothing is said of what they brought."""
NEARLY_SURE = 1.96
MOST_TOLD = 5
"""How many actions are described one by one."""


def tell_sampled(game: Game, state: Any, decision: Decision) -> str:
    """Say what the simulations that began with the chosen action brought."""
    player = game.name_of(decision.player)
    best = next((choice for choice in decision.choices if choice.action == decision.action), None)
    if best is None or not best.visits:
        played = _count(decision.simulations, decision.by_book)
        return f"In {played}, {player} got {mean_of(decision.value, 2)} on average. Nothing is proven."
    name = game.action_name(state, best.action)
    sure = f"{player} got {mean_of(best.value, 2)} on average{tell_margin(game, best)}"
    if not decision.simulations:  # visits that nobody added up, as of games in a book
        return f"{_count(best.visits, decision.by_book)} began with {name}: {sure}. Nothing is proven."
    return (
        f"In {_count(decision.simulations, False)}, {best.visits:,} of them beginning with {name}, {sure}. "
        "Nothing is proven."
    )


def tell_others_sampled(game: Game, state: Any, decision: Decision, rest: Sequence[Choice]) -> list[str]:
    """Say of each other action how often it was tried, and what it brought; of those hardly tried, only that."""
    best = next(choice for choice in decision.choices if choice.action == decision.action)
    often = [choice for choice in rest if choice.is_tried and choice.visits >= FEW]
    seldom = [choice for choice in rest if choice.is_tried and choice.visits < FEW]
    told = [_compare(game, state, decision, best, choice) for choice in often[:MOST_TOLD]]
    if often[MOST_TOLD:]:
        names = [game.action_name(state, choice.action) for choice in often[MOST_TOLD:]]
        most = max(choice.visits for choice in often[MOST_TOLD:])
        told.append(f"{tell_names(names)} {_were(names)} tried {_times(most)}{_at_most(names)}.")
    return told + _tell_seldom(game, state, seldom)


def tell_untried(game: Game, state: Any, rest: Sequence[Choice]) -> list[str]:
    """Name the actions that nothing can be said of."""
    names = [game.action_name(state, choice.action) for choice in rest if not choice.is_tried]
    return [f"{tell_names(names)} {_were(names)} not tried, so nothing is known of {_them(names)}."] if names else []


def tell_margin(game: Game, choice: Choice) -> str:
    """Say by how much a mean of simulations may be wrong; nothing where utilities have no bounds."""
    low, high = game.utility_bounds
    if not (choice.visits and math.isfinite(low) and math.isfinite(high) and low < choice.value < high):
        return ""
    margin = NEARLY_SURE * math.sqrt((high - choice.value) * (choice.value - low) / choice.visits)
    return f", give or take {write_number(float(f'{margin:.1g}'))}"


def mean_of(value: float, digits: int = 3) -> str:
    """Write what is only an average, or an estimate, with no more digits than it deserves."""
    return write_number(float(f"{value:.{digits}g}"))


def _compare(game: Game, state: Any, decision: Decision, best: Choice, choice: Choice) -> str:
    """Compare an action that was tried often with the one that was tried most."""
    name, player = game.action_name(state, choice.action), game.name_of(decision.player)
    began = f"{_count(choice.visits, decision.by_book)} began with it, and {player} got {mean_of(choice.value, 2)}"
    if best.status is Status.HEURISTIC and choice.value > best.value and choice.visits < best.visits:
        return f"{name} did no worse, but was tried less: {began} on average{tell_margin(game, choice)}."
    verb = "looks worse" if choice.value < best.value else "looks just as good"
    return f"{name} {verb}: {began} on average{tell_margin(game, choice)}."


def _tell_seldom(game: Game, state: Any, seldom: Sequence[Choice]) -> list[str]:
    if not seldom:
        return []
    names = [game.action_name(state, choice.action) for choice in seldom]
    most = max(choice.visits for choice in seldom)
    return [f"{tell_names(names)} {_were(names)} tried {_times(most)}{_at_most(names)}: too few to say."]


def _count(count: int, by_book: bool) -> str:
    return f"{count:,} {'game' if by_book else 'simulation'}{'' if count == 1 else 's'}"


def _times(count: int) -> str:
    return {1: "once", 2: "twice"}.get(count, f"{count:,} times")


def _were(names: Sequence[str]) -> str:
    return "was" if len(names) == 1 else "were"


def _them(names: Sequence[str]) -> str:
    return "it" if len(names) == 1 else "them"


def _at_most(names: Sequence[str]) -> str:
    return "" if len(names) == 1 else " each, at most"
