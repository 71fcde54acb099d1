"""Played games with what a text says about them: tags, one to a line, and a result with White's figure first."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar, Self

from plywise.rules import Record, RecordError

WON, LOST, DRAWN, UNKNOWN = "1-0", "0-1", "1/2-1/2", "*"


@dataclass(frozen=True, slots=True)
class TaggedRecord:
    """A record with its tags, and its result with White's figure first: * if unknown."""

    record: Record
    tags: Mapping[str, str] = field(default_factory=dict)
    result: str = UNKNOWN

    white: ClassVar[int] = 0
    """Which player is White."""
    results: ClassVar[Mapping[str, str]] = {}
    """What each way to write a result means; any other means nothing."""

    @classmethod
    def of(cls, record: Record, tags: Mapping[str, str] | None = None) -> Self:
        """Prepare a record for writing: with its own result, or the one in its tags if it isn't over."""
        given = tags or {}
        result = cls.results.get(given.get("Result", UNKNOWN), UNKNOWN)
        if record.is_over:
            lead = record.utilities[cls.white]
            result = WON if lead > 0 else LOST if lead < 0 else DRAWN
        return cls(record, given, result)


def tag_line(name: str, value: str) -> str:
    r"""Write a tag.

    >>> tag_line("Event", 'The "Evergreen"')
    '[Event "The \\"Evergreen\\""]'
    """
    if not re.fullmatch(r"\w+", name):
        raise unwritable(name)
    escaped = re.sub(r'(["\\])', r"\\\1", value)
    return f'[{name} "{escaped}"]'


def unwritable(name: str) -> RecordError:
    """Return the error for a tag that can't be written."""
    return RecordError(f"The tag {name!r} can't be written: use a name of letters and a value on one line.")


def unescaped(value: str) -> str:
    r"""Return a tag's value without escapes.

    >>> unescaped('The \\"Evergreen\\"')
    'The "Evergreen"'
    """
    return re.sub(r"\\(.)", r"\1", value)
