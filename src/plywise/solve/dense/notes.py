"""What a component under way has written down, so that work that was cut off can go on.

begin.npz       codes, counts and dues after pass 0
pass-00001.npy  the slots decided in pass 1, sorted, as slot << 1 | whether it is won, in 32 bits where they fit

What the codes are follows from these, and counts are taken again: see `kernel.spliced.dense.retrograde`.
"""

import contextlib
import shutil
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np

from plywise.files import placed

Array: TypeAlias = np.ndarray[Any, Any]
LOST, WON = 2, 1 << 15


class Notes:
    """The notes of one component, in a folder; without one, none are taken."""

    def __init__(self, folder: Path | None) -> None:
        self.folder = folder
        if folder is not None:
            folder.mkdir(parents=True, exist_ok=True)

    def load_beginning(self, codes: Array, counts: Array, dues: Array) -> bool:
        """Take up what pass 0 left; False where it wasn't done."""
        if self.folder is None or not (self.folder / "begin.npz").exists():
            return False
        with np.load(self.folder / "begin.npz") as kept:
            codes[:], counts[:], dues[:] = kept["codes"], kept["counts"], kept["dues"]
        return True

    def save_beginning(self, codes: Array, counts: Array, dues: Array) -> None:
        """Keep what pass 0 left."""
        if self.folder is not None:
            with self._whole("begin.npz", codes.nbytes + counts.nbytes + dues.nbytes) as path:
                np.savez(path, codes=codes, counts=counts, dues=dues)

    def load_passes(self, codes: Array, fresh: Array) -> tuple[int, Array]:
        """Take up the passes that were kept; return the last one's number and what it decided, or 0 and `fresh`."""
        number = 0
        while self.folder is not None and (path := self.folder / _name(number + 1)).exists():
            number += 1
            kept = np.load(path)
            fresh = (kept >> 1).astype(np.int64)
            codes[fresh] = np.where(kept & 1, np.uint16(WON + number), np.uint16(LOST + number))
        return number, fresh

    def save_pass(self, number: int, codes: Array, fresh: Array) -> None:
        """Keep what a pass decided."""
        if self.folder is not None:
            kind = np.dtype(np.uint32 if len(codes) <= 1 << 31 else np.int64)
            with self._whole(_name(number), kind.itemsize * len(fresh)) as path:
                np.save(path, (fresh << 1 | (codes[fresh] >= WON)).astype(kind))

    def remove(self) -> None:
        """Forget everything: the table is written."""
        if self.folder is not None:
            shutil.rmtree(self.folder, ignore_errors=True)
            with contextlib.suppress(OSError):  # other components have notes there
                self.folder.parent.rmdir()

    def _whole(self, name: str, size: int) -> "_Whole":
        assert self.folder is not None
        return _Whole(self.folder / name, size)


class _Whole:
    """A file that appears when it is complete."""

    def __init__(self, path: Path, size: int) -> None:
        self.size = size
        self.path, self.part = path, path.with_name(f"part-{path.name}")

    def __enter__(self) -> Path:
        return self.part

    def __exit__(self, kind: Any, error: BaseException | None, trace: Any) -> None:
        if isinstance(error, OSError):
            raise placed(error, self.path, self.size) from error
        if kind is None:
            self.part.replace(self.path)


def _name(number: int) -> str:
    return f"pass-{number:05d}.npy"
