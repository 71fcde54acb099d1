r"""What server and workers say to each other, as JSON.

>>> write_message("done", {"names": ["a1", "♞\n"]})
b'done {"names": ["a1", "\\u265e\\n"]}\n'
"""

from typing import Any

from plywise.isolation import write_frame
from plywise.tasks import write_json


def write_message(kind: str, content: Any) -> bytes:
    """Write a message between server and worker."""
    return write_frame(kind, write_json(content))
