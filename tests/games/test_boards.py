"""Boards as text, and the sizes, stones and piles that are refused."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plywise import load_game
from plywise.games.nim import Nim
from plywise.games.placing.connect_four import ConnectFour
from plywise.games.placing.mnk import MNK
from plywise.games.shared.grid import read_rows, square_names, write_rows
from plywise.rules import CatalogError, NotationError, PlywiseError, Record, as_view

SIDES = st.integers(1, 30)


@given(st.data(), SIDES, SIDES)
def test_rows_are_read_back(data, width, height):
    row = st.lists(st.sampled_from("XO."), min_size=width, max_size=width)
    rows = data.draw(st.lists(row, min_size=height, max_size=height))
    assert read_rows(write_rows(rows), width, height, "XO") == rows
    assert read_rows(f" {write_rows(rows).lower()} ", width, height, "XO") == rows


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "is not a board of 3 rows of 3 squares: the empty one is 3/3/3"),
        ("3/3", "is not a board"),
        ("3/3/3/3", "is not a board"),
        ("3/3/4", "is not a board"),
        ("9" * 5000, "is not a board"),
        ("XXQ/3/3", "has Q on it: write X O and numbers"),
        ("X2/3/3 w", "is not a board"),
        ("OO1/3/3", "can't come up: players place their stones in turn"),
        ("XXX/3/3", "can't come up"),
        ("XXX/OOO/3", "the game ends with the first 3 in a row"),
        ("XXX/OO1/O2", "the game ends with the first 3 in a row"),
        ("OOO/XX1/XX1", "the game ends with the first 3 in a row"),
        ("٣/3/3", "is not a board"),
    ],
)
def test_a_board_that_is_none_is_refused(text, reason):
    with pytest.raises(NotationError, match=reason):
        load_game("tic-tac-toe").parse_state(text)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("7/7/7/7/7/OO5", "X and O take turns and X starts"),
        ("7/7/7/7/7/XX5", "X and O take turns and X starts"),
        ("7/7/7/7/X6/O6", None),
        ("7/7/7/X6/7/O6", "a stone in column 1 has an empty square below it"),
        ("7/7/7/7/6X/7", "a stone in column 7 has an empty square below it"),
        ("7/7/7/OO5/OO5/XXXX3", "the game ends with the first four in a row"),
        ("7/7/7/7/OOOO3/XXXX3", "the game ends with the first four in a row"),
        ("7/7/7/7/XXX4/OOOOXX1", "the game ends with the first four in a row"),
        ("7/7/7/7/OOO4/XXXX3", None),
        ("7/7/7/7/XXX4/OOOOX2", None),
    ],
)
def test_stones_that_cannot_lie_so_are_refused(text, reason):
    game = load_game("connect-four")
    if reason is None:
        assert game.state_name(game.parse_state(text)) == text
    else:
        with pytest.raises(NotationError, match=reason):
            game.parse_state(text)


@pytest.mark.parametrize(
    "text", ["", "A(2)", "A(2,2,2)", "C(1,2)", "A(3,0)", "A(-1,2)", "A(2,2", "(2,2)", "A(2,,2)", "A(٢,2)"]
)
def test_piles_that_are_none_are_refused(text):
    with pytest.raises(NotationError, match=r"is not a state of this game: write it like A\(2,2\)"):
        load_game("ii-nim").parse_state(text)


def test_piles_are_read_whatever_the_spacing():
    game = load_game("ii-nim")
    assert game.parse_state(" b( 1, 2 ) ") == game.State((1, 2), 1)


@given(
    st.sampled_from(["tic-tac-toe", "connect-four", "kalah", "nim", "othello", "mnk:players=3", "figure-5.2"]),
    st.text(),
)
def test_any_text_is_read_or_refused(spec, text):
    game = load_game(spec)
    for read in (game.parse_state, lambda name: game.parse_action(game.initial(), name)):
        with suppress(PlywiseError):
            read(text)


@pytest.mark.parametrize(
    "make",
    [
        lambda: ConnectFour(0, 4),
        lambda: ConnectFour(4, 31),
        lambda: MNK(3, 3, 4),
        lambda: MNK(3, 3, 0),
        lambda: MNK(0, 3, 1),
        lambda: MNK(27, 3, 3),
        lambda: MNK(3, 27, 3),
        lambda: MNK(3, 3000, 3),
        lambda: MNK(3, 3, 3, players=4),
        lambda: Nim(()),
        lambda: Nim((1,) * 27),
        lambda: Nim((2, -1)),
        lambda: Nim((1001, 2)),
        lambda: Nim((99_999_999, 2)),
    ],
)
def test_impossible_sizes_are_refused(make):
    with pytest.raises(CatalogError):
        make()


def test_the_largest_sizes_are_made():
    assert Nim((1000,) * 26).max_actions == 26_000
    assert MNK(26, 26, 5).max_actions == 676


def test_squares_are_named_as_in_chess():
    assert square_names(3, 2) == [["a2", "b2", "c2"], ["a1", "b1", "c1"]]
    game = load_game("mnk:m=3,n=2,k=2")
    view = as_view(game.view(game.result(game.initial(), 0)))
    assert [(cell.name, cell.piece, cell.player) for cell in view.cells][3] == ("a1", "X", 0)
    assert view.turn == "O (B) to move"
    assert [cell.action for cell in view.cells] == ["a2", "b2", "c2", "", "b1", "c1"]


def test_a_click_in_a_column_that_is_not_full_drops_a_stone():
    game = load_game("connect-four:width=2,height=2")
    view = as_view(game.view(game.parse_state("1O/1X")))
    assert [cell.name for cell in view.cells] == ["1", "2", "1", "2"]
    assert [cell.piece for cell in view.cells] == ["", "O", "", "X"]
    assert [cell.action for cell in view.cells] == ["1", "", "1", ""]
    wide = load_game("connect-four:width=12")
    assert [cell.action for cell in as_view(wide.view(wide.initial())).cells][:12] == list(map(str, range(1, 13)))


@pytest.mark.parametrize(("spec", "text"), [("connect-four", "7/7/7/7/OOO4/XXXX3"), ("tic-tac-toe", "XXX/OO1/3")])
def test_a_click_plays_nothing_when_the_game_is_over(spec, text):
    game = load_game(spec)
    assert not any(cell.action for cell in as_view(game.view(game.parse_state(text))).cells)


def test_a_click_on_a_match_takes_it_and_those_to_its_right():
    game = load_game("nim:piles=2-3")
    view = as_view(game.view(game.initial()))
    assert [cell.name for cell in view.cells] == ["A", "A", "A", "B", "B", "B"]
    assert [cell.action for cell in view.cells] == ["A2", "A1", "", "B3", "B2", "B1"]


def test_only_who_moved_last_of_three_can_have_won():
    game = load_game("mnk:m=4,n=3,k=3,players=3")
    assert game.is_terminal(game.parse_state("XXX1/OO2/ZZ2"))
    with pytest.raises(NotationError, match="first 3 in a row"):
        game.parse_state("XXX1/OOZ1/OZ2")


@pytest.mark.parametrize(
    ("spec", "actions", "marked"),
    [
        ("tic-tac-toe", "a1 b1 a2 b2 a3", {"a1", "a2", "a3"}),
        ("tic-tac-toe", "a1 b1 a2 b2", set()),
        ("mnk:m=4,n=4,k=3,players=3", "a1 a4 b4 b2 d1 c4 c3", {"a1", "b2", "c3"}),
        ("nine-mens-morris", "a7 b6 d7 d6 g7xb6", {"a7", "d7", "g7"}),
    ],
)
def test_rows_and_mills_are_marked(spec, actions, marked):
    game = load_game(spec)
    record = Record(game)
    for name in actions.split():
        record.play(record.find(name))
    assert {cell.name for cell in as_view(game.view(record.state)).cells if cell.mark == "line"} == marked


def test_four_in_a_row_is_marked_where_it_is():
    game = load_game("connect-four")
    record = Record(game)
    for name in "1213141":
        record.play(record.find(name))
    marked = [(cell.x, cell.y) for cell in as_view(game.view(record.state)).cells if cell.mark == "line"]
    assert marked == [(0, 2), (0, 3), (0, 4), (0, 5)]


def test_chess_says_who_has_which_men_more():
    game = load_game("chess")
    view = as_view(game.view(game.parse_state("r3k3/8/8/8/8/8/PP6/RN2K3 w - - 0 1")))
    assert view.caption == "White has a knight and 2 pawns more"
    assert as_view(game.view(game.initial())).caption == ""
