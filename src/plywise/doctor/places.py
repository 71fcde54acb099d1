"""Where in the game maker's own file something is written, as "game.py:31".

>>> from plywise.rules import Game
>>> rule_place(Game(), "actions")
''
"""

import inspect
import re
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Any

from plywise.rules import Game


def rule_place(game: Game, rule: str) -> str:
    """Return the line of a rule in the class that writes it; the class's line where none does."""
    function: Any = getattr(game, rule, None)
    code = getattr(inspect.unwrap(function), "__code__", None)
    if code is None or code.co_filename not in own_files(game):
        return class_place(type(game))
    return place(code.co_filename, code.co_firstlineno)


def declaration_place(game: Game, name: str) -> str:
    """Return the line on which a class attribute is declared, or the class's line."""
    for owner in _own_classes(game):
        if name in vars(owner):
            lines, first = _source(owner)
            for number, line in enumerate(lines, first):
                if re.match(rf"\s*{name}\b", line):
                    return place(_file(owner), number)
    return class_place(type(game))


def class_place(owner: type) -> str:
    """Return the line on which a class starts; empty for classes that are not a game maker's own."""
    if owner.__module__.partition(".")[0] in ("builtins", "typing") or owner is Game:
        return ""
    lines, first = _source(owner)
    return place(_file(owner), first) if lines else ""


def failing_place(game: Game, trace: TracebackType | None) -> tuple[str, str]:
    """Return the innermost line of the game's own files that an error passed through, and the outermost function."""
    files = own_files(game)
    steps = [(step.tb_frame.f_code, step.tb_lineno) for step in _steps(trace)]
    own = [(code, line) for code, line in steps if code.co_filename in files]
    if not own:
        return "", ""
    code, line = own[-1]
    return place(code.co_filename, line), own[0][0].co_name


def own_files(game: Game) -> set[str]:
    """Return the files in which the game and the classes it derives from are written, the contract's excepted."""
    return {_file(owner) for owner in _own_classes(game)} - {""}


def place(file: str, line: int) -> str:
    """Write a line of a file, as seen from the working folder."""
    path = Path(file)
    if path.is_relative_to(Path.cwd()):
        path = path.relative_to(Path.cwd())
    return f"{path}:{line}"


def _own_classes(game: Game) -> list[type]:
    return [owner for owner in type(game).__mro__ if owner not in (Game, object)]


def _file(owner: type) -> str:
    """Return the file that compiled code of this class names, which may differ in spelling from its module's."""
    for member in vars(owner).values():
        code: Any = getattr(inspect.unwrap(member) if callable(member) else None, "__code__", None)
        if code is not None and getattr(member, "__module__", None) == owner.__module__:
            return str(code.co_filename)
    try:
        return inspect.getfile(owner)
    except (OSError, TypeError):
        return ""


def _source(owner: type) -> tuple[list[str], int]:
    try:
        return inspect.getsourcelines(owner)
    except (OSError, TypeError):
        return [], 0


def _steps(trace: TracebackType | None) -> Iterator[TracebackType]:
    while trace is not None:
        yield trace
        trace = trace.tb_next
