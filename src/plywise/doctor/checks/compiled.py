"""Whether the rules compile, and whether they are still the same game then.

    of a form that can't be compiled    noted already by an earlier check: nothing to add
    refused by the lowering             a warning with line, reason and what it costs: the rules run plainly
    compiled, with overflow watched     asked beside the plain rules on random play
    compiled as search will use them    asked likewise; this build stays in the cache

Where the two disagree, a compiled search would be about another game: that is an error.
"""

import re
import time
import warnings
from collections.abc import Iterator
from itertools import chain
from typing import Any

from plywise.doctor.case import Case
from plywise.doctor.checks.forms import check_action_forms, check_state_forms
from plywise.doctor.checks.utilities import check_utility_scale
from plywise.doctor.places import failing_place, place
from plywise.doctor.report import Compiled, Finding
from plywise.doctor.speed import tell_cost
from plywise.doctor.values import short
from plywise.kernel import CacheError, CompiledRules, Difference, LoweringError, compile_rules
from plywise.kernel.building import compare
from plywise.kernel.lowering import leaves

CACHE = "PLYWISE_CACHE_DIR"
"""Named in every complaint of the cache."""
LEAST, MOST = -(1 << 63), (1 << 64) - 1
"""What 64 bits hold, with a sign or without."""
COMPARED = 1_000
"""States of random play that each build is asked about."""
SECONDS = 10.0
"""A budget for slow rules only: others stop at the count above, which makes reports repeatable."""
SHOWN = 160
"""Characters of an answer that a finding shows."""

KEEP_WITHIN = (
    "Keep every number within 64 bits: split a larger board over several fields, shift by 0 to 63 only, and use "
    "plywise.bits where bits are meant to fall off."
)
CHECK_INDEX = "Check the index before it is used: compiled, a tuple has the length that it has in the first state."
LOOK_FOR = (
    "Look in {rule} for numbers beyond 64 bits, and for boards with bit 63 set, which are negative when compiled: use "
    "plywise.bits for both. If there are none, this is a bug in Plywise: please report it."
)


def check_compiled(case: Case) -> Iterator[Finding]:
    """Compile the rules and compare them with the plain ones; leaves in `case.compiled` what is known then."""
    if _is_noted(case):
        case.compiled = Compiled(False)
        return
    try:
        yield from _compare_builds(case)
    except LoweringError as error:
        case.compiled = Compiled(False)
        yield _refused(case, error)
    except Exception as error:
        rule = failing_place(case.game, error.__traceback__)[1]
        if rule:  # a plain one, which no other check has asked
            yield case.watch.blame(rule, error)
        else:
            yield _beyond(case) if isinstance(error, OverflowError) else _not_here(error)


def _is_noted(case: Case) -> bool:
    """Whether an earlier check noted, in its own words, that the game can't be compiled."""
    return any(True for _ in chain(check_state_forms(case), check_action_forms(case), check_utility_scale(case)))


def _compare_builds(case: Case) -> Iterator[Finding]:
    """Compile both builds; the watched one first, since it says what is wrong where the other only differs."""
    for seen in case.sample.states:
        if not all(LEAST <= number <= MOST for number in leaves(tuple(seen.state))):
            yield _beyond(case, seen.state)
            return
    states = 0
    for checked in (True, False):
        rules, complaint = _build(case, checked)
        if complaint:
            yield _uncached(complaint)
        difference, states = _play_beside(case, rules)
        if difference is not None:
            yield _differing(case, difference)
            return
    case.compiled, case.rules = Compiled(True, states), rules


def _build(case: Case, checked: bool) -> tuple[CompiledRules, str]:
    """Compile the rules, and keep all but the watched build; return them, and the cache's complaint if it has one."""
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        try:
            rules, complaint = compile_rules(case.game, checked, keep=not checked), ""
        except CacheError as error:
            rules, complaint = compile_rules(case.game, checked, keep=False), str(error)
    from_cache = (str(one.message) for one in said if one.category is RuntimeWarning and CACHE in str(one.message))
    return rules, complaint or next(from_cache, "")


def _play_beside(case: Case, rules: CompiledRules) -> tuple[Difference | None, int]:
    """Compare on one random game after another; return the first difference, and how many states were looked at."""
    lines = case.sample.lines
    length = 1 + max(len(line.chosen) for line in lines)
    if case.sample.is_slow:  # every choice is followed one step, which random games don't do
        length = 1 + length // max(1, *(len(seen.choices) for line in lines for seen in line.seen))
    states, deadline = 0, time.perf_counter() + SECONDS
    while states < COMPARED and (states == 0 or time.perf_counter() < deadline):
        count = min(length, COMPARED - states)
        difference = compare(case.game, rules, seed=case.seed + states, states=count)
        states += count
        if difference is not None:
            return difference, states
    return None, states


# What is said


def _refused(case: Case, error: LoweringError) -> Finding:
    reason = error.reason.removeprefix(f"{type(case.game).__name__}: ")
    what = f"The rules can't be compiled and run as plain Python: {reason}.{tell_cost(case)}"
    fix = f"Everything works as it is. For speed: {error.fix or 'write this line in another way'}."
    return Finding("warning", "plain-only", what, fix, "", place(error.file, error.line))


def _differing(case: Case, difference: Difference) -> Finding:
    rule = difference.rule.split()[0]
    plain = short(difference.plain, SHOWN)
    if isinstance(difference.compiled, str):
        reason, fix = _explain(difference.compiled.removeprefix("error: "))
        what = f"{difference.rule} is {plain} in plain Python, but fails when compiled: {reason}."
        return case.finding("compiled-failure", rule, what, fix.format(rule=rule), difference.state)
    what = f"{difference.rule} is {plain} in plain Python, but {short(difference.compiled, SHOWN)} when compiled."
    return case.finding("compiled-difference", rule, what, LOOK_FOR.format(rule=rule), difference.state)


def _explain(message: str) -> tuple[str, str]:
    """Return why compiled rules failed, and the fix.

    >>> _explain("A state offers more than 3 actions: declare a larger max_actions.")
    ('A state offers more than 3 actions', 'Declare a larger max_actions.')
    >>> _explain("to_move, compiled, fails in State(n=1): OverflowError('a sum is too large'); the plain ...")[0]
    'a sum is too large'
    """
    raised = re.search(r"compiled, fails in .*?: (\w+)\((?:'(.*?)'|\"(.*?)\")?,?\)", message, re.DOTALL)
    if raised is None:
        reason, _, fix = message.rstrip(".").partition(": ")
        return reason, f"{fix[:1].upper()}{fix[1:]}." if fix else LOOK_FOR
    kind, reason = raised[1], raised[2] or raised[3] or raised[1]
    return reason, {"OverflowError": KEEP_WITHIN, "IndexError": CHECK_INDEX}.get(kind, LOOK_FOR)


def _beyond(case: Case, *states: Any) -> Finding:
    """Complain of a state; where only the comparison came upon it, it isn't known which one it was."""
    sizes = [number.bit_length() for state in states for number in leaves(tuple(state))]
    size = f"{max(sizes)} bits" if sizes else "too many bits"
    what = f"A state holds a number of {size}: compiled rules have 64."
    return case.finding("compiled-failure", "result", what, KEEP_WITHIN, *states)


def _uncached(complaint: str) -> Finding:
    what, _, fix = complaint.partition(": ")
    return Finding("note", "cache", f"{what}.", f"{fix[:1].upper()}{fix[1:]}")


def _not_here(error: Exception) -> Finding:
    what = f"The rules could not be compiled here: {type(error).__name__}: {short(str(error), SHOWN)}."
    fix = "Allow more memory with --memory if it was short; if it wasn't, please report this. The plain engine works."
    return Finding("warning", "not-compiled", what, fix)
