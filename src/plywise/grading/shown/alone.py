"""Lets a function of a student's file search one state of any game, in a process of its own."""

from multiprocessing.connection import Connection
from pathlib import Path

from plywise.games.catalog import load_game
from plywise.grading.calling import StudentError, check_call, takes_depth
from plywise.grading.exercises import ALGORITHMS, Exercise, GradedAlgorithm
from plywise.grading.isolated import GRACE
from plywise.grading.listening import TooLongError
from plywise.grading.shown.beside import Beside, put_beside
from plywise.grading.student import Work, attempt, load_student
from plywise.isolation import Alarm, Child, ChildEndedError, ResourceLimits

MEMORY_MB = 1024


def search_beside(
    path: Path, function: str, spec: str, state: str | None = None, depth: int | None = None, *, seconds: float = 10
) -> Beside:
    """Let a student's function search a state of a game, and put what it did beside the reference.

    The function is named after its algorithm: minimax, alpha_beta or expectiminimax. As with every spawned process, a
    script that calls this needs the guard `if __name__ == "__main__"`.
    """
    algorithm = algorithm_of(function)
    if not path.is_file():
        raise StudentError(f"There is no file {path}.")
    work = _attempt_isolated(path, function, algorithm, spec, state, depth, seconds)
    return put_beside(algorithm, _exercise(spec, state, depth), work)


def algorithm_of(function: str) -> GradedAlgorithm:
    """Return the algorithm that a function is named after.

    >>> algorithm_of("alpha_beta")
    'alpha-beta'
    """
    for algorithm in ALGORITHMS:
        if algorithm.replace("-", "_") == function:
            return algorithm
    names = ", ".join(algorithm.replace("-", "_") for algorithm in ALGORITHMS)
    raise StudentError(f"{function} is not named after an algorithm: call the function one of {names}.")


def _exercise(spec: str, state: str | None, depth: int | None) -> Exercise:
    game = load_game(spec)
    return Exercise(game.name, game, game.initial() if state is None else game.parse_state(state), depth)


def _attempt_isolated(
    path: Path,
    function: str,
    algorithm: GradedAlgorithm,
    spec: str,
    state: str | None,
    depth: int | None,
    seconds: float,
) -> Work:
    asked = (path, function, algorithm, spec, state, depth, seconds)
    with Child(_attempt_here, *asked, limits=ResourceLimits(memory_mb=MEMORY_MB)) as child:
        try:
            kind, content = child.receive(seconds + GRACE)
        except TimeoutError:
            raise StudentError(f"{function} came to no end within {seconds:g} seconds: give it a depth.") from None
        except ChildEndedError:
            raise StudentError(f"{function} ended its whole program: let it return (value, action).") from None
    if kind == "refused":
        raise StudentError(content)
    work: Work = content
    return work


def _attempt_here(
    pipe: Connection,
    path: Path,
    function: str,
    algorithm: GradedAlgorithm,
    spec: str,
    state: str | None,
    depth: int | None,
    seconds: float,
) -> None:
    """Be the child."""
    try:
        exercise = _exercise(spec, state, depth)
        search = getattr(load_student(path), function, None)
        if not callable(search):
            raise StudentError(f"{path.name} defines no {function}: write def {function}(game, state).")
        check_call(algorithm, search)
        if depth is not None and not takes_depth(search):
            raise StudentError(f"{function} takes no depth: give it a parameter depth, or leave --depth out.")
        with Alarm(lambda: TooLongError(f"it was stopped after {seconds:g} seconds")) as alarm, alarm.within(seconds):
            work = attempt(search, exercise)
    except StudentError as error:
        pipe.send(("refused", str(error)))
        return
    pipe.send(("work", work))
