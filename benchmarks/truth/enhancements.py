"""Measure what each enhancement is worth on two games, and write the figures and plots into docs/enhancements.

Run it after changing the search: python benchmarks/truth/enhancements.py (about ten minutes). `--from FOLDER` uses
earlier measurements, made by `plywise ablate GAME ... --json > FOLDER/GAME.json`.
"""

import io
import json
import re
import subprocess
import sys
from datetime import date
from pathlib import Path
from typing import Any

from rich.console import Console

from plywise.cli.commands.measure.ablate import draw_ablation, plot_ablation
from plywise.explain import tell_ratio
from plywise.kernel import Switches
from plywise.lab import AblationRow

DOCS = Path(__file__).parents[2] / "docs"
GAMES = {
    "connect-four": ("--depth", "19", "--cap", "100", "--sweeps", "3"),
    "othello": ("--depth", "13", "--cap", "100", "--sweeps", "2"),
}
"""How each game is measured: deep enough for the baseline to take a second or two."""

TITLES = {"connect-four": "Connect Four", "othello": "Othello"}
BLOCK = r"(<!-- figures: {} -->\n).*?(<!-- end of figures -->)"


def main() -> int:
    """Measure or read, then fill in every page."""
    folder = Path(sys.argv[2]) if sys.argv[1:2] == ["--from"] else None
    found = {game: json.loads((folder / f"{game}.json").read_text()) if folder else measure(game) for game in GAMES}
    for game, data in found.items():
        fill(DOCS / "enhancements" / "index.md", game, tell_table(game, data))
        plot = plot_ablation(TITLES[game], data["depth"], len(data["states"]), read_rows(data))
        (DOCS / "pictures" / f"ablation-{game}.svg").write_text(plot, encoding="utf-8")
    for name in Switches.names():
        page = DOCS / "enhancements" / f"{'table' if name == 'any_depth' else name.replace('_', '-')}.md"
        if f"<!-- figures: {name} -->" in page.read_text(encoding="utf-8"):
            fill(page, name, tell_switch(name, found))
    return 0


def command(game: str) -> list[str]:
    """Return the command that measures a game."""
    return ["plywise", "ablate", game, *GAMES[game]]


def measure(game: str) -> dict[str, Any]:
    """Run the ablation of a game, showing its progress."""
    done = subprocess.run([*command(game), "--json"], stdout=subprocess.PIPE, text=True, check=True)
    return dict(json.loads(done.stdout))


def read_rows(data: dict[str, Any]) -> list[AblationRow]:
    """Return the rows of a measurement."""
    return [AblationRow(row.pop("without"), **row) for row in map(dict, data["rows"])]


def tell_table(game: str, data: dict[str, Any]) -> str:
    """Return a game's table as text, with the command that made it above."""
    console = Console(width=96, file=io.StringIO(), no_color=True)
    console.print(draw_ablation(read_rows(data), 96, in_colour=False))
    drawn = "\n".join(line.rstrip() for line in console.file.getvalue().splitlines())  # type: ignore[attr-defined]
    return f"`{' '.join(command(game))}`, {date.today()}\n\n```text\n{drawn}\n```\n"


def tell_switch(name: str, found: dict[str, dict[str, Any]]) -> str:
    """Return one switch's figures on every game."""
    lines = [f"| without `{name}` | states | CPU time |", "|---|---|---|"]
    for game, data in found.items():
        title = f"{TITLES[game]}, depth {data['depth']}"
        row = next((row for row in read_rows(data) if row.name == name), None)
        if row is None:
            lines.append(f"| {title} | nothing to switch off | |")
        else:
            sign = "> " if row.is_more else ""
            lines.append(f"| {title} | {sign}{tell_ratio(row.nodes_ratio)} | {sign}{tell_ratio(row.time_ratio)} |")
    return "\n" + "\n".join(lines) + "\n\n"


def fill(page: Path, name: str, text: str) -> None:
    """Put text between the marks of that name on a page."""
    old = page.read_text(encoding="utf-8")
    new, count = re.subn(BLOCK.format(re.escape(name)), lambda mark: f"{mark[1]}{text}{mark[2]}", old, flags=re.DOTALL)
    if count != 1:
        raise SystemExit(f"{page.name} has {count} places for the figures of {name}, not one.")
    page.write_text(new, encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
