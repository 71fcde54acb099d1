"""What every readable algorithm shares: counting states, keeping to a limit, knowing a leaf, reporting a Decision.

The algorithms themselves hold the values, always to MAX (player 0), as the book does. This file holds the rest, so
that each of them reads as its page.
"""

import math
import time
from collections.abc import Iterator, Sequence
from enum import Enum, auto
from typing import Any, TypeAlias

from plywise.rules import (
    CHANCE,
    MAX,
    Action,
    Bound,
    Choice,
    Decision,
    Game,
    Limit,
    NoActionError,
    RulesError,
    Scale,
    SearchError,
    Status,
    Unit,
    require_open,
)
from plywise.search.shared.errors import LimitReachedError
from plywise.search.shared.path import MAX_PLIES, Path

Line: TypeAlias = tuple[Action, ...]
Vector: TypeAlias = tuple[float, ...]
"""What each player gets."""

CLOCK_INTERVAL = 64
"""Look at the clock at most once in this many states: a state takes microseconds, a look a tenth of one."""

SLOW = 0.002
"""Seconds between two looks at the clock, above which it is asked more often: some rules are slow."""


class Leaf(Enum):
    """Why a search ends at a state."""

    REPEATED = auto()
    TERMINAL = auto()
    HORIZON = auto()


class Search:
    """One search under way."""

    def __init__(self, game: Game, limit: Limit | None = None, history: Sequence[Any] = ()) -> None:
        require_open(game, "A search of states")
        limit = limit or Limit()
        self.game, self.limit = game, limit
        self.scale = Scale(game)
        self.depth = math.inf if limit.depth is None else limit.depth
        self.max_nodes = math.inf if limit.nodes is None else limit.nodes
        self.started = self.looked = time.perf_counter()
        self.deadline = math.inf if limit.time is None else self.started + limit.time
        self.look_at, self.look_interval = 0, 1
        self.nodes = self.leaves = self.horizon_leaves = 0
        self.path = Path(game, history)
        self.choices: list[Choice] = []
        """The root actions whose search is complete."""
        guard = getattr(game, "_guard", None)
        if guard is not None:
            guard.search = self
        if game.cyclic and game.repetition is None and self.depth > MAX_PLIES:
            raise SearchError(
                f"{game.name} is cyclic: give the search a depth of {MAX_PLIES} at most"
                + ("." if game.has_chance else ", or declare repetition = 'draw'.")
            )

    # Along the way

    def root_successors(self, state: Any) -> Iterator[tuple[Action, Any]]:
        """Count the root and yield its actions with the states they lead to; nothing where the game is over.

        The root is never a repetition: whether a played game has ended is for its record to say.
        """
        self.count()
        if not self.is_terminal(state):
            self.path.step_into(state)
            yield from self.successors(state)

    def root_chance(self, state: Any) -> None:
        """Count the root and step into it, where chance moves there."""
        self.count()
        self.path.step_into(state)

    def is_chance(self, state: Any) -> bool:
        """Whether the game goes on and chance moves."""
        return not self.is_terminal(state) and self.game.to_move(state) == CHANCE

    def visit(self, state: Any, depth: float) -> float | None:
        """Count a state; return its value to MAX where the search ends, None where it goes on."""
        leaf = self.leaf(state, depth)
        return None if leaf is None else self.leaf_value(state, leaf, MAX)

    def leaf(self, state: Any, depth: float) -> Leaf | None:
        """Count a state and say whether the search ends there: repeated, terminal, or at the horizon (depth 0).

        Where a played game goes on until the third occurrence, taking the second for a draw is an estimate.
        """
        self.count()
        leaf = None
        if self.is_repeated(state):
            leaf = Leaf.REPEATED
            self.horizon_leaves += not self.is_draw_certain
        elif self.is_terminal(state):
            leaf = Leaf.TERMINAL
        elif depth <= 0:
            leaf = Leaf.HORIZON
            self.horizon_leaves += 1
        self.leaves += leaf is not None
        return leaf

    @property
    def is_draw_certain(self) -> bool:
        """Whether the first repetition along a line is a draw by the rules."""
        return self.game.repetition_count <= 2

    def leaf_value(self, state: Any, leaf: Leaf, player: int) -> float:
        """Place a leaf's worth to a player on the line where utilities and evaluations are compared."""
        if leaf is Leaf.HORIZON:
            return self.scale.of_evaluation(self.game.evaluate(state, player))
        utility = self.game.draw_utility if leaf is Leaf.REPEATED else self.game.utility(state, player)
        return self.scale.of_utility(utility)

    def count(self) -> None:
        """Count a state, and stop the search where its budget is spent."""
        if self.nodes >= self.max_nodes:
            raise LimitReachedError(self.nodes, self.choices)
        if self.nodes >= self.look_at:
            self.look_at_clock()
        self.nodes += 1

    def look_at_clock(self) -> None:
        """Stop the search where its time is spent; look again sooner where states take long."""
        now = time.perf_counter()
        if now > self.deadline or self.limit.is_cancelled:
            raise LimitReachedError(self.nodes, self.choices)
        slow = now - self.looked > SLOW
        self.look_interval = max(1, self.look_interval // 4) if slow else min(CLOCK_INTERVAL, 2 * self.look_interval)
        self.looked, self.look_at = now, self.nodes + self.look_interval

    def is_terminal(self, state: Any) -> bool:
        """Ask the rules; a state all of whose actions would repeat illegally is terminal too."""
        if self.game.is_terminal(state):
            return True
        if self.game.repetition != "illegal" or self.game.to_move(state) == CHANCE:
            return False
        children = [self.game.result(state, action) for action in self.game.actions(state)]
        return bool(children) and all(self.path.has(child, state) for child in children)

    def is_repeated(self, state: Any) -> bool:
        """Whether a state came up before and that ends the game; an undeclared cycle is refused."""
        if not self.path.has(state):
            return False
        if not self.game.cyclic:
            ending = "" if self.game.has_chance else ", and repetition = 'draw' or 'illegal' if it should end there"
            raise RulesError(
                f"{self.game.name} came back to the state {self.game.state_name(state)} along one line: "
                f"declare cyclic = True{ending}."
            )
        return self.game.repetition == "draw"

    def successors(self, state: Any) -> Iterator[tuple[Action, Any]]:
        """Yield each legal action with the state it leads to.

        A state that is not terminal and offers no action is refused: its value would be anyone's guess.
        """
        game = self.game
        offered = False
        for action in game.actions(state):
            offered = True
            child = game.result(state, action)
            if game.repetition == "illegal" and self.path.has(child, state):
                continue
            yield action, child
        if not offered:
            raise NoActionError(game.name, game.state_name(state))

    # At the end

    def choice(self, state: Any, line: Line, bound: Bound, horizon: bool) -> Choice:
        """Describe the root action that a line starts with; its value is what the rules say of the line's end."""
        value, unit = self.worth(state, line, self.game.to_move(state))
        return self.scale.choice(line, value, unit, bound, horizon)

    def worth(self, state: Any, line: Line, player: int) -> tuple[float, Unit]:
        """Ask the rules what the end of a line is worth to a player, exactly and in their own unit.

        Requires the root, where the line starts, to be on the path.
        """
        game = self.game
        state = game.result(state, line[0])
        for action in line[1:]:
            self.path.step_into(state)
            state = game.result(state, action)
        is_repeated, is_terminal = self.is_repeated(state), self.is_terminal(state)
        for _ in line[1:]:
            self.path.step_back()
        if is_repeated:
            return game.draw_utility, Unit.UTILITY
        if is_terminal:
            return game.utility(state, player), Unit.UTILITY
        return game.evaluate(state, player), Unit.EVALUATION if self.scale.stretched else Unit.UTILITY

    def decide(self, state: Any, choices: Sequence[Choice]) -> Decision:
        """Report the choice best for the player to move: the first of equals, in the order of the rules."""
        if not choices:
            nothing = Decision(None, self.game.utility(state, MAX), MAX, Status.PROVEN, **self.effort(()))
            return nothing.about(self.game, state)
        best = max(choices, key=self.scale.of_choice)
        status, bound = self.scale.verdict(best, choices)
        return Decision(
            best.action,
            best.value,
            self.game.to_move(state),
            status,
            bound,
            best.unit,
            best.line,
            tuple(choices),
            **self.effort(best.line),
        ).about(self.game, state)

    def expect(self, value: float) -> Decision:
        """Report a root where chance moves: nothing to choose, only what MAX may expect."""
        status = Status.HEURISTIC if self.horizon_leaves else Status.PROVEN
        return Decision(None, value, MAX, status, **self.effort(()))

    def effort(self, line: Line) -> dict[str, Any]:
        """Say what the search cost; without a depth limit, its depth is that of its line."""
        depth = len(line) if self.depth == math.inf else int(self.depth)
        seconds = time.perf_counter() - self.started
        return {"depth": depth, "nodes": self.nodes, "leaves": self.leaves, "seconds": seconds}
