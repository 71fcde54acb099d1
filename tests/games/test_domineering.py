"""Domineering against a second implementation, published winners, and its own notation and symmetry."""

from random import Random

import pytest

from plywise import Limit, Status
from plywise.games.placing.domineering import Domineering
from plywise.kernel import Searcher, Switches, compile_rules
from plywise.kernel.building import compare
from plywise.rules import CatalogError, NotationError, as_view
from plywise.search import alpha_beta
from tests.games.fuzzing import check_mutated
from tests.games.samples import playthrough, sample
from tests.kernel.harness import perft

# A second implementation: free squares as a set of pairs, and who wins when each player begins.


def second_actions(free: frozenset[tuple[int, int]], turn: int) -> list[tuple[int, int]]:
    dx, dy = (0, 1) if turn == 0 else (1, 0)
    return [(x, y) for x, y in free if (x + dx, y + dy) in free]


def covered(square: tuple[int, int], turn: int) -> set[tuple[int, int]]:
    x, y = square
    return {square, (x, y + 1) if turn == 0 else (x + 1, y)}


def mover_wins(free: frozenset[tuple[int, int]], turn: int, known: dict[object, bool]) -> bool:
    if (free, turn) not in known:
        known[free, turn] = any(
            not mover_wins(free - covered(square, turn), 1 - turn, known) for square in second_actions(free, turn)
        )
    return known[free, turn]


@pytest.mark.parametrize("spec", ["domineering", "domineering:width=7,height=3"])
def test_agrees_with_a_second_implementation(spec):
    game, _ = sample(spec, playings=1)
    for seed in range(20):
        record = playthrough(game, Random(seed))
        free = frozenset((x, y) for x in range(game.width) for y in range(game.height))
        for turn, (state, action) in enumerate(zip(record.states, record.actions, strict=False)):
            ours = [(each % game.width, each // game.width) for each in game.actions(state)]
            assert sorted(ours) == sorted(second_actions(free, turn % 2))
            free -= covered((action % game.width, action // game.width), turn % 2)
            assert "".join(game.pieces(record.states[turn + 1])).count(".") == len(free)
        assert second_actions(free, len(record.actions) % 2) == []


# Who wins, by D. Breuker, J. Uiterwijk and J. van den Herik, Solving 8x8 Domineering, Theoretical Computer Science
# 230 (2000): 1 the first player, 2 the second, V Vertical, H Horizontal, whoever begins. By width and height.

WINNERS = {
    (2, 2): "1", (3, 2): "1", (4, 2): "H", (5, 2): "V", (6, 2): "1", (7, 2): "1", (8, 2): "H",
    (3, 3): "1", (4, 3): "H", (5, 3): "H", (4, 4): "1", (5, 4): "V", (5, 5): "2",
}  # fmt: skip
LARGE = {(6, 3): "H", (7, 3): "H", (6, 4): "1", (7, 4): "V", (6, 5): "H", (6, 6): "1"}


def winner(begins_vertical: float, begins_horizontal: float) -> str:
    """Name the winner by what it is worth to begin for Vertical, and for Horizontal."""
    return {(1, 1): "1", (-1, -1): "2", (1, -1): "V", (-1, 1): "H"}[int(begins_vertical), int(begins_horizontal)]


@pytest.mark.parametrize(("width", "height"), [size for size in WINNERS if size[0] * size[1] <= 16])
def test_small_boards_are_won_as_published(width, height):
    game = Domineering(width, height)
    free = frozenset((x, y) for x in range(width) for y in range(height))
    values, known = [], {}
    for turn in (0, 1):
        decision = (
            alpha_beta(game, game.State(turn=turn), known_extremes=True)
            if list(game.actions(game.State(turn=turn)))
            else None
        )
        values.append(decision.value if decision else -1)
        assert (values[-1] == 1) == mover_wins(free, turn, known)
    assert winner(*values) == WINNERS[width, height]
    # Turned by a quarter, the players change places.
    turned = Domineering(height, width)
    assert [alpha_beta(turned, turned.State(turn=1 - turn), known_extremes=True).value for turn in (0, 1)] == values


def prove(game: Domineering, turn: int) -> float:
    searcher = Searcher(game, Switches().without("distances"), table_mb=64)
    decision = searcher.decide(game.State(turn=turn), limit=Limit(depth=40), prove=True)
    assert decision.status is Status.PROVEN
    return decision.value


@pytest.mark.parametrize(
    "size",
    [(5, 5), *(pytest.param(size, marks=pytest.mark.slow) for size in LARGE)],
    ids=lambda size: f"{size[0]}x{size[1]}",
)
def test_larger_boards_are_won_as_published(size):
    game = Domineering(*size)
    assert winner(prove(game, 0), prove(game, 1)) == (WINNERS | LARGE)[size]
