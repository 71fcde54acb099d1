"""Kuhn poker: three cards, one each, one bet; the smallest game in which one must bluff (Kuhn, 1950).

    A   B     both ante 1         A: check or bet 1
    K   ?                         B, after a check: check (showdown) or bet;    after a bet: fold or call
                                  A, after check and bet: fold or call          showdown: the higher card wins

With best play A loses 1/18 of a chip a game. A bets a jack (a bluff) some of the time, three times as rarely as a king.

>>> game = KuhnPoker()
>>> state = game.parse_state("KJ check bet")
>>> [game.action_name(state, action) for action in game.actions(state)], game.observe(state, 0)
(['fold', 'call'], (2, 3, (0, 1, -1)))
"""

from collections.abc import Iterator
from itertools import permutations
from typing import Any, NamedTuple

from plywise.games.shared.hands import BACK, table_view
from plywise.rules import CHANCE, Game, Look, Lots, NotationError, Unit, View, player_name

CARDS = "JQK"
PASS, BET = 0, 1
NONE = -1
FACE_DOWN = 3
WORDS = (("check", "bet"), ("fold", "call"))


class KuhnPoker(Game):
    """Three cards, one each, one bet: the smallest poker, and one must bluff."""

    look = Look("free", "cards")
    utility_range = (-2, 2)
    distinct_actions = 2
    max_actions = 3

    class State(NamedTuple):
        """The two cards (-1: not dealt yet), and what was done: 0 for check or fold, 1 for bet or call."""

        cards: tuple[int, int] = (NONE, NONE)
        plays: tuple[int, int, int] = (NONE, NONE, NONE)

    def to_move(self, state: State) -> int:
        """Return CHANCE until both cards are dealt, then A, B and A."""
        if state.cards[1] == NONE:
            return CHANCE
        return 1 if state.plays[0] != NONE and state.plays[1] == NONE else 0

    def chances(self, state: State) -> Iterator[tuple[int, float]]:
        """Yield each card that is left."""
        for card in range(3):
            if state.cards[0] == NONE:
                yield card, 1 / 3
            elif card != state.cards[0]:
                yield card, 1 / 2

    def actions(self, state: State) -> Iterator[int]:
        """Yield check and bet, or fold and call."""
        yield PASS
        yield BET

    def result(self, state: State, action: int) -> State:  # type: ignore[override]
        """Deal the card, or note what was done."""
        if state.cards[0] == NONE:
            return self.State((action, NONE), state.plays)
        if state.cards[1] == NONE:
            return self.State((state.cards[0], action), state.plays)
        first, second, _ = state.plays
        if first == NONE:
            return self.State(state.cards, (action, NONE, NONE))
        if second == NONE:
            return self.State(state.cards, (first, action, NONE))
        return self.State(state.cards, (first, second, action))

    def is_terminal(self, state: State) -> bool:
        """Whether both have checked, or a bet was answered."""
        first, second, third = state.plays
        return third != NONE or (second != NONE and not (first == PASS and second == BET))

    def utility(self, state: State, player: int) -> int:
        """Return the chips that a player wins: the other's ante, and the bet if it was called."""
        first, second, third = state.plays
        if first == BET and second == PASS:
            winner, chips = 0, 1
        elif second == BET and third == PASS:
            winner, chips = 1, 1
        else:
            winner = 0 if state.cards[0] > state.cards[1] else 1
            chips = 1 if second == PASS else 2
        return chips if player == winner else -chips

    def observe(self, state: State, player: int) -> tuple[int, int, tuple[int, int, int]]:
        """Return the player's own card, the other's as far as it is seen, and what was done."""
        other = state.cards[1 - player]
        is_hidden = other != NONE and not self.is_compared(state)
        return state.cards[player], FACE_DOWN if is_hidden else other, state.plays

    def is_compared(self, state: State) -> bool:
        """Whether the game is over and nobody folded, so that both cards are shown."""
        first, second, third = state.plays
        return self.is_terminal(state) and (first == second or third == BET)

    def deals(self, observation: Any, player: int, numbers: Lots) -> State:
        """Deal the other player one of the cards that are left."""
        own, other, plays = observation
        if other == FACE_DOWN:
            left = [card for card in range(3) if card != own]
            other = left[numbers.below(len(left))]
        return self.State((own, other) if player == 0 else (other, own), plays)

    def value_name(self, value: float, player: int, unit: Unit) -> str:
        """Say how many chips a value is."""
        return f"{value:+.4g} chips to {player_name(player)}"

    def action_name(self, state: State, action: Any) -> str:
        """Name the card that is dealt, or what is done."""
        if self.to_move(state) == CHANCE:
            return CARDS[action]
        return WORDS[BET in state.plays][action]

    def state_name(self, state: State) -> str:
        """Write the cards, and what was done, such as KJ check bet."""
        words, is_open = [], False
        for play in state.plays:
            if play != NONE:
                words.append(WORDS[is_open][play])
                is_open = is_open or play == BET
        return " ".join(["".join("-" if card == NONE else CARDS[card] for card in state.cards), *words])

    def parse_state(self, text: str) -> State:
        """Read what `state_name` writes."""
        for state in self._states():
            if self.state_name(state).lower() == " ".join(text.lower().split()):
                return state
        raise NotationError(f"'{text}' is not a state of this game: write it like KJ check bet.")

    def view(self, state: State, player: int | None = None) -> View:
        """Show the cards, the other player's face down."""
        is_called = state.cards[1] != NONE and self.is_compared(state)
        hands = []
        for seat, card in enumerate(state.cards):
            is_shown = player is None or player == seat or is_called
            hands.append([] if card == NONE else [CARDS[card] if is_shown else BACK])
        words = self.state_name(state).partition(" ")[2] or "nothing done yet"
        return table_view(hands, f"{words}; pot {2 + sum(play == BET for play in state.plays)}")

    def tell_end(self, state: State) -> str:
        """Say who takes the pot."""
        winner = 0 if self.utility(state, 0) > 0 else 1
        return f"{player_name(winner)} wins {abs(self.utility(state, 0))}"

    def _states(self) -> Iterator[State]:
        """Yield every state there is."""
        yield self.State()
        for card in range(3):
            yield self.State((card, NONE))
        lines = ((), (0,), (1,), (0, 0), (0, 1), (1, 0), (1, 1), (0, 1, 0), (0, 1, 1))
        for cards in permutations(range(3), 2):
            for line in lines:
                yield self.State(cards, (*line, *(NONE,) * (3 - len(line))))
