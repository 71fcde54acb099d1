"""Patterns as straight-line source, where loops over arrays take three times as long.

    n0 = state.x & 511 ...                   what is on the board: numbers of the state, or eight cells in a word
    c0 = state.board[0] + 1 ...              cells that have to be read one by one
    total += load_short(weights, load_unsigned_short(row, 1) + 6561)

Whatever a rule returns, a cell lies within its values, so that no weight outside the tables is ever read.
"""

from collections.abc import Iterator, Sequence

from plywise.kernel.lowering import Lowered
from plywise.kernel.patterns.rows import CELLS_A_WORD, RowPlan
from plywise.kernel.patterns.shape import PatternShape
from plywise.rules import Reading, SearchError


def rows_text(plan: RowPlan, lowered: Lowered, is_learning: bool = False) -> str:
    """Return the source of `watch_state` and `row_sum`, which `spliced.common.rows` needs.

    The first writes the numbers that are watched to an address on, and returns how many cells are filled. The second
    adds up weights: a search's, of 16 bits, or those that are being learned.
    """
    lines = ["\n@ply_inner\ndef watch_state(state, now):", *_watched(plan, lowered)]
    lines += ["\n\n@ply_inner\ndef row_sum(weights, row):", *(_float_sum(plan) if is_learning else _whole_sum(plan))]
    return "\n".join(lines)


def _weights(plan: RowPlan, load: str) -> list[str]:
    """Return the expression for each image's weight."""
    shape, narrow = plan.shape, "load_unsigned_short" if plan.width == 2 else "load_int"
    return [
        f"{load}(weights, {narrow}(row, {image}) + {pattern * shape.table_size})"
        for image, (pattern, _) in enumerate(shape.images)
    ]


def _whole_sum(plan: RowPlan) -> Iterator[str]:
    yield "    total = int64(0)"
    yield from (f"    total += {weight}" for weight in _weights(plan, "load_short"))
    yield "    return total"


def _float_sum(plan: RowPlan) -> Iterator[str]:
    """Add up in four parts: each addition waits for the one before it."""
    weights = _weights(plan, "load_single")
    yield "    s0, s1, s2, s3 = 0.0, 0.0, 0.0, 0.0"
    for image, weight in enumerate(weights):
        yield f"    s{image % 4 if image < len(weights) // 4 * 4 else 0} += {weight}"
    yield "    return (s0 + s1) + (s2 + s3)"


def _watched(plan: RowPlan, lowered: Lowered) -> Iterator[str]:
    """Read the numbers that are watched, and count the cells that are filled where there are several phases."""
    board, shape, numbers = plan.board, plan.shape, range(plan.watched)
    if board:
        for number, (field, *path) in enumerate(board.numbers):
            yield f"    n{number} = {_number(field, path, lowered)} & {_signed(board.mask(number))}"
        for less, more, mask in board.hidden:
            yield f"    n{less} &= ~(n{more} & {_signed(mask)})"
        filled = f"ones({' | '.join(f'n{number}' for number in numbers)})"
    else:
        yield from _packed(plan, lowered)
        filled = " + ".join(f"ones(n{number} + {_FILLING} & {_FILLED})" for number in numbers)
    yield from (f"    store(now, {number}, n{number})" for number in numbers)
    yield f"    return {filled if shape.phases > 1 else 'int64(0)'}"


_FILLED = 0x4040404040404040
_FILLING = 0x3F3F3F3F3F3F3F3F
"""Added to eight cells in a word, it sets that bit of each that isn't 0: they are at most 63."""


def _packed(plan: RowPlan, lowered: Lowered) -> Iterator[str]:
    """Read the cells, eight in a word: all at once where a rule returns them as they are."""
    shape, count = plan.shape, len(plan.shape.readings)
    if shape.readings == tuple(("rule", cell) for cell in range(count)):
        yield from _rule(lowered)
        yield f"    if len(cells) != {count}:"
        yield '        raise ply_RulesError("cells returns another number of cells than patterns were learned for.")'
        yield f"    ply_lay_cells(now + {8 * plan.watched}, cells)"
        for number in range(plan.watched):
            eight = f"now + {8 * (plan.watched + CELLS_A_WORD * number)}"
            yield f"    n{number} = ply_pack_cells({eight}, {shape.values - 1})"
        return
    yield from _cells(shape, lowered)
    for number in range(plan.watched):
        places = range(CELLS_A_WORD * number, min(CELLS_A_WORD * (number + 1), count))
        yield f"    n{number} = {' | '.join(f'c{place} << {8 * (place % CELLS_A_WORD)}' for place in places)}"


def _rule(lowered: Lowered) -> Iterator[str]:
    if "cells" not in lowered.rules:
        raise SearchError(f"{lowered.game.name} has no rule `cells`: these patterns were learned with one.")
    yield "    cells = rule_cells(state)"


def _signed(mask: int) -> int:
    """Return 64 bits as compiled code writes them: the highest one is a sign."""
    return mask - (1 << 64) if mask >> 63 else mask


def _cells(shape: PatternShape, lowered: Lowered) -> Iterator[str]:
    """Read every cell."""
    if any(reading[0] == "rule" for reading in shape.readings):
        yield from _rule(lowered)
    for number, reading in enumerate(shape.readings):
        yield f"    c{number} = {_read(reading, lowered, shape.values)}"


def _read(reading: Reading, lowered: Lowered, values: int) -> str:
    """Return the expression for a cell; refuses to read what the states of this game don't have."""
    kind, *rest = reading
    if kind == "bits":
        terms = [term for term in rest if isinstance(term, tuple)]
        total = " + ".join(_bit(term, lowered) for term in terms)
        most = sum(_whole(term[-1]) for term in terms)
        return f"min({total}, {values - 1})" if most >= values else f"({total})"
    if kind == "rule":
        return f"min(max(int64(cells[{_whole(rest[0])}]), 0), {values - 1})"
    least, field, *path = rest
    return f"min(max(int64({_number(field, path, lowered)}) - ({_whole(least)}), 0), {values - 1})"


def _bit(term: Sequence[str | int], lowered: Lowered) -> str:
    field, *path = term[:-2]
    bit, factor = _whole(term[-2]), _whole(term[-1])
    if factor < 0 or not 0 <= bit < 64:
        raise _misread(lowered, field)
    return f"({_number(field, path, lowered)} >> {bit} & 1)" + (f" * {factor}" if factor != 1 else "")


def _number(field: object, path: Sequence[object], lowered: Lowered) -> str:
    """Return the expression for a number of the state; refuses what isn't one."""
    places, lengths = [_whole(place) for place in path], lowered.shape.of(str(field))
    is_there = field in lowered.shape.fields and len(places) == len(lengths)
    if not is_there or not all(0 <= place < length for place, length in zip(places, lengths, strict=True)):
        raise _misread(lowered, field)
    return f"state.{field}" + "".join(f"[{place}]" for place in places)


def _whole(number: object) -> int:
    """Return a whole number as one: nothing else from a file may become source."""
    if type(number) is not int:
        raise SearchError(f"{number!r} is no whole number: these patterns can't be compiled.")
    return number


def _misread(lowered: Lowered, field: object) -> SearchError:
    return SearchError(f"The states of {lowered.game.name} have no such field as {field!r}: learn its patterns again.")
