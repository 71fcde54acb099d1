"""A compiled search, ready to be asked: threads, limits, and the answer so far at any moment.

Threads search the same root with blocks of their own and one table, each second one a ply ahead (lazy SMP); whichever
completes a depth first gives its answer. The calling thread only waits: it watches the clock, and Ctrl-C reaches it.
"""

import queue
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

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
from plywise.rules import MAX, Decision, Game, Limit, PlywiseError, SearchError, Status

UNLIMITED = 1 << 60


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
        on_depth: Callable[[Decision], None] | None = None,
    ) -> Decision:
        """Return the Decision of the deepest round completed within the limit; it ends early where that is proven."""
        game = self.game
        if limit.is_open and game.cyclic and game.repetition is None:
            raise SearchError(f"{game.name} can go in circles: give the search a time, a number of nodes or a depth.")
        state = game.initial() if state is None else state
        actions = root_actions(game, state, history)
        if not actions:
            return Decision(None, game.utility(state, MAX), MAX, Status.PROVEN, nodes=1, leaves=1)
        return _Hunt(self, state, actions, limit, history, all_exact).run(on_depth)


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
    ) -> None:
        self.searcher, self.state, self.actions, self.limit, self.all_exact = searcher, state, actions, limit, all_exact
        self.started = time.perf_counter()
        self.answers: queue.SimpleQueue[Decision | BaseException | None] = queue.SimpleQueue()
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

    def run(self, on_depth: Callable[[Decision], None] | None) -> Decision:
        """Start the workers, gather their answers and stop them when it is time."""
        searcher, first = self.searcher, self.actions[0]
        player = searcher.game.to_move(self.state)
        best = Decision(first, searcher.game.draw_utility, player, Status.HEURISTIC, line=(first,))
        threads = [
            threading.Thread(target=self.work, args=(worker, number), daemon=True)
            for number, worker in enumerate(searcher.workers)
        ]
        for thread in threads:
            thread.start()
        working = len(threads)
        try:
            while working:
                answer = self.next_answer()
                if isinstance(answer, BaseException):
                    raise answer
                if answer is None:
                    working -= 1
                elif answer.depth > best.depth:
                    best = answer
                    if on_depth:
                        on_depth(best)
        finally:
            searcher.stop()
            for thread in threads:
                thread.join()
        return replace(best, nodes=searcher.nodes, seconds=time.perf_counter() - self.started)

    def next_answer(self) -> Decision | BaseException | None:
        """Wait for a worker; where the time is up, raise the flags and go on waiting."""
        if self.limit.time is None:
            return self.answers.get()
        rest = self.started + self.limit.time - time.perf_counter()
        try:
            return self.answers.get(timeout=max(0.0, rest))
        except queue.Empty:
            self.searcher.stop()
            return self.answers.get()

    def work(self, worker: Worker, number: int) -> None:
        """Deepen in one thread; put each round's Decision, an error, and None at the end into the queue."""
        try:
            self.deepen(worker, number)
        except Stopped:
            pass
        except BaseException as error:
            self.answers.put(self.translated(worker, error))
        self.answers.put(None)

    def deepen(self, worker: Worker, number: int) -> None:
        """Search to one depth after another; the second of two threads looks a ply further each time."""
        guess = None
        rounds = range(1, self.deepest + 1) if self.searcher.switches.deepening else (self.deepest,)
        for round_depth in rounds:
            depth = min(self.deepest, round_depth + number % 2)
            guess = worker.run_round(depth, guess, self.all_exact)
            decision = self.teller.decide(worker.order, depth, self.actions)
            leaves = sum(each.leaves for each in self.searcher.workers)
            seconds = time.perf_counter() - self.started
            self.answers.put(replace(decision, nodes=self.searcher.nodes, leaves=leaves, seconds=seconds))
            if decision.status is Status.PROVEN or depth >= self.deepest:
                self.searcher.stop()
                return

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


def require_suited(game: Game) -> None:
    """Refuse a game that the compiled alpha-beta doesn't fit."""
    if not game.is_adversarial or game.has_chance:
        raise SearchError(
            f"The compiled alpha-beta is for two players, constant sum and no dice: {game.name} is searched plainly."
        )
