"""How fast compiled rules are, in processor time: each rule alone, and all together on a walk through the states.

A rule alone is called from Python again and again about one state. Such a call costs more than many rules do: what the
cheapest of all calls costs is taken for the call and subtracted, so a few dozen nanoseconds mean nothing.

The walk is perft: `is_terminal`, `actions` and `result` in machine code, from each of some sampled states. It is
exact.
"""

import math
import statistics
import time
from collections.abc import Callable, Sequence
from typing import Any

from plywise.doctor.sample import Seen, spread
from plywise.kernel import CompiledRules
from plywise.rules import CHANCE

WALKS = 12
"""States from which walks start."""
WALK_SECONDS = 0.003
"""A walk goes deeper until it takes this long,"""
LONGEST_WALK = 0.1
"""or until the next one would take longer than this."""
SHORTEST_WALK = 0.0005
"""A walk through a whole game in less than this is mostly the call from Python: it says nothing of the rules."""
DEEPEST = 12
ALONE = 8
"""States about which each rule is asked alone."""
CALLS, BATCHES = 40, 15
RULES = ("is_terminal", "actions", "result", "evaluate")
"""What a search asks of nearly every state."""


def moving(states: Sequence[Seen]) -> list[Any]:
    """Return, of the sample's states, those in which a player moves."""
    return [seen.state for seen in states if not seen.terminal and seen.mover != CHANCE]


def seconds_alone(rules: CompiledRules, states: Sequence[Any]) -> dict[str, float]:
    """Return the seconds of each rule for one state, the call itself subtracted, the slowest rule first."""
    chosen = [state for state in spread(states, ALONE) if rules.actions(state)]
    asked = [(rule, state) for rule in RULES if rules.offers(rule) for state in chosen]
    best = [math.inf] * len(asked)
    for _ in range(BATCHES):  # all in turn, so that what disturbs one for a while disturbs only one batch of it
        for at, (rule, state) in enumerate(asked):
            best[at] = min(best[at], _batch(rules, rule, state) / CALLS)
    own: dict[str, list[float]] = {}
    for (rule, _), seconds in zip(asked, best, strict=True):
        own.setdefault(rule, []).append(seconds - min(best))
    means = {rule: statistics.fmean(each) for rule, each in own.items()}
    return dict(sorted(means.items(), key=lambda item: -item[1]))


def _batch(rules: CompiledRules, rule: str, state: Any) -> float:
    """Ask a rule about one state, a batch of times; return the seconds."""
    arguments: tuple[int, ...] = ()
    if rule == "result":
        arguments = (rules.encode(rules.actions(state)[0]),)
    elif rule == "evaluate":
        arguments = (0,)
    return _spent(rules.repeated(rule, state, arguments, CALLS))


def walking_speed(rules: CompiledRules, states: Sequence[Any]) -> float:
    """Return how many states a second the rules pass through; infinite where no walk is long enough to measure."""
    walks = [_walk(rules, state) for state in spread(states, WALKS)]
    told = [(passed, seconds) for passed, seconds in walks if seconds >= SHORTEST_WALK]
    return sum(passed for passed, _ in told) / sum(seconds for _, seconds in told) if told else math.inf


def _walk(rules: CompiledRules, state: Any) -> tuple[int, float]:
    """Walk from a state; return how many states were passed through, and the seconds of the quickest of three walks.

    The states of the last ply are only counted, never made.
    """
    counted, spent, depth = [1], 0.0, 1
    for depth in range(1, DEEPEST):
        spent = _spent(lambda: counted.append(rules.perft(state, depth)))  # noqa: B023 - called at once
        wider = counted[-1] / max(1, counted[-2])
        if spent > WALK_SECONDS or spent * wider > LONGEST_WALK or not counted[-1]:
            break
    again = (_spent(lambda: rules.perft(state, depth)) for _ in range(2))
    return sum(counted[:-1]), min(spent, *again)


def _spent(work: Callable[[], object]) -> float:
    started = time.process_time()
    work()
    return time.process_time() - started
