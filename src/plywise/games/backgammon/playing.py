"""Backgammon for those who play it: the steps of a turn in any order, and what is on the board.

Search takes the checker farther back first, so that it sees each turn once. A player may begin with any step of a turn:
what is left of it is then a state without such an order (`limit` is the bar).

>>> from plywise.games.backgammon.game import Backgammon
>>> game = Backgammon()
>>> state = game.result(game.initial(), 31)
>>> half = game.play_action(state, game.parse_action(state, "6/5"))
>>> game.play_action(half, game.parse_action(half, "8/5")) == game.result(game.result(state, 83), 61)
True
"""

from collections.abc import Iterator
from typing import Any

from plywise.games.backgammon.steps import BAR, OFF, OPENING, PASS, Steps, place_name
from plywise.rules import Cell, View

PIECES = "XO"


class BackgammonPlaying(Steps):
    """How backgammon is played and shown; search uses none of it."""

    def playable_actions(self, state: Steps.State) -> Iterator[int]:
        """Yield each step that begins a turn, whichever order it is played in; or PASS where there is none."""
        ordered: list[Any] = list(self.actions(state))
        rear = self.rear(state.mine)
        yield from ordered
        if ordered == [PASS] or state.limit < BAR or (state.high != state.low and not self.plays_both(state, rear)):
            return
        named = {self.action_name(state, action) for action in ordered}
        for place in range(rear, 0, -1):
            for die in {state.high, state.low}:
                action = 10 * place + die
                is_step = state.mine[place] > 0 and self.can_leave(state.theirs, rear, place, die)
                if is_step and self.action_name(state, action) not in named and self._goes_on(state, place, die):
                    yield action

    def _goes_on(self, state: Steps.State, place: int, die: int) -> bool:
        """Whether the other die can be played after a step; of dice that are all alike, one never rules out another."""
        other = state.low if die == state.high else state.high
        mine = self.moved(state.mine, place, max(place - die, OFF))
        return other == die or self.can_step(mine, state.theirs, other, BAR)

    def play_action(self, state: Steps.State, action: Any) -> Steps.State:
        """Note a roll, or move a checker; what is left of the turn may be played in any order."""
        if state.left <= 1 or action == PASS:
            return self.result(state, action)  # type: ignore[no-any-return]
        die = action % 10
        other = state.low if die == state.high else state.high
        last = self.result(state._replace(high=die, low=die, left=1), action)
        if not self.can_step(last.theirs, last.mine, other, BAR):
            return last  # type: ignore[no-any-return]
        return self.State(last.theirs, last.mine, state.turn, other, other, state.left - 1, BAR)

    def clicks(self, state: Steps.State, action: Any) -> tuple[str, ...]:
        """Click where a checker stands, then where it goes."""
        if state.left <= 0 or action == PASS:
            return ()
        return place_name(action // 10), place_name(max(action // 10 - action % 10, OFF))

    def view(self, state: Steps.State) -> View:
        """Show two rows of points numbered for the mover, the bar in the middle and checkers borne off at the right."""
        upper = [*range(13, 19), BAR, *range(19, 25), OFF]
        lower = [*range(12, 6, -1), BAR, *range(6, 0, -1), OFF]
        cells = []
        for y, (row, player) in enumerate([(upper, None), (upper, 1), (lower, 0), (lower, None)]):
            for x, place in enumerate(row):
                if player is None:
                    cells.append(Cell(x, y, self.label(state, place)))
                else:
                    cells.append(self.cell(state, x, y, place, player))
        if self.is_terminal(state):
            return View(tuple(cells))
        return View(tuple(cells), self._caption(state), dice=self.dice(state), turn=self._turn(state))

    def dice(self, state: Steps.State) -> tuple[int, ...]:
        """Return the dice that the player still has to play."""
        if state.left <= 0:
            return ()
        return (state.high, state.low) if state.high != state.low else (state.high,) * state.left

    def cell(self, state: Steps.State, x: int, y: int, place: int, owner: int) -> Cell:
        """Return the cell of a place as A counts; of the two bars and the two trays, the upper ones are B's."""
        sides = (state.mine, state.theirs) if state.turn == 0 else (state.theirs, state.mine)
        is_point = OFF < place < BAR
        counts = (sides[0][place], sides[1][BAR - place if is_point else place])
        player = (0 if counts[0] else 1) if is_point else owner
        name = ""
        if is_point or owner == state.turn:
            name = place_name(place if state.turn == 0 or not is_point else BAR - place)
        if counts[player] == 0:
            return Cell(x, y, name=name)
        return Cell(x, y, f"{counts[player]}{PIECES[player]}", player, name)

    def label(self, state: Steps.State, place: int) -> str:
        """Return the mover's name for a place that is given as A counts."""
        return place_name(place if state.turn == 0 or place in (OFF, BAR) else BAR - place)

    def _turn(self, state: Steps.State) -> str:
        """Say who is to do what."""
        if state.left == OPENING:
            return ""
        mover = f"{PIECES[state.turn]} ({self.name_of(state.turn)})"
        if state.left == 0:
            return f"{mover} to roll"
        dice = "".join(map(str, self.dice(state)))
        return f"{mover} can't play {dice}: pass" if list(self.actions(state)) == [PASS] else f"{mover} to play {dice}"

    def _caption(self, state: Steps.State) -> str:
        """Say how far each player has to go, and from where a turn goes on, if not from anywhere."""
        if state.left == OPENING:
            return "each player rolls one die: the higher roll starts"
        sides = (state.mine, state.theirs) if state.turn == 0 else (state.theirs, state.mine)
        pips = [sum(place * count for place, count in enumerate(side)) for side in sides]
        told = f"pips to go: {self.name_of(0)} {pips[0]}, {self.name_of(1)} {pips[1]}"
        return f"{told}; from {place_name(state.limit)} or nearer home" if state.limit < BAR else told
