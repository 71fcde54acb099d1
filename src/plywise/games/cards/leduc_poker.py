"""Leduc poker: six cards, one each, one in the middle, two rounds of betting (Southey and others, 2005).

    A   B   table      A deck of J, Q and K in two suits. Both ante 1 and get a card; a round of betting follows, in
    K   ?     Q        which a raise is 2. Then one card is turned up, and in the next round a raise is 4; two raises
                       at most in each. Who has a pair with the table wins, or else the higher card;
                       equal cards share the pot.

A state holds the cards by rank; that there are two of each counts in how likely they are.

>>> game = LeducPoker()
>>> state = game.parse_state("KJ- raise")
>>> [game.action_name(state, action) for action in game.actions(state)], game.observe(state, 1)[0]
(['fold', 'call', 'raise'], 0)
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from plywise.games.shared.hands import BACK, table_view
from plywise.rules import CHANCE, Game, Look, Lots, NotationError, Unit, View, player_name

CARDS = "JQK"
FOLD, CALL, RAISE = 0, 1, 2
NONE = -1
FACE_DOWN = 3
BETS = (2, 4)


class LeducPoker(Game):
    """Six cards, one each and one on the table, two rounds of betting: a poker with pairs."""

    look = Look("free", "cards")
    utility_range = (-13, 13)
    distinct_actions = 3
    max_actions = 6

    class State(NamedTuple):
        """Both cards and the table's by rank (-1: not dealt), both rounds' plays (-1: none yet), and what is paid."""

        cards: tuple[int, int, int] = (NONE, NONE, NONE)
        first: tuple[int, int, int, int] = (NONE, NONE, NONE, NONE)
        second: tuple[int, int, int, int] = (NONE, NONE, NONE, NONE)
        paid: tuple[int, int] = (1, 1)

    def to_move(self, state: State) -> int:
        """Return CHANCE where a card is to be dealt, else who plays: A begins each round."""
        if state.cards[1] == NONE or (state.cards[2] == NONE and self._is_closed(state.first)):
            return CHANCE
        return self._count(self._round(state)) % 2

    def chances(self, state: State) -> Iterator[tuple[int, float]]:
        """Yield each rank that is left, by how many of its two cards are."""
        dealt = sum(card != NONE for card in state.cards)
        for rank in range(3):
            left = 2 - sum(card == rank for card in state.cards)
            if left:
                yield rank, left / (6 - dealt)

    def actions(self, state: State) -> Iterator[int]:
        """Yield fold where something is to be called, call (or check), and raise until there were two."""
        plays = self._round(state)
        if state.paid[0] != state.paid[1]:
            yield FOLD
        yield CALL
        if sum(play == RAISE for play in plays) < 2:
            yield RAISE

    def result(self, state: State, action: int) -> State:  # type: ignore[override]
        """Deal a card, or note what was done and paid."""
        mine, theirs, table = state.cards
        if mine == NONE:
            return self.State((action, NONE, NONE), state.first, state.second, state.paid)
        if theirs == NONE:
            return self.State((mine, action, NONE), state.first, state.second, state.paid)
        if table == NONE and self._is_closed(state.first):
            return self.State((mine, theirs, action), state.first, state.second, state.paid)
        plays = self._round(state)
        mover = self._count(plays) % 2
        paid = state.paid
        if action != FOLD:
            due = max(paid) + (BETS[table != NONE] if action == RAISE else 0)
            paid = (due, paid[1]) if mover == 0 else (paid[0], due)
        noted = self._noted(plays, action)
        if table == NONE:
            return self.State(state.cards, noted, state.second, paid)
        return self.State(state.cards, state.first, noted, paid)

    def is_terminal(self, state: State) -> bool:
        """Whether somebody folded, or the second round is over."""
        return FOLD in state.first or FOLD in state.second or self._is_closed(state.second)

    def utility(self, state: State, player: int) -> int:
        """Return the chips won: what the other paid, to whom the pot goes."""
        winner = self._winner(state)
        if winner == NONE:
            return 0
        return state.paid[1 - player] if winner == player else -state.paid[player]

    def observe(self, state: State, player: int) -> tuple[int, int, int, tuple[int, ...], tuple[int, ...]]:
        """Return the player's own card, the other's as far as it is seen, the table's, and what was done."""
        other = state.cards[1 - player]
        is_hidden = other != NONE and not self.is_compared(state)
        return state.cards[player], FACE_DOWN if is_hidden else other, state.cards[2], state.first, state.second

    def is_compared(self, state: State) -> bool:
        """Whether the game is over and nobody folded, so that both cards are shown."""
        return self.is_terminal(state) and FOLD not in state.first and FOLD not in state.second

    def deals(self, observation: Any, player: int, numbers: Lots) -> State:
        """Deal the other player one of the cards that are left."""
        own, other, table, first, second = observation
        if other == FACE_DOWN:
            deck = [0, 0, 1, 1, 2, 2]
            for card in (own, table):
                if card != NONE:
                    deck.remove(card)
            other = deck[numbers.below(len(deck))]
        cards = (own, other, table) if player == 0 else (other, own, table)
        return self.State(cards, first, second, self._paid(first, second))

    def value_name(self, value: float, player: int, unit: Unit) -> str:
        """Say how many chips a value is."""
        return f"{value:+.4g} chips to {player_name(player)}"

    def action_name(self, state: State, action: Any) -> str:
        """Name the card that is dealt, or what is done."""
        if self.to_move(state) == CHANCE:
            return CARDS[action]
        return ("fold", "check" if state.paid[0] == state.paid[1] else "call", "raise")[action]

    def state_name(self, state: State) -> str:
        """Write the cards and what was done, the rounds parted by a slash: KJQ raise call / check."""
        cards = "".join("-" if card == NONE else CARDS[card] for card in state.cards)
        words: list[str] = []
        shown = self.State((0, 0, NONE))
        for number, plays in enumerate((state.first, state.second)):
            if number == 1 and state.cards[2] != NONE:
                words.append("/")
                shown = shown._replace(cards=(0, 0, 1))
            for play in plays[: self._count(plays)]:
                words.append(self.action_name(shown, play))
                shown = self.result(shown, play)
        return " ".join([cards, *words])

    def parse_state(self, text: str) -> State:
        """Read what `state_name` writes."""
        cards, *words = text.split()
        state = self.State()
        try:
            for card in cards[:2].upper():
                if card != "-":
                    state = self.result(state, CARDS.index(card))
            for word in words:
                if word == "/":
                    state = self.result(state, CARDS.index(cards[2].upper()))
                else:
                    names = {self.action_name(state, action): action for action in self.actions(state)}
                    state = self.result(state, names[word.lower()])
        except (KeyError, ValueError, IndexError):
            state = self.State()
        if self.state_name(state).lower() == " ".join(text.lower().split()):
            return state
        raise NotationError(f"'{text}' is not a state of this game: write it like KJQ raise call / check.")

    def view(self, state: State, player: int | None = None) -> View:
        """Show the cards, the other player's face down until they are compared."""
        hands = []
        for seat, card in enumerate(state.cards[:2]):
            is_shown = player is None or player == seat or self.is_compared(state)
            hands.append([] if card == NONE else [CARDS[card] if is_shown else BACK])
        words = self.state_name(state).partition(" ")[2] or "nothing done yet"
        table = [CARDS[state.cards[2]]] if state.cards[2] != NONE else []
        return table_view(hands, f"{words}; A paid {state.paid[0]}, B {state.paid[1]}", table)

    def tell_end(self, state: State) -> str:
        """Say who takes the pot."""
        winner = self._winner(state)
        return "The pot is shared" if winner == NONE else f"{player_name(winner)} wins {state.paid[1 - winner]}"

    def _round(self, state: State) -> tuple[int, int, int, int]:
        """Return the plays of the round that is on."""
        return state.first if state.cards[2] == NONE else state.second

    def _count(self, plays: tuple[int, int, int, int]) -> int:
        """Return how many plays there were."""
        count = 0
        for play in plays:
            if play != NONE:
                count += 1
        return count

    def _noted(self, plays: tuple[int, int, int, int], action: int) -> tuple[int, int, int, int]:
        """Return the plays with one more."""
        count = self._count(plays)
        one, two, three, four = plays
        if count == 0:
            return (action, two, three, four)
        if count == 1:
            return (one, action, three, four)
        return (one, two, action, four) if count == 2 else (one, two, three, action)

    def _is_closed(self, plays: tuple[int, int, int, int]) -> bool:
        """Whether a round of betting is over: the last raise was called, or both have checked."""
        count = self._count(plays)
        return count >= 2 and plays[count - 1] == CALL

    def _paid(self, first: tuple[int, ...], second: tuple[int, ...]) -> tuple[int, int]:
        """Return what both have paid by what was done."""
        paid = [1, 1]
        for bet, plays in zip(BETS, (first, second), strict=True):
            for number, play in enumerate(plays):
                if play in (CALL, RAISE):
                    paid[number % 2] = max(paid) + (bet if play == RAISE else 0)
        return paid[0], paid[1]

    def _winner(self, state: State) -> int:
        """Return who takes the pot, or -1 where it is shared."""
        plays = self._round(state)
        count = self._count(plays)
        if plays[count - 1] == FOLD:
            return count % 2
        mine, theirs, table = state.cards
        if mine == theirs:
            return NONE
        if mine == table or theirs == table:
            return 0 if mine == table else 1
        return 0 if mine > theirs else 1
