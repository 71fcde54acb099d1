"""What is on the board, as data."""

import json
from typing import Any

import pytest

from plywise import Cell, RulesError, View
from plywise.rules import as_view


def test_rows_become_cells_with_places_names_and_owners():
    view = View.from_rows(["X.", " O"], names=[["a2", "b2"], ["a1", "b1"]], pieces="XO", caption="X to move")
    assert view.cells == (
        Cell(0, 0, "X", 0, "a2"),
        Cell(1, 0, "", None, "b2"),
        Cell(0, 1, "", None, "a1"),
        Cell(1, 1, "O", 1, "b1"),
    )
    assert view.caption == "X to move"


def test_a_click_may_play_an_action():
    view = View.from_rows(["X.", "OO"], actions=[["", "12"], ["", ""]])
    assert [(cell.name, cell.action) for cell in view.cells] == [("", ""), ("", "12"), ("", ""), ("", "")]


def test_a_view_is_read_back_from_its_data():
    view = View((Cell(0, 0, "X", 0, "a"), Cell(0.5, 1.5, mark="last", action="b2")), "two places", ((0, 1),))
    assert View.from_data(json.loads(json.dumps(view.to_data()))) == view


@pytest.mark.parametrize(
    ("cells", "is_grid"),
    [
        ([(0, 0), (1, 0), (0, 1), (1, 1)], True),
        ([(0, 0)], True),
        ([], False),
        ([(0, 0), (1, 0), (0, 1)], False),
        ([(0, 0), (0.5, 0)], False),
        ([(0, 0), (0, 0)], False),
    ],
)
def test_a_grid_fills_its_rows_and_columns(cells, is_grid):
    assert View(tuple(Cell(x, y) for x, y in cells)).is_grid is is_grid


@pytest.mark.parametrize(
    "shown", [["X.", ".O"], (("X", "."), (".", "O")), [["X", ""], ["", "O"]], View.from_rows(["X.", ".O"])]
)
def test_rows_may_be_written_in_many_ways(shown):
    assert as_view(shown) == View.from_rows(["X.", ".O"])


def test_a_text_alone_is_a_caption():
    assert as_view("A to move") == View(caption="A to move")


@pytest.mark.parametrize(
    ("shown", "reason"),
    [
        (None, "view returned a NoneType: return a View, rows of text, or a text"),
        (7, "view returned a int"),
        ([1, 2], "view returned a list"),
        ([["X", 0]], "cells that are not text"),
        (["X.", "O"], r"rows of unequal length \[2, 1\]"),
    ],
)
def test_what_is_no_view_is_refused(shown: Any, reason):
    with pytest.raises(RulesError, match=reason):
        as_view(shown)
