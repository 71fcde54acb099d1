"""Takes the pictures of the docs: runs commands and saves what a terminal shows, as SVG without outside fonts.

Run it after a change that a reader can see: python docs/pictures.py
"""

import io
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.terminal_theme import MONOKAI

from plywise.agents import SearchOptions, decide
from plywise.cli.commands.play.analyse import draw_analysis
from plywise.cli.commands.rules.check import draw_report
from plywise.doctor import check_rules
from plywise.explain import draw_tree, grow
from plywise.games.catalog import load_game
from plywise.rules import Limit, OwnAction, with_observation
from plywise.search.hidden import force

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


CELL, GAP, LEVEL = 26, 120, 150


def belief(spec: str) -> str:
    """Draw a guaranteed mate of Kriegspiel as a tree: a board for each belief state, ? where Black's king may be."""
    game: Any = load_game(spec)
    plan = force(game, game.initial(), target=1)
    boards: list[str] = []
    lines: list[str] = []
    places: dict[Any, float] = {}

    def lay(known: tuple[Any, ...], states: list[Any], depth: int, left: float) -> float:
        """Lay out a belief state and all below it from the left; return where the next one goes."""
        ((action, _),) = plan.policy.rows[0, known]
        name, mates = game.action_name(states[0], action), False
        groups: dict[Any, list[Any]] = {}
        waiting = [(game.result(state, action), (*known, OwnAction(action))) for state in states]
        while waiting:
            state, seen = waiting.pop()
            seen = with_observation(seen, game.observe(state, 0))
            if game.is_terminal(state):
                mates = True
            elif game.to_move(state) == 0:
                groups.setdefault(seen, []).append(state)
            else:
                options = [o for o, _ in game.chances(state)] if game.to_move(state) < 0 else game.actions(state)
                waiting += [(game.result(state, each), seen) for each in options]
        right, middles = left, []
        for seen, group in sorted(groups.items(), key=lambda each: each[1][0].tried):
            right = lay(seen, group, depth + 1, right)
            middles.append((places[seen], "illegal" if group[0].tried else "nothing said"))
        right = max(right, left + game.size * CELL + GAP)
        middle = sum(at for at, _ in middles) / len(middles) if middles else (left + right - GAP) / 2
        places[known] = middle
        top = depth * LEVEL + 30
        boards.append(_board(game, states, middle - game.size * CELL / 2, top))
        below = top + game.size * CELL + 16
        lines.append(
            f'<text x="{middle}" y="{below}" class="try">{name}{": mate" if mates and not groups else ""}</text>'
        )
        for at, told in middles:
            y = (depth + 1) * LEVEL + 24
            lines.append(f'<line x1="{middle}" y1="{below + 6}" x2="{at}" y2="{y}"/>')
            lines.append(f'<text x="{(middle + at) / 2}" y="{(below + y) / 2 + 4}">{told}</text>')
        return float(right)

    root = (game.observe(game.initial(), 0),)
    width = lay(root, [game.initial()], 0, 20) - GAP + 20
    height = LEVEL * max(1 + sum(isinstance(part, OwnAction) for part in known) for _, known in plan.policy.rows)
    style = "text{font:14px sans-serif;text-anchor:middle}.try{font-weight:bold}line{stroke:#888}"
    parts = "".join([*lines, *boards])
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height}" width="{width:g}">'
        f'<style>{style}</style><rect width="100%" height="100%" fill="white"/>{parts}</svg>'
    )


def _board(game: Any, states: list[Any], left: float, top: float) -> str:
    """Draw White's men, and ? on each square where Black's king may be."""
    state = states[0]
    may_be = {each.black for each in states} if state.black >= 0 else {at for at, _ in game.chances(state)}
    parts = []
    for square in range(game.size * game.size):
        x, y = left + square % game.size * CELL, top + (game.size - 1 - square // game.size) * CELL
        fill = "#f3d9b1" if (square % game.size + square // game.size) % 2 else "#c99a6b"
        sign = "K" if square == state.king else game.piece if square == state.man else "?" if square in may_be else ""
        parts.append(f'<rect x="{x}" y="{y}" width="{CELL}" height="{CELL}" fill="{fill}"/>')
        parts.append(f'<text x="{x + CELL / 2}" y="{y + CELL * 0.72}">{sign}</text>' if sign else "")
    return "".join(parts)


def main() -> int:
    """Take every picture."""
    PICTURES.mkdir(exist_ok=True)
    take("analyse", "plywise analyse tic-tac-toe --state X2/1O1/2X", 64, analyse)
    take("tree", "plywise tree figure-5.2", 40, tree)
    take("check", "plywise check tic-tac-toe", 72, check)
    (PICTURES / "belief.svg").write_text(belief("kriegspiel:size=3"), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
