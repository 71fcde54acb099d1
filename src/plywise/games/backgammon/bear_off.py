"""Backgammon's bear-offs by tiers: every state before a roll with all checkers at home has a number, for solved tables.

A tier holds the states with given numbers of checkers for the player on roll and for the other: "bear-off 6-5". One
side's checkers are laid out in a row, from the sixth point to the first, with bars between the points. The places of
the bars give the number:

    o | o o | | | |         one checker on the sixth point, two on the fifth: bars at 1, 4, 5, 6, 7
    number = C(1, 1) + C(4, 2) + C(5, 3) + C(6, 4) + C(7, 5) = 53, of C(8, 5) = 56

A step towards home moves bars to the left, so it lowers the number. A state's number is the mover's number times the
number of ways to arrange the other side's checkers, plus the other's number. States are numbered as the player on roll
sees them, whether that is A or B.

>>> from plywise.games.backgammon import Backgammon
>>> game = Backgammon()
>>> [game.tier_name(tier) for tier in game.parse_tier("bear-off 2")]
['bear-off 1-1', 'bear-off 1-2', 'bear-off 2-1', 'bear-off 2-2']
>>> sum(map(game.tier_size, game.parse_tier("bear-off 6")))
851929
"""

import re

from plywise.games.backgammon.steps import BAR, CHECKERS, HOME, OFF, Side, Steps
from plywise.games.shared.subsets import CHOOSE, WAYS
from plywise.rules import RulesError

BARS = HOME - 1
NOWHERE = (0,) * (BAR + 1)
MOST_OFF = 4
"""How many checkers one turn can bear off."""


class BearOff(Steps):
    """What tables of bear-offs need from the rules."""

    def tier(self, state: Steps.State) -> int:
        """Return 16 times the checkers that the player whose turn it is has to bear off, plus the other's."""
        return (CHECKERS - state.mine[OFF]) * 16 + CHECKERS - state.theirs[OFF]

    def index(self, state: Steps.State) -> int:
        """Return a state's number in its tier, or -1: after a roll, with checkers outside home, or when it's over."""
        if state.left != 0 or state.mine[OFF] == CHECKERS or state.theirs[OFF] == CHECKERS:
            return -1
        if not self.is_home(state.mine) or not self.is_home(state.theirs):
            return -1
        return self.home_number(state.mine) * self.ways(CHECKERS - state.theirs[OFF]) + self.home_number(state.theirs)

    def unindex(self, tier: int, index: int) -> Steps.State:
        """Return the state with this number in a tier, with A to roll."""
        mine, theirs = tier >> 4, tier & 15
        ways = self.ways(theirs)
        return self.State(self.home_side(mine, index // ways), self.home_side(theirs, index % ways), 0, 0, 0, 0, BAR)

    def tier_size(self, tier: int) -> int:
        """Return how many numbers a tier has."""
        return self.ways(tier >> 4) * self.ways(tier & 15)

    def ways(self, checkers: int) -> int:
        """Count the ways to arrange `checkers` checkers at home."""
        return CHOOSE[BARS * WAYS + checkers + BARS]

    def is_home(self, side: Side) -> bool:
        """Whether all checkers are at home or off."""
        found = 0
        for place in range(HOME + 1):
            found += side[place]
        return found == CHECKERS

    def home_number(self, side: Side) -> int:
        """Return the number of the way in which one side's checkers are arranged at home."""
        number, before = 0, 0
        for bar in range(1, BARS + 1):
            before += side[HOME + 1 - bar]
            number += CHOOSE[bar * WAYS + before + bar - 1]
        return number

    def home_side(self, checkers: int, number: int) -> Side:
        """Return the side with this number of checkers at home and this index."""
        places = list(NOWHERE)
        places[OFF] = CHECKERS - checkers
        end = checkers + BARS
        for bar in range(BARS, 0, -1):
            place = end - 1
            while CHOOSE[bar * WAYS + place] > number:
                place -= 1
            number -= CHOOSE[bar * WAYS + place]
            places[HOME - bar] = end - place - 1
            end = place
        places[HOME] = end
        return tuple(places)

    # Never compiled

    def next_tiers(self, tier: int) -> list[int]:
        """List the tiers that a turn may lead to; none in which a side has borne off everything, since it has won."""
        mine, theirs = tier >> 4, tier & 15
        return [16 * theirs + left for left in range(max(1, mine - MOST_OFF), mine + 1)]

    def tier_name(self, tier: int) -> str:
        """Write a tier, such as bear-off 6-5: the checkers of the player on roll, then the other's."""
        return f"bear-off {tier >> 4}-{tier & 15}"

    def parse_tier(self, text: str) -> tuple[int, ...]:
        """Read what `tier_name` writes; or bear-off 6: all tiers of up to 6 checkers a side."""
        named = re.fullmatch(r"\s*(?:bear-?off\s+)?(\d{1,2})(?:\s*-\s*(\d{1,2}))?\s*", text.lower())
        numbers = [int(number) for number in named.groups() if number] if named else []
        if not numbers or not all(1 <= number <= CHECKERS for number in numbers):
            raise RulesError(
                f"'{text}' names no bear-off: write the checkers of the player on roll and of the other, "
                f"1 to {CHECKERS} each, such as bear-off 6-5, or the most that each side has, such as bear-off 6."
            )
        if len(numbers) == 2:
            return (16 * numbers[0] + numbers[1],)
        sizes = range(1, numbers[0] + 1)
        return tuple(16 * mine + theirs for mine in sizes for theirs in sizes)
