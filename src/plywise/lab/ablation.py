"""What each enhancement is worth: the same searches with one switch off at a time, against all of them on.

Those that are off by default are measured only where asked for, and then by switching them on.

A row's ratios are geometric means over the states, so that each counts alike. Times are the least of several sweeps
over all rows: a machine that is slow for a while slows one sweep, not one row.
"""

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

from plywise.kernel import Searcher, Switches, Tuning
from plywise.lab.sample import TABLE_MB, StateSample, measure
from plywise.rules import Game, SearchError

NOTHING = "nothing"
ALL_OFF = "all of them"
LONG = 5.0
"""Searches of this many seconds aren't repeated: what disturbs them averages out."""


@dataclass(frozen=True, slots=True)
class AblationProgress:
    """What is being done, the seconds gone so far and the seconds that are probably left."""

    doing: str
    elapsed: float
    left: float


OnProgress: TypeAlias = Callable[[AblationProgress], None]


@dataclass(slots=True)
class SearchVariant:
    """One set of switches, and what was measured with it: a sample for each state."""

    name: str
    switches: Switches
    samples: dict[int, StateSample] = field(default_factory=dict)
    searcher: Searcher | None = None


@dataclass(frozen=True, slots=True)
class AblationRow:
    """What came of a variant: totals, and how many times the baseline's; at least that, where `is_more`."""

    name: str
    nodes: int
    seconds: float
    nodes_ratio: float = 1.0
    time_ratio: float = 1.0
    is_more: bool = False


class Ablation:
    """Measures a game from some states; `rows` may be asked at any time, also after a stop."""

    def __init__(
        self,
        game: Game,
        states: Sequence[Any],
        switches: Sequence[str] = (),
        *,
        depth: int | None = None,
        cap: float = 30,
        sweeps: int = 2,
        tuning: Tuning | None = None,
        on_progress: OnProgress | None = None,
    ) -> None:
        everything = Switches().for_game(game)
        Switches().without(*switches)  # refuses an unknown name
        chosen = [name for name in Switches.names() if name in switches or (not switches and getattr(Switches(), name))]
        possible = Switches().having(*chosen).for_game(game)
        self.idle = [name for name in chosen if not getattr(possible, name)]
        """Switches that this game gives no occasion for."""
        self.game, self.states, self.depth, self.cap, self.sweeps = game, states, depth, cap, sweeps
        self.tuning = tuning
        self.baseline = SearchVariant(NOTHING, everything)
        self.variants = [_turned(everything, name) for name in chosen if name not in self.idle]
        if not switches:
            self.variants.append(SearchVariant(ALL_OFF, Switches.none()))
        self.on_progress, self.started, self.compiling = on_progress, time.perf_counter(), [0.0, 0.0]
        self.baseline_times: dict[int, list[float]] = {}

    def run(self, seconds: float = 1.0) -> None:
        """Measure everything; where no depth was given, choose one whose baseline takes about `seconds`."""
        if any(self.game.is_terminal(state) for state in self.states):
            raise SearchError("The game is over in that state: choose one with actions left.")
        self.started = time.perf_counter()
        searcher = self._compile(self.baseline)
        if self.depth is None:
            self.depth = self._choose_depth(searcher, seconds)
        for sweep in range(self.sweeps):
            for variant in (self.baseline, *self.variants):
                for number in range(len(self.states)):
                    self._measure(variant, number, sweep)

    def rows(self) -> list[AblationRow]:
        """Return the baseline, then what was measured so far from the largest effect to the smallest, all off last."""
        if not self.baseline.samples:
            return []
        rows = [self._row(variant) for variant in self.variants if variant.samples]
        rows.sort(key=lambda row: (row.name == ALL_OFF, -row.nodes_ratio, -row.time_ratio))
        return [self._row(self.baseline), *rows]

    @property
    def time_noise(self) -> float | None:
        """How far the baseline's own times were apart, as a share of them; None where they were taken once."""
        repeated = [times for times in self.baseline_times.values() if len(times) > 1]
        least = sum(map(min, repeated))
        return sum(map(max, repeated)) / least - 1 if least else None

    # Measuring

    def _compile(self, variant: SearchVariant) -> Searcher:
        if variant.searcher is None:
            self._tell("compiling", variant)
            started = time.perf_counter()
            variant.searcher = Searcher(self.game, variant.switches, table_mb=TABLE_MB, tuning=self.tuning)
            self.compiling[0] += 1
            self.compiling[1] += time.perf_counter() - started
        return variant.searcher

    def _choose_depth(self, searcher: Searcher, seconds: float) -> int:
        """Return the first depth to which all states together take more than half of the time, or are all proven."""
        for depth in range(1, 250):
            if self.on_progress:
                self.on_progress(AblationProgress(f"choosing a depth: {depth}", time.perf_counter() - self.started, 0))
            samples = [measure(searcher, state, depth) for state in self.states]
            if sum(sample.seconds for sample in samples) > seconds / 2 or all(each.depth < depth for each in samples):
                return max(sample.depth for sample in samples)
        return 250

    def _measure(self, variant: SearchVariant, number: int, sweep: int) -> None:
        before = variant.samples.get(number)
        if before and (not before.is_complete or before.seconds > LONG):
            return
        searcher = self._compile(variant)
        self._tell(f"searching {number + 1} of {len(self.states)}", variant, sweep)
        assert self.depth is not None
        base = self.baseline.samples.get(number)
        most = None if variant is self.baseline or base is None else math.ceil(self.cap * base.nodes)
        found = measure(searcher, self.states[number], self.depth, most)
        if variant is self.baseline:
            self.baseline_times.setdefault(number, []).append(found.seconds)
        if before:
            found = replace(found, seconds=min(found.seconds, before.seconds))
        variant.samples[number] = found

    def _row(self, variant: SearchVariant) -> AblationRow:
        base, samples = self.baseline.samples, variant.samples
        return AblationRow(
            variant.name,
            sum(sample.nodes for sample in samples.values()),
            sum(sample.seconds for sample in samples.values()),
            _mean_ratio([(sample.nodes, base[number].nodes) for number, sample in samples.items()]),
            _mean_ratio([(sample.seconds, base[number].seconds) for number, sample in samples.items()]),
            not all(sample.is_complete for sample in samples.values()),
        )

    # Reporting

    def _tell(self, doing: str, variant: SearchVariant, sweep: int = 0) -> None:
        if self.on_progress:
            elapsed = time.perf_counter() - self.started
            what = "with everything" if variant is self.baseline else f"without {variant.name}"
            self.on_progress(AblationProgress(f"{doing}, {what}", elapsed, self._seconds_left(sweep)))

    def _seconds_left(self, sweep: int) -> float:
        """Guess from what was measured: compiling as long as before on average, searches as long as the others'."""
        everyone = [self.baseline, *self.variants]
        known = [sample.seconds for variant in everyone for sample in variant.samples.values()]
        usual = sum(known) / len(known) if known else 0.0
        compiled, spent = self.compiling
        missing = sum(variant.searcher is None for variant in everyone) * (spent / compiled if compiled else 0.0)
        first = len(everyone) * len(self.states) - len(known)
        again = sum(seconds for seconds in known if seconds <= LONG) + usual * first
        return missing + usual * first + again * (self.sweeps - 1 - sweep)


def _turned(everything: Switches, name: str) -> SearchVariant:
    """Return the variant that measures a switch: without it, or with it where it is off unless asked for.

    >>> _turned(Switches(), "killers").name, _turned(Switches(), "beam").name
    ('killers', 'nothing, with beam')
    """
    if getattr(everything, name):
        return SearchVariant(name, everything.without(name))
    return SearchVariant(f"{NOTHING}, with {name}", everything.having(name))


def _mean_ratio(pairs: Sequence[tuple[float, float]]) -> float:
    """Return the geometric mean of the ratios of pairs; 1 for none.

    >>> _mean_ratio([(2, 1), (8, 1)])
    4.0
    """
    logs = [math.log(max(mine, 1e-9) / max(theirs, 1e-9)) for mine, theirs in pairs]
    return round(math.exp(sum(logs) / len(logs)), 12) if logs else 1.0
