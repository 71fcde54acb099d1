"""Part of a game tree as a picture: a few plies with their boards, and what they are worth (figure 5.1).

`draw_branches` draws a tree that `grow` has made, with its values. `draw_partial` draws what a tree is, for a game far
too large to draw: every action at the root, then one state of each ply opened further, and at last one end of each
kind.
"""

from dataclasses import replace
from typing import Any

from plywise.explain.prose import write_number
from plywise.explain.svg.node_drawing import NodeDrawing
from plywise.explain.svg.picture import Panel, draw_picture
from plywise.explain.trace import (
    TreeBranch,
    count_branches,
    list_options,
    seat_names,
    short_name,
    tell_values,
)
from plywise.rules import MAX, Game, View, view_of

MOST_TRIED = 20_000
"""After this many states, an end of a kind that has not been found is left out."""


def draw_branches(game: Game, root: TreeBranch, *, title: str = "", width: int = 9, boards: bool = True) -> str:
    """Draw a grown tree as SVG, at most `width` children at each state."""
    drawings = _draw_branch_nodes(game, root, width, boards)
    values = f"Numbers are values to {own_name(game)}" if game.is_adversarial else "Numbers are values to every player"
    told = f"{values}: by the rules, ≈ by estimate, ? unknown."
    return draw_picture(title or f"{game.name}: what can follow", [Panel(drawings)], values=told)


def own_name(game: Game) -> str:
    """Name the player to whom the values of a game between two are."""
    return "MAX" if game.is_adversarial else game.name_of(MAX)


def _draw_branch_nodes(game: Game, root: TreeBranch, width: int, boards: bool) -> list[NodeDrawing]:
    drawings: list[NodeDrawing] = []
    waiting: list[tuple[TreeBranch, int | None, bool]] = [(root, None, True)]
    for branch, parent, on_line in waiting:
        label = tell_values(game, branch).removeprefix("= ")
        drawn = branch.children[:width]
        drawings.append(
            NodeDrawing(
                parent,
                branch.label,
                branch.player,
                label,
                label,
                see(game, branch.state) if boards else None,
                is_best=parent is not None and on_line,
                folded=sum(map(count_branches, branch.children[width:])),
                is_leaf=not drawn,
                has_seats=not game.is_adversarial,
                players=seat_names(game),
                name=_name(game, branch.state, branch.label),
            )
        )
        waiting += [(child, len(drawings) - 1, on_line and child.is_best) for child in drawn]
    return drawings


def see(game: Game, state: Any) -> View | None:
    """Return a state's board, or nothing where a game has none; a tree's nodes needn't show the tree again."""
    view = view_of(game, state)
    return view if view.cells and view.look.board != "tree" else None


def draw_partial(game: Game, state: Any = None, *, plies: int = 3, width: int = 4, title: str = "") -> str:
    """Draw the first plies of a game from a state, opening one state of each, and ends of every utility to A."""
    state = game.initial() if state is None else state
    drawings = [_draw_node(game, state, None, "")]
    opened, parent = state, 0
    for ply in range(plies):
        if game.is_terminal(opened):
            break
        names = _successors(game, opened)
        shown = names if ply == 0 else names[:width]
        first = len(drawings)
        drawings += [_draw_node(game, child, parent, name) for name, child in shown]
        drawings[parent] = replace(drawings[parent], is_leaf=False)
        opened, parent = shown[0][1], first
    if not game.is_terminal(opened):
        ends = find_ends(game, opened)
        drawings += [replace(_draw_node(game, end, parent, ""), is_jump=True) for end in ends]
        drawings[parent] = replace(drawings[parent], is_leaf=not ends)
    note = "Part of the tree: one state of each ply is opened further. Dotted lines leave plies out."
    values = f"Numbers are utilities to {own_name(game)}" if game.is_adversarial else "Numbers are utilities"
    return draw_picture(title or f"{game.name}: part of its game tree", [Panel(drawings)], note=note, values=values)


def _draw_node(game: Game, state: Any, parent: int | None, name: str) -> NodeDrawing:
    is_over = game.is_terminal(state)
    label = _tell_utilities(game, state) if is_over else ""
    player = None if is_over else game.to_move(state)
    return NodeDrawing(
        parent,
        name,
        player,
        label,
        label,
        see(game, state),
        has_seats=not game.is_adversarial,
        players=seat_names(game),
        name=_name(game, state, name),
    )


def _name(game: Game, state: Any, action: str) -> str:
    name = short_name(game, state)
    return "" if name == action else name


def _tell_utilities(game: Game, state: Any) -> str:
    seats = range(1 if game.is_adversarial else game.players)
    numbers = ", ".join(write_number(game.utility(state, seat)) for seat in seats)
    return numbers if len(seats) == 1 else f"({numbers})"


def _successors(game: Game, state: Any) -> list[tuple[str, Any]]:
    return [(game.action_name(state, option.action), option.child) for option in list_options(game, state)]


def find_ends(game: Game, state: Any) -> list[Any]:
    """Return for each utility to A the first end found with it, the worst first."""
    found: dict[float, Any] = {}
    waiting, tried = [state], 0
    while waiting and tried < MOST_TRIED and len(found) < 3:
        here, tried = waiting.pop(), tried + 1
        if game.is_terminal(here):
            found.setdefault(game.utility(here, 0), here)
        else:
            waiting += [child for _, child in reversed(_successors(game, here))]
    return [found[utility] for utility in sorted(found)]
