"""Asks a rule one question, and turns whatever goes wrong into a finding: an error, no end, no memory, an exit.

A timer interrupts a rule that doesn't come back, where the system has one (not on Windows, and only in the main
thread). It can't interrupt a loop inside C code: `examine_apart` ends the whole process then.
"""

import json
import re
import signal
import threading
import time
from collections import deque
from collections.abc import Iterator
from itertools import islice
from types import FrameType
from typing import Any, NamedTuple

from plywise.doctor.places import failing_place, rule_place
from plywise.doctor.report import Finding, Level
from plywise.doctor.values import short
from plywise.kernel.building import DEFAULT_MAX_ACTIONS
from plywise.rules import Game, RulesError, View, as_view

MANY_ACTIONS = 100_000
"""With more actions than this in one state, the rules are not examined further."""

LAST = 1_000
"""How many items of a long series are held against the first ones."""

RULE_SECONDS = 5.0
"""A rule that takes longer than this for one answer is taken for endless."""

LISTED = ("actions", "chances", "noisy_actions")
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
        self.has_timer = hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread()
        self.endless: dict[str, Finding] = {}
        self.mute: set[str] = set()

    def __enter__(self) -> "Watch":
        if self.has_timer:
            self.former = signal.signal(signal.SIGALRM, _ring)
        return self

    def __exit__(self, *_: object) -> None:
        if self.has_timer:
            signal.signal(signal.SIGALRM, self.former)

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
        check, what, mend = _explain(rule, error, self.rule_seconds)
        return self.finding(check, rule, what, mend, *states, where=where)

    def finding(
        self, check: str, rule: str, what: str, mend: str, *states: Any, level: Level = "error", where: str = ""
    ) -> Finding:
        """Write a finding about a rule of this game, seen in the first of the given states, if any."""
        where = where or (rule_place(self.game, rule) if rule else "")
        state, view = "", None
        for shown in states[:1]:
            state, view = self.show(shown), self.picture(shown)
        return Finding(level, check, what, mend, rule, where, state, view)

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
        if self.has_timer:
            signal.setitimer(signal.ITIMER_REAL, self.rule_seconds, self.rule_seconds)
        try:
            answer = getattr(self.game, rule)(*args)
            return self._drain(rule, answer, args) if rule in LISTED else answer
        finally:
            if self.has_timer:
                signal.setitimer(signal.ITIMER_REAL, 0)

    def _drain(self, rule: str, answer: Any, args: tuple[Any, ...]) -> list[Any]:
        if not hasattr(answer, "__iter__"):
            what = f"{rule} returned {short(answer)}, which can't be gone through."
            mend = f"Yield each item from {rule}, or return a list of them."
            raise RuleFailedError(self.finding(f"no-{rule}", rule, what, mend, *args))
        series = _each(answer)
        items = list(islice(series, MANY_ACTIONS))
        more = _count(series, self.rule_seconds / 2)
        if more:
            raise RuleFailedError(self.finding(*_judge_many(rule, items, more), *args))
        return items


def _each(series: Any) -> Iterator[Any]:
    yield from series


class _More(NamedTuple):
    """What came after the first items: how many, whether they went on for too long, and the last few of them."""

    items: int
    is_open: bool
    last: tuple[Any, ...]


def _count(series: Iterator[Any], seconds: float) -> _More | None:
    """Count what is left of a series, for so long at most; None where nothing is left."""
    last: deque[Any] = deque(maxlen=LAST)
    count, deadline = 0, time.perf_counter() + seconds
    for item in series:
        last.append(item)
        count += 1
        if count % LAST == 0 and time.perf_counter() > deadline:
            return _More(count, True, tuple(last))
    return _More(count, False, tuple(last)) if count else None


def _judge_many(rule: str, items: list[Any], more: _More) -> tuple[str, str, str, str]:
    """Return check, rule, what was seen, and the mend; a series that only repeats itself isn't a large choice."""
    total = MANY_ACTIONS + more.items
    try:
        different, is_old = len(set(items)), set(more.last) <= set(items)
    except Exception:  # of whatever hashing them raises
        different, is_old = len(items), False
    if is_old and different < MANY_ACTIONS // 2:
        what = f"{rule} gave more than {MANY_ACTIONS:,} items in one state, but only {different:,} different ones."
        return f"endless-{rule}", rule, what, f"End the loop in {rule}: it should give each item once and stop."
    gave = f"{rule} gave {total:,} items in one state"
    gave = f"{gave} and was not at the end of them" if more.is_open else gave
    what = f"{gave}; with more than {MANY_ACTIONS:,}, rules are not examined."
    mend = (
        "Make one large choice several small ones, such as a card at a time, by the same player: search needs it too."
    )
    if rule == "actions" and not more.is_open:
        room = f"else compiled rules have room for {DEFAULT_MAX_ACTIONS:,}"
        mend += f" Or search it unexamined: declare max_actions = {total}, {room}."
    elif more.is_open:
        mend += f" If {rule} was meant to stop earlier, end its loop."
    return f"many-{rule.replace('_', '-')}", rule, what, mend


def _ring(number: int, frame: FrameType | None) -> None:
    raise EndlessError


def _explain(rule: str, error: BaseException, seconds: float) -> tuple[str, str, str]:
    """Return the check, what went wrong, and the mend."""
    if isinstance(error, EndlessError):
        what = f"{rule} did not come to an end within {seconds:g} seconds."
        return "endless-rule", what, "Make every loop on this line end: a rule should take a fraction of a second."
    if isinstance(error, MemoryError):
        what = f"{rule} ran out of memory."
        return "out-of-memory", what, "Look for something on this line that grows without end."
    if isinstance(error, NotImplementedError) and f" has no {rule}: write" in str(error):
        what, _, mend = str(error).partition(": ")
        return "unwritten-rule", f"{what}.", mend[:1].upper() + mend[1:]
    message = " ".join(str(error).split())
    told = type(error).__name__ + (f": {message[:300].rstrip('.')}." if message else ".")
    if not rule:
        mend = "Make states of plain values that == and hash can be asked of: a NamedTuple of ints and tuples."
        return "raised", f"Comparing, hashing or copying states raised {told}", mend
    return "raised", f"{rule} raised {told}", f"Mend this line, so that {rule} has an answer wherever play can get."
