"""Pig: roll as often as you dare; a 1 loses all the points of this turn. Whoever reaches the goal first wins.

    A 31 + 12        A has banked 31 points and rolled 12 more in this turn. A may roll again: a 1 loses the 12 and ends
    B 40             the turn, anything else adds to them. Or A may hold: the 12 are banked.

A player who could reach the goal by holding has won. Each turn starts with a roll. After a 1 the points are as they
were before the turn, so states come up again: the game is cyclic. A state is written 31+12/40 A, with a question mark
while the die is rolling: 31+12/40 A?. Utilities are 1 and 0, so that values are chances of winning. With best play, the
player who rolls first wins 53.06 of 100 games to 100 points (Neller and Presser, Optimal Play of the Dice Game Pig,
2004).

>>> game = Pig(goal=20)
>>> state = game.parse_state("3+4/5 A")
>>> [game.action_name(state, action) for action in game.actions(state)]
['roll', 'hold']
>>> game.state_name(game.result(state, 0)), [game.state_name(game.result(state, action)) for action in (1,)]
('7/5+0 B', ['3+4/5 A?'])
"""

import re
from collections.abc import Iterator
from typing import Annotated, Any, NamedTuple

from plywise.games.shared.leads import chance_in_words
from plywise.rules import CHANCE, CatalogError, Cell, Game, Look, NotationError, RulesError, Unit, View, player_name

HOLD, ROLL = 0, 1
LARGEST_GOAL, MOST_SIDES = 10_000, 100


class Pig(Game):
    """Roll or hold; a 1 loses the points of the turn."""

    look = Look("free")

    class State(NamedTuple):
        """What A and B have banked, the points of this turn, whose turn it is, and whether the die is rolling."""

        banked: tuple[int, int] = (0, 0)
        pot: int = 0
        turn: int = 0
        rolling: int = 0

    utility_range = (0, 1)
    utility_sum = 1
    cyclic = True
    distinct_actions = 2

    def __init__(
        self,
        goal: Annotated[int, range(2, LARGEST_GOAL + 1)] = 100,
        sides: Annotated[int, range(2, MOST_SIDES + 1)] = 6,
    ) -> None:
        if not 2 <= goal <= LARGEST_GOAL:
            raise CatalogError(f"Pig is played for a goal of 2 to {LARGEST_GOAL:,} points, not {goal}.")
        if not 2 <= sides <= MOST_SIDES:
            raise CatalogError(f"Pig's die has 2 to {MOST_SIDES} sides, not {sides}.")
        self.goal, self.sides = goal, sides
        self.max_actions = sides

    def to_move(self, state: State) -> int:
        """Return whose turn it is, or CHANCE while the die is rolling."""
        return CHANCE if state.rolling else state.turn

    def actions(self, state: State) -> Iterator[int]:
        """Yield rolling; and holding, where there is something to bank."""
        yield ROLL
        if state.pot > 0:
            yield HOLD

    def chances(self, state: State) -> Iterator[tuple[int, float]]:
        """Yield each side of the die."""
        for side in range(1, self.sides + 1):
            yield side, 1 / self.sides

    def result(self, state: State, action: int) -> State:  # type: ignore[override]
        """Let the die roll, add what it shows (a 1 ends the turn), or bank."""
        if state.rolling:
            if action == 1:
                return self.State(state.banked, 0, 1 - state.turn, 0)
            return self.State(state.banked, state.pot + action, state.turn, 0)
        if action == ROLL:
            return self.State(state.banked, state.pot, state.turn, 1)
        if state.turn == 0:
            return self.State((state.banked[0] + state.pot, state.banked[1]), 0, 1, 0)
        return self.State((state.banked[0], state.banked[1] + state.pot), 0, 0, 0)

    def is_terminal(self, state: State) -> bool:
        """Whether the player whose turn it is could reach the goal by holding."""
        return state.banked[state.turn] + state.pot >= self.goal

    def utility(self, state: State, player: int) -> int:
        """Return 1 to the player who has the goal."""
        return 1 if player == state.turn else 0

    def evaluate(self, state: State, player: int) -> float:
        """Estimate the chance of winning by the lead, including the points of this turn."""
        lead = min(self.goal, state.banked[state.turn] + state.pot) - state.banked[1 - state.turn]
        return 0.5 + (lead if player == state.turn else -lead) / (2 * self.goal)

    # For solved tables: one table holds every choice between rolling and holding, as its player sees it

    def tier(self, state: State) -> int:
        """Return the one tier there is."""
        return 0

    def index(self, state: State) -> int:
        """Return a choice's number, lower nearer the end; -1 while the die is rolling, and for what can't come up."""
        mine, theirs = state.banked[state.turn], state.banked[1 - state.turn]
        if state.rolling or state.pot == 1 or mine < 0:
            return -1
        if mine + state.pot >= self.goal or theirs >= self.goal:
            return -1
        return self.tier_size(0) - 1 - (theirs * self.goal + mine + state.pot) * self.goal - state.pot

    def unindex(self, tier: int, index: int) -> State:
        """Return the choice with this number, as player A's."""
        rest = self.tier_size(tier) - 1 - index
        pot, total = rest % self.goal, rest // self.goal % self.goal
        return self.State((total - pot, rest // self.goal // self.goal), pot, 0, 0)

    def tier_size(self, tier: int) -> int:
        """Count the numbers: one for each combination of the other's points, what would be banked, and the pot."""
        return self.goal**3

    def next_tiers(self, tier: int) -> tuple[int, ...]:
        """Return the one tier there is."""
        return (0,)

    def tier_name(self, tier: int) -> str:
        """Return the name of the one tier there is."""
        return "all"

    def parse_tier(self, text: str) -> tuple[int, ...]:
        """Read the name of that tier."""
        if text.strip().lower() != "all":
            raise RulesError(f"'{text}' names no part of this game: its states are solved together, in one tier, all.")
        return (0,)

    def value_name(self, value: float, player: int, unit: Unit) -> str:
        """Say how often a player wins."""
        return chance_in_words(value, player)

    def action_name(self, state: State, action: Any) -> str:
        """Say roll or hold, or what the die shows."""
        if state.rolling:
            return str(action)
        return "roll" if action == ROLL else "hold"

    def state_name(self, state: State) -> str:
        """Write what both have, the points of the turn and whose turn it is, such as 31+12/40 A."""
        points = [str(banked) for banked in state.banked]
        points[state.turn] += f"+{state.pot}"
        return f"{'/'.join(points)} {player_name(state.turn)}{'?' * state.rolling}"

    def parse_state(self, text: str) -> State:
        """Read what `state_name` writes; nobody may have banked the goal."""
        match = re.fullmatch(r"(\d{1,5})(\+\d{1,5})?/(\d{1,5})(\+\d{1,5})? ([AB])(\??)", " ".join(text.split()).upper())
        if match:
            turn = "AB".index(match[5])
            pot, others = (match[2], match[4]) if turn == 0 else (match[4], match[2])
            state = self.State((int(match[1]), int(match[3])), int(pot or 0), turn, len(match[6]))
            if pot and not others and self.is_possible(state):
                return state
        raise NotationError(f"'{text}' is not a state of this game: write it like {self.state_name(self.initial())}.")

    def is_possible(self, state: State) -> bool:
        """Whether nobody has banked the goal, and if it is reached, the last roll reached it."""
        reached = state.banked[state.turn] + state.pot - self.goal
        return max(state.banked) < self.goal and state.pot != 1 and reached < (0 if state.rolling else self.sides)

    def view(self, state: State) -> View:
        """Show how many points each player has banked, and between them those of this turn."""
        name = player_name(state.turn)
        points = f"A {state.banked[0]}, B {state.banked[1]}, {name} has rolled {state.pot} of {self.goal}"
        cells = (
            Cell(0, 0, str(state.banked[0]), 0, "A"),
            Cell(1, 0, f"+{state.pot}"),
            Cell(2, 0, str(state.banked[1]), 1, "B"),
        )
        if self.is_terminal(state):
            return View(cells, f"{points}: {name} has won")
        return View(cells, f"{points}: the die is rolling" if state.rolling else f"{points}: roll or hold")
