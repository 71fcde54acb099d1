"""Patterns as straight-line source: cells stay in registers, where loops over arrays take three times as long.

    c0 = state.x >> 0 & 1 ...                each cell, read once
    first = who * 6561 ...                   the tables of who moves, of the seat and of the phase
    total = load_short(at, first + (c0 * 3 + c1) * 3 + c4)
    total += ...

Whatever a rule returns, a cell lies within its values, so that no weight outside the tables is ever read.
"""

from collections.abc import Iterator, Sequence

from plywise.kernel.lowering import Lowered
from plywise.kernel.patterns.shape import PatternShape
from plywise.rules import Reading, SearchError

ENTRY = """

@ply_entry
def run_pattern_sum(block, seat):
    state = ply_load_state(block)
    return pattern_sum(block, state, ply_who(state), seat)"""


def sum_text(shape: PatternShape, lowered: Lowered) -> str:
    """Return the source of `pattern_sum`, which adds up the weights that a search reads: 16 bits each.

    `who` moves, or moves after chance; `seat` is whose estimate it is where there are several.
    """
    places = _places(shape)
    lines = [
        "    at = load(block, PATTERNS_AT)",
        *_head(shape, lowered),
        f"    total = load_short(at, {next(places)})",
        *(f"    total += load_short(at, {place})" for place in places),
        "    return total",
    ]
    return "\n".join(["\n@ply_inner\ndef pattern_sum(block, state, who, seat):", *lines, ENTRY])


def places_text(shape: PatternShape, lowered: Lowered) -> str:
    """Return the source of `pattern_places`, which writes the place of each weight to words from an address on.

    They are those of seat 0; a seat's follow at a distance.
    """
    stores = [f"    store(out, {number}, {place})" for number, place in enumerate(_places(shape))]
    return "\n".join(
        ["\n@ply_inner\ndef pattern_places(state, who, out):", "    seat = 0", *_head(shape, lowered), *stores]
    )


def cells_text(shape: PatternShape, lowered: Lowered) -> str:
    """Return the source of `pattern_cells`, which writes what stands on each cell to words from an address on."""
    stores = [f"    store(out, {number}, c{number})" for number in range(len(shape.readings))]
    return "\n".join(["\n@ply_inner\ndef pattern_cells(state, out):", *_cells(shape, lowered), *stores])


def changes_text(shape: PatternShape, lowered: Lowered) -> str:
    """Return the source of `pattern_changes`, which compares a state's cells with those from an address on.

    It writes them to another address, and which ones differ to a third; it returns how many do.
    """
    lines = list(_cells(shape, lowered))
    lines.append("    changed = int64(0)")
    for number in range(len(shape.readings)):
        lines.append(f"    store(now, {number}, c{number})")
        lines.append(f"    store(which, changed, {number})")
        lines.append(f"    changed += int64(c{number} != load(before, {number}))")
    head = "\n@ply_inner\ndef pattern_changes(state, before, now, which):"
    return "\n".join([head, *lines, "    return changed"])


def _head(shape: PatternShape, lowered: Lowered) -> Iterator[str]:
    """Read every cell, and find out which of the tables count."""
    yield from _cells(shape, lowered)
    stride = shape.pattern_count * shape.table_size
    mover = "who" if shape.movers > 1 else "0"
    yield f"    first = ({mover} * {shape.seats} + seat) * {stride}"
    if shape.phases > 1:
        filled = " + ".join(f"(c{number} != 0)" for number in range(len(shape.readings)))
        yield f"    phase = int64({filled}) * {shape.phases} // {len(shape.readings) + 1}"
        yield f"    first += phase * {shape.movers * shape.seats * stride}"


def _cells(shape: PatternShape, lowered: Lowered) -> Iterator[str]:
    """Read every cell."""
    if any(reading[0] == "rule" for reading in shape.readings):
        if "cells" not in lowered.rules:
            raise SearchError(f"{lowered.game.name} has no rule `cells`: these patterns were learned with one.")
        yield "    cells = rule_cells(state)"
    for number, reading in enumerate(shape.readings):
        yield f"    c{number} = {_read(reading, lowered, shape.values)}"


def _places(shape: PatternShape) -> Iterator[str]:
    """Yield where each image's weight is."""
    for pattern, cells in shape.images:
        index = f"c{cells[0]}"
        for cell in cells[1:]:
            index = f"({index} * {shape.values} + c{cell})"
        yield f"first + {pattern * shape.table_size} + {index}"


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
