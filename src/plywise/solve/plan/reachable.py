"""What all that can be reached would cost: the first plies counted, the others estimated, a small part solved.

The first plies are enumerated. If the game ends there, its states are counted; else `growth` estimates how many more
there are. Rates come from a part of the game that is solved for real: all of it, or what can be reached from a state
that play at random came to. Time grows with the ways from state to state, which are sampled in both.
"""

import random
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np

from plywise.kernel.tables import Packing, find_packing
from plywise.knowledge.solved import SolvedWriter
from plywise.rules import Game, SearchError
from plywise.search.shared import refuse_cycle
from plywise.solve.codes import LOST
from plywise.solve.plan.cost import Plan, PlanRow, Rates, check_planned, memory_held
from plywise.solve.plan.growth import Growth, estimate_growth
from plywise.solve.plan.measured import measured
from plywise.solve.sparse import (
    BLOCK,
    NAME,
    RANGE,
    READ,
    SparseWork,
    begin_sparse,
    check_symmetry,
    found_in,
    joined,
    unique,
    with_keys,
    write_reachable,
)

Array: TypeAlias = np.ndarray[Any, Any]

COUNTED = 3_000_000
"""States that are enumerated, ply by ply, before the rest is estimated."""

SOLVED = 800_000
"""States of the part that is solved for real, at most."""

SURE = 1.0
"""Seconds of a solve from which its rate is sure enough."""

PLAYED = 3
"""Games that are played at random to find that part."""

ASKED = 2_000
"""States of a ply whose successors are counted."""

LEAST_BYTES = 20
"""Bytes of memory that a state takes at least: its key and its code, twice while tables are merged."""

WRITING = 64 << 20
"""Bytes of memory that writing a table takes at most: shards, and the codes of a range."""

FILES = 1_000
"""Bytes of the manifest of one table."""


@dataclass(frozen=True)
class _Part:
    """A part of a game that was solved: how many states were visited, how many differ, and what it took."""

    visited: int
    different: int
    ways: float
    seconds: float
    peak: int
    disk: int


def plan_reachable(
    game: Game, spec: str, *, counted: int = COUNTED, symmetric: bool = False, memory: int | None = None
) -> Plan:
    """Plan every state that can be reached from the start; counts the first plies, and solves a small part."""
    check_planned(game)
    refuse_cycle(game)
    if symmetric:
        check_symmetry(game)
    with tempfile.TemporaryDirectory(prefix="plywise-plan-") as folder:

        def attempt(packing: Packing) -> Plan:
            return _Planner(game, spec, packing, Path(folder), symmetric, memory).run(counted)

        return with_keys(find_packing(game), attempt)


class _Planner:
    """A game's compiled passes, and what was found out by them."""

    def __init__(
        self, game: Game, spec: str, packing: Packing, folder: Path, symmetric: bool, memory: int | None
    ) -> None:
        self.game, self.spec, self.packing, self.folder, self.allowed = game, spec, packing, folder, memory
        self.work = SparseWork(game, packing, 1, symmetric, None)
        self.block = self.work.machine.new_block()
        self.base = memory_held()
        self.start = self.work.first

    def run(self, counted: int) -> Plan:
        """Return the plan."""
        levels, is_whole = self.enumerated(counted)
        if is_whole:
            growth = Growth(tuple(float(len(level)) for level in levels), len(levels), 1.0)
        elif self.game.cyclic:
            raise SearchError(
                f"{self.game.name} has cycles, and more than {sum(map(len, levels)):,} states can be reached within "
                f"{len(levels) - 1} plies: how many there are in all can't be estimated. Solve it tier by tier, if it "
                "has tiers, or try it with limited memory."
            )
        else:
            growth = estimate_growth(levels, self.follow)
        visited = growth.states
        part = self.solved_part(levels, visited if is_whole else np.inf)
        ways = self.ways_of(levels) if is_whole else growth.edges / max(1.0, sum(growth.plies[growth.counted :]))
        different = len(unique(levels, self.work.words)) if is_whole else visited * part.different / part.visited
        rates = Rates((NAME,), part.different, part.seconds, part.disk, part.peak / part.visited)
        return Plan(
            "reachable",
            [PlanRow(NAME, 1, round(different), None)],
            1,
            round(different),
            round(different),
            rates,
            visited * part.seconds / part.visited * (1 + ways) / (1 + part.ways),
            self.memory(growth, ways, visited * part.peak / part.visited),
            different * part.disk / part.different + FILES,
            0 if self.game.cyclic else visited * (8 * self.work.words + 2),
            factor=growth.factor,
        )

    def memory(self, growth: Growth, ways: float, at_once: float) -> float:
        """Return the bytes of memory that solving holds at most; `at_once` are those of all states together."""
        if self.game.cyclic:
            return self.base + at_once
        row, largest = 8 * self.work.words, max(growth.plies)
        forwards, backwards = 2 * row * ways * largest, (row + 2) * largest
        blocks = READ * BLOCK * row + BLOCK * (row + 2) * len(growth.plies)
        few = min(growth.states * row, WRITING) + min(growth.states * (row + 2), blocks)
        needed = self.base + max(forwards, backwards) + few
        return needed if self.allowed is None else min(needed, self.allowed)

    def enumerated(self, enough: int) -> tuple[list[Array], bool]:
        """Return the states of the first plies, and whether those are all."""
        levels = [self.start]
        keys = self.start
        while len(levels[-1]) and sum(map(len, levels)) < enough:
            after = self.work.following(levels[-1], len(levels))
            if self.game.cyclic:
                after = np.ascontiguousarray(after[~found_in(keys, after, self.work.words)])
                keys = joined(keys, after)
            levels.append(after)
        is_whole = not len(levels[-1])
        return [level for level in levels if len(level)], is_whole

    def follow(self, keys: Array) -> Array:
        """Return the keys of all successors, each as often as it is reached."""
        layout = self.work.machine.layout
        room = np.empty(((len(keys) + 1) * layout.MAX_ACTIONS, self.work.words), np.int64)
        n = self.work.machine.call("follow", self.block, keys.ctypes.data, 0, len(keys), room.ctypes.data, len(room))
        return room[:n]

    def ways_of(self, levels: list[Array]) -> float:
        """Return how many actions a state has on average, by samples of each ply."""
        lots, ways = np.random.default_rng(1), 0.0
        for level in levels:
            drawn = level if len(level) <= ASKED else level[np.sort(lots.choice(len(level), ASKED, replace=False))]
            ways += len(self.follow(np.ascontiguousarray(drawn))) / len(drawn) * len(level)
        return ways / sum(map(len, levels))

    # The part that is solved

    def solved_part(self, levels: list[Array], states: float) -> _Part:
        """Solve the whole game if it is small, else what follows from a state reached at random."""
        # With cycles no part is closed, so the whole must be solved.
        first = self.start if states <= SOLVED or self.game.cyclic else self.drawn_start()
        self.work.first = first
        writer = begin_sparse(self.game, self.spec, self.folder / "part")
        # What the first table of a process takes more, such as imports, isn't the game's.
        writer.write_table(NAME, 0, np.full(1, LOST, np.uint8), np.zeros((1, self.work.words), np.int64))
        build, seconds, peak = self.solved(writer)
        entry = writer.manifest.tables[0]
        self.work.first = first
        mine = levels
        if first is not self.start:
            mine, _ = self.enumerated_from(first)
        visited = sum(build)
        room = 8 * self.work.words * min(visited, RANGE) * self.work.machine.layout.MAX_ACTIONS
        peak = max(peak - room, LEAST_BYTES * visited)
        return _Part(visited, entry.slots, self.ways_of(mine), seconds, peak, entry.bytes)

    def solved(self, writer: SolvedWriter) -> tuple[list[int], float, int]:
        """Solve a part; return its levels, the seconds that took, and the most memory.

        Watching memory takes time itself, which counts in a part of a fraction of a second: that is solved once more.
        """
        with measured() as took:
            build = write_reachable(self.work, writer)
        if took.seconds > SURE:
            return build, took.seconds, took.peak
        worked = time.process_time()
        write_reachable(self.work, writer, kept=self.folder / "again")
        return build, time.process_time() - worked, took.peak

    def enumerated_from(self, first: Array) -> tuple[list[Array], bool]:
        """Return the plies of the part that follows from a state."""
        start, self.start = self.start, first
        try:
            return self.enumerated(10 * SOLVED)
        finally:
            self.start = start

    def key_of(self, state: Any) -> Array:
        """Return the key of a state, or of the one that stands for it."""
        same = self.game.canonical(state) if self.work.symmetric else state
        return np.array([self.packing.key(same)], np.int64)

    def drawn_start(self) -> Array:
        """Return the state that most can be reached from, of those that random play came to, but not too many."""
        lots, best, most = random.Random(1), self.start[:0], 0
        for _ in range(PLAYED):
            states = [self.game.initial()]
            while not self.game.is_terminal(states[-1]):
                states.append(self.game.result(states[-1], lots.choice(list(self.game.actions(states[-1])))))
            low, high = 0, len(states) - 1  # from `high` on, few enough can be reached
            while low < high:
                middle = (low + high) // 2
                self.work.first = self.key_of(states[middle])
                if self.work.count(SOLVED) < SOLVED:
                    high = middle
                else:
                    low = middle + 1
            first = self.key_of(states[high])
            self.work.first = first
            found = self.work.count(SOLVED)
            if found > most:
                best, most = first, found
        return best
