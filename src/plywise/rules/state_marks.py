"""Pieces that a state keeps by where they are: a field with places, such as the workers of each player.

    workers=(((0, 0), (1, 1)), ((4, 4), (3, 3)))      A . . . .
                                                      . A . . .     a field for each player: A and B
    red={(0, 0)}, blue={(2, 1)}                       R . .
                                                      . . .
                                                      . B .         a field for each colour: its letter

Pairs of numbers may be anything. A field is drawn on the board only if, in the first plies, what changes in it lies on
cells that the action names.

>>> marks_in(((0, 1), None), 2), marks_in(frozenset({(2, 3)}), 2), marks_in((1, -1), 2)
(((0, (0, 1)),), ((None, (2, 3)),), None)
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeAlias

from plywise.rules.first_plies import TriedPly
from plywise.rules.players import CHANCE, player_name
from plywise.rules.readings import FEWEST, SLIPS, Place, Reading, find_pairs, read_action

Marks: TypeAlias = tuple[tuple[int | None, Place], ...]
"""Places, each with the player whose part of the field holds it; None where a field isn't divided."""

Values: TypeAlias = Mapping[str, Any]
"""The fields of a state."""


def marks_in(value: Any, players: int) -> Marks | None:
    """Return the places that a field holds; None where it holds anything else."""
    if isinstance(value, tuple | list) and len(value) == players and find_pairs(value) != [value]:
        parts = [_places(part) for part in value]
        if all(part is not None for part in parts):
            return tuple((player, place) for player, part in enumerate(parts) for place in part or ())
    places = _places(value)
    return None if places is None else tuple((None, place) for place in places)


def find_marks(moves: Sequence[tuple[Values, Any, Values]], players: int, size: Place) -> list[str]:
    """Return the fields whose places are those that actions name; `moves` has what they were before and after."""
    found = []
    for name in moves[0][0] if moves else ():
        pairs = [
            (marks_in(old.get(name), players), action, marks_in(new.get(name), players)) for old, action, new in moves
        ]
        for reading in (Reading.ROW_FIRST, Reading.COLUMN_FIRST):
            right: set[str] = set()
            good = bad = 0
            for old, action, new in pairs:
                if old is None or new is None:
                    bad = len(pairs)
                    break
                changed = {place for _, place in {*old} ^ {*new}}
                if changed and changed.issubset(read_action(reading, action, *size)):
                    good += 1
                    right.add(repr(action))
                elif changed:
                    bad += 1
            if len(right) >= FEWEST and bad <= SLIPS * good:
                found.append(name)
                break
    return found


def find_size(values: Iterable[Any], actions: Iterable[Any], players: int) -> Place:
    """Return how many rows and columns places and actions need; nothing where some are beyond any board."""
    places = [place for value in values for _, place in marks_in(value, players) or ()]
    places += [pair for action in actions for pair in find_pairs(action)]
    if not places or min(map(min, places)) < 0:
        return 0, 0
    return 1 + max(y for y, _ in places), 1 + max(x for _, x in places)


def choose_signs(fields: Mapping[str, bool], players: int) -> dict[str, tuple[str, ...]]:
    """Return the signs of fields that are drawn: one for each player where a field is divided, else one.

    >>> choose_signs({"workers": True}, 2), choose_signs({"masters": True, "pawns": True}, 2)
    ({'workers': ('A', 'B')}, {'masters': ('M', 'm'), 'pawns': ('P', 'p')})
    >>> choose_signs({"red": False, "blue": False}, 2)
    {'red': ('R',), 'blue': ('B',)}
    """
    seats = range(players)
    if list(fields.values()) == [True]:
        return {name: tuple(player_name(player) for player in seats) for name in fields}
    length = 1
    while len({name[:length].lower() for name in fields}) < len(fields) and length < max(map(len, fields)):
        length += 1
    signs = {name: name[:length].capitalize() for name in fields}
    return {
        name: (sign,)
        if not fields[name]
        else (sign, sign.lower())
        if players == len(("white", "black"))
        else tuple(sign + player_name(player) for player in seats)
        for name, sign in signs.items()
    }


def moves_of(plies: Iterable[TriedPly], fields: Any) -> list[tuple[Values, Any, Values]]:
    """Return what actions did: the fields before, the action, and the fields after."""
    return [
        (before, action, dict(fields(after)))
        for ply in plies
        if ply.mover != CHANCE and ply.after
        for before in [dict(fields(ply.state))]
        for action, after in ply.after
    ]


def _places(value: Any) -> list[Place] | None:
    """Return one place, or those that a collection holds; none for None, and None for anything else."""
    if value is None:
        return []
    if not isinstance(value, tuple | list | frozenset | set) or hasattr(value, "_fields"):
        return None
    pairs: list[Any] = [value] if find_pairs(value) == [value] else [each for each in value if each is not None]
    if any(not isinstance(pair, tuple) or find_pairs(pair) != [pair] or min(pair) < 0 for pair in pairs):
        return None
    return sorted(pairs)
