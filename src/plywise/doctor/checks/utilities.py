"""What terminal states are worth."""

import math
from collections.abc import Iterator

from plywise.doctor.case import Case
from plywise.doctor.report import Finding
from plywise.doctor.speed import tell_cost
from plywise.doctor.values import is_number, short
from plywise.rules import TOLERANCE, is_whole


def check_utility_numbers(case: Case) -> Iterator[Finding]:
    """A utility must be a number."""
    for seen in case.sample.terminals:
        for player, utility in enumerate(seen.utilities):
            if not is_number(utility):
                what = f"utility to player {player} is {short(utility)}, which isn't a number."
                fix = "Return a number for every player, on every path through the method."
                yield case.finding("utility-number", "utility", what, fix, seen.state)
                return


def check_utility_range(case: Case) -> Iterator[Finding]:
    """It must be within the declared range."""
    low, high = case.game.utility_range
    for seen in case.sample.terminals:
        for player, utility in enumerate(seen.utilities):
            if is_number(utility) and not low <= utility <= high:
                what = f"utility to player {player} is {utility}, outside utility_range ({low}, {high})."
                fix = "Correct utility, or declare the lowest and the highest utility that a game can end with."
                yield case.finding("utility-range", "utility", what, fix, seen.state)
                return


def check_utility_sum(case: Case) -> Iterator[Finding]:
    """All players' utilities must add up to the declared sum."""
    declared = case.game.utility_sum
    for seen in case.sample.terminals:
        if declared is None or not all(map(is_number, seen.utilities)):
            continue
        total = math.fsum(seen.utilities)
        if abs(total - declared) > TOLERANCE:
            listed = ", ".join(map(str, seen.utilities))
            what = f"The players' utilities ({listed}) add up to {total:g}, not to utility_sum = {declared:g}."
            fix = "Let one player lose what another wins, or declare utility_sum = None."
            yield case.finding("utility-sum", "utility", what, fix, seen.state)
            return


def check_utility_scale(case: Case) -> Iterator[Finding]:
    """Warn of utilities that the declared scale doesn't turn into whole numbers; with chance, none is needed."""
    if case.game.has_chance:
        return
    scale = case.game.utility_scale
    for seen in case.sample.terminals:
        for utility in filter(is_number, seen.utilities):
            scaled = utility * scale
            if math.isinf(scaled) or is_whole(scaled):
                continue
            what = f"The utility {utility} times utility_scale = {scale} isn't a whole number, so the rules can't be "
            what += f"compiled and run as plain Python.{tell_cost(case)}"
            fix = "Declare a utility_scale that makes it one: 2 if a draw is worth 1/2."
            yield case.finding("utility-scale", "utility", what, fix, seen.state, level="warning")
            return
