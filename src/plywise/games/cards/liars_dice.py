"""Liar's dice: each player rolls a die in secret, and bids go up until somebody calls the other a liar.

    A: (5)  ?     B: (2)         bids: "1 three", "2 twos", ...: at least N dice of this face, both players' together;
    A: 1 four   B: 2 sixes       the highest face is wild and counts for all. Each bid must be higher than the last.
    A: liar!                     The bid holds: the bidder wins. It doesn't: the caller wins.

>>> game = LiarsDice()
>>> state = game.parse_state("5 2: 1 four")
>>> [game.action_name(state, action) for action in game.actions(state)][:3], game.observe(state, 1)
(['1 five', '1 six', '2 ones'], (2, 7, 16, 0))
"""

import re
from collections.abc import Iterator
from typing import Annotated, Any, NamedTuple

from plywise.games.shared.hands import BACK, table_view
from plywise.games.shared.leads import chance_in_words
from plywise.rules import CHANCE, CatalogError, Game, Look, Lots, NotationError, Unit, View, player_name

FACES = ("one", "two", "three", "four", "five", "six")
LIAR = 0
NOT_ROLLED = 0
UNDER_CUP = 7


class LiarsDice(Game):
    """One die each, rolled in secret: bid higher, or call the other a liar."""

    look = Look("free", "dice")

    class State(NamedTuple):
        """Both dice (0: not rolled), the bids so far as bits, the last of them, whose turn it is, and who called."""

        dice: tuple[int, int] = (NOT_ROLLED, NOT_ROLLED)
        bids: int = 0
        turn: int = 0
        over: int = 0

    def __init__(self, sides: Annotated[int, range(2, 7)] = 6) -> None:
        if not 2 <= sides <= len(FACES):
            raise CatalogError(f"Liar's dice is played with dice of 2 to {len(FACES)} sides, not {sides}.")
        self.sides = sides
        self.max_actions = 2 * sides + 1
        self.distinct_actions = 2 * sides + 1

    def to_move(self, state: State) -> int:
        """Return CHANCE until both dice are rolled, then whose turn it is."""
        return CHANCE if state.dice[1] == NOT_ROLLED else state.turn

    def chances(self, state: State) -> Iterator[tuple[int, float]]:
        """Yield each side of a die."""
        for side in range(1, self.sides + 1):
            yield side, 1 / self.sides

    def actions(self, state: State) -> Iterator[int]:
        """Yield each higher bid, and calling the other a liar where there is a bid."""
        last = self.last_bid(state.bids)
        yield from range(last + 1, 2 * self.sides + 1)
        if last:
            yield LIAR

    def result(self, state: State, action: int) -> State:  # type: ignore[override]
        """Roll a die, note a bid, or end the game."""
        if state.dice[0] == NOT_ROLLED:
            return self.State((action, NOT_ROLLED))
        if state.dice[1] == NOT_ROLLED:
            return self.State((state.dice[0], action))
        if action == LIAR:
            return self.State(state.dice, state.bids, state.turn, 1)
        return self.State(state.dice, state.bids | 1 << action, 1 - state.turn)

    def is_terminal(self, state: State) -> bool:
        """Whether somebody was called a liar."""
        return state.over == 1

    def utility(self, state: State, player: int) -> int:
        """Return 1 to the bidder if the bid holds, to the caller if not."""
        last = self.last_bid(state.bids)
        count, face = self.count_of(last), self.face_of(last)
        shown = 0
        for die in state.dice:
            if die == face or die == self.sides:
                shown += 1
        is_caller = player == state.turn
        return 1 if (shown >= count) != is_caller else -1

    def observe(self, state: State, player: int) -> tuple[int, int, int, int]:
        """Return the player's own die, the other's as far as it is seen, the bids, and whether somebody called."""
        other = state.dice[1 - player]
        is_hidden = other != NOT_ROLLED and state.over == 0
        return state.dice[player], UNDER_CUP if is_hidden else other, state.bids, state.over

    def deals(self, observation: Any, player: int, numbers: Lots) -> State:
        """Roll the other die."""
        own, other, bids, over = observation
        if other == UNDER_CUP:
            other = 1 + numbers.below(self.sides)
        dice = (own, other) if player == 0 else (other, own)
        return self.State(dice, bids, bids.bit_count() % 2, over)

    def last_bid(self, bids: int) -> int:
        """Return the highest bid made, 0 where there is none."""
        last = 0
        for bid in range(1, 2 * self.sides + 1):
            if bids >> bid & 1:
                last = bid
        return last

    def count_of(self, bid: int) -> int:
        """Return how many dice a bid says there are."""
        return 1 + (bid - 1) // self.sides

    def face_of(self, bid: int) -> int:
        """Return which face a bid is about."""
        return 1 + (bid - 1) % self.sides

    def value_name(self, value: float, player: int, unit: Unit) -> str:
        """Say how often a player wins."""
        return chance_in_words((value + 1) / 2, player)

    def action_name(self, state: State, action: Any) -> str:
        """Name the side that was rolled, or the bid."""
        if self.to_move(state) == CHANCE:
            return str(action)
        return self.bid_name(action)

    def bid_name(self, bid: int) -> str:
        """Name a bid, such as 2 sixes."""
        if bid == LIAR:
            return "liar"
        face = FACES[self.face_of(bid) - 1]
        return f"1 {face}" if self.count_of(bid) == 1 else f"2 {face}{'es' if face == 'six' else 's'}"

    def state_name(self, state: State) -> str:
        """Write the dice and the bids, such as 5 2: 1 four, 2 sixes."""
        dice = " ".join("-" if die == NOT_ROLLED else str(die) for die in state.dice)
        bids = [self.bid_name(bid) for bid in range(1, 2 * self.sides + 1) if state.bids >> bid & 1]
        return f"{dice}: {', '.join([*bids, *['liar'] * state.over])}".rstrip()

    def parse_state(self, text: str) -> State:
        """Read what `state_name` writes."""
        dice, _, said = text.partition(":")
        state = self.State()
        try:
            for die in re.findall(r"\d", dice):
                if not 1 <= int(die) <= self.sides:
                    raise ValueError
                state = self.result(state, int(die))
            for word in filter(None, (word.strip() for word in said.split(","))):
                names = {self.bid_name(action): action for action in self.actions(state)}
                state = self.result(state, names[word.lower()])
        except (KeyError, ValueError):
            state = self.State()
        if self.state_name(state) == " ".join(text.lower().split()):
            return state
        raise NotationError(f"'{text}' is not a state of this game: write it like 5 2: 1 four, 2 sixes.")

    def view(self, state: State, player: int | None = None) -> View:
        """Show the dice, the other player's under its cup until somebody calls."""
        hands = []
        for seat, die in enumerate(state.dice):
            is_shown = player is None or player == seat or state.over
            hands.append([] if die == NOT_ROLLED else [str(die) if is_shown else BACK])
        bids = self.state_name(state).partition(": ")[2]
        return table_view(hands, bids or "no bid yet")

    def tell_end(self, state: State) -> str:
        """Say whether the bid held."""
        winner = 0 if self.utility(state, 0) > 0 else 1
        return f"The bid {'holds' if winner != state.turn else 'is a lie'}: {player_name(winner)} wins"
