"""The memory that compiled code works on: 64-bit words that Python reads and writes by their places.

A kernel's layout (`machine.layout`) names the places. Whether a word is a whole number or a float is up to the code
that uses it: `floats` shows the same memory as floats. Nothing here needs NumPy.
"""

import contextlib
import ctypes
import mmap
from array import array
from collections.abc import Iterable
from typing import Any, overload

from plywise.rules import SearchError
from plywise.surroundings import IN_PAGE

HUGE = 4 << 20
"""Bytes from which on memory is asked for in large pages: a random access to small ones misses the TLB most times."""

TREE_MB = 48 if IN_PAGE else 256
"""How large the tree of a search is unless somebody says so: in a page, memory counts from the start, not when used."""


def _mapped(size: int) -> mmap.mmap:
    """Return memory of this process alone."""
    if not hasattr(mmap, "MAP_ANONYMOUS"):  # Windows
        return mmap.mmap(-1, size)
    memory = mmap.mmap(-1, size, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    if size >= HUGE and hasattr(mmap, "MADV_HUGEPAGE"):
        with contextlib.suppress(OSError):  # a kernel without them
            memory.madvise(mmap.MADV_HUGEPAGE)
    return memory


class Block:
    """Words of memory, all zeros at first; pages cost only when they are first used."""

    def __init__(self, size: int) -> None:
        try:
            memory = _mapped(8 * size)
        except (OSError, OverflowError, MemoryError):
            raise SearchError(f"There is no memory for {8 * size >> 20:,} MB: ask for less.") from None
        self._memory = memory
        self.address = ctypes.addressof(ctypes.c_char.from_buffer(memory))
        whole = memoryview(memory)
        self.words = whole.cast("q")
        self.floats: memoryview[float] = whole.cast("d")

    def __len__(self) -> int:
        return len(self.words)

    @overload
    def __getitem__(self, place: int) -> int: ...
    @overload
    def __getitem__(self, place: slice) -> list[int]: ...
    def __getitem__(self, place: int | slice) -> Any:
        return self.words[place].tolist() if isinstance(place, slice) else self.words[place]

    def __setitem__(self, place: int | slice, value: Any) -> None:
        """Write a number to a word, or numbers to as many; one number fills a whole stretch."""
        if not isinstance(place, slice):
            self.words[place] = value
        elif isinstance(value, Iterable):
            self.words[place] = array("q", value)
        else:
            start, stop, _ = place.indices(len(self.words))
            if value not in (0, -1):
                self.words[place] = array("q", [value]) * (stop - start)
            elif stop > start:
                ctypes.memset(self.address + 8 * start, value & 0xFF, 8 * (stop - start))

    def release(self) -> None:
        """Give the memory back until it is used again; what stood there is lost."""
        if hasattr(mmap, "MADV_DONTNEED"):
            self._memory.madvise(mmap.MADV_DONTNEED)


class Records:
    """A long row of records of equal width, such as the nodes of a tree, in memory of their own."""

    def __init__(self, count: int, width: int) -> None:
        self._block = Block(count * width)
        self.address, self.width, self._count = self._block.address, width, count

    def __len__(self) -> int:
        return self._count

    def word(self, record: int, place: int) -> int:
        """Return one word of a record."""
        return self._block[record * self.width + place]

    def floats(self, record: int, place: int, count: int = 1) -> list[float]:
        """Return words of a record as floats."""
        start = record * self.width + place
        return list(self._block.floats[start : start + count])

    def release(self) -> None:
        """Give the memory back until it is used again; what stood there is lost."""
        self._block.release()

    def clear(self, record: int) -> None:
        """Write zeros into a record."""
        self._block[record * self.width : (record + 1) * self.width] = 0
