"""Kriegspiel's KRK and KQK once more, by sets of squares and nothing of Plywise: what a fix-point and fractions say."""

from fractions import Fraction
from itertools import chain, combinations
from typing import Any

STEPS = [(across, up) for across in (-1, 0, 1) for up in (-1, 0, 1) if across or up]


class Ending:
    """Squares are pairs (column, row); a belief is a set of squares where Black's king may be."""

    def __init__(self, size, queen):
        self.size, self.queen = size, queen
        self.squares = [(column, row) for row in range(size) for column in range(size)]

    def around(self, square):
        near = [(square[0] + across, square[1] + up) for across, up in STEPS]
        return [each for each in near if each in self.squares]

    def rays(self, man, blocker):
        """Return the squares that White's man attacks, each with its direction: two steps in a line are one."""
        lines = [step for step in STEPS if self.queen or 0 in step]
        attacked = {}
        for across, up in lines:
            at = (man[0] + across, man[1] + up)
            while at in self.squares and at != blocker:
                attacked[at] = (abs(across), abs(up)) if 0 in (across, up) else (across * up,)
                at = (at[0] + across, at[1] + up)
        return attacked

    def direction(self, at, line):
        """Return what the umpire calls a check."""
        if line == (1, 0):
            return "rank"
        if line == (0, 1):
            return "file"
        lengths = {
            slope: sum(1 for each in self.squares if (each[1] - at[1]) == slope * (each[0] - at[0]))
            for slope in (1, -1)
        }
        return "long" if lengths[line[0]] >= lengths[-line[0]] else "short"

    def places(self, king, man):
        """Return the squares where Black's king may stand with White to move."""
        attacked = self.rays(man, king)
        return [at for at in self.squares if at not in (king, man, *self.around(king)) and at not in attacked]

    def told(self, king, man, black):
        """Return what White hears after a legal move, and Black's squares then; None where White doesn't mate."""
        attacked = self.rays(man, king)
        check = self.direction(black, attacked[black]) if black in attacked else ""
        guarded = self.around(king)
        goes = [at for at in self.around(black) if at not in guarded and at not in attacked and at != king]
        if not goes and check:
            return "mate", ()
        return (None, ()) if not goes else (None if man in goes else check, tuple(at for at in goes if at != man))

    def actions(self, king, man):
        """Yield White's tries: the men after them, and whether the king moved."""
        for at in self.around(king):
            if at != man:
                yield at, man, True
        for at in self.rays(man, king):
            yield king, at, False

    def outcomes(self, king, man, moved, belief):
        """Return the squares for which a try is illegal, and those for which it isn't."""
        near = {at for at in belief if moved and at in (king, *self.around(king))}
        return near, belief - near

    def fix_point(self):
        """Return in how many tries White can mate from each (king, man, belief): those that aren't there, never."""
        known: dict[Any, int] = {}
        waiting: list[Any] = []
        for king in self.squares:
            for man in self.squares:
                if king != man:
                    places = self.places(king, man)
                    sets = chain.from_iterable(combinations(places, n) for n in range(1, len(places) + 1))
                    waiting += [(king, man, frozenset(each)) for each in sets]
        depth = 0
        while True:
            depth += 1
            new = [
                each for each in waiting if any(self._mates(known, each, action) for action in self.actions(*each[:2]))
            ]
            if not new:
                return known
            known.update(dict.fromkeys(new, depth))
            waiting = [each for each in waiting if each not in known]

    def _mates(self, known, before, action):
        king, man, moved = action
        illegal, legal = self.outcomes(king, man, moved, before[2])
        if illegal and (*before[:2], frozenset(illegal)) not in known:
            return False
        groups: dict[Any, Any] = {}
        for black in legal:
            heard, goes = self.told(king, man, black)
            if heard is None:
                return False
            if heard != "mate":
                groups.setdefault(heard, set()).update(goes)
        return all((king, man, frozenset(each)) in known for each in groups.values())

    def odds(self, king, man, belief, left):
        """Return the best probability of mating a king that moves at random, within some tries: all are compared."""
        if left == 0:
            return Fraction(0)
        return max(self._odds_after(king, man, belief, left, action) for action in self.actions(king, man))

    def _odds_after(self, king, man, belief, left, action):
        then_king, then_man, moved = action
        illegal, legal = self.outcomes(then_king, then_man, moved, set(belief))
        attacked, guarded = self.rays(then_man, then_king), (then_king, *self.around(then_king))
        total, groups = Fraction(0), {"illegal": {black: belief[black] for black in illegal}}
        for black in legal:
            goes = [at for at in self.around(black) if at not in guarded and at not in attacked]
            if not goes and black in attacked:
                total += belief[black]
            check = self.direction(black, attacked[black]) if black in attacked else ""
            for at in goes:
                if at != then_man:
                    group = groups.setdefault(check, {})
                    group[at] = group.get(at, Fraction(0)) + belief[black] / len(goes)
        for heard, group in groups.items():
            if group:
                weight = sum(group.values())
                men = (king, man) if heard == "illegal" else (then_king, then_man)
                total += weight * self.odds(*men, {at: chance / weight for at, chance in group.items()}, left - 1)
        return total
