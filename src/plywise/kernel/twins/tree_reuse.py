"""Where in a tree the state stands that a game has come to since: found by playing again, two plies at most."""

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from plywise.kernel.twins.tree_report import Reader
from plywise.rules import CHANCE, Action, Game, fatal_states

MOST_RESULTS = 500
"""How many states are tried before the tree is given up: plain rules are slow, and the clock is running."""


@dataclass(frozen=True, slots=True)
class PlayedRoot:
    """The root that a tree has grown from, what was decided there, and what of the past counted."""

    state: Any
    keys: frozenset[Hashable]
    action: Action | None
    estimates: int
    """How many leaves of the tree count for what the rules alone don't say."""

    @classmethod
    def of(cls, game: Game, state: Any, history: Sequence[Any], action: Action | None, estimates: int) -> "PlayedRoot":
        """Return a root with what of its history counts."""
        return cls(state, _keys(game, history), action, estimates)


def find_record(last: PlayedRoot, reader: Reader, state: Any, history: Sequence[Any]) -> int | None:
    """Return the number of a state's record, one or two plies below the last root; None where it isn't known.

    Neither is it where chance moves there, where it was never visited twice, or where the path counts and isn't the one
    that the tree was grown along: what is proven there may not hold here.
    """
    game = reader.game
    if game.is_terminal(state) or game.to_move(state) == CHANCE:
        return None
    for record, between in _found(last, reader, state, history):
        if not reader.children(record):
            return None
        if game.repetition is None:
            return record
        passed = {game.repetition_key(each) for each in (last.state, *between)} - {None}
        return record if _keys(game, history) == last.keys | passed else None
    return None


def _found(
    last: PlayedRoot, reader: Reader, state: Any, history: Sequence[Any]
) -> Iterator[tuple[int, tuple[Any, ...]]]:
    """Yield the record of a state and the states between it and the last root, if it is found."""
    game, tried = reader.game, 0
    steps = [(child, game.result(last.state, reader.action(child))) for child in reader.children(0)]
    for child, after in steps:
        if after == state:
            yield child, ()
            return
    before = history[-1] if history else None
    likely = sorted(steps, key=lambda step: (step[1] != before, reader.action(step[0]) != last.action))
    for child, after in likely:
        for reply in reader.children(child):
            tried += 1
            if tried > MOST_RESULTS:
                return
            if game.result(after, reader.action(reply)) == state:
                yield reply, (after,)
                return


def _keys(game: Game, history: Sequence[Any]) -> frozenset[Hashable]:
    return frozenset(fatal_states(game, history)) if game.repetition else frozenset()
