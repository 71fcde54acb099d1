"""Writes PGN and PDN, in lines of up to 79 columns except where a comment is longer."""

import re
from collections.abc import Iterable, Iterator

from plywise.games.shared.movetext.dialect import DRAWN, LOST, MOST_NESTED, UNKNOWN, WON, Dialect
from plywise.games.shared.movetext.reading import CONTROL, SETUP, clean
from plywise.rules import Record, RecordError, RecordTree

COLUMNS = 79


def write_movetext(trees: Iterable[RecordTree], dialect: Dialect) -> str:
    """Write games one after the other, the tags of each first."""
    return "\n".join(f"{_tags(tree, dialect)}\n{_laid_out(_Words(tree.ordered(), dialect))}\n" for tree in trees)


def result_of(record: Record, white: int) -> str:
    """Return a record's result with White's figure first; * where it isn't over."""
    if not record.is_over:
        return UNKNOWN
    lead = record.utilities[white]
    return WON if lead > 0 else LOST if lead < 0 else DRAWN


def _tags(tree: RecordTree, dialect: Dialect) -> str:
    """Write the tags that every game has, then the others, then where the game starts."""
    is_usual = tree.start == tree.game.state_name(tree.game.initial())
    setup = {} if is_usual else {"SetUp": "1", "FEN": tree.start}
    given = {name: value for name, value in tree.tags.items() if name not in SETUP}
    tags = {**dialect.usual, **given, "Result": tree.result, **setup}
    return "".join(f"{tag_line(name, value)}\n" for name, value in tags.items())


def tag_line(name: str, value: str) -> str:
    r"""Write a tag.

    >>> tag_line("Event", 'The "Evergreen"')
    '[Event "The \\"Evergreen\\""]'
    """
    if not re.fullmatch(r"\w+", name) or CONTROL.search(value):
        raise RecordError(f"The tag {name!r} can't be written: use a name of letters and a value on one line.")
    escaped = re.sub(r'(["\\])', r"\\\1", value)
    return f'[{name} "{escaped}"]'


class _Words:
    """The parts of a game's text that must not be split across lines."""

    def __init__(self, tree: RecordTree, dialect: Dialect) -> None:
        self.tree, self.children = tree, tree.children()
        self.plies = [dialect.first_ply(tree.first_state) - 1]
        for node in tree.nodes[1:]:
            if node.properties:
                raise RecordError(f"{dialect.name} has no place for the properties of an SGF: write .json instead.")
            self.plies.append(self.plies[node.after] + 1)

    def __iter__(self) -> Iterator[str]:
        start = self.tree.nodes[0]
        yield from (f"${sign}" for sign in start.signs)
        yield from _comments(start.comment)
        yield from self.line(0, True, 0)
        yield self.tree.result

    def line(self, at: int, is_interrupted: bool, depth: int) -> Iterator[str]:
        """Yield what comes after a node; variations on an action come after it, and within parentheses."""
        if depth > MOST_NESTED:
            raise RecordError(f"Variations are nested more than {MOST_NESTED} deep: take the innermost out.")
        while self.children[at]:
            main, *others = self.children[at]
            yield from self.node(main, is_interrupted)
            is_interrupted = bool(self.tree.nodes[main].comment or others)
            for other in others:
                yield "("
                yield from self.node(other, True)
                yield from self.line(other, bool(self.tree.nodes[other].comment), depth + 1)
                yield ")"
            at = main

    def node(self, number: int, is_interrupted: bool) -> Iterator[str]:
        """Yield an action and what is said about it; after an interruption, its number is repeated."""
        node, ply = self.tree.nodes[number], self.plies[number]
        yield from _comments(node.before)
        if ply % 2 == 0 or is_interrupted or node.before:
            yield f"{ply // 2 + 1}{'...' if ply % 2 else '.'}"
        yield node.action
        yield from (f"${sign}" for sign in node.signs)
        yield from _comments(node.comment)


def _comments(comment: str) -> Iterator[str]:
    """Yield a comment in braces, each paragraph by itself; to the end of the line where it has a brace in it."""
    comment = clean(comment.replace("\r\n", "\n").replace("\r", "\n"))
    if "}" in comment:
        yield from (f";{line}" for line in comment.split("\n"))
    elif comment:
        yield from (f"{{{paragraph}}}" for paragraph in comment.split("\n\n"))


def _laid_out(words: Iterable[str]) -> str:
    """Put words on lines, as many on each as fit."""
    parts: list[str] = []
    column, is_ended = 0, False
    for word in _glued(words):
        if column:
            fits = column + 1 + len(word.partition("\n")[0]) <= COLUMNS and not is_ended
            parts.append(" " if fits else "\n")
            column = column + 1 if fits else 0
        parts.append(word)
        column = len(word.rpartition("\n")[2]) + (0 if "\n" in word else column)
        is_ended = word.lstrip("(").startswith(";")
    return "".join(parts)


def _glued(words: Iterable[str]) -> Iterator[str]:
    """Join parentheses to what they enclose; after a comment to the end of the line they stay apart."""
    last = ""
    for word in words:
        if (word == ")" and not last.lstrip("(").startswith(";")) or last == "(":
            last += word
        else:
            if last:
                yield last
            last = word
    yield last
