"""Dynamic programming: value each distinct state once, however many lines lead to it.

Minimax goes through the tree, O(b^m) states; where only N of them are distinct and all N fit in memory, remembering
what each is worth takes O(N) values and one look at each of their successors (V. Cicirello, lecture notes Game Tree
Search: "Dynamic Programming", with II-Nim as the example; Russell & Norvig, section 5.3, on transpositions).

    A(2,2) -> B(1,2) -> A(1,1) -> B(0,1) -> A(0,0)      II-Nim: 33 states in the tree, 14 distinct ones, 9 where
           -> B(0,2) -> A(0,1) -> ...                   A(1,2) and A(2,1) count as the same

>>> from plywise.games.nim import Nim
>>> nim = Nim(piles=(2, 2))
>>> dynamic_programming(nim).describe(nim)
'A1: value -1 to player A, proven; line A1 B2 A1; 25 states, depth 3'
>>> len(solve_states(nim)), len(solve_states(nim, symmetry=True))
(14, 9)
"""

import math
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from typing import Any

from plywise.rules import CHANCE, MAX, Bound, Choice, Decision, Game, Limit, Unit, same_state
from plywise.search.shared import (
    Leaf,
    Line,
    ReturningState,
    Search,
    UndeclaredCycleError,
    require_constant_sum,
    require_ends,
)


def dynamic_programming(
    game: Game,
    state: Any = None,
    *,
    limit: Limit | None = None,
    history: Sequence[Any] = (),
    symmetry: bool = False,
) -> Decision:
    """Return what minimax (with chance: expectiminimax) would, after valuing each distinct state only once.

    Requires two players whose utilities have a constant sum, and no cycles: one that the rules don't declare is refused
    with two of its states. With `symmetry`, states that `canonical`
    calls equivalent count as one. `nodes` counts each state as often as it was come to; `solve_states` has as many
    values as there are distinct ones.
    """
    solver = _solver(game, limit, history, symmetry)
    search = solver.search
    state = game.initial() if state is None else state
    if search.is_chance(state):
        return search.expect(value(solver, state))
    solver.line, solver.keys = [state], [solver.key(state)]
    choices = []
    for action, child in search.root_successors(state):
        found = value(solver, child)
        choices.append(_choice(solver, state, (action, *best_line(solver, child)), found))
    return search.decide(state, choices)


def solve_states(
    game: Game, state: Any = None, *, limit: Limit | None = None, symmetry: bool = False
) -> dict[Hashable, float]:
    """Return the value to MAX of every state that can follow, by `game.key`, with `symmetry` of its canonical state."""
    solver = _solver(game, limit, (), symmetry)
    value(solver, game.initial() if state is None else state)
    return solver.values


@dataclass
class Solver:
    """A search, and the value to MAX of each distinct state it has finished."""

    search: Search
    symmetry: bool
    values: dict[Hashable, float] = field(default_factory=dict)
    line: list[Any] = field(default_factory=list)
    """The states that are being worked out, each reached from the one before it."""
    keys: list[Hashable] = field(default_factory=list)

    def refuse_cycle(self, key: Hashable, state: Any) -> None:
        """Raise UndeclaredCycleError if a state stands on the line already."""
        ply = (
            next((ply for ply, each in enumerate(self.line) if same_state(each, state)), -1) if key in self.keys else -1
        )
        if ply >= 0:
            raise UndeclaredCycleError(self.search.game, ReturningState(state, self.line[-1], len(self.line) - ply))

    def key(self, state: Any) -> Hashable:
        """Return what all states of this value's entry have in common."""
        game = self.search.game
        return game.key(game.canonical(state) if self.symmetry else state)


def value(solver: Solver, state: Any) -> float:
    """Return the value of a state to MAX: remembered, or worked out now and remembered."""
    search, key = solver.search, solver.key(state)
    if key in solver.values:
        search.count()
        return solver.values[key]
    solver.refuse_cycle(key, state)
    if search.leaf(state, math.inf) is Leaf.TERMINAL:
        found = search.game.utility(state, MAX)
        search.scale.of_utility(found)  # refuses a utility outside the declared range
    else:
        search.path.step_into(state)
        solver.line.append(state)
        solver.keys.append(key)
        found = backed_up(solver, state)
        solver.line.pop()
        solver.keys.pop()
        search.path.step_back()
    solver.values[key] = found
    return found


def backed_up(solver: Solver, state: Any) -> float:
    """Return the greatest (MAX), least (MIN) or mean (chance) value of the successors."""
    game, player = solver.search.game, solver.search.game.to_move(state)
    if player == CHANCE:
        mean = 0.0
        for outcome, probability in game.chances(state):
            mean += probability * value(solver, game.result(state, outcome))
        return mean
    values = []
    for _, child in solver.search.successors(state):
        values.append(value(solver, child))
    return max(values) if player == MAX else min(values)


def best_line(solver: Solver, state: Any) -> Line:
    """Follow from a solved state the first actions that keep its value, to the end or to the next chance.

    Only values are kept, so that memory grows with the states and not with their lines.
    """
    search, game = solver.search, solver.search.game
    line = Line()
    while not game.is_terminal(state) and game.to_move(state) != CHANCE:
        wanted = solver.values[solver.key(state)]
        for action, child in search.successors(state):
            if solver.values[solver.key(child)] == wanted:
                line, state = (*line, action), child
                break
    return line


def _choice(solver: Solver, state: Any, line: Line, found: float) -> Choice:
    search, game = solver.search, solver.search.game
    if not game.has_chance:
        return search.choice(state, line, Bound.EXACT, horizon=False)
    mean = game.value_to(game.to_move(state), found)
    return search.scale.choice(line, mean, Unit.UTILITY, Bound.EXACT, horizon=False)


def _solver(game: Game, limit: Limit | None, history: Sequence[Any], symmetry: bool) -> Solver:
    require_constant_sum(game, "dynamic_programming")
    instead = "expectiminimax" if game.has_chance else "alpha_beta"
    require_ends(game, limit, "dynamic_programming", f"for {game.name} use {instead} with a depth")
    return Solver(Search(game, limit, history), symmetry)
