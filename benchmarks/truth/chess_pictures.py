"""Draw the two figures of docs/games/chess.md: lines of play with their boards, and how each state is estimated.

    python benchmarks/truth/chess_pictures.py

The line drawn as the best is the one that quiescence, or singular extension, chooses; the other is the one that looks
better without it.
"""

from pathlib import Path
from typing import Any

from plywise.explain.svg import draw_branches
from plywise.explain.trace import TreeBranch
from plywise.games.chess import Chess

FOLDER = Path(__file__).parents[2] / "docs" / "pictures"

FIGURES = {
    "hanging-queen": ("6k1/1p3ppp/p2q4/3p4/8/1P2P3/P4PPP/3Q2K1 w - - 0 1", "The hanging queen", ["Qd4", "Qxd5 Qxd5"]),
    "doomed-bishop": (
        "6k1/b5p1/1pNp4/3p1p2/2P5/4K2P/1P3PP1/8 b - - 0 1",
        "The doomed bishop",
        ["dxc4 Nxa7", "f4+ Kxf4 dxc4 Nxa7"],
    ),
}
"""By name: the position, the title, and the lines, the best first."""


def make_branch(game: Chess, state: Any, label: str, is_best: bool) -> TreeBranch:
    """Return a state with its estimate."""
    values = (game.evaluate(state, 0), game.evaluate(state, 1))
    return TreeBranch(state, label, game.to_move(state), values, is_exact=False, is_evaluation=True, is_best=is_best)


def draw_lines(fen: str, title: str, lines: list[str]) -> str:
    """Return the picture of a position and the lines that follow it."""
    game = Chess(fen)
    root = make_branch(game, game.initial(), "", is_best=True)
    for number, line in enumerate(lines):
        at = root
        for name in line.split():
            action: Any = game.parse_action(at.state, name)
            label = game.action_name(at.state, action)
            at.children.append(make_branch(game, game.result(at.state, action), label, is_best=number == 0))
            at = at.children[-1]
    return draw_branches(game, root, title=title)


def main() -> None:
    """Write the pictures."""
    for name, figure in FIGURES.items():
        (FOLDER / f"chess-{name}.svg").write_text(draw_lines(*figure), encoding="utf-8")


if __name__ == "__main__":
    main()
