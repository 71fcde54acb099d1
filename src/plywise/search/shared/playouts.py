"""Playing on to the end at random: what the Monte Carlo algorithms share.

Random numbers are drawn in a fixed order, so that the compiled twin draws the same ones: where a player moves, one of
the legal actions in the order of the rules; where chance moves, one fraction, compared with the probabilities added up.
An action that is rejected (`decisive`, or because it would repeat a state illegally) gives its place in the list to the
last one. A game may say which actions a playout draws from (`playout_actions`).
"""

import math
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from plywise.rules import CHANCE, Action, Decision, Game, Limit, Lots, NoActionError
from plywise.search.shared.errors import LimitReachedError
from plywise.search.shared.search import Leaf, Line, Search, Vector

Drawn = TypeVar("Drawn")

LONGEST = 1_000
"""Plies after which a simulation is cut short, unless the limit's depth says earlier."""


FIRST_ROUND, LONGEST_ROUND = 0.05, 0.5
"""Seconds after which a simulating search reports for the first time; each round takes twice as long as the last, up to
the longest."""


class Rounds:
    """When a search that has no depths to go by reports what it would decide by now."""

    def __init__(self, started: float) -> None:
        self.due, self.length = started + FIRST_ROUND, FIRST_ROUND

    def is_due(self, now: float) -> bool:
        """Whether a round has ended; the next one begins."""
        if now < self.due:
            return False
        self.length = min(2 * self.length, LONGEST_ROUND)
        self.due = now + self.length
        return True


class PlayoutSearch(Search):
    """A search that plays on at random; a limit in time ends it within a simulation too, which then doesn't count."""

    def __init__(
        self, game: Game, limit: Limit | None, history: Sequence[Any], seed: int, decisive: bool = False
    ) -> None:
        limit = limit or Limit()
        # A playout is a loop, not nested calls: cyclic games need no depth here.
        super().__init__(game, replace(limit, depth=1), history)
        self.depth = math.inf if limit.depth is None else limit.depth
        self.longest = min(self.depth, LONGEST)
        self.max_simulations = math.inf if limit.simulations is None else limit.simulations
        self.is_stoppable = limit.cancellation is not None
        self.simulations = self.estimates = 0
        self.lots, self.decisive = Lots(seed), decisive and game.repetition != "illegal"
        self.keeps_played = True
        """Whether `played` is of use to anybody."""
        self.rounds = Rounds(self.started)
        self.played: list[tuple[int, Action]] = []
        """Who played what in the simulation under way, from the root on; CHANCE where dice fell."""
        self.history_keys = frozenset(self.path.keys)

    def is_spent(self) -> bool:
        """Whether the limit leaves no room for another simulation."""
        is_full = self.simulations >= self.max_simulations or self.nodes >= self.max_nodes
        return is_full or time.perf_counter() > self.deadline or self.limit.is_cancelled

    def count(self) -> None:
        """Count a state; a simulation under way ends where the time is spent."""
        self.nodes += 1
        if time.perf_counter() > self.deadline or (self.is_stoppable and self.limit.is_cancelled):
            raise LimitReachedError(self.nodes)

    # One simulation

    def start(self) -> None:
        """Go back to the root: of the path only the played game stays."""
        self.path.keys = set(self.history_keys)
        self.simulations += 1
        self.played = []

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
        if not self.decisive and self.game.repetition is None:
            return self.play_at_random(state, ply)
        child: Any = None
        while True:
            self.step_into(state)
            is_blocked = True
            for action, child in self.draw_successors(state):
                is_blocked = False
                self.played[ply:] = [(self.game.to_move(state), action)]
                leaf = self.playout_leaf(child, self.longest - ply - 1)
                if leaf is not None:
                    return self.utilities(child, leaf)
                won = self.win_at_once(child) if self.decisive else None
                if won is None or self.game.to_move(child) == self.game.to_move(state):
                    break
            if is_blocked:
                return self.utilities(state, Leaf.TERMINAL)
            if won is not None:
                self.count()
                return self.utilities(won, Leaf.TERMINAL)
            state, ply = child, ply + 1

    def play_at_random(self, state: Any, ply: int, offered: list[Action] | None = None) -> Vector:
        """Play on as `play_out` does where nothing is looked ahead and no state recurs, asking each rule once a ply.

        `offered` takes the actions of the first state, where the caller wants to know them.
        """
        game, below, clock = self.game, self.lots.below, time.perf_counter
        actions_of, result, is_terminal = game.actions, game.result, game.is_terminal
        named = game.playout_actions if game.offers("playout_actions") else None
        has_chance, keeps = game.has_chance, self.keeps_played
        if keeps:
            del self.played[ply:]
        while True:
            if has_chance and game.to_move(state) == CHANCE:
                action = self.lots.draw(game.chances(state))
                if keeps:
                    self.played.append((CHANCE, action))
            else:
                actions = (named and list(named(state))) or list(actions_of(state))
                if not actions:
                    raise NoActionError(game.name, game.state_name(state))
                action = actions[below(len(actions))]
                if keeps:
                    self.played.append((game.to_move(state), action))
                if offered is not None and named is None:
                    offered += actions
            offered = None
            state, ply = result(state, action), ply + 1
            self.nodes += 1
            if is_terminal(state) or ply >= self.longest:
                return self.end_playout(state, ply)
            if clock() > self.deadline:
                raise LimitReachedError(self.nodes)

    def end_playout(self, state: Any, ply: int) -> Vector:
        """Return what a playout's last state is worth: at its end, or where it is cut short."""
        self.leaves += 1
        if ply < self.longest or self.game.is_terminal(state):
            return self.utilities(state, Leaf.TERMINAL)
        self.horizon_leaves += 1
        return self.utilities(state, Leaf.HORIZON)

    def playout_leaf(self, state: Any, depth: float) -> Leaf | None:
        """Say whether a simulation ends at a state, as `leaf` does.

        Whether every action would repeat a state where that is illegal shows only when one is to be drawn, or when
        the state is expanded.
        """
        if self.game.repetition != "illegal":
            return self.leaf(state, depth)
        self.count()
        if self.game.is_terminal(state):
            return Leaf.TERMINAL
        return Leaf.HORIZON if depth <= 0 else None

    def draw_successors(self, state: Any) -> Iterator[tuple[Action, Any]]:
        """Yield actions and the states they lead to in random order, each of them once; where chance moves, only one.

        They are those that the game names for playouts; if all of these would repeat illegally, all the others too.
        """
        game = self.game
        if game.to_move(state) == CHANCE:
            outcome = self.lots.draw(game.chances(state))
            yield outcome, game.result(state, outcome)
            return
        may_repeat = game.repetition != "illegal"
        is_any = False
        for offered in (self.playout_actions(state), game.actions(state)):
            actions = list(offered)
            while actions:
                drawn = self.lots.below(len(actions))
                child = game.result(state, actions[drawn])
                if may_repeat or not self.path.has(child):
                    is_any = True
                    yield actions[drawn], child
                actions[drawn] = actions[-1]
                actions.pop()
            if is_any or may_repeat or not game.offers("playout_actions"):
                return

    def playout_actions(self, state: Any) -> list[Action]:
        """Return the actions that playouts draw from: all of them, unless the game names some."""
        actions = list(self.game.playout_actions(state)) or list(self.game.actions(state))
        if not actions:
            raise NoActionError(self.game.name, self.game.state_name(state))
        return actions

    def win_at_once(self, state: Any) -> Any:
        """Return the first successor that ends the game with the best there is for the player to move, or None."""
        game = self.game
        if game.to_move(state) == CHANCE:
            return None
        for action in self.playout_actions(state):
            child = game.result(state, action)
            if game.is_terminal(child) and game.utility(child, game.to_move(state)) >= self.scale.high:
                return child
        return None

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

    def reports_now(self) -> bool:
        """Whether it is time for an intermediate decision."""
        return self.rounds.is_due(time.perf_counter())

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
