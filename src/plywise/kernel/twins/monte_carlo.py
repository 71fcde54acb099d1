"""UCT, compiled: a tree with proven values in one array of records.

Threads grow trees of their own from seeds of their own; what they found of the root's actions is added up, and a proof
that one of them finds ends all.
"""

import math
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from plywise.kernel.building import DEFAULT_MAX_ACTIONS, KernelKind, OnCompile, assemble
from plywise.kernel.lowering import Lowered
from plywise.kernel.running import (
    UNLIMITED,
    Block,
    Machine,
    OnProgress,
    Progress,
    Records,
    ThreadGroup,
    root_actions,
    useful_threads,
)
from plywise.kernel.twins.playouts import CALLED, LONGEST, constants, signed, translated
from plywise.kernel.twins.tree_report import Reader, report
from plywise.rules import CHANCE, MAX, Decision, Game, Limit, Lots, SearchError, Status, TreeOptions

MOST_ACTIONS, MOST_PLAYERS = 65_535, 126
"""What `spliced.trees.records` has bits for."""


def tree_text(lowered: Lowered) -> str:
    """Return the source of the module that grows a tree."""
    is_decisive = lowered.game.wins_are_equal and lowered.game.repetition != "illegal"
    return assemble(lowered, {**constants(lowered), "DECISIVE": is_decisive}, "trees.uct", CALLED)


TREE = KernelKind("uct", text=tree_text, entries=(("simulations", 2), ("repetition_key", 1)))


def _require_records_fit(game: Game) -> None:
    """Refuse what a record has no bits for, and utilities that have no half range to weigh exploration by."""
    if (game.max_actions or DEFAULT_MAX_ACTIONS) > MOST_ACTIONS or game.players > MOST_PLAYERS:
        fitting = f"at most {MOST_ACTIONS:,} actions a state and {MOST_PLAYERS} players"
        raise SearchError(f"Compiled UCT is for {fitting}: for {game.name} use plywise.search.uct.")
    if not all(map(math.isfinite, game.utility_range)):
        raise SearchError(f"Declare a finite utility_range for {game.name}: UCT weighs its bonus by it.")


class TreeSearcher:
    """One game's compiled UCT; raises LoweringError where the rules can't be compiled.

    `tree_mb` is shared by the threads. Where a tree is full, simulations go on without new records.
    """

    def __init__(
        self,
        game: Game,
        *,
        tree_mb: float = 256,
        threads: int = 1,
        seed: int = 0,
        options: TreeOptions | None = None,
        keep: bool = True,
        wait: bool = True,
        on_step: OnCompile | None = None,
        **weights: float,
    ) -> None:
        _require_records_fit(game)
        threads = useful_threads(threads)
        self.game, self.seed = game, seed
        self.options = replace(options or TreeOptions(), **weights)
        self.weights = self.options.weigh(game)
        self.machine = Machine(game, TREE, keep=keep, wait=wait, on_step=on_step)
        layout = self.machine.layout
        records = int(tree_mb * (1 << 20)) // (8 * layout.RECORD_WORDS * threads)
        if not 4 * layout.MAX_ACTIONS <= records < 1 << 38:
            raise SearchError(f"A tree of {tree_mb:g} MB has no room for {game.name}'s actions: give it more.")
        self.trees = [Records(records, layout.RECORD_WORDS) for _ in range(threads)]
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

    def decide(
        self,
        state: Any = None,
        *,
        limit: Limit,
        history: Sequence[Any] = (),
        seed: int | None = None,
        on_progress: OnProgress | None = None,
    ) -> Decision:
        """Return the action proven best, or else the one visited most: with one thread, what `search.uct` returns.

        It ends with the limit, when the root is proven, or with Ctrl-C once there was a simulation; `on_progress` is
        given its progress, four times a second.
        """
        game = self.game
        if limit.is_open and game.cyclic and game.repetition is None:
            raise SearchError(f"{game.name} is cyclic: give the search a time or a number of simulations.")
        state = game.initial() if state is None else state
        is_chance = not game.is_terminal(state) and game.to_move(state) == CHANCE
        if not is_chance and not root_actions(game, state, history):
            values = tuple(game.utility(state, player) for player in range(game.players))
            return Decision(None, values[MAX], MAX, Status.PROVEN, values=values, nodes=1, leaves=1)
        group = ThreadGroup(self.stop, limit.time)
        self._prepare(state, limit, history, self.seed if seed is None else seed, group.deadline)
        shares = _shares(limit.simulations, len(self.blocks))
        works = [partial(self._work, number, state, share) for number, share in enumerate(shares)]

        def tick() -> None:
            if on_progress:
                on_progress(Progress(0, self._favourite(), self.nodes, group.seconds, self.simulations))

        group.run_until_interrupted(works, tick if on_progress else None, lambda: self.simulations > 0)
        readers = [
            Reader(self.machine, block, tree, self.weights) for block, tree in zip(self.blocks, self.trees, strict=True)
        ]
        decision = report(game, state, readers, self.weights)
        depth = limit.depth or len(decision.line)
        return replace(decision, depth=depth, nodes=self.nodes, simulations=self.simulations, seconds=group.seconds)

    def _prepare(self, state: Any, limit: Limit, history: Sequence[Any], seed: int, deadline: int) -> None:
        """Set up a root in every thread's block and tree; the first one draws from the seed itself."""
        layout = self.machine.layout
        for number, (block, tree) in enumerate(zip(self.blocks, self.trees, strict=True)):
            self.machine.prepare(block, state, limit, len(self.blocks), deadline)
            block[layout.LOTS : layout.BLOCK_END] = 0
            block[layout.LOTS] = signed(seed if number == 0 else Lots(seed + number).bits())
            block[layout.DEEPEST] = min(limit.depth or LONGEST, LONGEST)
            self._write_weights(block)
            size = len(tree) - layout.MAX_ACTIONS
            block[layout.TREE_AT], block[layout.TREE_SIZE], block[layout.USED] = tree.address, size, 1
            block[layout.SPARE] = tree.address + 8 * layout.RECORD_WORDS * size
            self.machine.write_history(block, history)
            tree.clear(0)

    def _write_weights(self, block: Block) -> None:
        layout, weights, floats = self.machine.layout, self.weights, block.floats
        floats[layout.WEIGHT], floats[layout.RAVE] = weights.bonus, weights.rave
        floats[layout.FIRST_PLAY], floats[layout.PRIOR] = weights.first, weights.prior
        floats[layout.MARGIN], floats[layout.WIN] = weights.margin, weights.win

    def _work(self, number: int, state: Any, share: int) -> None:
        """Simulate in one thread; a proof ends all of them."""
        block = self.blocks[number]
        try:
            self.machine.call("simulations", block, share)
        except BaseException as error:
            raise translated(self.machine, block, state, error) from None
        if self.trees[number].word(0, self.machine.layout.LINKS) & 1:
            self.stop()

    def _favourite(self) -> Any:
        """Return the root action that the first thread visits most."""
        reader = Reader(self.machine, self.blocks[0], self.trees[0], self.weights)
        children = reader.children(0)
        return reader.action(max(children, key=reader.visits)) if children else None


def _shares(simulations: int | None, threads: int) -> list[int]:
    """Divide simulations among threads."""
    if simulations is None:
        return [UNLIMITED] * threads
    return [simulations // threads + (number < simulations % threads) for number in range(threads)]
