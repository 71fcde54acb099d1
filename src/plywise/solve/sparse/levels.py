"""Sparse tables of any compiled game: reachable states enumerated, then valued.

A game without cycles is done ply by ply: each level's keys from the level before, then, from the last level back, each
level's codes from the one after it. A game with cycles is enumerated once for all, and then decided pass by pass: see
`deciding`.
"""

import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

import numpy as np

from plywise.executors import TaskThreads
from plywise.kernel import rules_fingerprint
from plywise.kernel.running import Block
from plywise.kernel.tables import TOO_NARROW, Packing, Sparse, find_packing
from plywise.knowledge.solved import SolvedFolder, SolvedWriter, hold_folder
from plywise.knowledge.solved.codes import Meaning
from plywise.rules import Game, PlywiseError, SearchError
from plywise.solve.blame import blamed_in_state
from plywise.solve.codes import narrowed
from plywise.solve.progress import OnProgress, Passed, SolveProgress
from plywise.solve.sparse.deciding import Deciding
from plywise.solve.sparse.keys import found_in, joined, merged, unique

Array: TypeAlias = np.ndarray[Any, Any]
Found = TypeVar("Found")

RANGE = 1 << 16
"""States of one task."""

ROOM = 1 << 21
"""Keys that a thread may write before they are sorted."""

NAME = "all"
"""The one table of a sparse folder."""


def begin_sparse(game: Game, spec: str, folder: Path) -> SolvedWriter:
    """Begin a folder for the one table of a game, or go on with it."""
    outcome = game.wins_are_equal
    if game.cyclic and not outcome:
        raise SearchError(
            f"{game.name} has cycles and more outcomes than win, draw and loss: no table can hold it yet."
        )
    low = round(game.utility_range[0] * game.utility_scale)
    meaning = Meaning() if outcome else Meaning("utility", low, int(game.utility_scale))
    metric = "win" if outcome else "none"
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
    on_progress: OnProgress | None = None,
) -> dict[str, Any]:
    """Solve every state that can be reached from the start; return the record of the build.

    Nothing is kept before it is done: a folder in which it was stopped is removed.
    """
    with hold_folder(folder):
        writer = begin_sparse(game, spec, folder)
        try:
            return _write_reachable(game, writer, threads, symmetric, on_progress)
        except BaseException:
            writer.abandon()
            raise


def _write_reachable(
    game: Game, writer: SolvedWriter, threads: int, symmetric: bool, on_progress: OnProgress | None
) -> dict[str, Any]:
    started, worked = time.perf_counter(), time.process_time()

    def attempt(packing: Packing) -> tuple[SparseWork, list[int]]:
        work = SparseWork(game, packing, threads, symmetric, on_progress)
        return work, write_reachable(work, writer)

    work, levels = with_keys(find_packing(game), attempt)
    cpu = time.process_time() - worked - work.compiling
    build = {
        "seconds": round(time.perf_counter() - started, 3),
        "cpu_seconds": round(time.process_time() - worked, 3),
        "threads": threads,
        "states_per_cpu_second": round(writer.manifest.tables[0].slots / max(cpu, 1e-9)),
        "levels": levels,
        "symmetric": symmetric,
    }
    writer.finish(build)
    return build


def write_reachable(work: "SparseWork", writer: SolvedWriter) -> list[int]:
    """Find and value all states, and write their table; return how many were first reached at each ply."""
    keys, codes, levels = work.run()
    pairs = tuple(zip(work.packing.lows, work.packing.bits, strict=True))
    writer.manifest = replace(writer.manifest, packing=pairs)
    writer.write_table(NAME, 0, narrowed(codes) if work.game.wins_are_equal else _small(codes), keys)
    return levels


def _small(codes: Array) -> Array:
    return codes.astype(np.uint8) if codes.max(initial=0) < 256 else codes


class SparseWork:
    """A game's keys and codes in memory, and the threads that work on them."""

    def __init__(
        self, game: Game, packing: Packing, threads: int, symmetric: bool, on_progress: OnProgress | None
    ) -> None:
        self.game, self.packing, self.words = game, packing, packing.words
        worked = time.process_time()
        self.sparse = Sparse(game, packing, symmetric=symmetric)
        self.compiling = time.process_time() - worked
        """CPU seconds that compiling took."""
        self.machine = self.sparse.machine
        self.shared = TaskThreads([self.machine.new_block() for _ in range(threads)])
        first = game.canonical(game.initial()) if symmetric else game.initial()
        self.first = np.array([packing.key(first)], np.int64)
        self.on_progress = on_progress or (lambda progress: None)
        self.states = 0
        self.under_way = self.first
        """The keys of the states that are worked on."""

    def run(self) -> tuple[Array, Array, list[int]]:
        """Return the sorted keys, their codes, and how many states were first reached at each ply."""
        with self.shared:
            return self.all_at_once() if self.game.cyclic else self.by_levels()

    # Without cycles

    def by_levels(self) -> tuple[Array, Array, list[int]]:
        """Enumerate forwards, value backwards."""
        levels = [self.first]
        while len(levels[-1]):
            levels.append(self.following(levels[-1], len(levels)))
        levels.pop()
        codes: list[Array] = []
        later, later_codes = self.first[:0], np.empty(0, np.uint16)
        for ply in reversed(range(len(levels))):
            later_codes = self.valued(levels[ply], later, later_codes)
            later = levels[ply]
            codes.insert(0, later_codes)
            self.tell(ply, len(later), self.states)
        keys, merged_codes = merged(levels, codes)
        return keys, merged_codes, [len(level) for level in levels]

    def count(self, enough: int) -> int:
        """Count the states that can be reached, up to about `enough`."""
        with self.shared:
            keys = fresh = self.first
            self.states = len(keys)
            while len(fresh) and self.states < enough:
                fresh = self.following(fresh, 0)
                if self.game.cyclic:
                    fresh = np.ascontiguousarray(fresh[~found_in(keys, fresh, self.words)])
                    keys = joined(keys, fresh)
                    self.states = len(keys)
        return self.states

    def following(self, keys: Array, ply: int) -> Array:
        """Return the different successors of some states, sorted."""
        self.under_way = keys
        found = self.each_range(len(keys), lambda block, first, last: self.followed(block, keys, first, last))
        after = unique([part for parts in found for part in parts], self.words)
        self.states += len(after)
        self.tell(ply, len(after), 0)
        return after

    def followed(self, block: Block, keys: Array, first: int, last: int) -> list[Array]:
        """Return the successors of a range, in sorted parts."""
        room, parts = (
            np.empty((min(ROOM, (last - first + 1) * self.machine.layout.MAX_ACTIONS), self.words), np.int64),
            [],
        )
        while first < last:
            n = self.machine.call("follow", block, keys.ctypes.data, first, last, room.ctypes.data, len(room))
            parts.append(unique([room[:n].copy()], self.words))
            first = int(block[self.machine.layout.TAKEN])
        return parts

    def valued(self, keys: Array, later: Array, later_codes: Array) -> Array:
        """Return the codes of a level."""
        self.under_way = keys
        codes = np.empty(len(keys), np.uint16)
        addresses = (codes.ctypes.data, later.ctypes.data, len(later), later_codes.ctypes.data)
        self.each_range(
            len(keys),
            lambda block, first, last: self.machine.call("level", block, keys.ctypes.data, first, last, *addresses),
        )
        return codes

    # With cycles

    def all_at_once(self) -> tuple[Array, Array, list[int]]:
        """Enumerate everything, then decide in pass n what takes n plies, until nothing more is."""
        keys, fresh, levels = self.first, self.first, [1]
        while len(fresh):
            after = self.following(fresh, len(levels))
            fresh = np.ascontiguousarray(after[~found_in(keys, after, self.words)])
            keys = joined(keys, fresh)
            levels.append(len(fresh))
        self.under_way = keys
        self.states = len(keys)  # until now those that were found again counted too
        return keys, Deciding(self.machine, keys, self.each_range, self.tell_pass).run(), levels[:-1]

    def tell_pass(self, number: int, decided: int) -> None:
        """Say what a pass over all states decided."""
        self.tell(number, decided, self.states)

    # Sharing

    def each_range(self, n: int, task: Callable[[Block, int, int], Any]) -> list[Any]:
        """Run a task on each range of n states, in whichever thread is free; return what they return, in order."""

        def work(block: Block, first: int) -> Any:
            try:
                return task(block, first, min(n, first + RANGE))
            except PlywiseError as error:
                if TOO_NARROW in str(error):
                    raise
                state = self.sparse.unpack(self.under_way[int(block[self.machine.layout.TAKEN])])
                raise blamed_in_state(self.game, error, state) from error

        return list(self.shared.run(work, range(0, n, RANGE)))

    def tell(self, number: int, slots: int, total: int) -> None:
        """Say how far the work is."""
        self.on_progress(SolveProgress((NAME,), 0, 1, self.states, 0, Passed(number, slots, total)))
