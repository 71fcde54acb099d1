"""The play of the cards in bridge, whoever sees them: which card may be played, who takes the trick, how it is written.

    ♠ ace .. two   bits  0 .. 12     A hand is a number with a bit for each card, sixteen to a suit; the ace is the
    ♥ ace .. two   bits 16 .. 28     lowest bit. Seats are N, E, S, W (0 to 3). Follow suit if you can; the highest
    ♦ ace .. two   bits 32 .. 44     trump, or else the highest card of the suit led, takes the trick, and its player
    ♣ ace .. two   bits 48 .. 60     leads to the next.

Of cards that touch, such as king and queen in one hand, search tries one: they take the same tricks. A state is
written as the hands in PBN, the trumps (S, H, D, C or N for none), who led, what was played to the trick, and tricks.
"""

from collections.abc import Collection, Iterable, Iterator
from typing import Any, NamedTuple

from plywise.games.cards.bridge.notation import (
    CARD,
    LETTERS,
    RANKS,
    SEATS,
    STRAINS,
    SUITS,
    cards_of,
    ranks_of,
    read_parts,
)
from plywise.games.cards.bridge.tricks import LANES, NO_TRUMPS, beats
from plywise.games.shared.hands import BACK, table_view
from plywise.rules import Game, Look, NotationError, Unit, View

TWO = 2 * CARD


class CardPlay(Game):
    """Tricks with four hands of cards; a game says besides who plays them, and who sees them."""

    look = Look("free")
    utility_range = (-13, 13)
    distinct_actions = 61

    class State(NamedTuple):
        """Four hands, the tricks of both sides, the trumps, who led, the cards of the trick (7 bits each), and voids.

        `voids` are the suits that a seat has shown out of, 4 bits a seat; only a game with hidden cards keeps them.
        """

        hands: tuple[int, int, int, int]
        tricks: tuple[int, int] = (0, 0)
        trumps: int = NO_TRUMPS
        leader: int = 0
        trick: int = 0
        voids: int = 0

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
        return state.tricks[player & 1] - state.tricks[1 - (player & 1)]

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

    def table(self, state: State, seats: Collection[int]) -> View:
        """Show the hands of some seats, the others face down, and in the middle the cards of the trick."""
        hands = [[self.action_name(state, card) for card in range(64) if hand >> card & 1] for hand in state.hands]
        shown = [hand if seat in seats else [BACK] * len(hand) for seat, hand in enumerate(hands)]
        trick = [self.action_name(state, card) for card in cards_of(state.trick)]
        trumps = "no trumps" if state.trumps == NO_TRUMPS else f"trumps {SUITS[state.trumps]}"
        led = "led" if trick else "leads"
        caption = f"{trumps}; {SEATS[state.leader]} {led}; tricks NS {state.tricks[0]}, EW {state.tricks[1]}"
        return table_view(shown, caption, trick)
