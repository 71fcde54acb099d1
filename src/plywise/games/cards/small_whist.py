"""Small whist: twelve cards, five each; follow suit, the highest card or a trump takes the trick.

    A   Q♣ A♦ K♥ A♥ Q♠      Of queen, king and ace in four suits each player gets five cards. One more is turned up:
    B   ?  ?  ?  ?  ?       its suit is trump. The twelfth stays hidden. A leads the first trick, then whoever took the
    trump K♠                last one. One must follow suit if one can. More tricks win, and five can't be shared.

A state is written with both hands, the card turned up, the card that was led, and the tricks of both; what was played,
and who couldn't follow suit, follows from the record.

>>> game = SmallWhist()
>>> state = game.deal("QcAdKhAhQs", "KcAcQdKdQh", "Ks")
>>> [game.action_name(state, action) for action in game.actions(state)]
['Q♣', 'A♦', 'K♥', 'A♥', 'Q♠']
>>> after = game.result(state, 0)  # the queen of clubs is led: clubs must be followed
>>> [game.action_name(after, action) for action in game.actions(after)]
['K♣', 'A♣']
"""

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from plywise.games.shared.hands import BACK, table_view
from plywise.rules import CHANCE, Game, Look, Lots, NotationError, Unit, View, player_name

SUITS, RANKS = "♣♦♥♠", "QKA"
LETTERS = "cdhs"
CARDS, EACH = 12, 5
DEALT = 2 * EACH + 1
NONE = -1


class SmallWhist(Game):
    """Twelve cards, five each, and a trump: the smallest game of tricks worth playing."""

    look = Look("free", "cards")
    utility_range = (-5, 5)
    distinct_actions = CARDS
    max_actions = CARDS

    class State(NamedTuple):
        """Both hands as bits of cards, what was played, who can't follow which suits, and how far the deal is."""

        hands: tuple[int, int] = (0, 0)
        played: int = 0
        voids: tuple[int, int] = (0, 0)
        tricks: tuple[int, int] = (0, 0)
        trump: int = NONE
        led: int = NONE
        turn: int = 0
        dealt: int = 0

    def to_move(self, state: State) -> int:
        """Return CHANCE while cards are dealt, then whose turn it is."""
        return CHANCE if state.dealt < DEALT else state.turn

    def chances(self, state: State) -> Iterator[tuple[int, float]]:
        """Yield each card that isn't dealt yet."""
        gone = state.hands[0] | state.hands[1]
        left = CARDS - state.dealt
        for card in range(CARDS):
            if not gone >> card & 1:
                yield card, 1 / left

    def actions(self, state: State) -> Iterator[int]:
        """Yield the cards that follow suit, or all of the hand where none does or nothing was led."""
        hand = state.hands[state.turn]
        suit = 0
        if state.led != NONE:
            suit = hand & 0b111 << state.led // 3 * 3
        open_cards = suit if suit else hand
        for card in range(CARDS):
            if open_cards >> card & 1:
                yield card

    def result(self, state: State, action: int) -> State:  # type: ignore[override]
        """Deal a card: five to A, five to B, one face up; or play one, and see who takes the trick."""
        first, second = state.hands
        if state.dealt < EACH:
            return state._replace(hands=(first | 1 << action, second), dealt=state.dealt + 1)
        if state.dealt < 2 * EACH:
            return state._replace(hands=(first, second | 1 << action), dealt=state.dealt + 1)
        if state.dealt < DEALT:
            return state._replace(trump=action, dealt=state.dealt + 1)
        turn = state.turn
        hands = (first & ~(1 << action), second) if turn == 0 else (first, second & ~(1 << action))
        played = state.played | 1 << action
        if state.led == NONE:
            return state._replace(hands=hands, played=played, led=action, turn=1 - turn)
        voids = state.voids
        if action // 3 != state.led // 3:
            missing = 1 << state.led // 3
            voids = (voids[0] | missing, voids[1]) if turn == 0 else (voids[0], voids[1] | missing)
        winner = turn if self.beats(action, state.led, state.trump // 3) else 1 - turn
        tricks = (state.tricks[0] + 1 - winner, state.tricks[1] + winner)
        return self.State(hands, played, voids, tricks, state.trump, NONE, winner, DEALT)

    def beats(self, card: int, led: int, trump: int) -> bool:
        """Whether the second card takes the trick."""
        if card // 3 == led // 3:
            return card > led
        return card // 3 == trump

    def is_terminal(self, state: State) -> bool:
        """Whether all tricks are taken."""
        return state.tricks[0] + state.tricks[1] == EACH

    def utility(self, state: State, player: int) -> int:
        """Return a player's tricks less the other's."""
        return state.tricks[player] - state.tricks[1 - player]

    def observe(self, state: State, player: int) -> tuple[Any, ...]:
        """Return the own hand, and all that lies or lay open."""
        return (state.hands[player], *state[1:])

    def deals(self, observation: Any, player: int, numbers: Lots) -> State:
        """Deal the other player cards that weren't seen, of suits that the other may still have."""
        own, *rest = observation
        state = self.State((own, 0), *rest)
        count = self._left(state, 1 - player)
        seen = own | state.played | (1 << state.trump if state.trump != NONE else 0)
        unseen = [card for card in range(CARDS) if not seen >> card & 1]
        open_cards = [card for card in unseen if not state.voids[1 - player] >> card // 3 & 1]
        other = 0
        for _ in range(min(count, len(open_cards))):
            other |= 1 << open_cards.pop(numbers.below(len(open_cards)))
        return state._replace(hands=(own, other) if player == 0 else (other, own))

    def _left(self, state: State, player: int) -> int:
        """Return how many cards a player holds, by what all have seen."""
        if state.dealt < DEALT:
            return min(EACH, state.dealt) if player == 0 else max(0, min(EACH, state.dealt - EACH))
        has_led = state.led != NONE and state.turn != player
        return EACH - state.tricks[0] - state.tricks[1] - has_led

    def value_name(self, value: float, player: int, unit: Unit) -> str:
        """Say by how many tricks a player is ahead."""
        return f"{value:+.2g} tricks to {player_name(player)}"

    def action_name(self, state: State, action: Any) -> str:
        """Name a card."""
        return f"{RANKS[action % 3]}{SUITS[action // 3]}"

    def parse_action(self, state: State, text: str) -> Any:
        """Read a card, with its suit as a sign or as a letter: Q♣ or qc."""
        card = text.strip()
        if card[-1:].lower() in LETTERS and len(card) == 2:
            card = card[0].upper() + SUITS[LETTERS.index(card[1].lower())]
        return super().parse_action(state, card)

    def state_name(self, state: State) -> str:
        """Write hands, played cards, who can't follow what, trump, the card led, tricks and turn; all by letters."""
        hands = [self._cards(hand) for hand in state.hands]
        voids = ["".join(LETTERS[suit] for suit in range(4) if void >> suit & 1) or "-" for void in state.voids]
        single = ["-" if card == NONE else self._cards(1 << card) for card in (state.trump, state.led)]
        tricks = "-".join(map(str, state.tricks))
        return " ".join([*hands, self._cards(state.played), *voids, *single, tricks, player_name(state.turn)])

    def parse_state(self, text: str) -> State:
        """Read what `state_name` writes."""
        match = re.fullmatch(
            r"(\S+) (\S+) (\S+) ([cdhs]+|-) ([cdhs]+|-) (\S+) (\S+) (\d)-(\d) ([AB])", " ".join(text.split())
        )
        if match:
            first, second, played, trump, led = (self._bits(match[number]) for number in (1, 2, 3, 6, 7))
            voids = [sum(1 << LETTERS.index(suit) for suit in match[number] if suit != "-") for number in (4, 5)]
            tricks = (int(match[8]), int(match[9]))
            dealt = min(DEALT, first.bit_count() + second.bit_count() + played.bit_count() + trump.bit_count())
            cards = [bits.bit_length() - 1 if bits else NONE for bits in (trump, led)]
            turn = "AB".index(match[10])
            state = self.State((first, second), played, (voids[0], voids[1]), tricks, cards[0], cards[1], turn, dealt)
            if self.state_name(state) == " ".join(text.split()):
                return state
        raise NotationError(f"'{text}' is not a state of this game: write it like {self.state_name(self.initial())}.")

    def deal(self, first: str, second: str, trump: str) -> State:
        """Return the state after a deal, cards written as Qc, Ad and so on."""
        return self.State(
            (self._bits(first), self._bits(second)), trump=self._bits(trump).bit_length() - 1, dealt=DEALT
        )

    def view(self, state: State, player: int | None = None) -> View:
        """Show the hands, the other's face down, and in the middle the card led and the trump."""
        hands = []
        for seat in (0, 1):
            cards = [self.action_name(state, card) for card in range(CARDS) if state.hands[seat] >> card & 1]
            hands.append(cards if player in (None, seat) else [BACK] * len(cards))
        middle = [] if state.led == NONE else [self.action_name(state, state.led)]
        trump = "" if state.trump == NONE else f"trump {self.action_name(state, state.trump)}; "
        caption = f"{trump}tricks A {state.tricks[0]}, B {state.tricks[1]}"
        return table_view(hands, caption, middle)

    def tell_end(self, state: State) -> str:
        """Say who has more tricks."""
        winner = 0 if state.tricks[0] > state.tricks[1] else 1
        return f"{player_name(winner)} wins by {state.tricks[winner]} tricks to {state.tricks[1 - winner]}"

    def _cards(self, bits: int) -> str:
        return "".join(f"{RANKS[card % 3]}{LETTERS[card // 3]}" for card in range(CARDS) if bits >> card & 1) or "-"

    def _bits(self, text: str) -> int:
        if text == "-":
            return 0
        pairs = re.findall(r"([QKA])([cdhs])", text)
        return sum(1 << LETTERS.index(suit) * 3 + RANKS.index(rank) for rank, suit in set(pairs))
