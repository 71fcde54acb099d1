"""The order in which actions are shown everywhere, and whether anything speaks for the first of them.

    1  proven wins                        the larger first, then the sooner
    2  undecided actions, proven draws    simulations by visits, searches by value
    3  actions never tried
    4  proven losses                      the smaller first, then the later

>>> from plywise.rules.decision import Choice, Decision, Status
>>> lost, open_, won = Choice(1, -1, status=Status.PROVEN), Choice(2, 0.4), Choice(3, 1, status=Status.PROVEN)
>>> decision = Decision(3, 1, 0, Status.PROVEN, choices=(lost, open_, won))
>>> [choice.action for choice in ranked_choices(Game(), decision)]
[3, 2, 1]
"""

from plywise.rules.decision import Bound, Choice, Decision, Status, Unit
from plywise.rules.game import Game
from plywise.rules.values.scale import Scale

WON, OPEN, UNTRIED, LOST = range(4)
SAME_VISITS = 1
"""Visits by which actions may differ that nothing distinguishes: simulations come to them in turn."""


def ranked_choices(game: Game, decision: Decision) -> tuple[Choice, ...]:
    """Return the choices of a decision, best first; of equals, the one that was decided for comes first."""
    scale = Scale(game, has_estimates=decision.learned)

    def rank(choice: Choice) -> tuple[float, ...]:
        group, value = _group(game, choice), scale.of_choice(choice)
        plies = choice.distance if choice.distance is not None else len(choice.line)
        is_other, is_bound = choice.action != decision.action, choice.bound is Bound.UPPER
        if group == WON:
            return group, -value, plies, is_other
        if group == LOST:
            return group, -value, -plies, is_other
        visits = choice.visits if decision.simulations or decision.by_book else 0
        return group, -visits, -value, is_bound, is_other

    ranked = sorted(decision.choices, key=rank)
    chosen = [choice for choice in ranked if choice.action == decision.action]
    return tuple(chosen + [choice for choice in ranked if choice.action != decision.action])


def _group(game: Game, choice: Choice) -> int:
    if not choice.is_tried:
        return UNTRIED
    if choice.status is Status.HEURISTIC or choice.unit is not Unit.UTILITY:
        return OPEN
    middle = game.draw_utility
    if choice.value > middle and choice.bound is not Bound.UPPER:
        return WON
    return LOST if choice.value < middle and choice.bound is not Bound.LOWER else OPEN


def distinguishes(decision: Decision) -> bool:
    """Whether a decision distinguishes its actions: by value, proof, distance, or how often simulations chose them."""
    if len(decision.choices) < 2:
        return True
    tried = [choice for choice in decision.choices if choice.is_tried]
    if any(choice.status is not Status.HEURISTIC for choice in tried):
        proofs = {(choice.value, choice.status, choice.bound, choice.distance) for choice in tried}
        return len(proofs) > 1 or len(tried) < len(decision.choices)
    visits = [choice.visits for choice in decision.choices]
    if decision.simulations and max(visits) - min(visits) > SAME_VISITS:
        return True
    return len({choice.value for choice in tried}) > 1
