"""How the keys of sparse tables are spread over shards, and which files hold what of them.

level-00007-0002    the keys of ply 7 that belong to shard 2, and where those stand there that each shard asks for
codes-00007-0002    their codes
whole-0002          the keys of all plies that belong to shard 2, sorted, with their codes
"""

from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from plywise.kernel.tables import Packing
from plywise.solve.sparse import NAME

Array: TypeAlias = np.ndarray[Any, Any]

ODD = np.uint64(0x9E3779B97F4A7C15)
"""Multiplied with a word, it spreads the bits upwards; the upper half names the shard."""

HALF = np.uint64(32)


@dataclass(frozen=True, slots=True)
class KeyPartition:
    """How states are packed into keys, and over how many shards the keys are spread: each by its hash."""

    packing: Packing
    shards: int
    symmetric: bool = False

    def whole(self, shard: int) -> str:
        """Return the name of the file with all plies of a shard."""
        return f"{NAME}/whole-{shard:04d}"

    def owners(self, keys: Array) -> Array:
        """Return the shard of each key.

        >>> partition = KeyPartition(Packing((0,), (40,)), 3)
        >>> partition.owners(np.arange(6).reshape(6, 1)).tolist()
        [0, 1, 0, 2, 1, 0]
        """
        mixed = np.zeros(len(keys), np.uint64)
        for word in keys.T:
            mixed = (mixed ^ word.astype(np.uint64)) * ODD
        return (mixed >> HALF) * np.uint64(self.shards) >> HALF


class LevelFile(NamedTuple):
    """Which rows a file holds."""

    partition: KeyPartition
    kind: str
    shard: int
    ply: int

    @property
    def file(self) -> str:
        """The file's name."""
        return f"{NAME}/{self.kind}-{self.ply:05d}-{self.shard:04d}"
