"""What tables by tier would cost: slots are counted, a few small tables solved, the others follow by what they hold.

Of each tier some slots are drawn at random and asked by the plain rules: how many hold states, and how many actions and
predecessors those have. Time goes with

    work = slots * (1 + states a slot * (actions + predecessors))

memory with slots and the messages that a pass sends, disk with states. What the solved tables took says how much.
"""

import math
import random
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from plywise.kernel.tables import Retrograde
from plywise.rules import Game, PlywiseError
from plywise.solve.components import Component, find_components
from plywise.solve.dense import ROOM, DenseJob
from plywise.solve.indexed import holds_state, unindexed_tiers
from plywise.solve.plan.cost import Plan, PlanRow, Rates, check_planned, memory_held
from plywise.solve.plan.measured import measured

SECONDS = 6
"""CPU time that measuring may take, about."""

LEAST_MEMORY = 6.0
"""Bytes of a slot's code, count and due."""

LEAST_RATE = 1_000_000.0
"""Units of work a second that are expected of the first tables."""

LARGE_SHARE = 0.2
"""How much of all slots samples must be to say by themselves what disk the others take."""

ROOMS = 8 * ROOM + (16 << 20)
"""Bytes that any work asks for, however small: room for messages and for a file, hardly used by small tables."""

USUAL_BYTES, LEAST_DECIDED = 0.35, 0.2
"""Bytes of disk that a state takes in most tables; how much of a table must be won or lost to say it of others."""

DRAWN, LEAST_DRAWN = 6_000, 24
"""Slots that are drawn from all tiers together, and at least from each."""

NOTED = 10
"""Bytes a slot that the notes of work under way take, at most: what pass 0 leaves, and each slot as it is decided."""

ENTRY = 900
"""Bytes of a table's entry in the manifest."""

HELD = 1
"""Bytes a slot of the tables below, mapped into memory."""


@dataclass(frozen=True, slots=True)
class TierShape:
    """What a tier holds, by slots drawn at random: states a slot, and a state's actions and predecessors."""

    filled: float
    actions: float
    before: float

    @property
    def work(self) -> float:
        """How much work a slot is."""
        return 1 + self.filled * (self.actions + self.before)

    @property
    def messages(self) -> float:
        """How many messages a slot may send."""
        return self.filled * self.before


@dataclass(frozen=True, slots=True)
class _Sample:
    """What solving a component took, and how many states it has, and how many of those are won or lost."""

    rates: Rates
    states: int
    decided: int


@dataclass(frozen=True, slots=True)
class _Load:
    """A component with the sums of its tiers' shapes."""

    slots: int
    work: float
    messages: float
    states: float


def plan_tiers(game: Game, spec: str, text: str, *, metric: str = "win", seconds: float = SECONDS) -> Plan:
    """Plan the tiers that a text names and all that they lead to; solves a few small ones to measure."""
    check_planned(game)
    rules: Any = game
    components = find_components(game, rules.parse_tier(text))
    unindexed = set(unindexed_tiers(game, components))
    with_index = [each for each in components if not unindexed & set(each.tiers)]
    if not with_index:
        raise PlywiseError(f"No tier that {text} of {game.name} needs has an index yet: nothing can be measured.")
    loads = _loads(game, components)
    work = {each: load.work for each, load in zip(components, loads, strict=True)}
    done = dict(_measure(game, spec, with_index, work, metric, seconds))
    total = _Total(components, loads, {components.index(each): sample for each, sample in done.items()})
    return Plan(
        "dense",
        _rows(rules, text, components),
        sum(len(component.tiers) for component in components),
        sum(component.slots for component in components),
        max(component.slots for component in components),
        total.rates,
        total.seconds,
        memory_held() + total.memory,
        total.disk,
        sum(each.slots for each in components) + NOTED * max(each.slots for each in components),
        tuple(rules.tier_name(tier) for each in components for tier in each.tiers if tier in unindexed),
    )


class _Total:
    """All components: those that were measured as they were, the others in proportion to their loads."""

    def __init__(self, components: Sequence[Component], loads: Sequence[_Load], done: dict[int, _Sample]) -> None:
        every = [sample.rates for sample in done.values()]
        self.rates = Rates.together(every)
        most = max(rates.slots for rates in every)
        large = [number for number, sample in done.items() if 4 * sample.rates.slots >= most]
        smallest = min(every, key=lambda rates: rates.slots)
        # What a component takes however small it is.
        fixed = min(rates.seconds for rates in every) if 20 * smallest.slots <= most else 0.0
        work = sum(loads[number].work for number in large)
        by_work = max(self.rates.seconds - fixed * len(large), 0.3 * self.rates.seconds) / max(work, 1)
        share = self.rates.slots / sum(component.slots for component in components)
        by_state = _bytes_a_state([done[number] for number in large], share)
        largest = max(large, key=lambda number: done[number].rates.slots)
        beyond = max(0.0, done[largest].rates.memory_bytes - LEAST_MEMORY) * done[largest].rates.slots
        by_message = beyond / max(loads[largest].messages, 1)
        self.seconds = self.disk = self.memory = 0.0
        below = 0
        for number, (component, load) in enumerate(zip(components, loads, strict=True)):
            rates = done[number].rates if number in done else None
            memory = LEAST_MEMORY * load.slots + by_message * load.messages
            if rates is not None:
                memory = rates.memory_bytes * load.slots
            self.seconds += fixed + by_work * load.work if rates is None else rates.seconds
            self.disk += by_state * load.states if rates is None else rates.disk
            self.disk += ENTRY * len(component.tiers)
            self.memory = max(self.memory, memory + HELD * below)
            below += load.slots


def _bytes_a_state(samples: Sequence[_Sample], share: float) -> float:
    """Return how many bytes of disk a state takes: by samples in which enough is won or lost, and by what is usual.

    `share` is how much of all slots the samples are.
    """
    telling = [each for each in samples if each.decided >= LEAST_DECIDED * each.states]
    if not telling:
        return USUAL_BYTES
    found = sum(each.rates.disk for each in telling) / sum(each.states for each in telling)
    return found if share >= LARGE_SHARE else math.sqrt(found * USUAL_BYTES)


def _rows(rules: Any, text: str, components: Sequence[Component]) -> list[PlanRow]:
    """Count all tiers of up to 1, 2, ... men where a number is asked for, else each group of tables."""
    counts = rules.count_states if rules.offers("count_states") else lambda text: None
    if not text.strip().isdecimal():
        names = [" ".join(map(rules.tier_name, component.tiers)) for component in components]
        return [PlanRow(name, len(each.tiers), each.slots, None) for name, each in zip(names, components, strict=True)]
    rows = []
    for number in range(1, int(text) + 1):
        try:
            tiers = rules.parse_tier(str(number))
        except PlywiseError:
            continue
        rows.append(PlanRow(f"up to {number}", len(tiers), sum(map(rules.tier_size, tiers)), counts(str(number))))
    return rows


# Shapes


def _loads(game: Game, components: Sequence[Component]) -> list[_Load]:
    """Return what each component holds."""
    drawn = max(LEAST_DRAWN, DRAWN // sum(len(component.tiers) for component in components))
    found = []
    for component in components:
        shapes = [shape_of(game, tier, drawn) for tier in component.tiers]
        sums = [
            sum(size * getattr(shape, name) for size, shape in zip(component.sizes, shapes, strict=True))
            for name in ("work", "messages", "filled")
        ]
        found.append(_Load(component.slots, *sums))
    return found


def shape_of(game: Game, tier: int, drawn: int, seed: int = 1) -> TierShape:
    """Ask slots of a tier, drawn at random, what they hold."""
    rules: Any = game
    lots, size = random.Random(seed), rules.tier_size(tier)
    slots = [lots.randrange(size) for _ in range(drawn)] if size else []
    states = [rules.unindex(tier, slot) for slot in slots if holds_state(rules, tier, slot)]
    if not states:
        return TierShape(0.0, 0.0, 0.0)
    actions = sum(0 if game.is_terminal(state) else len(list(game.actions(state))) for state in states)
    before = sum(len(list(rules.predecessors(state))) for state in states) if game.offers("predecessors") else actions
    return TierShape(len(states) / len(slots), actions / len(states), before / len(states))


# Measuring


def _closures(components: Sequence[Component]) -> list[tuple[int, ...]]:
    """Return for each component all that must be solved for it, itself the last, bottom up."""
    homes = {tier: number for number, component in enumerate(components) for tier in component.tiers}
    found: list[tuple[int, ...]] = []
    for number, component in enumerate(components):
        below = {each for tier in component.below if tier in homes for each in found[homes[tier]]}
        found.append((*sorted(below), number))
    return found


def _measure(
    game: Game, spec: str, components: Sequence[Component], work: dict[Component, float], metric: str, seconds: float
) -> Iterator[tuple[Component, _Sample]]:
    """Solve tables, small ones first, for as long as a few seconds allow; yield what each took."""
    retrograde, started = Retrograde(game), time.process_time()
    waiting = sorted(_closures(components), key=lambda each: sum(components[part].slots for part in each))
    with tempfile.TemporaryDirectory(prefix="plywise-plan-") as folder:
        tiers = tuple(tier for each in components for tier in each.tiers)
        job = DenseJob(game, spec, tiers, Path(folder) / "tables", metric=metric)
        done: set[int] = set()
        rate = LEAST_RATE
        for closure in waiting:
            left = [part for part in closure if part not in done]
            ahead = sum(work[components[part]] for part in left)
            if done and time.process_time() - started + ahead / rate > seconds:
                break
            for part in left:
                sample = _measure_one(job, retrograde, components[part], part)
                rate = max(rate, work[components[part]] / max(sample.rates.seconds, 1e-9))
                done.add(part)
                yield components[part], sample


def _measure_one(job: DenseJob, retrograde: Retrograde, component: Component, number: int) -> _Sample:
    with measured() as took:
        job.solve(retrograde, component, number)
    names = job.names(component)
    tables = [table for table in job.writer.manifest.tables if table.name in names]
    memory = max(LEAST_MEMORY, (took.peak - ROOMS) / component.slots)
    rates = Rates(names, component.slots, took.seconds, sum(table.bytes for table in tables), memory)
    decided = sum((table.wins or 0) + (table.losses or 0) for table in tables)
    return _Sample(rates, sum(table.states for table in tables), decided)
