"""A compiled search, ready to be asked: threads, limits, and the answer so far at any moment.

Threads search the same root with blocks of their own and one table. While the first is busy with the best action, each
second one tries the others, so that the table knows them when the first comes to them. The calling thread only waits:
it watches the clock, and Ctrl-C reaches it.
"""

import math
import queue
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from plywise.kernel.blame_search import located
from plywise.kernel.build import OnStep
from plywise.kernel.compiled import CompiledRules
from plywise.kernel.lowering import lower
from plywise.kernel.root import RootAction, fatal_states, root_actions
from plywise.kernel.search_build import compile_search
from plywise.kernel.steps import MAX_DEPTH, Steps
from plywise.kernel.switches import Switches
from plywise.kernel.table import Table
from plywise.kernel.verdict import Teller
from plywise.kernel.worker import Stopped, Worker
from plywise.rules import MAX, Action, Decision, Game, Limit, PlywiseError, SearchError, Status

UNLIMITED = 1 << 60
TICK = 0.25
"""Seconds between two reports of progress."""
MACHINE_STACK = 64 << 20
"""Bytes of stack a thread may use; only what is used takes memory."""
WARM_UP = 8
"""How deep the rounds before a proof go: they order the root's actions and fill the table."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How a search under way stands: the depth being searched, the action being tried, states and seconds so far."""

    depth: int
    action: Action | None
    nodes: int
    seconds: float


OnProgress: TypeAlias = Callable[[Progress], None]


class Searcher:
    """One game's compiled alpha-beta search; raises LoweringError where the rules can't be compiled."""

    def __init__(
        self,
        game: Game,
        switches: Switches | None = None,
        *,
        table_mb: float = 64,
        threads: int = 1,
        keep: bool = True,
        on_step: OnStep | None = None,
    ) -> None:
        require_suited(game)
        if not 1 <= threads <= 256:
            raise SearchError(f"A search runs on 1 to 256 threads, not {threads}.")
        self.game = game
        self.switches = (Switches() if switches is None else switches).for_game(game)
        self.steps = Steps(game, self.switches.distances)
        lowered = lower(game)
        self.rules = CompiledRules(lowered, compile_search(lowered, self.switches, self.steps, keep, on_step))
        self.table = Table(table_mb if self.switches.table else 0.001)
        self.workers = [Worker(self.rules.module, self.switches, self.steps) for _ in range(threads)]

    @property
    def nodes(self) -> int:
        """States visited so far by the search under way, or by the last one."""
        return sum(worker.nodes for worker in self.workers)

    def stop(self) -> None:
        """End the search under way: it answers with what it has."""
        for worker in self.workers:
            worker.stop()

    def clear(self) -> None:
        """Forget what earlier searches found."""
        self.table.clear()

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

        With `prove`, a few rounds to warm up are followed by one to the end of the game: no estimate delays the proof.
        `on_depth` is handed each round's Decision, `on_progress` some four times a second how the round stands.
        """
        game = self.game
        if limit.is_open and game.cyclic and game.repetition is None:
            raise SearchError(f"{game.name} can go in circles: give the search a time, a number of nodes or a depth.")
        state = game.initial() if state is None else state
        actions = root_actions(game, state, history)
        if not actions:
            return Decision(None, game.utility(state, MAX), MAX, Status.PROVEN, nodes=1, leaves=1)
        return _Hunt(self, state, actions, limit, history, all_exact, prove).run(on_depth, on_progress)


@dataclass(frozen=True, slots=True)
class Answer:
    """A completed round, in the compiled search's own terms: it is put into words only where someone listens."""

    depth: int
    roots: list[RootAction]
    nodes: int
    leaves: int
    seconds: float


class _Hunt:
    """One root under search by all workers."""

    def __init__(
        self,
        searcher: Searcher,
        state: Any,
        actions: Sequence[Any],
        limit: Limit,
        history: Sequence[Any],
        all_exact: bool,
        prove: bool,
    ) -> None:
        self.searcher, self.state, self.actions, self.limit = searcher, state, actions, limit
        self.all_exact, self.prove = all_exact, prove
        self.guesses = [0]
        self.started = time.perf_counter()
        self.answers: queue.SimpleQueue[Answer | BaseException | None] = queue.SimpleQueue()
        self.deepest = min(limit.depth or MAX_DEPTH, MAX_DEPTH)
        game, rules, table = searcher.game, searcher.rules, searcher.table
        self.teller = Teller(game, state, searcher.switches, searcher.steps, rules.decode)
        table.grow_older()
        keys = [rules.repetition_key(seen) for seen in fatal_states(game, history)]
        budget = UNLIMITED if limit.nodes is None else -(-limit.nodes // len(searcher.workers))
        for worker in searcher.workers:
            roots = [RootAction(action, rules.encode(action)) for action in actions]
            worker.prepare(rules.cells(state), roots, game.to_move(state), keys, table)
            worker.allow(budget)

    def run(self, on_depth: Callable[[Decision], None] | None, on_progress: OnProgress | None) -> Decision:
        """Start the workers, gather their answers and stop them when it is time."""
        searcher = self.searcher
        best: Answer | None = None
        threads = [
            threading.Thread(target=self.work, args=(worker, number), daemon=True)
            for number, worker in enumerate(searcher.workers)
        ]
        _start(threads)
        working = len(threads)
        try:
            while working:
                answer = self.next_answer(on_progress)
                if isinstance(answer, BaseException):
                    raise answer
                if answer is None:
                    working -= 1
                elif best is None or answer.depth > best.depth:
                    best = answer
                    if on_depth:
                        on_depth(self.tell(best))
        finally:
            searcher.stop()
            for thread in threads:
                thread.join()
        return replace(self.tell(best), nodes=searcher.nodes, seconds=time.perf_counter() - self.started)

    def tell(self, answer: Answer | None) -> Decision:
        """Return a round as a Decision; without one, the first action that the rules name."""
        if answer is None:
            first, game = self.actions[0], self.searcher.game
            return Decision(first, game.draw_utility, game.to_move(self.state), Status.HEURISTIC, line=(first,))
        decision = self.teller.decide(answer.roots, answer.depth, self.actions)
        return replace(decision, nodes=answer.nodes, leaves=answer.leaves, seconds=answer.seconds)

    def next_answer(self, on_progress: OnProgress | None) -> Answer | BaseException | None:
        """Wait for a worker, telling meanwhile how it stands; where the time is up, raise the flags and wait on."""
        until = math.inf if self.limit.time is None else self.started + self.limit.time
        while True:
            now = time.perf_counter()
            if now >= until:
                self.searcher.stop()
                until = math.inf
            rest = min(until - now, TICK if on_progress else math.inf)
            try:
                return self.answers.get(timeout=None if rest == math.inf else max(0.0, rest))
            except queue.Empty:
                if on_progress:
                    on_progress(self.progress())

    def progress(self) -> Progress:
        """Read off how the search stands."""
        first = self.searcher.workers[0]
        action = first.trying.action if first.trying else None
        return Progress(first.depth, action, self.searcher.nodes, time.perf_counter() - self.started)

    def work(self, worker: Worker, number: int) -> None:
        """Deepen in one thread; put each round's Answer, an error, and None at the end into the queue."""
        try:
            if number % 2 and not self.prove:
                self.help(worker)
            else:
                self.deepen(worker, number)
        except Stopped:
            pass
        except BaseException as error:
            self.answers.put(self.translated(worker, error))
        self.answers.put(None)

    def deepen(self, worker: Worker, number: int) -> None:
        """Search to one depth after another; in a proof the second of two threads looks a ply further each time."""
        guess = None
        for round_depth in self.rounds():
            depth = min(self.deepest, round_depth + number % 2)
            if self.prove and depth == self.deepest and not self.all_exact:
                worker.run_proof(depth)
            else:
                guess = worker.run_round(depth, guess, self.all_exact)
                self.guesses.append(guess)
            leaves = sum(each.leaves for each in self.searcher.workers)
            seconds = time.perf_counter() - self.started
            roots = [replace(root) for root in worker.order]
            self.answers.put(Answer(depth, roots, self.searcher.nodes, leaves, seconds))
            if depth >= self.deepest or self.teller.is_proven(roots, depth):
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
            return (*range(1, min(WARM_UP, self.deepest - 1) + 1), self.deepest)
        return range(1, self.deepest + 1)

    def translated(self, worker: Worker, error: BaseException) -> BaseException:
        """Return an error of the rules as one that says where."""
        if isinstance(error, MemoryError) or not isinstance(error, Exception):
            return error
        module = worker.module
        path = [self.searcher.rules.decode(code) for code in worker.block[module.PATH : module.KEYS].tolist()]
        found = located(self.searcher.game, self.state, path, self.searcher.switches.symmetry)
        if found is not None:
            return found
        if isinstance(error, PlywiseError):
            return error
        return SearchError(f"The compiled rules fail where the plain ones don't ({error!r}): run `plywise check`.")


def _start(threads: Sequence[threading.Thread]) -> None:
    """Start threads with room for the deepest line of large boards, a frame a ply."""
    usual = threading.stack_size(MACHINE_STACK)
    try:
        for thread in threads:
            thread.start()
    finally:
        threading.stack_size(usual)


def require_suited(game: Game) -> None:
    """Refuse a game that the compiled alpha-beta doesn't fit."""
    if not game.is_adversarial or game.has_chance:
        raise SearchError(
            f"The compiled alpha-beta is for two players, constant sum and no dice: {game.name} is searched plainly."
        )
