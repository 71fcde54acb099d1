"""What a rule gives that should list a few items and lists very many: a wide choice, or a loop without an end.

Nothing distinguishes the two for certain. What is reported is what was seen: how many items came in the time there was,
and whether the same ones came over and over.
"""

import time
from collections import deque
from collections.abc import Iterator
from itertools import islice
from typing import Any, NamedTuple

from plywise.kernel.building import DEFAULT_MAX_ACTIONS

MANY = 100_000
"""With more items than this in one state, the rules are not examined further."""
LAST = 1_000
"""How many items of a long series are compared with the first ones."""


class LongSeries(NamedTuple):
    """The first items of a series that has more than `MANY`, how many there are, and the last that were seen."""

    items: list[Any]
    total: int
    is_open: bool
    """Whether it was not at its end when time ran out."""
    last: list[Any]

    def judge(self, rule: str) -> tuple[str, str, str]:
        """Return the check, what was seen, and the fix."""
        total = f"more than {MANY:,}" if self.is_open else f"{self.total:,}"
        if self.repeats:
            what = f"{rule} gave {total} items in one state, but only {len(set(self.items)):,} different ones."
            fix = f"End the loop in {rule}: it should give each item once and stop."
            return f"endless-{rule}" if self.is_open else f"many-{rule}", what, fix
        gave = f"{rule} gave {self.total:,} items in one state{' and was not at the end' if self.is_open else ''}"
        what = f"{gave}; with more than {MANY:,}, rules are not examined."
        fix = "Split the choice into smaller ones by the same player, such as one card at a time: search needs it too."
        if self.is_open:
            fix += f" If {rule} was meant to stop earlier, end its loop."
        elif rule == "actions":
            room = f"without it, compiled rules have room for {DEFAULT_MAX_ACTIONS:,}"
            fix += f" To search it unexamined, declare max_actions = {self.total}: {room}."
        return f"many-{rule}", what, fix

    @property
    def repeats(self) -> bool:
        """Whether items come again and again, so that it isn't a wide choice."""
        try:
            known = set(self.items)
            return len(known) < len(self.items) // 2 and known.issuperset(self.last)
        except Exception:  # whatever hashing them raises
            return False


def drain(series: Iterator[Any], seconds: float) -> list[Any] | LongSeries:
    """Return the items of a series; one that is too long is counted further, for `seconds` at most."""
    items = list(islice(series, MANY))
    total, deadline = len(items), time.perf_counter() + seconds
    last: deque[Any] = deque(maxlen=LAST)
    for item in series:
        last.append(item)
        total += 1
        if total % LAST == 0 and time.perf_counter() > deadline:
            return LongSeries(items, total, True, list(last))
    return LongSeries(items, total, False, list(last)) if total > MANY else items
