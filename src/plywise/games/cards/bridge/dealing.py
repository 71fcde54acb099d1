"""Hands that may be hidden: cards are spread over seats that may not hold every suit, all ways equally likely.

    ♠ 5 cards, for E or W    ♥ 3 cards, for W alone     E has shown out of hearts, so W has all three

Suits that the same seats may hold form one group. For each group in turn, the number of cards for each seat is drawn in
proportion to the deals that have that number; then any choice of cards is equally likely.

>>> spread(0b111, (1, 2), (0b1111, 0b1111), Lots(1))
(4, 3)
"""

from collections import defaultdict
from collections.abc import Iterator
from functools import lru_cache
from math import comb

from plywise.rules import Lots

Counts = tuple[int, ...]


def spread(cards: int, counts: Counts, suits: Counts, numbers: Lots) -> tuple[int, ...]:
    """Return hands of the given sizes that share out the cards; `suits` has a bit for each suit a seat may hold."""
    groups: dict[Counts, list[int]] = defaultdict(list)
    for card in range(64):
        if cards >> card & 1:
            groups[tuple(seat for seat, held in enumerate(suits) if held >> (card >> 4) & 1)].append(card)
    sizes = tuple((len(group), seats) for seats, group in groups.items())
    hands = [0] * len(counts)
    for number, (seats, group) in enumerate(groups.items()):
        later = sizes[number + 1 :]
        odds = [
            (split, _ways(split) * _deals(later, _less(counts, split))) for split in _splits(len(group), counts, seats)
        ]
        total = sum(ways for _, ways in odds)
        split = numbers.draw((split, ways / total) for split, ways in odds if ways)
        counts = _less(counts, split)
        for seat in seats:
            for _ in range(split[seat]):
                hands[seat] |= 1 << group.pop(numbers.below(len(group)))
    return tuple(hands)


@lru_cache(maxsize=10_000)
def _deals(sizes: tuple[tuple[int, Counts], ...], counts: Counts) -> int:
    """Return the number of ways in which groups of cards, each for certain seats, fill the hands."""
    if not sizes:
        return 1
    (cards, seats), *later = sizes
    return sum(_ways(split) * _deals(tuple(later), _less(counts, split)) for split in _splits(cards, counts, seats))


def _splits(cards: int, counts: Counts, seats: Counts) -> Iterator[Counts]:
    """Yield how many of a group's cards each seat can get, none of them more than it has room for."""
    if not seats:
        if cards == 0:
            yield (0,) * len(counts)
        return
    first, *others = seats
    for mine in range(min(cards, counts[first]) + 1):
        for split in _splits(cards - mine, counts, tuple(others)):
            yield (*split[:first], mine, *split[first + 1 :])


def _ways(split: Counts) -> int:
    """Return the number of ways to choose the cards that each seat gets."""
    ways, left = 1, sum(split)
    for count in split:
        ways *= comb(left, count)
        left -= count
    return ways


def _less(counts: Counts, split: Counts) -> Counts:
    return tuple(count - part for count, part in zip(counts, split, strict=True))
