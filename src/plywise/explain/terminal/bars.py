"""Ratios as bars in the terminal, two in one line: upper halves for the first series, lower halves for the second.

  │█████▀▀      twice as many cells are the square of a ratio: the scale is logarithmic,
▄▄│             and what is below 1 goes to the left
"""

import math
from collections.abc import Sequence

from rich.text import Text

FIRST, SECOND = "cyan", "yellow"


def draw_ratios(pairs: Sequence[tuple[float, float]], width: int, in_colour: bool = True) -> list[Text]:
    """Draw pairs of ratios on one common scale.

    >>> for bar in draw_ratios([(16, 4), (0.5, 1), (1, 2)], 11, in_colour=False):
    ...     print(bar.plain)
      │████▀▀▀▀
    ▀▀│
      │▄▄
    """
    logs = [(math.log2(first), math.log2(second)) for first, second in pairs]
    every = [log for pair in logs for log in pair]
    most, least = max([1.0, *every]), min([0.0, *every])
    left = math.ceil((width - 1) * -least / (most - least)) if least < -0.07 else 0
    per_doubling = min((width - 1 - left) / most, left / -least if left else math.inf)
    return [_bar([round(log * per_doubling) for log in pair], left, width, in_colour) for pair in logs]


def _bar(ends: list[int], left: int, width: int, in_colour: bool) -> Text:
    bar = Text()
    for place in range(-left, width - left):
        if place == 0:
            bar.append("│", "dim")
            continue
        first, second = (end <= place < 0 or 0 < place <= end for end in ends)
        if first and second:
            bar.append("▀" if in_colour else "█", f"{FIRST} on {SECOND}" if in_colour else "")
        else:
            bar.append("▀" if first else "▄" if second else " ", FIRST if first else SECOND if second else "")
    bar.rstrip()
    return bar
