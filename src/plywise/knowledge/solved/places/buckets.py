"""A folder in an object store (S3 or compatible), read by byte ranges and written object by object.

Addresses are such as s3://bucket/folder. Keys and endpoints come from the environment, such as AWS_ACCESS_KEY_ID,
AWS_ENDPOINT_URL and the like, and never from files of tables.
"""

from typing import Any

from plywise.knowledge.solved.errors import DamagedTableError, SolvedTableError
from plywise.rules.errors import first_line

SCHEMES = ("s3://", "gs://", "az://")


def is_bucket(where: Any) -> bool:
    """Whether an address names a folder in an object store.

    >>> is_bucket("s3://tables/chess"), is_bucket("tables")
    (True, False)
    """
    return isinstance(where, str) and where.startswith(SCHEMES)


class BucketPlace:
    """A folder in an object store."""

    def __init__(self, address: str) -> None:
        try:
            import obstore
            from obstore.store import from_url
        except ImportError as error:
            raise SolvedTableError(
                f"{address} needs a client of object stores: install it with `pip install 'plywise[cluster]'`."
            ) from error
        self.name, self.client = address.rstrip("/"), obstore
        try:
            self.store = from_url(self.name)
        except (OSError, ValueError, obstore.exceptions.BaseError) as error:
            raise SolvedTableError(f"{address} can't be used: {_told(error)}.") from error

    def whole(self, path: str, limit: int) -> bytes:
        """Return a file, which may have at most `limit` bytes."""
        if self.size(path) > limit:
            raise SolvedTableError(f"{path} of {self.name} is larger than the {limit} bytes it may have: don't use it.")
        return self.ask(path, lambda: self.client.get(self.store, path).bytes())

    def part(self, path: str, start: int, length: int) -> bytes:
        """Return exactly `length` bytes of a file."""
        found = self.ask(path, lambda: self.client.get_range(self.store, path, start=start, length=length))
        if len(found) != length:
            raise DamagedTableError(f"{path} of {self.name}", f"{len(found)} bytes where {length} are asked for")
        return found

    def tail(self, path: str, length: int) -> bytes:
        """Return exactly `length` bytes from a file's end."""
        start = self.size(path) - length
        if start < 0:
            raise DamagedTableError(f"{path} of {self.name}", f"it hasn't {length} bytes")
        return self.part(path, start, length)

    def size(self, path: str) -> int:
        """Return a file's size."""
        found = self.find_size(path)
        if found is None:
            raise SolvedTableError(f"{path} of {self.name} can't be read: there is no such file.")
        return found

    def find_size(self, path: str) -> int | None:
        """Return a file's size; None where there is no such file."""
        try:
            return int(self.client.head(self.store, path)["size"])
        except FileNotFoundError:
            return None
        except (OSError, self.client.exceptions.BaseError) as error:
            raise SolvedTableError(f"{path} of {self.name} can't be read: {_told(error)}.") from error

    def has(self, path: str) -> bool:
        """Whether there is such a file."""
        return self.find_size(path) is not None

    def ask(self, path: str, question: Any) -> bytes:
        """Return what the store answers, as bytes."""
        try:
            return bytes(question())
        except (OSError, self.client.exceptions.BaseError) as error:
            raise SolvedTableError(f"{path} of {self.name} can't be read: {_told(error)}.") from error

    def put(self, path: str, content: bytes) -> None:
        """Write a file, whole or not at all."""
        try:
            self.client.put(self.store, path, content)
        except (OSError, self.client.exceptions.BaseError) as error:
            raise SolvedTableError(f"{path} can't be written to {self.name}: {_told(error)}.") from error

    def remove(self, path: str) -> None:
        """Remove a file, or all files of a folder."""
        try:
            found = [each["path"] for page in self.client.list(self.store, path or None) for each in page]
            if found or self.has(path):
                self.client.delete(self.store, found or [path])
        except (OSError, self.client.exceptions.BaseError) as error:
            raise SolvedTableError(f"{path} of {self.name} can't be removed: {_told(error)}.") from error


def _told(error: BaseException) -> str:
    return first_line(error).rstrip(".")
