"""What a state is worth at a glance, in hundredths of a pawn: named features, each with a weight.

Each feature has a weight in the middle game ("early") and one in the end game ("late"); `taper` mixes the two by the
pieces left on the board. Where pieces stand is kept up to date by every action (`tables`), with the worth of the pieces
themselves; both halves are added up as one number.
"""

from collections.abc import Mapping
from functools import cached_property
from typing import NamedTuple

from plywise.bits import inv, lsb, popcount, shr, sub
from plywise.games.chess.attacks import pawn_reach
from plywise.games.chess.board import BISHOP, KNIGHT_KIND, PAWN_KIND, QUEEN, ROOK, State, player_of
from plywise.games.chess.counting import FAR, FULL, beside, exposure, files_of, more_of, pawns_of, phase_of, race
from plywise.games.chess.tables import END_GAME, MATERIAL
from plywise.rules import Game

KINDS = {"pawn": PAWN_KIND, "knight": KNIGHT_KIND, "bishop": BISHOP, "rook": ROOK, "queen": QUEEN}

SQUARES = 100
"""The weight of where pieces stand; its amount is in pawns, as `tables` has them."""

TERMS: dict[str, tuple[int, int]] = {
    **{name: (MATERIAL[0][kind], MATERIAL[1][kind]) for name, kind in KINDS.items()},
    "squares": (SQUARES, SQUARES),
    "bishop pair": (28, 45),
    "doubled pawn": (-8, -18),
    "isolated pawn": (-12, -10),
    "passed pawn, row 2": (2, 6),
    "passed pawn, row 3": (2, 10),
    "passed pawn, row 4": (6, 22),
    "passed pawn, row 5": (16, 42),
    "passed pawn, row 6": (38, 72),
    "passed pawn, row 7": (60, 110),
    "passed pawn, blocked": (-4, -20),
    "passed pawn, own king's steps": (0, -5),
    "passed pawn, other king's steps": (0, 9),
    "guarded pawn": (8, 6),
    "pawn beside another": (4, 3),
    "pawn before the king": (9, 0),
    "line open to the king": (-3, 1),
    "rook on a file without own pawns": (10, 6),
    "rook on a file without pawns": (24, 8),
}
"""What one unit of each feature is worth, early and late; rows are counted as the pawn's owner does."""

GROUPS = {
    **dict.fromkeys(KINDS, "material"),
    **{name: "pawns" if "pawn" in name else name for name in TERMS if name not in KINDS},
    **dict.fromkeys(("pawn before the king", "line open to the king"), "king's safety"),
    **dict.fromkeys((name for name in TERMS if name.startswith("rook on")), "rooks on files"),
    "to move": "to move",
}
"""The features that `features` adds up under one name."""

WHEN = ("early", "late")
OWN = tuple(early + late * END_GAME for early, late in zip(*MATERIAL, strict=True))
"""What each kind is worth in `score`."""


class Packed(NamedTuple):
    """The weights as `evaluate` adds them up: early + late * END_GAME."""

    pair: int
    doubled: int
    isolated: int
    passed: tuple[int, ...]
    blocked: int
    own_king: int
    other_king: int
    guarded: int
    beside: int
    shelter: int
    open_lines: int
    half_open_file: int
    open_file: int
    tempo: int
    squares: tuple[int, int]
    material: tuple[int, ...]
    """By kind."""
    is_own: bool
    """Whether pieces and squares are worth what `tables` says, so that `score` is their sum."""


class ChessEstimate(Game):
    """The features that `evaluate` adds up, and how much of each there is."""

    weights: Mapping[str, float] = {
        **{f"{name}, {when}": worth for name, both in TERMS.items() for when, worth in zip(WHEN, both, strict=True)},
        "to move": 12,
    }

    @cached_property
    def packed(self) -> Packed:
        """The weights as constants of the search."""
        both = {
            name: round(self.weights[f"{name}, early"]) + round(self.weights[f"{name}, late"]) * END_GAME
            for name in TERMS
        }
        material = [0] * 7
        for name, kind in KINDS.items():
            material[kind] = both[name]
        return Packed(
            pair=both["bishop pair"],
            doubled=both["doubled pawn"],
            isolated=both["isolated pawn"],
            passed=(0, *(both[f"passed pawn, row {row}"] for row in range(2, 8)), 0),
            blocked=both["passed pawn, blocked"],
            own_king=both["passed pawn, own king's steps"],
            other_king=both["passed pawn, other king's steps"],
            guarded=both["guarded pawn"],
            beside=both["pawn beside another"],
            shelter=both["pawn before the king"],
            open_lines=both["line open to the king"],
            half_open_file=both["rook on a file without own pawns"],
            open_file=both["rook on a file without pawns"],
            tempo=round(self.weights["to move"]),
            squares=(round(self.weights["squares, early"]), round(self.weights["squares, late"])),
            material=tuple(material),
            is_own=tuple(material) == OWN and both["squares"] == SQUARES + SQUARES * END_GAME,
        )

    def evaluate(self, state: State, player: int) -> int:
        """Estimate in hundredths of a pawn."""
        total = state.score if self.packed.is_own else self.standing(state)
        total += self.pair(state, state.white) - self.pair(state, state.black)
        total += self.pawn_structure(state, 0) - self.pawn_structure(state, 1)
        total += self.king_safety(state, 0) - self.king_safety(state, 1)
        total += self.rooks_on_files(state, state.white) - self.rooks_on_files(state, state.black)
        value = taper(total, phase_of(state))
        value = value - self.packed.tempo if player_of(state) else value + self.packed.tempo
        return value if player == 0 else -value

    def standing(self, state: State) -> int:
        """Return what pieces and the squares they stand on are worth to White, by other weights than `tables` has."""
        total, own = 0, 0
        for kind in range(1, 6):
            count = more_of(state, kind)
            total += self.packed.material[kind] * count
            own += OWN[kind] * count
        squares = state.score - own
        early = early_of(squares)
        late = squares - early >> 20
        return total + early * self.packed.squares[0] // SQUARES + late * self.packed.squares[1] // SQUARES * END_GAME

    def pair(self, state: State, own: int) -> int:
        """Return what having two bishops is worth."""
        return self.packed.pair if popcount(state.diagonal & inv(state.straight) & own) > 1 else 0

    def pawn_structure(self, state: State, player: int) -> int:
        """Return what a player's doubled, isolated and passed pawns are worth."""
        pawns, behind, passed = pawns_of(state, player)
        total = self.packed.doubled * popcount(pawns & behind)
        total += self.packed.isolated * popcount(pawns & inv(beside(files_of(pawns))))
        total += self.packed.guarded * popcount(pawns & pawn_reach(pawns, player))
        total += self.packed.beside * popcount(pawns & beside(pawns))
        while passed:
            square = lsb(passed)
            row = shr(square ^ 56 * player, 3)
            total += self.packed.passed[row]
            if row >= FAR:
                near, far, blocked = race(state, square, player)
                total += self.packed.own_king * near + self.packed.other_king * far + self.packed.blocked * blocked
            passed &= sub(passed, 1)
        return total

    def king_safety(self, state: State, player: int) -> int:
        """Return what the pawns before a player's king are worth, and the lines that are open to it."""
        shelter, lines = exposure(state, player)
        return self.packed.shelter * shelter + self.packed.open_lines * lines

    def rooks_on_files(self, state: State, own: int) -> int:
        """Return what rooks are worth on files without pawns, or without pawns of their own."""
        rooks = state.straight & inv(state.diagonal) & own & inv(files_of(state.pawns & own))
        on_open = popcount(rooks & inv(files_of(state.pawns)))
        return self.packed.half_open_file * popcount(rooks) + self.packed.open_file * on_open

    # For people, and for fitting: never compiled

    def amounts(self, state: State, player: int) -> tuple[float, ...]:
        """Say how much more of each feature a player has: in the middle game and in the end game, by the phase."""
        phase, sign = phase_of(state) / FULL, 1 if player == 0 else -1
        squares = state.score - sum(OWN[kind] * more_of(state, kind) for kind in range(1, 6))
        early = early_of(squares)
        halves = {"squares": (early / SQUARES, (squares - early >> 20) / SQUARES)}
        ours, theirs = counts_of(state, 0), counts_of(state, 1)
        found: list[float] = []
        for name in TERMS:
            first, last = halves.get(name) or (2 * (ours[name] - theirs[name],))
            found += [sign * phase * first, sign * (1 - phase) * last]
        return (*found, sign * (-1.0 if player_of(state) else 1.0))

    def features(self, state: State, player: int) -> Mapping[str, float]:
        """Name what the estimate is made of, in a few groups of features, and what rounding adds."""
        found = dict.fromkeys(GROUPS.values(), 0.0)
        for name, share in super().features(state, player).items():
            found[GROUPS[name.rpartition(", ")[0] or name]] += share
        return found | {"rounding": self.evaluate(state, player) - sum(found.values())}


def material_only(weights: Mapping[str, float]) -> Mapping[str, float]:
    """Return the weights with 0 for all but the pieces themselves.

    >>> found = material_only(ChessEstimate.weights)
    >>> [name for name, worth in found.items() if worth][:4], found["to move"]
    (['pawn, early', 'pawn, late', 'knight, early', 'knight, late'], 0)
    """
    return {name: worth if name.partition(",")[0] in KINDS else 0 for name, worth in weights.items()}


def counts_of(state: State, player: int) -> dict[str, int]:
    """Count a player's features."""
    own = state.black if player else state.white
    pawns, behind, passed = pawns_of(state, player)
    boards = [0, state.pawns, state.diagonal & inv(state.straight), state.straight & inv(state.diagonal)]
    boards += [state.knights, state.diagonal & state.straight]
    rooks = boards[ROOK] & own & inv(files_of(state.pawns & own))
    free = [square for square in range(64) if passed >> square & 1]
    rows = [shr(square ^ 56 * player, 3) + 1 for square in free]
    races = [race(state, square, player) for square in free if shr(square ^ 56 * player, 3) >= FAR]
    shelter, lines = exposure(state, player)
    return {
        **{name: popcount(boards[kind] & own) for name, kind in KINDS.items()},
        "bishop pair": int(popcount(boards[BISHOP] & own) > 1),
        "doubled pawn": popcount(pawns & behind),
        "isolated pawn": popcount(pawns & inv(beside(files_of(pawns)))),
        **{f"passed pawn, row {row}": rows.count(row) for row in range(2, 8)},
        "passed pawn, blocked": sum(blocked for _, _, blocked in races),
        "passed pawn, own king's steps": sum(near for near, _, _ in races),
        "passed pawn, other king's steps": sum(far for _, far, _ in races),
        "guarded pawn": popcount(pawns & pawn_reach(pawns, player)),
        "pawn beside another": popcount(pawns & beside(pawns)),
        "pawn before the king": shelter,
        "line open to the king": lines,
        "rook on a file without own pawns": popcount(rooks),
        "rook on a file without pawns": popcount(rooks & inv(files_of(state.pawns))),
    }


def early_of(total: int) -> int:
    """Return the middle game's half of a number that holds two."""
    return (total + END_GAME // 2 & END_GAME - 1) - END_GAME // 2


def taper(total: int, phase: int) -> int:
    """Return the mean of the middle game's and the end game's value, weighted by the phase, rounded towards 0."""
    early = early_of(total)
    late = total - early >> 20
    mixed = early * phase + late * (FULL - phase)
    return mixed // FULL if mixed >= 0 else -(-mixed // FULL)
