"""Domineering against a second implementation, published winners, and its own notation."""

from random import Random

import pytest

from plywise import Limit, Status, load_game
from plywise.games.placing.domineering import Domineering
from plywise.kernel import Searcher, Switches, compile_rules
from plywise.kernel.building import compare
from plywise.rules import CatalogError, NotationError
from plywise.rules.text_boards import view_of
from tests.games.fuzzing import check_mutated
from tests.games.samples import playthrough

# A second implementation: free squares as a set of pairs, and whether the player to move wins.


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


@pytest.mark.parametrize(("width", "height"), [(8, 8), (7, 3), (2, 9)])
def test_agrees_with_a_second_implementation(width, height):
    game = Domineering(width, height)
    for seed in range(20):
        record = playthrough(game, Random(seed))
        free = frozenset((x, y) for x in range(width) for y in range(height))
        for ply, action in enumerate(record.actions):
            ours = [(each % width, each // width) for each in game.actions(record.states[ply])]
            assert sorted(ours) == sorted(second_actions(free, ply % 2))
            free -= covered((action % width, action // width), ply % 2)
            pieces = game.pieces(record.states[ply + 1])
            assert {(i % width, i // width) for i, piece in enumerate(pieces) if piece == "."} == free
        assert second_actions(free, len(record.actions) % 2) == []
        assert record.utilities == ((1, -1) if len(record.actions) % 2 else (-1, 1))


# Who wins, by D. Breuker, J. Uiterwijk and J. van den Herik, Solving 8x8 Domineering, Theoretical Computer Science
# 230 (2000): 1 the first player, 2 the second, V Vertical, H Horizontal, whoever begins. By width and height.

WINNERS = {
    (2, 2): "1", (3, 2): "1", (4, 2): "H", (5, 2): "V", (6, 2): "1", (7, 2): "1",
    (3, 3): "1", (4, 3): "H", (5, 3): "H", (4, 4): "1",
}  # fmt: skip
LARGER = {(8, 2): "H", (9, 2): "V", (10, 2): "1", (5, 5): "2", (6, 6): "1"}
NAMES = {(True, True): "1", (False, False): "2", (True, False): "V", (False, True): "H"}


@pytest.mark.parametrize(("width", "height"), WINNERS)
def test_small_boards_are_won_as_published(width, height):
    known: dict[object, bool] = {}
    free = frozenset((x, y) for x in range(width) for y in range(height))
    assert NAMES[mover_wins(free, 0, known), mover_wins(free, 1, known)] == WINNERS[width, height]


def mover_wins_by_search(game: Domineering, turn: int) -> bool:
    searcher = Searcher(game, Switches().without("distances"), table_mb=64)
    decision = searcher.decide(game.State(turn=turn), limit=Limit(depth=40), prove=True)
    assert decision.status is Status.PROVEN
    return bool(decision.value == 1)


@pytest.mark.parametrize(
    ("width", "height"), [(5, 5), *(pytest.param(*size, marks=pytest.mark.slow) for size in (WINNERS | LARGER))]
)
def test_boards_are_won_as_published(width, height):
    game = Domineering(width, height)
    assert NAMES[mover_wins_by_search(game, 0), mover_wins_by_search(game, 1)] == (WINNERS | LARGER)[width, height]


def test_compiled_and_plain_rules_agree():
    game = load_game("domineering:width=7,height=5")
    rules = compile_rules(game)
    assert compare(game, rules, seed=1, states=300) is None
    assert rules.perft(game.initial(), 3) == sum(
        len(list(game.actions(game.result(state, action))))
        for state in (game.result(game.initial(), first) for first in game.actions(game.initial()))
        for action in game.actions(state)
    )


def test_whose_dominoes_they_are_makes_no_difference_to_tables():
    game = Domineering(4, 4)
    upright, lying = game.parse_state("4/4/VV2/VV2 V"), game.parse_state("4/4/HH2/HH2 V")
    assert upright != lying
    assert game.key(upright) == game.key(lying) != game.key(upright._replace(turn=1))


def test_dominoes_are_seen_on_the_board():
    game = Domineering(3, 3)
    view = view_of(game, game.parse_state("VHH/V2/3 V"))
    assert [cell.piece for cell in view.cells] == ["∩", "⊂", "⊃", "∪", "", "", "", "", ""]
    assert [cell.player for cell in view.cells][:4] == [0, 1, 1, 0]
    assert {cell.name: cell.action for cell in view.cells if cell.action} == {
        "b1": "b1-b2", "c1": "c1-c2",
    }  # fmt: skip


@pytest.mark.parametrize("text", ["V2/3/3 H", "HHH/3/3 V", "VVV/3/VVV H", "VX1/V2/3 H", "VHH/V2/3", "VHH/V2 V"])
def test_states_that_are_none_are_refused(text):
    with pytest.raises(NotationError):
        Domineering(3, 3).parse_state(text)


@pytest.mark.parametrize("size", [(1, 4), (4, 1), (27, 2), (9, 8)])
def test_impossible_sizes_are_refused(size):
    with pytest.raises(CatalogError, match="2 to 26 columns and rows and at most 64 squares"):
        Domineering(*size)


def test_mutated_texts_are_read_or_refused():
    game, random = Domineering(4, 4), Random(4)
    seeds = [game.state_name(state) for state in playthrough(game, random).states]
    assert sum(check_mutated(game, seeds, random) for _ in range(300)) > 3
