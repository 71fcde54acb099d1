"""Edges from the pass forwards, for the pass back: on the worker that found them, and gone with it.

They only save time: where they are gone, or have no room, a level's states are followed again.
"""

import contextlib
import shutil
from functools import cached_property

from plywise.solve.sparse import SPARE
from plywise.solve.spread.files import WorkerFolder
from plywise.solve.spread.sparse.key_partition import LevelFile
from plywise.solve.spread.sparse.work import LevelEdges


class KeptEdges:
    """The edges of some levels: in memory up to a limit, else on this machine's disk while that has room."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.held: dict[LevelFile, LevelEdges] = {}
        self.aside: set[LevelFile] = set()

    @cached_property
    def scratch(self) -> WorkerFolder:
        """Where edges are put aside."""
        return WorkerFolder()

    def keep(self, level: LevelFile, edges: LevelEdges) -> None:
        """Keep edges; the pass back begins with the last ones, so what was kept longest is put aside first."""
        self.held[level] = edges
        while self.held and sum(each.size for each in self.held.values()) > self.most:
            first = next(iter(self.held))
            self.put_aside(first, self.held.pop(first))

    def put_aside(self, level: LevelFile, edges: LevelEdges) -> None:
        """Write edges to the disk, or let them go if it hasn't room."""
        if shutil.disk_usage(self.scratch.folder).free < edges.size + SPARE:
            return
        with contextlib.suppress(OSError):
            self.scratch.write(level.file, edges._asdict(), {})
            self.aside.add(level)

    def taken(self, level: LevelFile) -> LevelEdges | None:
        """Return the edges of a level, and forget them; None where they aren't there, or are damaged."""
        if level in self.held:
            return self.held.pop(level)
        if level not in self.aside:
            return None
        self.aside.remove(level)
        found = self.scratch.find_arrays(level.file)
        (self.scratch.folder / level.file).unlink(missing_ok=True)
        return None if found is None else LevelEdges(**found)

    def clear(self) -> None:
        """Forget all edges."""
        self.held.clear()
        for level in self.aside:
            (self.scratch.folder / level.file).unlink(missing_ok=True)
        self.aside.clear()
