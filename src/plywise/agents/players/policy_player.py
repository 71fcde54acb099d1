"""Plays a policy from a file, for games that hide something."""

from collections.abc import Sequence
from typing import Any

from plywise.agents.algorithms import Callbacks
from plywise.agents.players.simple import SimplePlayer
from plywise.agents.policies import decide_by_policy, open_policy
from plywise.rules import Decision, Game, Limit, Lots


class PolicyPlayer(SimplePlayer):
    """Draws each action by the policy's probabilities; two players with the same seed draw the same."""

    def __init__(self, game: Game, path: str, seed: int) -> None:
        self.game, self.policy, self.lots = game, open_policy(path, game).policy, Lots(seed)

    def choose(self, state: Any, limit: Limit, history: Sequence[Any], callbacks: Callbacks) -> Decision:
        """Draw an action where the player to move knows what it knows."""
        return decide_by_policy(self.game, self.policy, state, history, self.lots)
