"""Morris against rules written by names, OpenSpiel, published counts and values; notation, symmetry, estimates."""

from collections.abc import Callable, Iterable, Mapping
from itertools import combinations, pairwise
from random import Random
from time import monotonic
from typing import Any, NamedTuple

import pyspiel
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plywise import Decision, IllegalActionError, Limit, Record, SearchOptions, decide, load_game
from plywise.games.morris import Morris
from plywise.kernel import Searcher, compile_rules
from plywise.kernel.building import compare
from plywise.rules import CatalogError, Choice, NotationError, Status, Unit, as_view
from tests.games.fuzzing import check_mutated
from tests.games.samples import playthrough, sample
from tests.kernel.harness import perft

SPECS = ["nine-mens-morris", "six-mens-morris", "three-mens-morris", "morris:men=6", "morris:men=3"]

# The rules once more, written differently: boards as the names on their lines, stones as sets of names

NINE = """a7 d7 g7, b6 d6 f6, c5 d5 e5, a4 b4 c4, e4 f4 g4, c3 d3 e3, b2 d2 f2, a1 d1 g1,
a7 a4 a1, b6 b4 b2, c5 c4 c3, d7 d6 d5, d3 d2 d1, e5 e4 e3, f6 f4 f2, g7 g4 g1"""
SIX = """a5 c5 e5, b4 c4 d4, b2 c2 d2, a1 c1 e1, a5 a3 a1, b4 b3 b2, d4 d3 d2, e5 e3 e1,
a3 b3, d3 e3, c5 c4, c2 c1"""
THREE = "a3 b3 c3, a2 b2 c2, a1 b1 c1, a3 a2 a1, b3 b2 b1, c3 c2 c1, a1 b2 c3, a3 b2 c1"
LINES = {men: [line.split() for line in text.split(",")] for men, text in ((9, NINE), (6, SIX), (3, THREE))}


class Position(NamedTuple):
    """Whose turn it is, and for each player the stones' names and how many are in hand."""

    turn: int
    stones: tuple[frozenset[str], frozenset[str]]
    hands: tuple[int, int]


class ByNames:
    """Morris by names."""

    def __init__(self, men: int, flying: bool) -> None:
        self.men, self.flying = men, flying
        self.mills = [set(line) for line in LINES[men] if len(line) == 3]
        self.points = {name for line in LINES[men] for name in line}
        self.ways = {frozenset(step) for line in LINES[men] for step in pairwise(line)}

    def start(self) -> Position:
        return Position(0, (frozenset(), frozenset()), (self.men, self.men))

    def has_mill(self, stones: Iterable[str], at: str) -> bool:
        return any(at in mill and mill <= set(stones) for mill in self.mills)

    def steps(self, position: Position) -> list[tuple[str, str]]:
        """List where stones can go, and from where: from nowhere while they are placed."""
        mine = position.stones[position.turn]
        empty = self.points - position.stones[0] - position.stones[1]
        if position.hands[position.turn]:
            return [("", to) for to in empty]
        flies = self.flying and len(mine) == 3
        return [(start, to) for start in mine for to in empty if flies or {start, to} in self.ways]

    def turns(self, position: Position) -> dict[str, Position]:
        """Name each turn, with the position after it."""
        found = {}
        turn = position.turn
        mine, theirs = position.stones[turn], position.stones[1 - turn]
        for start, to in self.steps(position):
            after, taken = mine - {start} | {to}, {""}
            if self.men > 3 and self.has_mill(after, to) and theirs:
                taken = {stone for stone in theirs if not self.has_mill(theirs, stone)} or set(theirs)
            for stone in taken:
                name = (f"{start}-{to}" if start else to) + (f"x{stone}" if stone else "")
                stones, hands = [after, theirs - {stone}], list(position.hands)
                hands[turn] -= not start
                found[name] = Position(1 - turn, tuple(stones[:: 1 - 2 * turn]), tuple(hands))  # type: ignore[arg-type]
        return found

    def is_lost(self, position: Position) -> bool:
        """Whether the player to move has lost."""
        turn, theirs = position.turn, position.stones[1 - position.turn]
        if self.men == 3 and any(mill <= theirs for mill in self.mills):
            return True
        return len(position.stones[turn]) + position.hands[turn] < 3 or not self.steps(position)

    def count(self, position: Position, depth: int) -> int:
        if depth == 0:
            return 1
        if self.is_lost(position):
            return 0
        return sum(self.count(after, depth - 1) for after in self.turns(position).values())


def by_names(game: Morris) -> ByNames:
    return ByNames(game.men, game.flying)


def as_position(game: Morris, state: Any) -> Position:
    cells = as_view(game.view(state)).cells
    stones = tuple(frozenset(cell.name for cell in cells if cell.player == player) for player in (0, 1))
    return Position(state.turn, stones, (state.hand // 2, (state.hand + 1) // 2))  # type: ignore[arg-type]


def assert_same(game: Morris, state: Any) -> None:
    names, position = by_names(game), as_position(game, state)
    assert game.is_terminal(state) == names.is_lost(position)
    found = {game.action_name(state, action): game.result(state, action) for action in game.actions(state)}
    assert len(found) == len(list(game.actions(state)))
    assert {name: as_position(game, after) for name, after in found.items()} == names.turns(position)


def load(spec: str) -> Morris:
    game = load_game(spec)
    assert isinstance(game, Morris)
    return game


@st.composite
def any_states(draw: Callable[..., Any]) -> tuple[Morris, Any]:
    """Draw a state that a parser accepts, reachable or not: often with many mills, or with few stones."""
    game = load(draw(st.sampled_from(SPECS)))
    placed = draw(st.integers(0, 2 * game.men)) if draw(st.booleans()) else 2 * game.men
    hand = 2 * game.men - placed
    turn = placed % 2 if hand else draw(st.integers(0, 1))
    most = (game.men - (hand + 1) // 2, game.men - hand // 2)
    least = most if game.men == 3 else (max(2 - (hand + 1) // 2, 0), max(3 - hand // 2, 0))
    counts = [draw(st.integers(low, high)) for low, high in zip(least, most, strict=True)]
    points = draw(st.permutations(range(len(game.board.places))))
    me, other = points[: counts[0]], points[counts[0] : sum(counts)]
    state = game.State(sum(1 << point for point in me), sum(1 << point for point in other), hand, turn)
    if game.men == 3 and game.held(state.me):
        return game, game.initial()
    return game, state


@pytest.mark.parametrize("spec", SPECS)
def test_agrees_with_rules_by_names(spec):
    game, states = sample(spec, playings=5)
    assert isinstance(game, Morris)
    for state in states:
        if not game.is_terminal(state):
            assert_same(game, state)


@settings(max_examples=300, deadline=None)
@given(any_states())
def test_any_state_plays_by_the_rules_and_is_read_back(drawn):
    game, state = drawn
    assert game.parse_state(game.state_name(state)) == state
    assert game.max_actions is not None
    assert len(list(game.actions(state))) <= game.max_actions
    assert_same(game, state)
    images = {game.canonical(image) for image in symmetric(game, state)}
    assert images == {game.canonical(state)}
    assert game.canonical(state) in symmetric(game, state)
    assert {game.evaluate(image, 0) for image in symmetric(game, state)} == {game.evaluate(state, 0)}
    for player in (0, 1):
        assert sum(game.features(state, player).values()) == game.evaluate(state, player)
    noisy = [action for action in game.actions(state) if game.rank(state, action) >= 100]
    assert list(game.noisy_actions(state)) == noisy


# Counts

MIDDLES = [
    "X1O/1XO/3/X1OX1O/1X1/O2/X1O X 3-3",
    "XOX/OXO/1X1/X1OOXO/OX1/1O1/XOX O",
    "X1X/1O1/3/4O1/3/X2/1O1 X",
    "2X/1XO/1OX/OXOXOX/1X1/2O/2X X",
]


@pytest.mark.parametrize(("spec", "depth"), [("nine-mens-morris", 3), ("six-mens-morris", 4), ("three-mens-morris", 6)])
def test_lines_of_play_by_names(spec, depth):
    game = load(spec)
    assert perft(game, game.initial(), depth) == by_names(game).count(by_names(game).start(), depth)


def test_compiled_rules_agree():
    game = load("nine-mens-morris")
    rules = compile_rules(game, keep=False)
    assert compare(game, rules, seed=5, states=400) is None
    counted = [rules.perft(game.initial(), depth) for depth in range(6)]
    mills = 16 * 3 * 2 * 21 * 20  # X closes one of 16 mills at the fifth ply, in any order, beside any two of O's
    assert counted == [1, 24, 552, 12_144, 255_024, 255_024 * 20 + mills]
    for text in MIDDLES:
        state = game.parse_state(text)
        assert rules.perft(state, 3) == by_names(game).count(as_position(game, state), 3)
        assert [rules.rank(state, action) for action in game.actions(state)] == [
            game.rank(state, action) for action in game.actions(state)
        ]


def test_a_checked_build_meets_no_overflow():
    game = load("six-mens-morris")
    assert compare(game, compile_rules(game, checked=True, keep=False), seed=2, states=200) is None


# Of eigenraum/solving-nine-mens-morris, RESULTS.md: won, lost and drawn states of a subspace, symmetric ones as one

SUBSPACES = {(3, 3): (140_621, 28_736, 269), (3, 4): (102_281, 0, 658_117)}


def placements(game: Morris, mine: int, theirs: int) -> set[Any]:
    """Return the canonical states with so many stones, all placed; each is like one with canonical stones of mine."""
    points = range(len(game.board.places))
    masks = {count: [sum(1 << p for p in chosen) for chosen in combinations(points, count)] for count in (mine, theirs)}
    first = {game.canonical(game.State(me, 0, 0)).me for me in masks[mine]}
    return {game.canonical(game.State(me, other, 0)) for me in first for other in masks[theirs] if not me & other}


@pytest.mark.slow  # counted by index in CI
def test_the_3_3_subspace_has_169626_states():
    assert len(placements(Morris(), 3, 3)) == sum(SUBSPACES[3, 3]) == 169_626


@pytest.mark.slow
def test_the_3_4_subspace_has_760398_states():
    assert len(placements(Morris(), 3, 4)) == sum(SUBSPACES[3, 4]) == 760_398


@pytest.mark.slow
def test_the_3_3_subspace_is_won_lost_and_drawn_as_published():
    game = Morris()
    ahead = {}
    for state in placements(game, 3, 3):
        wins = any(True for _ in game.noisy_actions(state))  # whoever closes a mill leaves two stones
        actions = () if wins else game.actions(state)
        ahead[state] = {game.canonical(game.result(state, a))._replace(turn=0) for a in actions}
    values = solved(ahead, {state: 1 for state, after in ahead.items() if not after})
    counts = tuple(sum(value == one for value in values.values()) for one in (1, -1))
    assert (*counts, len(ahead) - len(values)) == SUBSPACES[3, 3]


def solved(ahead: Mapping[Any, Iterable[Any]], values: dict[Any, int]) -> dict[Any, int]:
    """Add all wins and losses of the player to move that follow from those given; what is left out is drawn."""
    while True:
        found = {}
        for state, after in ahead.items():
            if state not in values:
                worth = {values.get(each, 0) for each in after}
                if -1 in worth:
                    found[state] = 1
                elif worth == {1}:
                    found[state] = -1
        if not found:
            return values
        values.update(found)


# Three men's morris, solved: Dudeney, Amusements in Mathematics, 1917, no. 110, "Ovid's Game", has the first player win
# by the middle, and a draw where that is barred


def solved_by_names(names: ByNames) -> dict[Position, int]:
    """Return the values of all positions that aren't drawn."""
    ahead: dict[Position, Iterable[Position]] = {}
    found = [names.start()]
    while found:
        position = found.pop()
        if position not in ahead:
            ahead[position] = () if names.is_lost(position) else names.turns(position).values()
            found += ahead[position]
    assert len(ahead) == 5_390
    return solved(ahead, {position: -1 for position, after in ahead.items() if not after})


def first_actions(values: dict[Position, int], names: ByNames) -> dict[str, int]:
    return {name: -values.get(after, 0) for name, after in names.turns(names.start()).items()}


CORNERS, SIDES = ("a1", "a3", "c1", "c3"), ("a2", "b1", "b3", "c2")
OVID = {**dict.fromkeys(CORNERS, 0), **dict.fromkeys(SIDES, -1), "b2": 1}
"""What each first place is worth where stones move to the next point."""


@pytest.mark.parametrize(("spec", "worth"), [("three-mens-morris", OVID), ("morris:men=3", dict.fromkeys(OVID, 0))])
def test_three_mens_morris_is_solved(spec, worth):
    game = load(spec)
    values = solved_by_names(by_names(game))
    assert first_actions(values, by_names(game)) == worth
    for position in Random(3).sample(sorted(values, key=repr), 500):
        assert_same(game, game.parse_state(written(position)))


def written(position: Position) -> str:
    """Write a position of three men's morris as our parser reads it."""
    pieces = {name: "XO"[player] for player in (0, 1) for name in position.stones[player]}
    rows = ["".join(pieces.get(column + row, ".") for column in "abc") for row in "321"]
    return f"{'/'.join(rows)} {'XO'[position.turn]} {position.hands[0]}-{position.hands[1]}"


def test_search_solves_three_mens_morris():
    game = load("three-mens-morris")
    searcher, random = Searcher(game, table_mb=4, keep=False), Random(4)
    start = searcher.decide(game.initial(), limit=Limit(depth=40), all_exact=True)
    assert {game.action_name(game.initial(), each.action): decided(each) for each in start.choices} == OVID
    values = solved_by_names(by_names(game))
    for _ in range(12):
        for state in playthrough(game, random).states[:-1:2]:
            found = searcher.decide(state, limit=Limit(depth=40))
            assert decided(found) == values.get(as_position(game, state), 0)


def decided(found: Choice | Decision) -> float:
    """Return a value where it is won or lost; any other is a draw, or looks like one for 40 plies."""
    return found.value if found.unit is Unit.UTILITY else 0


def test_diagonal_moves_make_no_difference_to_ovids_game():
    names = ByNames(3, flying=False)
    names.ways = {frozenset(step) for line in LINES[3][:6] for step in pairwise(line)}
    assert first_actions(solved_by_names(names), names) == OVID


def test_the_first_players_win_is_proven():
    game = load("three-mens-morris")
    state = game.parse_state("3/1X1/3 O 2-3")
    found = decide(game, state, limit=Limit(depth=8), options=SearchOptions(engine="plain"))
    assert (found.value, found.status) == (-1, Status.PROVEN)


# OpenSpiel, which counts a removal as a ply of its own and calls a game of 200 turns a draw

ROWS = ("7adg", "6bdf", "5cde", "4abcefg", "3cde", "2bdf", "1adg")
READING = [column + row[0] for row in ROWS for column in row[1:]]
"""The points in the order of OpenSpiel's numbers."""


def their_turns(theirs: Any) -> dict[str, Any]:
    """Name each turn in OpenSpiel, with the state after it."""
    found, player = {}, theirs.current_player()
    for action in theirs.legal_actions():
        name = READING[action] if action < 24 else f"{READING[action // 24 - 1]}-{READING[action % 24]}"
        after = theirs.child(action)
        if after.current_player() != player:
            found[name] = after
        else:
            found |= {f"{name}x{READING[taken]}": after.child(taken) for taken in after.legal_actions()}
    return found


def their_board(theirs: Any) -> str:
    """Return what stands on each point, from the top."""
    drawn = str(theirs).partition("\n\n")[0]
    return "".join(piece for piece in drawn if piece in ".WB").replace("W", "X").replace("B", "O")


def compare_with_open_spiel(seed: int, positions: int) -> None:
    game, random, spiel = Morris(), Random(seed), pyspiel.load_game("nine_mens_morris")
    seen = 0
    while seen < positions:
        state, theirs = game.initial(), spiel.new_initial_state()
        for _ in range(190):
            assert "".join(map("".join, game.rows(state))) == their_board(theirs)
            assert game.is_terminal(state) == theirs.is_terminal()
            seen += 1
            if game.is_terminal(state):
                assert [game.utility(state, player) for player in (0, 1)] == theirs.returns()
                break
            ahead = their_turns(theirs)
            actions = list(game.actions(state))
            assert sorted(game.action_name(state, action) for action in actions) == sorted(ahead)
            action = random.choice(actions)
            theirs, state = ahead[game.action_name(state, action)], game.result(state, action)


def test_5_000_positions_as_in_open_spiel():
    compare_with_open_spiel(seed=6, positions=5_000)


@pytest.mark.slow
def test_50_000_positions_as_in_open_spiel():
    compare_with_open_spiel(seed=7, positions=50_000)


# What the rules say, one by one


def options(game: Morris, text: str) -> set[str]:
    state = game.parse_state(text)
    return {game.action_name(state, action) for action in game.actions(state)}


def test_a_double_mill_takes_one_stone():
    found = options(Morris(), "1XX/3/3/X5/3/3/XO1 X 5-5")
    assert {name for name in found if name.startswith("a7")} == {"a7xd1"}


def test_a_stone_in_a_mill_is_safe_unless_all_are():
    assert {name for name in options(Morris(), "XX1/3/OOO/6/1O1/3/3 X 5-5") if "x" in name} == {"g7xd3"}
    found = options(Morris(), "XX1/3/OOO/6/3/3/3 X 5-5")
    assert {name for name in found if "x" in name} == {"g7xc5", "g7xd5", "g7xe5"}


def test_three_stones_fly_and_four_do_not():
    assert len(options(Morris(), "X2/3/3/X5/2X/3/OOO X")) == 3 * 18
    assert len(options(Morris(flying=False), "X2/3/3/X5/2X/3/OOO X")) == 1 + 1 + 2
    assert options(Morris(), "X2/1O1/3/3X2/2X/3/OXO X") == {
        *("a7-d7", "a7-a4", "e4-e5", "e4-f4", "e3-d3", "d1-d2"),
    }


@pytest.mark.parametrize("text", ["X2/3/3/X5/3/3/OOO X", "XO1/3/3/O2OOO/3/1O1/XOX X"])
def test_who_has_two_stones_or_no_move_has_lost(text):
    game = Morris(flying=False)
    state = game.parse_state(text)
    assert game.is_terminal(state)
    assert (game.utility(state, 0), game.utility(state, 1)) == (-1, 1)
    assert as_view(game.view(state)).caption == ""


def test_stones_in_hand_count():
    game = Morris()
    state = game.parse_state("X2/3/3/3O2/3/3/3 X 2-2")
    assert not game.is_terminal(state)
    assert game.is_terminal(game.parse_state("X2/3/3/3O2/3/3/1OO X 1-1"))


def test_a_repeated_state_is_a_draw():
    record = Record(Morris(), Morris().parse_state("XX1/X2/3/6/3/O2/OO1 X"))
    for name in ("a7-a4", "a1-g1", "a4-a7", "g1-a1"):
        assert not record.is_over
        record.play(record.find(name))
    assert record.is_over
    assert record.utilities == (0, 0)


# Symmetry


def symmetric(game: Morris, state: Any) -> list[Any]:
    """Return a state as it looks after each symmetry, found by the points' places."""
    middle = game.board.squares
    images = []
    for inside_out in (False, True)[: 1 + (middle > 1)]:
        for turn in range(8):
            moved = []
            for x, y in game.board.places:
                dx, dy = x - middle, y - middle
                reach = max(abs(dx), abs(dy))
                if inside_out:
                    dx, dy = (way * (middle + 1 - reach) // reach for way in (dx, dy))
                dx, dy = (dy, dx) if turn & 1 else (dx, dy)
                dx, dy = (-dx if turn & 2 else dx), (-dy if turn & 4 else dy)
                moved.append(game.board.places.index((middle + dx, middle + dy)))
            me, other = (sum(1 << moved[p] for p in range(len(moved)) if b >> p & 1) for b in (state.me, state.other))
            images.append(state._replace(me=me, other=other))
    return images


def test_there_are_16_symmetries_and_8_on_the_small_board():
    for spec, number in (("morris", 16), ("six-mens-morris", 16), ("three-mens-morris", 8)):
        game = load(spec)
        state = game.State(0b11, 0b1000, 0)
        assert len(set(symmetric(game, state))) == number


# Estimates and order


def test_features_are_named_and_counted():
    game = Morris()
    state = game.parse_state("XXX/XX1/3/6/3/3/OOO X 2-2")
    assert game.features(state, 0) == {
        "stones": 200, "mills": 0, "mills to close": 16, "double mills": 0, "mobility": 8,
    }  # fmt: skip
    running = game.parse_state("XXX/X1X/3/6/3/3/OO1 X 3-3")
    assert game.features(running, 0)["double mills"] == 40
    assert game.features(running, 1)["double mills"] == -40


def test_closing_comes_first_and_stopping_second():
    game = Morris()
    state = game.parse_state("XX1/OO1/3/6/3/3/3 X 7-7")
    ordered = sorted(game.actions(state), key=lambda action: -game.rank(state, action))
    assert [game.action_name(state, action) for action in ordered[:3]] == ["g7xb6", "g7xd6", "f6"]
    assert [game.action_name(state, action) for action in game.noisy_actions(state)] == ["g7xb6", "g7xd6"]


# Notation


def test_the_start_and_the_board():
    game = Morris()
    assert game.state_name(game.initial()) == "3/3/3/6/3/3/3 X 9-9"
    view = as_view(game.view(game.initial()))
    assert len(view.edges) == 32
    assert (view.turn, view.caption) == ("X (White) to place a stone", "in hand: White 9, Black 9")
    assert {cell.name for cell in view.cells} == set(READING)
    assert not view.is_grid


@pytest.mark.parametrize("spec", SPECS)
def test_lines_join_points_next_to_each_other(spec):
    game = load(spec)
    view = as_view(game.view(game.initial()))
    assert {frozenset((view.cells[a].name, view.cells[b].name)) for a, b in view.edges} == by_names(game).ways


def test_clicks_on_the_points_play_a_turn():
    game = Morris()
    for text, name, clicks in [
        ("3/3/3/6/3/3/3 X 9-9", "d2", ("d2",)),
        ("XX1/3/3/6/3/3/OO1 X 7-7", "g7xa1", ("g7", "a1")),
        ("XX1/2X/3/5X/3/3/OOO X", "d7-d6", ("d7", "d6")),
        ("XX1/2X/3/5X/3/3/OOO X", "g4-g7xd1", ("g4", "g7", "d1")),
    ]:
        state = game.parse_state(text)
        assert game.clicks(state, game.parse_action(state, name)) == clicks
        assert game.parse_action(state, f" {name.upper().replace('X', 'x')} ") == game.parse_action(state, name)


@pytest.mark.parametrize(
    ("spec", "text", "reason"),
    [
        ("morris", "", "is not a state of this game: write it like 3/3/3/6/3/3/3 X 9-9."),
        ("morris", "3/3/3/6/3/3/3", "is not a state of this game"),
        ("morris", "3/3/3/6/3/3/4 X", "is not a state of this game"),
        ("morris", "3/3/3/6/3/3/3/3 X", "is not a state of this game"),
        ("morris", "3/3/3/6/3/3/WWW X", "is not a state of this game"),
        ("six-mens-morris", "3/3/3/6/3/3/3 X 6-6", "write it like 3/3/4/3/3 X 6-6."),
        ("morris", "3/3/3/6/3/3/3 O 9-9", "since X places first: write 8-9."),
        ("morris", "3/3/3/6/3/3/3 X 8-9", "since X places first: write 9-9."),
        ("morris", "3/3/3/6/3/3/3 O 1-0", "since X places first: leave them out."),
        ("morris", "X2/3/3/6/3/3/3 X 9-9", "X has 10 and O 9: give X, who is to move, 2 to 9, and O 3 to 9."),
        ("morris", "XXX/3/3/6/3/3/1OO X", "X has 3 and O 2: give X, who is to move, 2 to 9"),
        ("three-mens-morris", "XXX/3/OO1 O", "give O, who is to move, 3 to 3"),
        ("three-mens-morris", "XXX/3/OO1 X 0-0", "give X, who is to move, 3 to 3"),
        ("three-mens-morris", "XXX/2O/OO1 X", "the first mill wins, so the player to move has none."),
    ],
)
def test_a_state_that_is_none_is_refused(spec, text, reason):
    with pytest.raises(NotationError, match="'") as refused:
        load(spec).parse_state(text)
    assert reason in str(refused.value)
    assert "\n" not in str(refused.value)


SEEDS = {
    "nine-mens-morris": ["3/3/3/6/3/3/3 X 9-9", "X2/3/3/X5/2X/3/OOO X", "XXX/X1X/3/6/3/3/OO1 X 3-3"],
    "six-mens-morris": ["3/3/4/3/3 X 6-6", "XXX/3/OO2/O2/3 O 1-2"],
    "three-mens-morris": ["3/1X1/3 O 2-3", "XX1/1O1/OXO X"],
}


@pytest.mark.parametrize("spec", SEEDS)
def test_texts_that_are_nearly_right(spec):
    game, random = load(spec), Random("fuzz")
    assert sum(check_mutated(game, SEEDS[spec], random) for _ in range(2_000)) > 10


@pytest.mark.slow
@pytest.mark.parametrize("spec", SEEDS)
def test_texts_that_are_nearly_right_for_30_seconds(spec):
    game, random, end = load(spec), Random("long fuzz"), monotonic() + 30
    while monotonic() < end:
        check_mutated(game, SEEDS[spec], random)


def test_an_action_that_is_none_is_refused():
    with pytest.raises(IllegalActionError, match="choose one of"):
        Morris().parse_action(Morris().initial(), "a2")


@pytest.mark.parametrize("men", [-3, 0, 4, 12])
def test_only_nine_six_or_three_men(men):
    with pytest.raises(CatalogError, match=f"9, 6 or 3 men each, not {men}"):
        Morris(men)
