"""`plywise book show`: a book's head, what was played in a state, and the main lines from there."""

from typing import Annotated, Any

import typer
from rich.text import Text
from rich.tree import Tree

from plywise.cli.commands.books.options import BookPath, OfGame, open_named
from plywise.cli.screen import StateText, console, draw_moves
from plywise.knowledge.books import BookMove, OpeningBook, ProbedBook
from plywise.rules import Game

DEEPEST = 12
RARE = 0.01
"""Of a state's games, the share below which an action is no main line."""


def show(
    path: BookPath,
    game: OfGame = None,
    state: StateText = None,
    depth: Annotated[int, typer.Option("--depth", min=1, max=DEEPEST, help="How many plies of the lines to show.")] = 4,
    width: Annotated[int, typer.Option("--width", min=1, max=20, help="How many actions of each state.")] = 3,
) -> None:
    """Show what was played in a state, how often and how it ended, and the main lines from there."""
    book, rules, start = open_named(path, game, state)
    if isinstance(book, OpeningBook):
        header = book.header
        console.print(
            f"{header.game}: {header.states:,} states of {header.games:,} games, to {header.plies} plies, "
            f"each in {header.min_games} games at least.",
            soft_wrap=True,
        )
        console.print(header.leaving.describe(), soft_wrap=True)
    named = book.name_of(start)
    console.print(Text(f"\n{rules.state_name(start)}{f'  {named}' if named else ''}\n"), soft_wrap=True)
    moves = book.moves(start)
    if not moves:
        console.print("The book doesn't know this state.")
        return
    console.print(draw_moves(rules, start, moves))
    tree = Tree(Text("\nMain lines", "dim"), guide_style="dim")
    _grow(tree, book, rules, start, moves, depth, width)
    console.print(tree)


def _grow(tree: Tree, book: ProbedBook, game: Game, state: Any, moves: list[BookMove], depth: int, width: int) -> None:
    """Add the most frequent actions, and what follows each of them."""
    total = sum(move.games for move in moves)
    for move in (move for move in moves[:width] if move.games >= RARE * total):
        name = Text.assemble((game.action_name(state, move.action), "bold"), (_tell(move, total), "dim"))
        branch = tree.add(name)
        after = game.play_action(state, move.action)
        if depth > 1:
            _grow(branch, book, game, after, book.moves(after), depth - 1, width)


def _tell(move: BookMove, total: int) -> str:
    mean = "" if move.mean is None else f", {move.mean:+.2f}"
    return f"  {move.games / total:.0%} of {total:,}{mean}{f'  {move.name}' if move.name else ''}"
