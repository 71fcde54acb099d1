r"""What PGN and PDN have in common, and where they differ.

    [Event "Casual"]                 tags; those with a usual value, such as "?", are written but not kept
    [Result "1-0"]

    {Before} 1. e4 $1 {after} (1. d4 {instead} d5 (1... Nf6)) 1... e5
    ; to the end of the line
    2. f4!? 1-0

A comment is kept as it stands, without the space around it. Two that follow each other are paragraphs of one, with a
blank line between them; so are paragraphs within one. Lines that begin with ; and follow each other are one comment.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from plywise.rules import Action, Game

SIGNS = {
    "!": 1,
    "?": 2,
    "!!": 3,
    "??": 4,
    "!?": 5,
    "?!": 6,
    "=": 10,
    "∞": 13,
    "⩲": 14,
    "+=": 14,
    "⩱": 15,
    "=+": 15,
    "±": 16,
    "+/-": 16,
    "∓": 17,
    "-/+": 17,
    "+-": 18,
    "-+": 19,
}
"""Signs that have a number; any other is kept as a comment."""

WON, LOST, DRAWN, UNKNOWN = "1-0", "0-1", "1/2-1/2", "*"

MOST_NESTED = 100
"""How deep variations may be nested."""


@dataclass(frozen=True, slots=True)
class Dialect:
    """How one game's records differ from those of others."""

    name: str
    token: re.Pattern[str]
    results: Mapping[str, str]
    """What each way to write a result means."""
    usual: Mapping[str, str]
    """The tags that every game has, in order, and the value that says nothing."""
    begin: Callable[[Mapping[str, str]], tuple[Game, Any]]
    """The game and the state that the tags set up."""
    find: Callable[[Game, Any, str], Action]
    """The action that a word names in a state."""
    first_ply: Callable[[Any], int]
    """How many plies came before a state, by its own count."""
    has_one_result: bool = False
    """Whether a game is refused if its tag and its end say different results."""
    signs: Mapping[str, int] = field(default_factory=lambda: SIGNS)


def token_pattern(results: Mapping[str, str]) -> re.Pattern[str]:
    """Return what tells the parts of a text from each other."""
    listed = "|".join(re.escape(word) for word in sorted(results, key=len, reverse=True))
    return re.compile(
        rf"""
          (?P<blank> [\s\ufeff]+ | ^%[^\n]* | e\.p\.(?=[\s)]|$) )
        | (?P<tag> \[ \s* (?P<name>\w+) \s* (?: "(?P<value>(?:[^"\\]|\\.)*)" \s* \] | "(?P<rough>[^\n]*)" [ \t]* \] ) )
        | \{{ (?P<comment>[^}}]*) \}}
        | ; (?P<remark>[^\n]*)
        | \$ (?P<sign>[0-9]{{1,4}}) (?![0-9])
        | (?P<bracket> [()] )
        | (?P<result> (?:{listed}) (?![-\w/:]) )
        | (?P<number> [0-9]+ (?:\s*\.+ | (?=\s)) )
        | (?P<verdict> (?!--) (?:[!?]+|[-+=/∞±∓⩲⩱]+) (?=[\s){{;$]|$) )
        | (?P<action> [^\s(){{}}\[\];$%"]+ )
        | (?P<strange> . )""",
        re.VERBOSE | re.MULTILINE,
    )
