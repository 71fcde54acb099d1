"""What chance decides, from a seed: the n-th throw of a game is the same whenever it is asked for.

>>> from plywise.games.dice.dice_race import DiceRace
>>> game = DiceRace()
>>> throw_dice(game, [], 7) == throw_dice(game, [], 7)
True
"""

import random
from collections.abc import Sequence

from plywise.rules import CHANCE, Game, IllegalActionError
from plywise.tasks.positions import replay


def throw_dice(game: Game, names: Sequence[str], seed: int, start: str | None = None) -> str:
    """Return what chance decides after some actions, by its name; refuses a position where a player moves."""
    record = replay(game, names, start)
    state = record.state
    if record.is_over or game.to_move(state) != CHANCE:
        raise IllegalActionError("Nothing is left to chance here: ask for a throw only where `to_move` is -1.")
    number = sum(game.to_move(earlier) == CHANCE for earlier in record.states[:-1])
    outcome = draw([*game.chances(state)], random.Random(f"{seed}/{number}").random())
    return game.action_name(state, outcome)


def draw(chances: Sequence[tuple[object, float]], lot: float) -> object:
    """Return the outcome that a lot from 0 to 1 falls on.

    >>> [draw([("heads", 0.5), ("tails", 0.5)], lot) for lot in (0.0, 0.499, 0.5, 0.999)]
    ['heads', 'heads', 'tails', 'tails']
    """
    for outcome, probability in chances:
        lot -= probability
        if lot < 0:
            return outcome
    return next(outcome for outcome, probability in reversed(chances) if probability > 0)
