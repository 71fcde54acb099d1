"""What takes a trick, and how many tricks the side on lead can surely take at once; hands as in `rules`."""

NO_TRUMPS = 4
LANE = 0x1FFF
LANES = (LANE, LANE << 16, LANE << 32, LANE << 48)


def beats(card: int, best: int, trumps: int) -> bool:
    """Whether a card takes the trick from the one that was winning it."""
    if card >> 4 == best >> 4:
        return card < best
    return card >> 4 == trumps


def can_beat(hand: int, best: int, led: int, trumps: int) -> bool:
    """Whether a hand that must follow suit can take the trick from its best card."""
    if hand & LANES[led]:
        return best >> 4 == led and hand & LANES[led] & (1 << best) - 1 != 0
    if trumps == NO_TRUMPS or hand & LANES[trumps] == 0:
        return False
    return best >> 4 != trumps or hand & LANES[trumps] & (1 << best) - 1 != 0


def strongest(hand: int, led: int, trumps: int) -> int:
    """Return the highest card that a hand can play to a trick."""
    cards = hand & LANES[led]
    if cards == 0:
        cards = hand & LANES[trumps]
    return (cards & -cards).bit_length() - 1


def quick_tricks(own: int, partner: int, before: int, behind: int, trumps: int) -> int:
    """Return tricks that the side on lead can surely take at once: its leader's top cards, then the partner's.

    The leader cashes the top trumps, then the top cards of each suit, and crosses to the partner's top cards with
    a low card. A side suit counts for as many rounds as an opponent follows who may have a trump left, and as the
    own side follows where it would have to ruff its own trick.
    """
    before_trumps = behind_trumps = partner_trumps = own_trumps = 0
    if trumps != NO_TRUMPS:
        drawn = tops(own, trumps)
        before_trumps = length(before, trumps) - drawn
        behind_trumps = length(behind, trumps) - drawn
        partner_trumps = length(partner, trumps) - drawn
        own_trumps = length(own, trumps) - drawn
    cashed = crossed = 0
    has_entry = False
    for suit in range(4):
        mine = tops(own, suit)
        high = (partner >> 16 * suit & LANE) >> mine
        held = length(partner, suit)
        theirs = min((high & ~(high + 1)).bit_count(), max(0, held - mine))
        if suit != trumps:
            rounds = 13
            if before_trumps > 0:
                rounds = min(rounds, length(before, suit))
            if behind_trumps > 0:
                rounds = min(rounds, length(behind, suit))
            if partner_trumps > 0:
                rounds = min(rounds, held)
            theirs = min(theirs, max(0, rounds - mine))
            mine = min(mine, rounds)
            if own_trumps > 0:
                theirs = min(theirs, length(own, suit) - mine)
        cashed += mine
        crossed += theirs
        has_entry = has_entry or (theirs > 0 and length(own, suit) > mine)
    return min(cashed + crossed if has_entry else cashed, own.bit_count())


def tops(hand: int, suit: int) -> int:
    """Return how many of a suit's highest cards a hand holds without a gap, from the ace on."""
    cards = hand >> 16 * suit & LANE
    return (cards & ~(cards + 1)).bit_count()


def length(hand: int, suit: int) -> int:
    """Return how many cards of a suit a hand holds."""
    return (hand >> 16 * suit & LANE).bit_count()
