"""A student's search beside the reference: both as traces, and the first step of the student's where they differ."""

import copy
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from plywise.explain import Explanation
from plywise.explain.svg import Moment, draw_beside
from plywise.explain.trace import Change, Step, Trace, record_search
from plywise.grading.exercises import Exercise, GradedAlgorithm
from plywise.grading.listening import HeardEvent
from plywise.grading.marks import Mark, tell_number
from plywise.grading.shown.retelling import retell, turned
from plywise.grading.student import Work
from plywise.rules import TOLERANCE, Decision, Game, Limit
from plywise.search import alpha_beta, expectiminimax, minimax

REFERENCES: dict[GradedAlgorithm, Callable[..., Decision]] = {
    "minimax": minimax,
    "alpha-beta": alpha_beta,
    "expectiminimax": expectiminimax,
}

WIDEST = 1e12
"""Beyond any utility or estimate."""

NEGAMAX_NOTE = "Your values are to the player to move, as in negamax; they are shown to MAX here."


@dataclass(frozen=True)
class Beside:
    """Two searches, after how many steps of each they first differ, and what is said of that; "" where they don't."""

    reference: Trace
    yours: Trace
    after: int
    """Steps of the student's search, the one that differs included."""
    reference_after: int
    what: str
    answer: str = ""
    """What is wrong with the answer, where something is."""

    @property
    def sentence(self) -> str:
        """What there is to see."""
        if self.what:
            return f"They first differ at step {self.after} of yours: {self.what}."
        if self.answer:
            return f"No step of yours differs from the reference, but something does in the end. {self.answer}"
        return "Yours does what the reference does: value, move and leaves are right."

    @property
    def moment(self) -> int:
        """The step of the page at which the first difference is shown: it keeps both in step by the states visited."""
        passed, done = 0, 0
        for states in sorted({step.states for trace in (self.reference, self.yours) for step in trace.steps}):
            steps = [sum(step.states == states for step in trace.steps) for trace in (self.reference, self.yours)]
            if done < self.after <= done + steps[1]:
                return passed + self.after - done
            passed, done = passed + max(steps), done + steps[1]
        return max(1, passed)

    def to_explanation(self, title: str, summary: Sequence[str] = ()) -> Explanation:
        """Return both as an explanation, which can be stepped through."""
        first = f"They first differ at step {self.moment}: {self.what}." if self.what else self.sentence
        return Explanation(title, self.yours.game, [first, *summary], [self.reference, self.yours])

    def to_svg(self, title: str, note: str = "") -> str:
        """Draw both where they first differ, or at their ends."""
        steps = self.yours.steps[self.after - 1].text if self.what else ""
        shown = [
            (self.reference, Moment(self.reference_after, f"{self.reference.name}, the reference")),
            (self.yours, Moment(self.after, "yours", steps)),
        ]
        return draw_beside(shown, title=title, note=note)


def put_mark_beside(mark: Mark) -> Beside:
    """Put what a student's search did with an exercise beside the reference."""
    return put_beside(mark.algorithm, mark.exercise, mark.work)


def put_beside(algorithm: GradedAlgorithm, exercise: Exercise, work: Work) -> Beside:
    """Put what a student's search did in a state beside the reference."""
    mark = Mark(algorithm, exercise, work)
    game, state = in_one_unit(exercise.game), exercise.state
    marks: Any = "range" if algorithm == "alpha-beta" else "value"
    limit = Limit(depth=exercise.depth)
    reference = record_search(game, REFERENCES[algorithm], state, limit=limit, marks=marks, name=algorithm)
    known = _Known(reference)
    events = list(work.events)
    if not exercise.is_tree and not any(event.kind == "call" for event in events):
        events = []  # leaves alone don't say by which way they were reached
    is_turned = known.score(turned(game, events)) > known.score(events)
    yours = retell(game, state, turned(game, events) if is_turned else events, "yours")
    if is_turned:
        yours.note = NEGAMAX_NOTE
    after, node, what = known.first_difference(yours) if not mark.is_passed else (len(yours.steps), 0, "")
    if not yours.steps:
        yours.note = "Nothing can be shown: no function of yours calls itself."
    if what:
        step = yours.steps[after - 1]
        yours.steps[after - 1] = replace(step, text=f"{step.text} ✘ {what}.")
    answer = "" if mark.is_passed else mark.tell()
    return Beside(reference, yours, after, known.step_of(node) if what else len(reference.steps), what, answer)


def in_one_unit(game: Game) -> Game:
    """Return a game whose estimates are compared with utilities as they are, as students do."""
    if not game.evaluates_in_own_unit:
        return game
    plain = copy.copy(game)
    own = {"evaluates_in_own_unit": False, "utility_range": (-WIDEST, WIDEST), "name": game.name}
    plain.__dict__.pop("utility_range", None)
    plain.__class__ = type(type(game).__name__, (type(game),), own)
    return plain


class _Known:
    """What the reference knows of each state, by the actions that lead there."""

    def __init__(self, reference: Trace) -> None:
        self.reference = reference
        self.number = {_way(reference, number): number for number in range(len(reference.nodes))}
        self.inner = {node.parent for node in reference.nodes if node.parent is not None}
        self.looks = reference.at()
        self.windows: dict[int, tuple[float, float]] = {}
        for step in reference.steps:
            if step.window is not None:
                self.windows.setdefault(step.node, step.window)

    def score(self, events: Sequence[HeardEvent]) -> tuple[int, int]:
        """Count the values of inner states that are the reference's, and if all are, those of leaves."""
        numbers = {node.state: number for number, node in enumerate(self.reference.nodes)}
        returned = [
            (numbers[event.state], event.value)
            for event in events
            if event.kind == "return" and event.state in numbers and event.value is not None
        ]
        inner = [self.fits(number, value) for number, value in returned if number in self.inner]
        leaves = [self.fits(number, value) for number, value in returned if number not in self.inner]
        return sum(inner), sum(leaves) if all(inner) else 0

    def fits(self, number: int, value: float) -> bool:
        """Whether a value may be returned for a node: beyond its window, anything as far as what was found."""
        low, high = self.looks[number].range
        alpha, beta = self.windows.get(number, (-math.inf, math.inf))
        low, high = (low if low <= beta else beta), (high if high >= alpha else alpha)
        if low == high:
            low, high = (-math.inf if high <= alpha else low), (math.inf if low >= beta else high)
        slack = TOLERANCE * max(1, abs(value)) if math.isfinite(value) else 0
        return low - slack <= value <= high + slack

    def first_difference(self, yours: Trace) -> tuple[int, int, str]:
        """Return after how many steps yours is different, at which node of the reference, and what is different."""
        self.seen = {yours.nodes[step.node].state for step in yours.steps}
        for count, step in enumerate(yours.steps, 1):
            for node, what in self.differences(yours, step):
                if what:
                    return count, node, what
        return len(yours.steps), 0, ""

    def differences(self, yours: Trace, step: Step) -> Sequence[tuple[int, str]]:
        """Say what is wrong about a step: at which node of the reference, and what."""
        way = _way(yours, step.node)
        number = self.number.get(way)
        if number is None:
            return [(self.nearest(way), "the reference stops before this state")]
        if step.kind == "cutoff":
            return [self.left_out(yours, change) for change in step.changes]
        if self.looks[number].status == "pruned":
            return [(number, "the reference leaves this state out, because it can't matter any more")]
        if step.kind == "enter" and number in self.inner and step.changes[0].status == "done":
            return [(number, "yours ends the search here, the reference goes on")]
        values = [change.range[0] for change in step.changes if change.range is not None]
        wrong = [value for value in values if not self.fits(number, value)]
        return [(number, f"yours is {tell(value)}, it should be {self.right(number)}") for value in wrong]

    def right(self, number: int) -> str:
        """Say what the reference knows a state to be worth."""
        low, high = self.looks[number].range
        return tell(low) if low == high else f"{tell(high)} or less" if math.isinf(low) else f"{tell(low)} or more"

    def left_out(self, yours: Trace, change: Change) -> tuple[int, str]:
        number = self.number.get(_way(yours, change.node))
        is_known = yours.nodes[change.node].state in self.seen  # from a table, as memory has it
        if number is None or is_known or self.looks[number].status == "pruned":
            return 0, ""
        return number, f"{yours.nodes[change.node].action} is left out, though it matters"

    def nearest(self, way: tuple[str, ...]) -> int:
        """Return the last node on a way that the reference knows."""
        return next(self.number[way[:length]] for length in range(len(way), -1, -1) if way[:length] in self.number)

    def step_of(self, node: int) -> int:
        """Return after how many steps the reference is done with a node, or has decided to leave it out."""
        found = [
            count
            for count, step in enumerate(self.reference.steps, 1)
            for change in step.changes
            if change.node == node and change.status in ("done", "pruned")
        ]
        return found[-1] if found else len(self.reference.steps)


def tell(value: float) -> str:
    """Write a value, as the pictures do."""
    return ("+∞" if value > 0 else "−∞") if math.isinf(value) else tell_number(value).replace("-", "−")


def _way(trace: Trace, number: int) -> tuple[str, ...]:
    return tuple(trace.nodes[each].action for each in trace.path(number)[1:])
