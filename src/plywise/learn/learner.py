"""What all learners by self-play do: learn from more and more games, and compare what they have with the best so far.

After a thousand games, and whenever there are half as many again, the weights meet those that were best so far, and
those of the start. New weights that do clearly worse are learned further, but not handed out.
"""

import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass

from plywise.kernel import ContestScore
from plywise.rules import Limit

FIRST_POINT, GROWTH = 1_000, 1.5
"""After how many games the weights are first compared, and by how much that grows from one comparison to the next."""

SLICE = 0.5
"""Seconds between two reports of progress."""


@dataclass(frozen=True, slots=True)
class LearningPoint:
    """How far learning is: a point on its curve."""

    games: int
    seconds: float
    against_start: ContestScore
    """How the weights do against those of the start, both looking one ply, or one turn, ahead."""
    against_best: ContestScore
    """The same against the best ones so far."""
    is_best: bool
    """Whether these are the best so far now."""


class SelfPlayLearner(ABC):
    """Learns one game by self-play, for a time or a number of games."""

    seconds: float = 0.0
    """Spent on self-play so far."""

    @property
    @abstractmethod
    def games(self) -> int:
        """How many games have been learned from, those of earlier runs included."""

    @abstractmethod
    def play(self, games: int, limit: Limit) -> bool:
        """Learn from more games, within a limit; return whether Ctrl-C came."""

    @abstractmethod
    def contest_rivals(self) -> tuple[ContestScore, ContestScore]:
        """Let the weights meet those of the start, and the best ones so far."""

    @abstractmethod
    def keep_best(self) -> None:
        """Take the weights for the best ones so far."""

    def learn(
        self,
        *,
        seconds: float | None = None,
        games: int | None = None,
        on_point: Callable[[LearningPoint], None] | None = None,
        on_progress: Callable[[], None] | None = None,
    ) -> bool:
        """Learn for a time, or from a number of games; return False where Ctrl-C ended it.

        The same seed and the same number of games in one thread give the same weights, whatever the time.
        """
        until = None if seconds is None else time.perf_counter() + seconds
        last = None if games is None else self.games + games
        is_on = True
        try:
            while is_on and self.games != last and not (until and time.perf_counter() >= until):
                target = self._next_point() if last is None else min(last, self._next_point())
                is_on = self._learn_until(target, until, on_progress)
                point = self._compare()
                if on_point:
                    on_point(point)
        except KeyboardInterrupt:  # while weights were compared, or a file was written
            return False
        return is_on

    def _next_point(self) -> int:
        point = FIRST_POINT
        while point <= self.games:
            point = int(point * GROWTH)
        return point

    def _learn_until(self, target: int, until: float | None, on_progress: Callable[[], None] | None) -> bool:
        """Learn until there are `target` games, or the time is up; return False where Ctrl-C ended it."""
        while self.games < target:
            now = time.perf_counter()
            left = SLICE if until is None else min(SLICE, until - now)
            if left <= 0:
                break
            is_stopped = self.play(target - self.games, Limit(time=left))
            self.seconds += time.perf_counter() - now
            if on_progress:
                on_progress()
            if is_stopped:
                return False
        return True

    def _compare(self) -> LearningPoint:
        """Let the weights meet their rivals, and keep them unless they do clearly worse than the best so far."""
        against_start, against_best = self.contest_rivals()
        is_best = against_best.mean >= -2 * against_best.error
        if is_best:
            self.keep_best()
        return LearningPoint(self.games, self.seconds, against_start, against_best, is_best)
