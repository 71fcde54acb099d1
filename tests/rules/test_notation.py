"""Names where a game gives none of its own, and the way back."""

import subprocess
import sys
from contextlib import suppress
from enum import Enum, IntEnum
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plywise import Game, IllegalActionError, View
from plywise.rules import NotationError
from plywise.rules.notation import read_fields, write_fields


class State(NamedTuple):
    piles: tuple[int, ...] = (2, 2)
    turn: int = 0
    note: str = ""


class Letters(Game):
    """Actions that are told apart by upper and lower case, or not."""

    State = State

    def to_move(self, state):
        return 0

    def actions(self, state):
        return ["a", "B", "c", "C", *range(state.turn)]

    def result(self, state, action):
        return state


SMALL = st.integers(-(10**6), 10**6)


@given(st.builds(State, st.tuples(SMALL, SMALL), SMALL, st.text(alphabet="ab '\"\\=,()é\n")))
def test_fields_are_read_back(state):
    assert read_fields(State(), write_fields(state)) == state


def test_blanks_are_dropped_outside_of_texts_only():
    assert write_fields(State((1, 2), 0, "a b, it's")) == 'piles=(1,2),turn=0,note="a b, it\'s"'
    assert write_fields(State((1, "x ' y", 'z " z'))) == """piles=(1,"x ' y",'z " z'),turn=0,note=''"""  # type: ignore[arg-type]


class Stone(IntEnum):
    NONE = 0
    BLACK = 1
    WHITE = 2


class Side(Enum):
    LEFT = "left"
    RIGHT = "right"


class Stones(NamedTuple):
    cells: tuple[tuple[Stone, ...], ...] = ((Stone.NONE, Stone.NONE), (Stone.NONE, Stone.NONE))
    mover: Stone = Stone.BLACK
    side: Side = Side.LEFT


def test_members_of_enums_are_written_by_value_and_read_back_as_members():
    board = Stones(((Stone.WHITE, Stone.NONE), (Stone.BLACK, Stone.NONE)), Stone.WHITE, Side.RIGHT)
    assert write_fields(board) == "cells=((2,0),(1,0)),mover=2,side='right'"
    again = read_fields(Stones(), write_fields(board))
    assert again == board
    assert again.mover is Stone.WHITE
    assert again.cells[0][0] is Stone.WHITE
    for text in ("mover=3", "mover=[1]", "cells=((9,0),(1,0))", "side='up'", "mover=Stone.WHITE"):
        with pytest.raises(NotationError, match="is not a state"):
            read_fields(Stones(), text)


def test_fields_may_be_left_out_or_given_in_order():
    assert read_fields(State(), "turn=1") == State(turn=1)
    assert read_fields(State(), "(1,0),1") == State((1, 0), 1)
    assert read_fields(State(), "(1,0), note='x'") == State((1, 0), 0, "x")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "  ",
        "colour=1",
        "turn=1)(turn=2",
        "turn=1) + State(turn=2",
        "turn=",
        "turn=1,turn=2",
        "(1,),piles=(2,)",
        "1,2,'',4",
        "turn=open('x')",
        "turn=1)+(2",
        "*(1,2)",
        "**{'turn': 1}",
        "turn=\0",
        "turn=" + "(" * 5000,
        "turn=" + "-" * 100_000 + "1",
        "turn=" + "9" * 5000,
        "turn=\ud800",
    ],
)
def test_what_is_no_state_is_refused_with_an_example(text):
    with pytest.raises(NotationError, match=r"as in piles=\(2,2\),turn=0,note=''"):
        read_fields(State(), text)


@given(st.text())
def test_any_text_is_read_or_refused(text):
    with suppress(NotationError):
        assert isinstance(read_fields(State(), text), State)


def test_a_state_without_fields_is_shown_but_not_read():
    assert write_fields((1, 2)) == "(1, 2)"
    with pytest.raises(NotationError, match="A tuple can't be read from text: write state_name and parse_state"):
        read_fields((1, 2), "(1, 2)")


def test_case_matters_only_where_it_tells_two_apart():
    game = Letters()
    state = game.initial()
    assert [game.parse_action(state, text) for text in ("a", "A", " b ", "c", "C")] == ["a", "a", "B", "c", "C"]
    with pytest.raises(IllegalActionError, match="'d' is not a legal action here: choose one of a B c C"):
        game.parse_action(state, "d")


def test_where_nothing_is_legal_nothing_is_listed():
    class Over(Letters):
        def actions(self, state):
            return []

    with pytest.raises(IllegalActionError, match="'a' is not a legal action here: there is none, since the game is"):
        Over().parse_action(State(), "a")


def test_long_lists_of_actions_are_cut_short():
    game = Letters()
    with pytest.raises(IllegalActionError, match=r" 35 \.\.\.\.$"):
        game.parse_action(State(turn=100), "x")


def test_defaults_name_and_parse():
    game = Letters()
    state = State((1, 0), 1)
    assert game.state_name(state) == "piles=(1,0),turn=1,note=''"
    assert game.parse_state(game.state_name(state)) == state
    assert game.view(state) == View(details=(("piles", "1, 0"), ("turn", "1"), ("note", "none")))
    assert game.action_name(state, 7) == "7"


class Board(NamedTuple):
    rows: tuple[tuple[int, ...], ...] = ((0, 0), (0, 0))
    turn: int = 0
    played: tuple[int, ...] = ()
    score: float = 0.0
    last: int | None = None


@pytest.mark.parametrize(
    "text",
    [
        "rows='ab'",
        "rows=3",
        "rows=(1,2)",
        "rows=((0,0),)",
        "rows=((0,0),(0,0,0))",
        "rows=((0,0),(0,'X'))",
        "rows=()",
        "turn='A'",
        "turn=(1,)",
        "turn=1.5",
        "played=3",
        "score='high'",
    ],
)
def test_a_field_of_another_kind_or_length_is_refused(text):
    with pytest.raises(NotationError, match=r"is not a state: .* as in rows=\(\(0,0\),\(0,0\)\),turn=0"):
        read_fields(Board(), text)


@pytest.mark.parametrize(
    "state",
    [
        Board(((1, 2), (3, 4)), 1, (1, 2, 3), 0.5, 7),
        Board(((1, 2), (3, 4)), 1, (), 2, None),
    ],
)
def test_a_field_that_starts_empty_or_unknown_may_be_filled(state):
    assert read_fields(Board(), write_fields(state)) == state


def test_states_are_checked_in_an_optimised_python_too():
    program = """
from collections import namedtuple
from plywise.rules.notation import read_fields
read_fields(namedtuple("State", "piles turn")((2, 2), 0), "piles=3")
"""
    ran = subprocess.run([sys.executable, "-O", "-c", program], capture_output=True, text=True, check=False, timeout=60)
    assert "NotationError: 'piles=3' is not a state" in ran.stderr


def test_a_state_that_draws_itself_is_named_on_one_line():
    class Drawn:
        def __repr__(self):
            return "X.O\n.X.\n\n  to move: O\n"

    assert write_fields(Drawn()) == "X.O / .X. / to move: O"


def test_a_state_without_a_repr_is_named_by_its_fields_not_by_its_address():
    class Bare:
        def __init__(self):
            self.turn, self.cells = 1, ["X"]

    assert write_fields(Bare()) == "Bare(cells=['X'], turn=1)"
