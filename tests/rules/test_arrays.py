"""States that hold NumPy's arrays: their keys, and the boards that are drawn from them."""

import copy
import itertools

import numpy as np
import pytest

from plywise.rules import RulesError, as_view, same_state, state_key
from tests.rules.test_keys import Loose, Plain
from tests.rules.test_state_boards import SIZE, SPELLINGS, Stones, check_board, check_clicks, game_of, read
from tests.rules.test_state_boards import Plain as PlainBoard

ARRAYS = [
    np.zeros(4, int),
    np.zeros((2, 2), int),
    np.zeros(4, bool),
    np.array([[1, 2], [3, 4]], dtype=object),
    Loose(np.array([0.0, 1.0])),
]


class Array(Stones):
    def keep(self, cells, turn):
        return PlainBoard(np.array(self.rows(cells, 0, (1, 2)), dtype=np.int8), turn)

    def cells(self, state):
        return read(state.board.tolist(), (1, 2))


def test_a_number_is_its_own_key():
    state = (np.int64(3), 2.5)
    assert state_key(state) is state


@pytest.mark.parametrize("state", ARRAYS, ids=repr)
def test_a_copy_has_the_same_key(state):
    twin = copy.deepcopy(state)
    assert state_key(state) == state_key(twin)
    assert hash(state_key(state)) == hash(state_key(twin))
    assert same_state(state, twin)


def test_shape_and_type_are_part_of_the_key():
    for one, other in itertools.combinations([*ARRAYS, (0, 0, 0, 0), [0, 0, 0, 0]], 2):
        assert not same_state(one, other), (one, other)
    assert same_state(np.array([0.0]), np.array([-0.0]))


def test_a_generator_of_random_numbers_is_refused():
    with pytest.raises(RulesError, match=r"A state of class Plain holds a Generator.*: leave that out of the state"):
        state_key(Plain(np.random.default_rng(1)))


@pytest.mark.parametrize("width", [SIZE, SIZE + 1])
def test_an_array_is_drawn_as_a_board(width):
    check_board(Array, width)


@pytest.mark.parametrize("spelling", SPELLINGS)
def test_a_stone_is_put_by_clicking_its_cell(spelling):
    check_clicks(Array, spelling)


def test_a_cube_is_no_board():
    game = game_of(np.zeros((3, 3, 3)))
    (state,) = game.states
    view = as_view(game.view(state))
    assert view.cells == ()
    assert [name for name, _ in view.details] == ["thing", "turn"]
