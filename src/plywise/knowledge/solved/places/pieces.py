"""A folder on a host that answers with whole files only: its files are read in small ones, written beside them.

Piece number k of a file begins at byte k * stride and goes on for `shared` bytes where the next one begins, so that
what is read at once, a chunk or a page, always lies in one piece.
"""

from functools import lru_cache

from plywise.knowledge.solved.places.web import AddressPlace, complete

KEPT_PIECES = 64

STRIDE = 1 << 14


def piece_path(folder: str, path: str, number: int) -> str:
    """Return the path of a piece of a file."""
    return f"{folder}/pieces/{path}/{number}"


class PiecePlace:
    """A folder of which parts are read as pieces; `folder` is that of the front."""

    def __init__(self, place: AddressPlace, folder: str, stride: int, shared: int) -> None:
        self.place, self.folder, self.stride, self.shared = place, folder, stride, shared
        self.name = place.name
        self.piece = lru_cache(KEPT_PIECES)(self.read_piece)

    def whole(self, path: str, limit: int) -> bytes:
        """Return a file, which may have at most `limit` bytes."""
        return self.place.whole(path, limit)

    def part(self, path: str, start: int, length: int) -> bytes:
        """Return exactly `length` bytes of a file."""
        number, inside = divmod(start, self.stride)
        found = self.piece(path, number)[inside : inside + length]
        return complete(found, length, f"{piece_path(self.folder, path, number)} of {self.name}")

    def tail(self, path: str, length: int) -> bytes:
        """Return exactly `length` bytes from a file's end."""
        return self.place.tail(path, length)

    def read_piece(self, path: str, number: int) -> bytes:
        """Return a piece of a file."""
        return self.place.whole(piece_path(self.folder, path, number), self.stride + self.shared)
