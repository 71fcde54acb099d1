"""Engines of other programs as players; what they say is checked against our rules."""

from collections.abc import Sequence
from typing import Any

from plywise.agents.algorithms import Callbacks
from plywise.protocols import ExternalEngine
from plywise.rules import Decision, Game, Limit, Status, Unit


class ExternalPlayer:
    """An engine in another process; it starts with the first decision, and again after it has failed."""

    deepens = thinks_ahead = learns = False

    def __init__(self, game: Game, engine: ExternalEngine, name: str) -> None:
        self.game, self.engine, self.name = game, engine, name

    def choose(self, state: Any, limit: Limit, history: Sequence[Any], callbacks: Callbacks) -> Decision:
        """Let the engine choose; its values are estimates, whatever it says of them."""
        answer = self.engine.choose(state, limit, history)
        value, unit = self.game.draw_utility, Unit.UTILITY
        if answer.value is not None:
            value, unit = answer.value, Unit.EVALUATION
        elif answer.plies_to_mate is not None:
            sign = 1 if answer.plies_to_mate > 0 else -1
            value, unit = sign * (self.game.evaluation_limit - 1), Unit.EVALUATION
        return Decision(
            answer.action,
            value,
            self.game.to_move(state),
            Status.HEURISTIC,
            unit=unit,
            line=answer.line or (answer.action,),
            depth=answer.depth,
            nodes=answer.nodes,
            engine=self.name,
        )

    def warm_up(self) -> None:
        """Start the engine."""
        self.engine.new_game()

    def hear_end(self, states: Sequence[Any], player: int) -> None:
        """Do nothing: it learns nothing of how others play."""

    def new_game(self) -> None:
        """Let the engine forget the game before."""
        self.engine.new_game()

    def forget(self) -> None:
        """Let the engine forget."""
        self.engine.new_game()

    def close(self) -> None:
        """End the engine's process."""
        self.engine.close()
