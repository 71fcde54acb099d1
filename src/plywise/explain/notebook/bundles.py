"""What a notebook gets to show, by kind: a picture or a table, and always a text for where there is neither.

| what | shown as |
|---|---|
| a game | its name, what it is, and the board it starts with; a tree with the values of its leaves |
| a state | its board |
| a record | the board it has come to, and the actions played |
| a decision | a table of the actions |

Pictures are `image/svg+xml`, which notebooks, GitHub and converters to PDF all show; only a decision is a table.
"""

import inspect
from functools import singledispatch
from typing import Any

from plywise.explain.notebook.board import draw_board_picture
from plywise.explain.notebook.tables import decision_rows, headline, to_html, to_markdown
from plywise.explain.prose import tell_outcome, write_number
from plywise.explain.svg import NodeDrawing, Panel, draw_picture
from plywise.explain.terminal import draw_board
from plywise.explain.trace import list_options
from plywise.rules import Decision, Game, Record, View, view_of

PICTURE, PAGE, MARKDOWN, TEXT = "image/svg+xml", "text/html", "text/markdown", "text/plain"

MOST_NODES = 300
"""A tree with more nodes is shown as the node that its state is."""

PLIES_IN_LINE = 12


@singledispatch
def bundle(thing: Any, state: Any = None) -> dict[str, str]:
    """Return what a notebook may show of something, the text last.

    >>> from plywise.games.nim import Nim
    >>> sorted(bundle(Nim()))
    ['image/svg+xml', 'text/plain']
    """
    return {TEXT: repr(thing)}


@bundle.register
def _(thing: Game, state: Any = None) -> dict[str, str]:
    if state is not None:
        view = view_of(thing, state)
        return _of_view(view, "", [])
    start = thing.initial()
    view, about = view_of(thing, start), _first_sentence(thing)
    if view.look.board == "tree":
        drawings = _draw_tree(thing, start)
        if drawings is not None:
            return {PICTURE: draw_picture(thing.name, [Panel(drawings)]), TEXT: repr(thing)}
    return {PICTURE: draw_board_picture(view, thing.name, [about] if about else []), TEXT: repr(thing)}


@bundle.register
def _(thing: View, state: Any = None) -> dict[str, str]:
    return _of_view(thing, "", [])


@bundle.register
def _(thing: Record, state: Any = None) -> dict[str, str]:
    names = thing.action_names
    lines = [" ".join(names[at : at + PLIES_IN_LINE]) for at in range(0, len(names), PLIES_IN_LINE)]
    if thing.is_over:
        lines.append(tell_outcome(thing))
    view = view_of(thing.game, thing.state)
    return {PICTURE: draw_board_picture(view, thing.game.name, lines), TEXT: repr(thing)}


@bundle.register
def _(thing: Decision, state: Any = None) -> dict[str, str]:
    if thing.place is None:
        return {TEXT: repr(thing)}
    game, state = thing.place
    heading, rows = headline(game, state, thing), decision_rows(game, state, thing)
    return {PAGE: to_html(heading, rows), MARKDOWN: to_markdown(heading, rows), TEXT: repr(thing)}


def _of_view(view: View, title: str, lines: list[str]) -> dict[str, str]:
    return {PICTURE: draw_board_picture(view, title, lines), TEXT: draw_board(view).plain}


def _first_sentence(game: Game) -> str:
    """Return the first sentence of a game's docstring; nothing where it has none of its own."""
    words = inspect.getdoc(type(game)) if type(game).__doc__ else ""
    return " ".join((words or "").split("\n\n")[0].split()).partition(". ")[0].rstrip(".")


def _draw_tree(game: Game, start: Any) -> list[NodeDrawing] | None:
    """Draw a whole tree without the values that a search would find; nothing of one too large to be seen at once."""
    drawings: list[NodeDrawing] = []
    waiting: list[tuple[Any, int | None, str]] = [(start, None, "")]
    for state, parent, action in waiting:
        is_over = game.is_terminal(state)
        seats = range(1 if game.is_adversarial else game.players)
        worth = ", ".join(write_number(game.utility(state, seat)) for seat in seats) if is_over else ""
        label = worth if len(seats) == 1 or not worth else f"({worth})"
        player = None if is_over else game.to_move(state)
        seated = not game.is_adversarial
        drawings.append(NodeDrawing(parent, action, player, label, label, is_leaf=is_over, has_seats=seated))
        number = len(drawings) - 1
        if not is_over:
            options = list_options(game, state)
            waiting += [(each.child, number, game.action_name(state, each.action)) for each in options]
        if len(waiting) > MOST_NODES:
            return None
    return drawings
