"""Rules that compile, and are slow nevertheless: how slow, which rule and which line, and what to write instead."""

import math
from collections.abc import Iterator
from typing import Any

from plywise.doctor.case import Case
from plywise.doctor.places import place
from plywise.doctor.report import Finding, Speed
from plywise.doctor.sample import spread
from plywise.doctor.speed.measuring import moving, seconds_alone, walking_speed
from plywise.doctor.speed.reference_game import Reference
from plywise.doctor.speed.slow_lines import SlowLine, find_slow_lines
from plywise.doctor.watch import LISTED
from plywise.kernel import compile_rules, lower

SUSPECT = 100e-9
"""Seconds for one state, of the rules alone, from which on they are compared with the reference game."""
CLEAR = 500e-9
"""Seconds from which on the time of a rule alone is more than the noise of measuring it."""
SLOW = 20
"""Rules that are this many times slower than the reference game's are called slow."""
TRACED = 40
"""States on which the lines of a plain rule are counted."""
ELSEWHERE = "see whether the work on this line can be done on the bits of an int, or once instead of for each state"


def check_speed(case: Case) -> Iterator[Finding]:
    """Measure compiled rules; leaves in `case.speed` what was measured."""
    states = moving(case.sample.states)
    if case.rules is None or not states:
        return
    try:
        alone = seconds_alone(case.rules, states)
        total = sum(alone.values())
        if total < SUSPECT:
            return
        walked = walking_speed(case.rules, states)
        evaluating = alone.get("evaluate", 0.0)
        if evaluating > CLEAR:
            walked = 1 / (1 / walked + evaluating)
        if math.isinf(walked):
            return
        reference = walking_speed(compile_rules(Reference()), [Reference.State()])
    except Exception:  # such as a walk too long for the stack of actions: then nothing is said of speed
        return
    case.speed = Speed(walked, reference, {rule: seconds / total for rule, seconds in alone.items()})
    if case.speed.states_per_second * SLOW < reference:
        yield _slow(case, case.speed, states)


def _slow(case: Case, speed: Speed, states: list[Any]) -> Finding:
    """Say how slow the rules are, and where."""
    rates = (
        f"{_millions(speed.states_per_second)} states a second, where three in a row has {_millions(speed.reference)}"
    )
    what = f"The compiled rules are slow: {rates} in the same run, both in processor time."
    rule = next(iter(speed.shares))
    what += f" {rule} takes about {speed.shares[rule]:.0%} of the time."
    lines = _lines(case, rule, states)
    if not lines:
        return case.finding("slow-rules", rule, what, f"{_as_sentence(ELSEWHERE)}.", level="note")
    first = lines[0]
    if first.construct:
        what += f" This line, which runs {first.runs:,.1f} times a state, is probably why: {first.construct.what}."
    else:
        what += f" This line runs most often, {first.runs:,.1f} times a state."
    fix = f"{_as_sentence(first.construct.fix if first.construct else ELSEWHERE)}."
    for line in lines[1:]:
        if line.construct:
            fix += f" On line {line.line}, {line.construct.what}: {line.construct.fix}."
    where = place(first.file, first.line)
    return case.watch.finding("slow-rules", rule, what, fix, level="note", where=where)


def _lines(case: Case, rule: str, states: list[Any]) -> list[SlowLine]:
    """Find the lines by asking the plain rule about some states."""
    game = case.game

    def ask(state: Any) -> None:
        match rule:
            case "result":
                game.result(state, next(iter(game.actions(state))))
            case "evaluate":
                game.evaluate(state, 0)
            case _:
                answer = getattr(game, rule)(state)
                if rule in LISTED:
                    list(answer)

    files = {function.file for function in lower(game).functions.values()}
    return find_slow_lines(ask, spread(states, TRACED), files)


def _as_sentence(text: str) -> str:
    return text[:1].upper() + text[1:]


def _millions(rate: float) -> str:
    """Write a rate as people do: 0.64 million, 35 million."""
    millions = rate / 1e6
    return f"{millions:.2g} million" if millions < 10 else f"{millions:.0f} million"
