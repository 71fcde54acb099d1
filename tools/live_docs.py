"""A hook of MkDocs: marks what becomes alive in the published documentation (web/src/live).

Every page of a game gets its board, figures of the gallery can be stepped through, the code of tutorials can be run,
and a tree can be typed in. Each is only a button until somebody presses it: the engine is that of `plywise export`, in
the folder `play` of the site (`make site`).
"""

import re
from html import escape
from pathlib import PurePosixPath
from typing import Any

from plywise.games.catalog import list_games, load_game

GAMES = {"morris": "nine-mens-morris", "trees": "figure-5.2", "index": ""}
"""Pages whose game has another name."""

CODE = ("tutorials/", "algorithms/", "games/trees.md", "writing-a-game.md", "explain.md")
TREE = "[[3, 12, 8], [2, 4, 6], [14, 5, 2]]"
UNSTEPPED = ("figure-5.1",)
"""Figures that show no search."""


def on_page_content(html: str, page: Any, **_: Any) -> str:
    """Add to a page what is alive in it."""
    path = page.file.src_uri
    base = "../" * (len(PurePosixPath(page.file.dest_uri).parts) - 1) or "./"
    if path.startswith("games/"):
        html = _with_board(html, GAMES.get(PurePosixPath(path).stem, PurePosixPath(path).stem))
    if path == "games/trees.md":
        html = html.replace("<h2", f'<h2 id="type-in-a-tree">Type in a tree</h2>\n{_tree()}\n<h2', 1)
    if path == "gallery.md":
        html = re.sub(r'<p>(<img [^>]*src="[^"]*gallery/([\w.-]+)\.svg"[^>]*>)</p>', _with_player, html)
    if path == "index.md":
        html = html.replace("</h1>", '</h1>\n<p><a class="md-button md-button--primary" href="play/">Try it</a></p>', 1)
    is_code = path.startswith(CODE)
    marks = f'data-live-base="{base}"{" data-live-code" if is_code else ""}'
    links = (
        f'<link rel="stylesheet" href="{base}live/style.css"><script type="module" src="{base}live/live.js"></script>'
    )
    return f"<div {marks}>\n{html}\n</div>\n{links}"


def _with_board(html: str, game: str) -> str:
    if not game or (game in list_games() and load_game(game).hides):  # a page shows everything to everybody
        return html
    frame = _frame(f"play/index.html#/{game}?embed", "Play it here", f"A board of {game}")
    return re.sub(r"</h1>", f"</h1>\n{frame}", html, count=1)


def _with_player(found: re.Match[str]) -> str:
    image, name = found[1], found[2]
    player = "" if name in UNSTEPPED else _frame(f"players/{name}.html", "Step through it", f"{name}, step by step")
    return f"<p>{image}</p>\n{player}"


def _frame(address: str, label: str, title: str) -> str:
    return (
        f'<div class="live-place" data-live-frame="{escape(address)}" data-live-label="{label}" '
        f'data-live-title="{escape(title)}"></div>'
    )


def _tree() -> str:
    return (
        "<p>Nested lists of utilities to MAX: the search is explained step by step, in this page.</p>\n"
        f'<div class="live-place" data-live-tree="{escape(TREE)}"></div>'
    )
