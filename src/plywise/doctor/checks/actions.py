"""Who moves, and what may be played."""

from collections import Counter
from collections.abc import Iterable, Iterator
from numbers import Integral
from typing import Any

from plywise.doctor.case import Case
from plywise.doctor.report import Finding
from plywise.doctor.sample import Seen
from plywise.doctor.values import short
from plywise.rules import CHANCE


def check_terminal(case: Case) -> Iterator[Finding]:
    """A game must know whether it is over."""
    for seen in case.sample.states:
        if seen.terminal is None:
            fix = "Return True where the game is over and False elsewhere, on every way through the rule."
            yield case.finding("no-answer", "is_terminal", "is_terminal returned None.", fix, seen.state)
            return


def check_player(case: Case) -> Iterator[Finding]:
    """The player to move must be a seat, or CHANCE."""
    for seen in case.sample.inner:
        if not _is_player(seen.mover, case.game.players):
            seats = ", ".join(map(str, range(case.game.players)))
            what = f"to_move returned {short(seen.mover)}; the players are {seats}, and CHANCE ({CHANCE})."
            fix = "Return the number of the player to move, counted from 0."
            yield case.finding("wrong-player", "to_move", what, fix, seen.state)
            return


def check_no_actions(case: Case) -> Iterator[Finding]:
    """Where the game is not over, there must be something to play."""
    for seen in case.sample.inner:
        if seen.mover != CHANCE and not seen.choices:
            what = f"Player {seen.mover} has no action here, but is_terminal says that the game isn't over."
            fix = "Offer an action (passing is one), or let is_terminal return True here."
            yield case.finding("no-actions", "actions", what, fix, seen.state)
            return


def check_actions_hashable(case: Case) -> Iterator[Finding]:
    """Actions and outcomes must be hashable."""
    for seen in case.sample.inner:
        complaint = unhashable_complaint(seen.options, seen.mover == CHANCE)
        if complaint is not None:
            yield case.finding("unhashable-action", *complaint, seen.state)
            return


def unhashable_complaint(options: Iterable[Any], is_chance: bool = False) -> tuple[str, str, str] | None:
    """Return the rule that offers what can't be hashed, what that is, and what to do; None where all can be."""
    for action in options:
        try:
            hash(action)
        except Exception as error:
            rule = "chances" if is_chance else "actions"
            what = f"{rule} offers {short(action)}, which can't be hashed: {error}."
            return rule, what, "Make it an int, a str, or a tuple of those instead of a list."
    return None


def check_duplicate_actions(case: Case) -> Iterator[Finding]:
    """Each action must be offered once."""
    for seen in case.sample.inner:
        twice = [action for action, count in _counts(seen) if count > 1]
        if twice and seen.mover != CHANCE:
            what = f"actions offers {case.name(seen.state, twice[0])} more than once."
            fix = "Yield each action once: a search tries each of them, and random play draws from them."
            yield case.finding("duplicate-actions", "actions", what, fix, seen.state)
            return


def check_idle_player(case: Case) -> Iterator[Finding]:
    """Warn of a player who never moves."""
    movers = {seen.mover for seen in case.sample.inner}
    idle = [player for player in range(case.game.players) if player not in movers]
    if movers and idle:
        what = f"Player {idle[0]} never moves in {len(case.sample.lines)} random games."
        fix = f"Check whether to_move can return {idle[0]}, or declare fewer players."
        yield case.finding("idle-player", "to_move", what, fix, level="warning")


def check_max_actions(case: Case) -> Iterator[Finding]:
    """No state may offer more actions than declared."""
    most = case.game.max_actions
    if most is None:
        return
    counts = [(len(seen.choices), seen.state) for seen in case.sample.inner if seen.mover != CHANCE]
    for count, state in [*counts, (case.graph.max_actions, case.graph.widest)]:
        if count > most:
            what = f"actions offers {count} actions, more than max_actions = {most}."
            fix = f"Declare max_actions = {count} or more, or let actions offer fewer."
            yield case.finding("max-actions", "actions", what, fix, state)
            return


def check_distinct_actions(case: Case) -> Iterator[Finding]:
    """Where actions are declared to be whole numbers below one, all must be."""
    count = case.game.distinct_actions
    if count is None:
        return
    for seen in case.sample.inner:
        for action in seen.choices if seen.mover != CHANCE else ():
            if type(action) is not int or not 0 <= action < count:
                what = f"actions offers {action!r:.40}, which isn't a whole number below distinct_actions = {count}."
                fix = "Declare one more than the largest action, or leave it out where actions aren't whole numbers."
                yield case.finding("distinct-actions", "actions", what, fix, seen.state)
                return


def _is_player(mover: Any, players: int) -> bool:
    if isinstance(mover, bool) or not isinstance(mover, Integral):
        return False
    return mover == CHANCE or 0 <= int(mover) < players


def _counts(seen: Seen) -> list[tuple[Any, int]]:
    """Count each action; unhashable ones are another check's matter."""
    try:
        return list(Counter(seen.options).items())
    except TypeError:
        return []
