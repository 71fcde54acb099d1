"""Go against rules written point by point, published counts and values; ko, superko, SGF, notation, parsers."""

import time
from itertools import product
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plywise import Limit, Record, load_game
from plywise.games.go import Go, read_sgf, write_sgf
from plywise.games.record_files import write_records
from plywise.kernel import Searcher, Switches, compile_rules
from plywise.kernel.building import compare
from plywise.rules import CatalogError, IllegalActionError, NotationError, RecordError, RecordTree, as_view
from tests.games.samples import playthrough

Point = tuple[int, int]
Board = dict[Point, str]

# The rules once more: a dict of stones, and a walk from point to point


def beside(size: int, point: Point) -> list[Point]:
    x, y = point
    around = [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]
    return [(x, y) for x, y in around if 0 <= x < size and 0 <= y < size]


def region(size: int, board: Board, point: Point) -> tuple[set[Point], set[str]]:
    """Return the points joined to one by points of the same kind, and what is found beside them."""
    kind, found, edge, todo = board.get(point, "."), {point}, set(), [point]
    while todo:
        for near in beside(size, todo.pop()):
            if board.get(near, ".") != kind:
                edge.add(board.get(near, "."))
            elif near not in found:
                found.add(near)
                todo.append(near)
    return found, edge


def lay(size: int, board: Board, point: Point, piece: str) -> Board | None:
    """Return the board after a stone; None where it has no liberty."""
    after = {**board, point: piece}
    for near in beside(size, point):
        if after.get(near, piece) != piece:
            chain, edge = region(size, after, near)
            if "." not in edge:
                after = {at: there for at, there in after.items() if at not in chain}
    return after if "." in region(size, after, point)[1] else None


def lead(size: int, board: Board) -> int:
    """Return the lead of X in area."""
    total = 0
    for point in product(range(size), range(size)):
        owners = {board[point]} if point in board else region(size, board, point)[1]
        total += (owners == {"X"}) - (owners == {"O"})
    return total


def as_board(game: Go, state: Any) -> Board:
    rows = game.rows(state)[::-1]
    return {(x, y): piece for y, row in enumerate(rows) for x, piece in enumerate(row) if piece != "."}


@pytest.mark.parametrize(("size", "games"), [(2, 6), (3, 8), (5, 6), (7, 3), (8, 1), (9, 1)])
def test_agrees_with_a_walk_from_point_to_point(size, games):
    game, random = Go(size, 0), Random(size)
    for _ in range(games):
        state, passes = game.initial(), 0
        before: Board = {}
        while not game.is_terminal(state):
            board, piece = as_board(game, state), "XO"[state.turn]
            after = {p: lay(size, board, p, piece) for p in product(range(size), range(size)) if p not in board}
            legal = {y * size + x: laid for (x, y), laid in after.items() if laid is not None and laid != before}
            if passes:
                legal = {y * size + x: laid for (x, y), laid in after.items() if laid is not None}
            assert list(game.actions(state)) == [*sorted(legal), size * size]
            for action, laid in legal.items():
                assert as_board(game, game.result(state, action)) == laid
            assert {*game.noisy_actions(state)} == {
                action for action, laid in legal.items() if len(laid or {}) <= len(board)
            }
            assert game.utility(state, 0) == -game.utility(state, 1) == lead(size, board)
            action = random.choice([*legal] * 3 + [size * size])
            before, passes = board, passes + 1 if action == size * size else 0
            state = game.result(state, action)


def is_eye(size: int, board: Board, point: Point, piece: str) -> bool:
    """Whether an empty point is an eye: own stones beside it, and too few of the other's at its corners to spoil it."""
    x, y = point
    if any(board.get(near) != piece for near in beside(size, point)):
        return False
    corners = [(x + i, y + j) for i in (-1, 1) for j in (-1, 1)]
    spoiled = sum(board.get(corner, piece) != piece for corner in corners)
    is_edge = x in (0, size - 1) or y in (0, size - 1)
    return spoiled < (1 if is_edge else 2)


def last_points(size: int, board: Board, piece: str) -> set[Point]:
    """Return the free points of chains that have one left."""
    found = set()
    for point in [point for point, there in board.items() if there == piece]:
        chain, _ = region(size, board, point)
        free = {near for stone in chain for near in beside(size, stone) if near not in board}
        found |= free if len(free) == 1 else set()
    return found


@pytest.mark.parametrize(("size", "games"), [(2, 3), (5, 6), (7, 3), (9, 2)])
def test_playouts_take_save_or_fill_no_eye(size, games):
    game, random = Go(size, 0), Random(f"playouts on {size}")
    urgent = 0
    for _ in range(games):
        state = game.initial()
        for _ in range(3 * size * size):
            board, piece = as_board(game, state), "XO"[state.turn]
            drawn = list(game.playout_actions(state))
            assert {*drawn} <= {*game.actions(state)}
            assert len({*drawn}) == len(drawn) > 0
            points = {(action % size, action // size) for action in drawn if action != size * size}
            taking = last_points(size, board, "OX"[state.turn]) - {(state.ko % size, state.ko // size)}
            saving = last_points(size, board, piece)
            must_save = {each for each in saving if sum(near not in board for near in beside(size, each)) > 1}
            if taking or must_save:
                urgent += 1
                assert taking | must_save <= points <= taking | saving
            assert not any(is_eye(size, board, point, piece) for point in points - taking - saving)
            state = game.result(state, random.choice(drawn))
            if game.is_terminal(state):
                break
        else:
            assert size == 2, "playouts end"
    assert urgent > 0


# Legal boards: J. Tromp and G. Farnebaeck, Combinatorics of Go, 2007


@pytest.mark.parametrize(("size", "boards"), [(2, 57), (3, 12_675)])
def test_legal_boards_as_published(size, boards):
    game, found = Go(size, 0), 0
    for cells in product(".XO", repeat=size * size):
        rows = ["".join(cells[i : i + size]) for i in range(0, size * size, size)]
        try:
            game.parse_state("/".join(rows) + " X")
        except NotationError:
            continue
        found += 1
    assert found == boards


# Values: senseis.xmp.net, SmallBoardGo (area, no komi); 2x2 is 1 with positional superko and without suicide


@pytest.mark.parametrize(("size", "value", "best"), [pytest.param(2, 1, "A1", marks=pytest.mark.slow), (3, 9, "B2")])
def test_small_boards_are_worth_what_is_known(size, value, best):
    game = Go(size, komi=0)
    without = ("table", "any_depth") if size == 3 else ("table", "any_depth", "deepening", "aspiration")
    decision = Searcher(game, Switches().without(*without), keep=False).decide(limit=Limit(time=120))
    assert (str(decision.status), decision.value) == ("proven", value)
    assert game.action_name(game.initial(), decision.action) == best


def test_komi_is_for_white():
    game = Go(3, komi=2.5)
    state = game.parse_state("3/1X1/3 X over")
    assert (game.utility(state, 0), game.utility(state, 1)) == (6.5, -6.5)
    assert game.utility_scale == 2
    assert game.evaluate(state, 0) == -game.evaluate(state, 1)


# Ko and superko

KO = "1XO2/XO1O1/1XO2/5/5 X"
"""X may take the stone at B4 from C4."""


def played(game: Go, state: Any, name: str) -> Any:
    action: Any = game.parse_action(state, name)
    return game.result(state, action)


def test_a_ko_may_not_be_taken_back_at_once():
    game = Go(5, 0)
    state = game.parse_state(KO)
    taken = played(game, state, "c4")
    assert game.state_name(taken) == "1XO2/X1XO1/1XO2/5/5 O ko=B4"
    assert "B4" not in [game.action_name(taken, action) for action in game.actions(taken)]
    assert game.parse_state(game.state_name(taken)) == taken
    with pytest.raises(IllegalActionError, match="choose one of"):
        game.parse_action(taken, "B4")
    for elsewhere in ("A1", "pass"):
        later = played(game, played(game, taken, elsewhere), "E1")
        assert "B4" in [game.action_name(later, action) for action in game.actions(later)]


def test_a_board_may_not_come_back_though_a_state_would_allow_it():
    game = Go(5, 0)
    record = Record(game, game.parse_state(KO))
    for name in ("C4", "pass", "pass"):
        record.play(record.find(name))
    assert record.is_over
    record.undo()
    assert "E1" in [game.action_name(record.state, action) for action in record.options()]
    record = Record(game, game.parse_state(KO))
    for name in ("C4", "pass", "E1"):
        record.play(record.find(name))
    assert game.parse_action(record.state, "B4") in record.options()  # E1 has changed the board


def test_no_board_comes_back_and_passing_is_always_allowed():
    """On 2x2 stones are taken and retaken all the time: the record forbids what the state allows."""
    game, random = Go(2, 0), Random(1)
    forbidden = 0
    for _ in range(60):
        record = Record(game)
        while not record.is_over:
            forbidden += len(list(game.actions(record.state))) - len(record.options())
            assert game.pass_action in record.options()
            record.play(random.choice(record.options()))
        boards = [game.repetition_key(state) for state in record.states if state.passes == 0]
        assert len(set(boards)) == len(boards)
    assert forbidden > 10


def test_without_superko_only_the_ko_is_forbidden():
    game = load_game("go:size=5,superko=false")
    assert game.repetition is None
    record = Record(game, game.parse_state(KO))
    assert record.options() == list(game.actions(record.state))


# Notation


def test_names_leave_out_i():
    game = Go(19, 0)
    names = [game.point_name(x) for x in range(19)]
    assert "".join(name[0] for name in names) == "ABCDEFGHJKLMNOPQRST"
    assert game.point_name(360) == "T19"
    assert game.parse_action(game.initial(), " t19 ") == 360


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "must end with X or O to move, as in 3/3/3 X"),
        ("3/3/3", "must end with X or O"),
        ("3/3/3 Z", "must end with X or O"),
        ("3/3/3 X ko", "must end with X or O"),
        ("3/3 X", "is not a board of 3 rows"),
        ("3/1Z1/3 X", "has Z on it"),
        ("XO1/O2/3 X", "some stones have no liberty"),
        ("XXX/XXX/XXX O", "some stones have no liberty"),
        ("3/1X1/3 O ko=A1", "no ko can have been taken at A1"),
        ("3/1X1/3 O ko=B2", "no ko can have been taken at B2"),
        ("3/1X1/3 O ko=T19", "no ko can have been taken at T19"),
    ],
)
def test_a_state_that_is_none_is_refused(text, reason):
    with pytest.raises(NotationError, match=reason) as refused:
        Go(3).parse_state(text)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("spec", ["go:size=1", "go:size=20", "go:komi=0.3", "go:size=3,komi=362"])
def test_other_sizes_and_komi_are_refused(spec):
    with pytest.raises(CatalogError, match=r"columns and rows|half points"):
        load_game(spec)


def test_every_size_can_be_had_without_naming_a_komi():
    for size in range(2, 20):
        game = load_game(f"go:size={size}")
        state = game.parse_state("/".join([str(size)] * size) + " X over")
        assert game.utility(state, 0) == -7 >= game.utility_range[0]


def test_the_view_joins_the_ends_of_rows_and_columns():
    view = as_view(Go(3, 0).view(Go(3, 0).initial()))
    names = [cell.name for cell in view.cells]
    assert [names[a] + names[b] for a, b in view.edges] == ["A3C3", "A2C2", "A1C1", "A3A1", "B3B1", "C3C1"]
    assert view.is_grid


def test_the_view_says_what_is_closed():
    game = Go(5, 0)
    state = game.parse_state("1XO2/X1XO1/1XO2/5/5 O ko=B4")
    view = as_view(game.view(state))
    assert (view.turn, view.caption) == ("O (White) to move", "B4 is closed")
    assert [cell.name for cell in view.cells[:3]] == ["A5", "B5", "C5"]
    assert game.clicks(state, 0) == ("A1",)
    assert as_view(game.view(game.parse_state("3/3/5 X".replace("3/3/5", "5/5/5/5/5") + " passed"))).caption == (
        "White has passed"
    )


def test_at_the_end_the_view_shows_territory_and_score():
    game = Go(5, 0.5)
    view = as_view(game.view(game.parse_state("2XO1/2XO1/2XO1/2XO1/2XO1 X over")))
    owners = {cell.name: cell.player for cell in view.cells if cell.mark == "territory"}
    assert owners == {f"{column}{row}": "ABE".index(column) // 2 for column in "ABE" for row in range(1, 6)}
    assert view.caption == "Black has 15 points, White 10 and 0.5 for komi"
    shared = as_view(game.view(game.parse_state("X3O/5/5/5/5 X over")))
    assert not any(cell.mark == "territory" for cell in shared.cells)


# Symmetry, estimates, compiled


@pytest.mark.parametrize("size", [3, 5, 9])
def test_all_images_are_one(size):
    game, random = Go(size, 0), Random(size)
    for state in playthrough(game, random).states:
        rows, alike = game.rows(state), []
        for _ in range(4):
            rows = [list(row) for row in zip(*rows[::-1], strict=True)]
            for turned in (rows, rows[::-1]):
                alike.append(game.parse_state("/".join(map("".join, turned)) + " " + "XO"[state.turn]))
        if state.ko < 0 and state.passes == 0:
            assert {game.canonical(image) for image in alike} == {game.canonical(state)}
        assert {game.evaluate(image, 0) for image in alike} == {game.evaluate(state, 0)}


@given(st.integers(0, 10**6))
def test_features_add_up(seed):
    game, random = Go(5, 1.5), Random(seed)
    state = random.choice(playthrough(game, random).states)
    for player in (0, 1):
        assert sum(game.features(state, player).values()) == game.evaluate(state, player)


@pytest.mark.parametrize("spec", ["go:superko=false", pytest.param("go:size=11,komi=0.5", marks=pytest.mark.slow)])
def test_compiled_rules_agree(spec):
    game = load_game(spec)
    rules = compile_rules(game, keep=False)
    assert compare(game, rules, seed=5, states=200) is None
    points = (game.max_actions or 0) - 1
    assert [rules.perft(game.initial(), depth) for depth in range(3)] == [1, points + 1, points**2 + points + 1]


@pytest.mark.slow
def test_a_checked_build_meets_no_overflow():
    game = Go(9, 0)
    assert compare(game, compile_rules(game, checked=True, keep=False), seed=2, states=130) is None


# SGF


@pytest.mark.parametrize("size", [2, 5, 9, 19])
def test_records_read_back_from_sgf(size):
    game = Go(size, 0.5)
    for seed in range(3):
        record, random = Record(game), Random(seed)
        while not record.is_over and len(record.actions) < 60:
            record.play(random.choice(record.options()))
        again = read_sgf(write_sgf([RecordTree.of(record)]))[0].record
        assert (again.states, again.actions, again.is_over) == (record.states, record.actions, record.is_over)
        assert isinstance(again.game, Go)
        assert (again.game.size, again.game.komi) == (size, 0.5)


def test_sgf_as_others_write_it():
    text = """(;FF[4]GM[1]SZ[5]KM[0.5]AP[Some:1]C[a \\] comment; with (everything)]
        AB[bb][cc:dd]AW[ea]PL[W]
        ;W[ab]C[x];B[tt](;W[ba];B[ca])(;W[ca]))"""
    record = read_sgf(text)[0].record
    assert record.game.state_name(record.states[0]) == "4O/1X3/2XX1/2XX1/5 O"
    assert record.action_names == ["A4", "pass", "B5", "C5"]
    again = read_sgf(write_sgf([RecordTree.of(record)]))[0].record
    assert again.states == record.states


def test_sgf_with_any_space_around_a_number_is_read():
    """Fuzzing found that `int` refuses spaces that patterns and `strip` take for spaces."""
    game = read_sgf("(;SZ[\x1e5\x1f]KM[\x1c0.5 ])")[0].game
    assert isinstance(game, Go)
    assert (game.size, game.komi) == (5, 0.5)


def test_sgf_sets_up_stones_in_any_node_before_the_first_move():
    record = read_sgf("(;SZ[3]KM[0];AB[aa]PL[B];AE[aa]AW[bb]PL[W]C[now];W[ca])")[0].record
    assert record.game.state_name(record.states[0]) == "3/1O1/3 O"
    assert record.action_names == ["C3"]
    assert read_sgf("(;SZ[3];AB[bb];AW[aa])")[0].start == "O2/1X1/3 X"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "is not a game in SGF"),
        ("hello", "is not a game in SGF"),
        ("(;SZ[9]", "is not a game in SGF"),
        ("(;SZ[9]KM[x])", "write a size and a number"),
        ("(;SZ[9:10])", "write a size and a number"),
        ("(;SZ[25])", "can't be played: A Go board has 2 to 19"),
        ("(;SZ[9]KM[0.3])", "half points"),
        ("(;GM[2]SZ[9])", "GM must be 1"),
        ("(;SZ[3]PL[Z])", "write B or W"),
        ("(;SZ[3];B[dd])", "is not a point of this board"),
        ("(;SZ[3];B[a\n\nb])", r"'a\\n\\nb' is not a point of this board"),
        ("(;SZ[3];B[aa];B[bb])", "who isn't to move"),
        ("(;SZ[3];B[aa];W[aa])", "isn't legal"),
        ("(;SZ[3];B[];W[];B[aa])", "after two passes"),
        ("(;SZ[3];B[aa];AB[bb])", "sets up stones after the start"),
        ("(;SZ[3]AB[])", "names no point to set up a stone on"),
        ("(;SZ[3]AB[\n:aa])", r"'\\n:aa' names no point to set up a stone on"),
        ("(;SZ[3]AB[aa:cc])", "no liberty"),
    ],
)
def test_sgf_that_can_t_be_played_is_refused(text, reason):
    with pytest.raises(RecordError, match=reason) as refused:
        read_sgf(text)
    assert "\n" not in str(refused.value)


def test_what_sgf_has_no_words_for_is_refused():
    game = Go(5, 0)
    with pytest.raises(RecordError, match="start it earlier"):
        write_sgf([RecordTree(game, "1XO2/X1XO1/1XO2/5/5 O ko=B4")])
    with pytest.raises(RecordError, match="not those of tic-tac-toe"):
        write_sgf([RecordTree(load_game("tic-tac-toe"))])


# Whatever a parser takes can be played on


def fuzz_states(seconds: float, rounds: int, seed: int) -> None:
    random, started, taken = Random(seed), time.monotonic(), 0
    games = [Go(size, 0) for size in (2, 3, 5, 9)]
    while taken < rounds or time.monotonic() - started < seconds:
        game = random.choice(games)
        cells = [random.choice("...XO") for _ in range(game.squares + random.choice([0, 0, 0, 0, 1]))]
        rows = ["".join(cells[i : i + game.size]) for i in range(0, len(cells), game.size)]
        more = random.choice(["", " ko=A1", " ko=B2", " passed", " over", " ko=Z9", " KO=B1"])
        try:
            state = game.parse_state("/".join(rows) + random.choice([" X", " O", " o", "X", ""]) + more)
        except NotationError:
            continue
        taken += 1
        assert game.parse_state(game.state_name(state)) == state
        for _ in range(6):
            game.view(state), game.evaluate(state, 0), game.utility(state, 0), game.canonical(state)
            if game.is_terminal(state):
                break
            state = game.result(state, random.choice(list(game.actions(state))))


def fuzz_sgf(seconds: float, rounds: int, seed: int) -> None:
    random, started, tried = Random(seed), time.monotonic(), 0
    seeds = [write_records([playthrough(Go(size, 0.5), random)], ".sgf") for size in (2, 3, 5)]
    seeds.append("(;SZ[5]AB[aa][bb:cc]AW[ee]PL[W];W[ab](;B[tt])(;B[])C[a\\]b])")
    while tried < rounds or time.monotonic() - started < seconds:
        tried += 1
        letters = list(random.choice(seeds))
        for _ in range(random.randrange(1, 6)):
            place = random.randrange(len(letters))
            letters[place : place + random.randrange(3)] = random.choice(
                ["", "(", ")", ";", "[", "]", "B", "ab", "\\", "9"]
            )
        try:
            trees = read_sgf("".join(letters))
        except RecordError:
            continue
        assert read_sgf(write_sgf(trees)) == trees


def test_parsed_states_can_be_played():
    fuzz_states(0, 150, seed=1)


def test_parsed_sgf_is_written_again():
    fuzz_sgf(0, 300, seed=1)


@pytest.mark.slow
def test_parsed_states_can_be_played_for_long():
    fuzz_states(30, 0, seed=2)


@pytest.mark.slow
def test_parsed_sgf_is_written_again_for_long():
    fuzz_sgf(30, 0, seed=2)
