"""Every action of draughts, listed once: the steps, and all routes of jumps, in depth-first order.

    action 4 * bit + way           a step: ways 0 and 1 lead down by 4 and 5 bits, 2 and 3 up by 4 and 5
    FIRST[36 * kind + bit] and up  the routes of jumps that a piece may take from a square

A route comes before those that extend it, and its SKIP is the first one after these. For a black man on 2:

    2x9   2x9x18   2x9x18x25   2x9x18x27   2x11   2x11x18   ...   2x11x20x27
          '------- extend 2x9 ---------'   SKIP of 2x9

So one pass through its list finds what a piece can capture: from a route that is possible go to the next, from one that
isn't to its SKIP. A route is possible if the pieces it takes are the other's and each square it lands on is empty: no
route takes a piece twice, and a piece can't stand both where a route captures and where it lands. A man only jumps
ahead, so its routes end on the last row in any case.

>>> len(TAKEN), [path_of(action) for action in range(FIRST[1], FIRST[1] + 4)]
(1684, [(2, 9), (2, 9, 18), (2, 9, 18, 25), (2, 9, 18, 27)])
"""

from plywise.games.draughts.squares import BITS, SQUARE_OF

DOWN, UP, BOTH = (4, 5), (-4, -5), (4, 5, -4, -5)
"""The steps, in bits, that a black man, a white man and a king may take."""

ON_BOARD = frozenset(SQUARE_OF)


def _list_steps() -> list[tuple[tuple[int, ...], int]]:
    """List the steps by their numbers; those that lead off the board have no squares."""
    steps = [(bit, bit + way) for bit in range(BITS) for way in BOTH]
    return [(step if set(step) <= ON_BOARD else (), 0) for step in steps]


def _prolong(path: tuple[int, ...], taken: int, ways: tuple[int, ...]) -> list[tuple[tuple[int, ...], int, int]]:
    """List the routes that extend one: the bits each passes, those it takes, and how many routes begin with it."""
    found = []
    for way in ways:
        over, stop = path[-1] + way, path[-1] + 2 * way
        if over in ON_BOARD and stop in ON_BOARD and not taken >> over & 1:
            further = _prolong((*path, stop), taken | 1 << over, ways)
            found += [((*path, stop), taken | 1 << over, len(further) + 1), *further]
    return found


def _list_all() -> tuple[list[tuple[int, ...]], list[int], list[int], list[int]]:
    """List the paths, what each takes, where to continue if it isn't possible, and where each square's routes begin."""
    steps = _list_steps()
    paths, taken = [path for path, _ in steps], [none for _, none in steps]
    skip, first = [0] * len(steps), []
    for ways in (DOWN, UP, BOTH):
        for bit in range(BITS + 1):
            first.append(len(paths))
            for path, captured, size in _prolong((bit,), 0, ways) if bit in ON_BOARD else ():
                skip.append(len(paths) + size)
                paths.append(path)
                taken.append(captured)
    return paths, taken, skip, first


_PATHS, _TAKEN, _SKIP, _FIRST = _list_all()

TAKEN, SKIP, FIRST = tuple(_TAKEN), tuple(_SKIP), tuple(_FIRST)
START = tuple(1 << path[0] if path else 0 for path in _PATHS)
STOP = tuple(1 << path[-1] if path else 0 for path in _PATHS)
"""For each action, as bits: the pieces it takes, where it starts and where it stops."""


def path_of(action: int) -> tuple[int, ...]:
    """Name the squares that an action passes, the first and the last included."""
    return tuple(SQUARE_OF[bit] for bit in _PATHS[action])
