"""UCT, compiled: a tree with proven values in one array of records.

Threads grow the tree together: a simulation under way counts as lost until its outcome is known, so that they look at
different places (virtual loss). How proofs stay sound is said in `spliced.trees.records`.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from plywise.kernel.building import DEFAULT_MAX_ACTIONS, KernelKind, OnCompile, assemble
from plywise.kernel.lowering import Lowered
from plywise.kernel.patterns import PatternShape, PatternWeights, RowPlan, describe_shape, rows_text
from plywise.kernel.running import (
    TREE_MB,
    UNLIMITED,
    Machine,
    OnProgress,
    Progress,
    Records,
    ThreadGroup,
    root_actions,
    useful_threads,
)
from plywise.kernel.twins.playouts import CALLED, LONGEST, constants, signed, translated
from plywise.kernel.twins.tree_report import Reader, report, sketch
from plywise.kernel.twins.tree_reuse import PlayedRoot, find_record
from plywise.rules import CHANCE, MAX, Decision, Game, Limit, Lots, SearchError, Status, TreeOptions

MOST_ACTIONS, MOST_PLAYERS = 65_535, 126
"""What `spliced.trees.records` has bits for."""


def tree_text(patterns: PatternShape | None, lowered: Lowered) -> str:
    """Return the source of the module that grows a tree; its estimates come from patterns where there are any."""
    is_decisive = lowered.game.wins_are_equal and lowered.game.repetition != "illegal"
    rows = RowPlan(patterns) if patterns else None
    figures = constants(lowered, rows)
    figures |= {"DECISIVE": is_decisive, "PATTERNS": patterns is not None, **(rows.constants if rows else {})}
    extra = rows_text(rows, lowered) if rows else ""
    return assemble(lowered, figures, "trees.rooted", CALLED, extra=extra)


TREE = KernelKind(
    "uct",
    text=partial(tree_text, None),
    entries=(("simulations", 2), ("best_line", 2), ("move_tree", 3), ("repetition_key", 1)),
)


def tree_kind(patterns: PatternShape | None) -> KernelKind:
    """Return which kernel grows a tree: with learned patterns it is another one, whatever their weights."""
    if patterns is None:
        return TREE
    entries = (*TREE.entries, ("pattern_sum", 2))
    return KernelKind("uct", [describe_shape(patterns)], partial(tree_text, patterns), entries, patterned=True)


def _require_records_fit(game: Game) -> None:
    """Refuse what a record has no bits for, and utilities that have no half range to weigh exploration by."""
    if (game.max_actions or DEFAULT_MAX_ACTIONS) > MOST_ACTIONS or game.players > MOST_PLAYERS:
        fitting = f"at most {MOST_ACTIONS:,} actions a state and {MOST_PLAYERS} players"
        raise SearchError(f"Compiled UCT is for {fitting}: for {game.name} use plywise.search.uct.")
    if not all(map(math.isfinite, game.utility_range)):
        raise SearchError(f"Declare a finite utility_range for {game.name}: UCT weighs its bonus by it.")


class TreeSearcher:
    """One game's compiled UCT; raises LoweringError where the rules can't be compiled.

    Where a tree of `tree_mb` is full, simulations go on without new records. The tree is kept: asked about a state that
    comes up within two plies of the last one, the searcher continues with what it knows of it (unless `reuse` is
    False), so that the visits in a decision include those of earlier calls. `weights` are fields of the options.
    """

    def __init__(
        self,
        game: Game,
        *,
        tree_mb: float = TREE_MB,
        threads: int = 1,
        seed: int = 0,
        options: TreeOptions | None = None,
        patterns: PatternWeights | None = None,
        reuse: bool = True,
        keep: bool = True,
        wait: bool = True,
        on_step: OnCompile | None = None,
        **weights: float,
    ) -> None:
        _require_records_fit(game)
        threads = useful_threads(threads)
        self.game, self.seed, self.reuse = game, seed, reuse
        self.options = replace(options or TreeOptions(), **weights)
        self.weights = self.options.weigh(game)
        self.patterns = patterns
        """Learned weights that actions are first judged by; they live as long as this search."""
        kind = tree_kind(patterns.shape if patterns else None)
        self.machine = Machine(game, kind, keep=keep, wait=wait, on_step=on_step)
        layout = self.machine.layout
        records = int(tree_mb * (1 << 20)) // (8 * layout.RECORD_WORDS)
        if not (3 + threads) * layout.MAX_ACTIONS <= records < 1 << 38:
            raise SearchError(f"A tree of {tree_mb:g} MB has no room for {game.name}'s actions: give it more.")
        self.tree = Records(records, layout.RECORD_WORDS)
        self._other: Records | None = None
        """Where a subtree is moved to when it becomes the tree; then the two change places."""
        self._last: PlayedRoot | None = None
        self.blocks = [self.machine.new_block() for _ in range(threads)]

    @property
    def nodes(self) -> int:
        """States visited so far by the search under way, or by the last one."""
        return sum(self.machine.nodes(block) for block in self.blocks)

    @property
    def simulations(self) -> int:
        """Simulations done so far by the search under way, or by the last one."""
        return sum(int(block[self.machine.layout.SIMULATIONS]) for block in self.blocks)

    def stop(self) -> None:
        """End the search under way: it answers with what it has."""
        for block in self.blocks:
            self.machine.stop(block)

    def forget(self) -> None:
        """Drop the tree: the next search starts from scratch."""
        self._last = None

    def decide(
        self,
        state: Any = None,
        *,
        limit: Limit,
        history: Sequence[Any] = (),
        seed: int | None = None,
        on_progress: OnProgress | None = None,
        on_round: Callable[[Decision], None] | None = None,
    ) -> Decision:
        """Return the action proven best, or else the one visited most: with one thread, what `search.uct` returns.

        It ends with the limit, when the root is proven, or with Ctrl-C once there was a simulation; four times a second
        `on_progress` is given its progress, and `on_round` what would be decided by then. With a seed, or a depth as
        the limit, it starts from scratch; otherwise the visits it reports include those of a tree it continues, while
        `simulations` and `nodes` are its own.
        """
        game = self.game
        if limit.is_open and game.cyclic and game.repetition is None:
            raise SearchError(f"{game.name} is cyclic: give the search a time or a number of simulations.")
        state = game.initial() if state is None else state
        is_chance = not game.is_terminal(state) and game.to_move(state) == CHANCE
        if not is_chance and not root_actions(game, state, history):
            values = tuple(game.utility(state, player) for player in range(game.players))
            return Decision(None, values[MAX], MAX, Status.PROVEN, values=values, nodes=1, leaves=1)
        group = ThreadGroup(self.stop, limit)
        used, estimates = self._take_root(state, history, may_reuse=seed is None and limit.depth is None)
        self._prepare(state, limit, history, self.seed if seed is None else seed, group.deadline, used)
        self._simulate(state, limit, group, on_progress, on_round)
        estimates += sum(int(block[self.machine.layout.ESTIMATES]) for block in self.blocks)
        decision = report(game, state, self._reader(), estimates)
        if self.reuse and limit.depth is None:
            self._last = PlayedRoot.of(game, state, history, decision.action, estimates)
        depth = limit.depth or len(decision.line)
        return replace(decision, depth=depth, nodes=self.nodes, simulations=self.simulations, seconds=group.seconds)

    def _simulate(
        self,
        state: Any,
        limit: Limit,
        group: ThreadGroup,
        on_progress: OnProgress | None,
        on_round: Callable[[Decision], None] | None,
    ) -> None:
        """Let the threads work until something ends them."""
        shares = _shares(limit.simulations, len(self.blocks))
        if len(shares) > 1:
            self._work(0, state, 0)  # adds the root's children, which the threads share
        works = [partial(self._work, number, state, share) for number, share in enumerate(shares)]

        def tick() -> None:
            if on_progress:
                on_progress(Progress(0, self._favourite(), self.nodes, group.seconds, self.simulations))
            now = sketch(self.game, state, self._reader()) if on_round else None
            if on_round and now is not None:
                effort = {"nodes": self.nodes, "simulations": self.simulations, "seconds": group.seconds}
                on_round(replace(now, depth=1, **effort))  # type: ignore[arg-type]

        group.run_until_interrupted(works, tick if on_progress or on_round else None, lambda: self.simulations > 0)

    def _take_root(self, state: Any, history: Sequence[Any], may_reuse: bool) -> tuple[int, int]:
        """Make a state the tree's root; return how many records are used, and how many estimates stand in them.

        Where the state is in the tree, the records below it are moved to the start of other memory.
        """
        last, self._last = self._last, None
        record = find_record(last, self._reader(), state, history) if last and may_reuse else None
        if record is None or last is None:
            self.tree.clear(0)
            return 1, 0
        other = self._other or Records(len(self.tree), self.machine.layout.RECORD_WORDS)
        used = int(self.machine.call("move_tree", self.blocks[0], record, other.address))
        self.tree, self._other = other, self.tree
        self._other.release()
        return used, last.estimates

    def _prepare(self, state: Any, limit: Limit, history: Sequence[Any], seed: int, deadline: int, used: int) -> None:
        """Set up the root in every thread's block; the first one draws from the seed itself."""
        layout, threads = self.machine.layout, len(self.blocks)
        size = len(self.tree) - threads * layout.MAX_ACTIONS
        for number, block in enumerate(self.blocks):
            self.machine.prepare(block, state, limit, threads, deadline)
            block[layout.LOTS : layout.BLOCK_END] = 0
            block[layout.LOTS] = signed(seed if number == 0 else Lots(seed + number).bits())
            block[layout.DEEPEST] = min(limit.depth or LONGEST, LONGEST)
            block[layout.TREE_AT], block[layout.TREE_SIZE], block[layout.USED] = self.tree.address, size, used
            spare = size + number * layout.MAX_ACTIONS
            block[layout.SPARE] = self.tree.address + 8 * layout.RECORD_WORDS * spare
            block[layout.FIRST_BLOCK], block[layout.SHARED] = self.blocks[0].address, int(threads > 1)
            self.write_weights(block)
            self.machine.write_history(block, history)

    def write_weights(self, block: Any) -> None:
        """Put the weights into their words of a block."""
        layout, weights, floats = self.machine.layout, self.weights, block.floats
        floats[layout.WEIGHT], floats[layout.RAVE] = weights.bonus, weights.rave
        floats[layout.FIRST_PLAY], floats[layout.PRIOR] = weights.first, weights.prior
        floats[layout.MARGIN], floats[layout.WIN] = weights.margin, weights.win
        block[layout.BIAS] = weights.bias
        if self.patterns:
            self.patterns.write(block, layout)
            block[layout.TRUST] = weights.trust
        floats[layout.LOSS] = weights.score(self.game.utility_range[0])

    def _work(self, number: int, state: Any, share: int) -> None:
        """Simulate in one thread; a proof ends all of them."""
        block = self.blocks[number]
        try:
            self.machine.call("simulations", block, share)
        except BaseException as error:
            raise translated(self.machine, block, state, error) from None

    def _reader(self) -> Reader:
        return Reader(self.machine, self.blocks[0], self.tree, self.weights)

    def _favourite(self) -> Any:
        """Return the root action that is visited most."""
        reader = self._reader()
        children = reader.children(0)
        return reader.action(max(children, key=reader.visits)) if children else None


def _shares(simulations: int | None, threads: int) -> list[int]:
    """Divide simulations among threads."""
    if simulations is None:
        return [UNLIMITED] * threads
    return [simulations // threads + (number < simulations % threads) for number in range(threads)]
