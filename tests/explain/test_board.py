"""Boards in the terminal."""

from rich.cells import cell_len

from plywise.explain import draw_board
from plywise.games.catalog import load_game
from plywise.rules import Cell, View, as_view


def drawn(spec: str, state: str | None = None) -> str:
    game = load_game(spec)
    return draw_board(as_view(game.view(game.parse_state(state) if state else game.initial()))).plain


def test_a_grid_has_labels_from_its_names():
    assert drawn("tic-tac-toe", "X2/1O1/3") == "\n".join(
        [" 3  X · ·", " 2  · O ·", " 1  · · ·", "    a b c", "  X (A) to move"]
    )


def test_columns_that_share_a_name_are_labelled_below():
    assert drawn("connect-four:width=4,height=1") == "  · · · ·\n  1 2 3 4\n  X (A) to move"


def test_wide_pieces_keep_the_columns_straight():
    assert draw_board(View.from_rows([["10", "."], [".", "7"]])).plain == "  10 · \n  ·  7 "


def test_cells_off_a_grid_are_set_by_their_place():
    view = View((Cell(0, 0, "X"), Cell(1, 0.5, "O"), Cell(0, 1)), "a triangle")
    assert draw_board(view).plain == "  X\n      O\n  ·\n  a triangle"


def test_a_caption_alone_is_a_line():
    assert draw_board(as_view("just words")).plain == "just words"


def test_pieces_are_coloured_by_player():
    view = View.from_rows(["XO"], pieces="XO")
    assert {str(span.style) for span in draw_board(view).spans} >= {"bold cyan", "bold yellow"}


def test_marks_are_shown():
    assert any("reverse" in str(span.style) for span in draw_board(View((Cell(0, 0, "X", mark="last"),))).spans)


def test_pieces_and_labels_of_double_width_keep_the_columns_straight():
    names = [["王1", "王2"], ["a1", "a2"]]
    rows = draw_board(View.from_rows([["王", "."], [".", "🐎"]], names=names)).plain.splitlines()
    assert rows == [" 王  王 · ", "  a  ·  🐎"]
    assert len({cell_len(row) for row in rows}) == 1
    scattered = View((Cell(0, 0, "王"), Cell(1, 0.5, "O"), Cell(1, 0, "X"), Cell(0, 0.5, "x")))
    assert draw_board(scattered).plain == "  王  X\n  x   O"
