"""Nine men's morris: tables as far as they are solved, compared with the published counts, with a plot of them all.

Counts and distances are those of the manifest, which `plywise solve` keeps up to date while it works. Published are
those of eigenraum/solving-nine-mens-morris, as a JSON file with `subspaces`.

Run: plywise solve nine-mens-morris --tier 18 --out morris
     python benchmarks/truth/morris.py morris --published morris.json --plot docs/pictures/morris.svg
"""

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

KINDS = ("wins", "draws", "losses")
COLOURS = ("#0072b2", "#b8bec5", "#c26a00")
ROW, LEFT, BAR, RIGHT, TOP = 15, 60, 400, 252, 66


def read_tables(folder: Path) -> dict[str, dict[str, Any]]:
    """Return what is known of each finished table, by its name."""
    path = next(path for name in ("manifest.json", "unfinished.json") if (path := folder / name).exists())
    return {entry["name"]: entry for entry in json.loads(path.read_text(encoding="utf-8"))["tables"]}


def differences(found: dict[str, Any], said: dict[str, Any]) -> list[str]:
    """Return what isn't as published."""
    longest = max(said["max_win_depth"], said["max_loss_depth"])
    pairs = [(name, found[name], said[name]) for name in KINDS] + [("longest", found["longest"], longest)]
    return [f"{name} {here:,} instead of {there:,}" for name, here, there in pairs if here != there]


def plot(tables: Sequence[dict[str, Any]], published: dict[str, Any]) -> str:
    """Return a bar for each subspace: won, drawn and lost; paler where it isn't solved here."""
    rows, solved = [], {entry["name"]: entry for entry in tables}
    for number, (name, said) in enumerate(published.items()):
        y, x = TOP + ROW * number, float(LEFT)
        total = sum(said[kind] for kind in KINDS)
        rows.append(f'<text x="{LEFT - 8}" y="{y + 10}" text-anchor="end">{name}</text>')
        for kind, colour in zip(KINDS, COLOURS, strict=True):
            width = BAR * said[kind] / total
            pale = "" if name in solved else ' opacity="0.35"'
            rows.append(f'<rect x="{x:.1f}" y="{y}" width="{width:.1f}" height="{ROW - 3}" fill="{colour}"{pale}/>')
            x += width
        longest = max(said["max_win_depth"], said["max_loss_depth"])
        rows.append(f'<text x="{LEFT + BAR + 80}" y="{y + 10}" text-anchor="end">{total:,}</text>')
        rows.append(f'<text x="{LEFT + BAR + 152}" y="{y + 10}" text-anchor="end">{longest}</text>')
        rows.append(f'<text x="{LEFT + BAR + 168}" y="{y + 10}">{"" if name in solved else "not here yet"}</text>')
    title = f"Nine men's morris, {len(solved)} of {len(published)} subspaces solved"
    heads = [
        f'<text class="title" x="20" y="26">{title}</text>',
        f'<text x="{LEFT + BAR + 80}" y="{TOP - 10}" text-anchor="end">states</text>',
        f'<text x="{LEFT + BAR + 152}" y="{TOP - 10}" text-anchor="end">most plies</text>',
    ]
    for number, (kind, colour) in enumerate(zip(("won", "drawn", "lost"), COLOURS, strict=True)):
        x = LEFT + 90 * number
        heads.append(f'<rect x="{x}" y="{TOP - 22}" width="12" height="12" fill="{colour}"/>')
        heads.append(f'<text x="{x + 18}" y="{TOP - 12}">{kind}</text>')
    width, height = LEFT + BAR + RIGHT, TOP + ROW * len(published) + 16
    style = "text { font: 11px system-ui, sans-serif; fill: #222; } .title { font-size: 15px; font-weight: bold; }"
    begin = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}">'
    ground = f'<rect width="{width}" height="{height}" rx="8" fill="#fff"/>'
    return "\n".join([begin, f"<style>{style}</style>", ground, *heads, *rows, "</svg>", ""])


def main() -> None:
    """Print what is as published and what isn't, and write the plot."""
    parser = argparse.ArgumentParser(description="Compare tables of nine men's morris with the published counts.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--published", type=Path, required=True)
    parser.add_argument("--plot", type=Path)
    args = parser.parse_args()
    published = json.loads(args.published.read_text(encoding="utf-8"))["subspaces"]
    tables = read_tables(args.folder)
    shown = Table("subspace")
    for column in ("states", "won", "drawn", "lost", "most plies", "bytes"):
        shown.add_column(column, justify="right", overflow="fold")
    shown.add_column("as published")
    for name in (name for name in published if name in tables):
        entry = tables[name]
        wrong = "; ".join(differences(entry, published[name]))
        numbers = [f"{entry[key]:,}" for key in ("states", *KINDS, "longest", "bytes")]
        shown.add_row(name, *numbers, wrong or "yes")
    console = Console()
    console.print(shown)
    states, size = (sum(entry[key] for entry in tables.values()) for key in ("states", "bytes"))
    console.print(f"{len(tables)} of {len(published)} subspaces, {states:,} states, {size:,} bytes")
    if args.plot:
        args.plot.write_text(plot(list(tables.values()), published), encoding="utf-8")


if __name__ == "__main__":
    main()
