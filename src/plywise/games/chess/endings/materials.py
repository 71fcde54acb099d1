"""Names of tables of endings, and which tables an action may lead to: never compiled.

KBNvK w        bishop and knight against a king, the stronger side to move; KBNvK b: the weaker one
KRvKR w        where both have the same, there is only w: Black to move is the same with colours swapped
KPvKP w ep     a pawn may be taken en passant
"""

import re
from collections.abc import Iterator
from itertools import combinations_with_replacement as choices
from typing import NamedTuple

from plywise.games.chess.board import BISHOP, KNIGHT_KIND, LETTERS, PAWN_KIND, QUEEN, ROOK
from plywise.games.chess.endings.slots import CODES_AT, IN_PASSING, MOST_MEN, STRENGTH, WEAKER_MOVES
from plywise.rules import RulesError

Kinds = tuple[int, ...]

KINDS = (QUEEN, ROOK, BISHOP, KNIGHT_KIND, PAWN_KIND)
NAMED = re.compile(r"K([QRBNP]*)V?K([QRBNP]*)(?: ([WB]))?( EP)?")
LEAST_MEN = 3
"""Bare kings are drawn and need no table."""


class Material(NamedTuple):
    """The men of both sides beside their kings, from queens to pawns, who moves, and whether a pawn may be taken."""

    strong: Kinds
    weak: Kinds
    weaker_moves: bool = False
    passing: bool = False


def name_of(tier: int) -> str:
    """Name a table."""
    found = material_of(tier)
    strong, weak = ("".join(LETTERS[kind] for kind in kinds) for kinds in found[:2])
    return f"K{strong}vK{weak} {'b' if found.weaker_moves else 'w'}{' ep' * found.passing}"


def material_of(tier: int) -> Material:
    """Return the material that a table's number stands for."""
    codes = [tier >> at & 15 for at in range(CODES_AT, CODES_AT + 4 * (MOST_MEN - 2), 4)]
    strong, weak = (_sorted(code >> 1 for code in codes if code and code & 1 == side) for side in (0, 1))
    return Material(strong, weak, bool(tier & WEAKER_MOVES), bool(tier & IN_PASSING))


def tier_with(first: Kinds, second: Kinds, second_moves: bool, passing: bool) -> int:
    """Return the table of two sides' men, whichever of them is the stronger."""
    strong, weak, weaker_moves = _sorted(first), _sorted(second), second_moves
    if _strength(strong) < _strength(weak):
        strong, weak, weaker_moves = weak, strong, not weaker_moves
    if strong == weak:
        weaker_moves = False
    codes = sorted([2 * kind for kind in strong] + [2 * kind + 1 for kind in weak])
    tier = WEAKER_MOVES * weaker_moves | IN_PASSING * passing
    return tier | sum(code << CODES_AT + 4 * place for place, code in enumerate(codes))


def tiers_after(tier: int) -> tuple[int, ...]:
    """Return the tables that one action may lead to, without that of bare kings."""
    strong, weak, weaker_moves, passing = material_of(tier)
    own, foes = (weak, strong) if weaker_moves else (strong, weak)
    found = {tier_with(own, foes, True, False)}
    # Whoever may capture en passant needs a pawn for that; only a second one may go two steps and be taken itself.
    if own.count(PAWN_KIND) > passing and PAWN_KIND in foes:
        found.add(tier_with(own, foes, True, True))
    found |= {tier_with(own, _without(foes, kind), True, False) for kind in foes}
    if PAWN_KIND in own:
        for kind in KINDS[:-1]:
            promoted = (*_without(own, PAWN_KIND), kind)
            found.add(tier_with(promoted, foes, True, False))
            found |= {tier_with(promoted, _without(foes, taken), True, False) for taken in foes if taken != PAWN_KIND}
    return tuple(sorted(after for after in found if after >> CODES_AT))


def tiers_named(text: str) -> tuple[int, ...]:
    """Return the tables that a text names: one, those of a material, or all with up to that many men."""
    words = " ".join(text.upper().split())
    if re.fullmatch("[0-9]{1,9}", words) and LEAST_MEN <= int(words) <= MOST_MEN:
        return tuple(tier for strong, weak in _materials(int(words)) for tier in _tiers(strong, weak))
    named = NAMED.fullmatch(words)
    if not named or not LEAST_MEN <= 2 + len(named[1] + named[2]) <= MOST_MEN:
        raise RulesError(
            f"'{text[:40]}' names no table of chess: write {LEAST_MEN} to {MOST_MEN} men, such as KBNvK or KBNvK w, "
            "or a number for all tables with up to that many men."
        )
    first, second = (tuple(LETTERS.index(letter) for letter in letters) for letters in named.group(1, 2))
    if named[4] and not (PAWN_KIND in first and PAWN_KIND in second):
        raise RulesError(f"'{text}' has no pawns on both sides, so none can be taken en passant: leave ep out.")
    return _tiers(first, second, named[3], bool(named[4]))


def _tiers(first: Kinds, second: Kinds, side: str | None = None, passing: bool = False) -> tuple[int, ...]:
    """List a material's tables; for both sides to move and with en passant captures, unless one side is asked for."""
    sides = [side == "B"] if side else [False, True]
    passings = [passing] if passing or side else [False, True]
    if not (PAWN_KIND in first and PAWN_KIND in second):
        passings = [False]
    return tuple(dict.fromkeys(tier_with(first, second, moves, taken) for taken in passings for moves in sides))


def _materials(most: int) -> Iterator[tuple[Kinds, Kinds]]:
    """Yield the stronger and the weaker side's men of all materials, few men first."""
    for men in range(LEAST_MEN - 2, most - 1):
        for fewer in range(men // 2 + 1):
            for strong in choices(KINDS, men - fewer):
                yield from ((strong, weak) for weak in choices(KINDS, fewer) if _strength(weak) <= _strength(strong))


def _strength(kinds: Kinds) -> tuple[int, list[int]]:
    return len(kinds), [STRENGTH[kind] for kind in kinds]


def _sorted(kinds: "Iterator[int] | Kinds") -> Kinds:
    return tuple(sorted(kinds, key=KINDS.index))


def _without(kinds: Kinds, kind: int) -> Kinds:
    place = kinds.index(kind)
    return kinds[:place] + kinds[place + 1 :]
