"""How deals and states of bridge are written: hands in PBN, then trumps, who led, the trick and the tricks taken.

>>> read_parts("E:K... Q... J... A... S E")
((1, 2, 4, 8), (0, 0), 0, 1, 0, 0)
"""

import re
from typing import TypeAlias

from plywise.rules import Lots, NotationError

RANKS, SUITS, LETTERS, SEATS = "AKQJT98765432", "♠♥♦♣", "SHDC", "NESW"
STRAINS = "SHDCN"
CARD = 7
"""Bits that a card of the trick takes."""

Hands: TypeAlias = tuple[int, int, int, int]
Parts: TypeAlias = tuple[Hands, tuple[int, int], int, int, int, int]
PATTERN = (
    r'"?([NESW]):([^" ]+(?: [^" ]+){3})"? ([SHDCN]) ([NESW])((?: (?:[SHDC][AKQJT2-9]){1,3})?)((?: \d{1,2}-\d{1,2})?)'
    r"((?: (?:-|[SHDC]+)){4})?"
)
HAND = r"[AKQJT2-9]*(\.[AKQJT2-9]*){3}"


def read_parts(text: str, is_dealing: bool = False) -> Parts | None:
    """Return hands, tricks taken, trumps, who led, the trick and the voids; None where the text is none of that.

    Hands must be of equal length unless cards are still dealt.
    """
    match = re.fullmatch(PATTERN, " ".join(text.upper().split()))
    parts = match[2].split() if match else []
    if not match or not all(re.fullmatch(HAND, part) for part in parts):
        return None
    first, leader = SEATS.index(match[1]), SEATS.index(match[4])
    read = [_bits(part) for part in parts]
    hands = (read[-first % 4], read[(1 - first) % 4], read[(2 - first) % 4], read[(3 - first) % 4])
    pairs = re.findall("..", match[5].strip())
    cards = [16 * LETTERS.index(card[0]) + RANKS.index(card[1]) for card in pairs]
    trick = sum(card + 1 << CARD * i for i, card in enumerate(cards))
    first_side, second_side = map(int, match[6].strip().split("-")) if match[6] else (0, 0)
    _refuse_unfair(text, parts, hands, cards, leader, first_side + second_side, is_dealing)
    voids = (match[7] or "").split()
    shown_out = sum(
        1 << 4 * seat + LETTERS.index(suit) for seat, row in enumerate(voids) for suit in row if suit != "-"
    )
    return hands, (first_side, second_side), STRAINS.index(match[3]), leader, trick, shown_out


def cards_of(trick: int) -> list[int]:
    """Return the cards of a trick in the order they were played."""
    return [(trick >> CARD * i & 127) - 1 for i in range(4) if trick >> CARD * i & 127]


def ranks_of(lane: int) -> str:
    """Write the cards of one suit, the highest first."""
    return "".join(rank for place, rank in enumerate(RANKS) if lane >> place & 1)


def _bits(hand: str) -> int:
    lanes = enumerate(hand.split("."))
    return sum(1 << 16 * suit + RANKS.index(rank) for suit, ranks in lanes for rank in set(ranks))


def index_of(names: str, name: str) -> int:
    """Return the place of a letter among others; refuses an unknown one."""
    if len(name) != 1 or name.upper() not in names:
        raise NotationError(f"'{name}' is none of {', '.join(names)}: choose one of these.")
    return names.index(name.upper())


def pack(cards: int) -> int:
    """Return the highest cards of every suit as bits: as many of each as a hand has cards."""
    if not 1 <= cards <= 13:
        raise NotationError(f"A hand of {cards} cards can't be dealt: choose from 1 to 13.")
    return ((1 << cards) - 1) * (1 << 48 | 1 << 32 | 1 << 16 | 1)


def random_hands(deal: int, cards: int) -> Hands:
    """Return four hands of the highest cards, drawn at random by a number."""
    highest = pack(cards)
    numbers, left = Lots(seed=deal), [card for card in range(64) if highest >> card & 1]
    drawn = [sum(1 << left.pop(numbers.below(len(left))) for _ in range(cards)) for _ in range(4)]
    return drawn[0], drawn[1], drawn[2], drawn[3]


def _refuse_unfair(
    text: str, parts: list[str], hands: tuple[int, ...], cards: list[int], leader: int, taken: int, is_dealing: bool
) -> None:
    """Refuse a card that is there twice, hands of unequal length, and more tricks than thirteen."""
    shown = [
        16 * suit + RANKS.index(rank) for part in parts for suit, row in enumerate(part.split(".")) for rank in row
    ]
    if len({*shown, *cards}) < len(shown) + len(cards):
        raise NotationError(f"'{text}' has a card twice: leave one out.")
    counts = [hand.bit_count() + ((seat - leader) % 4 < len(cards)) for seat, hand in enumerate(hands)]
    if len(set(counts)) > 1 and not is_dealing:
        raise NotationError(f"'{text}' gives the hands {counts} cards, those of the trick included: give each as many.")
    if taken + max(counts) > 13:
        raise NotationError(f"'{text}' has more than thirteen tricks: count those taken again.")
