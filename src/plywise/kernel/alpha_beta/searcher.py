"""A compiled search, ready to be asked: threads, limits, and the answer so far at any moment.

Threads search the same root with blocks of their own and one table: see `root_search`.
"""

from collections.abc import Callable, Sequence
from typing import Any

from plywise.kernel.alpha_beta.probing import Probing, SolvedTier
from plywise.kernel.alpha_beta.root_search import Answer, RootSearch
from plywise.kernel.alpha_beta.search_kind import search_kind
from plywise.kernel.alpha_beta.switches import SELECTIVE, Switches
from plywise.kernel.alpha_beta.table import Table
from plywise.kernel.alpha_beta.tuning import Tuning
from plywise.kernel.alpha_beta.value_scale import ROOM, TABLE_ROOM, ValueScale
from plywise.kernel.alpha_beta.worker_group import WorkerGroup
from plywise.kernel.building import OnCompile
from plywise.kernel.patterns import PatternWeights
from plywise.kernel.running import (
    Machine,
    OnProgress,
    root_actions,
    useful_threads,
)
from plywise.rules import MAX, Decision, Game, Limit, SearchError, Status


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
        self.workers = WorkerGroup(
            game,
            self.machine,
            self.switches,
            self.steps,
            self.table,
            probing=self.probing,
            patterns=patterns,
            tuning=self.tuning,
            threads=threads,
        )
        self.proving: Searcher | None = None
        """The same search with nothing left out, which answers where a proof is asked for."""
        self.is_proving = False
        """Whether that one was asked last."""

    @property
    def nodes(self) -> int:
        """States visited so far by the search under way, or by the last one."""
        if self.is_proving and self.proving:
            return self.proving.nodes
        return self.workers.nodes

    @property
    def probes(self) -> int:
        """States whose value came from a solved table, likewise."""
        if self.is_proving and self.proving:
            return self.proving.probes
        return self.workers.probes

    def tune(self, tuning: Tuning) -> None:
        """Use other figures from the next search on; what was learned with the old ones is forgotten."""
        self.tuning = tuning
        for worker in self.workers.members:
            worker.tuning = tuning
        if self.proving:
            self.proving.tune(tuning)
        self.clear()

    def stop(self) -> None:
        """End the search under way: it answers with what it has."""
        self.workers.stop()
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
                threads=len(self.workers.members),
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
        return RootSearch(self.workers, state, actions, limit, history, all_exact, prove).run(on_depth, on_progress)

    def glance(self, state: Any, depth: int, history: Sequence[Any] = ()) -> Decision:
        """Search to a depth in the caller's own thread, for many shallow searches: it begins at once, and ends itself.

        The state must not be terminal.
        """
        root = RootSearch(self.workers, state, root_actions(self.game, state, history), Limit(depth=depth), history)
        answers: list[Answer] = []
        root.report = answers.append
        root.deepen(self.workers.first, 0)
        return root.tell(answers[-1])


def suits(game: Game) -> bool:
    """Whether the compiled alpha-beta is for games of this kind: two players, constant sum, no dice."""
    return game.is_adversarial and not game.has_chance
