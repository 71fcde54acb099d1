"""Goofspiel: both bid a card in secret for each prize; the higher bid takes it (Flood, in the 1930s).

    prize 4, 3, 2, 1      Each player has the cards 1 to n, and prizes n to 1 are turned up in descending order. Both
    A  1 2 3 (4)          choose a card at the same time: one after the other in the rules, and what is chosen first is
    B  (1) 2 3 4          hidden until both are on the table. Equal bids: nobody gets the prize. More points win.

Players see who won each prize, not with which card.

>>> game = Goofspiel()
>>> state = game.result(game.initial(), 4)
>>> game.state_name(state), game.observe(state, 1) == game.observe(game.result(game.initial(), 1), 1)
('4/:4', True)
"""

import re
from collections.abc import Iterator
from typing import Annotated, Any, NamedTuple

from plywise.games.shared.hands import BACK, table_view
from plywise.rules import CatalogError, Game, Look, NotationError, View, player_name

MOST = 6


class Goofspiel(Game):
    """Both bid a card in secret for each prize: simultaneous moves, as hidden moves in turn."""

    look = Look("free", "cards")

    class State(NamedTuple):
        """Each player's bids in order (0: none yet), and how many there are of both together."""

        bids: tuple[tuple[int, ...], tuple[int, ...]]
        made: int = 0

    def __init__(self, cards: Annotated[int, range(1, MOST + 1)] = 4) -> None:
        if not 1 <= cards <= MOST:
            raise CatalogError(f"Goofspiel is played with 1 to {MOST} cards here, not {cards}.")
        self.cards = cards
        self.max_actions = cards
        self.distinct_actions = cards + 1

    def initial(self) -> State:
        """Return the state before the first prize."""
        return self.State(((0,) * self.cards, (0,) * self.cards))

    def to_move(self, state: State) -> int:
        """Return A and B in turn."""
        return state.made % 2

    def actions(self, state: State) -> Iterator[int]:
        """Yield each card that the player still has; the last card of all is played by itself."""
        own = state.bids[state.made % 2]
        for card in range(1, self.cards + 1):
            if card not in own:
                yield card

    def result(self, state: State, action: int) -> State:  # type: ignore[override]
        """Note a bid."""
        player, prize = state.made % 2, state.made // 2
        own = state.bids[player]
        own = (*own[:prize], action, *own[prize + 1 :])
        bids = (own, state.bids[1]) if player == 0 else (state.bids[0], own)
        return self.State(bids, state.made + 1)

    def is_terminal(self, state: State) -> bool:
        """Whether all cards are played."""
        return state.made == 2 * self.cards

    def utility(self, state: State, player: int) -> int:
        """Return 1 to whom has more points, -1 to the other; 0 where they are equal."""
        lead = self.lead(state)
        sign = (lead > 0) - (lead < 0)
        return sign if player == 0 else -sign

    def observe(self, state: State, player: int) -> tuple[tuple[int, ...], tuple[int, ...], int]:
        """Return the player's own bids, who won each prize, and whether it is the player's turn."""
        return state.bids[player], self.winners(state), int(state.made % 2 == player)

    def winners(self, state: State) -> tuple[int, ...]:
        """Return, of each prize that is gone, 1 if A has it, -1 if B has, 0 if nobody does."""
        return tuple(
            (mine > theirs) - (mine < theirs)
            for mine, theirs in zip(*(bids[: state.made // 2] for bids in state.bids), strict=True)
        )

    def lead(self, state: State) -> int:
        """Return A's points minus B's."""
        return sum(winner * (self.cards - place) for place, winner in enumerate(self.winners(state)))

    def state_name(self, state: State) -> str:
        """Write both players' bids for the prizes that are gone, and after a colon a bid that lies face down."""
        done = state.made // 2
        texts = ["".join(map(str, bids[:done])) for bids in state.bids]
        waiting = f":{state.bids[0][done]}" if state.made % 2 else ""
        if waiting:
            texts[0] = "".join(map(str, state.bids[0][: done + 1]))
        return "/".join(texts) + waiting

    def parse_state(self, text: str) -> State:
        """Read what `state_name` writes."""
        match = re.fullmatch(r"(\d*)/(\d*)(?::\d)?", text.strip())
        state = self.initial()
        if match:
            rows = [[int(card) for card in row] for row in match.groups()]
            for number in range(sum(map(len, rows))):
                card = rows[number % 2][number // 2] if number // 2 < len(rows[number % 2]) else 0
                if self.is_terminal(state) or card not in self.actions(state):
                    break
                state = self.result(state, card)
        if self.state_name(state) == text.strip():
            return state
        raise NotationError(f"'{text}' is not a state of this game: write it like 41/23, bids in order.")

    def view(self, state: State, player: int | None = None) -> View:
        """Show the cards that are left, the other player's face down, and the prize in the middle."""
        hands = []
        for seat in (0, 1):
            left = [card for card in range(1, self.cards + 1) if card not in state.bids[seat]]
            is_shown = player is None or player == seat
            hands.append([str(card) if is_shown else BACK for card in left])
        prize = [] if self.is_terminal(state) else [str(self.cards - state.made // 2)]
        won = ", ".join(
            f"{self.cards - place} to {player_name(0 if winner > 0 else 1) if winner else 'nobody'}"
            for place, winner in enumerate(self.winners(state))
        )
        is_turn = player in (None, 0) and state.made % 2 == 0 and not self.is_terminal(state)
        on_offer = f"prize {prize[0]} in the middle; " if prize else ""
        return table_view(hands, f"{on_offer}{won or 'none is gone yet'}", prize, hands[0] if is_turn else ())

    def action_name(self, state: State, action: Any, player: int | None = None) -> str:
        """Name the card; to the other player it is only a card."""
        return str(action) if player is None or player == self.to_move(state) else "a card"

    def tell_end(self, state: State) -> str:
        """Say who has more points, and by how many."""
        lead = self.lead(state)
        return f"{player_name(0 if lead > 0 else 1)} wins by {abs(lead)}" if lead else "Equal points: a draw"
