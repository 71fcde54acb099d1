"""Odds and values in sentences, which always say what they assume and how sure they are.

>>> from plywise.explain.odds.hidden_parts import Chance
>>> tell_part(HiddenPart("B has", (Chance("J", 0.5), Chance("Q", 0.5)), True))
'B has J or Q: 50% each'
>>> tell_part(HiddenPart("B has", (Chance("Q", 0.75), Chance("J", 0.25)), True))
'B has Q (75%) or J (25%)'
"""

from collections.abc import Sequence
from itertools import groupby

from plywise.explain.odds.fitting import Fitting, Weight
from plywise.explain.odds.hidden_parts import HiddenPart
from plywise.explain.odds.knowing import Perspective
from plywise.explain.odds.valuing import ValuedAction
from plywise.explain.prose import tell_count, tell_names, write_number
from plywise.rules import Decision, View

MOST_TOLD = 12
"""How many possibilities are named; the rest is counted."""


def tell_odds(known: Perspective, parts: Sequence[HiddenPart], assumed: str) -> tuple[str, ...]:
    """Say what may be hidden, given what is assumed of the others."""
    if not parts:
        return (f"Nothing that matters is hidden from {known.game.name_of(known.player)} now.",)
    return tuple(f"{assumed}, {tell_part(part)}." for part in parts)


def tell_own(known: Perspective, parts: Sequence[HiddenPart], view: View) -> tuple[str, ...]:
    """Say what cards the player has, where cards of others are hidden."""
    own = [cell.piece for cell in view.cells if cell.player == known.player and cell.piece and not cell.name]
    has_hands = any(part.where.endswith(" has") for part in parts)
    return (f"{known.game.name_of(known.player)} has {' '.join(own)}.",) if own and has_hands else ()


def tell_assumption(known: Perspective, fitting: Fitting, weight: Weight) -> str:
    """Say what the odds assume of the others."""
    others = [player for player in range(known.game.players) if player != known.player]
    who = known.game.name_of(others[0]) if len(others) == 1 else "everybody else"
    if weight == "by_policy":
        return f"If {who} follows the policy"
    if fitting.is_unweighed:
        return "If everything that looks like this is equally likely"
    return "By the deal alone" if fitting.is_by_deal else f"If {who} chose at random so far"


def tell_part(part: HiddenPart) -> str:
    """Say what something hidden may be, equal odds together."""
    if part.is_whole:
        if len(part.chances) == 1:
            return f"{part.where} {part.chances[0].what} for certain"
        if len({_percent(each.share) for each in part.chances}) == 1:
            return (
                f"{part.where} {_listed([each.what for each in part.chances])}: {_percent(part.chances[0].share)} each"
            )
        return f"{part.where} {_listed([f'{each.what} ({_percent(each.share)})' for each in part.chances])}"
    sentences, left = [], MOST_TOLD
    for percent, group in groupby(part.chances, key=lambda each: _percent(each.share)):
        names = [each.what for each in group][: max(0, left)]
        left -= len(names)
        if names:
            sentences.append(f"{', '.join(names)} {percent}{' each' if len(names) > 1 else ''}")
    more = len(part.chances) - MOST_TOLD
    return f"{part.where} {'; '.join(sentences)}{f'; and {more} more' if more > 0 else ''}"


def _listed(names: Sequence[str]) -> str:
    return " or ".join([", ".join(names[:-1]), names[-1]])


def _percent(share: float) -> str:
    if 0 < share < 0.01:
        return "<1%"
    return ">99%" if 0.99 < share < 1 - 1e-9 else f"{100 * share:.0f}%"


def tell_sureness(known: Perspective, fitting: Fitting, parts: Sequence[HiddenPart]) -> tuple[str, ...]:
    """Say how exact odds are."""
    sentences = []
    if fitting.is_exact:
        count = len({each.state for each in fitting.states})
        sentences.append(f"The odds are exact: {count:,} {'state fits' if count == 1 else 'states fit'} what was seen.")
    else:
        wide = max((chance.error for part in parts for chance in part.chances), default=0.0)
        sentences.append(
            f"The odds are estimates from {len(fitting.states):,} states drawn among those that fit what was seen, "
            f"within {100 * wide:.1f} percentage points (95%)."
        )
    if known.information is None:
        sentences.append("What was seen before isn't known here: only what is seen now counts.")
    return tuple(sentences)


def tell_policy(known: Perspective, valued: Sequence[ValuedAction]) -> tuple[str, ...]:
    """Say what a policy does, and what each action is worth if everybody keeps to it afterwards."""
    player = known.game.name_of(known.player)
    played = [f"{each.name} {_percent(each.played)}" for each in _by(valued, "played") if each.played > 0]
    sentences = [f"The policy plays {tell_names(played)}."]
    worths = [f"{each.name} {_value(each.value)}" for each in _by(valued, "value") if each.value is not None]
    if worths:
        sentences.append(f"What each action is worth to {player} if all follow it afterwards: {', '.join(worths)}.")
    return tuple(sentences)


def tell_search(known: Perspective, valued: Sequence[ValuedAction], algorithm: str) -> tuple[str, ...]:
    """Say what searches estimate each action to be worth."""
    player = known.game.name_of(known.player)
    worths = [
        f"{each.name} {_value(each.value)} ± {_spread(each.error)}"
        for each in _by(valued, "value")
        if each.value is not None
    ]
    more = f", and {len(worths) - MOST_TOLD} more" if len(worths) > MOST_TOLD else ""
    best = max(valued, key=lambda each: (each.played, each.value or 0))
    return (
        f"{player} should play {best.name}, by estimate.",
        f"About what each action is worth to {player}, by {algorithm}: {', '.join(worths[:MOST_TOLD])}{more}.",
    )


def tell_decision(known: Perspective, valued: Sequence[ValuedAction], decision: Decision) -> tuple[str, ...]:
    """Say what a decision of the stream was, how often it tried each action, and what it expects of them."""
    player = known.game.name_of(known.player)
    chosen = next(each for each in valued if each.action == decision.action)
    worths = [
        f"{each.name} {_value(each.value)} ({_percent(each.played)} of the simulations)"
        for each in _by(valued, "played")
        if each.value is not None
    ]
    if not worths:
        played = [f"{each.name} {_percent(each.played)}" for each in _by(valued, "played") if each.played > 0]
        return f"{player} plays {chosen.name}, drawn by a policy.", f"The policy plays {tell_names(played)}."
    more = f", and {len(worths) - MOST_TOLD} more" if len(worths) > MOST_TOLD else ""
    return (
        f"{player} should play {chosen.name}, by estimate.",
        f"About what each action is worth to {player}, by {tell_count(decision.simulations, 'simulation')}: "
        f"{', '.join(worths[:MOST_TOLD])}{more}.",
    )


def _by(valued: Sequence[ValuedAction], field: str) -> list[ValuedAction]:
    return sorted(valued, key=lambda each: -round(getattr(each, field) or 0, 9))


def _value(value: float | None) -> str:
    return write_number(round(value or 0.0, 2) if abs(value or 0.0) >= 0.1 else float(f"{value or 0.0:.1g}"))


def _spread(error: float) -> str:
    return f"{error:.1g}" if error < 0.1 else f"{error:.2g}"
