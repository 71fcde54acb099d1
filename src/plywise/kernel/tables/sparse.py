"""Sparse tables: a game's reachable states as sorted keys, and the compiled passes over them, as Python calls them.

A key packs the numbers of a state, each counted from the least one seen and in as few bits as were needed, into words
of 63 bits. What a longer play shows to be too narrow raises PackingError: the caller widens and starts again.
"""

import math
import random
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from plywise.kernel.building import KernelKind, OnCompile, assemble, lay_out, payoff_figures
from plywise.kernel.lowering import Lowered, leaves, offered_in, signed
from plywise.kernel.running import Machine
from plywise.kernel.tables.figures import vector_figures
from plywise.rules import Game, SearchError

BITS = 63
"""How many of a word's bits are used: keys are compared as signed numbers."""

MERGING = (("follow", 6), ("merge", 9))
BY_LEVELS = (*MERGING, ("level", 10))
WITH_CHANCE = (*MERGING, ("average", 10))
WITH_VECTORS = (*MERGING, ("vector", 10))
BY_EDGES = (("places", 5), ("insert", 8), ("edges", 11), ("tally", 4), ("turn", 7), ("backwards", 10))
WITH_CYCLES = (*MERGING, ("look", 7), *BY_EDGES)
IN_SHARDS = (("reach", 13), ("deal", 7), ("collect", 6), ("weigh", 7))
BY_SHARDS = (("merge", 9), ("places", 5), ("insert", 8), *IN_SHARDS)
CALLED = ("code_of", "end_code", "find", "look_up", "promised_value", "end_vector", "promised_vector")
SIZES: dict[str, int | str] = {
    "HINTS": "MAX_ACTIONS",
    "SPARE": "STACK",
    "WANTED": "WORDS * (AT_ONCE + MAX_ACTIONS)",
}

AT_ONCE = 512
"""Keys whose places are looked up together."""

TOO_NARROW = "A number of a state doesn't fit its key."


@dataclass(frozen=True, slots=True)
class Packing:
    """For each number of a state: the least it may be, and how many bits it takes above that."""

    lows: tuple[int, ...]
    bits: tuple[int, ...]

    @property
    def places(self) -> tuple[tuple[int, int], ...]:
        """Return the word and the first bit of each number; none is split.

        >>> Packing((0, 0, -1), (40, 30, 2)).places
        ((0, 0), (1, 0), (0, 40))
        """
        used: list[int] = []
        found = []
        for width in self.bits:
            word = next((w for w, full in enumerate(used) if full + width <= BITS), len(used))
            used += [0] if word == len(used) else []
            found.append((word, used[word]))
            used[word] += width
        return tuple(found)

    @property
    def words(self) -> int:
        """How many words a key has."""
        return 1 + max(word for word, _ in self.places)

    def key(self, state: Any) -> tuple[int, ...]:
        """Return the key of a state.

        >>> Packing((0, -1), (3, 2)).key((5, 1))
        (21,)
        """
        words = [0] * self.words
        cells = map(signed, leaves(tuple(state)))
        for cell, low, width, (word, shift) in zip(cells, self.lows, self.bits, self.places, strict=True):
            if not 0 <= cell - low < 1 << width:
                raise SearchError(TOO_NARROW)
            words[word] |= cell - low << shift
        return tuple(words)

    def widened(self) -> "Packing":
        """Return a packing with twice the bits for every number, which may be as low as 0, or as much below as above.

        >>> Packing((3, -1), (1, 2)).widened()
        Packing(lows=(0, -8), bits=(6, 4))
        """
        reach = [max(width, (low + (1 << width)).bit_length()) for low, width in zip(self.lows, self.bits, strict=True)]
        wide = tuple(min(BITS, 2 * width) for width in reach)
        lows = tuple(-(1 << width - 1) if low < 0 else 0 for low, width in zip(self.lows, wide, strict=True))
        return Packing(lows, wide)


def find_packing(game: Game, playings: int = 300, seed: int = 1) -> Packing:
    """Play at random and see how large the numbers of states become.

    A number of which only one value is seen still gets a bit; boards of bits get what is seen, which `widened` fixes.
    """
    lots = random.Random(seed)
    start = _numbers(game, game.initial())
    low, high = list(start), list(start)
    for _ in range(playings):
        state, plies = game.initial(), 0
        while (offered := offered_in(game, state)) and plies < 200:
            state, plies = game.result(state, lots.choice(offered)), plies + 1
            for i, cell in enumerate(_numbers(game, state)):
                low[i], high[i] = min(low[i], cell), max(high[i], cell)
    widths = (max(1, (most - least).bit_length()) for least, most in zip(low, high, strict=True))
    return Packing(tuple(low), tuple(widths))


def _numbers(game: Game, state: Any) -> list[int]:
    """Return the numbers that a state consists of."""
    try:
        return [signed(cell) for cell in leaves(tuple(state))]
    except OverflowError as error:
        raise SearchError(
            f"No table can hold {game.name}: in one of its states {error}. Split it over several fields."
        ) from None


class Sparse:
    """One game's compiled passes over keys; raises LoweringError where the rules can't be compiled."""

    def __init__(
        self,
        game: Game,
        packing: Packing,
        *,
        symmetric: bool = False,
        sharded: bool = False,
        keep: bool = True,
        on_step: OnCompile | None = None,
    ) -> None:
        """Compile the passes over whole levels, or over shards of them."""
        if not game.is_adversarial:
            vector_figures(game)  # refuses what no code holds
        elif game.has_chance and (game.cyclic or not all(map(math.isfinite, game.utility_range))):
            raise SearchError(
                f"{game.name} has chance: without an index, a table takes no cycles and a finite utility_range."
            )
        if max(packing.bits) > BITS:
            raise SearchError(f"A number in the states of {game.name} needs all 64 bits: split it over two fields.")
        self.game, self.packing = game, packing
        entries = BY_SHARDS if sharded else _entries(game)
        options = [packing.lows, packing.bits, symmetric, sharded]
        main = "sparse.shard_edges" if sharded else "sparse.edges"
        kind = KernelKind("sparse", options, lambda lowered: _text(lowered, packing, symmetric, main), entries)
        self.machine = Machine(game, kind, keep=keep, on_step=on_step)
        self.valuing = entries[-1][0]
        """The pass that values a level, of a game without cycles."""

    def unpack(self, key: Iterable[int]) -> Any:
        """Return the state of a key."""
        words = [int(word) for word in key]
        parts = zip(self.packing.lows, self.packing.bits, self.packing.places, strict=True)
        return self.machine.rules.state_of([(words[w] >> s & (1 << width) - 1) + low for low, width, (w, s) in parts])


def _entries(game: Game) -> tuple[tuple[str, int], ...]:
    """Return the passes that a game needs, with how many numbers each is given."""
    if not game.is_adversarial:
        return WITH_VECTORS
    return WITH_CHANCE if game.has_chance else WITH_CYCLES if game.cyclic else BY_LEVELS


def unit_of_means(game: Game) -> float:
    """Return the unit in which means are added up: 2 ** -51 of the largest utility, rounded up to a power of 2.

    >>> unit_of_means(Game()) == 2**-51
    True
    """
    largest = max(map(abs, game.utility_range)) or 1.0
    return 2.0 ** (math.ceil(math.log2(largest)) - 51)


def _text(lowered: Lowered, packing: Packing, symmetric: bool, main: str) -> str:
    if not lowered.game.is_adversarial:
        return _text_of_vectors(lowered, packing)
    if lowered.game.has_chance:
        return _text_of_values(lowered, packing)
    game = lowered.game
    low, high = (round(utility * game.utility_scale) for utility in game.utility_range)
    constants = {
        "WORDS": packing.words,
        "AT_ONCE": AT_ONCE,
        **lay_out(("TAKEN", "MISSED", "FOUND"), SIZES),
        "SIZE": lowered.shape.size,
        "SYMMETRIC": symmetric,
        "VALUED": not game.wins_are_equal,
        "LOWEST": low,
        "HIGHEST": high,
        "MIDDLE": round(2 * game.draw_utility * game.utility_scale),
    }
    return assemble(lowered, constants, main, CALLED, extra=packing_text(lowered, packing))


def _text_of_values(lowered: Lowered, packing: Packing) -> str:
    constants = {
        **lay_out(("TAKEN",), {"HINTS": "MAX_ACTIONS", "SPARE": "STACK"}),
        **payoff_figures(lowered.game),
        "WORDS": packing.words,
        "SYMMETRIC": False,
        "UTILITY_SUM": float(lowered.game.utility_sum or 0),
        "ROUNDER": 1.5 * 2.0**52 * unit_of_means(lowered.game),
    }
    floats = {"sparse.short_codes": "sparse.float_codes"}
    extra = packing_text(lowered, packing)
    return assemble(lowered, constants, "sparse.averages", CALLED, instead=floats, extra=extra)


def _text_of_vectors(lowered: Lowered, packing: Packing) -> str:
    lowest, radix = vector_figures(lowered.game)
    constants = {
        **lay_out(("TAKEN",), {"HINTS": "MAX_ACTIONS", "SPARE": "STACK"}),
        "WORDS": packing.words,
        "SYMMETRIC": False,
        "VALUED": True,
        "LOWEST": lowest,
        "HIGHEST": lowest + radix - 1,
        "MIDDLE": 0,
        "RADIX": radix,
    }
    wide = {"sparse.short_codes": "sparse.wide_codes"}
    return assemble(lowered, constants, "sparse.vectors", CALLED, instead=wide, extra=packing_text(lowered, packing))


def packing_text(lowered: Lowered, packing: Packing) -> str:
    """Return the two functions that turn states into keys and back.

    Boards that are addresses go through the block's room for a new state, the others through registers.
    """
    by_memory = lowered.shape.has_cells
    places = list(zip(packing.lows, packing.bits, packing.places, strict=True))
    held = [f"load(block, NEXT + {i})" for i in range(len(places))] if by_memory else _held(lowered)
    put = ["\n\n@ply_inner", "def put_key(block, at, state):"]
    put += ["    ply_save_state(block + 8 * NEXT, state)"] if by_memory else []
    put += [f"    word_{w} = int64(0)" for w in range(packing.words)]
    for cell, (low, width, (w, shift)) in zip(held, places, strict=True):
        put += [f"    cell = {cell} - {low}", f"    if cell < 0 or cell >> {width} != 0:"]
        put += [f'        raise ply_RulesError("{TOO_NARROW}")', f"    word_{w} |= cell << {shift}"]
    put += [f"    store(at, {w}, word_{w})" for w in range(packing.words)]
    cells = [f"(load(at, {w}) >> {shift} & {(1 << width) - 1}) + {low}" for low, width, (w, shift) in places]
    got = ["\n\n@ply_inner", "def state_at(block, at):"]
    if by_memory:
        got += [f"    store(block, NEXT + {i}, {cell})" for i, cell in enumerate(cells)]
        got += ["    return ply_load_state(block + 8 * NEXT)"]
    else:
        got += [f"    return State({', '.join(_fields(lowered, cells))})"]
    return "\n".join([*put, *got, "\n"])


def _held(lowered: Lowered) -> list[str]:
    """Return the expressions of a state's numbers, one by one."""
    found = []
    for name, lengths in zip(lowered.shape.fields, lowered.shape.lengths, strict=True):
        found += [f"state.{name}[{j}]" for j in range(lengths[0])] if lengths else [f"state.{name}"]
    return found


def _fields(lowered: Lowered, cells: list[str]) -> list[str]:
    """Return the expressions of a state's fields, from those of its numbers."""
    rest = iter(cells)
    shapes = lowered.shape.lengths
    return ["(" + "".join(f"{next(rest)}, " for _ in range(n[0])) + ")" if n else next(rest) for n in shapes]
