"""Estimates: within their bounds, to the player they are asked for, and the sum of their features."""

from collections.abc import Iterator, Mapping
from typing import Any

from plywise.doctor.case import Case
from plywise.doctor.report import Finding
from plywise.doctor.values import is_number, short
from plywise.rules import TOLERANCE

STATES = 500


def check_evaluation_bounds(case: Case) -> Iterator[Finding]:
    """An evaluation must be a number within its limit, or within utility_range where it is averaged."""
    game = case.game
    for seen in case.sample.some_inner(STATES) if game.offers("evaluate") else ():
        for player in range(game.players):
            complaint = _bounds_complaint(case, case.ask("evaluate", seen.state, player), player)
            if complaint:
                yield case.finding(complaint[0], "evaluate", *complaint[1:], seen.state)
                return


def check_evaluation_viewpoint(case: Case) -> Iterator[Finding]:
    """What is good for one of two players must be as bad for the other."""
    game = case.game
    if not game.offers("evaluate") or not game.is_adversarial:
        return
    total = 0 if game.evaluates_in_own_unit else game.utility_sum or 0
    for seen in case.sample.some_inner(STATES):
        first, second = (case.ask("evaluate", seen.state, player) for player in (0, 1))
        if not (is_number(first) and is_number(second)):
            return
        if abs(first + second - total) > TOLERANCE * max(1, abs(first)):
            what = f"evaluate gives {first} to player 0 and {second} to player 1, which don't add up to {total:g}."
            fix = "Estimate for the given player, not for the player to move: flip the sign for the other one."
            yield case.finding("evaluation-viewpoint", "evaluate", what, fix, seen.state)
            return


def check_features(case: Case) -> Iterator[Finding]:
    """What an evaluation is said to be made of must add up to it."""
    game = case.game
    is_named = game.offers("features") or game.offers("amounts")
    for seen in case.sample.some_inner(STATES) if is_named else ():
        for player in range(game.players):
            amounts = case.ask("amounts", seen.state, player)
            if len(amounts) != len(game.weights):
                what = f"amounts returned {len(amounts)} numbers, but there are {len(game.weights)} weights."
                fix = "Return a number for each of `weights`, in the same order."
                yield case.finding("features", "amounts", what, fix, seen.state)
                return
            parts, whole = case.ask("features", seen.state, player), case.ask("evaluate", seen.state, player)
            if not isinstance(parts, Mapping) or not all(is_number(part) for part in parts.values()):
                what, fix = f"features returned {short(parts)}.", "Return a dict with a number for each name."
            elif abs(sum(parts.values()) - whole) > TOLERANCE * max(1, abs(whole)):
                what = f"The features add up to {sum(parts.values()):g}, but evaluate to player {player} is {whole:g}."
                fix = "Name every term of evaluate, with the sign that it has for the given player."
            else:
                continue
            yield case.finding("features", "features", what, fix, seen.state)
            return


def _bounds_complaint(case: Case, evaluation: Any, player: int) -> tuple[str, str, str] | None:
    game = case.game
    if not is_number(evaluation):
        what = f"evaluate to player {player} is {short(evaluation)}, which isn't a number."
        return "evaluation-number", what, "Return a number on every path through the method."
    if game.evaluates_in_own_unit:
        if abs(evaluation) < game.evaluation_limit:
            return None
        what = f"evaluate to player {player} is {evaluation}, not below evaluation_limit {game.evaluation_limit:g}."
        return "evaluation-limit", what, "Scale it down, or declare a larger evaluation_limit."
    low, high = game.utility_range
    if low <= evaluation <= high:
        return None
    what = f"evaluate to player {player} is {evaluation}, outside utility_range ({low}, {high})."
    fix = "With chance, or more than two players, estimates are averaged with utilities: scale evaluate to their range."
    return "evaluation-range", what, fix
