"""Asks a rule one question, and turns whatever goes wrong into a finding: an error, no end, no memory, an exit.

An alarm interrupts a rule that doesn't come back, but no loop inside C code: then `check_rules_isolated` ends the whole
process.
"""

import json
import re
from collections.abc import Iterator
from typing import Any

from plywise.doctor.long_series import LongSeries, drain
from plywise.doctor.places import failing_place, rule_place
from plywise.doctor.report import Finding, Level
from plywise.doctor.values import short
from plywise.isolation import Alarm
from plywise.rules import Game, RulesError, View, as_view

RULE_SECONDS = 5.0
"""A rule that takes longer than this for one answer is taken for endless."""

LISTED = ("actions", "chances", "noisy_actions", "playout_actions")
"""The rules whose answer is a series."""


class EndlessError(BaseException):
    """A rule ran out of time; not an Exception, so that a game's own `except Exception` doesn't hide it."""


class RuleFailedError(Exception):
    """A rule gave no usable answer; `finding` says what happened, `error` is what it raised."""

    def __init__(self, finding: Finding, error: BaseException | None = None) -> None:
        super().__init__(finding.what)
        self.finding = finding
        self.error = error


class Watch:
    """Asks the rules of one game."""

    def __init__(self, game: Game, rule_seconds: float = RULE_SECONDS) -> None:
        self.game = game
        self.rule_seconds = rule_seconds
        self.alarm = Alarm(EndlessError)
        self.endless: dict[str, Finding] = {}
        self.mute: set[str] = set()

    def __enter__(self) -> "Watch":
        self.alarm.__enter__()
        return self

    def __exit__(self, *_: object) -> None:
        self.alarm.__exit__()

    def ask(self, rule: str, *args: Any) -> Any:
        """Return a rule's answer, a series of actions or chances as a list; raises RuleFailedError.

        A rule that was once found endless isn't tried again: it fails at once with the same finding.
        """
        if rule in self.endless:
            raise RuleFailedError(self.endless[rule])
        try:
            return self._answer(rule, args)
        except (KeyboardInterrupt, RuleFailedError):
            raise
        except BaseException as error:
            if isinstance(error, EndlessError):
                self.mute.add(rule)
            finding = self.blame(rule, error, *args)
            if isinstance(error, EndlessError):
                self.endless[rule] = finding
            raise RuleFailedError(finding, error) from None

    def blame(self, rule: str, error: BaseException, *states: Any) -> Finding:
        """Describe an error that came out of a rule, with the game maker's own line."""
        where, function = failing_place(self.game, error.__traceback__)
        unwritten = re.search(r" has no (\w+): write", str(error)) if isinstance(error, NotImplementedError) else None
        if unwritten:
            rule = unwritten[1]
        elif hasattr(Game, function):
            rule = function
        check, what, fix = _explain(rule, error, self.rule_seconds)
        return self.finding(check, rule, what, fix, *states, where=where)

    def finding(
        self, check: str, rule: str, what: str, fix: str, *states: Any, level: Level = "error", where: str = ""
    ) -> Finding:
        """Write a finding about a rule of this game, seen in the first of the given states, if any."""
        where = where or (rule_place(self.game, rule) if rule else "")
        state, view = "", None
        for shown in states[:1]:
            state, view = self.show(shown), self.picture(shown)
        return Finding(level, check, what, fix, rule, where, state, view)

    def show(self, state: Any) -> str:
        """Name a state on one line, by its repr where its name can't be had."""
        name = self._try("state_name", state)
        return " ".join(name.split()) if isinstance(name, str) else short(state, 200)

    def picture(self, state: Any) -> View | None:
        """Return a state's view, None where it can't be had."""
        try:
            view = as_view(self._try("view", state))
            json.dumps(view.to_data())
        except (RulesError, TypeError, ValueError):
            return None
        return view

    def _try(self, rule: str, state: Any) -> Any:
        """Return a rule's answer, None where it has none; one that is endless isn't tried again."""
        if rule in self.mute:
            return None
        try:
            return self._answer(rule, (state,))
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            if isinstance(error, EndlessError):
                self.mute.add(rule)
        return None

    def _answer(self, rule: str, args: tuple[Any, ...]) -> Any:
        self.alarm.set(self.rule_seconds)
        try:
            answer = getattr(self.game, rule)(*args)
            return self._drain(rule, answer, args) if rule in LISTED else answer
        finally:
            self.alarm.set(0)

    def _drain(self, rule: str, answer: Any, args: tuple[Any, ...]) -> list[Any]:
        if not hasattr(answer, "__iter__"):
            what = f"{rule} returned {short(answer)}, which isn't a list or another series."
            fix = f"Yield each item from {rule}, or return a list of them."
            raise RuleFailedError(self.finding(f"no-{rule}", rule, what, fix, *args))
        items = drain(_each(answer), self.rule_seconds / 2)
        if isinstance(items, LongSeries):
            check, what, fix = items.judge(rule)
            raise RuleFailedError(self.finding(check, rule, what, fix, *args))
        return items


def _each(series: Any) -> Iterator[Any]:
    yield from series


def _explain(rule: str, error: BaseException, seconds: float) -> tuple[str, str, str]:
    """Return the check, what went wrong, and the fix."""
    if isinstance(error, EndlessError):
        what = f"{rule} didn't come to an end within {seconds:g} seconds."
        return (
            "endless-rule",
            what,
            "Make sure that every loop on this line ends: a rule should take a fraction of a second.",
        )
    if isinstance(error, MemoryError):
        what = f"{rule} ran out of memory."
        return "out-of-memory", what, "Look for something on this line that grows without limit."
    if isinstance(error, NotImplementedError) and f" has no {rule}: write" in str(error):
        what, _, fix = str(error).partition(": ")
        return "unwritten-rule", f"{what}.", fix[:1].upper() + fix[1:]
    message = " ".join(str(error).split())
    told = type(error).__name__ + (f": {message[:300].rstrip('.')}." if message else ".")
    if not rule:
        fix = "Make states of plain values that can be compared and hashed: a NamedTuple of ints and tuples."
        return "raised", f"Comparing, hashing or copying states raised {told}", fix
    return (
        "raised",
        f"{rule} raised {told}",
        f"Fix this line so that {rule} works in every state that can be reached.",
    )
