"""A beginner, scripted: takes a win at once, or else what looks best right after the action."""

from collections.abc import Sequence
from typing import Any

from plywise.agents.algorithms import Callbacks
from plywise.agents.players.simple import SimplePlayer
from plywise.rules import Decision, Game, Limit, Lots, Record, Scale, Status, require_open


class NovicePlayer(SimplePlayer):
    """Looks one ply ahead: at how a game ends, and at `evaluate` where the rules have it; otherwise at random.

    >>> from plywise.games.nim import Nim
    >>> game = Nim(piles=(2,))
    >>> NovicePlayer(game, seed=1).choose(game.initial(), Limit(nodes=1), (), Callbacks()).describe(game)
    'A1: value 0 to player A, heuristic; line A1; 2 states, depth 1'
    """

    def __init__(self, game: Game, seed: int) -> None:
        require_open(game, "novice")
        self.game, self.lots, self.scale = game, Lots(seed), Scale(game)

    def choose(self, state: Any, limit: Limit, history: Sequence[Any], callbacks: Callbacks) -> Decision:
        """Choose what looks best, at random among equals."""
        record = Record(self.game, state)
        record.states[:0] = history
        actions = record.options()
        worths = [self._worth(state, action) for action in actions]
        best = [action for action, worth in zip(actions, worths, strict=True) if worth == max(worths)]
        action = best[self.lots.below(len(best))]
        value, player = self.game.draw_utility, self.game.to_move(state)
        return Decision(action, value, player, Status.HEURISTIC, line=(action,), depth=1, nodes=len(actions))

    def _worth(self, state: Any, action: Any) -> float:
        """Return what a state after an action looks like to who plays it."""
        game, player = self.game, self.game.to_move(state)
        after = game.result(state, action)
        if game.is_terminal(after):
            return self.scale.of_utility(game.utility(after, player))
        if game.offers("evaluate"):
            return self.scale.of_evaluation(game.evaluate(after, player))
        return self.scale.of_utility(game.draw_utility)
