"""How many states each ply of a game without cycles has, beyond those that were enumerated: estimated from samples.

A sample S of the N states of a ply leads to E edges. Two edges that lead to the same state show that it follows from
several states; how often that happens says how many ways lead to a state on average, d, and so how many states the
next ply has: N * E / (|S| * d). Some of those become the next sample.

    m       how often a state was reached from the sample; n, unknown, from all of the ply: m counts each way with p
    X       n - 1, of the state at the end of an edge drawn at random: E[X] = sum m(m-1) / (p sum m), E[X(X-1)] likewise
    1 / d   E[1 / (1 + X)], from those two moments

States that follow from many others are in samples too often, the more so the smaller those are, so that too few are
found. A sample a quarter as large shows how fast that changes; it is taken to fall steadily to nothing where a sample
would hold the whole ply. By as much as this adds, the estimate may be off.

Source: the moments are those of capture and recapture, as in Chao, Estimating the population size, Biometrics 1987.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np

Array: TypeAlias = np.ndarray[Any, Any]
Follow: TypeAlias = Callable[[Array], Array]
"""Given keys of states, returns those of their successors, each as often as it is reached."""

SAMPLE = 50_000
"""States of a ply that are drawn."""

FEWEST_TRIPLES = 50
"""States reached three times from which a second moment is taken; with fewer, the last one known is kept."""

SMALLER = 4
"""How many times smaller another sample is, to see what larger ones would find."""

LEAST_FACTOR = 1.25
"""No estimate is taken to be better than this."""

LONGEST = 10_000
"""Plies after which a game is taken to go on without end."""


@dataclass(frozen=True, slots=True)
class Growth:
    """The states of each ply, how many of the first plies were counted, and by what factor the sum may be off."""

    plies: tuple[float, ...]
    counted: int
    factor: float
    edges: float = 0.0
    """Ways from state to state, in all."""

    @property
    def states(self) -> float:
        """All states, those that come up at several plies as often."""
        return sum(self.plies)


def estimate_growth(levels: Sequence[Array], follow: Follow, *, seeds: int = 3, sample: int = SAMPLE) -> Growth:
    """Estimate the plies after those that are given, all of them known; the last of them isn't empty."""
    known = float(sum(map(len, levels)))
    small, large = (
        sorted(_run(levels[-1], follow, seed, size) for seed in range(seeds)) for size in (sample // SMALLER, sample)
    )
    middle = large[seeds // 2]
    later, fewer = middle.states, small[seeds // 2].states
    peak = max(size for size, _ in middle.plies) if middle.plies else 0.0
    missed = 1.0
    if fewer > 0 and peak > sample:
        slope = max(0.0, math.log(later / fewer) / math.log(SMALLER))
        # With a sample of all states nothing is missed: until then the slope falls to 0.
        missed = (peak / sample) ** (slope / 2)
        missed = (peak * missed / sample) ** (slope / 2)
    spread = (known + large[-1].states) / (known + large[0].states)
    found = known + later * missed
    factor = max(LEAST_FACTOR, spread * missed, found / (known + later))
    plies = (*(float(len(level)) for level in levels), *(size * missed for size, _ in middle.plies))
    return Growth(plies, len(levels), factor, missed * math.fsum(edges for _, edges in middle.plies))


@dataclass(frozen=True, slots=True, order=True)
class _Run:
    """What one sample leads to: all states of the plies it came to, and for each ply its states and edges."""

    states: float
    plies: tuple[tuple[float, float], ...]


def _run(keys: Array, follow: Follow, seed: int, sample: int) -> _Run:
    plies = _predict(keys, follow, np.random.default_rng(seed), sample, LONGEST)
    return _Run(math.fsum(size for size, _ in plies), tuple(plies))


def _predict(keys: Array, follow: Follow, lots: Any, sample: int, plies: int) -> list[tuple[float, float]]:
    """Return the estimated states of the plies after one that is known, and the edges that lead there."""
    size, chosen = float(len(keys)), _drawn(keys, lots, sample)
    found: list[tuple[float, float]] = []
    scatter = 0.0
    while len(found) < plies:
        reached = follow(chosen)
        if not len(reached):
            break
        share = min(1.0, len(chosen) / max(size, 1.0))
        after, times = _counted(reached)
        inverse, scatter = _inverse_of_ways(times, share, scatter)
        edges = size * len(reached) / len(chosen)
        size = max(edges * inverse, float(len(after)) if share == 1.0 else 1.0)
        found.append((size, edges))
        chosen = _drawn(after, lots, sample)
    return found


def _inverse_of_ways(times: Array, share: float, scatter: float) -> tuple[float, float]:
    """Return the mean of 1 / n over edges, n being the ways to the state at its end, and the scatter found."""
    times = times.astype(np.float64)
    if share == 1.0:
        return len(times) / times.sum(), scatter
    first = float((times * (times - 1)).sum() / (share * times.sum()))
    if np.count_nonzero(times > 2) >= FEWEST_TRIPLES and first > 0:
        second = float((times * (times - 1) * (times - 2)).sum() / (share**2 * times.sum()))
        scatter = max(0.0, second + first - first**2) / first
    inverse = 1 / (1 + first) + scatter * first / (1 + first) ** 3
    return min(1.0, inverse), scatter


def _drawn(keys: Array, lots: Any, sample: int) -> Array:
    """Return as many keys as are asked for, drawn at random and in order."""
    if len(keys) <= sample:
        return keys
    return np.ascontiguousarray(keys[np.sort(lots.choice(len(keys), sample, replace=False))])


def _counted(keys: Array) -> tuple[Array, Array]:
    """Return the different keys, sorted, and how often each is there."""
    order = np.lexsort(keys.T[::-1]) if keys.shape[1] > 1 else np.argsort(keys[:, 0], kind="stable")
    keys = keys[order]
    firsts = np.ones(len(keys), bool)
    firsts[1:] = (keys[1:] != keys[:-1]).any(axis=1)
    places = np.flatnonzero(firsts)
    return np.ascontiguousarray(keys[places]), np.diff(places, append=len(keys))
