"""`plywise new`: a commented game file to start from."""

import keyword
import re
import shlex
from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from plywise.cli.screen import check_writable, console, tell_reason
from plywise.rules import PlywiseError

TEMPLATE = Path(__file__).with_name("new_game.py.txt")


def new(name: Annotated[str, typer.Argument(help="The game's name, such as mygame; makes mygame.py.")]) -> None:
    """Write a small, commented game to start from.

    It passes `plywise check`, and can be played at once.
    """
    path = Path(name)
    if path.suffix not in ("", ".py"):
        raise PlywiseError(f"A game's file ends in .py, not in {path.suffix}: call it {path.stem}, say.")
    class_name = _class_name(path.stem)
    if not class_name:
        raise PlywiseError(f"'{name}' can't be a game's name: use letters, digits and dashes, a letter first.")
    path = path.with_name(f"{path.stem}.py")
    _write_game(path, class_name)
    console.print(
        Text.assemble("Wrote ", (str(path), "cyan"), ", a race to 21. Change it into your own game. Try:"),
        soft_wrap=True,
    )
    for command, purpose in (
        ("check", "check the rules"),
        ("play", "play it against the engine"),
        ("analyse", "see who wins, and how"),
    ):
        line = f"  plywise {command} {shlex.quote(str(path))}".ljust(38)
        console.print(Text.assemble(f"{line}  ", (purpose, "dim")), soft_wrap=True)


def _class_name(name: str) -> str:
    """Join a name's words to a class's name; empty where that can't be."""
    if not re.fullmatch(r"[^\W\d_][\w -]*", name):
        return ""
    joined = "".join(word[0].upper() + word[1:] for word in re.findall(r"[^\W_]+", name))
    return joined if joined.isidentifier() and not keyword.iskeyword(joined) else ""


def _write_game(path: Path, class_name: str) -> None:
    """Write the game to a file that isn't there yet."""
    text = TEMPLATE.read_text(encoding="utf-8").replace("CLASS_NAME", class_name)
    check_writable(path)
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError:
        raise PlywiseError(f"{path} exists already: choose another name, or remove it first.") from None
    except OSError as error:
        raise PlywiseError(f"{path} can't be written ({tell_reason(error)}): choose another place.") from None
