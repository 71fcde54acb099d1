"""`plywise new`: a commented game file to start from."""

import keyword
import re
from pathlib import Path
from typing import Annotated

import typer

from plywise.cli.common import console
from plywise.rules import PlywiseError

TEMPLATE = Path(__file__).with_name("new_game.py.txt")


def new(name: Annotated[str, typer.Argument(help="The game's name, such as mygame; makes mygame.py.")]) -> None:
    """Write a small game, commented, that passes `plywise check` and can be played at once."""
    path = Path(name).with_suffix(".py")
    words = re.findall(r"[A-Za-z0-9]+", path.stem)
    class_name = "".join(word[0].upper() + word[1:] for word in words)
    if not class_name.isidentifier() or keyword.iskeyword(class_name):
        raise PlywiseError(f"'{name}' can't be a game's name: use letters, digits and dashes, a letter first.")
    if path.exists():
        raise PlywiseError(f"{path} exists already: choose another name, or remove it first.")
    if not path.parent.is_dir():
        raise PlywiseError(f"There is no folder {path.parent}: make it first.")
    path.write_text(TEMPLATE.read_text(encoding="utf-8").replace("CLASS_NAME", class_name), encoding="utf-8")
    console.print(f"Wrote [cyan]{path}[/], a race to 21. Make it your own, and on the way:")
    for command, purpose in (
        ("check", "are the rules sound?"),
        ("play", "play it against the engine"),
        ("analyse", "who wins, and how?"),
    ):
        console.print(f"  plywise {command} {path}".ljust(40) + f"[dim]{purpose}[/]")
