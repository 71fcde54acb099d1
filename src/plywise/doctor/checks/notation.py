"""Names of actions and states, and the way back from them."""

from collections.abc import Iterator
from typing import Any

from plywise.doctor.case import Case
from plywise.doctor.report import Finding
from plywise.doctor.sample import Seen
from plywise.doctor.values import short
from plywise.doctor.watch import RuleFailedError
from plywise.rules import CHANCE, PlywiseError, same_state

STATES = 200


def check_action_names(case: Case) -> Iterator[Finding]:
    """Every action and outcome must have a name of its own in its state."""
    for seen in case.sample.some_inner(STATES):
        names: dict[str, Any] = {}
        for action in seen.options:
            name = case.ask("action_name", seen.state, action)
            if not _is_name(name):
                what = f"action_name of {short(action)} is {short(name)}, which isn't a text on one line."
                yield case.finding("action-name", "action_name", what, "Return a str without line breaks.", seen.state)
                return
            if name in names:
                what = f"The actions {short(names[name])} and {short(action)} are both named {name}."
                fix = "Let the name say what distinguishes the actions of one state."
                yield case.finding("action-name-clash", "action_name", what, fix, seen.state)
                return
            names[name] = action


def check_parse_action(case: Case) -> Iterator[Finding]:
    """An action must be found again by its name."""
    for seen in case.sample.some_inner(STATES):
        for action in seen.choices if seen.mover != CHANCE else ():
            name = case.ask("action_name", seen.state, action)
            found = _read(case, "parse_action", seen.state, name)
            if found != action:
                what = f"parse_action of {short(name)}, the name of {short(action)}, gives {_told(found)}."
                fix = "Let parse_action return the action that has this name."
                yield case.finding("action-round-trip", "parse_action", what, fix, seen.state)
                return


def check_state_names(case: Case) -> Iterator[Finding]:
    """Every state must have a name on one line, and be found again by it."""
    for seen in case.sample.some(STATES):
        name = case.ask("state_name", seen.state)
        if not _is_name(name):
            what = f"state_name is {short(name)}, which isn't a text on one line."
            yield case.finding("state-name", "state_name", what, "Return a str without line breaks.", seen.state)
            return
        found = _read(case, "parse_state", name)
        if isinstance(found, PlywiseError) or not same_state(found, seen.state):
            yield from _unread(case, seen, name, found)
            return


def _unread(case: Case, seen: Seen, name: str, found: Any) -> Iterator[Finding]:
    """Complain of a state that isn't found by its name; a game that only lacks a way to read one gets a note.

    Without names of its own, nobody will miss that, and nothing is said.
    """
    if isinstance(found, PlywiseError) and not case.game.offers("parse_state"):
        if case.game.offers("state_name"):
            what = "state_name writes states, but nothing reads them, so nobody can type one in."
            fix = "Write parse_state(self, text), if people are to type states."
            yield case.finding("state-unreadable", "state_name", what, fix, seen.state, level="note")
        return
    what = f"parse_state of {short(name)} gives {_told(found)} instead of {short(seen.state)}."
    fix = "Write everything that a state holds in state_name, and read it back in parse_state."
    rule = "parse_state" if case.game.offers("parse_state") else "state_name"
    yield case.finding("state-round-trip", rule, what, fix, seen.state)


def _read(case: Case, rule: str, *args: Any) -> Any:
    """Parse a name; a refusal is an answer too, any other error the rule's failure."""
    try:
        return case.ask(rule, *args)
    except RuleFailedError as failed:
        if isinstance(failed.error, PlywiseError):
            return failed.error
        raise


def _told(found: Any) -> str:
    return f"the refusal: {found}" if isinstance(found, PlywiseError) else short(found)


def _is_name(name: Any) -> bool:
    return isinstance(name, str) and len(name.splitlines()) <= 1
