"""Listens to a student's search at work: which leaves it asks about, and what its own functions are called with.

call     a recursive function of the student's file is handed a state, with alpha, beta and a depth if it has them
  leaf   utility (of a terminal state) or evaluate is asked about a state
return   and this is what it returns
"""

import copy
import dis
import inspect
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from numbers import Integral, Real
from reprlib import repr as short
from types import CodeType, FrameType
from typing import Any, Literal, NamedTuple

from plywise.grading.calling import StudentError, file_of
from plywise.rules import Game, same_state

MOST_LEAVES = 20_000
"""Far more than any exercise has."""

MOST_EVENTS = 20_000
"""Calls, leaves and returns that are kept."""

PASSING_ON = inspect.CO_GENERATOR | inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR
"""Functions that give a value back again and again: it isn't that of the state they were handed."""


class TooLongError(BaseException):
    """The time is up, or there are leaves without end; not an Exception, so that student code doesn't catch it."""


class HeardEvent(NamedTuple):
    """A call, a leaf or a return, in the order in which they came."""

    kind: Literal["call", "leaf", "return"]
    state: Any
    value: float | None = None
    alpha: float | None = None
    beta: float | None = None
    depth: float | None = None
    line: int = 0
    """The line of the student's file at which the function begins."""


def plain_number(value: Any) -> float | None:
    """Return a number as Python's own int or float, which any process can read; None for anything else."""
    if isinstance(value, bool) or not isinstance(value, Real):
        return None
    return int(value) if isinstance(value, Integral) else float(value)


def watched(game: Game, note: Callable[[Any], None]) -> Game:
    """Return the game with its leaves listened to."""
    kind = type(game.initial())

    def check(state: Any) -> None:
        if type(state) is not kind:
            raise StudentError(f"{short(state)} is no state of {game.name}: ask about those that game.result gives")
        note(state)

    def utility(self: Any, state: Any, player: int) -> float:
        if game.is_terminal(state):
            check(state)
        return game.utility(state, player)

    def evaluate(self: Any, state: Any, player: int) -> float:
        check(state)
        return game.evaluate(state, player)

    listening = copy.copy(game)
    own = {"utility": utility, "evaluate": evaluate, "name": game.name}
    listening.__class__ = type(type(game).__name__, (type(game),), own)
    return listening


class StudentListener:
    """Hears what the functions of a student's file are handed and return, and which leaves they ask about."""

    def __init__(self, function: Callable[..., Any], game: Game, state: Any) -> None:
        self.file = file_of(function)
        self.game, self.state_type = game, type(state)
        self.came_to_end = False
        self.same_state: Any = None
        """A state for which a function called itself without going to a successor."""
        self.no_value: Any = None
        """The first state for which a recursive function returned nothing."""
        self.leaves: list[Any] = []
        self.under_way: list[tuple[FrameType, Any]] = []
        self.depths: Counter[CodeType] = Counter()
        self.recursive: set[CodeType] = set()
        self.heard: list[tuple[CodeType | None, HeardEvent]] = []

    @contextmanager
    def listening(self) -> Iterator[Game]:
        """Listen until the block ends; the game to be searched is handed over."""
        former = sys.getprofile()
        game = watched(self.game, self.note_leaf)
        sys.setprofile(self.hear)
        try:
            yield game
        finally:
            sys.setprofile(former)

    @property
    def events(self) -> list[HeardEvent]:
        """What functions that call themselves, or each other, were handed and returned, and the leaves between."""
        return [event for code, event in self.heard if code is None or code in self.recursive]

    def note_leaf(self, state: Any) -> None:
        """Take note of a leaf: once, however often in a row it is asked about."""
        if not self.leaves or not same_state(self.leaves[-1], state):
            self.leaves.append(state)
            self.keep(None, HeardEvent("leaf", state))
        if len(self.leaves) > MOST_LEAVES:
            raise TooLongError(f"it visited more than {MOST_LEAVES:,} leaves")

    def hear(self, frame: FrameType, event: str, returned: Any) -> None:
        """Take note of a call or a return."""
        code = frame.f_code
        if code.co_filename != self.file or event not in ("call", "return") or code.co_flags & PASSING_ON:
            return
        if event == "call":
            handed = [frame.f_locals.get(name) for name in code.co_varnames[: code.co_argcount]]
            state = next((each for each in handed if type(each) is self.state_type), None)
            if state is not None:
                self.enter(frame, state)
        elif self.under_way and self.under_way[-1][0] is frame:
            _, state = self.under_way.pop()
            self.depths[code] -= 1
            if returned is None and self.no_value is None and code in self.recursive and _is_return(frame):
                self.no_value = state
            value = plain_number(returned[0] if isinstance(returned, tuple) and returned else returned)
            self.keep(code, HeardEvent("return", state, value))

    def enter(self, frame: FrameType, state: Any) -> None:
        """Take note of a call with a state."""
        code = frame.f_code
        if any(each.f_code is code and other == state for each, other in self.under_way[-2:]):
            self.same_state = state
        self.under_way.append((frame, state))
        self.came_to_end = self.came_to_end or self.game.is_terminal(state)
        self.depths[code] += 1
        if self.depths[code] > 1:
            self.recursive.add(code)
        names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
        numbers = {name: plain_number(frame.f_locals.get(name)) for name in names}
        depth = next((numbers[name] for name in names if "depth" in name), None)
        window = numbers.get("alpha"), numbers.get("beta")
        self.keep(code, HeardEvent("call", state, None, *window, depth, code.co_firstlineno))

    def keep(self, code: CodeType | None, event: HeardEvent) -> None:
        """Keep an event, unless there are too many."""
        if len(self.heard) < MOST_EVENTS:
            self.heard.append((code, event))


def _is_return(frame: FrameType) -> bool:
    """Whether a frame ends by a return, and not by an error."""
    return dis.opname[frame.f_code.co_code[frame.f_lasti]].startswith("RETURN")
