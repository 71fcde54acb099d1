"""A compiled search, ready to be asked: threads, limits, and the answer so far at any moment.

Threads search the same root with blocks of their own and one table. While the first is busy with the best action, every
second one tries the others, so that the table knows them by then; the waiting caller is in `group`.
"""

from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from plywise.kernel.alpha_beta.probing import Probing, SolvedTier
from plywise.kernel.alpha_beta.search_kind import search_kind
from plywise.kernel.alpha_beta.switches import SELECTIVE, Switches
from plywise.kernel.alpha_beta.table import Table
from plywise.kernel.alpha_beta.tuning import Tuning
from plywise.kernel.alpha_beta.value_scale import MAX_DEPTH, ROOM, TABLE_ROOM, ValueScale
from plywise.kernel.alpha_beta.verdict import DecisionBuilder
from plywise.kernel.alpha_beta.worker import Worker
from plywise.kernel.building import OnCompile
from plywise.kernel.patterns import PatternWeights
from plywise.kernel.running import (
    UNLIMITED,
    Machine,
    OnProgress,
    Progress,
    RootAction,
    ThreadGroup,
    root_actions,
    useful_threads,
)
from plywise.rules import MAX, Decision, Game, Limit, SearchError, Status

WARM_UP, LEARNED_WARM_UP = 8, 12
"""How deep the rounds before a proof go: they order actions and fill the table, better by learned estimates."""


class Searcher:
    """One game's compiled alpha-beta search; raises LoweringError where the rules can't be compiled."""

    def __init__(
        self,
        game: Game,
        switches: Switches | None = None,
        *,
        table_mb: float = 64,
        threads: int = 1,
        tuning: Tuning | None = None,
        tables: Sequence[SolvedTier] = (),
        patterns: PatternWeights | None = None,
        keep: bool = True,
        wait: bool = True,
        on_step: OnCompile | None = None,
    ) -> None:
        if not suits(game):
            fitting = "two players, constant sum and no dice"
            raise SearchError(f"The compiled alpha-beta is for {fitting}: {game.name} is searched plainly.")
        threads = useful_threads(threads)
        self.game, self.keep, self.on_step, self.table_mb = game, keep, on_step, table_mb
        self.switches = (Switches() if switches is None else switches).for_game(game, is_tabled=bool(tables))
        self.probing = Probing(game, tables) if tables else None
        self.patterns = patterns
        """Learned weights that estimates come from instead of `evaluate`; they live as long as this search."""
        room = TABLE_ROOM if tables else ROOM
        self.steps = ValueScale(game, self.switches.distances, room, is_learned=patterns is not None)
        kind = search_kind(self.switches, self.steps, bool(tables), patterns.shape if patterns else None)
        self.machine = Machine(game, kind, keep=keep, wait=wait, on_step=on_step)
        self.table = Table(table_mb if self.switches.table else 0.001)
        self.tuning = tuning or Tuning()
        self.workers = [Worker(self.machine, self.switches, self.steps, self.tuning) for _ in range(threads)]
        self.proving: Searcher | None = None
        """The same search with nothing left out, which answers where a proof is asked for."""
        self.is_proving = False
        """Whether that one was asked last."""

    @property
    def nodes(self) -> int:
        """States visited so far by the search under way, or by the last one."""
        if self.is_proving and self.proving:
            return self.proving.nodes
        return sum(worker.nodes for worker in self.workers)

    @property
    def probes(self) -> int:
        """States whose value came from a solved table, likewise."""
        if self.is_proving and self.proving:
            return self.proving.probes
        return sum(int(worker.block[worker.layout.HITS]) for worker in self.workers)

    def tune(self, tuning: Tuning) -> None:
        """Use other figures from the next search on; what was learned with the old ones is forgotten."""
        self.tuning = tuning
        for worker in self.workers:
            worker.tuning = tuning
        if self.proving:
            self.proving.tune(tuning)
        self.clear()

    def stop(self) -> None:
        """End the search under way: it answers with what it has."""
        for worker in self.workers:
            worker.stop()
        if self.proving:
            self.proving.stop()

    def clear(self) -> None:
        """Forget what earlier searches found."""
        self.table.clear()
        if self.proving:
            self.proving.clear()

    def _prover(self) -> "Searcher":
        """Return the search without what is selective, compiled when it is first needed."""
        if self.proving is None:
            self.proving = Searcher(
                self.game,
                self.switches.without(*SELECTIVE),
                table_mb=self.table_mb,
                threads=len(self.workers),
                tuning=self.tuning,
                tables=self.probing.tables if self.probing else (),
                patterns=self.patterns,
                keep=self.keep,
                on_step=self.on_step,
            )
        return self.proving

    def decide(
        self,
        state: Any = None,
        *,
        limit: Limit,
        history: Sequence[Any] = (),
        all_exact: bool = False,
        prove: bool = False,
        on_depth: Callable[[Decision], None] | None = None,
        on_progress: OnProgress | None = None,
    ) -> Decision:
        """Return the Decision of the deepest round completed within the limit; it ends early where that is proven.

        With `prove`, a few rounds to warm up are followed by one to the end of the game: no estimate delays the proof,
        and nothing is left out.
        `on_depth` is handed each round's Decision, `on_progress` some four times a second how the round stands.
        """
        game = self.game
        self.is_proving = prove and self.switches.is_selective
        if self.is_proving:
            return self._prover().decide(
                state,
                limit=limit,
                history=history,
                all_exact=all_exact,
                prove=True,
                on_depth=on_depth,
                on_progress=on_progress,
            )
        if limit.is_open and game.cyclic and game.repetition is None:
            raise SearchError(f"{game.name} is cyclic: give the search a time, a number of nodes or a depth.")
        state = game.initial() if state is None else state
        actions = root_actions(game, state, history)
        if not actions:
            return Decision(None, game.utility(state, MAX), MAX, Status.PROVEN, nodes=1, leaves=1)
        return _RootSearch(self, state, actions, limit, history, all_exact, prove).run(on_depth, on_progress)

    def glance(self, state: Any, depth: int, history: Sequence[Any] = ()) -> Decision:
        """Search to a depth in the caller's own thread, for many shallow searches: it begins at once, and ends itself.

        The state must not be terminal.
        """
        root = _RootSearch(self, state, root_actions(self.game, state, history), Limit(depth=depth), history)
        answers: list[Answer] = []
        root.report = answers.append
        root.deepen(self.workers[0], 0)
        return root.tell(answers[-1])


@dataclass(frozen=True, slots=True)
class Answer:
    """A completed round, in the compiled search's own terms: it is put into words only where someone listens."""

    depth: int
    roots: list[RootAction]
    nodes: int
    leaves: int
    seconds: float


class _RootSearch:
    """One root under search by all workers."""

    def __init__(
        self,
        searcher: Searcher,
        state: Any,
        actions: Sequence[Any],
        limit: Limit,
        history: Sequence[Any],
        all_exact: bool = False,
        prove: bool = False,
    ) -> None:
        self.searcher, self.state, self.actions, self.limit = searcher, state, actions, limit
        self.all_exact, self.prove = all_exact, prove
        self.guesses = [0]
        self.group = ThreadGroup(searcher.stop, limit)
        self.report: Callable[[Answer], None] = self.group.tell
        self.best: Answer | None = None
        self.unfinished: list[RootAction] = []
        """The root's actions, best first, as a round that was stopped left them."""
        self.deepest = min(limit.depth or MAX_DEPTH, MAX_DEPTH)
        game, rules, table = searcher.game, searcher.machine.rules, searcher.table
        table.grow_older()
        probing = searcher.probing if searcher.probing and searcher.probing.holds_for(history) else None
        budget = UNLIMITED if limit.nodes is None else -(-limit.nodes // len(searcher.workers))
        for worker in searcher.workers:
            roots = [RootAction(action, rules.encode(action)) for action in actions]
            worker.prepare(rules.cells(state), roots, game.to_move(state), table)
            searcher.machine.write_history(worker.block, history)
            if probing:
                probing.write(worker.block, worker.layout)
            if searcher.patterns:
                searcher.patterns.write(worker.block, worker.layout)
            worker.allow(budget, self.group.deadline)
        self.is_symmetric = searcher.switches.symmetry and not searcher.workers[0].has_history
        self.builder = DecisionBuilder(game, state, self.is_symmetric, searcher.steps, rules.decode)

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

        works = [partial(self.work, worker, number) for number, worker in enumerate(self.searcher.workers)]
        try:
            self.group.run(works, hear, tick if on_progress else None)
        except KeyboardInterrupt:
            if self.best is None:
                raise
        told = self.tell(self.best)
        if self.best and self.unfinished:
            told = self.builder.amend(told, self.unfinished, self.best.depth + 1)
        return replace(told, nodes=self.searcher.nodes, probes=self.searcher.probes, seconds=self.group.seconds)

    def tell(self, answer: Answer | None) -> Decision:
        """Return a round as a Decision; without one, the first action that the rules name."""
        if answer is None:
            first, game = self.actions[0], self.searcher.game
            return Decision(first, game.draw_utility, game.to_move(self.state), Status.HEURISTIC, line=(first,))
        decision = self.builder.decide(answer.roots, answer.depth, self.actions)
        return replace(decision, nodes=answer.nodes, leaves=answer.leaves, seconds=answer.seconds)

    def progress(self) -> Progress:
        """Read off how the search stands."""
        first = self.searcher.workers[0]
        action = first.trying.action if first.trying else None
        return Progress(first.depth, action, self.searcher.nodes, self.group.seconds)

    def work(self, worker: Worker, number: int) -> None:
        """Search in one thread, handing the group each round's Answer."""
        try:
            if number % 2 and not self.prove:
                self.help(worker)
            else:
                self.deepen(worker, number)
        except BaseException as error:
            machine, layout = self.searcher.machine, worker.layout
            codes = worker.block[layout.PATH : layout.KEYS]
            path = [None if code < 0 else machine.rules.decode(code) for code in codes]
            raise machine.translated(error, self.state, path, self.is_symmetric) from None

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
            leaves = sum(each.leaves for each in self.searcher.workers)
            self.unfinished = self.unfinished if number else []
            roots = [copy(root) for root in worker.order]
            self.report(Answer(depth, roots, self.searcher.nodes, leaves, self.group.seconds))
            if depth >= self.deepest or self.builder.is_proven(roots, depth):
                self.searcher.stop()
                return

    def help(self, worker: Worker) -> None:
        """Go before the first thread, which begins with the best action: try the others at its depth, then deeper.

        The guess is the value of two rounds ago: values swing between odd and even depths.
        """
        first, depth = self.searcher.workers[0], 0
        while depth < self.deepest:
            depth = min(self.deepest, max(depth + 1, first.depth))
            best = first.order[0].action
            worker.order = sorted(worker.order, key=lambda root: root.action != best)
            worker.run_aside(depth, self.guesses[-2:][0])

    def rounds(self) -> Sequence[int]:
        """Return the depths to search to, one after the other."""
        if not self.searcher.switches.deepening:
            return (self.deepest,)
        if self.prove:
            deep = LEARNED_WARM_UP if self.searcher.patterns else WARM_UP
            return (*range(1, min(deep, self.deepest - 1) + 1), self.deepest)
        return range(1, self.deepest + 1)


def suits(game: Game) -> bool:
    """Whether the compiled alpha-beta is for games of this kind: two players, constant sum, no dice."""
    return game.is_adversarial and not game.has_chance
