"""Backgammon: run home by dice, hit lone checkers, bear off. Without a cube; gammons count 2, backgammons 3.

    13 14 15 16 17 18     19 20 21 22 23 24     The points as A counts them. A's checkers (X) run from 24 down to 1 and
    5X .  .  .  3O .  bar 5O .  .  .  .  2X     off; B counts the other way around: A's 24 is B's 1. Two checkers or
    5O .  .  .  3X .  bar 5X .  .  .  .  2O     more block a point for the other player; one alone can be hit, and must
    12 11 10 9  8  7      6  5  4  3  2  1      then come in from the bar before anything else moves.

A state holds the checkers of the player whose turn it is and of the other, each as its owner counts: place 0 is off,
1 to 24 are the points, 25 is the bar.

An action moves one checker by one die, so a state offers few actions, and what two turns share is searched once. The
checker farther back moves first (`limit` says from where the next may start); of two on one point, the one that uses
the larger die. Every legal turn can be played in that order: a step from farther back never needs one from farther
ahead. A player must play as many dice as possible, and the larger one if only one can be played. With a double, one
step never rules out another, so that all ways to finish the turn from some points have the same number of steps: one
count is enough. Players may take the steps of a turn in any order all the same (`playable_actions`).

>>> game = Backgammon()
>>> state = game.result(game.initial(), 31)
>>> game.state_name(state), [game.action_name(state, action) for action in game.actions(state)][:4]
('4HPwATDgc/ABMA A 31', ['24/21', '24/23', '13/10', '8/5'])
"""

import re
from collections.abc import Iterator
from typing import Any

from plywise.bits import add, mul, shr
from plywise.games.backgammon.bear_off import BearOff
from plywise.games.backgammon.estimate import POINT_WORTH
from plywise.games.backgammon.inputs import BackgammonInputs
from plywise.games.backgammon.playing import BackgammonPlaying
from plywise.games.backgammon.position_id import read_position_id, write_position_id
from plywise.games.backgammon.steps import BAR, CHECKERS, HOME, OFF, OPENING, PASS, START, Side, Steps, place_name
from plywise.rules import CHANCE, Look, NotationError, Unit, player_name

MIX = (0x9E3779B97F4A7C15, 0xD6E8FEB86659FD93)
"""Odd numbers without a pattern, which spread all bits of a state over its key."""


class Backgammon(BackgammonPlaying, BackgammonInputs, BearOff):
    """Run home by dice, hit lone checkers, bear off first; gammons count double, backgammons three times."""

    look = Look("backgammon", "checkers", ("white", "black"), "wood")
    player_names = ("White", "Black")
    utility_range = (-3, 3)
    cyclic = True
    max_actions = 30
    distinct_actions = 10 * BAR + 7
    best_agent = "expectiminimax:knowledge=beside"

    def to_move(self, state: Steps.State) -> int:
        """Return whose turn it is, or CHANCE where the dice are to be rolled."""
        return state.turn if state.left > 0 else CHANCE

    def chances(self, state: Steps.State) -> Iterator[tuple[int, float]]:
        """Yield the 21 rolls, such as 31 for a three and a one; for the opening, A's die and B's, which must differ."""
        for first in range(1, 7):
            for second in range(1, 7):
                if state.left == OPENING:
                    if first != second:
                        yield 10 * first + second, 1 / 30
                elif first > second:
                    yield 10 * first + second, 1 / 18
                elif first == second:
                    yield 10 * first + second, 1 / 36

    def actions(self, state: Steps.State) -> Iterator[int]:
        """Yield each step as ten times the place it starts from, plus the die; or PASS where there is none."""
        rear = self.rear(state.mine)
        die = state.high if self.nearest(state, rear, state.high) > 0 else state.low
        if self.nearest(state, rear, die) == 0:
            yield PASS
        elif state.high == state.low:
            yield from self.steps_of_one_kind(state, rear)
        elif self.plays_both(state, rear):
            for place in range(rear, 0, -1):
                if self.starts_turn(state, rear, place, state.high, state.low):
                    yield 10 * place + state.high
                if self.starts_turn(state, rear, place, state.low, state.high):
                    yield 10 * place + state.low
        else:
            for place in range(rear, 0, -1):
                if state.mine[place] > 0 and self.can_leave(state.theirs, rear, place, die):
                    yield 10 * place + die

    def result(self, state: Steps.State, action: int) -> Steps.State:  # type: ignore[override]
        """Note a roll, or move a checker; with no die left to play, the turn goes to the other."""
        if state.left == OPENING:
            first, second = action // 10, action % 10
            starts = 1 if second > first else 0
            return self.State(state.mine, state.theirs, starts, max(first, second), min(first, second), 2, BAR)
        if state.left == 0:
            high, low = action // 10, action % 10
            return self.State(state.mine, state.theirs, state.turn, high, low, 4 if high == low else 2, BAR)
        if action == PASS:
            return self.State(state.theirs, state.mine, 1 - state.turn, 0, 0, 0, BAR)
        place, die = action // 10, action % 10
        target = max(place - die, OFF)
        mine, theirs = self.moved(state.mine, place, target), state.theirs
        if target > OFF and theirs[BAR - target] == 1:
            theirs = self.moved(theirs, BAR - target, BAR)
        next_die, limit = die, place
        if state.high != state.low:
            next_die = state.low if die == state.high else state.high
            limit = place if die == state.high else place - 1
        if state.left > 1 and self.can_step(mine, theirs, next_die, limit):
            return self.State(mine, theirs, state.turn, next_die, next_die, state.left - 1, limit)
        return self.State(theirs, mine, 1 - state.turn, 0, 0, 0, BAR)

    def is_terminal(self, state: Steps.State) -> bool:
        """Whether the player who moved last has borne off everything."""
        return state.theirs[OFF] == CHECKERS

    def utility(self, state: Steps.State, player: int) -> int:
        """Return 1 to the winner; 2 where the loser has borne nothing off; 3 where one of the loser's is far back too.

        Far back means on the bar or in the winner's home.
        """
        worth = 1
        if state.mine[OFF] == 0:
            worth = 3 if self.rear(state.mine) > 18 else 2
        return -worth if player == state.turn else worth

    # For search

    def evaluate(self, state: Steps.State, player: int) -> float:
        """Add up the race, blots, checkers on the bar and points held, in units of utility."""
        value = self.race(state) + self.blots(state) + self.barred(state) + self.points(state)
        return value if player == state.turn else 0.0 - value  # not -value, which would write an estimate of 0 as -0

    def features(self, state: Steps.State, player: int) -> dict[str, float]:
        """Name what `evaluate` adds up."""
        sign = 1 if player == state.turn else -1
        named = {
            "race": self.race(state),
            "blots": self.blots(state),
            "bar": self.barred(state),
            "points": self.points(state),
        }
        return {name: sign * value + 0.0 for name, value in named.items()}  # plus 0, so that no value is written as -0

    def key(self, state: Steps.State) -> int:
        """Mix a state into 64 bits: place by place, multiply by an odd constant and fold high bits onto low ones."""
        mixed = ((((state.left + 1) * 8 + state.high) * 8 + state.low) * 32 + state.limit) * 2 + state.turn
        for place in range(26):
            mixed = mul(add(mixed, 16 * state.mine[place] + state.theirs[place] + 1), MIX[0])
            mixed ^= shr(mixed, 29)
        mixed = mul(mixed, MIX[1])
        return mixed ^ shr(mixed, 32)

    def rank(self, state: Steps.State, action: int) -> int:
        """Try hits first, starting with those that send back farthest; then bearing off, points made or kept, blots."""
        if action == PASS:
            return 0
        place = action // 10
        target = place - action % 10
        if target <= OFF:
            return 40
        order = 100 + target if state.theirs[BAR - target] == 1 else 0
        order += POINT_WORTH[target] if state.mine[target] > 0 else -6
        return order - (POINT_WORTH[place] if state.mine[place] == 2 and place < BAR else 0)

    # Notation and display

    def tell_end(self, state: Steps.State) -> str:
        """Say who won, and whether the other has borne anything off."""
        worth = self.utility(state, 0)
        kind = {1: "", 2: ", a gammon", 3: ", a backgammon"}[abs(worth)]
        return f"{self.name_of(0 if worth > 0 else 1)} wins{kind}"

    def value_name(self, value: float, player: int, unit: Unit) -> str:
        """Say how many points a game brings a player on average."""
        return f"{value:+.3f} points to {self.name_of(player)}"

    def action_name(self, state: Steps.State, action: Any) -> str:
        """Write a step as 24/18, bar/20 or 6/off, with a star where it hits; a roll as 31, or pass."""
        if state.left <= 0:
            return str(action)
        if action == PASS:
            return "pass"
        place, target = action // 10, max(action // 10 - action % 10, OFF)
        hit = "*" if target > OFF and state.theirs[BAR - target] == 1 else ""
        return f"{place_name(place)}/{place_name(target)}{hit}"

    def parse_action(self, state: Steps.State, text: str) -> int:
        """Read what `action_name` writes, with or without the star; the steps of a turn may come in any order."""
        bare = text.strip().lower().rstrip("*")
        if state.left > 0 and not self.is_terminal(state):
            for action in self.playable_actions(state):
                if self.action_name(state, action).rstrip("*") == bare:
                    return action
        return super().parse_action(state, text)  # type: ignore[return-value]

    def state_name(self, state: Steps.State) -> str:
        """Write the position id, whose turn it is, the dice left and where to continue from, such as ... A 1 from 8."""
        name = f"{write_position_id(state.mine, state.theirs)} {player_name(state.turn)}"
        if state.left == OPENING:
            return write_position_id(state.mine, state.theirs)
        if state.left == 0:
            return name
        if state.high != state.low or state.left == 4:
            return f"{name} {state.high}{state.low}"
        return f"{name} {str(state.high) * state.left} from {place_name(state.limit)}"

    def parse_state(self, text: str) -> Steps.State:
        """Read what `state_name` writes; an id alone means A to roll, or the opening roll if it is the start."""
        words = re.fullmatch(r"(\S{14})(?: ([ABab])(?: ([1-6]{1,4})(?: from (bar|\d\d?))?)?)?", " ".join(text.split()))
        if not words:
            example = self.state_name(self.result(self.initial(), 31))
            raise NotationError(f"'{text}' is not a state: write a position id, A or B, and the dice, like {example}.")
        mine, theirs = read_position_id(words[1])
        if not words[2]:
            opening = OPENING if mine == theirs == START else 0
            return self.checked(self.State(mine, theirs, left=opening), text)
        turn, dice = "AB".index(words[2].upper()), words[3] or ""
        limit = BAR if words[4] in (None, "bar") else int(words[4])
        if len(dice) == 2 and dice[0] != dice[1]:
            high, low = max(map(int, dice)), min(map(int, dice))
            state = self.State(mine, theirs, turn, high, low, 2, limit)
        elif len(set(dice)) > 1:
            raise NotationError(
                f"'{text}' has dice that no roll leaves: write both dice, the one that is left, or those of a double."
            )
        else:
            die = int(dice[:1] or 0)
            left = 4 if len(dice) == 2 and not words[4] else len(dice)
            state = self.State(mine, theirs, turn, die, die, left, limit)
        return self.checked(state, text)

    def checked(self, state: Steps.State, text: str) -> Steps.State:
        """Return the state if it can come up, or nearly so; refuse it otherwise."""
        reason = ""
        if state.mine[OFF] == CHECKERS:
            reason = "a side that has borne off everything has no turn: give it to the other"
        elif state.left > 0 and self.is_terminal(state):
            reason = "the game is over: leave the dice out"
        elif not 1 <= state.limit <= BAR or (state.limit < BAR and (state.high != state.low or state.left == 4)):
            reason = "`from` is for the rest of a turn, and names a point from 1 to 24: leave it out"
        elif state.limit < BAR and list(self.actions(state)) == [PASS]:
            reason = "the rest of the turn can't be played: write the state after it, with the other to roll"
        elif self.is_stuck(state.mine, state.theirs) and self.is_stuck(state.theirs, state.mine):
            reason = "both sides are on the bar facing six closed points, so nobody could ever move: open one"
        if reason:
            raise NotationError(f"'{text}' can't come up: {reason}.")
        return state

    def is_stuck(self, mine: Side, theirs: Side) -> bool:
        """Whether one side has a checker on the bar and nowhere to come in."""
        return mine[BAR] > 0 and all(theirs[place] > 1 for place in range(1, HOME + 1))
