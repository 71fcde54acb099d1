"""One exercise marked: value, move and leaves compared with the reference, and the first place where they differ."""

from collections import Counter
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from typing import Any

from plywise.grading.exercises import Exercise, GradedAlgorithm
from plywise.grading.mistakes import Variant, VariantTrace, is_same, reference
from plywise.grading.student import NO_ANSWER, Work
from plywise.rules import MAX, TOLERANCE, Action

NOTHING_THERE = ("ValueError", "IndexError", "TypeError", "StopIteration")
"""Errors that come of looking for the best where there is nothing to choose from."""


@dataclass(frozen=True)
class FaultyState:
    """A state where something goes wrong, and what."""

    state: Any
    what: str


@dataclass
class Mark:
    """What was expected of an exercise and what came; None where something isn't marked."""

    algorithm: GradedAlgorithm
    exercise: Exercise
    work: Work
    expected: VariantTrace = field(init=False)

    def __post_init__(self) -> None:
        exercise = self.exercise
        self.expected = reference(self.algorithm).search(exercise.game, exercise.state, exercise.depth)

    @cached_property
    def truth(self) -> VariantTrace:
        """The reference without pruning: what every state is worth."""
        return Variant().search(self.exercise.game, self.exercise.state, self.exercise.depth)

    @property
    def trace(self) -> VariantTrace:
        """The student's answer and leaves, as a reference would give them; an accident is like nothing else."""
        work = self.work
        found_nothing = work.came_to_end and bool(work.where) and work.error.startswith(NOTHING_THERE)
        is_accident = bool(work.error) and not found_nothing and not work.error.startswith(NO_ANSWER)
        return VariantTrace(work.value, work.action, [work.error] if is_accident else work.leaves)

    @property
    def is_value_right(self) -> bool:
        """Whether the value is the reference's."""
        return not self.work.error and is_same(self.work.value, self.expected.value)

    @cached_property
    def is_move_right(self) -> bool | None:
        """Whether the action is as good as any; not marked where none was to be returned."""
        if self.work.error:
            return False
        if not self.work.gave_action:
            return None
        return not self.work.stray and is_same(self.worth(self.work.action), self.expected.value)

    @property
    def are_leaves_right(self) -> bool:
        """Whether the right leaves were visited: each once, and where some are left out, in the right order.

        Where lines meet, a table may spare some of them.
        """
        visited, expected = Counter(self.work.leaves), Counter(self.expected.leaves)
        if self.work.error:
            return False
        if not self.exercise.is_tree and visited < expected:
            return self.algorithm == "alpha-beta" or visited.keys() == expected.keys()
        return self.work.leaves == self.expected.leaves if self.algorithm == "alpha-beta" else visited == expected

    @property
    def is_passed(self) -> bool:
        """Whether nothing is wrong."""
        return self.is_value_right and self.is_move_right is not False and self.are_leaves_right

    def worth(self, action: Action | None) -> float | None:
        """Return what the state after an action is worth to MAX."""
        game, state = self.exercise.game, self.exercise.state
        depth = None if self.exercise.depth is None else self.exercise.depth - 1
        child = game.result(state, action) if action is not None else state
        return Variant().search(game, child, depth).value

    def name(self, action: Action | None) -> str:
        """Name an action of the exercise's state."""
        if self.work.stray and action is None:
            return self.work.stray
        return "none" if action is None else self.exercise.game.action_name(self.exercise.state, action)

    def tell(self) -> str:
        """Say in one sentence what is wrong: expected and found."""
        work, expected = self.work, self.expected
        if work.error:
            return f"{work.error[:1].upper()}{work.error[1:]}" + (f", at {work.where}." if work.where else ".")
        if not self.is_value_right:
            return f"The value is {tell_number(expected.value)} to MAX, yours is {tell_number(work.value)}."
        if self.is_move_right is False:
            if work.stray:
                return f"{work.stray} is not a legal action here: the best is {self.name(expected.action)}."
            yours = f"{self.name(work.action)} is worth {tell_number(self.worth(work.action))}"
            best = f"{self.name(expected.action)}, worth {tell_number(expected.value)}"
            return f"The best action is {best}; yours, {yours}."
        visited, wanted = len(work.leaves), len(expected.leaves)
        if visited == wanted:
            return f"It visits as many leaves as {self.algorithm}, {wanted}, but others or in another order."
        return f"{self.algorithm} visits {wanted} leaves here, yours visits {visited}."

    def line_to(self, state: Any) -> str:
        """Name the actions that lead from the exercise's state to another of its tree."""
        game, states = self.exercise.game, self.states_to(state)
        names = []
        for here, child in pairwise(states):
            names.append(next(game.action_name(here, a) for a in game.actions(here) if game.result(here, a) == child))
        return " ".join(names)

    def states_to(self, state: Any) -> list[Any]:
        """Return the states from the exercise's own to another of its tree, both included; none if it isn't there."""
        game, waiting = self.exercise.game, [[self.exercise.state]]
        while waiting:
            way = waiting.pop()
            if way[-1] == state:
                return way
            if not game.is_terminal(way[-1]):
                waiting += [[*way, game.result(way[-1], action)] for action in game.actions(way[-1])]
        return []

    # The first place where it goes wrong

    @cached_property
    def place(self) -> FaultyState | None:
        """The first state where the student's search and the reference differ, as far as that can be seen."""
        work = self.work
        if self.is_passed or not self.exercise.is_tree:
            return None
        if work.same_state is not None:
            return FaultyState(work.same_state, "searched again and again, without a step to a successor")
        if work.no_value is not None and work.error:
            return FaultyState(work.no_value, "yours returns None")
        if work.error:
            return None
        if not self.is_value_right:
            return self._wrong_value() or self._wrong_leaf() or self._wrong_answer()
        if self.is_move_right is False:
            return self._wrong_move()
        return self._wrong_leaf()

    def _wrong_answer(self) -> FaultyState:
        """Point at the root, where all leaves are as they should be and no function was heard."""
        found, right = tell_number(self.work.value), tell_number(self.expected.value)
        return FaultyState(self.exercise.state, f"yours is {found}, it should be {right}")

    def _wrong_move(self) -> FaultyState:
        if self.work.stray:
            return FaultyState(self.exercise.state, f"{self.work.stray} is returned, which is not an action here")
        child = self.exercise.game.result(self.exercise.state, self.work.action)
        return FaultyState(child, f"chosen, though it is worth {tell_number(self.worth(self.work.action))}")

    def yours(self) -> dict[Any, float]:
        """Return what the student's search found for each state that the reference visits too, to MAX."""
        return {state: value for state, value in self._heard() if state in self.expected.found}

    def _wrong_value(self) -> FaultyState | None:
        """Find the first state for which a student's function returned something that it can't be worth."""
        for state, value in self._heard():
            if state in self.expected.found and not self._fits(state, value):
                right = self.truth.found[state][2]
                return FaultyState(state, f"yours is {tell_number(value)}, it should be {tell_number(right)}")
        return None

    def _heard(self) -> list[tuple[Any, float]]:
        """Return what the student's functions returned, to MAX: as in negamax, they may count for the one to move."""
        if self._score(self.work.values) >= self._score(turned := self._turned()):
            return self.work.values
        return turned

    def _turned(self) -> list[tuple[Any, float]]:
        game = self.exercise.game
        total = game.utility_sum or 0
        return [(state, value if game.to_move(state) == MAX else total - value) for state, value in self.work.values]

    def _score(self, heard: list[tuple[Any, float]]) -> int:
        """Count the inner states whose values fit: leaves counted for the wrong player are a mistake of their own."""
        inner = self.expected.found.keys() - set(self.expected.leaves)
        return sum(self._fits(state, value) for state, value in heard if state in inner)

    def _fits(self, state: Any, value: float) -> bool:
        """Whether a value may be returned for a state: beyond its window, anything as far as what was found."""
        alpha, beta, found = self.expected.found[state]
        low, high = (found, alpha) if found <= alpha else (beta, found) if found >= beta else (found, found)
        slack = TOLERANCE * max(1, abs(found))
        return low - slack <= value <= high + slack

    def _wrong_leaf(self) -> FaultyState | None:
        """Find the first leaf that is visited though it should not be, or left out though it should."""
        expected, visited = self.expected.leaves, self.work.leaves
        for number in range(max(len(expected), len(visited))):
            wanted = expected[number] if number < len(expected) else None
            found = visited[number] if number < len(visited) else None
            if wanted == found:
                continue
            if found is not None and found in visited[:number]:
                return FaultyState(found, "visited a second time")
            if found is not None and found not in expected:
                return self._needless(found)
            if wanted is not None and wanted not in visited:
                return FaultyState(wanted, "not visited, though it matters")
            return FaultyState(found, "visited out of order")
        return None

    def _needless(self, found: Any) -> FaultyState:
        """Say why a leaf should not have been one: too early, too deep, or needless."""
        if found in self.expected.found:
            return FaultyState(found, "taken for a leaf, though the search should go on here")
        if found in self.truth.found:
            return FaultyState(found, "visited, though it can't matter any more")
        edge = next((state for state in self.states_to(found)[::-1] if state in self.truth.found), found)
        return FaultyState(edge, "searched further, though no depth is left here")


def tell_number(value: float | None) -> str:
    """Write a value as people do, without what rounding leaves of a 0.

    >>> tell_number(7.40149e-17), tell_number(-1e-17), tell_number(2.5)
    ('0', '0', '2.5')
    """
    return "none" if value is None else f"{round(value, 9) + 0:g}"
