"""What engines of other programs have in common: a process, the game so far, and what can go wrong with both."""

import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from plywise.isolation import Dialogue, DialogueError
from plywise.rules import Action, Game, IllegalActionError, Limit, NotationError, PlywiseError

START_SECONDS = 20.0
"""How long an engine may take to start, or to say that it is ready."""
GRACE = 1.0
"""Seconds beyond its limit after which an engine is asked to stop, and beyond that again, killed."""


class EngineError(PlywiseError):
    """An engine of another program hangs, has died, floods its output, or plays what the rules don't allow."""


class ResignedError(EngineError):
    """The engine has given the game up."""


@dataclass(frozen=True, slots=True)
class EngineAnswer:
    """What an engine chose, in our own actions, and what it said about it."""

    action: Action
    value: float | None = None
    """In the evaluation's unit, to the player to move, where the engine says."""
    plies_to_mate: int | None = None
    line: tuple[Action, ...] = ()
    depth: int = 0
    nodes: int = 0


class ExternalEngine(Protocol):
    """An engine in another process."""

    def new_game(self) -> None:
        """Let the engine forget; starts it again where it has died."""

    def choose(self, state: Any, limit: Limit, history: Sequence[Any]) -> EngineAnswer:
        """Let the engine choose; raises EngineError where it fails to."""

    def close(self) -> None:
        """End the engine's process."""


class EngineProcess:
    """An engine's process, which is started when it is first needed, and again after it was killed."""

    def __init__(self, command: str) -> None:
        self.words = shlex.split(command)
        if not self.words:
            raise PlywiseError('Name the engine\'s program, such as uci:stockfish or gtp:"gnugo --mode gtp".')
        self.name = self.words[0].rpartition("/")[2]
        self._dialogue: Dialogue | None = None

    @property
    def is_running(self) -> bool:
        """Whether there is a process to speak to."""
        return self._dialogue is not None

    def start(self) -> None:
        """Start the process."""
        try:
            self._dialogue = Dialogue(self.words)
        except DialogueError as error:
            raise EngineError(f"{self.name} {error}: is it installed, and on PATH?") from None

    def say(self, line: str) -> None:
        """Send a line."""
        try:
            self._running().say(line)
        except DialogueError as error:
            raise self.failed(str(error)) from None

    def hear_until(self, start: str, seconds: float) -> list[str]:
        """Return the lines up to one that starts with a text."""
        try:
            return self._running().hear_until(start, seconds)
        except DialogueError as error:
            raise self.failed(str(error)) from None

    def try_to_hear(self, start: str, seconds: float) -> list[str] | None:
        """Do the same, but return None where it doesn't come in time, and leave the engine alone."""
        try:
            return self._running().hear_until(start, seconds)
        except DialogueError as error:
            if "in time" not in str(error):
                raise self.failed(str(error)) from None
            return None

    def failed(self, what: str) -> EngineError:
        """Kill the engine and return the error that says why."""
        self.close()
        return EngineError(f"{self.name} {what}.")

    def close(self, farewell: str = "") -> None:
        """End the process, if there is one."""
        dialogue, self._dialogue = self._dialogue, None
        if dialogue is not None:
            dialogue.end(farewell)

    def _running(self) -> Dialogue:
        if self._dialogue is None:
            raise EngineError(f"{self.name} isn't running.")
        return self._dialogue


class GameSoFar:
    """The actions from a first state to the present one, as an engine wants to know them; found once for each state."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.states: list[Any] = []
        self.actions: list[Action] = []

    def follow(self, states: Sequence[Any]) -> bool:
        """Take a game's states so far; return whether they go on from those that were known."""
        known = len(self.states)
        if not known or list(states[:known]) != self.states:
            self.states, self.actions, is_next = [states[0]], [], False
        else:
            is_next = True
        for after in states[len(self.states) :]:
            self.actions.append(self._between(self.states[-1], after))
            self.states.append(after)
        return is_next

    def _between(self, before: Any, after: Any) -> Action:
        for action in self.game.actions(before):
            if self.game.result(before, action) == after:
                return action
        raise EngineError("The history has a gap: hand over every state since the first, in order.")


def read_action(game: Game, state: Any, text: str, name: str) -> Action:
    """Return the legal action that an engine names; raises EngineError where there is none."""
    try:
        action = game.parse_action(state, text)
    except (IllegalActionError, NotationError):
        action = None
    if action is None or action not in list(game.actions(state)):
        raise EngineError(f"{name} played '{text[:40]}', which isn't legal in {game.state_name(state)}.")
    return action
