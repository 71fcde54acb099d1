"""A student's own search: found in a file, called on an exercise, watched while it works.

    def minimax(game, state): ...              return (value, action), the value to MAX, player 0
    def alpha_beta(game, state, depth): ...    or a plywise Decision, or only the value

Leaves are the states that `utility` (of a terminal state) or `evaluate` is asked about. What the student's recursive
functions return for each state is listened to as well: it shows where the values first go wrong.
"""

import hashlib
import importlib.util
import inspect
import sys
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from reprlib import repr as short
from types import ModuleType
from typing import Any

from plywise.grading.calling import StudentError, arguments
from plywise.grading.checks import TaskAnswer
from plywise.grading.exercises import ALGORITHMS, Exercise, GradedAlgorithm
from plywise.grading.guard import RefusedImportError, without_our_answers
from plywise.grading.listening import HeardEvent, StudentListener, TooLongError, plain_number
from plywise.parsing import FreshSourceLoader
from plywise.rules import CHANCE, MAX, Action, Decision

NO_END = "no end"
NO_ANSWER = "no answer"


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
    events: list[HeardEvent] = field(default_factory=list)
    """What the recursive functions were handed and returned, and the leaves between, in that order."""
    error: str = ""
    """In a word or two what happened, and after a colon the rest."""
    where: str = ""
    """The student's own line, where there was an error."""
    came_to_end: bool = False
    """Whether a function of the student's was handed a state in which the game is over."""
    no_value: Any = None
    """The first state for which a recursive function returned None."""
    same_state: Any = None
    """A state with which a function calls itself without end."""
    is_left_over: bool = False
    """Whether the answer is right where the exercise is the first one of a file just loaded."""

    @property
    def values(self) -> list[tuple[Any, float]]:
        """What the recursive functions returned for which states."""
        returned = [(event.state, event.value) for event in self.events if event.kind == "return"]
        return [(state, value) for state, value in returned if value is not None]


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
        with without_our_answers():
            spec.loader.exec_module(module)
    except RefusedImportError as error:
        raise StudentError(tell_refusal(error, str(path.resolve()))) from None
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
    listener = StudentListener(function, exercise.game, exercise.state)
    try:
        with listener.listening() as game, without_our_answers():
            answer = function(game, exercise.state, **arguments(function, exercise.depth))
        read_answer(exercise, answer, work)
    except KeyboardInterrupt:
        raise
    except RefusedImportError as error:
        raise StudentError(tell_refusal(error, listener.file)) from None
    except BaseException as error:
        work.error, work.where = _tell_error(error), own_line(error, listener.file)
    work.leaves, work.events, work.came_to_end = listener.leaves, listener.events, listener.came_to_end
    work.no_value = listener.no_value
    work.same_state = listener.same_state if work.error.startswith("RecursionError") else None
    return work


def answer_task(do: Callable[[], Any], path: Path, is_search: bool) -> TaskAnswer:
    """Let a student's work do a task that is graded by checks; whatever it does ends up in the TaskAnswer."""
    file = str(path.resolve())
    try:
        with without_our_answers() if is_search else nullcontext():
            return TaskAnswer(do())
    except KeyboardInterrupt:
        raise
    except RefusedImportError as error:
        raise StudentError(tell_refusal(error, file)) from None
    except BaseException as error:
        return TaskAnswer(error=_tell_error(error), where=own_line(error, file))


def tell_refusal(error: RefusedImportError, file: str) -> str:
    """Say in one sentence what is imported that would answer in the student's place."""
    where = own_line(error, file)
    return f"{where or Path(file).name}: {error}"


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
    if hasattr(answer, "tolist"):  # an array, or one of its numbers
        answer = answer.tolist()
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
        work.error = f"{NO_ANSWER}: it returned {short(answer)} instead of (value, action)"


def _read_action(exercise: Exercise, action: Any, work: Work) -> None:
    """Find the action among the legal ones; where chance moves, or the game is over, there is none to find."""
    game, state = exercise.game, exercise.state
    work.gave_action = not game.is_terminal(state) and game.to_move(state) != CHANCE
    legal = list(game.actions(state)) if work.gave_action else []
    if action in legal:
        work.action = legal[legal.index(action)]
    elif work.gave_action:
        work.stray = short(action)


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
