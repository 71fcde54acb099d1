"""One root of a compiled search: its rounds, by one thread or several, and what they have found so far.

While the first thread is busy with the best action, every second one tries the others, so that the table knows them by
then; the waiting caller is in `group`.
"""

from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from plywise.kernel.alpha_beta.value_scale import MAX_DEPTH
from plywise.kernel.alpha_beta.verdict import DecisionBuilder
from plywise.kernel.alpha_beta.worker import Worker
from plywise.kernel.alpha_beta.worker_group import WorkerGroup
from plywise.kernel.running import OnProgress, Progress, RootAction, ThreadGroup
from plywise.rules import Decision, Limit, Status

WARM_UP, LEARNED_WARM_UP = 8, 12
"""How deep the rounds before a proof go: they order actions and fill the table, better by learned estimates."""


@dataclass(frozen=True, slots=True)
class Answer:
    """A completed round, in the compiled search's own terms: it is put into words only where someone listens."""

    depth: int
    roots: list[RootAction]
    nodes: int
    leaves: int
    seconds: float


class RootSearch:
    """One root under search by all workers."""

    def __init__(
        self,
        workers: WorkerGroup,
        state: Any,
        actions: Sequence[Any],
        limit: Limit,
        history: Sequence[Any],
        all_exact: bool = False,
        prove: bool = False,
    ) -> None:
        self.workers, self.state, self.actions, self.limit = workers, state, actions, limit
        self.all_exact, self.prove = all_exact, prove
        self.guesses = [0]
        self.group = ThreadGroup(workers.stop, limit)
        self.report: Callable[[Answer], None] = self.group.tell
        self.best: Answer | None = None
        self.unfinished: list[RootAction] = []
        """The root's actions, best first, as a round that was stopped left them."""
        self.deepest = min(limit.depth or MAX_DEPTH, MAX_DEPTH)
        workers.set_up(state, actions, history, limit, self.group.deadline)
        decode = workers.machine.rules.decode
        self.builder = DecisionBuilder(workers.game, state, workers.takes_images, workers.steps, decode)

    def run(self, on_depth: Callable[[Decision], None] | None, on_progress: OnProgress | None) -> Decision:
        """Let the workers search, gather their answers and keep the deepest."""

        def hear(answer: Answer) -> None:
            if self.best is None or answer.depth > self.best.depth:
                self.best = answer
                if on_depth:
                    on_depth(self.tell(answer))

        def tick() -> None:
            if on_progress:
                on_progress(self.progress())

        works = [partial(self.work, worker, number) for number, worker in enumerate(self.workers.members)]
        try:
            self.group.run(works, hear, tick if on_progress else None)
        except KeyboardInterrupt:
            if self.best is None:
                raise
        told = self.tell(self.best)
        if self.best and self.unfinished:
            told = self.builder.amend(told, self.unfinished, self.best.depth + 1)
        return replace(told, nodes=self.workers.nodes, probes=self.workers.probes, seconds=self.group.seconds)

    def tell(self, answer: Answer | None) -> Decision:
        """Return a round as a Decision; without one, the first action that the rules name."""
        if answer is None:
            first, game = self.actions[0], self.workers.game
            return Decision(first, game.draw_utility, game.to_move(self.state), Status.HEURISTIC, line=(first,))
        decision = self.builder.decide(answer.roots, answer.depth, self.actions)
        return replace(decision, nodes=answer.nodes, leaves=answer.leaves, seconds=answer.seconds)

    def progress(self) -> Progress:
        """Read off how the search stands."""
        first = self.workers.first
        action = first.trying.action if first.trying else None
        return Progress(first.depth, action, self.workers.nodes, self.group.seconds)

    def work(self, worker: Worker, number: int) -> None:
        """Search in one thread, handing the group each round's Answer."""
        try:
            if number % 2 and not self.prove:
                self.help(worker)
            else:
                self.deepen(worker, number)
        except BaseException as error:
            machine, layout = self.workers.machine, worker.layout
            codes = worker.block[layout.PATH : layout.KEYS]
            path = [None if code < 0 else machine.rules.decode(code) for code in codes]
            raise machine.translated(error, self.state, path, self.workers.takes_images) from None

    def deepen(self, worker: Worker, number: int) -> None:
        """Search to one depth after another; in a proof the second of two threads looks a ply further each time."""
        guess = None
        for round_depth in self.rounds():
            depth = min(self.deepest, round_depth + number % 2)
            if self.prove and depth == self.deepest and not self.all_exact:
                worker.run_proof(depth)
            else:
                self.unfinished = self.unfinished if number or self.all_exact else worker.order
                guess = worker.run_round(depth, guess, self.all_exact)
                self.guesses.append(guess)
            leaves = self.workers.leaves
            self.unfinished = self.unfinished if number else []
            roots = [copy(root) for root in worker.order]
            self.report(Answer(depth, roots, self.workers.nodes, leaves, self.group.seconds))
            if depth >= self.deepest or self.builder.is_proven(roots, depth):
                self.workers.stop()
                return

    def help(self, worker: Worker) -> None:
        """Go before the first thread, which begins with the best action: try the others at its depth, then deeper.

        The guess is the value of two rounds ago: values swing between odd and even depths.
        """
        first, depth = self.workers.first, 0
        while depth < self.deepest:
            depth = min(self.deepest, max(depth + 1, first.depth))
            best = first.order[0].action
            worker.order = sorted(worker.order, key=lambda root: root.action != best)
            worker.run_aside(depth, self.guesses[-2:][0])

    def rounds(self) -> Sequence[int]:
        """Return the depths to search to, one after the other."""
        if not self.workers.switches.deepening:
            return (self.deepest,)
        if self.prove:
            deep = LEARNED_WARM_UP if self.workers.patterns else WARM_UP
            return (*range(1, min(deep, self.deepest - 1) + 1), self.deepest)
        return range(1, self.deepest + 1)
