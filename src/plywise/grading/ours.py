"""Our own searches, graded by the exercises that students are given.

Files of students never come this way: theirs run in a process of their own, in which nothing of ours can be imported.
A readable search asks about the end of its best line once more when it writes its Decision. Its leaves are therefore
those that it reports to a watcher.

>>> from plywise.search import alpha_beta
>>> grade_ours("alpha-beta", alpha_beta).has_full_marks
True
"""

from collections.abc import Callable
from typing import Any

from plywise.grading.exercises import Exercise, GradedAlgorithm, exercises
from plywise.grading.report import GradeReport, report_works
from plywise.grading.student import Work, read_answer
from plywise.rules import Decision, Limit
from plywise.search import Leaf, Watcher, Window


def grade_ours(algorithm: GradedAlgorithm, search: Callable[..., Decision]) -> GradeReport:
    """Grade a readable search of ours, which takes a limit and a watcher."""
    works = {(algorithm, number): work_ours(search, each) for number, each in enumerate(exercises(algorithm))}
    return report_works(algorithm, True, works)


def work_ours(search: Callable[..., Decision], exercise: Exercise) -> Work:
    """Let a search of ours do an exercise."""
    work, watcher = Work(), _LeafWatcher()
    decision = search(exercise.game, exercise.state, limit=Limit(depth=exercise.depth), watcher=watcher)
    read_answer(exercise, decision, work)
    work.leaves = watcher.leaves
    return work


class _LeafWatcher(Watcher):
    """Notes the leaves that a search comes to."""

    def __init__(self) -> None:
        self.leaves: list[Any] = []
        self.here: Any = None

    def enter(self, state: Any, depth: float, window: Window | None) -> None:
        self.here = state

    def end_at(self, leaf: Leaf) -> None:
        if self.leaves[-1:] != [self.here]:  # in a row they count once, as students' do
            self.leaves.append(self.here)
