"""Boards in the terminal."""

from rich.cells import cell_len

from plywise.explain import draw_board
from plywise.explain.notebook import draw_board_picture
from plywise.games.catalog import load_game
from plywise.rules import Cell, Look, View, as_view


def drawn(spec: str, state: str | None = None) -> str:
    game = load_game(spec)
    return draw_board(as_view(game.view(game.parse_state(state) if state else game.initial()))).plain


def test_a_grid_has_labels_from_its_names():
    assert drawn("tic-tac-toe", "X2/1O1/3") == "\n".join(
        [" 3  X · ·", " 2  · O ·", " 1  · · ·", "    a b c", "  X (A) to move"]
    )


def test_columns_that_share_a_name_are_labelled_below():
    assert drawn("connect-four:width=4,height=1") == "  · · · ·\n  1 2 3 4\n  X (Yellow) to move"


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


def test_cells_whose_rows_and_columns_share_nothing_show_their_names():
    assert drawn("draughts", "B:W21,K10:B4,12,K5").splitlines()[:6] == [
        "      ·1      ·2      ·3      b4",
        "  B5      ·6      ·7      ·8",
        "      ·9      W10     ·11     b12",
        "  ·13     ·14     ·15     ·16",
        "      ·17     ·18     ·19     ·20",
        "  w21     ·22     ·23     ·24",
    ]


def test_names_that_stand_on_the_board_are_not_written_twice():
    assert drawn("backgammon").splitlines()[:2] == [
        "  13  14  15  16  17  18  bar 19  20  21  22  23  24  off",
        "  5X   ·   ·   ·  3O   ·   ·  5O   ·   ·   ·   ·  2X   · ",
    ]


def test_lines_join_the_points_of_a_morris_board():
    assert drawn("morris", "X2/1O1/3/6/3/3/OXX X 1-1") == "\n".join(
        [
            " 7  X-----------·-----------·",
            "    |           |           |",
            " 6  |   ·-------O-------·   |",
            "    |   |       |       |   |",
            " 5  |   |   ·---·---·   |   |",
            "    |   |   |       |   |   |",
            " 4  ·---·---·       ·---·---·",
            "    |   |   |       |   |   |",
            " 3  |   |   ·---·---·   |   |",
            "    |   |       |       |   |",
            " 2  |   ·-------·-------·   |",
            "    |           |           |",
            " 1  O-----------X-----------X",
            "    a   b   c   d   e   f   g",
            "  X (White) to place a stone, in hand: White 1, Black 1",
        ]
    )


def test_lines_may_be_slanted_and_a_grid_may_have_lines():
    assert drawn("three-mens-morris", "X2/1O1/3 X 2-2").splitlines()[:6] == [
        " 3  X---·---·",
        "    | \\ | / |",
        " 2  ·---O---·",
        "    | / | \\ |",
        " 1  ·---·---·",
        "    a   b   c",
    ]


def test_lines_along_rows_and_columns_leave_a_grid_as_it_is():
    rows = View.from_rows(["X.", ".O"])
    assert draw_board(View(rows.cells, edges=((0, 1), (2, 3), (0, 2), (1, 3)))).plain == draw_board(rows).plain


def test_wide_pieces_cover_the_lines_behind_them():
    view = View((Cell(0, 0, "10"), Cell(1, 0), Cell(2, 0), Cell(2, 1)), edges=((0, 1), (1, 2)))
    assert draw_board(view).plain == "  10--·---·\n  \n          ·"


def test_a_line_to_a_cell_that_is_not_there_is_left_out():
    assert draw_board(View((Cell(0, 0), Cell(1.5, 0)), edges=((1, 2), (-1, 0)))).plain == "  ·     ·"


def table(pieces, *cards):
    cells = [Cell(x, y, card, y) for y, row in enumerate(cards) for x, card in enumerate(row)]
    return View(tuple(cells), look=Look("free", pieces))


def test_cards_are_framed_and_lie_face_down_where_hidden():
    drawn = draw_board(table("cards", ["K♥", "10♣"], ["?"])).plain
    assert "│K♥ │ │10♣│" in " ".join(drawn.split("\n")).replace("│ K♥│", "│K♥ │")
    assert drawn.split("\n")[3].startswith(" B  ╭───╮")
    assert "│░░░│" in drawn
    assert "?" not in drawn


def test_dice_show_their_pips_in_the_terminal_and_in_a_picture():
    for number in range(1, 7):
        assert draw_board(table("dice", [str(number)])).plain.count("●") == number
        assert draw_board_picture(table("dice", [str(number)])).count("<circle") == number
    under = table("dice", ["?"])
    assert "●" not in draw_board(under).plain
    assert "<polygon" in draw_board_picture(under)
    assert "?" not in draw_board_picture(under)


def test_cards_in_a_picture_show_rank_and_suit_and_hide_the_rest():
    picture = draw_board_picture(table("cards", ["A♦", "K"], ["?"]))
    assert picture.count("<text") == 3
    assert ">?<" not in picture
