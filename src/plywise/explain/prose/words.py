"""Values and outcomes in words a player understands.

>>> from plywise.rules import Decision, Game, Status
>>> print(verdict(Game(), Decision(action=4, value=0, player=1, status=Status.PROVEN)))
With best play it is a draw.
"""

import re
from collections.abc import Sequence
from typing import SupportsFloat

from plywise.rules import Bound, Choice, Decision, Game, Record, Status, Unit, describe_value, write_value

MOST_NAMES = 6
"""More names than these are counted."""


def tell_value(value: SupportsFloat) -> str:
    """Write a number as people do: 3, 0.5, -1; what floats leave of nothing is 0.

    >>> tell_value(2.6e-18), tell_value(-0.0), tell_value(-0.5)
    ('0', '0', '-0.5')
    """
    return f"{round(float(value), 12) + 0:.6g}"


def write_number(value: float) -> str:
    """Write a number with a minus sign that is as wide as a plus."""
    return tell_value(value).replace("-", "−")


def tell_names(names: Sequence[str]) -> str:
    """Join names as people do; many are counted.

    >>> tell_names(["c2", "c3"]), tell_names(list("abcdefgh"))
    ('c2 and c3', 'a, b, c, d and 4 more')
    """
    if len(names) > MOST_NAMES:
        return f"{', '.join(names[:4])} and {len(names) - 4} more"
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def tell_count(count: int, what: str) -> str:
    """Count things, one or many.

    >>> tell_count(1, "ply"), tell_count(2, "ply"), tell_count(1200, "branch"), tell_count(3, "state")
    ('1 ply', '2 plies', '1,200 branches', '3 states')
    """
    many = f"{what[:-1]}ies" if what.endswith("y") else f"{what}es" if what.endswith("ch") else f"{what}s"
    return f"{count:,} {what if count == 1 else many}"


def tell_choice(game: Game, choice: Choice, player: int) -> str:
    """Write a value in the game's words, or as a number where it is a bound; "≈" marks an estimate.

    >>> tell_choice(Game(), Choice("a", 0.123456), 0), tell_choice(Game(), Choice("a", 0, is_tried=False), 0)
    ('≈ 0.123', 'not tried')
    """
    if not choice.is_tried:
        return "not tried"
    side = {Bound.EXACT: "", Bound.LOWER: "≥ ", Bound.UPPER: "≤ "}[choice.bound]
    is_estimate = choice.status is Status.HEURISTIC
    about = "≈ " if (is_estimate and choice.value != game.draw_utility) or choice.unit is Unit.EVALUATION else ""
    if is_estimate and (side or not game.offers("value_name")):
        return f"{side}{about}{write_value(choice)}"
    return f"{side}{about}{tell_value(choice.value) if side else game.value_name(choice.value, player, choice.unit)}"


def tell_worth(game: Game, decision: Decision) -> str:
    """Say a decision's value as the game's players do, where the game knows their words."""
    # The game's words are for its own evaluation, and for how a game ends: not for a mean.
    if not game.offers("value_name") or decision.learned or decision.by_book:
        return f"{describe_value(decision)} to {game.name_of(decision.player)}"
    side = {Bound.EXACT: "", Bound.LOWER: "at least ", Bound.UPPER: "at most "}[decision.bound]
    name = game.value_name(decision.value, decision.player, decision.unit)
    if decision.unit is not Unit.EVALUATION:
        return f"{side}{name}"
    bare = "evaluation " if re.fullmatch(r"[-+]?[0-9.]+", name) else ""
    return f"{bare}{side}{name} to {game.name_of(decision.player)}"


def verdict(game: Game, decision: Decision) -> str:
    """Say who is how well off, and how sure that is, in one sentence."""
    player = game.name_of(decision.player)
    value = tell_worth(game, decision)
    if not decision.has_preference:
        drawn = f"so {_name_action(game, decision)} was drawn at random"
        if decision.status is Status.PROVEN:
            return f"{_proven(game, decision, value)} No preference: all actions are worth the same, {drawn}."
        return f"No preference: nothing distinguishes the actions so far, {drawn}."
    if decision.by_book:
        games = next((choice.visits for choice in decision.choices if choice.value == decision.value), 0)
        known = f"{value} on average" if games else "it doesn't say how such games ended"
        return f"Not searched, by book: {known}."
    if decision.status is Status.HEURISTIC:
        return _undecided(decision, value)
    if decision.status is Status.BOUNDED:
        side = "at least" if decision.bound is Bound.LOWER else "at most"
        return f"Proven so far: {player} gets {side} {tell_value(decision.value)} with best play."
    return _proven(game, decision, value)


def _proven(game: Game, decision: Decision, value: str) -> str:
    """Say what a proven decision is worth to whom."""
    if decision.values is not None and not game.is_adversarial and decision.by_table:
        return f"By table of max^n, with everyone's best play: {_tell_all(game, decision.values)}."
    if decision.values is not None and not game.is_adversarial:
        return f"With everyone's best play: {_tell_all(game, decision.values)}."
    if not game.is_adversarial or game.has_chance:
        return f"With best play: {value}."
    result = _result(game, decision.value, decision.player)
    if decision.by_table:
        plies = "1 ply" if decision.distance == 1 else f"{decision.distance} plies"
        return f"By table, with best play {result}{'' if decision.distance is None else f' in {plies}'}."
    return f"With best play {result}."


def _undecided(decision: Decision, value: str) -> str:
    """Say how far a search came that proved nothing."""
    if decision.depth == decision.simulations == 0:
        return f"Not one ply was searched to its end: {value} is only the estimate of this state; allow more time."
    if decision.simulations:
        return f"Not decided by {tell_count(decision.simulations, 'simulation')}: {value} on average."
    source = "by learned estimate" if decision.learned else "by estimate"
    return f"Not decided at depth {decision.depth}: {value}, {source}."


def _name_action(game: Game, decision: Decision) -> str:
    """Name the action of a decision, as the game does where it is known."""
    if decision.place is None:
        return str(decision.action)
    return game.action_name(decision.place[1], decision.action)


def tell_outcome(record: Record) -> str:
    """Say how a finished game ended."""
    game, utilities = record.game, record.utilities
    if record.is_repeated:
        return "Drawn by repetition."
    told = game.tell_end(record.state)
    if told:
        return f"{told}."
    if not game.is_adversarial:
        return f"Over: {_tell_all(game, utilities)}."
    if game.has_chance and utilities[0] in game.utility_bounds:
        return f"{game.name_of(int(utilities[0] < utilities[1]))} wins."
    result = _result(game, utilities[0], 0)
    return f"{result[0].upper()}{result[1:]}."


def _tell_all(game: Game, utilities: Sequence[float]) -> str:
    """Write what each player gets: A 1, B 2, C 6."""
    return ", ".join(f"{game.name_of(player)} {tell_value(utility)}" for player, utility in enumerate(utilities))


def _result(game: Game, value: float, player: int) -> str:
    """Name the winner of a two-player game; where more than winning counts, by how much."""
    if value == game.draw_utility:
        return "it is a draw"
    if game.offers("value_name"):
        return game.value_name(value, player, Unit.UTILITY)
    winner = player if value > game.draw_utility else 1 - player
    won = value if winner == player else game.value_to(1, value)
    amount = "" if won == game.utility_range[1] else f" by {tell_value(won)}"
    return f"{game.name_of(winner)} wins{amount}"
