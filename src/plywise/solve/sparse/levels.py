"""Sparse tables of any compiled game: reachable states enumerated, then valued, then written.

A game without cycles is done ply by ply, on disk and within a given memory: see `by_levels`. A game with cycles is
enumerated once for all, in memory, and then decided pass by pass: see `deciding`.
"""

import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

from plywise.kernel import rules_fingerprint
from plywise.kernel.tables import TOO_NARROW, Packing, find_packing, unit_of_means, vector_figures
from plywise.knowledge.solved import SolvedFolder, SolvedWriter, hold_folder
from plywise.knowledge.solved.codes import Meaning
from plywise.rules import Game, PlywiseError, RulesError, SearchError
from plywise.search.shared import refuse_cycle
from plywise.solve.progress import OnProgress
from plywise.solve.sparse.by_levels import ByLevels
from plywise.solve.sparse.memory import memory_beside
from plywise.solve.sparse.store import NOTES, LevelStore
from plywise.solve.sparse.symmetry import check_symmetry
from plywise.solve.sparse.work import NAME, SparseWork
from plywise.solve.sparse.writing import fitting, write_merged

Found = TypeVar("Found")

LEVELS = "levels"
"""The folder of what is under way, inside that of the tables."""


def begin_sparse(game: Game, spec: str, folder: Path) -> SolvedWriter:
    """Begin a folder for the one table of a game, or go on with it; refuses a game with cycles it doesn't declare."""
    refuse_cycle(game)
    if not game.is_adversarial:
        lowest, radix = vector_figures(game)
        meaning = Meaning("vector", lowest, int(game.utility_scale), game.players, radix)
        return _begun(game, spec, folder, meaning)
    if game.has_chance:
        return _begun(game, spec, folder, Meaning("value"))
    outcome = game.wins_are_equal
    if game.cyclic and not outcome:
        raise SearchError(
            f"{game.name} has cycles and more outcomes than win, draw and loss: no table can hold it yet."
        )
    low = round(game.utility_range[0] * game.utility_scale)
    return _begun(game, spec, folder, Meaning() if outcome else Meaning("utility", low, int(game.utility_scale)))


def _begun(game: Game, spec: str, folder: Path, meaning: Meaning) -> SolvedWriter:
    metric = "win" if meaning.kind == "outcome" else "none"
    return SolvedFolder.create(folder, game=spec, fingerprint=rules_fingerprint(game), metric=metric, meaning=meaning)


def with_keys(packing: Packing, attempt: Callable[[Packing], Found]) -> Found:
    """Return what an attempt gives with keys packed like this, or wider ones if they prove too narrow."""
    while True:
        try:
            return attempt(packing)
        except PlywiseError as error:
            if TOO_NARROW not in str(error) or packing == packing.widened():
                raise
            packing = packing.widened()


def solve_sparse(
    game: Game,
    spec: str,
    folder: Path,
    *,
    threads: int = 1,
    symmetric: bool = False,
    memory: int | None = None,
    on_progress: OnProgress | None = None,
) -> dict[str, Any]:
    """Solve every state that can be reached from the start; return the record of the build.

    With `symmetric`, states that the game's `canonical` makes one count once. `memory` is how many bytes this process
    may hold. A game without cycles goes on where it was stopped, level by level; of others nothing is kept before all
    is done, and a folder in which it was stopped is removed.
    """
    with hold_folder(folder):
        writer = begin_sparse(game, spec, folder)
        try:
            return _Build(game, writer, folder / LEVELS, threads, symmetric, memory, on_progress).run()
        except BaseException as error:
            is_begun = (folder / LEVELS / (NOTES if isinstance(error, SearchError) else "")).exists()
            if isinstance(error, RulesError) or not is_begun:
                LevelStore.clear(folder / LEVELS)
                writer.abandon()
            raise


class _Build:
    """One build of a table."""

    def __init__(
        self,
        game: Game,
        writer: SolvedWriter,
        kept: Path,
        threads: int,
        symmetric: bool,
        memory: int | None,
        on_progress: OnProgress | None,
    ) -> None:
        self.game, self.writer, self.kept, self.threads, self.symmetric = game, writer, kept, threads, symmetric
        self.memory, self.on_progress = memory, on_progress
        self.started, self.worked, self.compiling = time.perf_counter(), time.process_time(), 0.0
        self.most_actions = 0

    def run(self) -> dict[str, Any]:
        """Solve, write and describe it."""
        if self.game.cyclic and self.memory is not None:
            raise SearchError(f"{self.game.name} has cycles, and is solved in memory: leave out --memory.")
        if self.symmetric and (self.game.has_chance or not self.game.is_adversarial):
            raise SearchError(f"Tables of {self.game.name} hold every state: leave out --symmetric.")
        if self.symmetric:
            check_symmetry(self.game)
        store = None if self.game.cyclic else LevelStore.found(self.kept, _code_type(self.game))
        if store is not None and store.symmetric != self.symmetric:
            asked = "leave it out" if self.symmetric else "give it again"
            begun = "with" if store.symmetric else "without"
            raise SearchError(f"{self.kept.parent} was begun {begun} --symmetric: {asked}.")
        levels = with_keys(find_packing(self.game) if store is None else store.packing, self.attempt)
        cpu = time.process_time() - self.worked - self.compiling
        build = {
            "seconds": round(time.perf_counter() - self.started, 3),
            "cpu_seconds": round(time.process_time() - self.worked, 3),
            "threads": self.threads,
            "states_per_cpu_second": round(self.writer.manifest.tables[0].slots / max(cpu, 1e-9)),
            "levels": levels,
            "symmetric": self.symmetric,
        }
        if self.game.has_chance:
            build["rounding"] = most_rounding(self.game, len(levels), self.most_actions)
        LevelStore.clear(self.kept)
        self.writer.finish(build)
        return build

    def attempt(self, packing: Packing) -> list[int]:
        """Do it with keys packed like this."""
        work = SparseWork(self.game, packing, self.threads, self.symmetric, self.on_progress)
        self.compiling += work.compiling
        self.most_actions = int(work.machine.layout.MAX_ACTIONS)
        return write_reachable(work, self.writer, self.kept, self.memory)


def most_rounding(game: Game, plies: int, most_actions: int) -> float:
    """Return how far an expected value can be from the exact one, by the probabilities as the floats that they are.

    Each outcome of a mean may be off by a unit, and so may be what a value is to the other player, ply after ply.
    """
    return plies * (most_actions + 1) * unit_of_means(game)


def _code_type(game: Game) -> str:
    """Return the type of what is kept of each state of a level."""
    if not game.is_adversarial:
        return "uint32"
    return "float64" if game.has_chance else "uint16"


def write_reachable(
    work: SparseWork, writer: SolvedWriter, kept: Path | None = None, memory: int | None = None
) -> list[int]:
    """Find and value all states, and write their table; return how many were first reached at each ply.

    Levels are kept in a folder of that name beside the table, or where it says.
    """
    pairs = tuple(zip(work.packing.lows, work.packing.bits, strict=True))
    writer.manifest = replace(writer.manifest, packing=pairs)
    with work.shared:
        if work.game.cyclic:
            keys, codes, levels = work.all_at_once()
            writer.write_table(NAME, 0, fitting(work.game, codes)(codes), keys)
            return levels
        kept = writer.path / LEVELS if kept is None else kept
        store = LevelStore.found(kept, _code_type(work.game))
        if store is None or store.packing != work.packing:
            LevelStore.clear(kept)
            store = LevelStore(kept, work.packing, work.symmetric, _code_type(work.game))
        by_levels = ByLevels(work, store, None if memory is None else memory_beside(memory))
        by_levels.run()
        write_merged(by_levels, writer)
        return [level.rows for level in store.keys]
