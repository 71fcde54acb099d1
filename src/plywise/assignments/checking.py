"""A table of someone's TOML, asked for one entry after the other; whatever is wrong is named with its place."""

import difflib
import math
from collections.abc import Collection, Mapping, Sequence
from reprlib import repr as short
from typing import Any, TypeVar

from plywise.rules import PlywiseError

Choice = TypeVar("Choice", bound=str)


class AssignmentError(PlywiseError):
    """A lecturer's file that can't be used; the message says where and what to write."""


class Entries:
    """The entries of a table, and where it stands.

    >>> Entries("week1.toml", {"points": "2"}).number("points")
    Traceback (most recent call last):
    plywise.assignments.checking.AssignmentError: week1.toml: points is a number, not '2'.
    """

    def __init__(self, where: str, content: Any) -> None:
        if not isinstance(content, Mapping):
            raise AssignmentError(f"{where} is a table of entries, not {short(content)}.")
        self.where, self.content = where, content

    def only(self, known: Collection[str]) -> None:
        """Refuse entries that mean nothing: they may be misspelt."""
        for name in self.content:
            if name not in known:
                near = difflib.get_close_matches(name, known, 1)
                hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(sorted(known))}."
                raise AssignmentError(f"{self.where}: there is no entry {name}: {hint}")

    def text(self, name: str, usual: str | None = None) -> str:
        """Return a text that isn't empty."""
        found = self._get(name, usual)
        if not isinstance(found, str) or not found.strip():
            raise AssignmentError(f"{self.where}: {name} is a text, not {short(found)}.")
        return found

    def texts(self, name: str, usual: Sequence[str]) -> list[str]:
        """Return a list of texts."""
        found = self._get(name, list(usual))
        if not isinstance(found, list) or not all(isinstance(each, str) and each for each in found):
            raise AssignmentError(f"{self.where}: {name} is a list of texts, not {short(found)}.")
        return found

    def number(self, name: str, usual: float | None = None, *, least: float = -math.inf) -> float:
        """Return a number that isn't too small."""
        found = self._get(name, usual)
        if isinstance(found, bool) or not isinstance(found, int | float) or not math.isfinite(found):
            raise AssignmentError(f"{self.where}: {name} is a number, not {short(found)}.")
        if found < least:
            raise AssignmentError(f"{self.where}: {name} is {least:g} or more, not {found:g}.")
        return found

    def whole(self, name: str, usual: int | None, least: int, most: int) -> int:
        """Return a whole number between bounds."""
        found = self._get(name, usual)
        if type(found) is not int or not least <= found <= most:
            raise AssignmentError(f"{self.where}: {name} is a whole number from {least} to {most}, not {short(found)}.")
        return found

    def choice(self, name: str, choices: Sequence[Choice], usual: Choice | None = None) -> Choice:
        """Return one of some words."""
        found = self._get(name, usual)
        if found not in choices:
            raise AssignmentError(f"{self.where}: {name} is one of {', '.join(choices)}, not {short(found)}.")
        return choices[choices.index(found)]

    def tables(self, name: str) -> list["Entries"]:
        """Return tables of one name, which are numbered from 1."""
        found = self.content.get(name, [])
        if not isinstance(found, list):
            raise AssignmentError(f"{self.where}: begin each {name} with a line [[{name}]].")
        return [Entries(f"{self.where}, {name} {number}", each) for number, each in enumerate(found, 1)]

    def _get(self, name: str, usual: Any) -> Any:
        if name not in self.content and usual is None:
            raise AssignmentError(f"{self.where}: {name} is missing.")
        return self.content.get(name, usual)
