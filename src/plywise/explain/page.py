"""An explanation as one HTML file that needs nothing else, or as a fragment for a notebook.

    <script type="application/json">   the explanation as data, in which no text can end the element
    <script>                           the player, built from web/src/player into `built/`

The page asks nothing of any network: its policy allows the one script and the one style sheet that it carries, by
their hashes, and nothing else. A notebook shows the same page in a frame of its own (`srcdoc`), so that several
explanations, the notebook's styles and other outputs' scripts can't get in each other's way; the frame may run its
script and nothing more.

>>> page = to_html({"format": "plywise-explanation-1", "panes": []}, "A < B")
>>> "<title>A &lt; B</title>" in page
True
"""

from functools import cache
from html import escape
from importlib.resources import files
from typing import Any

from plywise.one_page import Distinct, one_page

PAGE_STYLE = """:root { color-scheme: light dark; background: light-dark(#ffffff, #1e2129); }
:root[data-theme="light"] { color-scheme: light; }
:root[data-theme="dark"] { color-scheme: dark; }
body { margin: 0 auto; padding: clamp(0.75rem, 2.5vw, 2rem); padding-bottom: 0; max-width: 1560px; }
noscript p { font: 16px/1.5 system-ui, sans-serif; color: light-dark(#1f2933, #e4e7eb); max-width: 60ch; }
@media print { :root { color-scheme: light; } body { padding: 0; } }
"""

NO_SCRIPT = (
    "This page shows a search step by step, for which it needs JavaScript: switch it on for this page, "
    "or ask for a still picture with plywise explain --svg."
)

LEAST_FRAME, MOST_FRAME = 460, 860
"""How high a notebook's frame is, in px; what is higher scrolls in it."""

AROUND_TREE, STACKED = 430, 1.15
"""About how much room words and controls take around a tree, and how much larger small trees are shown."""


def to_html(data: dict[str, Any], title: str) -> str:
    """Return the page that shows an explanation, given as `Explanation.to_data` writes it."""
    return one_page(
        title,
        script=_built("player.js"),
        style=PAGE_STYLE + _built("player.css"),
        main="plywise-player",
        no_script=NO_SCRIPT,
        data=("plywise-explanation", pack(data)),
    )


def to_fragment(data: dict[str, Any]) -> str:
    """Return HTML that shows an explanation in a notebook, any number of times in one page."""
    title = str(data.get("title", "A search, step by step"))
    page = escape(to_html(data, title), quote=True)
    return (
        f'<div><iframe srcdoc="{page}" title="{escape(title, quote=True)}" sandbox="allow-scripts" loading="lazy" '
        f'width="100%" height="{_frame_height(data)}" style="border: 0; width: 100%"></iframe></div>'
    )


def pack(data: dict[str, Any]) -> dict[str, Any]:
    """Write each distinct cell of a pane's boards once, and in the boards its number; the page unpacks them.

    Two thousand boards of Connect Four take 0.3 MB so, instead of 7 MB.
    """
    return data | {"panes": [_pack_pane(pane) for pane in data["panes"]]}


def _pack_pane(pane: dict[str, Any]) -> dict[str, Any]:
    cells, edges, looks = Distinct(), Distinct(), Distinct()
    views = [
        view
        | {"cells": [cells.number(cell) for cell in view["cells"]]}
        | {"edges": edges.number(view["edges"]), "look": looks.number(view["look"])}
        for view in pane["views"]
    ]
    return pane | {"views": views, "cells": cells.things, "edges": edges.things, "looks": looks.things}


def _frame_height(data: dict[str, Any]) -> int:
    tallest = max((float(pane.get("height", 0)) for pane in data.get("panes", ())), default=0.0)
    return round(min(MOST_FRAME, max(LEAST_FRAME, AROUND_TREE + STACKED * tallest)))


@cache
def _built(name: str) -> str:
    """Read a built file; it may not end the element it is put into."""
    text = (files("plywise.explain") / "built" / name).read_text("utf-8").strip()
    ending = "</script" if name.endswith(".js") else "</style"
    assert ending not in text.lower(), f"built/{name} holds {ending}: build it so that it doesn't."
    return text
