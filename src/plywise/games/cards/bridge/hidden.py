"""Bridge as it is played: players see their own hands, and after the opening lead dummy's.

    N   AQ.K.3.4         N, the declarer, plays dummy's cards too; S is dummy and only looks on. E makes the opening
    E   ?                lead. Here N sees two hands and what was played, but not how the rest lies.
    S   K3.A.2.5
    W   ?                The auction is left out: `declarer` and `trumps` say what is played, and every trick counts.

A state is written as in `play`, and after the tricks the suits that N, E, S and W have shown out of: `- H - SC`.

>>> game = Bridge(cards=3, trumps="H")
>>> state = game.deal("N:A.KQ.. K..A.Q Q..K.K .A.Q.A", "H", "E")
>>> game.name_of(game.to_move(state)), game.observe(state, 0) == game.observe(state, 1)
('E', False)
>>> after = game.result(state, 0)  # dummy goes down
>>> game.state_name(after)
'N:.KQ.. K..A.Q Q..K.K .A.Q.A H E SA 0-0 - - - -'
"""

from collections.abc import Iterator
from typing import Any

from plywise.games.cards.bridge.dealing import spread
from plywise.games.cards.bridge.double_dummy import DoubleDummy
from plywise.games.cards.bridge.notation import LETTERS, SEATS, STRAINS, index_of, pack, read_parts
from plywise.games.cards.bridge.play import CardPlay
from plywise.rules import CHANCE, Lots, NotationError, View

UNSEEN = -1
"""Stands for dummy's hand until the opening lead."""


class Bridge(CardPlay):
    """Bridge with hidden hands: players see their own cards and dummy's; the declarer plays both."""

    players = 4
    player_names = tuple(SEATS)
    max_actions = 52
    best_agent = "determinized"

    def __init__(self, trumps: str = "N", declarer: str = "N", cards: int = 13) -> None:
        self.cards, self.pack = cards, pack(cards)
        self.trumps, self.declarer = index_of(STRAINS, trumps), index_of(SEATS, declarer)
        self.dummy = (self.declarer + 2) % 4
        self.utility_range = (-cards, cards)

    def initial(self) -> CardPlay.State:
        """Return an empty table."""
        return self.State((0, 0, 0, 0), (0, 0), self.trumps, (self.declarer + 1) % 4)

    def dealt(self, state: CardPlay.State) -> int:
        """Return how many cards were dealt so far, those included that were played since."""
        held = sum(hand.bit_count() for hand in state.hands)
        return held + self.played(state) + 4 * sum(state.tricks)

    def to_move(self, state: CardPlay.State) -> int:
        """Return CHANCE while cards are dealt, then whose turn it is: the declarer's where dummy has to play."""
        if self.dealt(state) < 4 * self.cards:
            return CHANCE
        seat = (state.leader + self.played(state)) % 4
        return self.declarer if seat == self.dummy else seat

    def chances(self, state: CardPlay.State) -> Iterator[tuple[int, float]]:
        """Yield each card that isn't dealt yet."""
        left = 4 * self.cards - self.dealt(state)
        gone = sum(state.hands)
        for card in range(64):
            if (self.pack & ~gone) >> card & 1:
                yield card, 1 / left

    def result(self, state: CardPlay.State, action: int) -> CardPlay.State:  # type: ignore[override]
        """Deal a card, hand by hand, the last hand at once; or play one, and see who shows out of the suit led."""
        dealt = self.dealt(state)
        if dealt < 4 * self.cards:
            hands = list(state.hands)
            hands[dealt // self.cards] |= 1 << action
            if dealt + 1 == 3 * self.cards:
                hands[3] = self.pack & ~sum(hands)
            return state._replace(hands=(hands[0], hands[1], hands[2], hands[3]))
        after, voids = super().result(state, action), state.voids
        if state.trick and (state.trick & 127) - 1 >> 4 != action >> 4:
            voids |= 1 << 4 * ((state.leader + self.played(state)) % 4) + ((state.trick & 127) - 1 >> 4)
        return after._replace(voids=voids)

    def is_terminal(self, state: CardPlay.State) -> bool:
        """Whether all tricks are taken."""
        return sum(state.tricks) == self.cards

    # What is hidden

    def is_dummy_down(self, state: CardPlay.State) -> bool:
        """Whether the opening lead was made, after which dummy's hand lies open."""
        return self.dealt(state) == 4 * self.cards and (state.trick > 0 or sum(state.tricks) > 0)

    def observe(self, state: CardPlay.State, player: int) -> tuple[Any, ...]:
        """Return the player's hand, dummy's, what was dealt and what was played, and all that lies open besides."""
        dealt = self.dealt(state)
        played = self.pack & ~sum(state.hands) if dealt == 4 * self.cards else 0
        dummy = state.hands[self.dummy] if self.is_dummy_down(state) else UNSEEN
        return (state.hands[player], dummy, dealt, played, *state[1:])

    def deals(self, observation: Any, player: int, numbers: Lots) -> CardPlay.State:
        """Deal the others cards that weren't seen, of suits that they haven't shown out of; all ways equally likely."""
        own, dummy, dealt, played, *rest = observation
        state = self.State((0, 0, 0, 0), *rest)
        known = {player: own} if dummy == UNSEEN else {self.dummy: dummy, player: own}
        unknown = [seat for seat in range(4) if seat not in known]
        counts = [self._left(state, seat, dealt) for seat in unknown]
        unseen = self.pack & ~(played | sum(known.values()))
        counts.append(unseen.bit_count() - sum(counts))  # still in the pack
        suits = [15 & ~(state.voids >> 4 * seat) for seat in unknown]
        drawn = spread(unseen, tuple(counts), (*suits, 15), numbers)
        hands = known | dict(zip(unknown, drawn, strict=False))
        return state._replace(hands=(hands[0], hands[1], hands[2], hands[3]))

    def _left(self, state: CardPlay.State, seat: int, dealt: int) -> int:
        """Return how many cards a seat holds, by what all have seen."""
        if dealt < 4 * self.cards:
            return min(self.cards, max(0, dealt - seat * self.cards))
        has_played = (seat - state.leader) % 4 < self.played(state)
        return self.cards - sum(state.tricks) - has_played

    def with_open_cards(self) -> DoubleDummy:
        """Return the game in which partners see each other's cards, and so act as one."""
        return DoubleDummy(1, STRAINS[self.trumps], SEATS[(self.declarer + 1) % 4], self.cards)

    # Notation and looks

    def action_name(self, state: CardPlay.State, action: Any, player: int | None = None) -> str:
        """Name a card; one that is dealt to another seat is only a card."""
        dealt = self.dealt(state)
        is_dealing = dealt < 4 * self.cards
        is_own = player in (None, dealt // self.cards)
        return "a card" if is_dealing and not is_own else super().action_name(state, action)

    def state_name(self, state: CardPlay.State) -> str:
        """Write the state as in double dummy, and the suits that each seat has shown out of."""
        voids = ("".join(LETTERS[suit] for suit in range(4) if state.voids >> 4 * seat + suit & 1) for seat in range(4))
        return " ".join([super().state_name(state), *(void or "-" for void in voids)])

    def parse_state(self, text: str) -> CardPlay.State:
        """Read what `state_name` writes; the tricks say how many cards are gone, and the voids may be left out."""
        parts = read_parts(text, is_dealing=True)
        state = super().parse_state(text) if parts is None else self.State(*parts)
        dealt, held = self.dealt(state), [hand.bit_count() for hand in state.hands]
        if dealt < 4 * self.cards and not (state.trick or sum(state.tricks)):
            expected = [self._left(state, seat, dealt) for seat in range(4)]
        else:
            expected = [self._left(state, seat, 4 * self.cards) for seat in range(4)]
        if held != expected or sum(state.hands) & ~self.pack:
            raise NotationError(
                f"'{text}' doesn't account for {self.cards} cards in each hand: write the tricks taken so far, such as "
                f"{self.cards - 1}-0, or ask for open cards: bridge:open_cards=true."
            )
        return state

    def view(self, state: CardPlay.State, player: int | None = None) -> View:
        """Show the hands that a player sees, the others face down, and in the middle the cards of the trick."""
        if player is None:
            return self.table(state, range(4))
        return self.table(state, {player, self.dummy} if self.is_dummy_down(state) else {player})
