r"""Messages between processes: a line each, a kind and its content as JSON in ASCII.

Characters beyond ASCII are escaped, so that every message stays on one line.

>>> write_frame("done", '{"names": ["a1", "\\u265e\\n"]}')
b'done {"names": ["a1", "\\u265e\\n"]}\n'
>>> read_frame(b'done {"names": []}\n')
('done', '{"names": []}')
"""

LONGEST_FRAME = 64 << 20
"""Bytes that one message may have: an explanation of 2,000 states with their boards has a few million."""


def write_frame(kind: str, content: str) -> bytes:
    """Write a message whose content is JSON already."""
    return f"{kind} {content}\n".encode("ascii")


def read_frame(line: bytes) -> tuple[str, str]:
    """Take a message apart into its kind and its content, still as JSON."""
    kind, _, content = line.decode("ascii").rstrip("\n").partition(" ")
    return kind, content
