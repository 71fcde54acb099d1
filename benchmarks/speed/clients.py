"""Many clients of one service at once: who is served how often, how soon a position comes, what memory is taken.

Each client analyses positions over its own socket, one after the other, and asks for a position every second, as people
do who play. Ends with status 1 where a wanted figure is missed: everyone is served, the slowest has at least half as
many searches as the median, 99 of 100 positions come within 100 ms, and memory doesn't grow by more than a tenth after
the first third. Linux only: memory is read from /proc.

Run: python benchmarks/speed/clients.py [--clients 50] [--seconds 60] [--search 0.5] [--workers 2]
"""

import argparse
import asyncio
import contextlib
import json
import random
import re
import statistics
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
from rich.console import Console
from websockets.asyncio.client import connect
from websockets.typing import Origin

GAMES = {"connect-four": "1234567", "othello": (), "kalah": (), "breakthrough": (), "tic-tac-toe": ()}
"""Games, and actions that are always legal at their beginning."""

WANTED_SHARE, WANTED_MS, WANTED_GROWTH = 0.5, 100.0, 1.1


@dataclass
class Tally:
    """What one client got."""

    searches: int = 0
    first_seconds: float | None = None
    """Until its first answer of any depth."""
    places: list[int] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    positions: list[float] = field(default_factory=list)
    """How long each took, in ms."""


@contextlib.asynccontextmanager
async def service(workers: int) -> AsyncIterator[tuple[str, int]]:
    """Run `plywise serve`, and return its address and the number of its process."""
    command = [sys.executable, "-m", "plywise", "serve", *GAMES, "--port", "0", "--no-open", "--workers", str(workers)]
    process = await asyncio.create_subprocess_exec(*command, stdout=subprocess.PIPE)
    try:
        assert process.stdout
        line = (await process.stdout.readline()).decode()
        address = re.search(r"http://127\.0\.0\.1:\d+", line)
        assert address, line
        yield address[0], process.pid
    finally:
        process.terminate()
        await process.wait()


def question(number: int, lots: random.Random, seconds: float) -> dict[str, object]:
    """Return an analysis of some early position."""
    game = lots.choice([*GAMES])
    actions = lots.choices(GAMES[game], k=lots.randrange(4)) if GAMES[game] else []
    asked = {"game": game, "actions": actions, "seconds": seconds, "depth": None, "algorithm": None}
    return {"type": "analyse", "id": number, **asked}


async def analyse(address: str, lots: random.Random, seconds: float, tally: Tally) -> None:
    """Analyse one position after the other, until cancelled."""
    begun = time.monotonic()
    async with connect(f"{address.replace('http', 'ws')}/api/analysis", origin=Origin(address), proxy=None) as socket:
        for number in range(1, 1_000_000):
            await socket.send(json.dumps(question(number, lots, seconds)))
            is_done = False
            while not is_done:
                told = json.loads(await socket.recv())
                if told["type"] == "waiting":
                    tally.places.append(told["place"])
                elif told["type"] == "error":
                    tally.errors.append(told["message"])
                    is_done = True
                elif told["type"] == "decision":
                    if tally.first_seconds is None:
                        tally.first_seconds = time.monotonic() - begun
                    is_done = told["is_final"]
                    tally.searches += is_done


async def look(http: httpx.AsyncClient, lots: random.Random, tally: Tally) -> None:
    """Ask for a position every second, until cancelled."""
    await asyncio.sleep(lots.random())
    while True:
        asked = {name: value for name, value in question(0, lots, 1).items() if name in ("game", "actions")}
        begun = time.perf_counter()
        try:
            answer = await http.post("/api/positions", json=asked)
        except httpx.HTTPError as error:
            tally.errors.append(repr(error))
        else:
            tally.positions.append(1000 * (time.perf_counter() - begun))
            if answer.status_code != 200:
                tally.errors.append(answer.text)
        await asyncio.sleep(1)


def memory_mb(process: int) -> float:
    """Return the memory of a process and of those it has started, shared parts counted once."""
    children = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    total = 0.0
    for each in (str(process), *children):
        with contextlib.suppress(OSError):
            found = re.search(r"^Pss: +(\d+)", Path(f"/proc/{each}/smaps_rollup").read_text(), re.MULTILINE)
            total += int(found[1]) / 1024 if found else 0
    return total


async def measure(clients: int, seconds: float, search: float, workers: int) -> tuple[list[Tally], list[float]]:
    """Let clients ask for so long; return what each got, and the memory at each second."""
    tallies, memory = [Tally() for _ in range(clients)], []
    options: dict[str, Any] = {"limits": httpx.Limits(keepalive_expiry=3), "timeout": 60}
    async with service(workers) as (address, process), httpx.AsyncClient(base_url=address, **options) as http:
        for game in GAMES:  # what is compiled in the first seconds of a server's life is not what is measured here
            await warm_up(address, game)
        lots = [random.Random(number) for number in range(clients)]
        pairs = list(zip(lots, tallies, strict=True))
        tasks = [asyncio.create_task(analyse(address, lot, search, tally)) for lot, tally in pairs]
        tasks += [asyncio.create_task(look(http, lot, tally)) for lot, tally in pairs]
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            await asyncio.sleep(1)
            memory.append(memory_mb(process))
        for task in tasks:
            task.cancel()
        ends = await asyncio.gather(*tasks, return_exceptions=True)
        tallies[0].errors += [repr(end) for end in ends if isinstance(end, Exception)]
    return tallies, memory


async def warm_up(address: str, game: str) -> None:
    """Have a game compiled, if it can be."""
    async with connect(f"{address.replace('http', 'ws')}/api/analysis", origin=Origin(address), proxy=None) as socket:
        asked = {"type": "analyse", "id": 1, "game": game, "actions": [], "seconds": 20, "depth": None}
        await socket.send(json.dumps(asked))
        is_done = False
        while not is_done:
            told = json.loads(await socket.recv())
            is_ready = told["type"] == "decision" and told["decision"]["engine"] == "compiled"
            is_done = is_ready or told.get("is_final", False) or told["type"] == "error"


def main() -> None:
    """Print what was found, and whether it is what is wanted."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--clients", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--search", type=float, default=0.5)
    parser.add_argument("--workers", type=int, default=2)
    chosen = parser.parse_args()
    tallies, memory = asyncio.run(measure(chosen.clients, chosen.seconds, chosen.search, chosen.workers))

    searches = sorted(tally.searches for tally in tallies)
    median = statistics.median(searches)
    firsts = [tally.first_seconds for tally in tallies if tally.first_seconds is not None]
    taken = sorted(ms for tally in tallies for ms in tally.positions)
    p99 = taken[int(0.99 * (len(taken) - 1))]
    longest = max((place for tally in tallies for place in tally.places), default=0)
    errors = [error for tally in tallies for error in tally.errors]
    early, late = max(memory[: len(memory) // 3]), max(memory[-len(memory) // 3 :])
    misses = {
        "someone was never served": searches[0] == 0,
        "the slowest has less than half of the median's searches": searches[0] < WANTED_SHARE * median,
        f"positions take longer than {WANTED_MS:g} ms": p99 > WANTED_MS,
        "memory grows": late > WANTED_GROWTH * early,
        "requests failed": bool(errors),
    }
    console = Console(highlight=False, soft_wrap=True)
    console.print(
        f"searches of a client: least {searches[0]}, median {median:g}, most {searches[-1]}; up to {longest} in line"
    )
    console.print(
        f"first answer: {len(firsts)} clients, after {statistics.median(firsts):.1f} s, the last {max(firsts):.1f} s"
    )
    console.print(
        f"{len(taken):,} positions: median {statistics.median(taken):.0f} ms, p99 {p99:.0f} ms, most {taken[-1]:.0f} ms"
    )
    console.print(f"memory: {early:,.0f} MB in the first third, {late:,.0f} MB in the last")
    console.print(f"errors: {len(errors)}{f', such as {errors[0]}' if errors else ''}")
    missed = [name for name, is_missed in misses.items() if is_missed]
    console.print(f"missed: {', '.join(missed) or 'nothing'}")
    sys.exit(bool(missed))


if __name__ == "__main__":
    main()
