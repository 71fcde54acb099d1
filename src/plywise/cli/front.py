"""What `plywise` prints alone, and `plywise --help`: made from the registry, so that no command is imported for it."""

import textwrap
from collections.abc import Iterator

from plywise.cli.commands import COMMANDS, GROUPS

ABOUT = "Adversarial search for Python: write a game's rules once, as plain Python."

FIRST_STEPS = f"""\
{ABOUT}

  plywise new mygame         Write a small game to start from.
  plywise check mygame.py    Examine its rules.
  plywise play mygame.py     Play against it.
  plywise explain mygame.py  See what to play, and why.
  plywise games              List the games that come with Plywise.

`plywise --help` lists all commands, `plywise COMMAND --help` explains one.
"""

GAMES = "GAME is a name from `plywise games`, or file.py[:Class]; with parameters: connect-four:width=5,height=4."
OPTIONS = "Options: --version, --help, --install-completion, --show-completion."
WIDEST = 100
"""Columns; longer lines are hard to read."""


def overview(columns: int, emphasise: bool = False) -> str:
    """Return `plywise --help` for a terminal of that width; headings may be bold."""
    return "\n".join(_lines(min(columns, WIDEST), "\x1b[1m{}\x1b[0m" if emphasise else "{}"))


def _lines(width: int, heading: str) -> Iterator[str]:
    yield from textwrap.wrap(ABOUT, width)
    yield "Usage: plywise COMMAND [ARGS]..."
    yield ""
    margin = max(map(len, COMMANDS)) + 4
    for group, commands in GROUPS.items():
        yield heading.format(group)
        for name, entry in commands.items():
            first = f"  {name}".ljust(margin)
            yield from textwrap.wrap(entry.help, width, initial_indent=first, subsequent_indent=" " * margin)
        yield ""
    yield from textwrap.wrap(GAMES, width)
    yield from textwrap.wrap(OPTIONS, width)
