"""The kernels of spread solving on their own: several processes, each with one shard, no files, no Ray, no driver.

Parts go straight from process to process through queues. No cluster can take less time than this.
"""

import multiprocessing
import time
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from plywise.games.catalog import load_game
from plywise.kernel.tables import ShardedRetrograde, find_packing
from plywise.solve.components import find_components
from plywise.solve.spread import KeyPartition, Partition, Shard, ShardWork

Exchange = Callable[[Sequence[Any]], list[Any]]


def run_bare(work: Callable[..., None], processes: int, *arguments: Any) -> tuple[float, float]:
    """Run a function in several processes, each given its number and a way to exchange parts.

    Return the seconds by the clock, and the processor seconds of all processes.
    """
    context = multiprocessing.get_context("spawn")
    queues = [[context.Queue() for _ in range(processes)] for _ in range(processes)]
    ready, go, ended = context.Barrier(processes + 1), context.Barrier(processes + 1), context.Barrier(processes + 1)
    used = context.Queue()
    hands = [
        context.Process(target=_hand, args=(work, number, queues, (ready, go, ended, used), arguments), daemon=True)
        for number in range(processes)
    ]
    for hand in hands:
        hand.start()
    ready.wait()
    began = time.perf_counter()
    go.wait()
    ended.wait()
    seconds = time.perf_counter() - began
    worked = sum(used.get() for _ in hands)
    for hand in hands:
        hand.join()
    return seconds, worked


def _hand(work: Callable[..., None], number: int, queues: Any, barriers: Any, arguments: Any) -> None:
    (ready, go, ended, used), began = barriers, 0.0

    def exchange(parts: Sequence[Any]) -> list[Any]:
        for other, part in enumerate(parts):
            if other != number:
                queues[number][other].put(part)
        return [parts[number] if other == number else queues[other][number].get() for other in range(len(parts))]

    def start() -> None:
        nonlocal began
        ready.wait()
        go.wait()
        began = time.process_time()

    work(number, exchange, start, *arguments)
    ended.wait()
    used.put(time.process_time() - began)


def dense(number: int, exchange: Exchange, start: Callable[[], None], processes: int, spec: str, below: Any) -> None:
    """Solve the largest component of some tiers, given the lower tables."""
    tier, tables = below
    game = load_game(spec)
    component = max(find_components(game, game.parse_tier(tier)), key=lambda each: each.slots)
    partition = Partition.cut("bare", component, processes, False)
    shard = Shard(ShardedRetrograde(game), partition, number, {each: tables[each] for each in component.below})
    start()
    shard.begin()
    told = exchange([(len(shard.fresh), shard.last_due)] * processes)
    decided, last_due, passed = sum(count for count, _ in told), max(due for _, due in told), 0
    while decided or passed < last_due:
        passed += 1
        shard.take(passed, exchange(shard.send()))
        decided = sum(exchange([len(shard.fresh)] * processes))


def sparse(number: int, exchange: Exchange, start: Callable[[], None], processes: int, spec: str) -> None:
    """Find all states and their values."""
    game = load_game(spec)
    partition = KeyPartition(find_packing(game), processes)
    work = ShardWork(game, partition)
    start()
    keys, kept = work.first[partition.owners(work.first) == number], []
    while sum(exchange([len(keys)] * processes)):
        parts, edges = work.reach(keys)
        asked = exchange(parts)
        keys, places = work.gather(asked)
        kept.append((edges, np.split(places, np.cumsum([*map(len, asked)])[:-1])))
    codes = np.empty(0, np.uint16)
    while kept:
        edges, wanted = kept.pop()
        codes = work.weigh(edges, exchange([codes[places] for places in wanted]))
