"""A student's agent as a program, which plays by lines of JSON: `python -m ...agent_process anna.py`.

The file defines `choose(game, state)`, which returns an action, or one of the searches that are graded. A search with a
`depth` is asked for depth 1, 2, 3, ... as long as there is time, and the last answer counts. The file runs guarded,
with limited memory; what plays by it is `plywise.protocols.ProgramEngine`.
"""

import inspect
import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any, BinaryIO

from plywise.files import parse_object
from plywise.games.catalog import load_game
from plywise.grading import StudentError
from plywise.grading.calling import arguments, takes_depth
from plywise.grading.listening import TooLongError
from plywise.grading.student import find_functions, load_student
from plywise.isolation import Alarm, ResourceLimits, apply_limits, end_with_parent, guard_process, take_pipes
from plywise.rules import Decision, Game

MEMORY_MB = 1024
IMPORT_SECONDS = 5.0
SHARE = 0.8
"""Of its time, after which a search that deepens is interrupted."""
DEEPEST = 60


def find_chooser(module: ModuleType, path: Path) -> Callable[[Game, Any, Alarm, float], Any]:
    """Return what chooses an action by a student's file; raises StudentError where nothing does."""
    choose = getattr(module, "choose", None)
    if callable(choose) and not inspect.isclass(choose):
        return lambda game, state, alarm, seconds: _within(alarm, seconds, lambda: choose(game, state))
    searches = find_functions(module)
    if not searches:
        raise StudentError(
            f"{path.name} defines no agent: write a function choose(game, state) that returns an action."
        )
    search: Any = searches.get("alpha-beta") or next(iter(searches.values()))
    return lambda game, state, alarm, seconds: _search(search, game, state, alarm, seconds)


def _within(alarm: Alarm, seconds: float, call: Callable[[], Any]) -> Any:
    with alarm.within(seconds):
        return call()


def _search(search: Callable[..., Any], game: Game, state: Any, alarm: Alarm, seconds: float) -> Any:
    """Return the action of a search: of the deepest one that came to its end."""
    if not takes_depth(search):
        return _action(_within(alarm, seconds, lambda: search(game, state, **arguments(search, None))))
    found: list[Any] = []
    try:
        with alarm.within(seconds * SHARE):
            for depth in range(1, DEEPEST):
                found.append(_action(search(game, state, **arguments(search, depth))))
    except TooLongError:
        if not found:
            raise
    return found[-1]


def _action(answer: Any) -> Any:
    return answer.action if isinstance(answer, Decision) else answer[1]


class AgentProcess:
    """The student's file at work: it hears questions and answers them, one line each."""

    def __init__(self, path: Path, incoming: BinaryIO, outgoing: BinaryIO) -> None:
        self.path, self.incoming, self.outgoing = path, incoming, outgoing

    def run(self) -> None:
        """Get ready, then answer until the other side has enough."""
        questions = self._questions()
        game = load_game(next(questions)["game"])
        apply_limits(ResourceLimits(memory_mb=MEMORY_MB))
        guard_process(self.path.parent, ("plywise",))
        with Alarm(lambda: TooLongError("it took too long")) as alarm:
            try:
                module = _within(alarm, IMPORT_SECONDS, lambda: load_student(self.path))
                choose = find_chooser(module, self.path)
            except StudentError as error:
                self._say({"ready": str(error)})
                return
            except TooLongError:
                self._say({"ready": f"{self.path.name} comes to no end when it is imported."})
                return
            self._say({"ready": ""})
            for question in questions:
                self._say(answer(game, choose, alarm, question))

    def _questions(self) -> Iterator[dict[str, Any]]:
        return map(parse_object, self.incoming)

    def _say(self, said: dict[str, Any]) -> None:
        self.outgoing.write(json.dumps(said).encode() + b"\n")
        self.outgoing.flush()


def answer(game: Game, choose: Callable[..., Any], alarm: Alarm, question: dict[str, Any]) -> dict[str, Any]:
    """Let the student's code choose; whatever it does instead is the answer."""
    first = game.initial()
    state = first if game.state_name(first) == question["first"] else game.parse_state(question["first"])
    for name in question["played"]:
        state = game.result(state, game.parse_action(state, name))
    try:
        action = choose(game, state, alarm, float(question["seconds"]))
        if action not in list(game.actions(state)):
            return {"error": f"it returned {str(action)[:40]}, which is not a legal action"}
        return {"action": game.action_name(state, action)}
    except TooLongError:
        return {"error": f"it had no answer after {question['seconds']:g} s"}
    except BaseException as error:
        message = " ".join(str(error).split())[:100]
        return {"error": f"{type(error).__name__}: {message}" if message else type(error).__name__}


def main() -> None:
    """Be the program."""
    incoming, outgoing = take_pipes()
    end_with_parent()
    AgentProcess(Path(sys.argv[1]).resolve(), incoming, outgoing).run()


if __name__ == "__main__":
    main()
