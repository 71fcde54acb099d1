"""What explanations and the app's first answers cost: seconds, and bytes that go to a browser.

- Laying out a tree of 2,000 nodes, in CPU time, the best of five.
- The page of figure 5.2 in one file, and the app's files as they are loaded first, gzipped.
- A large explanation as the service sends it: Connect Four by proof-number search.
- Explaining the start of three games, rules compiled before, in CPU time, the best of three.
- `plywise serve` with nothing compiled: the first decision on Connect Four over its WebSocket by the clock, and how
  long until the depth is one that only the compiled search reaches.

Run: python benchmarks/speed/explaining.py        Needs the extra `web`, and httpx.
"""

import contextlib
import gzip
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from importlib.resources import files
from typing import Any

import httpx
from rich.console import Console
from websockets import Origin
from websockets.sync.client import connect

from plywise import explain_state, load_game
from plywise.explain.svg.layout import Box, lay_out

NODES, DEEP = 2_000, 13
START, SEARCH = (
    {"game": "figure-5.2"},
    {"type": "analyse", "id": 1, "game": "connect-four", "actions": [], "seconds": 60},
)


def best(work: Callable[[], Any], runs: int) -> float:
    """Return the CPU seconds of the best run."""
    times = []
    for _ in range(runs):
        begun = time.process_time()
        work()
        times.append(time.process_time() - begun)
    return min(times)


def lay_out_tree() -> None:
    """Lay out a tree in which every node but the last has three children."""
    lay_out([None, *((node - 1) // 3 for node in range(1, NODES))], [Box(12, 30, 20, 20)] * NODES)


def first_load() -> tuple[int, int]:
    """Return the gzipped bytes of the app's first files, and of those that come with the player."""
    folder = files("plywise.service") / "built"
    sizes = {"player": 0, "": len(gzip.compress((folder / "index.html").read_bytes()))}
    for file in (folder / "assets").iterdir():
        sizes["player" if file.name.startswith("player") else ""] += len(gzip.compress(file.read_bytes()))
    return sizes[""], sizes["player"]


def explained(spec: str) -> float:
    """Return the CPU seconds that explaining a game's start takes, compiled before."""
    game = load_game(spec)
    explain_state(game)
    return best(lambda: explain_state(game), 3)


@contextlib.contextmanager
def serving(cache: str) -> Iterator[str]:
    """Run `plywise serve` with an empty cache; yield its address."""
    command = [sys.executable, "-m", "plywise", "serve", "--port", "0", "--no-open", "connect-four", "figure-5.2"]
    process = subprocess.Popen(
        command, env={**os.environ, "PLYWISE_CACHE_DIR": cache}, stdout=subprocess.PIPE, text=True
    )
    try:
        assert process.stdout
        found = re.search(r"http://127\.0\.0\.1:\d+", process.stdout.readline())
        assert found, "plywise serve gave no address"
        yield found[0]
    finally:
        process.terminate()
        process.wait(20)


def first_decision(address: str) -> tuple[float, float]:
    """Return the seconds to the first decision over the WebSocket, and to one that only compiled code reaches."""
    httpx.post(f"{address}/api/explanations", json=START, timeout=60)  # a worker is up, as it is for a person
    times: list[float] = []
    with connect(f"{address.replace('http', 'ws', 1)}/api/analysis", origin=Origin(address), proxy=None) as socket:
        begun = time.perf_counter()
        socket.send(json.dumps(SEARCH))
        depth = 0
        while depth < DEEP:
            message = json.loads(socket.recv(60))
            if message["type"] == "decision":
                times.append(time.perf_counter() - begun)
                depth = message["decision"]["depth"]
    return times[0], times[-1]


def sent(address: str) -> tuple[int, int, int]:
    """Return the nodes of a large explanation, and its bytes, plain and as they are sent."""
    asked = {"game": "connect-four", "algorithm": "proof-number"}
    answer = httpx.post(f"{address}/api/explanations", json=asked, timeout=120).raise_for_status()
    return len(answer.json()["panes"][0]["nodes"]), len(answer.content), answer.num_bytes_downloaded


def main() -> None:
    """Print the table."""
    console = Console(highlight=False, soft_wrap=True)
    app, player = first_load()
    page = explain_state(load_game("figure-5.2")).to_html()
    rows = {
        "a tree of 2,000 nodes laid out": f"{best(lay_out_tree, 5):.3f} CPU s",
        "the page of figure 5.2, all in one file": f"{len(page.encode()) / 1e3:.0f} kB",
        "the app's first load, gzipped": f"{app / 1e3:.0f} kB, and {player / 1e3:.0f} kB more for the player",
        "explaining the start of Othello": f"{explained('othello'):.2f} CPU s",
        "explaining the start of Connect Four": f"{explained('connect-four'):.2f} CPU s",
        "explaining the start of Kalah": f"{explained('kalah'):.2f} CPU s",
    }
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as cache, serving(cache) as address:
        first, deep = first_decision(address)
        nodes, whole, packed = sent(address)
    rows["first decision with nothing compiled, over the WebSocket"] = (
        f"{1e3 * first:.1f} ms; depth {DEEP} after {deep:.1f} s"
    )
    rows[f"an explanation of {nodes:,} nodes over HTTP"] = f"{whole / 1e6:.1f} MB, {packed / 1e3:.0f} kB gzipped"
    console.print(
        "| what | figure |", "|---|---|", *(f"| {what} | {figure} |" for what, figure in rows.items()), sep="\n"
    )


if __name__ == "__main__":
    main()
