"""Files from elsewhere, read only if they are regular and not too large; our own, written whole or not at all; JSON.

A pipe or a device with a harmless name may keep whoever opens it waiting for ever.
"""

import errno
import hashlib
import json
import os
import re
import shutil
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

MOST_TEXT = 1 << 26
"""The largest text that is read, in bytes: a game saved after a million moves has a tenth of that."""

MOST_NESTED = 500
"""The deepest that brackets of JSON are nested in what is read."""

_BRACKETS = re.compile(r'"(?:[^"\\]|\\.)*+"?|[\[\]{}]', re.DOTALL)  # a text in quotes is passed over, closed or not


def open_file(path: str | Path) -> BinaryIO:
    """Open a file to read its bytes; raises OSError for anything but a regular file."""
    # Without O_NONBLOCK, opening a pipe waits until someone writes to it.
    opened = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    mode = os.fstat(opened).st_mode
    if stat.S_ISREG(mode):
        return os.fdopen(opened, "rb")
    os.close(opened)
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    raise OSError(errno.EINVAL, "it is not a regular file", str(path))


def read_text(path: str | Path, most: int = MOST_TEXT) -> str:
    """Return a file's text; raises OSError if it can't be read or is too large, and UnicodeDecodeError."""
    with open_file(path) as file:
        found = file.read(most + 1)
    if len(found) > most:
        raise OSError(errno.EFBIG, f"it is larger than {most >> 20} MB", str(path))
    return found.decode("utf-8")


def parse_json(text: str | bytes) -> Any:
    """Return the value that JSON stands for; raises ValueError where the text is none, or nested too deeply.

    >>> parse_json("[" * 1000)
    Traceback (most recent call last):
    ValueError: it is nested too deeply
    """
    if isinstance(text, bytes):
        text = text.decode(json.detect_encoding(text), "surrogatepass")
    if _is_nested_too_deeply(text):
        raise ValueError("it is nested too deeply")
    return json.loads(text)


def _is_nested_too_deeply(text: str) -> bool:
    """Tell whether brackets are nested deeper than we read: in a web page, `json` would end Python altogether."""
    if text.count("[") + text.count("{") <= MOST_NESTED:
        return False
    depth = 0
    for found in _BRACKETS.finditer(text):
        bracket = found[0]
        if bracket in "[{":
            depth += 1
            if depth > MOST_NESTED:
                return True
        elif bracket in "]}":
            depth -= 1
    return False


def parse_object(text: str | bytes) -> dict[str, Any]:
    """Return the object that JSON stands for; raises ValueError where the text is none."""
    found = parse_json(text)
    if not isinstance(found, dict):
        raise ValueError("it is not an object of JSON")
    return found


def lock_file(file: int | BinaryIO) -> bool:
    """Lock an open file or folder for this process until it is closed; return False while another one has it locked.

    Where the system or the disk knows no locks, nothing is locked.
    """
    try:
        import fcntl
    except ImportError:  # Windows
        return True
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        return error.errno not in (errno.EWOULDBLOCK, errno.EAGAIN, errno.EACCES)
    return True


@contextmanager
def written_whole(path: Path, size: int | None = None) -> Iterator[BinaryIO]:
    """Open a file to write under another name; it gets its own once it is on disk, and only if nothing failed.

    Errors say which path, and how many bytes: `size`, or those written so far.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f"{path.name}.{os.urandom(4).hex()}.tmp")
    try:
        with temporary.open("xb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        put_in_place(temporary, path)
    except BaseException as error:
        written = temporary.stat().st_size if temporary.exists() else 0
        temporary.unlink(missing_ok=True)
        if isinstance(error, OSError):
            raise placed(error, path, written if size is None else size) from error
        raise


def placed(error: OSError, path: Path, size: int) -> OSError:
    """Return what went wrong while a file of some size was written, with its path, that size, and what is free.

    >>> str(placed(OSError(28, "No space left on device"), Path("/tmp/codes"), 4096))
    "[Errno 28] No space left on device; 4,096 bytes were to be written, ... are free: '/tmp/codes'"
    """
    try:
        free = f"{shutil.disk_usage(path.parent).free:,} are free"
    except OSError:
        free = "how many are free isn't known"
    reason = f"{error.strerror or error}; {size:,} bytes were to be written, {free}"
    return OSError(error.errno or errno.EIO, reason, str(path))


def write_whole(path: Path, content: bytes) -> str:
    """Write a file whole or not at all; return its sha256."""
    with written_whole(path, len(content)) as file:
        file.write(content)
    return hashlib.sha256(content).hexdigest()


def put_in_place(temporary: Path, path: Path) -> None:
    """Give a finished file its name, for good."""
    temporary.replace(path)
    if os.name == "posix":
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
