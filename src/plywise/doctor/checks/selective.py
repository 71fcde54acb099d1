"""The rules by which a search looks further or leaves something out: what they name are actions, a pass is a pass."""

from collections.abc import Iterator
from typing import Any

from plywise.doctor.case import Case
from plywise.doctor.report import Finding
from plywise.doctor.sample import Seen
from plywise.doctor.values import short
from plywise.rules import CHANCE

STATES = 500


def check_noisy_actions(case: Case) -> Iterator[Finding]:
    """Noisy actions must be among those that the state offers, each once."""
    for seen, noisy in _offered(case, "noisy_actions"):
        fix = "Yield only actions of the state, such as those that capture."
        strange = _strange(case, "noisy_actions", seen, noisy, fix)
        if strange:
            yield strange
            return
        if len(set(noisy)) < len(noisy):
            fix = "Yield each action once."
            yield case.finding("noisy-actions", "noisy_actions", "noisy_actions offers one twice.", fix, seen.state)
            return


def check_playout_actions(case: Case) -> Iterator[Finding]:
    """Playouts must draw from actions that the state offers; one named twice is drawn twice as often."""
    for seen, drawn in _offered(case, "playout_actions"):
        fix = "Yield only actions of the state: those that a sensible player might choose."
        strange = _strange(case, "playout_actions", seen, drawn, fix)
        if strange:
            yield strange
            return


def _offered(case: Case, rule: str) -> Iterator[tuple[Seen, list[Any]]]:
    """Yield states, and what an optional rule offers there; nothing where the game doesn't write the rule."""
    for seen in case.sample.some_inner(STATES) if case.game.offers(rule) else ():
        yield seen, [] if seen.mover == CHANCE else case.ask(rule, seen.state)


def _strange(case: Case, rule: str, seen: Seen, offered: list[Any], fix: str) -> Finding | None:
    """Return the finding that a rule offers what `actions` doesn't, if it does."""
    strange = [action for action in offered if action not in seen.choices]
    if not strange:
        return None
    what = f"{rule} offers {short(strange[0])}, which actions doesn't."
    return case.finding(rule.replace("_", "-"), rule, what, fix, seen.state)


def check_pass_turn(case: Case) -> Iterator[Finding]:
    """After a pass another player moves, unless that ends the game."""
    for seen in case.sample.some_inner(STATES) if case.game.offers("pass_turn") else ():
        if seen.mover == CHANCE:
            continue
        after = case.ask("pass_turn", seen.state)
        if not case.ask("is_terminal", after) and case.ask("to_move", after) == seen.mover:
            what = f"pass_turn leads to {short(after)}, where the same player moves."
            fix = "Return the same state with the other player to move."
            yield case.finding("pass-turn", "pass_turn", what, fix, seen.state)
            return
