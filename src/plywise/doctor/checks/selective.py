"""The rules by which a search looks further or leaves something out: what they name are actions, a pass is a pass."""

from collections.abc import Iterator

from plywise.doctor.case import Case
from plywise.doctor.report import Finding
from plywise.doctor.values import short
from plywise.rules import CHANCE

STATES = 500


def check_noisy_actions(case: Case) -> Iterator[Finding]:
    """Noisy actions must be among those that the state offers, each once."""
    for seen in case.sample.some_inner(STATES) if case.game.offers("noisy_actions") else ():
        noisy = [] if seen.mover == CHANCE else case.ask("noisy_actions", seen.state)
        strange = [action for action in noisy if action not in seen.choices]
        if strange:
            what = f"noisy_actions offers {short(strange[0])}, which actions doesn't."
            fix = "Yield only actions of the state, such as those that capture."
            yield case.finding("noisy-actions", "noisy_actions", what, fix, seen.state)
            return
        if len(set(noisy)) < len(noisy):
            fix = "Yield each action once."
            yield case.finding("noisy-actions", "noisy_actions", "noisy_actions offers one twice.", fix, seen.state)
            return


def check_playout_actions(case: Case) -> Iterator[Finding]:
    """Playouts must draw from actions that the state offers; one named twice is drawn twice as often."""
    for seen in case.sample.some_inner(STATES) if case.game.offers("playout_actions") else ():
        drawn = [] if seen.mover == CHANCE else case.ask("playout_actions", seen.state)
        strange = [action for action in drawn if action not in seen.choices]
        if strange:
            what = f"playout_actions offers {short(strange[0])}, which actions doesn't."
            fix = "Yield only actions of the state: those that a sensible player might choose."
            yield case.finding("playout-actions", "playout_actions", what, fix, seen.state)
            return


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
