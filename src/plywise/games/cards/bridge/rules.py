"""Bridge with all four hands open (double dummy): how many of thirteen tricks each side takes when all play their best.

    ♠ ace .. two   bits  0 .. 12     A hand is a number with a bit for each card, sixteen to a suit; the ace is the
    ♥ ace .. two   bits 16 .. 28     lowest bit. The side of North and South is player 0 (NS), East and West are
    ♦ ace .. two   bits 32 .. 44     player 1 (EW). Follow suit if you can; the highest trump, or else the highest
    ♣ ace .. two   bits 48 .. 60     card of the suit led, takes the trick, and its player leads to the next.

Of cards that touch, such as king and queen in one hand, search tries one: they take the same tricks. A state is
written as the hands in PBN, the trumps (S, H, D, C or N for none), who led, what was played to the trick, and tricks.

>>> game = Bridge()
>>> state = game.deal("N:QJ6.K652.J85.T98 873.J97.AT764.Q4 K5.T83.KQ9.A7652 AT942.AQ4.32.KJ3", "N", "W")
>>> [game.action_name(state, card) for card in game.actions(state)]
['♠A', '♠T', '♠4', '♠2', '♥A', '♥Q', '♥4', '♦3', '♣K', '♣J', '♣3']
>>> game.state_name(game.result(state, 43))
'N:QJ6.K652.J85.T98 873.J97.AT764.Q4 K5.T83.KQ9.A7652 AT942.AQ4.2.KJ3 N W D3 0-0'
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any, NamedTuple

from plywise.games.cards.bridge.notation import (
    CARD,
    LETTERS,
    RANKS,
    SEATS,
    STRAINS,
    SUITS,
    cards_of,
    index_of,
    random_hands,
    ranks_of,
    read_parts,
)
from plywise.games.cards.bridge.tricks import (
    LANES,
    NO_TRUMPS,
    beats,
    can_beat,
    length,
    quick_tricks,
    strongest,
    tops,
)
from plywise.games.shared.hands import table_view
from plywise.rules import Game, Look, NotationError, Unit, View

ACES = 1 << 48 | 1 << 32 | 1 << 16 | 1
TWO = 2 * CARD


class Bridge(Game):
    """Thirteen tricks with open cards; `deal` picks the hands at random, `trumps` and `leader` say what is played."""

    look = Look("free")
    utility_range = (-13, 13)
    distinct_actions = 61
    max_actions = 13
    player_names = ("NS", "EW")

    class State(NamedTuple):
        """Four hands, the tricks of both sides, the trumps, who led, and the cards of the trick, 7 bits each."""

        hands: tuple[int, int, int, int]
        tricks: tuple[int, int] = (0, 0)
        trumps: int = NO_TRUMPS
        leader: int = 0
        trick: int = 0

    def __init__(self, deal: int = 1, trumps: str = "N", leader: str = "W", cards: int = 13) -> None:
        self.start = self.State(random_hands(deal, cards), (0, 0), index_of(STRAINS, trumps), index_of(SEATS, leader))

    def initial(self) -> State:
        """Return the deal, with nothing played."""
        return self.start

    def to_move(self, state: State) -> int:
        """Return 0 where North or South plays a card, 1 for East or West."""
        return (state.leader + self.played(state)) & 1

    def actions(self, state: State) -> Iterator[int]:
        """Yield the highest of each run of touching cards among those that follow suit, or of the whole hand."""
        hand = state.hands[(state.leader + self.played(state)) & 3]
        follow = hand
        if state.trick:
            follow = hand & LANES[(state.trick & 127) - 1 >> 4]
        playable = follow if follow else hand
        gone = LANES[0] | LANES[1] | LANES[2] | LANES[3]
        gone &= ~(state.hands[0] | state.hands[1] | state.hands[2] | state.hands[3] | self.lying(state.trick))
        below = playable << 1
        # Adding carries a card's mark past the cards that are gone, to the next one still in play.
        left = playable & ~(below | ((below & gone) + gone & ~gone))
        while left:
            yield (left & -left).bit_length() - 1
            left &= left - 1

    def result(self, state: State, action: int) -> State:  # type: ignore[override]
        """Play a card; the fourth decides who takes the trick and leads to the next."""
        kept = ~(1 << action)
        a, b, c, d = state.hands
        hands = (a & kept, b & kept, c & kept, d & kept)
        played = self.played(state)
        trick = state.trick | action + 1 << CARD * played
        if played < 3:
            return self.State(hands, state.tricks, state.trumps, state.leader, trick)
        winner = (state.leader + self.winning(trick, 4, state.trumps)) & 3
        side = winner & 1
        return self.State(hands, (state.tricks[0] + 1 - side, state.tricks[1] + side), state.trumps, winner, 0)

    def is_terminal(self, state: State) -> bool:
        """Whether all cards are played."""
        return state.trick == 0 and state.hands[0] == 0

    def utility(self, state: State, player: int) -> int:
        """Return a side's tricks less the other's."""
        return state.tricks[player] - state.tricks[1 - player]

    # The trick

    def played(self, state: State) -> int:
        """Return how many cards lie in the trick."""
        trick = state.trick
        return (trick > 0) + (trick >> CARD > 0) + (trick >> TWO > 0)

    def lying(self, trick: int) -> int:
        """Return the cards of a trick of up to three as bits."""
        cards = 0
        while trick:
            cards |= 1 << (trick & 127) - 1
            trick >>= CARD
        return cards

    def winning(self, trick: int, count: int, trumps: int) -> int:
        """Return which of the cards in a trick wins so far: 0 for the first."""
        best, at = (trick & 127) - 1, 0
        for i in range(1, count):
            card = (trick >> CARD * i & 127) - 1
            if beats(card, best, trumps):
                best, at = card, i
        return at

    # What search gains by

    def canonical(self, state: State) -> State:
        """Return the state with the cards left in each suit renamed as the highest: only their order matters."""
        a, b, c, d = state.hands
        trick = state.trick
        while True:
            cards = a | b | c | d | self.lying(trick)
            missing = (cards + ACES) & ~cards  # the highest card that is gone from each suit
            higher = missing - ACES
            if cards & ~higher == 0:
                return self.State((a, b, c, d), state.tricks, state.trumps, state.leader, trick)
            a = a & higher | (a & ~higher) >> 1
            b = b & higher | (b & ~higher) >> 1
            c = c & higher | (c & ~higher) >> 1
            d = d & higher | (d & ~higher) >> 1
            trick = self.renamed(trick, higher)

    def renamed(self, trick: int, higher: int) -> int:
        """Return a trick with all cards but those higher than a gap renamed as the next higher ones."""
        after = 0
        for i in range(3):
            card = trick >> CARD * i & 127
            if card > 0:
                after |= card - 1 + (higher >> card - 1 & 1) << CARD * i
        return after

    def banked(self, state: State) -> int:
        """Return how many tricks more than the others NS has taken: the rest of the play can't change that."""
        return state.tricks[0] - state.tricks[1]

    def rest(self, state: State) -> State:
        """Return the state with no tricks taken so far."""
        return self.State(state.hands, (0, 0), state.trumps, state.leader, state.trick)

    def value_bounds(self, state: State) -> tuple[int, int]:
        """Return the least and the most that NS ends with: by tricks in hand, quick tricks and top trumps."""
        ahead = state.tricks[0] - state.tricks[1]
        leader = state.leader
        left = state.hands[leader].bit_count()
        if state.trick:
            return ahead - left - 1, ahead + left + 1
        own, partner = state.hands[leader], state.hands[leader + 2 & 3]
        before, behind = state.hands[leader + 1 & 3], state.hands[leader + 3 & 3]
        trumps = state.trumps
        least = quick_tricks(own, partner, before, behind, trumps)
        most = left
        if trumps != NO_TRUMPS:
            least = max(least, tops(partner, trumps))
            most -= max(tops(before, trumps), tops(behind, trumps))
        if leader & 1:
            return ahead + left - 2 * most, ahead + left - 2 * least
        return ahead + 2 * least - left, ahead + 2 * most - left

    def rank(self, state: State, action: int) -> int:
        """Order cards: those that let the side take the trick first, of these the cheapest; then low cards."""
        played = self.played(state)
        seat = (state.leader + played) & 3
        suit, place = action >> 4, action & 15
        if played == 0:
            return self.rank_lead(state, seat, action)
        trumps, hands = state.trumps, state.hands
        at = self.winning(state.trick, played, trumps)
        best = (state.trick >> CARD * at & 127) - 1
        led = (state.trick & 127) - 1 >> 4
        ours = (at ^ played) & 1 == 0
        if beats(action, best, trumps):
            best, ours = action, True
        if played == 2:
            ours = ours and not can_beat(hands[seat + 1 & 3], best, led, trumps)
        elif played == 1:
            behind = hands[seat + 1 & 3]
            if not ours or can_beat(behind, best, led, trumps):
                if can_beat(behind, best, led, trumps):
                    best = strongest(behind, led, trumps)
                ours = can_beat(hands[seat + 2 & 3], best, led, trumps)
        if suit != led:
            if suit == trumps:
                return 25 + place if ours else place - 20
            return (40 if ours else 0) + place + length(hands[seat], suit)
        return 40 + place if ours else place

    def rank_lead(self, state: State, seat: int, action: int) -> int:
        """Order leads: suits in which the side takes the trick first."""
        suit, place = action >> 4, action & 15
        trumps, hands = state.trumps, state.hands
        best = action
        if can_beat(hands[seat + 2 & 3], action, suit, trumps):
            best = strongest(hands[seat + 2 & 3], suit, trumps)
        before = can_beat(hands[seat + 1 & 3], best, suit, trumps)
        behind = can_beat(hands[seat + 3 & 3], best, suit, trumps)
        if not before and not behind:
            return 40 + (place if best != action else 0)
        return place

    # Notation and looks

    def deal(self, hands: str, trumps: str, leader: str) -> State:
        """Return the state before the first lead; the hands in PBN, such as "N:QJ6.K652.J85.T98 ..."."""
        return self.parse_state(f"{hands} {trumps} {leader}")

    def action_name(self, state: State, action: Any) -> str:
        """Name a card by suit and rank."""
        return f"{SUITS[action >> 4]}{RANKS[action & 15]}"

    def parse_action(self, state: State, text: str) -> Any:
        """Read a card, its suit as a sign or as a letter: ♠Q, SQ or sq."""
        card = text.strip().upper().replace("10", "T")
        if len(card) == 2 and card[0] in LETTERS:
            card = SUITS[LETTERS.index(card[0])] + card[1]
        names = {self.action_name(state, each): each for each in self.playable_actions(state)}
        return names[card] if card in names else super().parse_action(state, text)

    def playable_actions(self, state: State) -> Iterable[int]:
        """Yield every card that follows suit, the ones that search leaves out last."""
        offered = list(self.actions(state))
        hand = state.hands[(state.leader + self.played(state)) & 3]
        suits = {card >> 4 for card in offered}
        rest = [card for card in range(64) if hand >> card & 1 and card >> 4 in suits and card not in offered]
        return [*offered, *rest]

    def state_name(self, state: State) -> str:
        """Write the hands in PBN, trumps, who led, the cards of the trick if any, and the tricks of both sides."""
        hands = " ".join(".".join(ranks_of(hand >> 16 * suit) for suit in range(4)) for hand in state.hands)
        trick = "".join(LETTERS[card >> 4] + RANKS[card & 15] for card in cards_of(state.trick))
        tricks = "-".join(map(str, state.tricks))
        return " ".join(filter(None, [f"N:{hands}", STRAINS[state.trumps], SEATS[state.leader], trick, tricks]))

    def parse_state(self, text: str) -> State:
        """Read what `state_name` writes; any hand may come first, and the trick and the tricks may be left out."""
        parts = read_parts(text)
        if parts is None:
            like = self.state_name(self.initial())
            raise NotationError(f"'{text}' is not a state of this game: write it like {like}.")
        return self.State(*parts)

    def value_name(self, value: float, player: int, unit: Unit) -> str:
        """Say by how many tricks a side is ahead."""
        return f"{value:+g} tricks to {self.name_of(player)}"

    def tell_end(self, state: State) -> str:
        """Say how many tricks each side took."""
        return f"NS took {state.tricks[0]} tricks, EW {state.tricks[1]}"

    def view(self, state: State) -> View:
        """Show all hands, and in the middle the cards of the trick."""
        hands = [[self.action_name(state, card) for card in range(64) if hand >> card & 1] for hand in state.hands]
        trick = [self.action_name(state, card) for card in cards_of(state.trick)]
        trumps = "no trumps" if state.trumps == NO_TRUMPS else f"trumps {SUITS[state.trumps]}"
        caption = f"{trumps}; {SEATS[state.leader]} led; tricks NS {state.tricks[0]}, EW {state.tricks[1]}"
        if not trick:
            caption = caption.replace("led", "leads")
        view = table_view(hands, caption, trick)
        sides = (cell if cell.player is None else replace(cell, player=cell.player & 1) for cell in view.cells)
        return replace(view, cells=tuple(sides))
