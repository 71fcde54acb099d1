"""An engine that speaks GTP, the Go Text Protocol: Go, and other games on a square board with two colours."""

from collections.abc import Sequence
from typing import Any

from plywise.protocols.engines import (
    GRACE,
    START_SECONDS,
    EngineAnswer,
    EngineError,
    EngineProcess,
    GameSoFar,
    ResignedError,
    read_action,
)
from plywise.rules import Game, Limit, PlywiseError

COLOURS = ("B", "W")
SLOW = 30.0
"""Seconds beyond its time that an engine may take: few GTP engines keep one exactly."""


class GtpEngine:
    """A GTP engine, which hears of every action since the game began."""

    def __init__(self, game: Game, command: str) -> None:
        size = getattr(game, "size", None)
        if game.players != 2 or not isinstance(size, int):
            raise PlywiseError(f"gtp engines play on a square board, such as Go's, not {game.name}.")
        self.game, self.size, self.komi = game, size, getattr(game, "komi", None)
        self.process, self.line = EngineProcess(command), GameSoFar(game)
        self.told = 0
        """Actions of the line that the engine knows."""
        self.allowed: float | None = None

    def new_game(self) -> None:
        """Start the engine if it isn't running, and set the board up."""
        if not self.process.is_running:
            self.process.start()
        self._set_up()

    def choose(self, state: Any, limit: Limit, history: Sequence[Any]) -> EngineAnswer:
        """Let the engine choose; raises ResignedError where it gives up, EngineError where it fails."""
        states = [*history, state]
        if states[0] != self.game.initial():
            raise EngineError(f"{self.process.name} plays whole games only: hand over all states since the first.")
        is_running = self.process.is_running
        if not is_running:
            self.process.start()
        if not self.line.follow(states) or not is_running:
            self._set_up()
        self._tell_actions()
        self._allow(limit)
        colour = COLOURS[self.game.to_move(state)]
        seconds = SLOW if limit.time is None else limit.time + SLOW
        text = self._ask(f"genmove {colour}", seconds)
        if text.lower() == "resign":
            raise ResignedError(f"{self.process.name} resigned.")
        try:
            action = read_action(self.game, state, text, self.process.name)
        except EngineError:
            self.close()
            raise
        self.line.follow([*states, self.game.result(state, action)])
        self.told = len(self.line.actions)
        return EngineAnswer(action)

    def close(self) -> None:
        """End the engine."""
        self.process.close("quit")

    def _set_up(self) -> None:
        self._ask(f"boardsize {self.size}", START_SECONDS)
        self._ask("clear_board", START_SECONDS)
        if self.komi is not None:
            self._ask(f"komi {self.komi:g}", START_SECONDS)
        self.told, self.allowed = 0, None

    def _tell_actions(self) -> None:
        """Report the actions that the engine doesn't know yet."""
        for number in range(self.told, len(self.line.actions)):
            state, action = self.line.states[number], self.line.actions[number]
            colour = COLOURS[self.game.to_move(state)]
            self._ask(f"play {colour} {self.game.action_name(state, action)}", START_SECONDS)
        self.told = len(self.line.actions)

    def _allow(self, limit: Limit) -> None:
        """Say how long each action may take; engines that don't know the command go on as they are."""
        if limit.time is None or limit.time == self.allowed:
            return
        self.allowed = limit.time
        try:
            self._ask(f"time_settings 0 {max(1, round(limit.time))} 1", START_SECONDS)
        except EngineError:
            if not self.process.is_running:
                raise

    def _ask(self, command: str, seconds: float) -> str:
        """Return the answer to a command; raises EngineError where the engine refuses it."""
        self.process.say(command)
        for line in _answers(self.process, seconds):
            if line.startswith("="):
                return line.lstrip("=0123456789").strip()
            if line.startswith("?"):
                raise EngineError(f"{self.process.name} refused `{command}`: {line.lstrip('?0123456789').strip()}.")
        raise self.process.failed(f"did not answer `{command}`")


def _answers(process: EngineProcess, seconds: float) -> Sequence[str]:
    """Return the lines up to the empty one that ends an answer; empty lines before it don't count."""
    lines: list[str] = []
    while not any(lines):
        lines += process.hear_until("", seconds)
    while lines[-1]:
        lines += process.hear_until("", GRACE)
    return lines
