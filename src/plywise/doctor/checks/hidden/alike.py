"""Sampled states that look alike to a player: the same was observed and done on the way to them.

    line 1    deal KQ, check, bet      to A both lines are (K, check, bet): A's information is the same, so whatever
    line 2    deal KJ, check, bet      differs between the two states, and is shown to A, gives something away

Where a game draws hidden states itself (`deals`), each sampled state gets a twin from there, so that large games are
compared too.
"""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, TypeAlias
from weakref import WeakKeyDictionary

from plywise.doctor.case import Case
from plywise.doctor.sample import Line, Seen, look, spread
from plywise.rules import Information, Lots, OwnAction, same_state, with_observation

MOST_ALIKE = 6
"""States of one information set that are compared."""
MOST_TWINS = 300
"""Sampled states that get a twin from `deals`."""


@dataclass(frozen=True, slots=True)
class Arrival:
    """A sampled state, and how it was come to: the state before and what was done there, unless it is the first."""

    seen: Seen
    before: Seen | None = None
    action: Any = None


Alike: TypeAlias = dict[tuple[int, Information], list[Arrival]]
_gathered: WeakKeyDictionary[Case, Alike] = WeakKeyDictionary()


def alike_to_players(case: Case) -> Alike:
    """Return sampled states by player and by what that player knows in them; gathered once for each case."""
    if case not in _gathered:
        groups: Alike = defaultdict(list)
        for line in case.sample.lines:
            for player in range(case.game.players):
                for information, arrival in _walk(case, line, player):
                    group = groups[player, information]
                    if len(group) < MOST_ALIKE and not any(
                        same_state(each.seen.state, arrival.seen.state) for each in group
                    ):
                        group.append(arrival)
        if case.game.offers("deals"):
            _add_twins(case, groups)
        _gathered[case] = groups
    return _gathered[case]


def pairs_alike(case: Case) -> Iterator[tuple[int, Arrival, Arrival]]:
    """Yield pairs of different states that look alike to a player, with the player."""
    for (player, _), group in alike_to_players(case).items():
        for other in group[1:]:
            yield player, group[0], other


def _walk(case: Case, line: Line, player: int) -> Iterator[tuple[Information, Arrival]]:
    """Yield what a player knows in each state of a random game."""
    information: Information = ()
    before: Seen | None = None
    for number, seen in enumerate(line.seen):
        action = line.chosen[number - 1] if number else None
        if before is not None and before.mover == player:
            information = (*information, OwnAction(action))
        information = with_observation(information, case.ask("observe", seen.state, player))
        yield information, Arrival(seen, before, action)
        before = seen


def _add_twins(case: Case, groups: Alike) -> None:
    """Add a state that `deals` draws to groups in which the player has to act."""
    lots = Lots(case.seed)
    acting = [key for key, group in groups.items() if group[0].seen.mover == key[0]]
    for player, information in spread(acting, case.sample.affordable(MOST_TWINS)):
        group = groups[player, information]
        observation = information[-1]
        if isinstance(observation, OwnAction):
            continue
        drawn = case.ask("deals", observation, player, lots)
        if case.ask("observe", drawn, player) == observation and drawn != group[0].seen.state:
            group.append(Arrival(look(case.game, case.watch, drawn, "deals")))
