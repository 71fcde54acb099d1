"""What is shown of a game that writes no view: the board that its states obviously hold, and their fields; and what is
clicked there."""

import itertools
from collections import namedtuple
from dataclasses import dataclass, field, replace
from enum import Enum, IntEnum
from typing import Any, NamedTuple

import pytest

from plywise import CHANCE, Game, View
from plywise.rules import as_view, view_of
from plywise.rules.text_boards import find_cells

SIZE = 4


class Stones(Game):
    """Put a stone on an empty cell; the board is a dict by row and column, which subclasses keep in other ways."""

    width = SIZE

    def keep(self, cells: dict[tuple[int, int], str], turn: int) -> Any:
        raise NotImplementedError

    def cells(self, state: Any) -> dict[tuple[int, int], str]:
        raise NotImplementedError

    def turn(self, state: Any) -> Any:
        return state.turn

    def initial(self):
        return self.keep({}, 0)

    def to_move(self, state):
        return self.turn(state)

    def spell(self, y, x):
        return y, x

    def actions(self, state):
        cells = self.cells(state)
        return [self.spell(y, x) for y in range(SIZE) for x in range(self.width) if (y, x) not in cells]

    def result(self, state, action):
        cells, turn = self.cells(state), self.turn(state)
        place = next((y, x) for y in range(SIZE) for x in range(self.width) if self.spell(y, x) == action)
        return self.keep({**cells, place: "XO"[turn]}, 1 - turn)

    def utility(self, state, player):
        return 0

    def rows(self, cells, empty=".", signs="XO"):
        sign = dict(zip("XO", signs, strict=True))
        return [[sign[cells[y, x]] if (y, x) in cells else empty for x in range(self.width)] for y in range(SIZE)]


def read(rows, signs="XO"):
    known = dict(zip(signs, "XO", strict=True))
    return {(y, x): known[cell] for y, row in enumerate(rows) for x, cell in enumerate(row) if cell in known}


Pair = namedtuple("Pair", "board turn")


@dataclass(frozen=True)
class Frozen:
    turn: int
    board: Any
    moves: tuple[Any, ...] = ()


@dataclass(eq=False)
class Loose:
    board: list[Any] = field(default_factory=list)
    turn: int = 0


class Plain:
    def __init__(self, board, turn):
        self.board, self.turn, self._cache = board, turn, {}


class Slotted:
    __slots__ = ("board", "turn")

    def __init__(self, board, turn):
        self.board, self.turn = board, turn


class Sign(Enum):
    EMPTY = 0
    CROSS = 1
    RING = 2


class Number(IntEnum):
    NOBODY = 0
    FIRST = 1
    SECOND = 2


class Texts(Stones):
    def keep(self, cells, turn):
        return Pair(tuple("".join(row) for row in self.rows(cells)), turn)

    def cells(self, state):
        return read(state.board)


class Dashes(Texts):
    def keep(self, cells, turn):
        return Pair(tuple("".join(row) for row in self.rows(cells, "_")), turn)


class Tuples(Stones):
    def keep(self, cells, turn):
        return Frozen(turn, tuple(map(tuple, self.rows(cells, None, (1, 2)))))

    def cells(self, state):
        return read(state.board, (1, 2))


class Lists(Stones):
    def keep(self, cells, turn):
        return Loose(self.rows(cells, 0, (1, -1)), turn)

    def cells(self, state):
        return read(state.board, (1, -1))


class Owners(Lists):
    def keep(self, cells, turn):
        return Plain(self.rows(cells, -1, (0, 1)), turn)

    def cells(self, state):
        return read(state.board, (0, 1))


class Enums(Stones):
    kind: Any = Sign

    def keep(self, cells, turn):
        empty, *signs = self.kind
        return Slotted(tuple(map(tuple, self.rows(cells, empty, signs))), turn)

    def cells(self, state):
        return read(state.board, [*self.kind][1:])


class Numbers(Enums):
    kind = Number


class Square(Stones):
    def keep(self, cells, turn):
        return Pair(tuple(cell for row in self.rows(cells, None) for cell in row), turn)

    def cells(self, state):
        return read([state.board[SIZE * y : SIZE * (y + 1)] for y in range(SIZE)])


class Text(Square):
    """The state is one text, and says by its length whose turn it is: not at all."""

    def keep(self, cells, turn):
        return "".join(cell for row in self.rows(cells) for cell in row)

    def cells(self, state):
        return read([state[SIZE * y : SIZE * (y + 1)] for y in range(SIZE)])

    def turn(self, state):
        return len(self.cells(state)) % 2


class Places(Stones):
    def keep(self, cells, turn):
        return Plain(dict(cells), turn)

    def cells(self, state):
        return state.board


class Items(Places):
    def keep(self, cells, turn):
        return Pair(frozenset(cells.items()), turn)

    def cells(self, state):
        return dict(state.board)


class Split(Texts):
    """A state without names: rows of text, and whose turn it is."""

    def keep(self, cells, turn):
        return tuple("".join(row) for row in self.rows(cells)), turn

    def cells(self, state):
        return read(state[0])

    def turn(self, state):
        return state[1]


class Named(Texts):
    """A dict by names."""

    def keep(self, cells, turn):
        return {"board": self.rows(cells), "turn": turn}

    def cells(self, state):
        return read(state["board"])

    def turn(self, state):
        return state["turn"]


class Sets(Stones):
    """Each player's stones in a field of their own."""

    def keep(self, cells, turn):
        return {
            "black": frozenset(place for place, sign in cells.items() if sign == "X"),
            "white": frozenset(place for place, sign in cells.items() if sign == "O"),
            "turn": turn,
        }

    def cells(self, state):
        return dict.fromkeys(state["black"], "X") | dict.fromkeys(state["white"], "O")

    def turn(self, state):
        return state["turn"]


class Groups(Sets):
    """One field with a set for each player."""

    def keep(self, cells, turn):
        return Pair(tuple(frozenset(each for each in cells if cells[each] == sign) for sign in "XO"), turn)

    def cells(self, state):
        return {place: sign for sign, places in zip("XO", state.board, strict=True) for place in places}

    def turn(self, state):
        return state.turn


KINDS = [
    *(Texts, Dashes, Tuples, Lists, Owners, Enums, Numbers, Square, Text, Places, Items, Split, Named, Sets),
    Groups,
]


def walk(game, plies=12):
    """Yield the states of one line of play."""
    state = game.initial()
    for ply in range(plies):
        yield state
        options = list(game.actions(state))
        if not options:
            return
        state = game.result(state, options[(5 * ply + 3) % len(options)])


def check_board(kind, width):
    """Check that every stone of a line of play is drawn where it lies, in its player's look."""
    game = kind()
    game.width = width
    for state in walk(game):
        view = view_of(game, state)
        cells = game.cells(state)
        assert {(cell.y, cell.x) for cell in view.cells} == {(y, x) for y in range(SIZE) for x in range(width)}
        assert {(cell.y, cell.x) for cell in view.cells if cell.piece} == set(cells)
        signs = {cells[cell.y, cell.x]: cell.piece for cell in view.cells if cell.piece}
        assert len({*signs.values()}) == len(signs), "players' stones look different"
        assert {cell.player for cell in view.cells if cell.piece} == {"XO".index(sign) for sign in cells.values()}
        named = dict(view.details)
        assert "board" not in named
        if kind not in (Text,):
            assert str(game.turn(state)) in named.values()


SPELLINGS = ("row first", "column first", "index", "name", "place", "kind and place")


def check_clicks(kind, spelling):
    """Check that the clicks of an action, however it is spelt, name the cell that it fills."""

    class Spelt(kind):  # type: ignore[valid-type,misc]
        def spell(self, y, x):
            return {
                "row first": (y, x),
                "column first": (x, y),
                "index": SIZE * y + x,
                "name": f"{'abcd'[x]}{y + 1}",
                "place": Place(x, y),
                "kind and place": ("put", (y, x)),
            }[spelling]

    game = Spelt()
    for state in walk(game):
        cells = {cell.name: (cell.y, cell.x) for cell in view_of(game, state).cells}
        for y in range(SIZE):
            for x in range(SIZE):
                if (y, x) not in game.cells(state):
                    assert [cells[name] for name in game.clicks(state, game.spell(y, x))] == [(y, x)]


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_a_board_is_drawn_however_the_state_keeps_it(kind):
    check_board(kind, SIZE)


@pytest.mark.parametrize(
    "kind", [kind for kind in KINDS if not issubclass(kind, Square)], ids=lambda kind: kind.__name__
)
def test_a_wider_board_is_drawn_however_the_state_keeps_it(kind):
    check_board(kind, SIZE + 1)


@pytest.mark.parametrize(
    ("kind", "spelling"),
    [
        pytest.param(kind, spelling, id=f"{kind.__name__}, {spelling}")
        for kind, spelling in itertools.product(KINDS, SPELLINGS)
        # Where the state holds pairs of numbers alone, an index or a name doesn't say what they are.
        if not (issubclass(kind, Sets) and spelling in ("index", "name"))
    ],
)
def test_a_stone_is_put_by_clicking_its_cell(kind, spelling):
    check_clicks(kind, spelling)


class Place(NamedTuple):
    column: int
    row: int


def test_names_of_cells_are_shown_as_the_actions_count_them():
    class FromBelow(Texts):
        def spell(self, y, x):
            return f"{'abcd'[x]}{SIZE - y}"

    class FromAbove(Texts):
        def spell(self, y, x):
            return f"F{'abcd'[x]}{y + 1}"

    for game, corner in ((FromBelow(), "a4"), (FromAbove(), "a1")):
        assert view_of(game, game.initial()).cells[0].name == corner
        assert game.clicks(game.initial(), game.spell(0, 0)) == (corner,)


class Steps(Game):
    """A runner on a board of texts steps to a free neighbour, named by where it comes from and goes to."""

    @dataclass(frozen=True)
    class State:
        board: tuple[str, ...] = ("A...", "....", "...B")
        turn: int = 0

    def to_move(self, state):
        return state.turn

    def actions(self, state):
        y, x = next(
            (y, row.index(sign)) for sign in ["AB"[state.turn]] for y, row in enumerate(state.board) if sign in row
        )
        for v, u in ((y - 1, x), (y, x - 1), (y, x + 1), (y + 1, x)):
            if 0 <= v < 3 and 0 <= u < 4 and state.board[v][u] == ".":
                yield (y, x), (v, u)

    def result(self, state, action):
        rows = [list(row) for row in state.board]
        (y, x), (v, u) = action
        rows[y][x], rows[v][u] = ".", rows[y][x]
        return replace(state, board=tuple(map("".join, rows)), turn=1 - state.turn)


def test_a_step_is_played_by_two_clicks():
    game = Steps()
    for state in walk(game):
        cells = {cell.name: (cell.y, cell.x) for cell in view_of(game, state).cells}
        for action in game.actions(state):
            assert tuple(cells[name] for name in game.clicks(state, action)) == action


class Builders(Game):
    """Heights on a grid, and each player's builder beside it: step, then build, in one action."""

    class State(NamedTuple):
        heights: tuple[tuple[int, ...], ...] = ((0,) * 3,) * 3
        builders: tuple[tuple[int, int], ...] = ((0, 0), (2, 2))
        turn: int = 0

    says_source = True

    def to_move(self, state):
        return state.turn

    def actions(self, state):
        free = {(y, x) for y in range(3) for x in range(3)} - set(state.builders)
        source = [state.builders[state.turn]] if self.says_source else []
        return [(*source, to, build) for to in sorted(free) for build in sorted(free - {to})]

    def result(self, state, action):
        *_, to, (y, x) = action
        rows = [list(row) for row in state.heights]
        rows[y][x] += 1
        builders = tuple(to if seat == state.turn else at for seat, at in enumerate(state.builders))
        return self.State(tuple(map(tuple, rows)), builders, 1 - state.turn)


def test_pieces_that_a_field_keeps_beside_the_board_stand_on_it():
    game = Builders()
    state = game.result(game.initial(), ((0, 0), (0, 1), (1, 1)))
    view = view_of(game, state)
    assert [(cell.piece, cell.player) for cell in view.cells if cell.piece] == [("A", 0), ("1", None), ("B", 1)]
    assert (view.caption, view.details) == ("heights; A/B: builders", (("turn", "1"),))
    cells = {cell.name: (int(cell.y), int(cell.x)) for cell in view.cells}
    assert [cells[name] for name in game.clicks(state, ((2, 2), (1, 2), (0, 0)))] == [(2, 2), (1, 2), (0, 0)]


def test_they_stay_in_the_table_where_actions_do_not_name_all_that_changes():
    game = Builders()
    game.says_source = False
    state = game.result(game.initial(), ((0, 1), (1, 1)))
    view = view_of(game, state)
    assert [cell.piece for cell in view.cells] == ["", "", "", "", "1", "", "", "", ""]
    assert dict(view.details)["builders"] == "(0, 1), (2, 2)"
    assert game.clicks(state, ((1, 2), (0, 0))) == ()


class Explosions(Texts):
    """Two boards of one size."""

    def keep(self, cells, turn):
        counts = [[int((y, x) in cells) for x in range(SIZE)] for y in range(SIZE)]
        return {"owner": self.rows(cells), "count": counts, "turn": turn}

    def cells(self, state):
        return read(state["owner"])

    def turn(self, state):
        return state["turn"]


def test_two_boards_of_one_size_stand_side_by_side():
    game = Explosions()
    state = game.result(game.initial(), (1, 2))
    view = view_of(game, state)
    assert view.is_grid
    assert {cell.x for cell in view.cells} == {0, 1, 2, 3, 5, 6, 7, 8}
    assert [(cell.y, cell.x, cell.piece) for cell in view.cells if cell.piece] == [(1, 2, "X"), (1, 7, "1")]
    assert view.caption == "From the left: owner, count"
    [name] = game.clicks(state, (3, 3))
    assert [(cell.y, cell.x) for cell in view.cells if cell.name == name] == [(3, 3), (3, 8)]


# What is no board


class Fields(Game):
    """A game whose state is one of these, and whose actions say what the state is next."""

    states: tuple[Any, ...] = ()
    acts: tuple[Any, ...] = ()

    def initial(self):
        return self.states[0]

    def to_move(self, state):
        return self.states.index(state) % 2

    def actions(self, state):
        at = self.states.index(state)
        return [self.acts[at]] if at + 1 < len(self.states) else []

    def result(self, state, action):
        return self.states[self.states.index(state) + 1]

    def utility(self, state, player):
        return 0


class Thing(NamedTuple):
    thing: Any
    turn: int = 0


def game_of(*things, acts=None):
    game = Fields()
    game.states = tuple(Thing(thing, at) for at, thing in enumerate(things))
    game.acts = tuple(acts or [f"next {at}" for at in range(len(things))])
    return game


NINE = (3, 1, 4, 1, 5, 9, 2, 6, 5)


@pytest.mark.parametrize(
    "game",
    [
        pytest.param(game_of("ooooo", "ooo", "o"), id="a row of counters"),
        pytest.param(game_of("ooooooooo", "ooooooo"), id="nine counters"),
        pytest.param(game_of(NINE, (3, 0, *NINE[2:]), acts=[(1, 1)]), id="nine piles"),
        pytest.param(game_of(NINE, (3, 0, 5, *NINE[3:]), (3, 0, 0, 2, 6, *NINE[5:]), acts=[1, 2]), id="nine pits"),
        pytest.param(game_of(("QBGA", "QBGA"), ("BGA", "QBGA")), id="hands that get shorter"),
        pytest.param(game_of(("tiger", "crane"), ("crane", "tiger")), id="two words of one length"),
        pytest.param(game_of(("alice", "bobby", "carol"), ("bobby", "alice", "carol")), id="three words"),
        pytest.param(game_of(((0, 3), (2, 5)), ((1, 3), (2, 5)), acts=[1]), id="two places"),
        pytest.param(game_of(((0, 3), (2, 5), (1, 1)), ((1, 3), (2, 5), (1, 1))), id="three places"),
        pytest.param(game_of((0, 0), (1, 0), (1, 3), acts=[1, 3]), id="scores"),
        pytest.param(game_of({}, {(0, 0): "Q"}, {(0, 0): "Q", (-1, 2): "A"}), id="a board without edges"),
        pytest.param(
            game_of(
                frozenset(),
                frozenset({((0, 0), (0, 1))}),
                frozenset({((0, 0), (0, 1)), ((0, 0), (1, 0))}),
                frozenset({((0, 0), (0, 1)), ((0, 0), (1, 0)), ((2, 1), (2, 2))}),
                acts=[((0, 0), (0, 1)), ((0, 0), (1, 0)), ((2, 1), (2, 2))],
            ),
            id="edges between dots",
        ),
        pytest.param(game_of(((1, 2, 3), (4, 5)), ((1, 2), (4, 5))), id="rows of unequal length"),
        pytest.param(game_of([[["a"] * 3] * 3] * 3, [[["b"] * 3] * 3] * 3), id="a cube"),
        pytest.param(game_of(3, 2, 1), id="a number"),
        pytest.param(game_of(None, None), id="nothing"),
        pytest.param(game_of((), ()), id="an empty tuple"),
        pytest.param(game_of({"north": "K", "south": "Q"}), id="a dict by names"),
        pytest.param(game_of(((1.5, 2.5, 0.5), (1.0, 2.0, 3.0))), id="measures"),
    ],
)
def test_other_fields_are_no_board(game):
    for state in game.states:
        view = as_view(game.view(state))
        assert view.cells == ()
        assert [name for name, _ in view.details] == ["thing", "turn"]
        assert view.caption == ""


def test_moves_of_a_row_are_no_coordinates():
    """Rows of text from which some counters are taken: (row, count) looks like a place, and isn't one."""

    class Rows(Game):
        State = namedtuple("State", "rows turn", defaults=(("ooooo", "ooo..", "o...."), 0))

        def to_move(self, state):
            return state.turn

        def actions(self, state):
            return [(at, n) for at, row in enumerate(state.rows) for n in range(1, 1 + row.count("o"))]

        def result(self, state, action):
            at, n = action
            left = state.rows[at].count("o") - n
            rows = (*state.rows[:at], ("o" * left).ljust(5, "."), *state.rows[at + 1 :])
            return self.State(rows, 1 - state.turn)

        def utility(self, state, player):
            return 0

    game = Rows()
    assert len(view_of(game, game.initial()).cells) == 15
    assert {game.clicks(game.initial(), action) for action in game.actions(game.initial())} == {()}


def test_the_form_never_changes_along_a_game():
    """A hand that has nine cards at the start, or that comes to have as many, is never a board."""
    for lengths in ((9, 8, 7), (8, 9, 10), (9, 9, 8)):
        game = game_of(*(tuple("ABCDEFGHIJ"[:length]) for length in lengths))
        assert {len(as_view(game.view(state)).cells) for state in game.states} == {0}


def test_a_state_unlike_those_seen_at_first_is_still_shown():
    game = Texts()
    odd = Pair(("...", "X"), 1)
    view = as_view(game.view(odd))
    assert view.cells == ()
    assert view.details == (("board", "..., X"), ("turn", "1"))
    places = Places()
    far = places.keep({(7, 8): "X"}, 1)
    assert [(cell.y, cell.x) for cell in view_of(places, far).cells if cell.piece] == [(7, 8)]


def test_what_is_hidden_stays_as_it_was():
    class Secret(Texts):
        def observe(self, state, player):
            return state.turn

    game = Secret()
    assert game.view(game.initial()) == game.state_name(game.initial())


def test_a_state_that_its_author_names_is_shown_by_that_name():
    class Spoken(Fields):
        def state_name(self, state):
            return f"after {self.states.index(state)}"

    game = Spoken()
    game.states, game.acts = (Thing(1), Thing(2)), ("on",)
    assert game.view(game.states[1]) == "after 1"


def test_chance_and_broken_rules_are_survived():
    class Dice(Texts):
        def to_move(self, state):
            return CHANCE if sum(map(len, self.cells(state))) % 4 == 0 else state.turn

        def chances(self, state):
            return [(action, 0.5) for action in list(self.actions(state))[:2]]

    class Broken(Texts):
        def result(self, state, action):
            raise ZeroDivisionError

    dice = Dice()
    assert len(view_of(dice, dice.initial()).cells) == SIZE * SIZE
    broken = Broken()
    assert isinstance(broken.view(broken.initial()), View)


def test_a_game_needs_no_hash():
    @dataclass
    class Sized(Texts):
        width: int = SIZE

    game = Sized()
    with pytest.raises(TypeError):
        hash(game)
    assert len(find_cells(game, game.initial(), (0, 0))) == 1


def test_values_are_written_as_people_read_them():
    class Bid(NamedTuple):
        number: int
        face: Number

    @dataclass(frozen=True)
    class State:
        last_bid: Bid
        cards: tuple[Any, ...] = (frozenset({10, 9}), (), None)
        done: bool = False
        deck: str = "k" * 2_000

    state = State(Bid(2, Number.SECOND))
    game = game_of(state)
    game.states = (state,)
    details = dict(as_view(game.view(state)).details)
    assert details["last bid"] == "number 2, face second"
    assert details["cards"] == "(9, 10), none, none"
    assert details["done"] == "no"
    assert len(details["deck"]) == 600
