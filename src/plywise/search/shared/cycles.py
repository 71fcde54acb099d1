"""A game that declares no cycles and has one: found by a walk through its states, and refused with two of them.

    a -> b -> c        Lines are followed one after the other, each state once. A state that stands on the line that
         ^    |        leads to it again is a cycle: here b comes back after c.
         +----+

>>> from typing import NamedTuple
>>> class Ring(Game):
...     class State(NamedTuple):
...         at: int = 0
...     def to_move(self, state):
...         return 0
...     def actions(self, state):
...         return [1]
...     def result(self, state, action):
...         return self.State((state.at + action) % 3)
>>> find_cycle(Ring())
ReturningState(state=State(at=0), before=State(at=2), plies=3)
"""

import time
from collections.abc import Hashable, Iterable
from typing import Any, NamedTuple

from plywise.rules import CHANCE, Game, RulesError, state_key

STATES = 20_000
SECONDS = 2.0
"""CPU seconds that a walk takes at most."""


class ReturningState(NamedTuple):
    """A state that comes up again along a line of play, the last state before it does, and how long that takes."""

    state: Any
    before: Any
    plies: int


class UndeclaredCycleError(RulesError):
    """A state comes up again along a line of a game that declares no cycles."""

    def __init__(self, game: Game, cycle: ReturningState) -> None:
        state, before = game.state_name(cycle.state), game.state_name(cycle.before)
        way = "by a single action" if cycle.plies == 1 else f"{cycle.plies} plies later and by way of {before}"
        ending = "" if game.has_chance else ", and repetition = 'draw' or 'illegal' if it should end there"
        super().__init__(f"{game.name} came back to the state {state}, {way}: declare cyclic = True{ending}.")
        self.cycle = cycle


def refuse_cycle(game: Game, state: Any = None, *, states: int = STATES, seconds: float = SECONDS) -> None:
    """Raise UndeclaredCycleError if a game that declares no cycles is found to have one from a state on.

    A short walk: it finds what comes up early, and says nothing about states beyond its limits.
    """
    cycle = None if game.cyclic else find_cycle(game, state, states=states, seconds=seconds)
    if cycle is not None:
        raise UndeclaredCycleError(game, cycle)


def find_cycle(
    game: Game, state: Any = None, *, states: int = STATES, seconds: float = SECONDS
) -> ReturningState | None:
    """Return a cycle among the states that follow from one, or None if a walk of this size meets none."""
    state = game.initial() if state is None else state
    path = {state_key(state): 0}
    line, seen = [state], set(path)
    waiting = [iter(_after(game, state))]
    deadline = time.process_time() + seconds
    while waiting and len(seen) < states and time.process_time() < deadline:
        child = next(waiting[-1], waiting)
        if child is waiting:
            waiting.pop()
            path.popitem()
            line.pop()
            continue
        key: Hashable = state_key(child)
        if key in path:
            return ReturningState(line[path[key]], line[-1], len(line) - path[key])
        if key not in seen:
            seen.add(key)
            path[key] = len(line)
            line.append(child)
            waiting.append(iter(_after(game, child)))
    return None


def _after(game: Game, state: Any) -> Iterable[Any]:
    """Yield the states that can follow."""
    if game.is_terminal(state):
        return
    actions = [outcome for outcome, _ in game.chances(state)] if game.to_move(state) == CHANCE else game.actions(state)
    for action in actions:
        yield game.result(state, action)
