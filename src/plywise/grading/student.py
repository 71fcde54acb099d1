"""A student's own search: found in a file, called on an exercise, watched while it works.

    def minimax(game, state): ...              return (value, action), the value to MAX, player 0
    def alpha_beta(game, state, depth): ...    or a plywise Decision, or only the value

Leaves are the states that `utility` (of a terminal state) or `evaluate` is asked about. What the student's recursive
functions return for each state is listened to as well: it shows where the values first go wrong.
"""

import copy
import hashlib
import importlib.util
import inspect
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from numbers import Integral, Real
from pathlib import Path
from reprlib import repr as short
from types import FrameType, ModuleType
from typing import Any

from plywise.grading.calling import StudentError, arguments, file_of
from plywise.grading.exercises import ALGORITHMS, Exercise, GradedAlgorithm
from plywise.parsing import FreshSourceLoader
from plywise.rules import CHANCE, MAX, Action, Decision, Game

MOST_LEAVES = 20_000
"""Far more than any exercise has."""

NO_END = "no end"


class TooLongError(BaseException):
    """The time is up, or there are leaves without end; not an Exception, so that student code doesn't catch it."""


@dataclass
class Work:
    """What a student's search did with an exercise: its answer, the leaves, its values by state; or how it failed."""

    value: float | None = None
    action: Action | None = None
    """The legal action that was returned."""
    stray: str = ""
    """What was returned in place of a legal action."""
    gave_action: bool = False
    leaves: list[Any] = field(default_factory=list)
    values: list[tuple[Any, float]] = field(default_factory=list)
    """What the recursive functions returned, in that order."""
    error: str = ""
    """In a word or two what happened, and after a colon the rest."""
    where: str = ""
    """The student's own line, where there was an error."""
    came_to_end: bool = False
    """Whether a function of the student's was handed a state in which the game is over."""


def load_student(path: Path) -> ModuleType:
    """Import a student's file; raises StudentError with the line where it can't be."""
    if path.exists() and not path.is_file():
        raise StudentError(f"{path} is not a file: give one that ends in .py.")
    name = f"plywise_student_{hashlib.sha256(str(path.resolve()).encode()).hexdigest()[:8]}"
    spec = importlib.util.spec_from_loader(name, FreshSourceLoader(name, str(path.resolve())))
    if path.suffix != ".py" or spec is None or spec.loader is None:
        raise StudentError(f"{path} is not a Python file: give one that ends in .py.")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    sys.path.insert(0, str(path.resolve().parent))
    try:
        spec.loader.exec_module(module)
    except SyntaxError as error:
        where = Path(error.filename or path).name + (f":{error.lineno}" if error.lineno else "")
        raise StudentError(f"{where}: {error.msg}: fix this.") from None
    except (Exception, SystemExit) as error:
        where = own_line(error, str(path.resolve())) or path.name
        raise StudentError(
            f"{where}: {type(error).__name__}: {error}: fix it so that the file can be imported."
        ) from None
    return module


def find_functions(module: ModuleType) -> dict[GradedAlgorithm, Callable[..., Any]]:
    """Return the searches that a file defines, by algorithm."""
    names = {algorithm: algorithm.replace("-", "_") for algorithm in ALGORITHMS}
    found = {algorithm: getattr(module, name, None) for algorithm, name in names.items()}
    return {algorithm: each for algorithm, each in found.items() if callable(each) and not inspect.isclass(each)}


def attempt(function: Callable[..., Any], exercise: Exercise) -> Work:
    """Let a student's function do an exercise; whatever it does ends up in the Work."""
    work = Work()
    listener = ReturnListener(function, exercise)
    try:
        game = watched(exercise.game, work.leaves)
        with listener.listening():
            answer = function(game, exercise.state, **arguments(function, exercise.depth))
        read_answer(exercise, answer, work)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        work.error, work.where = _tell_error(error), own_line(error, listener.file)
    work.values, work.came_to_end = listener.values, listener.came_to_end
    return work


def _tell_error(error: BaseException) -> str:
    """Say what happened: a word or two, and after a colon the rest."""
    message = " ".join(str(error).split())[:200].rstrip(".")
    if isinstance(error, TooLongError):
        return f"{NO_END}: {message}"
    if isinstance(error, RecursionError):
        message = "it calls itself without end"
    return f"{type(error).__name__}: {message}" if message else type(error).__name__


def read_answer(exercise: Exercise, answer: Any, work: Work) -> None:
    """Understand what a student's function returned: a Decision, (value, action), or a value."""
    match answer:
        case Decision():
            work.value = plain_number(answer.value)
            if work.value is not None and answer.player != MAX:
                work.value = (exercise.game.utility_sum or 0) - work.value
            _read_action(exercise, answer.action, work)
        case (value, action):
            work.value = plain_number(value)
            _read_action(exercise, action, work)
        case _:
            work.value = plain_number(answer)
    if work.value is None:
        work.error = f"no answer: it returned {short(answer)} instead of (value, action)"


def plain_number(value: Any) -> float | None:
    """Return a number as Python's own int or float, which any process can read; None for anything else."""
    if isinstance(value, bool) or not isinstance(value, Real):
        return None
    return int(value) if isinstance(value, Integral) else float(value)


def _read_action(exercise: Exercise, action: Any, work: Work) -> None:
    """Find the action among the legal ones; where chance moves, or the game is over, there is none to find."""
    game, state = exercise.game, exercise.state
    work.gave_action = not game.is_terminal(state) and game.to_move(state) != CHANCE
    legal = list(game.actions(state)) if work.gave_action else []
    if action in legal:
        work.action = legal[legal.index(action)]
    elif work.gave_action:
        work.stray = short(action)


def watched(game: Game, leaves: list[Any]) -> Game:
    """Return the game with its leaves listened to: each is noted once, however often in a row it is asked about."""

    kind = type(game.initial())

    def note(state: Any) -> None:
        if type(state) is not kind:
            raise StudentError(f"{short(state)} is no state of {game.name}: ask about those that game.result gives")
        if not leaves or leaves[-1] != state:
            leaves.append(state)
        if len(leaves) > MOST_LEAVES:
            raise TooLongError(f"it visited more than {MOST_LEAVES:,} leaves")

    def utility(self: Any, state: Any, player: int) -> float:
        if game.is_terminal(state):
            note(state)
        return game.utility(state, player)

    def evaluate(self: Any, state: Any, player: int) -> float:
        note(state)
        return game.evaluate(state, player)

    listening = copy.copy(game)
    own = {"utility": utility, "evaluate": evaluate, "name": game.name}
    listening.__class__ = type(type(game).__name__, (type(game),), own)
    return listening


class ReturnListener:
    """Hears what the functions of a student's file return for the states they are handed."""

    def __init__(self, function: Callable[..., Any], exercise: Exercise) -> None:
        self.file = file_of(function)
        self.game, self.state_type = exercise.game, type(exercise.state)
        self.came_to_end = False
        self.under_way: dict[int, Any] = {}
        self.calls: Counter[Any] = Counter()
        self.recursive: set[Any] = set()
        self.heard: list[tuple[Any, Any, float]] = []

    @contextmanager
    def listening(self) -> Iterator[None]:
        """Listen until the block ends."""
        former = sys.getprofile()
        sys.setprofile(self.hear)
        try:
            yield
        finally:
            sys.setprofile(former)

    @property
    def values(self) -> list[tuple[Any, float]]:
        """What functions that call themselves, or each other, returned for which states, in that order."""
        return [(state, value) for code, state, value in self.heard if code in self.recursive]

    def hear(self, frame: FrameType, event: str, returned: Any) -> None:
        """Take note of a call or a return."""
        code = frame.f_code
        if code.co_filename != self.file or event not in ("call", "return"):
            return
        if event == "call":
            for name in code.co_varnames[: code.co_argcount]:
                if type(frame.f_locals.get(name)) is self.state_type:
                    self.enter(frame, frame.f_locals[name])
        elif id(frame) in self.under_way:
            state = self.under_way.pop(id(frame))
            self.calls[code] -= 1
            value = plain_number(returned[0] if isinstance(returned, tuple) and returned else returned)
            if value is not None:
                self.heard.append((code, state, value))

    def enter(self, frame: FrameType, state: Any) -> None:
        """Take note of a call with a state."""
        code = frame.f_code
        self.under_way[id(frame)] = state
        self.came_to_end = self.came_to_end or self.game.is_terminal(state)
        self.calls[code] += 1
        if self.calls[code] > 1:
            self.recursive.add(code)


def own_line(error: BaseException, file: str) -> str:
    """Return the innermost line of a file that an error passed through, as my_search.py:12."""
    line, step = 0, error.__traceback__
    while step is not None:
        code = step.tb_frame.f_code
        is_def = step.tb_lineno == code.co_firstlineno and isinstance(error, RecursionError)
        if code.co_filename == file and not is_def:  # a call for which there is no room fails on the line of its def
            line = step.tb_lineno
        step = step.tb_next
    return f"{Path(file).name}:{line}" if line else ""
