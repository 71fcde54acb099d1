r"""The first plies of a game, played once: what is said of a game before anybody plays it is tried on these.

    s0 --a--> s1 --c--> s2 ...     One line of play, the same every time. At each state some of the other actions are
     \--b--> t1                    tried as well, so that one sees what they change.

>>> from plywise.games.nim import Nim
>>> [len(ply.after) for ply in first_plies(Nim(piles=(1, 2)))]
[3, 1, 0]
"""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from typing import Any, Generic, TypeVar
from weakref import ref

from plywise.rules.players import CHANCE

PLIES = 20
"""How many plies are played."""
FIRST_TRIED, TRIED = 24, 4
"""How many actions are tried at the first state in which somebody acts, and at all others."""
MOST_OPTIONS = 1_000
"""How many actions or outcomes are listed at most."""
STRIDE = 7_919
"""A prime: which of the actions is played changes from ply to ply."""

Kept = TypeVar("Kept")


@dataclass(frozen=True, slots=True)
class TriedPly:
    """A state, the player who moves there, and some actions with the states after them; none where the game is over."""

    state: Any
    mover: int
    options: tuple[Any, ...] = ()
    after: tuple[tuple[Any, Any], ...] = ()


class Remembered(Generic[Kept]):
    """Something that is found out once for each game; a game needs no hash for it.

    >>> lengths = Remembered[int]()
    >>> class Rules: pass
    >>> rules = Rules()
    >>> lengths.get(rules) is None, lengths.keep(rules, 3), lengths.get(rules)
    (True, 3, 3)
    """

    def __init__(self) -> None:
        self._kept: dict[int, tuple[ref[Any], Kept]] = {}

    def get(self, game: Any) -> Kept | None:
        """Return what was kept for a game, None where nothing was."""
        kept = self._kept.get(id(game))
        return kept[1] if kept and kept[0]() is game else None

    def keep(self, game: Any, thing: Kept) -> Kept:
        """Keep something for as long as the game lives, and return it."""
        number = id(game)
        self._kept[number] = (ref(game, lambda _: self._kept.pop(number, None)), thing)
        return thing


_played: Remembered[tuple[TriedPly, ...]] = Remembered()


def first_plies(game: Any) -> tuple[TriedPly, ...]:
    """Return the first plies of a game; those before the first fault, where its rules have one."""
    known = _played.get(game)
    if known is not None:
        return known
    plies: list[TriedPly] = []
    with suppress(Exception):  # whatever a user's rules raise: whoever plays the game hears of it there
        plies.extend(_play(game))
    return _played.keep(game, tuple(plies))


def _play(game: Any) -> Iterator[TriedPly]:
    state, has_acted = game.initial(), False
    for number in range(PLIES):
        if game.is_terminal(state):
            yield TriedPly(state, CHANCE)
            return
        mover = game.to_move(state)
        listed = (each for each, _ in game.chances(state)) if mover == CHANCE else game.actions(state)
        options = tuple(islice(listed, MOST_OPTIONS))
        most = 1 if mover == CHANCE else TRIED if has_acted else FIRST_TRIED
        has_acted = has_acted or mover != CHANCE
        played = STRIDE * (number + 1) % len(options)
        tried = sorted({played, *range(0, len(options), max(1, -(-len(options) // most)))})
        after = tuple((options[each], game.result(state, options[each])) for each in tried)
        yield TriedPly(state, mover, options, after)
        state = after[tried.index(played)][1]
    yield TriedPly(state, CHANCE)
