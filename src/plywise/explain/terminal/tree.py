"""A partial game tree in the terminal, as figure 5.1 draws it: a few plies, each state with its backed-up value.

▲ = 3                   ▲ MAX moves, ▽ MIN moves, ○ chance moves, ■ the game is over; in games with more
├── a1 ▽ = 3 ◀          players ● and the player's letter. "=" is what the rules say, "≈" leans on estimates
└── a2 ▽ = 2            at the tree's edge, "?" has none; ◀ is the choice. Values are to A, or everyone's.
"""

from collections.abc import Mapping
from typing import Any

from rich.console import Group, RenderableType
from rich.text import Text
from rich.tree import Tree as RichTree

from plywise.explain.terminal.board import PLAYER_STYLES, draw_board
from plywise.explain.trace import TreeBranch, tell_values
from plywise.rules import CHANCE, MAX, Game, as_view


def draw_tree(
    game: Game, root: TreeBranch, width: int = 9, boards: bool = False, notes: Mapping[Any, Text] | None = None
) -> RichTree:
    """Draw a grown tree for the terminal, at most `width` children at each state, boards at the states if asked.

    `notes` are put beside the states they are about.
    """
    notes = notes or {}
    top = RichTree(_draw_state(game, root, boards, notes.get(root.state)), guide_style="dim")
    waiting = [(top, root)]
    while waiting:
        drawn, branch = waiting.pop()
        for child in branch.children[:width]:
            waiting.append((drawn.add(_draw_state(game, child, boards, notes.get(child.state))), child))
        if len(branch.children) > width:
            drawn.add(Text(f"… {len(branch.children) - width} more", style="dim"))
    return top


def _draw_state(game: Game, branch: TreeBranch, boards: bool, note: Text | None) -> RenderableType:
    line = Text()
    if branch.label:
        line.append(f"{branch.label} ", style="bold green" if branch.is_best else "bold")
    line.append_text(_draw_player(game, branch.player))
    line.append(f" {tell_values(game, branch)}")
    if branch.is_best:
        line.append(" ◀", style="green")
    if branch.is_shown_above:
        line.append(" ↑", style="dim")
    if note is not None:
        line.append("  ").append_text(note)
    return Group(line, draw_board(as_view(game.view(branch.state)))) if boards else line


def _draw_player(game: Game, player: int | None) -> Text:
    if player is None:
        return Text("■", style="dim")
    if player == CHANCE:
        return Text("○ chance")
    style = PLAYER_STYLES[player % len(PLAYER_STYLES)]
    if not game.is_adversarial:
        return Text(f"● {game.name_of(player)}", style=style)
    return Text("▲" if player == MAX else "▽", style=style)
