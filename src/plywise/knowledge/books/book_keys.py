"""What identifies a state in a book: 64 bits of a hash of its key, the same in every process and on every machine.

The state is the canonical one, so that mirrored games are counted together, and its key leaves clocks out. An entry of
a book is found by two of these numbers, the state's and that of the state that an action leads to: for a wrong one,
both would have to be the same by chance.

>>> from plywise.games.nim import Nim
>>> nim = Nim(piles=(1, 2))
>>> book_key(nim, nim.State((1, 2), 0)) == book_key(nim, nim.State((2, 1), 0))
True
"""

import json
from hashlib import blake2b
from typing import Any

from plywise.knowledge.books.errors import BookError
from plywise.rules import Game


def book_key(game: Game, state: Any) -> int:
    """Return the number of a state in a book, which has 64 bits and a sign."""
    key = game.key(game.canonical(state))
    text = str(key) if type(key) is int else _text(key)
    digest = blake2b(text.encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big", signed=True)


def _text(key: Any) -> str:
    """Return a text that is the same for equal keys, and for no others; True and 1 are equal."""
    if isinstance(key, int):
        return str(int(key))
    if isinstance(key, tuple):
        return f"({','.join(map(_text, key))})"
    if key is None:
        return "-"
    if isinstance(key, str):
        return json.dumps(key)
    if isinstance(key, bytes):
        return f"x{key.hex()}"
    if isinstance(key, float):
        return str(int(key)) if key.is_integer() else key.hex()
    if isinstance(key, type):  # a state without a hash begins with its class
        return f"<{key.__qualname__}>"
    if isinstance(key, frozenset):
        return f"{{{','.join(sorted(map(_text, key)))}}}"
    raise BookError(
        f"A state's key holds a {type(key).__name__}, which a book can't: write `key` so that it returns "
        "numbers, texts, or tuples of them."
    )
