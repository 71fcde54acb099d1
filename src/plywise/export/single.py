"""A game with its engine as one HTML file, which is opened from disk: no server, no Python, no network.

    <script type="application/json">   the kernel file, the boards and the names, in which no text can end the element
    <script>                           the board and the engine, built from web/src/single into `built/`

The page's policy allows the one script and the one style sheet that it carries, by their hashes, WebAssembly, and a
worker made from that script.
"""

import base64
from pathlib import Path

from plywise.export.boards import package_boards
from plywise.export.kernel_file import kernel_file
from plywise.export.package import built_file
from plywise.files import write_whole
from plywise.kernel.building import OnCompile
from plywise.one_page import one_page
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
    page = one_page(
        title,
        script=built_file("single.js"),
        style=built_file("single.css"),
        main="plywise-single",
        no_script="This game runs in JavaScript: switch it on for this page.",
        data=("plywise-game", data),
        scripts=" 'wasm-unsafe-eval' blob:",
        more="worker-src blob:; ",
    )
    return page, sentence
