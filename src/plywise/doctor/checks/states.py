"""States that can't be trusted: impossible to compare, unequal to their copies, changed by rules, sharing one key."""

import contextlib
import copy
from collections.abc import Iterator
from typing import Any

from plywise.doctor.case import Case
from plywise.doctor.places import class_place
from plywise.doctor.report import Finding
from plywise.doctor.sample import Seen, duplicate
from plywise.doctor.values import identity, is_hashable, short
from plywise.doctor.watch import RuleFailedError
from plywise.rules import CHANCE, RulesError, as_view, same_state, state_key

LOOKED_AT = 150
"""How many states are handed to every rule, several times."""
ACTIONS_TRIED = 8
OPTIONAL = ("evaluate", "canonical", "key", "action_name", "state_name", "view")


def check_comparing(case: Case) -> Iterator[Finding]:
    """States must be comparable; a note says how they are compared where their class doesn't do it."""
    is_told = False
    for seen in case.sample.states:
        complaint = case.incomparable(seen.state, seen.maker)
        if complaint is not None:
            yield complaint
            return
        if not is_told and state_key(seen.state) is not seen.state:
            is_told = True
            fix = "Nothing needs to change; a NamedTuple or a frozen dataclass is compared faster."
            where = class_place(type(seen.state))
            what = _comparing(seen.state)
            yield case.watch.finding("compared-by-parts", "", what, fix, seen.state, level="note", where=where)


def _comparing(state: Any) -> str:
    """Say how states that their class doesn't compare by value are compared."""
    own: Any = type(state)
    if own.__module__ == "builtins" or hasattr(own, "dtype"):
        return f"States are of type {own.__name__}, so Plywise compares them by what they hold."
    subject = f"States of class {own.__name__}"
    if is_hashable(state):
        what = subject if own.__eq__ is object.__eq__ else f"Some parts of {subject.lower()}"
        return f"{what} compare by identity, so Plywise compares them by their fields."
    code = getattr(own.__eq__, "__code__", None)
    is_written = code is not None and not code.co_filename.startswith("<")
    rest = "; __eq__ isn't asked" if is_written else ""
    return f"{subject} can't be hashed, so Plywise compares them by their fields{rest}."


def check_equality(case: Case) -> Iterator[Finding]:
    """A state must be the same as its own deep copy, and share its hash."""
    for seen in case.sample.some(LOOKED_AT):
        try:
            twin = copy.deepcopy(seen.state)
        except Exception as error:
            what = f"A state can't be copied ({type(error).__name__}: {error}), so nothing was checked for changing it."
            fix = "Keep only plain data in states."
            yield case.finding("uncopyable-state", seen.maker, what, fix, seen.state, level="note")
            return
        one, other = identity(seen.state), identity(twin)
        if one == other and hash(one) == hash(other):
            continue
        if one == other:
            what = "A state has another hash than its copy."
            fix = (
                "Let __hash__ depend on the fields that __eq__ compares; or leave both out, and Plywise compares them."
            )
        else:
            what = "A state is unequal to its copy."
            fix = "Let __eq__ compare the fields, and nothing by identity: None, texts, or members of an Enum as marks."
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
        yield from _check_equals(case)
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


def _check_equals(case: Case) -> Iterator[Finding]:
    """States of a class that compare as equal must be open to the same actions of the same player."""
    holders: dict[Any, Seen] = {}
    for seen in (seen for line in case.sample.lines for seen in line.seen if not isinstance(seen.state, tuple)):
        other = holders.setdefault(identity(seen.state), seen)
        if not other.is_like(seen):
            what = (
                "Two states compare as equal but differ in player or actions: "
                f"{case.watch.show(other.state)} and {case.watch.show(seen.state)}."
            )
            fix = "Keep everything in the state that decides what may be played, and let __eq__ compare it."
            where = class_place(type(seen.state))
            yield case.watch.finding("key-clash", "", what, fix, seen.state, where=where)
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
            before = repr(given), same_state(given, seen.state)
            case.ask(rule, given, *rest)
            if (repr(given), same_state(given, seen.state)) != before:
                what = f"{rule} changed the state it was given: {short(seen.state)} became {short(given)}."
                fix = "Make a new state: copy what you change, and leave the given one alone."
                yield case.finding("mutated-state", rule, what, fix, seen.state)
                return


def _contradictions(case: Case, rule: str) -> Iterator[Finding]:
    """Find the first state about which a rule gives two answers."""
    for seen in case.sample.some(LOOKED_AT):
        for rest in _questions(case, rule, seen):
            answers = [_plain(rule, case.ask(rule, duplicate(seen.state), *rest)) for _ in range(2)]
            answers += _recorded(rule, seen)
            for other in answers[1:]:
                if _differ(rule, answers[0], other):
                    what = (
                        f"Asked twice about the same state, {rule} answered {short(answers[0])}, then {short(other)}."
                    )
                    fix = "Let it depend on the state alone, not on random numbers, a counter, or the order of a set."
                    yield case.finding("changing-answer", rule, what, fix, seen.state)
                    return


def _recorded(rule: str, seen: Seen) -> list[Any]:
    """Return what the rule said when the state was sampled."""
    known = {"to_move": seen.mover, "actions": seen.choices, "chances": seen.choices, "is_terminal": seen.terminal}
    return [known[rule]] if rule in known else []


def _plain(rule: str, answer: Any) -> Any:
    """Return an answer that can be compared: rows of a view may come from a generator."""
    return as_view(answer) if rule == "view" else answer


def _differ(rule: str, one: Any, other: Any) -> bool:
    """Whether two answers differ; NaN, which differs from itself, doesn't count."""
    if rule in ("result", "canonical"):
        return not same_state(one, other)
    return bool(one != other) and not (one != one and other != other)
