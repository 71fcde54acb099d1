"""Compiled search against hand-written C++, in one run: the same states, value and best action; nodes a second.

The twins in `twin/` are the kernel's algorithm and the games, written by hand and equal node for node. Each side has a
fresh table of 16 MB in every run; runs alternate, and a ratio is the median of the rounds' ratios of CPU time. Needs
g++.

Run: python benchmarks/speed/twin.py
"""

import argparse
import math
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from rich.console import Console
from rich.table import Table

from plywise.games.catalog import load_game
from plywise.kernel import Searcher, Switches
from plywise.rules import Limit

SOURCES = Path(__file__).parent / "twin"
TWIN_FLAGS = ("-std=c++20", "-O2", "-march=native")
"""Compared with -O3: as fast in Connect Four, 2% faster in Kalah, 8% faster in Othello."""

TABLE_MB = 16
TABLE_BITS = 20
"""The size of the prototype's table, as a power of two of entries of 16 bytes: 16 MB too."""

DEPTHS = {"connect-four": (20, 17), "othello": (15, 13), "kalah": (19, 16)}
"""For each game, the depth to search to, and the depth for --quick."""

PROTOTYPES = {"connect-four": ("c4", 17, 14), "othello": ("othello", 11, 9)}
"""For each game of the prototype, its source file, and the depths at which it takes about the same time."""

LEAST, LEAST_MEAN, LEAST_TO_PROTOTYPE = 0.85, 0.95, 0.9


@dataclass(frozen=True, slots=True)
class Run:
    """What one search visited and found, and how long it took; `value` is in steps to the player to move."""

    nodes: int
    seconds: float
    value: int = 0
    action: int = 0

    @property
    def rate(self) -> float:
        """Millions of nodes a second."""
        return self.nodes / self.seconds / 1e6

    @property
    def finding(self) -> tuple[int, int, int]:
        """The values in which twins must agree."""
        return self.nodes, self.value, self.action


@dataclass(frozen=True, slots=True)
class Race:
    """Alternating runs of two sides."""

    game: str
    depth: int
    ours: list[Run]
    theirs: list[Run]

    @property
    def ratio(self) -> float:
        """How many times the other side's nodes a second ours reaches."""
        return median(ours.rate / theirs.rate for ours, theirs in zip(self.ours, self.theirs, strict=True))


def build(source: Path, program: Path, flags: Sequence[str]) -> None:
    """Compile one C++ file."""
    try:
        subprocess.run(["g++", *flags, "-o", program, source], check=True, capture_output=True, text=True)
    except FileNotFoundError:
        raise SystemExit("The twins need a C++ compiler: install g++.") from None
    except subprocess.CalledProcessError as error:
        raise SystemExit(f"{source.name} doesn't compile:\n{error.stderr}") from None


def run_twin(program: Path, depth: int) -> Run:
    """Search with a twin, in a process of its own."""
    command = [str(program), str(depth), str(TABLE_MB)]
    words = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()
    return Run(int(words[0]), float(words[3]), int(words[1]), int(words[2]))


def run_plywise(searcher: Searcher, depth: int) -> Run:
    """Search with Plywise, with an emptied table."""
    searcher.clear()
    begun = time.process_time()
    decision = searcher.decide(limit=Limit(depth=depth))
    seconds = time.process_time() - begun
    values = [root.value for root in searcher.workers[0].order if root.depth == depth]
    if decision.depth != depth or not isinstance(decision.action, int):
        raise SystemExit(f"{searcher.game.name} is settled before depth {depth}: choose a depth that isn't.")
    return Run(decision.nodes, seconds, max(values), decision.action)


def run_prototype(program: Path, depth: int) -> Run:
    """Search with the prototype's C++, once."""
    text = subprocess.run([str(program), str(depth), "1"], check=True, capture_output=True, text=True).stdout
    figures = dict(word.split("=", 1) for word in text.split() if "=" in word)
    return Run(int(figures["nodes"]), float(figures["t"].rstrip("s")))


def race(game: str, depth: int, repeats: int, ours: Callable[[], Run], theirs: Callable[[], Run]) -> Race:
    """Run both sides in turn."""
    runs = [(ours(), theirs()) for _ in range(repeats)]
    return Race(game, depth, [pair[0] for pair in runs], [pair[1] for pair in runs])


def race_twin(game: str, depth: int, repeats: int, program: Path) -> Race:
    """Race Plywise against a twin; refuses if their results differ."""
    searcher = Searcher(load_game(game), Switches().without("rank", "symmetry"), table_mb=TABLE_MB)
    found = race(game, depth, repeats, lambda: run_plywise(searcher, depth), lambda: run_twin(program, depth))
    findings = {run.finding for run in (*found.ours, *found.theirs)}
    if len(findings) > 1:
        listed = " and ".join(f"{nodes:,} nodes, {value} steps, action {act}" for nodes, value, act in findings)
        raise SystemExit(f"{game} to depth {depth}: the twins differ ({listed}).")
    return found


def race_twins(folder: Path, repeats: int, quick: bool) -> list[Race]:
    """Build every twin and race it."""
    races = []
    for game, depths in DEPTHS.items():
        name = game.replace("-", "_")
        build(SOURCES / f"{name}.cpp", folder / name, TWIN_FLAGS)
        races.append(race_twin(game, depths[quick], repeats, folder / name))
    return races


def race_prototype(folder: Path, sources: Path, repeats: int, quick: bool) -> list[Race]:
    """Race the twins, which are already built, against the prototype's C++."""
    races = []
    for game, (name, *depths) in PROTOTYPES.items():
        twin, prototype = folder / game.replace("-", "_"), folder / f"prototype_{name}"
        build(sources / f"{name}.cpp", prototype, ("-O3", "-march=native", f"-DTTB={TABLE_BITS}"))
        races.append(_race_with(game, depths[quick], DEPTHS[game][quick], repeats, twin, prototype))
    return races


def _race_with(game: str, prototype_depth: int, depth: int, repeats: int, twin: Path, prototype: Path) -> Race:
    return race(game, depth, repeats, lambda: run_twin(twin, depth), lambda: run_prototype(prototype, prototype_depth))


def find_prototype(given: Path | None) -> Path | None:
    """Return the folder of the prototype's C++: the one given, or the one beside the test data."""
    data = os.environ.get("PLYWISE_TEST_DATA")
    folder = given or (Path(data).parent / "prototype" if data else None)
    if given and not (given / "cpp").is_dir():
        raise SystemExit(f"There is no folder cpp in {given}: name the prototype's folder.")
    return folder / "cpp" if folder and (folder / "cpp").is_dir() else None


def show(races: Sequence[Race], ours: str, theirs: str) -> Table:
    """Lay out the races: medians, and the median of ratios."""
    table = Table(box=None, pad_edge=False)
    for heading in ("game", "depth", "nodes", f"{ours} M nodes/s", f"{theirs} M nodes/s", "ratio"):
        table.add_column(heading, justify="left" if heading == "game" else "right")
    for each in races:
        rates = [f"{median(run.rate for run in runs):.1f}" for runs in (each.ours, each.theirs)]
        table.add_row(each.game, str(each.depth), f"{each.ours[0].nodes:,}", *rates, f"{each.ratio:.2f}")
    return table


def complaints(twins: Sequence[Race], mean: float, prototypes: Sequence[Race]) -> list[str]:
    """List what is slower than wanted."""
    found = [f"{each.game} has {each.ratio:.2f}, wanted {LEAST}." for each in twins if each.ratio < LEAST]
    if mean < LEAST_MEAN:
        found.append(f"The mean is {mean:.2f}, wanted {LEAST_MEAN}.")
    slow = [each for each in prototypes if each.ratio < LEAST_TO_PROTOTYPE]
    found += [f"The twin of {each.game} has {each.ratio:.2f} of the prototype, wanted 0.9." for each in slow]
    return found


def parse_arguments() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description="Race the compiled search against hand-written C++.")
    parser.add_argument("--repeats", type=int, default=7, help="how many times each side runs (7)")
    parser.add_argument("--quick", action="store_true", help="search less deeply: figures are rougher")
    parser.add_argument("--prototype", type=Path, metavar="DIR", help="the folder of the prototype, to compare with")
    arguments = parser.parse_args()
    if arguments.repeats < 1:
        parser.error("--repeats must be at least 1")
    return arguments


def main() -> int:
    """Print the tables; fail if a ratio is too low."""
    arguments, console = parse_arguments(), Console(highlight=False, soft_wrap=True)
    prototype = find_prototype(arguments.prototype)
    races: list[Race] = []
    with tempfile.TemporaryDirectory() as folder:
        twins = race_twins(Path(folder), arguments.repeats, arguments.quick)
        console.print(show(twins, "Plywise", "C++"))
        if prototype:
            races = race_prototype(Path(folder), prototype, arguments.repeats, arguments.quick)
            console.print("", show(races, "twin", "prototype"), sep="\n")
        else:
            console.print("\nThe twins weren't compared with the prototype: give its folder with --prototype.")
    mean = math.exp(sum(math.log(each.ratio) for each in twins) / len(twins))
    wrong = complaints(twins, mean, races)
    console.print(*wrong, f"\nGeometric mean of the ratios to C++: {mean:.2f}", sep="\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
