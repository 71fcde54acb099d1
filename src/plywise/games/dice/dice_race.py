"""Dice race: roll, then advance one of two tokens; whoever first has both at home wins.

    A  0 . . 3 . . home        Both players' tokens run along squares with the same numbers. A roll moves either the
    B  0 . 2 . . . home        rear token or the front one, and any roll that is high enough brings it home. A token
                               that lands on one of the other player's jumps ahead by the same number again.

Tokens only move forward, so no state ever comes up again, and every line of play ends. A state is written with each
player's tokens, the rear one first, and who rolls: 0-3/0-2 A; after the roll, the number rolled is added: 0-3/0-2 A2.

>>> game = DiceRace(squares=6)
>>> state = game.parse_state("0-3/0-2 A2")
>>> for action in game.actions(state):
...     print(game.action_name(state, action), game.state_name(game.result(state, action)))
rear 3-4/0-2 B
front 0-5/0-2 B
"""

import re
from collections.abc import Iterator
from typing import Annotated, Any, NamedTuple

from plywise.games.shared.leads import chance_in_words
from plywise.rules import CHANCE, CatalogError, Game, Look, NotationError, Unit, View, player_name

REAR, FRONT = 0, 1
LONGEST, MOST_SIDES = 99, 20


class DiceRace(Game):
    """Roll a die and advance one of two tokens; whoever brings both home first wins."""

    look = Look("squares", "counters")

    class State(NamedTuple):
        """The rear and the front token of A and of B, whose turn it is, and what was rolled (0: not yet)."""

        rear: tuple[int, int] = (0, 0)
        front: tuple[int, int] = (0, 0)
        turn: int = 0
        roll: int = 0

    distinct_actions = 2

    def __init__(
        self, squares: Annotated[int, range(1, LONGEST + 1)] = 8, sides: Annotated[int, range(1, MOST_SIDES + 1)] = 4
    ) -> None:
        if not 1 <= squares <= LONGEST:
            raise CatalogError(f"A dice race is run over 1 to {LONGEST} squares, not {squares}.")
        if not 1 <= sides <= MOST_SIDES:
            raise CatalogError(f"A dice race's die has 1 to {MOST_SIDES} sides, not {sides}.")
        self.squares, self.sides = squares, sides
        self.max_actions = max(2, sides)

    def to_move(self, state: State) -> int:
        """Return whose turn it is, or CHANCE where the die is to be rolled."""
        return state.turn if state.roll else CHANCE

    def actions(self, state: State) -> Iterator[int]:
        """Yield the rear token, and the front one if it is on another square and not home."""
        yield REAR
        if state.rear[state.turn] < state.front[state.turn] < self.squares:
            yield FRONT

    def chances(self, state: State) -> Iterator[tuple[int, float]]:
        """Yield each side of the die."""
        for side in range(1, self.sides + 1):
            yield side, 1 / self.sides

    def result(self, state: State, action: int) -> State:  # type: ignore[override]
        """Note the roll, or advance a token by it and pass the die on."""
        if state.roll == 0:
            return self.State(state.rear, state.front, state.turn, action)
        moved, stays = state.rear[state.turn], state.front[state.turn]
        if action == FRONT:
            moved, stays = stays, moved
        place = self.advance(state, moved)
        rear, front = min(place, stays), max(place, stays)
        if state.turn == 0:
            return self.State((rear, state.rear[1]), (front, state.front[1]), 1, 0)
        return self.State((state.rear[0], rear), (state.front[0], front), 0, 0)

    def is_terminal(self, state: State) -> bool:
        """Whether a player has both tokens at home."""
        return state.rear[0] == self.squares or state.rear[1] == self.squares

    def utility(self, state: State, player: int) -> int:
        """Return 1 to the player who is home, -1 to the other."""
        return 1 if state.rear[player] == self.squares else -1

    def evaluate(self, state: State, player: int) -> float:
        """Estimate the outcome by a player's lead in squares, as a share of the whole way."""
        ahead = state.rear[player] + state.front[player] - state.rear[1 - player] - state.front[1 - player]
        return ahead / (2 * self.squares)

    def advance(self, state: State, token: int) -> int:
        """Return where the roll takes a token, jumping ahead if it lands on another's; no token goes beyond home."""
        place = min(token + state.roll, self.squares)
        other = 1 - state.turn
        if place < self.squares and (place == state.rear[other] or place == state.front[other]):
            return min(place + state.roll, self.squares)
        return place

    def value_name(self, value: float, player: int, unit: Unit) -> str:
        """Say how often a player wins."""
        return chance_in_words((value + 1) / 2, player)

    def action_name(self, state: State, action: Any) -> str:
        """Say rear or front, or what was rolled."""
        if state.roll == 0:
            return str(action)
        return "front" if action == FRONT else "rear"

    def state_name(self, state: State) -> str:
        """Write the tokens, whose turn it is and the roll, such as 0-3/0-2 A2."""
        tokens = "/".join(f"{rear}-{front}" for rear, front in zip(state.rear, state.front, strict=True))
        return f"{tokens} {player_name(state.turn)}{state.roll or ''}"

    def parse_state(self, text: str) -> State:
        """Read what `state_name` writes."""
        match = re.fullmatch(r"(\d\d?)-(\d\d?)/(\d\d?)-(\d\d?) ([AB])(\d{0,2})", " ".join(text.split()).upper())
        if match:
            rear_a, front_a, rear_b, front_b = map(int, match.groups()[:4])
            state = self.State((rear_a, rear_b), (front_a, front_b), "AB".index(match[5]), int(match[6] or 0))
            if self.is_possible(state):
                return state
        raise NotationError(f"'{text}' is not a state of this game: write it like {self.state_name(self.initial())}.")

    def is_possible(self, state: State) -> bool:
        """Whether tokens are in order and on the track, at most one player is home, and the die can show the roll."""
        ordered = all(rear <= front <= self.squares for rear, front in zip(state.rear, state.front, strict=True))
        home = [rear == self.squares for rear in state.rear]
        return ordered and not all(home) and state.roll <= self.sides and not (any(home) and state.roll)

    def view(self, state: State) -> View:
        """Show each token on a track of its own; a click on a token advances it."""
        is_choice = state.roll > 0 and not self.is_terminal(state)
        open_names = [self.action_name(state, action) for action in self.actions(state)] if is_choice else []
        rows = []
        for player in (0, 1):
            for name, token in (("front", state.front[player]), ("rear", state.rear[player])):
                is_open = player == state.turn and name in open_names
                rows.append((player, name if is_open else "", token))
        places = range(self.squares + 1)
        caption = f"{player_name(state.turn)} {f'moves by {state.roll}' if state.roll else 'rolls'}"
        return View.from_rows(
            [[player_name(player) if place == token else "." for place in places] for player, _, token in rows],
            names=[[str(place) for place in places] for _ in rows],
            actions=[[name if place == token else "" for place in places] for _, name, token in rows],
            pieces="AB",
            caption=caption,
            dice=(state.roll,) if state.roll else (),
        )
