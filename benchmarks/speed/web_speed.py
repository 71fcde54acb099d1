"""How fast the same search is in a browser: states/s of WebAssembly kernels in Chromium, as a share of machine code's.

Alpha-beta from the first state to a depth, action by action with full windows, on one thread and a table of 16 MB; both
visit the same states and find the same values, or it ends with status 1. The two take turns, and the best of each
counts, by processor time: of this process, and of Chromium's renderer.

With --variants, chess and the others are also compiled without SIMD, without bulk memory, with byte swaps by shifts,
and optimised once more by Binaryen's wasm-opt (`npm install binaryen` in web, if it is wanted).

Run: python benchmarks/speed/web_speed.py [--games connect-four,chess] [--rounds 3] [--variants]
"""

import argparse
import base64
import json
import math
import subprocess
import sys
import tempfile
import time
from array import array
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table as Shown

from plywise import load_game
from plywise.kernel.alpha_beta.root_search import RootSearch
from plywise.kernel.alpha_beta.searcher import Searcher
from plywise.kernel.building import KernelKind, build, noted_kinds
from plywise.kernel.building.compiler import compiling
from plywise.kernel.building.compiler.wasm_linker import link_wasm
from plywise.kernel.building.disk.kernel import WASM_FEATURES
from plywise.kernel.building.request import read_request
from plywise.kernel.native import link, portable, wasm_object
from plywise.kernel.running import root_actions
from plywise.rules import Limit

ROOT = Path(__file__).parents[2]
DEPTHS = {"connect-four": 18, "othello": 13, "chess": 7, "kalah": 15}
WANTED, WANTED_EACH = 0.6, 0.45
INFINITE = 1 << 40


@dataclass
class Trial:
    """One game's search, ready to be repeated here and in a browser."""

    game: str
    searcher: Searcher
    kind: KernelKind
    start: list[int]
    codes: list[int]
    depth: int
    values: list[int]
    nodes: int = 0
    seconds: float = math.inf

    @classmethod
    def of(cls, name: str) -> "Trial":
        """Make a game's search ready."""
        game = load_game(name)
        with noted_kinds() as kinds:
            searcher = Searcher(game, table_mb=16)
        state = game.initial()
        RootSearch(searcher.workers, state, root_actions(game, state, ()), Limit(depth=DEPTHS[name]), ())
        worker = searcher.workers.first
        block = worker.block
        return cls(
            name, searcher, kinds[0], block[0 : len(block)], [root.code for root in worker.order], DEPTHS[name], []
        )

    def run_here(self) -> None:
        """Search once, by machine code."""
        searcher, block, layout = self.searcher, self.searcher.workers.first.block, self.searcher.machine.layout
        searcher.table.clear()
        block[0 : len(block)] = self.start
        block[layout.TABLE_AT] = searcher.table.address
        started, self.values = time.process_time(), []
        for depth in range(self.depth):
            for code in self.codes:
                self.values.append(searcher.machine.call("search", block, code, depth, -INFINITE, INFINITE))
        self.seconds = min(self.seconds, time.process_time() - started)
        self.nodes = searcher.workers.first.nodes

    def for_page(self, kernel: bytes, manifest: dict[str, Any]) -> dict[str, Any]:
        """Return all that a page needs for the same search."""
        layout = self.searcher.machine.layout
        places = {name: getattr(layout, name) for name in ("TABLE_AT", "SPENT", "QUANTUM", "LEFT")}
        return {
            "kernel": base64.b64encode(kernel).decode(),
            "manifest": manifest,
            "block": base64.b64encode(array("q", self.start).tobytes()).decode(),
            "codes": self.codes,
            "depth": self.depth,
            "table": 32 << self.searcher.table.bits,
            **places,
        }


def compiled(trial: Trial, features: str = WASM_FEATURES, swaps: bool = False) -> tuple[bytes, dict[str, Any]]:
    """Compile a kernel for a page in this very process, with other features than usual where that is asked."""
    game = trial.searcher.game
    with tempfile.TemporaryDirectory() as folder:
        lowered = build._lowered(game, trial.kind)
        said = build._request(game, trial.kind, lowered, Path(folder), "kernel")
        request = read_request(json.loads(json.dumps(said)))
        kept: dict[str, Any] = {}

        def keep(functions: Any) -> Any:
            kept["module"] = link(functions)
            return kept["module"].clone()

        compiling.link = keep
        compiling.compile_kernel(request, lambda done, of: None)
        manifest = json.loads((Path(folder) / "kernel.json").read_text(encoding="utf-8"))
    usual = portable._with_shuffles
    if swaps:
        portable._with_shuffles = lambda module, builder: module
    try:
        code, _, stack = wasm_object(kept["module"], features)
    finally:
        portable._with_shuffles = usual
    return link_wasm(code), {**manifest, "stack": stack}


def in_browser(work: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Run searches in Chromium."""
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump(work, file)
        file.flush()
        script = ROOT / "benchmarks" / "speed" / "web_speed.mjs"
        done = subprocess.run(["node", script, file.name], capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(done.stderr[-2000:])
    answers: list[dict[str, Any]] = json.loads(done.stdout)
    return answers


def optimised(kernel: bytes) -> bytes | None:
    """Return a kernel after Binaryen's own passes, where Binaryen is there."""
    tool = ROOT / "web" / "node_modules" / "binaryen" / "bin" / "wasm-opt"
    if not tool.exists():
        return None
    with tempfile.TemporaryDirectory() as folder:
        before, after = Path(folder) / "before.wasm", Path(folder) / "after.wasm"
        before.write_bytes(kernel)
        known = ("simd", "bulk-memory", "sign-ext", "nontrapping-float-to-int", "mutable-globals")
        flags = ["-O4", *(f"--enable-{feature}" for feature in known), str(before), "-o", str(after)]
        subprocess.run(["node", str(tool), *flags], check=True, capture_output=True)
        return after.read_bytes()


def main() -> None:
    """Measure, show, and say whether what is wanted was reached."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", default=",".join(DEPTHS))
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--variants", action="store_true")
    asked = parser.parse_args()
    trials = [Trial.of(name) for name in asked.games.split(",")]
    compiling.prepare()
    forms: dict[str, Any] = {"as exported": {}}
    if asked.variants:
        forms["without SIMD"] = {"features": WASM_FEATURES.replace(",+simd128", "")}
        forms["without bulk memory"] = {"features": WASM_FEATURES.replace("+bulk-memory,", "")}
        forms["byte swaps by shifts"] = {"swaps": True}
    kernels = {(trial.game, form): compiled(trial, **how) for form, how in forms.items() for trial in trials}
    if asked.variants:
        for trial in trials:
            code, manifest = kernels[trial.game, "as exported"]
            again = optimised(code)
            if again:
                kernels[trial.game, "wasm-opt -O4"] = again, manifest
    best = dict.fromkeys(kernels, math.inf)
    wrong = False
    for _ in range(asked.rounds):
        for trial in trials:
            trial.run_here()
        work = {key: trial.for_page(*kernels[key]) for trial in trials for key in kernels if key[0] == trial.game}
        for key, answer in zip(work, in_browser(list(work.values())), strict=True):
            trial = next(each for each in trials if each.game == key[0])
            wrong |= answer["nodes"] != trial.nodes or answer["values"] != trial.values
            best[key] = min(best[key], answer["seconds"])
    _show(trials, kernels, best)
    shares = [trial.seconds / best[trial.game, "as exported"] for trial in trials]
    mean = math.prod(shares) ** (1 / len(shares))
    Console().print(f"geometric mean {mean:.2f} (wanted {WANTED}), least {min(shares):.2f} (wanted {WANTED_EACH})")
    if wrong:
        sys.exit("The browser visited other states, or found other values.")
    sys.exit(mean < WANTED or min(shares) < WANTED_EACH)


def _show(trials: list[Trial], kernels: dict[Any, Any], best: dict[Any, float]) -> None:
    shown = Shown("game", "kernel", "states", "M/s here", "M/s in Chromium", "share", "kB", box=None, pad_edge=False)
    for trial in trials:
        for (game, form), (code, _) in kernels.items():
            if game == trial.game:
                here, there = trial.nodes / trial.seconds / 1e6, trial.nodes / best[game, form] / 1e6
                row = (game, form, f"{trial.nodes:,}", f"{here:.2f}", f"{there:.2f}", f"{there / here:.2f}")
                shown.add_row(*row, f"{len(code) / 1000:.1f}")
    Console(width=120).print(shown)


if __name__ == "__main__":
    main()
