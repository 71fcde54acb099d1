"""Where CHANCE moves: outcomes and their probabilities."""

import math
from collections.abc import Iterator
from typing import Any

from plywise.doctor.case import Case
from plywise.doctor.report import Finding
from plywise.doctor.sample import Line, Seen, is_pair
from plywise.doctor.values import is_number, short
from plywise.rules import CHANCE, TOLERANCE


def check_chances(case: Case) -> Iterator[Finding]:
    """The outcomes of each roll must differ, be possible, and have probabilities that add up to 1."""
    for seen in case.sample.inner:
        if seen.mover == CHANCE:
            complaint = _complaint(seen)
            if complaint:
                yield case.finding(complaint[0], "chances", *complaint[1:], seen.state)
                return


def check_deal(case: Case) -> Iterator[Finding]:
    """Note that nothing is hidden, where chance deals something at the start that stays."""
    if case.game.offers("observe"):
        return
    lines = [line for line in case.sample.lines if any(_is_players(seen) for seen in line.seen)]
    if lines and all(line.seen[0].mover == CHANCE for line in lines) and all(map(_keeps_deal, lines)):
        what = (
            "Chance moves first, and what it deals stays in the state, like a hand of cards. "
            "Without `observe`, every player sees the whole state."
        )
        fix = "That is right if nothing is hidden. If players hide their cards, write observe(self, state, player)."
        yield case.finding("open-information", "chances", what, fix, level="note")


def _is_players(seen: Seen) -> bool:
    """Whether a player moves there."""
    return not seen.terminal and seen.mover != CHANCE


def _keeps_deal(line: Line) -> bool:
    """Whether something that chance put into the first state is still there, unchanged, when the game is over."""
    dealt = next(number for number, seen in enumerate(line.seen) if _is_players(seen))
    start, rest = line.seen[0].state, [seen.state for seen in line.seen[dealt:]]
    if not isinstance(start, tuple):
        return all(seen.mover != CHANCE for seen in line.seen[dealt:] if not seen.terminal)
    fields = zip(start, *rest, strict=False)
    return any(first != now and all(now == later for later in later_ones) for first, now, *later_ones in fields)


def _complaint(seen: Seen) -> tuple[str, str, str] | None:
    """Return the check, what is wrong with the chances in a state, and the fix."""
    if not seen.choices:
        return "no-chances", "chances gives no outcome although CHANCE moves.", "Yield at least one outcome."
    for item in seen.choices:
        if not is_pair(item):
            what = f"chances gives {short(item)} instead of a pair."
            return "no-chances", what, "Yield pairs of outcome and probability: yield 6, 1 / 6."
        if not _is_probability(item[1]):
            what = f"chances gives the outcome {short(item[0])} the probability {short(item[1])}."
            return "probability", what, "Give each outcome a probability above 0 and at most 1; leave out the others."
    return _whole_complaint(seen)


def _whole_complaint(seen: Seen) -> tuple[str, str, str] | None:
    outcomes = [outcome for outcome, _ in seen.choices]
    total = math.fsum(probability for _, probability in seen.choices)
    if abs(total - 1) > TOLERANCE:
        what = f"The probabilities of {len(outcomes)} outcomes add up to {total:.10g} instead of 1."
        return "probability-sum", what, "Correct the probabilities so that they add up to 1."
    twice = [outcome for number, outcome in enumerate(outcomes) if outcome in outcomes[:number]]
    if twice:
        what = f"chances gives the outcome {short(twice[0])} more than once."
        return "duplicate-outcomes", what, "Yield each outcome once, with the sum of its probabilities."
    return None


def _is_probability(value: Any) -> bool:
    return is_number(value) and 0 < float(value) <= 1 + TOLERANCE
