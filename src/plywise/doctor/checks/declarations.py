"""Declarations that make no sense, and a game that can't start."""

from collections.abc import Iterator
from typing import Any

from plywise.doctor.case import Case
from plywise.doctor.places import class_place
from plywise.doctor.report import Finding
from plywise.doctor.values import is_number, short
from plywise.rules import same_state


def check_declarations(case: Case) -> Iterator[Finding]:
    """Look at the numbers and words that a game declares."""
    game = case.game
    if not _is_count(game.players):
        what = f"players is {short(game.players)}."
        yield case.misdeclared("players", "players", what, "Declare how many players there are: 1, 2, 3, ...")
        return
    if not _is_range(game.utility_range):
        what = f"utility_range is {short(game.utility_range)}."
        fix = "Declare the lowest and the highest utility, in this order, such as (-1, 1)."
        yield case.misdeclared("utility-range", "utility_range", what, fix)
        return
    yield from _check_sum(case)
    yield from _check_counts(case)
    if not is_number(game.evaluation_limit) or not game.evaluation_limit > 0:
        what = f"evaluation_limit is {short(game.evaluation_limit)}."
        fix = "Declare a number above 0 that no evaluation reaches."
        yield case.misdeclared("evaluation-limit", "evaluation_limit", what, fix)
    if game.repetition not in (None, "draw", "illegal"):
        what = f"repetition is {short(game.repetition)}."
        yield case.misdeclared("repetition", "repetition", what, "Declare None, 'draw' or 'illegal'.")


def check_initial(case: Case) -> Iterator[Finding]:
    """Start the game, twice."""
    game = case.game
    if not game.offers("initial") and not hasattr(game, "State"):
        what = f"{type(game).__name__} has no State and no initial, so play has nowhere to start."
        fix = "Write a class State(NamedTuple) with a default for each field, or `def initial(self)`."
        yield Finding("error", "no-state", what, fix, "initial", class_place(type(game)))
        return
    first, second = case.ask("initial"), case.ask("initial")
    if first is None:
        yield case.finding(
            "no-state", "initial", "initial returned None.", "Return the state in which the game starts."
        )
        return
    complaint = case.incomparable(first, "initial")
    if complaint is not None:
        yield complaint
    elif not same_state(first, second):
        what = f"Asked twice, initial returned two different states: {short(first)} and {short(second)}."
        fix = "Return the same state every time. Let CHANCE move first if the start is drawn at random."
        yield case.finding("changing-answer", "initial", what, fix, first)


def _check_sum(case: Case) -> Iterator[Finding]:
    """Whether the players' utilities can add up to what is declared."""
    game = case.game
    total = game.utility_sum
    if total is None:
        return
    low, high = game.utility_range
    if not is_number(total) or not game.players * low <= total <= game.players * high:
        what = (
            f"utility_sum is {short(total)}, which {game.players} utilities between {low} and {high} can't add up to."
        )
        fix = "Declare what the players' utilities add up to, or None where that is not constant."
        yield case.misdeclared("utility-sum", "utility_sum", what, fix)


def _check_counts(case: Case) -> Iterator[Finding]:
    """Check that what is counted is a whole number above 0."""
    game = case.game
    if not _is_count(game.utility_scale):
        what = f"utility_scale is {short(game.utility_scale)}."
        fix = "Declare a whole number that turns every utility into a whole number: 2 where a draw is 1/2."
        yield case.misdeclared("utility-scale", "utility_scale", what, fix)
    if game.max_actions is not None and not (_is_count(game.max_actions) or game.max_actions == 0):
        what = f"max_actions is {short(game.max_actions)}."
        yield case.misdeclared("max-actions", "max_actions", what, "Declare a whole number, or leave it out.")
    if game.distinct_actions is not None and not _is_count(game.distinct_actions):
        what = f"distinct_actions is {short(game.distinct_actions)}."
        yield case.misdeclared("distinct-actions", "distinct_actions", what, "Declare a whole number, or leave it out.")
    if not _is_count(game.repetition_count) or game.repetition_count < 2:
        what = f"repetition_count is {short(game.repetition_count)}."
        fix = "Declare at which occurrence of a state the game is drawn: 2 or more."
        yield case.misdeclared("repetition", "repetition_count", what, fix)


def _is_count(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 1


def _is_range(value: Any) -> bool:
    return isinstance(value, tuple | list) and len(value) == 2 and all(map(is_number, value)) and value[0] <= value[1]
