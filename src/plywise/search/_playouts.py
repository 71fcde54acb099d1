"""Playing on to the end by lot: what the Monte Carlo algorithms share.

Lots are drawn in a fixed order, so that the compiled twin draws the same ones: where a player moves, one lot among the
legal actions in the order of the rules; where chance moves, one fraction, compared with the probabilities added up.
"""

import math
import time
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, TypeAlias, TypeVar

from plywise.rules import CHANCE, MAX, Action, Decision, Game, Limit, Lots, NoActionError
from plywise.search._search import Leaf, Line, Search

Vector: TypeAlias = tuple[float, ...]
Drawn = TypeVar("Drawn")

LONGEST = 1_000
"""Plies after which a simulation is cut short, unless the limit's depth says earlier."""


class Playouts(Search):
    """A search that plays on by lot; a simulation once begun is finished, limits are looked at in between."""

    def __init__(self, game: Game, limit: Limit | None, history: Sequence[Any], seed: int) -> None:
        limit = limit or Limit()
        # A playout is a loop, not nested calls: games that go in circles need no depth here.
        super().__init__(game, replace(limit, depth=1), history)
        self.depth = math.inf if limit.depth is None else limit.depth
        self.longest = min(self.depth, LONGEST)
        self.max_simulations = math.inf if limit.simulations is None else limit.simulations
        self.simulations = self.estimates = 0
        self.lots = Lots(seed)
        self.history_keys = frozenset(self.path.keys)

    def is_spent(self) -> bool:
        """Whether the limit leaves no room for another simulation."""
        is_full = self.simulations >= self.max_simulations or self.nodes >= self.max_nodes
        return is_full or time.perf_counter() > self.deadline

    def count(self) -> None:
        """Count a state."""
        self.nodes += 1

    # One simulation

    def start(self) -> None:
        """Go back to the root: of the path only the played game stays."""
        self.path.keys = set(self.history_keys)
        self.simulations += 1

    def step_into(self, state: Any) -> None:
        """Make a state part of the path, where the game asks for it."""
        if self.game.repetition is not None:
            key = self.game.repetition_key(state)
            self.path.keys |= set() if key is None else {key}

    def play_out(self, state: Any, ply: int) -> Vector:
        """Play on by lot from a state, so many plies from the root, at which the game goes on; return its end's worth.

        Where every outcome and every action is as likely as here, the mean over many is what to expect of the state.
        """
        leaf = None
        while leaf is None:
            state, ply = self.draw_successor(state), ply + 1
            leaf = self.leaf(state, self.longest - ply)
        return self.utilities(state, leaf)

    def draw_successor(self, state: Any) -> Any:
        """Step on by lot."""
        self.step_into(state)
        game = self.game
        if game.to_move(state) == CHANCE:
            return game.result(state, self.draw_outcome(game.chances(state)))
        must_compare = game.repetition == "illegal"
        actions = [action for action, _ in self.successors(state)] if must_compare else list(game.actions(state))
        if not actions:
            raise NoActionError(game.name, game.state_name(state))
        return game.result(state, actions[self.lots.below(len(actions))])

    def draw_outcome(self, chances: Iterable[tuple[Drawn, float]]) -> Drawn:
        """Draw one by its probability; the last where rounding leaves none."""
        fraction, so_far = self.lots.fraction(), 0.0
        for drawn, probability in chances:
            so_far += probability
            if fraction < so_far:
                break
        return drawn

    def utilities(self, state: Any, leaf: Leaf) -> Vector:
        """Return what each player gets where a simulation ends.

        A line cut short counts for what `evaluate` estimates, or as a draw where estimates have a unit of their own.
        """
        game = self.game
        if leaf is Leaf.TERMINAL:
            worth = game.utility
        elif leaf is Leaf.HORIZON and not game.evaluates_in_own_unit:
            worth = game.evaluate
        else:
            return (game.draw_utility,) * game.players
        values = tuple(worth(state, player) for player in range(game.players))
        for value in values:
            self.scale.of_utility(value)
        return values

    def is_estimate(self, leaf: Leaf) -> bool:
        """Whether the rules alone don't say what a leaf is worth."""
        return leaf is Leaf.HORIZON or (leaf is Leaf.REPEATED and not self.is_draw_certain)

    # At the end

    def effort(self, line: Line) -> dict[str, Any]:
        """Say what the search cost."""
        return {**super().effort(line), "simulations": self.simulations}

    def terminal_decision(self, state: Any) -> Decision:
        """Report a root where the game is over."""
        values = tuple(self.game.utility(state, player) for player in range(self.game.players))
        return replace(self.decide(state, ()), value=values[MAX], values=values)

    def options(self, state: Any) -> list[tuple[Action, Any, float]]:
        """List the legal actions with the states they lead to; where chance moves, outcomes and probabilities."""
        if self.game.to_move(state) != CHANCE:
            return [(action, child, 1.0) for action, child in self.successors(state)]
        return [
            (outcome, self.game.result(state, outcome), probability)
            for outcome, probability in self.game.chances(state)
        ]
