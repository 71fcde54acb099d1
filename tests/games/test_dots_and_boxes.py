"""Dots and Boxes against OpenSpiel's, values of small boards, and its notation."""

import functools
from typing import Any

import pyspiel
import pytest

from plywise import Limit, NotationError, Status, load_game
from plywise.games.placing.dots_and_boxes import DotsAndBoxes
from plywise.kernel import Searcher, compile_rules
from plywise.kernel.building import compare
from plywise.rules import CatalogError, Unit, as_view
from plywise.search import alpha_beta
from tests.games.open_spiel import compare_playings


def play_both(width: int, height: int, positions: int) -> None:
    game: Any = DotsAndBoxes(width, height)
    peer = pyspiel.load_game(f"dots_and_boxes(num_rows={height},num_cols={width},utility_margin=true)")

    def board(state):
        return [{"A": "1", "B": "2"}.get(game.owner(state, box), " ") for box in range(game.boxes)]

    def their_board(position):
        return [line[4 * x + 2] for line in str(position).splitlines()[1::2] for x in range(width)]

    compare_playings(game, peer, positions, seed=width, board=board, their_board=their_board)


@pytest.mark.parametrize(("width", "height"), [(1, 1), (2, 1), (1, 3), (3, 2), (5, 5)])
def test_agrees_with_open_spiel(width, height):
    play_both(width, height, positions=600)


@pytest.mark.slow
@pytest.mark.parametrize(("width", "height"), [(4, 3), (5, 5), (7, 3)])
def test_agrees_with_open_spiel_on_many_positions(width, height):
    play_both(width, height, positions=20_000)


def test_compiled_rules_agree():
    game = load_game("dots-and-boxes")
    assert compare(game, compile_rules(game), seed=1, states=300) is None


# Values, by a second implementation: the mover's margin from what is still to be drawn, whatever was won before.


def margin(width: int, height: int) -> int:
    across = [[(x, y, x + 1, y) for x in range(width)] for y in range(height + 1)]
    down = [[(x, y, x, y + 1) for x in range(width + 1)] for y in range(height)]
    lines = [line for row in (*across, *down) for line in row]
    boxes = [{across[y][x], across[y + 1][x], down[y][x], down[y][x + 1]} for y in range(height) for x in range(width)]
    masks = [sum(1 << lines.index(line) for line in box) for box in boxes]

    @functools.cache
    def best(drawn: int) -> int:
        values = []
        for number in range(len(lines)):
            if not drawn >> number & 1:
                after = drawn | 1 << number
                won = sum(after & mask == mask and drawn & mask != mask for mask in masks)
                values.append(won + best(after) if won else -best(after))
        return max(values, default=0)

    return best(0)


VALUES = {(1, 1): -1, (2, 1): 0, (1, 2): 0, (3, 1): -1}


@pytest.mark.parametrize(("width", "height"), VALUES)
def test_small_boards(width, height):
    game: Any = DotsAndBoxes(width, height)
    decision = alpha_beta(game)
    assert (decision.value, decision.status) == (VALUES[width, height], Status.PROVEN)
    assert margin(width, height) == VALUES[width, height]


@pytest.mark.slow
@pytest.mark.parametrize(("width", "height", "value"), [(2, 2, 2), (3, 2, -2), (3, 3, -3)])
def test_larger_boards(width, height, value):
    decision = Searcher(DotsAndBoxes(width, height), table_mb=256).decide(None, limit=Limit(depth=40), prove=True)
    assert (decision.value, decision.status) == (value, Status.PROVEN)
    assert width * height > 6 or margin(width, height) == value


def test_two_boxes_at_once():
    game: Any = DotsAndBoxes(2, 1)
    state = game.parse_state("0 1 2 3 4 6/.. A")
    after = game.result(state, game.parse_action(state, "b1b2"))
    assert game.state_name(after) == "0 1 2 3 4 5 6/AA A"
    assert game.tell_end(after) == "Red wins 2 to 0"
    assert [game.value_name(value, 0, Unit.UTILITY) for value in (1, -2)] == [
        "Red wins by 1 box",
        "Blue wins by 2 boxes",
    ]


def test_whose_a_box_is_leaves_the_key_alone():
    game: Any = DotsAndBoxes(2, 1)
    boxes = ["0 1 2 3 4 5 6/AB A", "0 1 2 3 4 5 6/BA A", "0 1 2 3 4 5 6/AA A"]
    keys = [game.key(game.parse_state(text)) for text in boxes]
    assert keys[0] == keys[1] != keys[2]


def test_the_board_as_it_is_shown():
    game: Any = DotsAndBoxes(2, 1)
    view = as_view(game.view(game.parse_state("0 2 4 5/A. A")))
    shown = {(cell.x, cell.y): cell.piece for cell in view.cells}
    assert ["".join(shown[x, y] or " " for x in range(5)) for y in range(3)] == ["+-+ +", "|A|  ", "+-+ +"]
    assert [cell.name for cell in view.cells if cell.action] == ["b1c1", "b2c2", "c1c2"]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "is not a state"),
        ("0/.. C", "is not a state"),
        ("7/.. A", "is not a state"),
        ("0/. A", "is not a state"),
        ("0/A. A", "four sides"),
        ("0 2 4 5/.. A", "four sides"),
    ],
)
def test_a_state_that_is_none_is_refused(text, reason):
    with pytest.raises(NotationError, match=reason):
        DotsAndBoxes(2, 1).parse_state(text)


@pytest.mark.parametrize(("width", "height"), [(0, 1), (6, 5), (10, 10)])
def test_sizes(width, height):
    with pytest.raises(CatalogError, match="at most 62 lines"):
        DotsAndBoxes(width, height)
