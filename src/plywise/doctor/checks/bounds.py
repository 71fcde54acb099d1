"""`value_bounds`, `banked` and `rest`: what they say must agree with a search to the end of the game."""

import time
from collections.abc import Iterator
from typing import Any

from plywise.doctor.case import Case
from plywise.doctor.report import Finding
from plywise.rules import MAX, TOLERANCE, Game, Limit, PlywiseError
from plywise.search import alpha_beta

STATES = 400
NODES = 2000
SECONDS = 5.0
"""A budget for slow rules only."""


def check_value_bounds(case: Case) -> Iterator[Finding]:
    """Compare the bounds of states near the end with what a search proves."""
    if not _is_apt(case, "value_bounds"):
        return
    for state, value in _proven(case):
        least, most = case.ask("value_bounds", state)
        if not least - TOLERANCE <= value <= most + TOLERANCE:
            what = f"value_bounds says {least:g} to {most:g}, and a search to the end proves {value:g} to player 0."
            fix = "Let value_bounds claim only what is certain whatever is played, to player 0 whoever moves."
            yield case.finding("value-bounds", "value_bounds", what, fix, state)
            return


def check_rest(case: Case) -> Iterator[Finding]:
    """Compare what states are worth with what is banked in them and what their rest is worth."""
    if not _is_apt(case, "rest"):
        return
    for state, value in _proven(case):
        rest, banked = case.ask("rest", state), case.ask("banked", state)
        left = _value(case.game, rest)
        if left is not None and abs(banked + left - value) > TOLERANCE:
            what = f"A search proves {value:g} to player 0, but banked says {banked:g} and rest is worth {left:g}."
            fix = "Let banked return what nothing can change any more, and rest the state without it."
            yield case.finding("rest-value", "rest", what, fix, state)
            return


def _is_apt(case: Case, rule: str) -> bool:
    return case.game.offers(rule) and case.game.evaluates_in_own_unit and not case.watch.endless


def _proven(case: Case) -> Iterator[tuple[Any, float]]:
    """Yield states whose value to player 0 is quickly proven, those that come last in a game first."""
    deadline = time.perf_counter() + SECONDS
    for seen in reversed(case.sample.some(STATES)):
        value = _value(case.game, seen.state) if time.perf_counter() < deadline else None
        if value is not None:
            yield seen.state, value


def _value(game: Game, state: Any) -> float | None:
    """Return a state's value to player 0; None where a search to the end is too long."""
    if game.is_terminal(state):
        return game.utility(state, MAX)
    try:
        decision = alpha_beta(game, state, limit=Limit(nodes=NODES))
    except PlywiseError:
        return None
    return game.value_to(game.to_move(state), decision.value)
