"""Three kings: kings strike one another until peace comes; those with armies left share the land.

    A  3 armies        On a turn, a king strikes another with all its armies, and the other loses that many. The
    B  3 armies        striker loses none. After six strikes, or when one king is left, there is peace, and the
    C  8 armies        land, worth 6, is shared equally among those who have armies left: 6, 3 or 2 for each.

Two weak kings and a strong one, as in section 5.2.2 of Russell & Norvig: each weak king is lost if the other weak one
strikes it, and they need no treaty to turn on the strong one. An action is the king struck. A state is written with the
armies, the strikes to come and who strikes: 3-3-8/6 A.

>>> game = ThreeKings()
>>> state = game.result(game.initial(), 2)
>>> game.state_name(state), [game.action_name(state, action) for action in game.actions(state)]
('3-3-5/5 B', ['A', 'C'])
"""

import re
from collections.abc import Iterator
from typing import Annotated, Any, NamedTuple

from plywise.rules import CatalogError, Cell, Game, Look, NotationError, View, player_name

LAND = 6
"""What is shared at the end: a number that 1, 2 or 3 kings can share equally."""

MOST_ARMIES, MOST_STRIKES = 1_000, 100


class ThreeKings(Game):
    """Three kings strike one another; those with armies left when peace comes share the land."""

    look = Look("squares", "kings", (), "paper")

    class State(NamedTuple):
        """The armies of A, B and C, how many strikes are to come, and whose turn it is."""

        armies: tuple[int, int, int]
        strikes: int
        turn: int = 0

    players = 3
    utility_range = (0, LAND)
    utility_sum = LAND
    max_actions = 2
    distinct_actions = 3

    def __init__(
        self,
        armies: Annotated[tuple[int, ...], range(1, MOST_ARMIES + 1)] = (3, 3, 8),
        strikes: Annotated[int, range(1, MOST_STRIKES + 1)] = 6,
    ) -> None:
        if len(armies) != 3 or not all(1 <= size <= MOST_ARMIES for size in armies):
            raise CatalogError(
                f"Three kings have 1 to {MOST_ARMIES:,} armies each, such as armies=3-3-8, not {armies}."
            )
        if not 1 <= strikes <= MOST_STRIKES:
            raise CatalogError(f"Peace comes after 1 to {MOST_STRIKES} strikes, not {strikes}.")
        self.armies, self.strikes = tuple(armies), strikes

    def initial(self) -> State:
        """Start with all armies, and A to strike."""
        return self.State((self.armies[0], self.armies[1], self.armies[2]), self.strikes)

    def to_move(self, state: State) -> int:
        """Return whose turn it is."""
        return state.turn

    def actions(self, state: State) -> Iterator[int]:
        """Yield every other king who has armies left."""
        for king in range(3):
            if king != state.turn and state.armies[king] > 0:
                yield king

    def result(self, state: State, action: int) -> State:  # type: ignore[override]
        """Strike; then it is the turn of the next king with armies left."""
        armies = list(state.armies)
        armies[action] = max(0, armies[action] - armies[state.turn])
        turn = (state.turn + 1) % 3
        while armies[turn] == 0:
            turn = (turn + 1) % 3
        return self.State((armies[0], armies[1], armies[2]), state.strikes - 1, turn)

    def is_terminal(self, state: State) -> bool:
        """Whether peace has come."""
        return state.strikes == 0 or self.standing(state) == 1

    def utility(self, state: State, player: int) -> int:
        """Return an equal share of the land to each king with armies left."""
        return LAND // self.standing(state) if state.armies[player] > 0 else 0

    def evaluate(self, state: State, player: int) -> float:
        """Estimate that the land will be shared in proportion to the armies."""
        return LAND * state.armies[player] / (state.armies[0] + state.armies[1] + state.armies[2])

    def standing(self, state: State) -> int:
        """Count the kings who have armies left."""
        return (state.armies[0] > 0) + (state.armies[1] > 0) + (state.armies[2] > 0)

    def action_name(self, state: State, action: Any) -> str:
        """Name the king who is struck."""
        return player_name(action)

    def state_name(self, state: State) -> str:
        """Write armies, strikes to come and who strikes, such as 3-3-8/6 A."""
        return f"{'-'.join(map(str, state.armies))}/{state.strikes} {player_name(state.turn)}"

    def parse_state(self, text: str) -> State:
        """Read what `state_name` writes; there may be no more armies and strikes than at the start."""
        match = re.fullmatch(r"(\d{1,4})-(\d{1,4})-(\d{1,4})/(\d{1,3}) ([ABC])", " ".join(text.split()).upper())
        numbers = [int(number) for number in match.groups()[:4]] if match else []
        if match:
            state = self.State((numbers[0], numbers[1], numbers[2]), numbers[3], "ABC".index(match[5]))
            fits = all(now <= then for now, then in zip(state.armies, self.armies, strict=True))
            if fits and state.strikes <= self.strikes and state.armies[state.turn]:
                return state
        raise NotationError(f"'{text}' is not a state of this game: write it like {self.state_name(self.initial())}.")

    def view(self, state: State) -> View:
        """Show each king's armies; a click on a king strikes it."""
        over = self.is_terminal(state)
        targets = [] if over else list(self.actions(state))
        cells = tuple(
            Cell(king, 0, str(size), king, player_name(king), action=player_name(king) if king in targets else "")
            for king, size in enumerate(state.armies)
        )
        peace = "peace" if over else f"{player_name(state.turn)} strikes; {state.strikes} to come"
        return View(cells, peace)
