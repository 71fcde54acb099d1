"""Bridge with all four hands open (double dummy): how many tricks each side takes when all play their best.

The side of North and South is player 0 (NS), East and West are player 1 (EW): partners who see each other's cards act
as one.

>>> game = DoubleDummy()
>>> state = game.deal("N:QJ6.K652.J85.T98 873.J97.AT764.Q4 K5.T83.KQ9.A7652 AT942.AQ4.32.KJ3", "N", "W")
>>> [game.action_name(state, card) for card in game.actions(state)]
['♠A', '♠T', '♠4', '♠2', '♥A', '♥Q', '♥4', '♦3', '♣K', '♣J', '♣3']
>>> game.state_name(game.result(state, 43))
'N:QJ6.K652.J85.T98 873.J97.AT764.Q4 K5.T83.KQ9.A7652 AT942.AQ4.2.KJ3 N W D3 0-0'
"""

from dataclasses import replace

from plywise.games.cards.bridge.notation import CARD, SEATS, STRAINS, index_of, random_hands
from plywise.games.cards.bridge.play import CardPlay
from plywise.games.cards.bridge.tricks import (
    NO_TRUMPS,
    beats,
    can_beat,
    length,
    quick_tricks,
    strongest,
    tops,
)
from plywise.rules import View

ACES = 1 << 48 | 1 << 32 | 1 << 16 | 1


class DoubleDummy(CardPlay):
    """Bridge with open cards; `deal` picks the hands at random, `trumps` and `leader` say what is played."""

    player_names = ("NS", "EW")
    max_actions = 13

    def __init__(self, deal: int = 1, trumps: str = "N", leader: str = "E", cards: int = 13) -> None:
        hands = random_hands(deal, cards)
        self.start = self.State(hands, (0, 0), index_of(STRAINS, trumps), index_of(SEATS, leader))

    def initial(self) -> CardPlay.State:
        """Return the deal, with nothing played."""
        return self.start

    def to_move(self, state: CardPlay.State) -> int:
        """Return 0 where North or South plays a card, 1 for East or West."""
        return (state.leader + self.played(state)) & 1

    # What search gains by

    def canonical(self, state: CardPlay.State) -> CardPlay.State:
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

    def banked(self, state: CardPlay.State) -> int:
        """Return how many tricks more than the others NS has taken: the rest of the play can't change that."""
        return state.tricks[0] - state.tricks[1]

    def rest(self, state: CardPlay.State) -> CardPlay.State:
        """Return the state with no tricks taken so far."""
        return self.State(state.hands, (0, 0), state.trumps, state.leader, state.trick)

    def value_bounds(self, state: CardPlay.State) -> tuple[int, int]:
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

    def rank(self, state: CardPlay.State, action: int) -> int:
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

    def rank_lead(self, state: CardPlay.State, seat: int, action: int) -> int:
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

    def view(self, state: CardPlay.State) -> View:
        """Show all hands, each in the colour of its side."""
        view = self.table(state, range(4))
        sides = (cell if cell.player is None else replace(cell, player=cell.player & 1) for cell in view.cells)
        return replace(view, cells=tuple(sides))
