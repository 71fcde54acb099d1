"""An engine that speaks a few lines of JSON: any program, in any language, plays any game whose name it knows.

    we say                                                          it answers
    {"game": "nim:piles=2-2"}                                       {"ready": ""}, or what is wrong
    {"first": "2-2 A", "played": ["A1"], "legal": ["A1", "B1", "B2"], "seconds": 0.5}
                                                                    {"action": "B1"}, or {"error": "what is wrong"}

`first` names the state in which the game began, `played` the actions since, and `legal` those to choose from.
"""

import json
from collections.abc import Sequence
from typing import Any

from plywise.files import parse_object
from plywise.protocols.engines import (
    GRACE,
    START_SECONDS,
    EngineAnswer,
    EngineError,
    EngineProcess,
    GameSoFar,
    read_action,
)
from plywise.rules import Game, Limit, PlywiseError

LONGEST_REASON = 200


class ProgramEngine:
    """A program that is handed each state as text; it starts at once, so that no time of its first move is lost."""

    def __init__(self, game: Game, command: str) -> None:
        if not game.spec:
            raise PlywiseError(f"{game.name} has no name that another program could load: take a game by its spec.")
        self.game = game
        self.process, self.line = EngineProcess(command), GameSoFar(game)
        self.refused = ""
        try:
            self.new_game()
        except EngineError:
            self.process.close()  # what fails now fails again, and says so, when it has to choose

    def new_game(self) -> None:
        """Start the program if it isn't running."""
        if not self.process.is_running:
            self.process.start()
            self.process.say(json.dumps({"game": self.game.spec}))
            self.refused = str(self._hear(START_SECONDS).get("ready", "it is not ready"))

    def choose(self, state: Any, limit: Limit, history: Sequence[Any]) -> EngineAnswer:
        """Let the program choose within a time; raises EngineError where it doesn't."""
        if limit.time is None:
            raise PlywiseError("Another program needs a time for each action: give it one.")
        self.new_game()
        if self.refused:
            raise EngineError(self.refused[:LONGEST_REASON])
        self.line.follow([*history, state])
        self.process.say(json.dumps(self._question(state, limit.time)))
        answer = self._hear(limit.time + GRACE)
        if "error" in answer:
            raise EngineError(str(answer["error"])[:LONGEST_REASON])
        return EngineAnswer(read_action(self.game, state, str(answer.get("action")), self.process.name))

    def close(self) -> None:
        """End the program."""
        self.process.close()

    def _question(self, state: Any, seconds: float) -> dict[str, Any]:
        game, line = self.game, self.line
        played = zip(line.states, line.actions, strict=False)
        return {
            "first": game.state_name(line.states[0]),
            "played": [game.action_name(before, action) for before, action in played],
            "legal": [game.action_name(state, action) for action in game.actions(state)],
            "seconds": seconds,
        }

    def _hear(self, seconds: float) -> dict[str, Any]:
        (line,) = self.process.hear_until("", seconds)
        try:
            return parse_object(line)
        except ValueError:
            raise self.process.failed("answered with something other than a line of JSON") from None
