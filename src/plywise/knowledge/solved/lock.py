"""One process at a time writes a folder of tables: the system locks it, and forgets the lock of a process that ended.

solving.lock    who writes: the process and the machine, for the message that another one gives; gone when it ends
"""

import contextlib
import json
import os
import socket
import time
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from plywise.files import lock_file, parse_object
from plywise.knowledge.solved.errors import SolvedTableError

LOCK = "solving.lock"
"""The file in a folder that is being written."""

MOST_BYTES = 1 << 12
"""The most that is read of it."""

TRIES = 1000
"""How often it is tried to lock a folder that others make and remove, or that can't be made."""


@contextlib.contextmanager
def hold_folder(folder: Path) -> Iterator[None]:
    """Keep other processes from writing a folder, which is made if need be; refuse it while one of them does.

    >>> import tempfile
    >>> folder = Path(tempfile.mkdtemp()) / "tables"
    >>> with hold_folder(folder), hold_folder(folder):
    ...     pass
    Traceback (most recent call last):
    plywise.knowledge.solved.errors.SolvedTableError: ... is being solved by process ... since ...
    """
    is_new = not folder.exists()
    file = _locked(folder)
    try:
        _write_holder(file)
        yield
    finally:
        # Removed while it is locked, so that no other process can have locked it by now.
        (folder / LOCK).unlink(missing_ok=True)
        file.close()
        if is_new:
            with contextlib.suppress(OSError):  # it isn't empty
                folder.rmdir()


def check_free(folder: Path) -> None:
    """Refuse a folder that another process writes."""
    with contextlib.suppress(FileNotFoundError, NotADirectoryError), (folder / LOCK).open("r+b") as file:
        if not lock_file(file):
            raise _taken(folder, file)


def _locked(folder: Path) -> BinaryIO:
    """Return the file of a folder's lock, which is ours until it is closed."""
    path = folder / LOCK
    for left in range(TRIES - 1, -1, -1):
        try:
            file = os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT, 0o644), "r+b")
        except FileNotFoundError:  # there is no folder yet, or another process has just removed it
            if not left:
                raise
            # Not by exist_ok, which fails where another process removes the folder before it is seen to be one.
            with contextlib.suppress(FileExistsError, FileNotFoundError):
                folder.mkdir(parents=True)
            continue
        if not lock_file(file):
            taken = _taken(folder, file)
            file.close()
            raise taken
        with contextlib.suppress(FileNotFoundError):
            if path.stat().st_ino == os.fstat(file.fileno()).st_ino:
                return file
        file.close()  # whoever held it has just removed it
    raise SolvedTableError(f"Other processes begin and stop to solve {folder}: name another folder.")


def _write_holder(file: BinaryIO) -> None:
    since = time.strftime("%Y-%m-%d %H:%M:%S")
    file.seek(0)
    file.truncate()
    file.write(json.dumps({"process": os.getpid(), "machine": socket.gethostname(), "since": since}).encode())
    file.flush()


def _taken(folder: Path, file: BinaryIO) -> SolvedTableError:
    return SolvedTableError(f"{folder} is being solved by {_holder(file)}: wait for it, or name another folder.")


def _holder(file: BinaryIO) -> str:
    """Say who holds a lock, as far as the file says so."""
    try:
        match parse_object(file.read(MOST_BYTES)):
            case {"process": int(process), "machine": str(machine), "since": str(since)}:
                return f"process {process} on {machine} since {since}"
    except (OSError, ValueError):
        pass
    return "another process"
