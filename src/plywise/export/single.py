"""A game with its engine as one HTML file, which is opened from disk: no server, no Python, no network.

    <script type="application/json">   the kernel file, the boards and the names, in which no text can end the element
    <script>                           the board and the engine, built from web/src/single into `built/`

The page's policy allows the one script and the one style sheet that it carries, by their hashes, WebAssembly, and a
worker made from that script.
"""

import base64
import hashlib
import json
from html import escape
from pathlib import Path

from plywise.export.boards import package_boards
from plywise.export.kernel_file import kernel_file
from plywise.export.package import built_file
from plywise.files import write_whole
from plywise.kernel.building import OnCompile
from plywise.rules import Game


def export_single(game: Game, path: Path, title: str | None = None, on_step: OnCompile | None = None) -> str:
    """Write a game as one HTML file, and return a sentence on its boards; raises ExportError where it can't be one."""
    page, sentence = single_page(game, title or game.name.replace("-", " ").capitalize(), on_step)
    write_whole(path, page.encode())
    return sentence


def single_page(game: Game, title: str, on_step: OnCompile | None = None) -> tuple[str, str]:
    """Return the page, and how sure its boards are."""
    boards, sentence = package_boards(game)
    kernel = base64.b64encode(kernel_file(game, on_step)).decode()
    data = {"format": "plywise-single-1", "title": title, "kernel": kernel, "boards": boards, "note": sentence}
    script, style = built_file("single.js"), built_file("single.css")
    policy = (
        f"default-src 'none'; script-src '{_hash(script)}' 'wasm-unsafe-eval' blob:; style-src '{_hash(style)}'; "
        "worker-src blob:; img-src data:; base-uri 'none'; form-action 'none'"
    )
    text = json.dumps(data, separators=(",", ":")).replace("<", "\\u003c")
    page = f"""<!doctype html>
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
<main id="plywise-single"><noscript><p>This game runs in JavaScript: switch it on for this page.</p></noscript></main>
<script type="application/json" id="plywise-game">{text}</script>
<script>{script}</script>
</body>
</html>
"""
    return page, sentence


def _hash(text: str) -> str:
    """Return a text's hash as a policy names it."""
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
