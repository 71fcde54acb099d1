"""`canonical`: the state that stands for its equals must be worth and offer the same."""

import time
from collections.abc import Iterator
from typing import Any

from plywise.doctor.case import Case
from plywise.doctor.report import Finding
from plywise.doctor.sample import Seen, look, spread
from plywise.doctor.values import short
from plywise.rules import TOLERANCE, Decision, Game, Limit, PlywiseError, Status, same_state
from plywise.search import LimitReachedError, alpha_beta, expectiminimax, max_n

STATES = 150
SEARCHED = 30
DEPTH = 3
NODES = 300
SECONDS = 5.0
"""A budget for slow rules only."""


def check_canonical(case: Case) -> Iterator[Finding]:
    """Compare states with their canonical ones, rule by rule."""
    for seen in case.sample.some(STATES) if case.game.offers("canonical") else ():
        complaint = _complaint(case, seen)
        if complaint:
            yield case.finding(complaint[0], "canonical", *complaint[1:], seen.state)
            return


def check_canonical_value(case: Case) -> Iterator[Finding]:
    """Compare their values by search."""
    game = case.game
    if not game.offers("canonical") or case.watch.endless:
        return
    deadline = time.perf_counter() + SECONDS
    inner = [(seen, case.ask("canonical", seen.state)) for seen in case.sample.some_inner(STATES)]
    for seen, canonical in spread([(seen, twin) for seen, twin in inner if not same_state(twin, seen.state)], SEARCHED):
        values = _values(game, seen.state, canonical) if time.perf_counter() < deadline else None
        if values is None or abs(values[0].value - values[1].value) <= TOLERANCE:
            continue
        what = (
            f"Searched to depth {values[0].depth}, a state is worth {values[0].value:g} to player {values[0].player}, "
            f"but its canonical state {case.watch.show(canonical)} is worth {values[1].value:g}."
        )
        fix = "Let canonical only mirror or rotate the given state"
        guessed = any(value.status is Status.HEURISTIC for value in values)
        fix += ", and let evaluate rate both alike." if guessed else "."
        yield case.finding("canonical-value", "canonical", what, fix, seen.state)
        return


def _complaint(case: Case, seen: Seen) -> tuple[str, str, str] | None:
    """Return the check, what a state and its canonical state disagree on, and the fix."""
    state = case.ask("canonical", seen.state)
    if not isinstance(state, type(seen.state)):
        own = type(seen.state).__name__
        what = (
            f"canonical returned {short(state)}, which is a {type(state).__name__}; the state it was given is a {own}."
        )
        return "canonical-type", what, "Return a state of the same type as the one given."
    again = case.ask("canonical", state)
    if not same_state(again, state):
        what = f"The canonical state of {case.watch.show(state)}, itself canonical, is {case.watch.show(again)}."
        return (
            "canonical-moves-on",
            what,
            "Let canonical return the same state for all equivalent ones, such as their minimum.",
        )
    twin = look(case.game, case.watch, state, "result")
    for what, one, other in _compared(seen, twin):
        if one != other:
            told = f"{what} is {short(one)}, but in its canonical state {case.watch.show(state)} it is {short(other)}."
            return "canonical-changes", told, "Let canonical only mirror or rotate the given state."
    return None


def _compared(seen: Seen, twin: Seen) -> list[tuple[str, Any, Any]]:
    return [
        ("Whether the game is over", bool(seen.terminal), bool(twin.terminal)),
        ("The player to move", seen.mover, twin.mover),
        ("The utility to each player", seen.utilities, twin.utilities),
        ("The number of actions", len(seen.choices), len(twin.choices)),
    ]


def _values(game: Game, state: Any, canonical: Any) -> tuple[Decision, Decision] | None:
    """Search both states to one depth; None where the budget doesn't allow it or the rules don't."""
    for depth in range(DEPTH, 0, -1):
        try:
            return _decide(game, state, depth), _decide(game, canonical, depth)
        except LimitReachedError:
            continue
        except PlywiseError:
            return None
    return None


def _decide(game: Game, state: Any, depth: int) -> Decision:
    """Search a state; where players don't share one scale, only one ply, because equal choices of others may differ."""
    if game.evaluates_in_own_unit:
        return alpha_beta(game, state, limit=Limit(depth=depth, nodes=NODES))
    if game.is_adversarial:
        return expectiminimax(game, state, limit=Limit(depth=depth, nodes=NODES))
    return max_n(game, state, limit=Limit(depth=1, nodes=NODES))
