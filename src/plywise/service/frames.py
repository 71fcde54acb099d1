r"""How server and worker speak: a line for each message, a kind and its content as JSON.

Signs beyond ASCII are escaped, so that a line is a line whatever the rules of a game return.

>>> write_frame("done", {"names": ["a1", "♞\n"]})
b'done {"names": ["a1", "\\u265e\\n"]}\n'
>>> read_frame(b'done {"names": []}\n')
('done', '{"names": []}')
"""

import json
from typing import Any

from plywise.rules import RulesError

LONGEST_FRAME = 64 << 20
"""Bytes that one answer may have: an explanation of 2,000 states with their boards has a few million."""


def write_json(content: Any) -> str:
    """Write data as JSON in ASCII; raises RulesError for what only rules can have brought in, such as infinity."""
    try:
        return json.dumps(content, allow_nan=False)
    except (TypeError, ValueError) as error:
        mend = "let names be texts, utilities and evaluations finite numbers"
        raise RulesError(f"The rules of this game returned what JSON can't hold ({error}): {mend}.") from None


def write_frame(kind: str, content: Any) -> bytes:
    """Write a message."""
    return f"{kind} {write_json(content)}\n".encode("ascii")


def read_frame(line: bytes) -> tuple[str, str]:
    """Take a message apart into its kind and its content, still as JSON."""
    kind, _, content = line.decode("ascii").rstrip("\n").partition(" ")
    return kind, content
