"""Takes the pictures of the docs: runs commands and saves what a terminal shows, as SVG without outside fonts.

Run it after a change that a reader can see: python docs/pictures.py
"""

import io
import sys
from collections.abc import Callable
from pathlib import Path

from rich.console import Console
from rich.terminal_theme import MONOKAI

from plywise.agents import SearchOptions, decide
from plywise.cli.commands.play.analyse import draw_analysis
from plywise.cli.commands.rules.check import draw_report
from plywise.doctor import check_rules
from plywise.explain import draw_tree, grow
from plywise.games.catalog import load_game
from plywise.rules import Limit

PICTURES = Path(__file__).parent / "pictures"

FRAME = """<svg class="rich-terminal" viewBox="0 0 {width} {height}" xmlns="http://www.w3.org/2000/svg">
<style>
.{unique_id}-matrix {{ font-family: ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace;
  font-size: {char_height}px; line-height: {line_height}px; font-variant-east-asian: full-width; }}
.{unique_id}-title {{ font-size: 18px; font-weight: bold; font-family: sans-serif; }}
{styles}
</style>
<defs>
<clipPath id="{unique_id}-clip-terminal">
<rect x="0" y="0" width="{terminal_width}" height="{terminal_height}" />
</clipPath>
{lines}
</defs>
{chrome}
<g transform="translate({terminal_x}, {terminal_y})" clip-path="url(#{unique_id}-clip-terminal)">
{backgrounds}
<g class="{unique_id}-matrix">
{matrix}
</g>
</g>
</svg>
"""


def take(name: str, command: str, width: int, draw: Callable[[Console], None]) -> None:
    """Save what a command shows as a picture."""
    console = Console(record=True, width=width, file=io.StringIO(), force_terminal=True, highlight=False)
    draw(console)
    svg = console.export_svg(title=command, theme=MONOKAI, code_format=FRAME, unique_id=name)
    (PICTURES / f"{name}.svg").write_text(svg, encoding="utf-8")


def analyse(console: Console) -> None:
    """Draw a tic-tac-toe analysis in which one action wins."""
    game = load_game("tic-tac-toe")
    state = game.parse_state("X2/1O1/2X")
    console.print(
        draw_analysis(game, state, decide(game, state, limit=Limit(time=10), options=SearchOptions(all_exact=True)))
    )


def tree(console: Console) -> None:
    """Draw figure 5.2."""
    game = load_game("figure-5.2")
    console.print(draw_tree(game, grow(game, game.initial(), 2)))


def check(console: Console) -> None:
    """Draw the doctor's report on a sound game."""
    console.print(draw_report(check_rules(load_game("tic-tac-toe"), compiled=True)))


def main() -> int:
    """Take every picture."""
    PICTURES.mkdir(exist_ok=True)
    take("analyse", "plywise analyse tic-tac-toe --state X2/1O1/2X", 64, analyse)
    take("tree", "plywise tree figure-5.2", 40, tree)
    take("check", "plywise check tic-tac-toe", 72, check)
    return 0


if __name__ == "__main__":
    sys.exit(main())
