"""HTML pages that need nothing else: one script, one style sheet and data, and a policy that allows just these.

>>> page = one_page("A < B", script="run()", style="", main="board", no_script="Switch it on.", data=("game", ["</"]))
>>> "<title>A &lt; B</title>" in page, '["\\\\u003c/"]' in page
(True, True)
"""

import base64
import hashlib
import json
from html import escape
from typing import Any


def one_page(
    title: str,
    *,
    script: str,
    style: str,
    main: str,
    no_script: str,
    data: tuple[str, Any],
    scripts: str = "",
    more: str = "",
) -> str:
    """Return a page with an element `main` for its script to fill, and data in an element of another id.

    The policy names script and style sheet by their hashes; `scripts` are further sources of scripts, and `more` is
    whatever else it allows.
    """
    policy = (
        f"default-src 'none'; script-src '{_hash(script)}'{scripts}; style-src '{_hash(style)}'; {more}img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )
    name, content = data
    body = f"""<main id="{main}"><noscript><p>{escape(no_script)}</p></noscript></main>
<script type="application/json" id="{name}">{_embedded(content)}</script>
<script>{script}</script>"""
    return _page(title, policy, style, body)


def still_page(title: str, *, style: str, body: str) -> str:
    """Return a page without any script; `body` is HTML, in which all texts of others have been escaped.

    >>> "script-src" in still_page("A", style="", body="<p>Text</p>")
    False
    """
    policy = f"default-src 'none'; style-src '{_hash(style)}'; img-src data:; base-uri 'none'; form-action 'none'"
    return _page(title, policy, style, body)


def _page(title: str, policy: str, style: str, body: str) -> str:
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
{body}
</body>
</html>
"""


class Distinct:
    """Things as they come, each written once and then called by its number.

    >>> cells = Distinct()
    >>> [cells.number(cell) for cell in "XOX"], cells.things
    ([0, 1, 0], ['X', 'O'])
    """

    def __init__(self) -> None:
        self.things: list[Any] = []
        self._numbers: dict[str, int] = {}

    def number(self, thing: Any) -> int:
        """Return the number of a thing."""
        number = self._numbers.setdefault(repr(thing), len(self.things))
        if number == len(self.things):
            self.things.append(thing)
        return number


def _embedded(data: Any) -> str:
    """Write data for a script element: without "<", which could end it; JSON reads \\u003c as the same."""
    text = json.dumps(data, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")


def _hash(text: str) -> str:
    """Name a text as a content security policy does."""
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}"
