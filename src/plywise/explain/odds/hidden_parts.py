"""What differs among the states that fit: cards in a hand, what stands on a place, or else a field of the state.

    the seat's view   B: ? ?        the open views   B: J Q   B: J K   B: Q K       B has J Q, J K or Q K: 33% each
                      A: A                           A: A     A: A     A: A

Found by comparing what the player is shown with what the game would show of each state if it lay open, so that it works
for any game. Cards that lie face down are taken together, in whatever order they lie; a place of a board is taken by
itself. Where the view hides nothing that can be compared, the state's own fields are.
"""

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from math import fsum, sqrt
from typing import Any, TypeAlias

from plywise.explain.odds.fitting import Fitting, Weight
from plywise.explain.odds.knowing import Perspective
from plywise.rules import Cell, View, seen_view, shows_everything, view_of

MOST_WHOLE = 6
"""Up to how many possibilities each is listed as a whole; of more, the odds of each piece."""
NEARLY_SURE = 1.96
"""Standard errors to each side that the true value lies within, 95 times in 100."""

Place: TypeAlias = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Chance:
    """Something that may be so, how likely that is, and by how much a sample may be wrong."""

    what: str
    share: float
    error: float = 0.0


@dataclass(frozen=True, slots=True)
class HiddenPart:
    """Something hidden: in words where it is, and what it may be."""

    where: str
    chances: tuple[Chance, ...]
    is_whole: bool
    """Whether exactly one of the chances is true, and not several at once."""


def find_hidden(known: Perspective, fitting: Fitting, weight: Weight) -> tuple[HiddenPart, ...]:
    """Return what is hidden from a player, part by part, by one of the weights of the states that fit."""
    shares = fitting.shares(weight)
    count = 0.0 if fitting.is_exact else fitting.independent

    def odds(where: str, kept: Sequence[Sequence[str]], is_listed: bool = False) -> HiddenPart | None:
        return _part(where, kept, shares, count, is_listed)

    states = [each.state for each in fitting.states]
    parts = _shown_parts(known, states, odds)
    return tuple(parts or _field_parts(states, odds))


Odds: TypeAlias = Callable[..., HiddenPart | None]


def _part(
    where: str, kept: Sequence[Sequence[str]], shares: Sequence[float], count: float, is_listed: bool
) -> HiddenPart | None:
    """Return the odds of what each state has there: as a whole where that is one of few, else piece by piece."""
    wholes: dict[str, list[float]] = {}
    for pieces, share in zip(kept, shares, strict=True):
        wholes.setdefault(" ".join(pieces), []).append(share)
    is_whole = not is_listed and len(wholes) <= MOST_WHOLE and "" not in wholes
    gathered = wholes
    if not is_whole:
        gathered = {}
        for pieces, share in zip(kept, shares, strict=True):
            for piece in dict.fromkeys(pieces):
                gathered.setdefault(piece, []).append(share)
    totals = {what: min(1.0, fsum(parts)) for what, parts in gathered.items()}
    ordered = sorted((-round(share, 9), what) for what, share in totals.items() if share > 0)
    chances = tuple(Chance(what, totals[what], _error(totals[what], count)) for _, what in ordered)
    return HiddenPart(where, chances, is_whole) if chances else None


def _error(share: float, count: float) -> float:
    return NEARLY_SURE * sqrt(share * (1 - share) / count) if count else 0.0


# By the views


def _shown_parts(known: Perspective, states: Sequence[Any], odds: Odds) -> list[HiddenPart]:
    game = known.game
    if shows_everything(game):
        return []
    seen = {(cell.x, cell.y): cell for cell in seen_view(game, states[0], known.player).cells}
    open_boards = [_places(view_of(game, state)) for state in states]
    hidden = [place for place, cell in seen.items() if any(_piece(board, place) != cell.piece for board in open_boards)]
    hands: dict[int | None, list[Place]] = {}
    places = []
    for place in hidden:
        if seen[place].piece and not seen[place].name:
            hands.setdefault(seen[place].player, []).append(place)
        else:
            places.append(place)
    found = [
        odds(
            _hand_words(game, owner),
            [sorted(filter(None, (_piece(board, at) for at in lying))) for board in open_boards],
        )
        for owner, lying in hands.items()
    ]
    found += _board_parts(seen, places, open_boards, odds)
    return [part for part in found if part is not None]


def _places(view: View) -> dict[Place, Cell]:
    return {(cell.x, cell.y): cell for cell in view.cells}


def _piece(board: dict[Place, Cell], place: Place) -> str:
    return board[place].piece if place in board else ""


def _hand_words(game: Any, owner: int | None) -> str:
    return "Face down lies" if owner is None else f"{game.name_of(owner)} has"


def _board_parts(
    seen: dict[Place, Cell], places: Sequence[Place], boards: Sequence[dict[Place, Cell]], odds: Odds
) -> Iterator[HiddenPart | None]:
    """Return, for each kind of piece that may stand on places that aren't seen, where it may be."""
    kinds = sorted({_piece(board, place) for board in boards for place in places} - {""})
    for kind in kinds:
        standing = [[_label(seen[place]) for place in places if _piece(board, place) == kind] for board in boards]
        yield odds(f"{kind} is at", standing, is_listed=True)


def _label(cell: Cell) -> str:
    return cell.name or cell.action or f"column {cell.x + 1:g}, row {cell.y + 1:g}"


# By the fields of the state


def _field_parts(states: Sequence[Any], odds: Odds) -> list[HiddenPart]:
    written = [dict(_fields("", state)) for state in states]
    names = list(dict.fromkeys(name for fields in written for name in fields))
    varying = [name for name in names if len({fields.get(name, "") for fields in written}) > 1]
    found = [odds(f"{name} is", [[fields[name]] if name in fields else [] for fields in written]) for name in varying]
    return [part for part in found if part is not None]


def _fields(name: str, value: Hashable) -> Iterator[tuple[str, str]]:
    """Yield the parts of a value that aren't tuples themselves, each with the path that leads to it."""
    if isinstance(value, tuple):
        labels = getattr(value, "_fields", None) or range(len(value))
        for label, part in zip(labels, value, strict=True):
            path = f"[{label}]" if isinstance(label, int) else f".{label}" if name else label
            yield from _fields(f"{name}{path}", part)
    else:
        yield name or "the state", str(value)
