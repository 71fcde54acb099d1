"""A game's compiled passes over keys, and the threads that share them."""

import time
from collections.abc import Callable, Iterator
from typing import Any, NoReturn, TypeAlias

import numpy as np

from plywise.executors import TaskThreads
from plywise.kernel.running import Block
from plywise.kernel.tables import TOO_NARROW, Packing, Sparse
from plywise.rules import Game, PlywiseError
from plywise.solve.blame import blamed_in_state
from plywise.solve.progress import OnProgress, Passed, SolveProgress
from plywise.solve.sparse.deciding import BackAlongEdges, look_again
from plywise.solve.sparse.found_states import FoundStates
from plywise.solve.sparse.keys import found_in, joined, sorted_keys, unique

Array: TypeAlias = np.ndarray[Any, Any]

RANGE = 1 << 16
"""States of one task."""

ROOM = 1 << 21
"""Keys that a thread may write before they are sorted."""

NAME = "all"
"""The one table of a sparse folder."""


def first_key(game: Game, packing: Packing, symmetric: bool) -> Array:
    """Return the key of the initial state, as a row of one."""
    first = game.canonical(game.initial()) if symmetric else game.initial()
    return np.array([packing.key(first)], np.int64)


def blame_key(sparse: Sparse, error: PlywiseError, key: Array) -> NoReturn:
    """Raise an error met in the state of a key, with that state; but that keys are too narrow is no state's fault."""
    if TOO_NARROW in str(error):
        raise error
    raise blamed_in_state(sparse.game, error, sparse.unpack(key)) from error


class SparseWork:
    """A game's keys and codes in memory, and the threads that work on them."""

    def __init__(
        self, game: Game, packing: Packing, threads: int, symmetric: bool, on_progress: OnProgress | None
    ) -> None:
        self.game, self.packing, self.words, self.symmetric = game, packing, packing.words, symmetric
        worked = time.process_time()
        self.sparse = Sparse(game, packing, symmetric=symmetric)
        self.compiling = time.process_time() - worked
        """CPU seconds that compiling took."""
        self.machine = self.sparse.machine
        self.shared = TaskThreads([self.machine.new_block() for _ in range(threads)])
        self.first = first_key(game, packing, symmetric)
        self.on_progress = on_progress or (lambda progress: None)
        self.states = 0
        self.under_way = self.first
        """The keys of the states that are worked on."""

    # Without cycles

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
        after = unique([part for parts in self.followed_all(keys) for part in parts], self.words)
        self.states += len(after)
        self.tell(ply, len(after), 0)
        return after

    def followed_all(self, keys: Array) -> Iterator[list[Array]]:
        """Yield the successors of some states, range by range in sorted parts."""
        self.under_way = keys
        return self.each_range(len(keys), lambda block, first, last: self.followed(block, keys, first, last))

    def followed(self, block: Block, keys: Array, first: int, last: int) -> list[Array]:
        """Return the successors of a range, in sorted parts."""
        most = (last - first + 1) * self.machine.layout.MAX_ACTIONS
        room, parts = np.empty((min(ROOM, most), self.words), np.int64), []
        while first < last:
            n = self.machine.call("follow", block, keys.ctypes.data, first, last, room.ctypes.data, len(room))
            parts.append(unique([room[:n].copy()], self.words))
            first = int(block[self.machine.layout.TAKEN])
        return parts

    def valued(
        self,
        keys: Array,
        later: Array,
        later_codes: Array,
        *,
        bounds: tuple[Array | None, Array | None] = (None, None),
        so_far: Array | None = None,
    ) -> Array:
        """Return the codes of some states by the next level's, or by a part of it: keys from one on, below another.

        Parts come in order; `so_far` are the codes that the parts before gave, and the last part has no upper bound.
        """
        self.under_way = keys
        codes = np.empty(len(keys), later_codes.dtype) if so_far is None else so_far
        addresses = (codes.ctypes.data, later.ctypes.data, len(later), later_codes.ctypes.data)
        limits = [0 if bound is None else bound.ctypes.data for bound in bounds]

        def value(block: Block, first: int, last: int) -> Any:
            return self.machine.call(self.sparse.valuing, block, keys.ctypes.data, first, last, *addresses, *limits)

        for _ in self.each_range(len(keys), value):
            pass
        return codes

    # With cycles

    def all_at_once(self) -> tuple[Array, Array, list[int]]:
        """Enumerate everything, then decide in pass n what takes n plies, until nothing more is."""
        self.under_way = self.first
        found = FoundStates(self.machine, self.first, self.each_range)
        levels, first = [], 0
        while first < found.n:
            last = found.n
            levels.append(last - first)
            self.under_way = found.keys
            found.follow(first, last)
            self.states, first = found.n, last
            self.tell(len(levels), found.n - last, 0)
        found.close()
        if found.edges is None:
            self.under_way, _ = sorted_keys(found.keys)
            return self.under_way, look_again(self.machine, self.under_way, self.each_range, self.tell_pass), levels
        codes = BackAlongEdges(self.machine, found, self.tell_pass).run()
        keys, order = sorted_keys(found.keys)
        return keys, codes[order], levels

    def tell_pass(self, number: int, decided: int) -> None:
        """Say what a pass over all states decided."""
        self.tell(number, decided, self.states)

    # Sharing

    def each_range(self, n: int, task: Callable[[Block, int, int], Any]) -> Iterator[Any]:
        """Run a task on each range of n states, in whichever thread is free; yield what they return, in order."""

        def work(block: Block, first: int) -> Any:
            try:
                return task(block, first, min(n, first + RANGE))
            except PlywiseError as error:
                blame_key(self.sparse, error, self.under_way[int(block[self.machine.layout.TAKEN])])

        return self.shared.run(work, range(0, n, RANGE))

    def tell(self, number: int, slots: int, total: int) -> None:
        """Say how far the work is."""
        self.on_progress(SolveProgress((NAME,), 0, 1, self.states, 0, Passed(number, slots, total)))
