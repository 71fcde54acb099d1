"""Playing on to the end at random: what the Monte Carlo algorithms share.

Random numbers are drawn in a fixed order, so that the compiled twin draws the same ones: where a player moves, one of
the legal actions in the order of the rules; where chance moves, one fraction, compared with the probabilities added up.
An action that is rejected (`decisive`) gives its place in the list to the last one.
"""

import math
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from plywise.rules import CHANCE, Action, Decision, Game, Limit, Lots, NoActionError
from plywise.search.shared.search import Leaf, Line, Search, Vector

Drawn = TypeVar("Drawn")

LONGEST = 1_000
"""Plies after which a simulation is cut short, unless the limit's depth says earlier."""


class PlayoutSearch(Search):
    """A search that plays on at random; limits are checked between simulations, never during one."""

    def __init__(
        self, game: Game, limit: Limit | None, history: Sequence[Any], seed: int, decisive: bool = False
    ) -> None:
        limit = limit or Limit()
        # A playout is a loop, not nested calls: cyclic games need no depth here.
        super().__init__(game, replace(limit, depth=1), history)
        self.depth = math.inf if limit.depth is None else limit.depth
        self.longest = min(self.depth, LONGEST)
        self.max_simulations = math.inf if limit.simulations is None else limit.simulations
        self.simulations = self.estimates = 0
        self.lots, self.decisive = Lots(seed), decisive
        self.history_keys = frozenset(self.path.keys)

    def is_spent(self) -> bool:
        """Whether the limit leaves no room for another simulation."""
        is_full = self.simulations >= self.max_simulations or self.nodes >= self.max_nodes
        return is_full or time.perf_counter() > self.deadline or self.limit.is_cancelled

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
        """Play on at random from a state that isn't terminal, `ply` plies from the root; return what the end is worth.

        All actions are equally likely. With `decisive`, though, a player who can win at once does, and an action that
        lets the opponent win at once is rejected as long as there is another; no win is looked for in the first
        state, because the tree knows it.
        """
        while True:
            self.step_into(state)
            ply += 1
            for child in self.draw_successors(state):
                leaf = self.leaf(child, self.longest - ply)
                if leaf is not None:
                    return self.utilities(child, leaf)
                won = self.win_at_once(child) if self.decisive else None
                if won is None or self.game.to_move(child) == self.game.to_move(state):
                    break
            if won is not None:
                self.count()
                return self.utilities(won, Leaf.TERMINAL)
            state = child

    def draw_successors(self, state: Any) -> Iterator[Any]:
        """Yield a state's successors in random order, each of them once; where chance moves, only one."""
        game = self.game
        if game.to_move(state) == CHANCE:
            yield game.result(state, self.draw_outcome(game.chances(state)))
            return
        must_compare = game.repetition == "illegal"
        actions = [action for action, _ in self.successors(state)] if must_compare else list(game.actions(state))
        if not actions:
            raise NoActionError(game.name, game.state_name(state))
        while actions:
            drawn = self.lots.below(len(actions))
            yield game.result(state, actions[drawn])
            actions[drawn] = actions[-1]
            actions.pop()

    def win_at_once(self, state: Any) -> Any:
        """Return the first successor that ends the game with the best there is for the player to move, or None."""
        game = self.game
        for action in game.actions(state):
            child = game.result(state, action)
            if game.is_terminal(child) and game.utility(child, game.to_move(state)) >= self.scale.high:
                return child
        return None

    def draw_outcome(self, chances: Iterable[tuple[Drawn, float]]) -> Drawn:
        """Draw one by its probability; the last where rounding leaves none."""
        fraction, so_far = self.lots.fraction(), 0.0
        for drawn, probability in chances:
            so_far += probability
            if fraction < so_far:
                return drawn
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
        return replace(self.decide(state, ()), values=values)

    def options(self, state: Any) -> list[tuple[Action, Any, float]]:
        """List the legal actions with the states they lead to; where chance moves, outcomes and probabilities."""
        if self.game.to_move(state) != CHANCE:
            return [(action, child, 1.0) for action, child in self.successors(state)]
        return [
            (outcome, self.game.result(state, outcome), probability)
            for outcome, probability in self.game.chances(state)
        ]
