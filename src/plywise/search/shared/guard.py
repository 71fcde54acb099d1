"""Rules that look at the clock: a game whose every rule ends a search where its time is spent.

A search that counts states looks at the clock now and then, which is enough where rules take microseconds. Rules that
take milliseconds would carry it far past its limit: between two states there may be a hundred calls. So the rules
themselves look, before they begin; where they turn out to be quick, they stop doing so, and cost nothing from then on.

>>> from plywise.games.nim import Nim
>>> from plywise.rules import Limit
>>> game = guarded(Nim(), Limit(time=60))
>>> game.name, list(game.actions(game.initial()))[:2]
('nim', [(0, 1), (0, 2)])
"""

import functools
import math
import time
from collections.abc import Callable
from typing import Any, Protocol, TypeVar
from weakref import WeakKeyDictionary

from plywise.rules import Choice, Game, Limit
from plywise.search.shared.errors import LimitReachedError

Rules = TypeVar("Rules", bound=Game)

RULES = ("to_move", "actions", "result", "is_terminal", "utility", "chances", "evaluate", "playout_actions", "observe")
"""The rules that look at the clock."""

TRIAL_CALLS, QUICK = 64, 30e-6
"""After this many calls the guard goes, if they took less than this many seconds each on average."""


def guarded(game: Rules, limit: Limit, started: float | None = None) -> Rules:
    """Return a game with the same rules, each of which raises LimitReachedError once the limit's time is spent.

    `started` is when the limit began, by `time.perf_counter`. A limit without a time, and without a cancellation,
    needs no guard: the game itself is returned.
    """
    if limit.time is None and limit.cancellation is None:
        return game
    started = time.perf_counter() if started is None else started
    kind: type[Game] = type(game)
    copy: Any = object.__new__(_guarded_class(kind))
    copy.__dict__ = dict(vars(game))
    deadline = math.inf if limit.time is None else started + limit.time
    copy._guard = RulesGuard(deadline, limit, type(copy), kind)
    guard: Rules = copy
    return guard


class CountedSearch(Protocol):
    """How far a search came: the states it visited, and the root actions it is done with."""

    nodes: int
    choices: list[Choice]


class _TimeIsUp(BaseException):
    """The time ran out within a rule that another rule asked; it leaves the outer rule as LimitReachedError."""


class RulesGuard:
    """The clock that guarded rules look at, and how long their calls take."""

    __slots__ = ("calls", "deadline", "guarded", "is_inside", "limit", "search", "started", "unguarded")

    def __init__(self, deadline: float, limit: Limit, guarded: type[Game], unguarded: type[Game]) -> None:
        self.deadline, self.limit = deadline, limit
        self.guarded, self.unguarded = guarded, unguarded
        self.calls, self.started, self.is_inside = 0, time.perf_counter(), False
        self.search: CountedSearch | None = None
        """The search under way, which says how far it came."""

    def look(self, game: Any) -> None:
        """Stop where the limit is reached; leave the rules alone once they are known to be quick."""
        now = time.perf_counter()
        if now > self.deadline or self.limit.is_cancelled:
            raise _TimeIsUp if self.is_inside else self.error()
        self.calls += 1
        if self.calls >= TRIAL_CALLS:
            if now - self.started < TRIAL_CALLS * QUICK:
                self.leave(game)
            self.calls, self.started = 0, now

    def error(self) -> LimitReachedError:
        """Return the error that ends the search, with how far it came."""
        search = self.search
        return LimitReachedError(search.nodes if search else 0, search.choices if search else ())

    def leave(self, game: Any) -> None:
        """Leave the rules as they were; where another class was put on top of them, they keep looking."""
        if type(game) is self.guarded:
            game.__class__ = self.unguarded


_guarded_classes: WeakKeyDictionary[type[Game], type[Game]] = WeakKeyDictionary()


def _guarded_class(kind: type[Game]) -> type[Game]:
    """Return a subclass of a game whose rules look at the clock before they begin; it goes by the same name."""
    if kind in _guarded_classes:
        return _guarded_classes[kind]
    rules: dict[str, Any] = {}
    for name in RULES:
        rule = getattr(kind, name, None)
        if callable(rule) and rule is not getattr(Game, name, None):
            rules[name] = _looking(rule)
    names = {"__module__": kind.__module__, "__qualname__": kind.__qualname__, "__doc__": kind.__doc__}
    made = _guarded_classes[kind] = type(kind.__name__, (kind,), {**names, **rules})
    return made


def _looking(rule: Callable[..., Any]) -> Callable[..., Any]:
    """Return a rule that looks at the clock first."""

    @functools.wraps(rule)
    def look_first(self: Any, *arguments: Any) -> Any:
        guard = self._guard
        guard.look(self)
        if guard.is_inside:
            return rule(self, *arguments)
        guard.is_inside = True
        try:
            return rule(self, *arguments)
        except _TimeIsUp:
            raise guard.error() from None
        finally:
            guard.is_inside = False

    return look_first
