"""Bytes of packed chess tables against Syzygy's, of the same materials: distances to a conversion, and outcomes alone.

    python benchmarks/truth/table_sizes.py [--tier 4] [--folder DIR]

Solves and packs first; with `--folder`, what is there already is used, and what is missing is added. Syzygy's files are
those of `PLYWISE_TEST_DATA/syzygy`. All files of a table count on both sides, and so does our manifest.
"""

import argparse
import os
import tempfile
from pathlib import Path

from rich.console import Console

from plywise import load_game
from plywise.knowledge.solved import SolvedFolder
from plywise.solve import solve_tiers
from plywise.solve.packing import pack_folder

console = Console(highlight=False, soft_wrap=True)
METRICS = ("conversion", "none")


def packed(folder: Path, tier: str, metric: str) -> Path:
    """Return a folder of packed tables, made if it isn't there."""
    game, solved, small = load_game("chess"), folder / metric, folder / f"{metric}-packed"
    if not (solved / "manifest.json").exists():
        solve_tiers(game, "chess", game.parse_tier(tier), solved, metric=metric)
    if not (small / "manifest.json").exists():
        for table in pack_folder(game, solved, small):
            console.print(f"{metric}: {table.name}, {table.before:,} bytes, packed {table.after:,}")
    return small


def sizes(folder: Path) -> dict[str, int]:
    """Return the bytes of each material's tables, both sides and en passant together, and of the manifest."""
    found = {"manifest": (folder / "manifest.json").stat().st_size}
    for entry in SolvedFolder.open(folder).manifest.tables:
        material = entry.name.split()[0]
        found[material] = found.get(material, 0) + entry.bytes
    return found


def print_sizes(syzygy: Path, ours: dict[str, dict[str, int]]) -> None:
    """Print a row for each material, and the sums."""
    console.print("| tables | conversion | Syzygy WDL + DTZ | outcomes | Syzygy WDL |\n|---|---|---|---|---|")
    sums = [0, 0, 0, 0]
    for material in sorted(ours["conversion"]):
        wdl, dtz = (
            path.stat().st_size if path.exists() else 0
            for path in (syzygy / f"{material}.rtbw", syzygy / f"{material}.rtbz")
        )
        row = [ours["conversion"][material], wdl + dtz, ours["none"][material], wdl]
        sums = [total + each for total, each in zip(sums, row, strict=True)]
        console.print(f"| {material} | " + " | ".join(f"{each:,}" for each in row) + " |")
    console.print("| all | " + " | ".join(f"{each:,}" for each in sums) + " |")
    console.print(f"times Syzygy: conversion {sums[0] / sums[1]:.2f}, outcomes {sums[2] / sums[3]:.2f}")


def main() -> None:
    """Measure."""
    asked = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    asked.add_argument("--tier", default="4")
    asked.add_argument("--folder", type=Path)
    chosen = asked.parse_args()
    data = os.environ.get("PLYWISE_TEST_DATA")
    if not data:
        raise SystemExit("Name the folder of the test data in PLYWISE_TEST_DATA.")
    with tempfile.TemporaryDirectory() as own:
        folder = chosen.folder or Path(own)
        print_sizes(Path(data) / "syzygy", {each: sizes(packed(folder, chosen.tier, each)) for each in METRICS})


if __name__ == "__main__":
    main()
