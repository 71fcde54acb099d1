r"""SGF as text: collections of trees whose nodes have properties; what the properties mean is not known here.

    (;GM[1]SZ[9];B[ee](;W[ge]C[here])(;W[cc]))    nodes begin with ;  variations stand in parentheses
    C[a \] and a \\]                              a backslash before ] and \; one before the end of a line joins lines

>>> [nodes] = read_collection("(;GM[1];B[aa](;W[bb])(;W[cc]C[a \\] b]))")
>>> [(node.after, node.properties) for node in nodes][2:]
[(1, {'W': ['bb']}), (1, {'W': ['cc'], 'C': ['a \\] b']})]
>>> unescape(r"a \] b"), escape("a ] b")
('a ] b', 'a \\] b')
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from plywise.rules import RecordError

BEGINNING = re.compile(r"\(\s*;")
TOKEN = re.compile(r"\s*(?:([();])|([A-Za-z]+)|\[((?:[^\]\\]|\\.)*)\])", re.DOTALL)
NAME = re.compile("[A-Z]+")
RAW = re.compile(r"(?:[^\]\\]|\\.)*", re.DOTALL)
NONE = "This is not a game in SGF: write it like (;SZ[9]KM[7];B[ee];W[ge])."


@dataclass(slots=True)
class SgfNode:
    """A node: the number of the one before it, the line of the text, and its properties as they are written."""

    after: int
    line: int
    properties: dict[str, list[str]] = field(default_factory=dict)


def read_collection(text: str) -> list[list[SgfNode]]:
    """Read the games of a text, each as its nodes; what stands between games is passed over. Raises RecordError."""
    text = text.replace("\r\n", "\n").replace("\r", "\n").removeprefix("\ufeff")
    games, at, line, counted = [], 0, 1, 0
    while found := BEGINNING.search(text, at):
        line += text.count("\n", counted, found.start())
        counted = found.start()
        nodes, at = _read_game(text, found.start(), line)
        games.append(nodes)
    if not games:
        raise RecordError(NONE)
    return games


def _read_game(text: str, at: int, line: int) -> tuple[list[SgfNode], int]:
    """Read the game that begins at a place; return it, and where it ends."""
    nodes: list[SgfNode] = []
    current, name = -1, ""
    forks: list[int] = []
    while match := TOKEN.match(text, at):
        sign, word, value = match.groups()
        line += text.count("\n", at, match.start(1 if sign else 2 if word else 3))
        if sign == "(":
            forks.append(current)
        elif sign == ")":
            current = forks.pop()
            if not forks:
                return nodes, match.end()
        elif sign == ";":
            nodes.append(SgfNode(current, line))
            current, name = len(nodes) - 1, ""
        elif word:
            name = "".join(letter for letter in word if letter.isupper())
        elif current >= 0 and name:
            nodes[current].properties.setdefault(name, []).append(value)
            line += value.count("\n")
        else:
            break
        at = match.end()
    rest = text[at:].strip()[:10]
    raise RecordError(f"{NONE[:-1]}; line {line} has {rest!r}." if rest else f"{NONE[:-1]}, and close all brackets.")


def write_properties(properties: Mapping[str, tuple[str, ...]]) -> str:
    """Write properties whose values are escaped already; raises RecordError for what SGF can't hold."""
    for name, values in properties.items():
        if not NAME.fullmatch(name) or not all(map(RAW.fullmatch, values)):
            raise RecordError(
                f"The property {name[:20]!r} can't be written in SGF: use capital letters, and \\] for ]."
            )
    return "".join(name + "".join(f"[{value}]" for value in values or ("",)) for name, values in properties.items())


def escape(text: str) -> str:
    """Return a text as the value of a property."""
    return re.sub(r"([\]\\])", r"\\\1", text)


def unescape(value: str) -> str:
    """Return the text that a value stands for."""
    return re.sub(r"\\(.)", lambda found: "" if found[1] == "\n" else found[1], value, flags=re.DOTALL)
