"""Verifies solved tables: what each slot must hold, worked out again from the values one ply on.

Nothing of what built the tables is used. A sample is checked by the plain rules, all slots by a compiled pass of its
own (`kernel.verifying`).

What checking every slot proves: a win or loss in d plies rests on one in d - 1, down to ends, which the rules decide;
so all of them are right. And so are the draws: of those that are truly won or lost, take one that is so in the fewest
plies. The successors that make it so are nearer to their ends, so they aren't among the wrong draws, and the tables
have their true outcome, which would have exposed the draw. Of a sample this can't be said: each slot is then
right if its successors are. Nor can it of outcomes without distances: see `verify_outcomes`. Expected values are
compared within a tolerance, which is printed; where there are no cycles, no value is then farther from the true one
than the tolerance times the plies that can follow.
"""

import random
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, TypeAlias

import numpy as np

from plywise.agents.tables import Tables
from plywise.executors import TaskThreads
from plywise.kernel.tables import DenseVerifying, LaidTable, SparseVerifying, Verifying
from plywise.knowledge.solved import Solved, SolvedTable, SolvedTableError
from plywise.rules import RulesError
from plywise.solve.packing import LaidOut
from plywise.solve.verify_outcomes import Regained

RANGE = 1 << 16
"""Slots of one task."""

TOLD = 10
"""How many wrong slots are reported."""

ROUNDING = 1e-12
"""How far apart two ways to add up the same floats may end, in units of the largest utility, or of 1."""

OnSlots: TypeAlias = Callable[[str, int, int], None]
"""Given the table being verified, how many slots are done, and of how many."""


@dataclass(frozen=True, slots=True)
class Wrong:
    """A slot that doesn't hold what it must: its state (empty if it has none), what the table says, what it should."""

    table: str
    slot: int
    state: str
    said: str
    should: str


@dataclass(slots=True)
class Verification:
    """What was checked: slots, those of them that hold states, how many are wrong, and the first of those."""

    is_full: bool
    slots: int = 0
    states: int = 0
    wrong: int = 0
    first: list[Wrong] = field(default_factory=list)
    regained: bool = False
    """Whether tables hold outcomes alone, and were compared with distances that were found again and checked."""
    tolerance: float = 0
    """How far an expected value may be from what follows from those one ply on."""


def verify_all(tables: Tables, *, threads: int = 1, on_slots: OnSlots | None = None) -> Verification:
    """Check every slot of every table: compiled, but for expected values and vectors, which the plain rules check."""
    if tables.meaning.kind in ("value", "vector"):
        slots = sum(entry.slots for entry in tables.manifest.tables)
        if tables.is_sparse:
            check_start(tables)
        return replace(verify_sample(tables, slots, on_slots=on_slots), is_full=True)
    return _Verifier(tables, threads, on_slots or (lambda *_: None)).run()


def verify_sample(tables: Tables, count: int, *, seed: int = 0, on_slots: OnSlots | None = None) -> Verification:
    """Check slots drawn at random from all tables, by the plain rules."""
    found = Verification(is_full=False, tolerance=tolerance_of(tables))
    entries = tables.manifest.tables
    total = sum(entry.slots for entry in entries)
    drawn = sorted(random.Random(seed).sample(range(total), min(count, total)))
    first, number = 0, 0
    for done, place in enumerate(drawn):
        while place >= first + entries[number].slots:
            first, number = first + entries[number].slots, number + 1
        table = tables.folder.table(entries[number].name)
        said, should = table.solved(place - first), expected(tables, table, place - first)
        found.slots += 1
        found.states += should is not None
        if not _is_same(said, should, found.tolerance):
            found.wrong += 1
            if len(found.first) < TOLD:
                found.first.append(_wrong(tables, table, place - first, said, should))
        if on_slots:
            on_slots(table.entry.name, done + 1, len(drawn))
    return found


def expected(tables: Tables, table: SolvedTable, slot: int) -> Solved | None:
    """Return what a slot should hold by the plain rules and the values one ply on; None: it should be empty."""
    game, rules, state = tables.game, tables.rules, tables.state_of(table, slot)
    if tables.is_sparse:
        if tables.find(state) != (table, slot):
            raise SolvedTableError(
                f"The key in slot {slot} of {table.entry.name} isn't that of the state it stands for."
            )
    elif (rules.tier(state), rules.index(state)) != (table.entry.tier, slot):
        return None
    if game.is_terminal(state):
        return tables.ended(state, tables.holder(state) if tables.is_sparse else game.to_move(state))
    if tables.meaning.kind == "value":
        found = tables.seen_through(state, tables.holder(state))
        if found is None and tables.is_sparse:
            raise SolvedTableError(f"{game.state_name(state)} leads to a state that no table here has.")
        return found
    options = tables.options(state)
    if not options:
        raise RulesError(f"{game.state_name(state)} isn't terminal and offers no action: run `plywise check`.")
    for option in options:
        if option.solved is None:
            name = game.action_name(state, option.action)
            raise SolvedTableError(f"{name} in {game.state_name(state)} leads to a state that no table here has.")
    return options[0].solved


def tolerance_of(tables: Tables) -> float:
    """Return how far expected values may be off: by rounding and, of indexed tables, by what their build allowed."""
    if tables.meaning.kind != "value":
        return 0
    allowed = 0 if tables.is_sparse else 2 * float(tables.manifest.build.get("error", 0))
    return allowed + ROUNDING * max(1, *map(abs, tables.game.utility_range))


def _is_same(said: Solved | None, should: Solved | None, tolerance: float) -> bool:
    """Whether a slot holds what it should."""
    if not tolerance or said is None or should is None:
        return said == should
    return abs(said.value - should.value) <= tolerance


def _wrong(tables: Tables, table: SolvedTable, slot: int, said: Solved | None, should: Solved | None) -> Wrong:
    state = tables.game.state_name(tables.state_of(table, slot)) if should is not None else ""
    return Wrong(table.entry.name, slot, state, tables.tell(said), tables.tell(should))


def check_count(tables: Tables, table: SolvedTable, states: int) -> None:
    """Refuse a table with fewer or more states than the game counts without its index, and one without any.

    Which slots hold a state is only known from the index: where that is wrong, a table may be empty and yet look right.
    """
    name, rules = table.entry.name, tables.rules
    if states == 0:
        raise SolvedTableError(
            f"The table {name} holds no state in any of its {table.slots:,} slots, so nothing shows that it is right: "
            "its index isn't written yet. Build the folder without it."
        )
    if tables.is_sparse or not tables.game.offers("count_states"):
        return
    counted = rules.count_states(name)
    if counted is not None and counted != states:
        raise SolvedTableError(
            f"The table {name} holds {states:,} states, and {tables.game.name} counts {counted:,} without its index: "
            "the index leaves states out or numbers them twice. Fix it, and build the table again."
        )


def check_start(tables: Tables) -> None:
    """Refuse a table of what can be reached without the state from which it is."""
    if tables.find(tables.game.initial()) is None:
        raise SolvedTableError(f"The table lacks the state in which {tables.game.name} starts: build it again.")


class _Verifier:
    """The compiled check of all tables, shared by threads."""

    def __init__(self, tables: Tables, threads: int, on_slots: OnSlots) -> None:
        self.tables, self.threads, self.on_slots = tables, threads, on_slots
        self.found = Verification(is_full=True)
        self.total = sum(entry.slots for entry in tables.manifest.tables)
        self.lock = threading.Lock()
        self.laid: dict[str, Any] = {}

    def run(self) -> Verification:
        """Check all tables."""
        work = self.sparse() if self.tables.is_sparse else self.dense()
        if self.tables.meaning.kind == "wdl":
            self.found.regained, work = True, Regained(self).checks()
        for table, verifying, blocks in work:
            before = self.found.states
            try:
                self.check(table, verifying, blocks)
            except RulesError as error:
                raise SolvedTableError(f"The table {table.entry.name} is inconsistent: {error}") from error
            check_count(self.tables, table, self.found.states - before)
        self.found.first.sort(key=lambda wrong: (wrong.table, wrong.slot))
        return self.found

    def codes(self, name: str) -> Any:
        """Return a table's codes in memory."""
        if name not in self.laid:
            table = self.tables.folder.table(name)
            packed = table.entry.is_packed
            self.laid[name] = self.unpacked.codes(table.entry.tier) if packed else table.working(check=True)
        return self.laid[name]

    @cached_property
    def unpacked(self) -> LaidOut:
        """The codes of packed tables, as they follow from what is stored."""
        return LaidOut(self.tables, self.threads)

    def dense(self) -> Iterator[tuple[SolvedTable, Verifying, list[Any]]]:
        """Yield each table, with memory for the threads in which the tables that its actions lead to are known."""
        tables, rules, names = self.tables, self.tables.rules, self.tables.names
        verifying, by_conversion = DenseVerifying(tables.game), tables.metric == "conversion"
        for tier in names:
            table = self.table_of(tier)
            own = tables.component(tier) if by_conversion else ()
            leads_to = {tier, *rules.next_tiers(tier)} & names.keys()
            laid = [LaidTable(each, self.codes(names[each]), each not in own) for each in sorted(leads_to)]
            yield table, verifying, [verifying.new_block(laid, by_conversion) for _ in range(self.threads)]

    def table_of(self, tier: int) -> SolvedTable:
        """Return a tier's table; refuses one that hasn't the slots that the game gives it."""
        tables, name = self.tables, self.tables.names[tier]
        table = tables.folder.table(name)
        if table.slots != tables.rules.tier_size(tier) or tables.rules.tier_name(tier) != name:
            raise SolvedTableError(
                f"The table {name} hasn't the slots that {tables.game.name} gives it: build it again."
            )
        return table

    def sparse(self) -> Iterator[tuple[SolvedTable, Verifying, list[Any]]]:
        """Yield the one table of a sparse folder."""
        tables, game = self.tables, self.tables.game
        table = tables.folder.table(*tables.names.values())
        check_start(tables)
        is_symmetric = bool(tables.manifest.build.get("symmetric"))
        verifying = SparseVerifying(game, tables.packing, is_symmetric)
        keys, codes = table.working_keys(check=True), self.codes(table.entry.name)
        yield table, verifying, [verifying.new_block(keys, codes) for _ in range(self.threads)]

    def check(self, table: SolvedTable, verifying: Verifying, blocks: list[Any]) -> None:
        """Check a table's slots, range by range."""

        def task(block: Any, first: int) -> None:
            last, found = min(first + RANGE, table.slots), np.zeros((TOLD, 3), np.int64)
            wrong, states = verifying.check(block, table.entry.tier, first, last, found)
            with self.lock:
                self.note(table, last - first, states, wrong, found)

        with TaskThreads(blocks) as threads:
            for _ in threads.run(task, range(0, table.slots, RANGE)):
                self.on_slots(table.entry.name, self.found.slots, self.total)

    def note(self, table: SolvedTable, slots: int, states: int, wrong: int, rows: Any) -> None:
        """Take in what a task found."""
        self.found.slots += slots
        self.found.states += states
        self.found.wrong += wrong
        self.tell(table, "uint16", rows[: min(wrong, TOLD)])

    @property
    def wrong(self) -> int:
        """How many slots are wrong so far."""
        return self.found.wrong

    def note_wrong(self, table: SolvedTable, slots: Any, said: Any, should: Any) -> None:
        """Take in slots that are wrong, with the codes that they have and should have."""
        self.found.wrong += len(slots)
        self.tell(table, table.dtype, np.stack([each[:TOLD].astype(np.int64) for each in (slots, said, should)], 1))

    def tell(self, table: SolvedTable, dtype: str, rows: Any) -> None:
        """Keep what is wrong with the first slots: rows of slot, code and what that should be."""
        for slot, said, should in rows.tolist():
            if len(self.found.first) < TOLD:
                told = (self.tables.meaning.decode(code, dtype) for code in (said, should))
                self.found.first.append(_wrong(self.tables, table, slot, *told))
