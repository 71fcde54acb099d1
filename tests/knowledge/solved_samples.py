"""Folders of solved tables for the tests: small, with every kind of array, in many shards."""

from pathlib import Path

import numpy as np

from plywise.knowledge.solved import SolvedFolder

SLOTS = 30_000
FINGERPRINT = "rules-1"


def smooth_codes(slots: int, dtype: str = "uint8", seed: int = 1):
    """Codes that compress about as a real table does: neighbours differ little, and some slots are empty."""
    random = np.random.default_rng(seed)
    codes = 2 + np.cumsum(random.integers(-1, 2, slots)) // 9 % 40
    codes[random.random(slots) < 0.1] = 1
    codes[random.random(slots) < 0.2] = 0
    return codes.astype(dtype)


def sorted_keys(rows: int, columns: int, seed: int = 2):
    random = np.random.default_rng(seed)
    keys = np.unique(random.integers(-50, 50, (2 * rows, columns)) * 10**12, axis=0)
    return np.ascontiguousarray(keys[:rows])


def write_sample(path: Path, build=None, *, key_rows: int = 3000):
    """A dense table of bytes, one of two bytes, and a sparse one with three columns of keys; return what they hold."""
    keys = sorted_keys(key_rows, 3)
    held = {
        "KBNvK w": (smooth_codes(SLOTS), None),
        "deep": (smooth_codes(5000, "uint16"), None),
        "sparse": (smooth_codes(len(keys)), keys),
    }
    writer = SolvedFolder.create(path, game="chess", fingerprint=FINGERPRINT)
    for tier, (name, (codes, keys)) in enumerate(held.items()):
        writer.write_table(name, tier, codes, keys, shard_chunks=3)
    writer.finish(build)
    return held


def files_below(path: Path):
    return sorted(each for each in path.rglob("*") if each.is_file())
