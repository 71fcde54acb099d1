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

import base64
import hashlib
import json
from functools import cache
from html import escape
from importlib.resources import files
from typing import Any

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
    script, style = _built("player.js"), PAGE_STYLE + _built("player.css")
    policy = (
        f"default-src 'none'; script-src '{_hash(script)}'; style-src '{_hash(style)}'; img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<title>{escape(title)}</title>
<style>{style}</style>
</head>
<body>
<main id="plywise-player"><noscript><p>{escape(NO_SCRIPT)}</p></noscript></main>
<script type="application/json" id="plywise-explanation">{_embedded(pack(data))}</script>
<script>{script}</script>
</body>
</html>
"""


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
    cells, edges, looks = _Distinct(), _Distinct(), _Distinct()
    views = [
        view
        | {"cells": [cells.number(cell) for cell in view["cells"]]}
        | {"edges": edges.number(view["edges"]), "look": looks.number(view["look"])}
        for view in pane["views"]
    ]
    return pane | {"views": views, "cells": cells.things, "edges": edges.things, "looks": looks.things}


class _Distinct:
    """Things as they come, each once."""

    def __init__(self) -> None:
        self.things: list[Any] = []
        self.numbers: dict[str, int] = {}

    def number(self, thing: Any) -> int:
        number = self.numbers.setdefault(repr(thing), len(self.things))
        if number == len(self.things):
            self.things.append(thing)
        return number


def _embedded(data: dict[str, Any]) -> str:
    """Write data for a script element: without "<", which could end it; JSON reads \\u003c as the same."""
    text = json.dumps(data, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")


def _frame_height(data: dict[str, Any]) -> int:
    tallest = max((float(pane.get("height", 0)) for pane in data.get("panes", ())), default=0.0)
    return round(min(MOST_FRAME, max(LEAST_FRAME, AROUND_TREE + STACKED * tallest)))


def _hash(text: str) -> str:
    """Name a text as a content security policy does."""
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}"


@cache
def _built(name: str) -> str:
    """Read a built file; it may not end the element it is put into."""
    text = (files("plywise.explain") / "built" / name).read_text("utf-8").strip()
    ending = "</script" if name.endswith(".js") else "</style"
    assert ending not in text.lower(), f"built/{name} holds {ending}: build it so that it doesn't."
    return text
