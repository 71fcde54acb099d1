"""Counts what goes into a table while it is written."""

from typing import Any

import numpy as np

from plywise.knowledge.solved.codes import DRAW, LOSS, WIN, Meaning
from plywise.knowledge.solved.errors import SolvedTableError

PIECE = 1 << 20
"""Codes counted at once: each takes eight bytes on the way."""


class Tally:
    """States, wins, draws, losses and the longest distance of a table's codes."""

    def __init__(self, meaning: Meaning, dtype: str) -> None:
        self.meaning, self.dtype = meaning, dtype
        self.slots = self.values = 0
        self.histogram = np.zeros(65536 if dtype == "uint16" else 256, dtype=np.int64)

    def add(self, codes: "np.ndarray[Any, Any]") -> None:
        """Count some more codes."""
        self.slots += len(codes)
        if self.meaning.kind == "value":
            self.values += int(np.count_nonzero(~np.isnan(codes)))
            return
        for start in range(0, len(codes), PIECE):
            self.histogram += np.bincount(codes[start : start + PIECE], minlength=len(self.histogram))

    def joined(self, other: "Tally") -> "Tally":
        """Return the counts of two parts of a table together."""
        both = Tally(self.meaning, self.dtype)
        both.slots, both.values = self.slots + other.slots, self.values + other.values
        both.histogram = self.histogram + other.histogram
        return both

    def counts(self) -> dict[str, int | None]:
        """Return the counts by name; None where they don't follow from these codes."""
        if self.meaning.kind == "value":
            return {"states": self.values, "wins": None, "draws": None, "losses": None, "longest": None}
        if self.meaning.kind == "utility":
            return self.by_sign()
        if self.meaning.kind == "vector":
            states = int(self.histogram[LOSS:].sum())
            return {"states": states, "wins": None, "draws": None, "losses": None, "longest": None}
        win = WIN[self.dtype]
        lost, won = self.histogram[LOSS:win], self.histogram[win:]
        wins, draws, losses = int(won.sum()), int(self.histogram[DRAW]), int(lost.sum())
        distances = [*np.flatnonzero(lost)[-1:], *np.flatnonzero(won)[-1:]]
        longest = int(max(distances)) if distances and self.meaning.kind == "outcome" else None
        return {"states": wins + draws + losses, "wins": wins, "draws": draws, "losses": losses, "longest": longest}

    def by_sign(self) -> dict[str, int | None]:
        """Return the counts of utilities above, at and below 0."""
        if self.histogram[DRAW]:
            raise SolvedTableError("The code 1 names no utility: code utilities with Meaning.encode.")
        zero = min(max(LOSS - self.meaning.lowest, LOSS - 1), len(self.histogram) - 1)
        wins, losses = int(self.histogram[zero + 1 :].sum()), int(self.histogram[LOSS:zero].sum())
        states = int(self.histogram[LOSS:].sum())
        return {"states": states, "wins": wins, "draws": states - wins - losses, "losses": losses, "longest": None}
