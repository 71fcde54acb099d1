"""States that can't be trusted: unhashable, unequal to their copies, changed by rules, or shared by one key."""

import contextlib
import copy
from collections.abc import Iterator
from typing import Any

from plywise.doctor.case import Case
from plywise.doctor.places import class_place
from plywise.doctor.report import Finding
from plywise.doctor.sample import Seen, duplicate
from plywise.doctor.values import is_hashable, short
from plywise.doctor.watch import RuleFailedError
from plywise.rules import CHANCE, RulesError, as_view

LOOKED_AT = 150
"""How many states are handed to every rule, several times."""
ACTIONS_TRIED = 8
OPTIONAL = ("evaluate", "canonical", "key", "action_name", "state_name", "view")


def check_hash(case: Case) -> Iterator[Finding]:
    """Every state must be hashable."""
    for seen in case.sample.states:
        try:
            hash(seen.state)
        except Exception as error:
            what = f"{seen.maker} returned a state that can't be hashed: {error}."
            fix = "Make states immutable: a NamedTuple of ints and tuples, or a frozen dataclass."
            yield case.finding("unhashable-state", seen.maker, what, fix, seen.state)
            return


def check_equality(case: Case) -> Iterator[Finding]:
    """A state must equal its own deep copy and share its hash."""
    for seen in case.sample.some(LOOKED_AT):
        try:
            twin = copy.deepcopy(seen.state)
        except Exception as error:
            what = f"A state can't be copied ({type(error).__name__}: {error}), so it was not checked for changes."
            fix = "Keep only plain data in states."
            yield case.finding("uncopyable-state", seen.maker, what, fix, seen.state, level="note")
            return
        if twin == seen.state and (not is_hashable(twin) or hash(twin) == hash(seen.state)):
            continue
        what = "A state has another hash than its copy." if twin == seen.state else "A state is unequal to its copy."
        fix = "Write __eq__ and __hash__ over all of its fields, or make it a NamedTuple or a frozen dataclass."
        where = class_place(type(seen.state))
        yield case.watch.finding("unequal-state", "", what, fix, seen.state, where=where)
        return


def check_rules_keep_states(case: Case) -> Iterator[Finding]:
    """The six rules must leave the state they are given as it was."""
    for rule in ("result", "actions", "chances", "to_move", "is_terminal", "utility"):
        yield from _changes(case, rule)


def check_optional_rules_keep_states(case: Case) -> Iterator[Finding]:
    """So must the optional ones; a rule that fails is reported by its own check."""
    for rule in filter(case.game.offers, OPTIONAL):
        with contextlib.suppress(RuleFailedError, RulesError):
            yield from _changes(case, rule)


def check_rules_repeat(case: Case) -> Iterator[Finding]:
    """The six rules must give the same answer every time."""
    for rule in ("to_move", "actions", "chances", "is_terminal", "result", "utility"):
        yield from _contradictions(case, rule)


def check_optional_rules_repeat(case: Case) -> Iterator[Finding]:
    """So must the optional ones; a rule that fails is reported by its own check."""
    for rule in filter(case.game.offers, OPTIONAL):
        with contextlib.suppress(RuleFailedError, RulesError):
            yield from _contradictions(case, rule)


def check_key(case: Case) -> Iterator[Finding]:
    """Keys must be hashable, and states that share one must be open to the same actions of the same player."""
    if not case.game.offers("key"):
        return
    holders: dict[Any, Seen] = {}
    for seen in case.sample.states:
        key = case.ask("key", seen.state)
        if not is_hashable(key):
            what = f"key returned {short(key)}, which can't be hashed."
            yield case.finding("unhashable-key", "key", what, "Return an int or a tuple of ints.", seen.state)
            return
        if seen.terminal:
            continue  # a clock that is left out of the key may well have ended the game
        other = holders.setdefault(key, seen)
        if not other.is_like(seen):
            what = (
                f"The key {short(key)} stands for two states that differ in player or actions: "
                f"{case.watch.show(other.state)} and {case.watch.show(seen.state)}."
            )
            fix = "Put everything into the key that decides what may be played, the player to move included."
            yield case.finding("key-clash", "key", what, fix, seen.state)
            return


def _questions(case: Case, rule: str, seen: Seen) -> list[tuple[Any, ...]]:
    """Return what else a rule must be handed beside this state; nothing where it isn't asked there."""
    game = case.game
    if rule == "utility":
        return [(player,) for player in range(game.players)] if seen.terminal else []
    if rule in ("is_terminal", "canonical", "key", "state_name", "view"):
        return [()]
    if seen.terminal or (rule, seen.mover == CHANCE) in (("actions", True), ("chances", False)):
        return []
    if rule in ("result", "action_name"):
        return [(option,) for option in seen.options[:ACTIONS_TRIED]]
    return [(player,) for player in range(game.players)] if rule == "evaluate" else [()]


def _changes(case: Case, rule: str) -> Iterator[Finding]:
    """Find the first state that a rule changes."""
    for seen in case.sample.some(LOOKED_AT):
        for rest in _questions(case, rule, seen):
            given = duplicate(seen.state)
            before = repr(given), given == seen.state
            case.ask(rule, given, *rest)
            if (repr(given), given == seen.state) != before:
                what = f"{rule} changed the state it was given: {short(seen.state)} became {short(given)}."
                fix = "Make a new state (copy what you change) and leave the one you were given alone."
                yield case.finding("mutated-state", rule, what, fix, seen.state)
                return


def _contradictions(case: Case, rule: str) -> Iterator[Finding]:
    """Find the first state about which a rule gives two answers."""
    for seen in case.sample.some(LOOKED_AT):
        for rest in _questions(case, rule, seen):
            answers = [_plain(rule, case.ask(rule, duplicate(seen.state), *rest)) for _ in range(2)]
            answers += _recorded(rule, seen)
            for other in answers[1:]:
                if _differ(answers[0], other):
                    what = f"Asked twice about one state, {rule} answered {short(answers[0])} and {short(other)}."
                    fix = "Let the answer follow from the state alone: no random numbers, counters or order of a set."
                    yield case.finding("changing-answer", rule, what, fix, seen.state)
                    return


def _recorded(rule: str, seen: Seen) -> list[Any]:
    """Return what the rule said when the state was sampled."""
    known = {"to_move": seen.mover, "actions": seen.choices, "chances": seen.choices, "is_terminal": seen.terminal}
    return [known[rule]] if rule in known else []


def _plain(rule: str, answer: Any) -> Any:
    """Return an answer that can be compared: rows of a view may come from a generator."""
    return as_view(answer) if rule == "view" else answer


def _differ(one: Any, other: Any) -> bool:
    """Whether two answers differ; NaN, which differs from itself, doesn't count."""
    return bool(one != other) and not (one != one and other != other)
