"""Openings: states to begin from, so that agents who always play the same way don't play one game again and again.

Drawn at random, no two of them are the same up to symmetry, none is over, and in none can the player to move end
the game at once. The n-th opening follows from the seed and n alone.

>>> from plywise.games.placing.tic_tac_toe import TicTacToe
>>> openings = Openings(TicTacToe(), plies=2, seed=1)
>>> openings[0].actions, openings[1].actions, openings.plies
(('a2', 'c3'), ('a1', 'b3'), 2)
"""

import itertools
import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from plywise.rules import CHANCE, Game, Lots, NotationError, PlywiseError, Record, random_walk

ENOUGH = 1_000
"""Openings that a game should have, where it is long enough."""
SHARE = 3
"""An opening is at most one third of a game."""
SAMPLE, LONGEST = 4, 60
"""Random games that are looked at to see how long a game is, and how many plies of each."""
TRIES = 50
"""How often an opening is drawn again."""


@dataclass(frozen=True, slots=True)
class Opening:
    """Actions, by their names, from a state, by its name; from the game's own initial state where that is empty."""

    actions: tuple[str, ...] = ()
    initial: str = ""

    def begin(self, game: Game) -> Record:
        """Return the record of a game that stands after this opening."""
        record = Record(game, game.parse_state(self.initial) if self.initial else None)
        for name in self.actions:
            record.play(record.find(name))
        return record


class Openings:
    """The openings of a match by number: random ones, or those of a list, which starts again when it ends."""

    def __init__(self, game: Game, *, plies: int | None = None, seed: int = 0, texts: Sequence[str] = ()) -> None:
        self.game, self.lots = game, Lots(Lots(seed).bits())
        self.listed = [read_opening(game, text) for text in texts]
        self.plies = 0 if texts else usual_plies(game) if plies is None else plies
        self.drawn: list[Opening] = []
        self.seen: set[Any] = set()
        self.repeated = 0
        """How many openings had to come up again because there are no others."""

    def __getitem__(self, number: int) -> Opening:
        if self.listed:
            return self.listed[number % len(self.listed)]
        if self.plies == 0:
            return Opening()
        while len(self.drawn) <= number:
            self.drawn.append(self._draw())
        return self.drawn[number]

    def _draw(self) -> Opening:
        """Draw an opening that hasn't come up; where there are no others, those that have come up start again."""
        spare: Record | None = None
        for _ in range(0 if self.repeated else TRIES):
            record = self._walk()
            if record is None:
                continue
            key = self.game.key(self.game.canonical(record.state))
            if key in self.seen:
                continue
            if not ends_at_once(record):
                return self._keep(record)
            spare = spare or record
        if spare is not None:  # all that are left can be ended at once
            return self._keep(spare)
        if not self.drawn:
            raise PlywiseError(f"No game of {self.game.name} goes on after {self.plies} plies: choose fewer.")
        self.repeated += 1
        return self.drawn[(self.repeated - 1) % (len(self.drawn) - self.repeated + 1)]

    def _keep(self, record: Record) -> Opening:
        self.seen.add(self.game.key(self.game.canonical(record.state)))
        return Opening(tuple(record.action_names))

    def _walk(self) -> Record | None:
        """Return a record after random plies, or None where the game is over by then; dice don't count as plies."""
        record = random_walk(self.game, self.lots, self.plies)
        return None if record.is_over else record


def ends_at_once(record: Record) -> bool:
    """Whether the player to move can end the game with one action."""
    game, state = record.game, record.state
    return any(game.is_terminal(game.result(state, action)) for action in record.options())


def usual_plies(game: Game) -> int:
    """Return how many plies make about a thousand openings, but at most a third of a game.

    >>> from plywise.games.placing.tic_tac_toe import TicTacToe
    >>> usual_plies(TicTacToe())
    2
    """
    if game.hides:  # deals make games differ, and an opening would be played by somebody who bets at random
        return 0
    lots, widths, plies = Lots(1), list[int](), 0
    for _ in range(SAMPLE):
        record = Record(game)
        for ply in itertools.count():
            if record.is_over or ply >= LONGEST:
                break
            if game.to_move(record.state) == CHANCE:
                record.add(lots.draw(game.chances(record.state)))
                continue
            actions = record.options()
            widths += [len(actions)] * (ply < LONGEST // 10)
            record.add(actions[lots.below(len(actions))])
            plies += 1
    wide = max(1.5, sum(widths) / max(1, len(widths)))
    wanted = math.ceil(math.log(ENOUGH, wide))
    return max(1, min(wanted + wanted % 2, round(plies / SAMPLE) // SHARE))


def read_opening(game: Game, text: str) -> Opening:
    """Read the name of a state, or actions with blanks or commas in between; refuses what is over.

    Names that hold blanks themselves are each followed by a tab.
    """
    try:
        if "\t" in text:
            raise NotationError("these are actions")
        opening = Opening(initial=text)
        record = opening.begin(game)
    except NotationError:
        names = text.split("\t")[:-1] if "\t" in text else re.split(r"[\s,]+", text.strip())
        opening = Opening(tuple(names))
        try:
            record = opening.begin(game)
        except PlywiseError as error:
            raise PlywiseError(f"The opening '{text}' is neither a state of {game.name} nor actions: {error}") from None
    if record.is_over:
        raise PlywiseError(f"The game is over after the opening '{text}': leave it out.")
    return opening


def read_openings(text: str) -> list[str]:
    """Return the openings of a file, one on each line; what follows a # at the beginning of a line is a comment.

    >>> read_openings("# the two diagonals" + chr(10) + "a1 c3" + chr(10))
    ['a1 c3']
    """
    return [line.strip() for line in text.splitlines() if line.strip() and not line.lstrip().startswith("#")]
