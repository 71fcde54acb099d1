"""States of any class are the same where all that they hold is, and only there."""

import copy
import itertools
import random
from array import array
from collections import Counter, OrderedDict, defaultdict, deque
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property
from types import MappingProxyType, SimpleNamespace
from typing import Any, NamedTuple

import pytest

from plywise.rules import Game, RulesError, StateMap, same_state, state_key


class Suit(Enum):
    SPADES = "s"


class Pair(NamedTuple):
    cells: tuple[int, ...] = (0, 1)
    turn: int = 0


class Loose(NamedTuple):
    cells: Any
    turn: int = 0


class Lying(NamedTuple):
    cells: tuple[int, ...]


@dataclass(frozen=True)
class Frozen:
    cells: Any = ()
    turn: str = "X"


@dataclass
class Thawed:
    cells: list[Any]
    turn: str = "X"
    log: list[Any] = field(default_factory=list, compare=False)


class Plain:
    def __init__(self, *cells):
        self.cells, self.turn = list(cells), 0
        self.other: Any = None


class Other(Plain):
    pass


class Slotted:
    __slots__ = ("__hidden", "turn")

    def __init__(self, cells):
        self.__hidden = cells
        self.turn = 1


class WithEquality:
    def __init__(self, cells):
        self.cells = cells

    def __eq__(self, other):
        return self.cells == other.cells

    def __hash__(self):
        return hash(tuple(self.cells))

    def __repr__(self):
        return f"WithEquality({self.cells})"


class WithoutHash:  # noqa: PLW1641
    def __init__(self, cells):
        self.cells = cells

    def __eq__(self, other):
        return self.cells == other.cells


class HashRaises(WithEquality):
    def __hash__(self):
        return hash(self.cells)


class Cells(list[Any]):
    turn = 0


class Cached(Plain):
    @cached_property
    def total(self):
        return sum(self.cells)


THEMSELVES = [
    7,
    "XO.",
    None,
    Pair(),
    Frozen((None, "X")),
    Frozen(frozenset({1})),
    Loose((1, ("a", Suit.SPADES))),
    WithEquality([1, 2]),
]
FROZEN = [
    [1, 2],
    {"a": [1]},
    {1, 2},
    deque([1]),
    bytearray(b"xo"),
    array("b", [1, 2]),
    Counter("aab"),
    defaultdict(list, x=[1]),
    OrderedDict(a=1),
    MappingProxyType({"a": 1}),
    Loose([1, 2]),
    Lying([1, 2]),  # type: ignore[arg-type]
    Loose((1, Plain(1))),
    Frozen([1]),
    Frozen((Plain(2),)),
    Thawed([1, 2]),
    Plain(1, 2),
    Other(1, 2),
    Slotted([1]),
    WithoutHash([1]),
    HashRaises([1]),
    Cells([1, 2]),
    SimpleNamespace(cells=[1]),
]


@pytest.mark.parametrize("state", THEMSELVES, ids=repr)
def test_a_state_that_is_hashed_by_value_is_its_own_key(state):
    assert state_key(state) is state


@pytest.mark.parametrize("state", FROZEN, ids=lambda state: type(state).__name__)
def test_any_other_has_a_key_that_its_copy_shares(state):
    key = state_key(state)
    assert key is not state
    twin = copy.deepcopy(state) if type(state) is not MappingProxyType else MappingProxyType({"a": 1})
    assert key == state_key(twin)
    assert hash(key) == hash(state_key(twin))
    assert same_state(state, twin)


def test_no_two_kinds_of_state_are_the_same():
    states = [state for state in [*FROZEN, *THEMSELVES] if not isinstance(state, WithEquality)]
    for one, other in itertools.combinations([*states, (1, 2), (list, 1, 2), [[1, 2]], [1, [2]]], 2):
        assert not same_state(one, other), (one, other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ([1, 2], [2, 1]),
        ([1, [2]], [[1], 2]),
        ({1: "a"}, {1: "b"}),
        ([{1}], [frozenset({1})]),
        (Plain(1), Other(1)),
        (array("b", [1]), array("i", [1])),
        (Cells([1]), [1]),
    ],
)
def test_what_differs_is_kept_apart(one, other):
    assert not same_state(one, other)


def test_what_python_calls_equal_is_the_same():
    assert same_state([1, 0], [True, 0.0])
    assert same_state((1,), (1.0,))
    assert same_state({"a": 1, "b": 2}, {"b": 2, "a": 1})
    assert same_state(Thawed([1], log=["e4"]), Thawed([1], log=["d4"]))  # compare=False


def test_attributes_of_containers_count():
    one, other = Cells([1]), Cells([1])
    other.turn = 1
    assert not same_state(one, other)


def test_what_a_state_works_out_and_keeps_does_not_count():
    one, other = Cached(1, 2), Cached(1, 2)
    assert one.total == 3
    assert same_state(one, other)


def test_one_piece_in_two_places_is_not_two_that_look_alike():
    rook, twin = Plain(1), Plain(1)
    moved_first, moved_second = [[rook, twin], {rook}], [[rook, twin], {twin}]
    assert not same_state(moved_first, moved_second)
    assert same_state(moved_first, copy.deepcopy(moved_first))
    row = [0, 0]
    assert not same_state([row, row], [[0, 0], [0, 0]])


def test_a_state_may_refer_back_to_itself():
    board, piece = Plain(1), Plain(2)
    board.other, piece.other = piece, board
    assert same_state(board, copy.deepcopy(board))
    other = copy.deepcopy(board)
    other.other.cells[0] = 3
    assert not same_state(board, other)


def test_an_object_without_fields_is_only_itself():
    class Mark:
        pass

    red, blue = Mark(), Mark()
    assert not same_state([red], [blue])
    assert same_state([red], [red])
    assert not same_state((object(),), (object(),))


def test_functions_are_compared_by_their_code():
    def made():
        return lambda x: x + 1

    assert same_state((made(), 1), (made(), 1))
    assert not same_state((made(), 1), (lambda x: x + 2, 1))


def nested(depth):
    state: list[Any] = []
    for _ in range(depth):
        state = [state]
    return state


def closure(number):
    return lambda: number


@pytest.mark.parametrize(
    ("state", "said"),
    [
        (Frozen((closure(1),)), "A state of class Frozen holds a function made within another"),
        ([random.Random(1)], "A state of class list holds a Random"),
        ([iter([])], "A state of class list holds a list_iterator"),
        (nested(100), "A state of class list has more than 60 parts one within the other"),
    ],
)
def test_what_can_not_be_compared_is_refused_in_a_sentence(state, said):
    with pytest.raises(RulesError, match=f"{said}.*: leave that out of the state, or write key"):
        state_key(state)
    assert not same_state(state, copy.copy(state))


def test_a_game_takes_its_key_from_the_state():
    game = Game()
    assert game.key(Pair()) == Pair()
    assert game.key([1]) == game.repetition_key([1]) == state_key([1])


def test_a_dict_of_states():
    names = StateMap[str]({})
    names[[1]], names[[2]] = "a", "b"
    names[[1]] = "c"
    del names[[2]]
    assert [1] in names
    assert [2] not in names
    assert dict(zip(map(tuple, names), names.values(), strict=True)) == {(1,): "c"}
    assert len(names) == 1


@pytest.mark.parametrize("seed", range(20))
def test_keys_of_random_states_are_equal_where_their_contents_are(seed):
    """Few values, so that many states are equal; the reference compares repr, which spells everything out."""
    rng = random.Random(seed)
    states = [make(rng, 3) for _ in range(300)]
    for one, other in itertools.pairwise(sorted(states, key=repr)):
        assert same_state(one, other) == (repr(one) == repr(other)), (one, other)


def make(rng, depth):
    kind = rng.randrange(6 if depth else 2)
    if kind < 2:
        return rng.choice([0, 2, "a", None])
    parts = [make(rng, depth - 1) for _ in range(rng.randrange(3))]
    if kind == 2:
        return parts
    if kind == 3:
        return tuple(parts)
    return Thawed(parts) if kind == 4 else Loose(tuple(parts))
