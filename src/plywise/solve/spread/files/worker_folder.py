"""A folder of this machine alone, gone with the worker that made it.

A killed worker can't clean up, so the next one does. A folder is locked as long as its worker lives, however that ends.
"""

import contextlib
import os
import shutil
import tempfile
import weakref
from pathlib import Path

from plywise.files import lock_file
from plywise.solve.spread.files.task_files import TaskFiles

PREFIX = "plywise-shards-"


class WorkerFolder(TaskFiles):
    """Files in a folder of a worker's own."""

    def __init__(self) -> None:
        _sweep()
        super().__init__(Path(tempfile.mkdtemp(prefix=PREFIX)))
        lock = os.open(self.folder, os.O_RDONLY)
        lock_file(lock)
        weakref.finalize(self, _remove, self.folder, lock)


def _sweep() -> None:
    """Remove the folders of workers that have ended."""
    for folder in Path(tempfile.gettempdir()).glob(f"{PREFIX}*"):
        with contextlib.suppress(OSError):
            lock = os.open(folder, os.O_RDONLY)
            if lock_file(lock):
                _remove(folder, lock)
            else:
                os.close(lock)


def _remove(folder: Path, lock: int) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    os.close(lock)
