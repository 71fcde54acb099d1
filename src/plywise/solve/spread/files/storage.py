"""Where a spread job's files lie: a folder that all workers see, or an object store with a folder of the driver's own.

in a folder     the driver and the workers write into it, each file whole
in a bucket     workers put their files there; the driver keeps manifest, status and log in a folder of its own, the
                manifest in the bucket too, and what it solves by itself is put there when it is done
"""

import os
import shutil
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, TypeVar

from plywise.knowledge.solved.arrays import write_files
from plywise.knowledge.solved.manifest import MOST_BYTES, NAME, UNFINISHED, Manifest, TableEntry, parse_manifest
from plywise.knowledge.solved.places import BucketPlace, LocalPlace, Place, is_bucket
from plywise.rules import Game
from plywise.solve.sparse import make_room
from plywise.solve.spread.files.task_files import BucketFiles, TaskFiles

Written = TypeVar("Written")

TASKS = "tasks"
"""The folder of the files of tasks, in that of the tables."""


@dataclass(frozen=True)
class JobStorage:
    """What a worker must know to begin: how it gets the game, and where the files lie."""

    load: Callable[[], Game]
    where: Path | str
    memory: int | None = None
    """Bytes that a worker keeps from task to task; None: a part of its core's share of the machine."""

    def kept_bytes(self, share: int) -> int:
        """Return how much a worker keeps: what it was given, or one `share`th of its core's share of the machine."""
        if self.memory is not None:
            return self.memory
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // (os.cpu_count() or 1) // share

    @cached_property
    def place(self) -> Place:
        """Where tables are read from."""
        return BucketPlace(str(self.where)) if is_bucket(self.where) else LocalPlace(Path(self.where))

    @cached_property
    def files(self) -> TaskFiles:
        """The files of tasks."""
        if isinstance(self.place, BucketPlace):
            return BucketFiles(self.place, TASKS)
        return TaskFiles(Path(self.where) / TASKS)

    def manifest(self) -> Manifest:
        """Return what is written so far."""
        text = self.place.whole(UNFINISHED, MOST_BYTES)
        return parse_manifest(text, f"{UNFINISHED} of {self.place.name}", limit=1 << 63)

    def make_room(self, size: int) -> None:
        """Refuse to go on where the disk of a folder hasn't room for some more bytes."""
        if not isinstance(self.place, BucketPlace):
            make_room(Path(self.where), size)

    def write_table(self, path: str, *facts: Any, **more: Any) -> TableEntry:
        """Write a table's files, as `write_files` does; what is left of an earlier try is removed."""
        if not isinstance(self.place, BucketPlace):
            shutil.rmtree(Path(self.where) / path, ignore_errors=True)
        return self.write_files(lambda folder: write_files(folder, path, *facts, **more))

    def write_files(self, write: Callable[[Path], Written]) -> Written:
        """Let files be written below a folder: that of the tables, or one from which they go into the bucket."""
        if not isinstance(self.place, BucketPlace):
            return write(Path(self.where))
        with tempfile.TemporaryDirectory(prefix="plywise-table-") as folder:
            made = write(Path(folder))
            for path in Path(folder).rglob("*"):
                if path.is_file():
                    self.place.put(path.relative_to(folder).as_posix(), path.read_bytes())
        return made

    def put_table(self, folder: Path, entry: TableEntry) -> None:
        """Put the files of a table that was written into a folder where they belong."""
        if isinstance(self.place, BucketPlace):
            for array in entry.arrays:
                for file in array.files:
                    self.place.put(f"{array.path}/{file}", (folder / array.path / file).read_bytes())

    def put_manifest(self, folder: Path) -> None:
        """Put the manifest that the driver wrote where workers, and in the end everybody, find it."""
        if isinstance(self.place, BucketPlace):
            name = NAME if (folder / NAME).exists() else UNFINISHED
            self.place.put(name, (folder / name).read_bytes())
            if name == NAME:
                self.place.remove(UNFINISHED)

    def get_manifest(self, folder: Path) -> None:
        """Fetch the manifest of work that was begun, for the driver to go on with."""
        if isinstance(self.place, BucketPlace) and self.place.has(UNFINISHED):
            folder.mkdir(parents=True, exist_ok=True)
            (folder / UNFINISHED).write_bytes(self.place.whole(UNFINISHED, MOST_BYTES))
