"""Monte Carlo, compiled: random playouts, and UCT with proven values in one array of records.

block   | as in `splice` | random, counts | outcome | sums | path | trail | best known, ply by ply | keys |

Threads grow trees of their own from seeds of their own; what they found of the root's actions is added up, and a proof
that one of them finds ends all.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from plywise.kernel.building import DEFAULT_MAX_ACTIONS, MAX_HISTORY, KernelKind, OnCompile, assemble, lay_out
from plywise.kernel.lowering import Lowered
from plywise.kernel.running import (
    UNLIMITED,
    Machine,
    OnProgress,
    Progress,
    Records,
    ThreadGroup,
    root_actions,
    useful_threads,
)
from plywise.kernel.twins.tree_report import Reader, report
from plywise.rules import CHANCE, MAX, Decision, Game, Limit, Lots, SearchError, Status

LONGEST = 1_000
"""Plies after which a simulation is cut short, as in the twin."""

EXPLORATION = 0.7
"""How much a seldom tried action is preferred, as in the twin."""

MOST_ACTIONS, MOST_PLAYERS = 65_535, 126
"""What `spliced.trees.records` has bits for."""

CALLED = ("play_out", "grow", "prove", "select", "back_up", "visit", "simulate")


def playout_text(lowered: Lowered) -> str:
    """Return the source of the module that plays a game out."""
    return assemble(lowered, {**_constants(lowered), "DECISIVE": False}, "trees.playouts", CALLED)


def tree_text(lowered: Lowered) -> str:
    """Return the source of the module that grows a tree."""
    constants = {**_constants(lowered), "DECISIVE": lowered.game.wins_are_equal}
    return assemble(lowered, constants, "trees.uct", CALLED)


PLAYOUTS = KernelKind("playouts", text=playout_text, entries=(("playouts", 3), ("repetition_key", 1)))
TREE = KernelKind("uct", text=tree_text, entries=(("simulations", 2), ("repetition_key", 1)))


def _constants(lowered: Lowered) -> dict[str, Any]:
    """Return the words of the block, and the game's figures; `spliced.trees.records` draws a record."""
    game, plies = lowered.game, LONGEST + 2
    single = ("LOTS", "PLIES_PLAYED", "DEEPEST", "ESTIMATES", "SIMULATIONS", "TREE_AT", "TREE_SIZE", "USED", "SEEN")
    sizes: dict[str, int | str] = {
        **{"WEIGHT": 1, "OUTCOME": game.players, "SUMS": game.players},
        **{"PATH": plies, "TRAIL": plies, "KNOWN": plies, "KEYS": MAX_HISTORY + plies},
    }
    low, high = game.utility_range
    own_words = 4 + game.has_chance
    return {
        **lay_out(single, sizes),
        **{"LOW": float(low), "HIGH": float(high), "DRAW_UTILITY": float(game.draw_utility)},
        "UTILITY_SUM": float(game.utility_sum or 0),
        "ADVERSARIAL": game.is_adversarial,
        "AVERAGED": not game.evaluates_in_own_unit,
        "VALUES": 1 if game.is_adversarial else game.players,
        "PROOF": 2 if game.is_adversarial else own_words,
        "RECORD_WORDS": own_words if game.is_adversarial else own_words + game.players,
        **{"log": "np.log", "sqrt": "np.sqrt"},
    }


def _require_suited(game: Game) -> None:
    if game.repetition == "illegal":
        raise SearchError(f"Compiled playouts know no forbidden repetition: for {game.name} use plywise.search.uct.")


def _require_records_fit(game: Game) -> None:
    """Refuse what a record has no bits for, and utilities that have no half range to weigh exploration by."""
    if (game.max_actions or DEFAULT_MAX_ACTIONS) > MOST_ACTIONS or game.players > MOST_PLAYERS:
        fitting = f"at most {MOST_ACTIONS:,} actions a state and {MOST_PLAYERS} players"
        raise SearchError(f"Compiled UCT is for {fitting}: for {game.name} use plywise.search.uct.")
    if not all(map(math.isfinite, game.utility_range)):
        raise SearchError(f"Declare a finite utility_range for {game.name}: UCT weighs its bonus by it.")


@dataclass(frozen=True, slots=True)
class PlayoutSummary:
    """What many playouts came to: means to each player, plies they took, and how many were done a second."""

    playouts: int
    means: tuple[float, ...]
    length: float
    seconds: float

    @property
    def rate(self) -> float:
        """Playouts a second."""
        return self.playouts / self.seconds if self.seconds else 0.0


class Playouts:
    """One game's compiled playouts; raises LoweringError where the rules can't be compiled."""

    def __init__(self, game: Game, *, keep: bool = True, on_step: OnCompile | None = None) -> None:
        _require_suited(game)
        self.game = game
        self.machine = Machine(game, PLAYOUTS, keep=keep, on_step=on_step)
        self.block = self.machine.new_block()

    def run(self, state: Any = None, count: int = 1_000, seed: int = 0, *, depth: int = LONGEST) -> PlayoutSummary:
        """Play `count` times from a state to the end, or `depth` plies; Ctrl-C ends it with what was done so far."""
        game, machine, block = self.game, self.machine, self.block
        state = game.initial() if state is None else state
        if game.is_terminal(state):
            raise SearchError("There is nothing to play out: the game is over.")
        layout = machine.layout
        machine.prepare(block, state, Limit())
        block[layout.LOTS : layout.BLOCK_END] = 0
        block[layout.DEEPEST] = min(depth, LONGEST)
        group = ThreadGroup(lambda: machine.stop(block), Limit())
        done = 0

        def work() -> None:
            nonlocal done
            try:
                done = machine.call("playouts", block, count, _signed(seed))
            except BaseException as error:
                raise _translated(machine, block, state, error) from None

        group.run_until_interrupted([work], None, lambda: done > 0)
        sums = block.floats[layout.SUMS : layout.SUMS + layout.VALUES].tolist()
        means = tuple(total / done for total in sums) if done else (game.draw_utility,) * len(sums)
        if game.is_adversarial:
            means = (means[0], (game.utility_sum or 0) - means[0])
        return PlayoutSummary(done, means, int(block[layout.PLIES_PLAYED]) / max(1, done), group.seconds)


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
        exploration: float = EXPLORATION,
        keep: bool = True,
        wait: bool = True,
        on_step: OnCompile | None = None,
    ) -> None:
        _require_suited(game)
        _require_records_fit(game)
        threads = useful_threads(threads)
        if not 0 <= exploration < float("inf"):
            raise SearchError(f"exploration={exploration} is no weight: give 0 or more, {EXPLORATION} if in doubt.")
        self.game, self.seed, self.exploration = game, seed, exploration
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
        if game.is_terminal(state):
            values = tuple(game.utility(state, player) for player in range(game.players))
            return Decision(None, values[MAX], MAX, Status.PROVEN, values=values, nodes=1, leaves=1)
        if game.to_move(state) != CHANCE:
            root_actions(game, state, history)
        group = ThreadGroup(self.stop, limit)
        self._prepare(state, limit, history, self.seed if seed is None else seed, group.deadline)
        shares = _shares(limit.simulations, len(self.blocks))
        works = [partial(self._work, number, state, share) for number, share in enumerate(shares)]

        def tick() -> None:
            if on_progress:
                on_progress(Progress(0, self._favourite(), self.nodes, group.seconds, self.simulations))

        group.run_until_interrupted(works, tick if on_progress else None, lambda: self.simulations > 0)
        readers = [Reader(self.machine, block, tree) for block, tree in zip(self.blocks, self.trees, strict=True)]
        decision = report(game, state, readers)
        depth = limit.depth or len(decision.line)
        return replace(decision, depth=depth, nodes=self.nodes, simulations=self.simulations, seconds=group.seconds)

    def _prepare(self, state: Any, limit: Limit, history: Sequence[Any], seed: int, deadline: int) -> None:
        """Set up a root in every thread's block and tree; the first one draws from the seed itself."""
        layout, game = self.machine.layout, self.game
        low, high = game.utility_range
        for number, (block, tree) in enumerate(zip(self.blocks, self.trees, strict=True)):
            self.machine.prepare(block, state, limit, len(self.blocks), deadline)
            block[layout.LOTS : layout.BLOCK_END] = 0
            block[layout.LOTS] = _signed(seed if number == 0 else Lots(seed + number).bits())
            block[layout.DEEPEST] = min(limit.depth or LONGEST, LONGEST)
            block.floats[layout.WEIGHT] = self.exploration * (high - low) / 2
            block[layout.TREE_AT], block[layout.TREE_SIZE], block[layout.USED] = tree.address, len(tree), 1
            self.machine.write_history(block, history)
            tree.clear(0)

    def _work(self, number: int, state: Any, share: int) -> None:
        """Simulate in one thread; a proof ends all of them."""
        block = self.blocks[number]
        try:
            self.machine.call("simulations", block, share)
        except BaseException as error:
            raise _translated(self.machine, block, state, error) from None
        if self.trees[number].word(0, self.machine.layout.LINKS) & 1:
            self.stop()

    def _favourite(self) -> Any:
        """Return the root action that the first thread visits most."""
        reader = Reader(self.machine, self.blocks[0], self.trees[0])
        children = reader.children(0)
        return reader.action(max(children, key=reader.visits)) if children else None


def _shares(simulations: int | None, threads: int) -> list[int]:
    """Divide simulations among threads."""
    if simulations is None:
        return [UNLIMITED] * threads
    return [simulations // threads + (number < simulations % threads) for number in range(threads)]


def _signed(seed: int) -> int:
    seed &= (1 << 64) - 1
    return seed - (1 << 64) if seed >> 63 else seed


def _translated(machine: Machine, block: Any, state: Any, error: BaseException) -> BaseException:
    """Return an error of the rules as one that says where, along the line that was being played."""
    layout = machine.layout
    path = [machine.rules.decode(code) for code in block[layout.PATH : layout.TRAIL]]
    return machine.translated(error, state, path, False)
