"""Sorted keys as the differences between neighbours, which are small and alike, so that zstd packs them far better.

    rows      (3, 10) (3, 12) (4, 1)
    columns    3 3 4 | 10 12 1
    differences  3 0 1 | 6 2 -11          each from the number before, across columns, modulo 2^64
    planes     the lowest byte of every difference, then the second byte of every one, and so on: most are zeros

Zarr's readers know the three steps as `transpose`, `numcodecs.delta` and `numcodecs.shuffle`. Writing takes NumPy,
reading doesn't, so that a probe needn't import it.

>>> raw = struct.pack("<6q", 3, 10, 3, 12, 4, 1)
>>> from_differences(differences(raw, 2), 2) == raw
True
"""

import struct
from itertools import accumulate

WORD = 8


def differences(raw: bytes, columns: int) -> bytes:
    """Return the rows of a chunk as planes of differences; each row is as many int64s as there are columns."""
    import numpy as np

    numbers = np.ascontiguousarray(np.frombuffer(raw, "<u8").reshape(-1, columns).T).reshape(-1)
    changes = numbers.copy()
    changes[1:] -= numbers[:-1]
    return changes.view(np.uint8).reshape(-1, WORD).T.tobytes()


def from_differences(planes: bytes, columns: int) -> bytes:
    """Return the rows that some planes of differences stand for."""
    count = len(planes) // WORD
    changes = bytearray(len(planes))
    for place in range(WORD):
        changes[place::WORD] = planes[place * count : (place + 1) * count]
    form = struct.Struct(f"<{count}Q")
    below = (1 << 64) - 1
    numbers = [number & below for number in accumulate(form.unpack(changes))]
    rows = count // columns
    if columns > 1:
        numbers = [
            number
            for row in zip(*(numbers[at : at + rows] for at in range(0, count, rows)), strict=True)
            for number in row
        ]
    return form.pack(*numbers)
