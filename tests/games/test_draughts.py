"""Draughts against rules written square by square, OpenSpiel, published counts and solved endings; PDN; the end."""

import itertools
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from random import Random
from time import monotonic
from typing import Any

import pyspiel
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from plywise import IllegalActionError, Limit, Record, SearchOptions, decide
from plywise.games.draughts import Draughts, read_pdn, write_pdn
from plywise.games.draughts.game import IDLE_PLIES
from plywise.games.draughts.routes import FIRST, SKIP, STOP, TAKEN, path_of
from plywise.games.draughts.squares import BOARD, squares_of
from plywise.games.shared.movetext import result_of
from plywise.kernel import compile_rules
from plywise.kernel.building import compare
from plywise.rules import NotationError, PlywiseError, RecordError, RecordTree, as_view
from tests.games.fuzzing import mutated
from tests.games.samples import playthrough, sample
from tests.kernel.harness import perft

GAME = Draughts()

# The rules once more, written differently: a dict of pieces by row and column, and a recursive walk

Board = dict[tuple[int, int], str]


def place(square: int) -> tuple[int, int]:
    row, nth = divmod(square - 1, 4)
    return row, 2 * nth + 1 - row % 2


SQUARES = {place(square): square for square in range(1, 33)}


def as_board(state: Any) -> Board:
    board = {place(square): "b" for square in squares_of(state.black)}
    board |= {place(square): "w" for square in squares_of(state.white)}
    return board | {place(square): board[place(square)].upper() for square in squares_of(state.kings)}


def ways(piece: str) -> list[tuple[int, int]]:
    rows = {"b": [1], "w": [-1]}.get(piece, [1, -1])
    return [(row, column) for row in rows for column in (-1, 1)]


def jumps(board: Board, at: tuple[int, int], piece: str) -> Iterator[tuple[tuple[int, ...], Board]]:
    """Yield each way to jump on from a place that the piece has left, to the end: the squares, and the board then."""
    for dy, dx in ways(piece):
        over, stop = (at[0] + dy, at[1] + dx), (at[0] + 2 * dy, at[1] + 2 * dx)
        if stop in SQUARES and stop not in board and board.get(over, piece).lower() != piece.lower():
            rest = {where: other for where, other in board.items() if where != over}
            further = list(jumps(rest, stop, piece)) or [((), rest | {stop: crowned(piece, stop)})]
            yield from (((SQUARES[stop], *squares), after) for squares, after in further)


def crowned(piece: str, at: tuple[int, int]) -> str:
    return piece.upper() if at[0] == {"b": 7, "w": 0}.get(piece) else piece


def expected(state: Any) -> dict[tuple[int, ...], Board]:
    """Return each action's squares and the board after it."""
    board = as_board(state)
    captures: dict[tuple[int, ...], Board] = {}
    steps: dict[tuple[int, ...], Board] = {}
    for at, piece in board.items():
        if piece.lower() == "bw"[state.turn]:
            rest = {where: other for where, other in board.items() if where != at}
            captures |= {(SQUARES[at], *squares): after for squares, after in jumps(rest, at, piece)}
            for dy, dx in ways(piece):
                stop = (at[0] + dy, at[1] + dx)
                if stop in SQUARES and stop not in board:
                    steps[SQUARES[at], SQUARES[stop]] = rest | {stop: crowned(piece, stop)}
    return captures or steps


def random_state(random: Random) -> Any:
    """Set pieces up at random, often many kings of one colour: such boards have long captures that games don't."""
    squares = random.sample(range(1, 33), 32)
    black = squares[: random.randint(0, 12)]
    white = squares[len(black) : len(black) + random.randint(0, 12)]
    share = random.choice([0.0, 0.3, 1.0])
    last_rows = [square for square in black if square > 28] + [square for square in white if square < 5]
    kings = last_rows + [square for square in black + white if random.random() < share]
    sides = (",".join(f"{'K' * (s in kings)}{s}" for s in side) for side in (white, black))
    clock = random.choice([0, 0, 0, 79, 80])
    return GAME.parse_state("{}:W{}:B{}:H{}".format(random.choice("BW"), *sides, clock))


def check_actions(state: Any) -> int:
    wanted = {} if state.clock >= IDLE_PLIES else expected(state)
    found = {path_of(action): GAME.result(state, action) for action in GAME.actions(state)}
    assert {path: as_board(after) for path, after in found.items()} == wanted, GAME.state_name(state)
    assert all(after.turn == 1 - state.turn for after in found.values())
    assert GAME.is_terminal(state) == (not wanted)
    captures = [action for action in GAME.actions(state) if TAKEN[action]]
    assert list(GAME.noisy_actions(state)) == captures
    return max(map(len, found), default=0)


def test_agrees_with_a_walk_in_random_games():
    for state in sample("draughts", playings=20)[1]:
        check_actions(state)


def test_agrees_with_a_walk_on_random_boards():
    random = Random("boards")
    longest = max(check_actions(random_state(random)) for _ in range(3_000))
    assert longest >= 5


def test_the_longest_capture_takes_nine():
    state = GAME.parse_state("B:W6,7,8,14,15,16,22,23,24:BK1")
    check_actions(state)
    assert sorted(TAKEN[action].bit_count() for action in GAME.actions(state)) == [3, 5, 5, 9, 9, 9, 9, 9, 9]


# Counts: OEIS A133046 and www.aartbik.com/MISC/checkers.html. Captures of the same pieces on different routes count
# one by one.

LINES = [
    *(1, 7, 49, 302, 1_469, 7_361, 36_768, 179_740, 845_931, 3_963_680, 18_391_564, 85_242_128),
    *(388_623_673, 1_766_623_630),
]


@pytest.fixture(scope="module")
def rules():
    return compile_rules(GAME, keep=False)


def test_lines_of_play_as_published():
    assert [perft(GAME, GAME.initial(), depth) for depth in range(6)] == LINES[:6]


def test_compiled_lines_of_play_as_published(rules):
    assert [rules.perft(GAME.initial(), depth) for depth in range(11)] == LINES[:11]


@pytest.mark.slow
def test_deep_lines_of_play_as_published(rules):
    assert [rules.perft(GAME.initial(), depth) for depth in (11, 12, 13)] == LINES[11:]


def test_compiled_rules_agree(rules):
    assert compare(GAME, rules, seed=5, states=1_500) is None
    random = Random("compiled")
    for _ in range(500):
        state = random_state(random)
        assert rules.perft(state, 2) == perft(GAME, state, 2)
        assert rules.is_terminal(state) == GAME.is_terminal(state)
        assert rules.key(state) % 2**64 == GAME.key(state)


def test_a_checked_build_meets_no_overflow():
    assert compare(GAME, compile_rules(GAME, checked=True, keep=False), seed=2, states=300) is None


# Counts of boards: OEIS A055213, men not on their last row


@pytest.mark.parametrize(("pieces", "count"), [(1, 120), (2, 6_972)])
def test_as_many_boards_are_read_as_there_are(pieces, count):
    read = 0
    for squares in itertools.combinations(range(1, 33), pieces):
        for kinds in itertools.product(("W", "WK", "B", "BK"), repeat=pieces):
            sides = [
                ",".join(f"{kind[1:]}{square}" for square, kind in zip(squares, kinds, strict=True) if kind[0] == side)
                for side in "WB"
            ]
            with suppress(NotationError):
                GAME.parse_state(f"B:W{sides[0]}:B{sides[1]}")
                read += 1
    assert read == count


# Solved endings: king against king also at damforum.nl, viewtopic t=2603; the others by a program of their own

ONE_ON_ONE = {
    ("K", "K"): (992, 230, 108, 11),
    ("", ""): (760, 102, 47, 13),
    ("", "K"): (868, 53, 241, 12),
    ("K", ""): (868, 331, 6, 11),
}
"""By what moves and what it meets: boards, those won and those lost for who moves, and the plies of the longest."""


def solve(states: list[Any]) -> dict[Any, tuple[int, int]]:
    """Return value and plies to the end of every state that is decided, by going back from those that are over."""
    ahead = {}
    for state in states:
        ahead[state] = [GAME.result(state, action)._replace(clock=0) for action in GAME.actions(state)]
    over = {state for after in ahead.values() for state in after if not GAME.can_move(state)}
    known = dict.fromkeys(over | {state for state in states if not ahead[state]}, (-1, 0))
    for plies in itertools.count(1):
        new = {}
        for state in ahead.keys() - known.keys():
            values = [known[child][0] if child in known else 0 for child in ahead[state]]
            if min(values) == -1:
                new[state] = (1, plies)
            elif min(values) == 1:
                new[state] = (-1, plies)
        known |= new
        if not new:
            break
    return known


def test_one_piece_against_one_is_worth_what_is_known():
    states = []
    for black, white in itertools.permutations(range(1, 33), 2):
        for crowns in itertools.product(("", "K"), repeat=2):
            if (crowns[0] or black < 29) and (crowns[1] or white > 4):
                states += [GAME.parse_state(f"{turn}:W{crowns[1]}{white}:B{crowns[0]}{black}") for turn in "BW"]
    known = solve(states)
    for kinds, (boards, won, lost, longest) in ONE_ON_ONE.items():
        these = [
            state for state in states
            if state.turn == 0 and bool(state.kings & state.black) == bool(kinds[0])
            and bool(state.kings & state.white) == bool(kinds[1])
        ]  # fmt: skip
        values = Counter(known[state][0] for state in these if state in known)
        assert (len(these), values[1], values[-1]) == (boards, won, lost)
        assert max(known[state][1] for state in these if state in known) == longest


# OpenSpiel's checkers: its first player, o and 8, starts from below, so its boards are ours turned around


def as_text(state: Any) -> str:
    board = as_board(state)
    signs = {"b": "o", "B": "8", "w": "+", "W": "*"}
    rows = [[signs[board[y, x]] if (y, x) in board else "." for x in range(8)] for y in range(8)]
    return "/".join("".join(row[::-1]) for row in rows[::-1])


def text_of(spiel: Any) -> str:
    return "/".join(line[1:] for line in str(spiel).splitlines()[:8])


def whole_moves(spiel: Any, mover: int) -> dict[str, Any]:
    """Return what a player's whole move can lead to, by the board: OpenSpiel's actions are single jumps."""
    found: dict[str, Any] = {}
    for action in spiel.legal_actions():
        after = spiel.child(action)
        if after.current_player() == mover:
            found |= whole_moves(after, mover)
        else:
            found[text_of(after)] = after
    return found


def check_openspiel(positions: int, seed: str) -> None:
    """Play random games in both worlds; OpenSpiel ends them after 40 plies without a capture, men's moves included."""
    random, game, seen = Random(seed), pyspiel.load_game("checkers"), 0
    while seen < positions:
        state, spiel = GAME.initial(), game.new_initial_state()
        while not GAME.is_terminal(state):
            ours = {as_text(after): after for after in (GAME.result(state, a) for a in GAME.actions(state))}
            theirs = whole_moves(spiel, state.turn)
            if not theirs:
                assert list(spiel.returns()) == [0, 0]
                break
            assert ours.keys() == theirs.keys(), GAME.state_name(state)
            seen += 1
            chosen = random.choice(sorted(ours))
            state, spiel = ours[chosen], theirs[chosen]
        else:
            if state.clock < IDLE_PLIES and spiel.returns() != [0, 0]:
                assert list(spiel.returns()) == [GAME.utility(state, player) for player in (0, 1)]


def test_agrees_with_openspiel():
    check_openspiel(5_000, "OpenSpiel")


@pytest.mark.slow
def test_agrees_with_openspiel_for_long():
    check_openspiel(50_000, "more of OpenSpiel")


# The end


@pytest.mark.parametrize(
    ("text", "utility"),
    [
        ("B:WK1:B", -1),  # no piece left
        ("W:W:BK1", 1),
        ("B:W:B", -1),
        ("B:W17,22:B13", -1),  # the man can neither step to 17 nor jump to 22
        ("W:W13:B9,6", 1),
        ("W:W13:B9,6:H80", 1),  # the clock doesn't save who can't move
        ("B:WK30:BK1:H80", 0),
        ("B:W22:B17:H80", 0),
    ],
)
def test_who_cannot_move_has_lost(text, utility):
    state = GAME.parse_state(text)
    assert GAME.is_terminal(state)
    assert [GAME.utility(state, player) for player in (0, 1)] == [utility, -utility]


@pytest.mark.parametrize("text", ["B:W17,21:B13", "W:W13:B9", "B:WK30:BK1:H79", "B:W:BK1"])
def test_who_can_move_plays_on(text):
    assert not GAME.is_terminal(GAME.parse_state(text))


def test_eighty_plies_without_progress_are_a_draw():
    state = GAME.parse_state("B:WK32,20:BK1:H78")
    king = GAME.result(state, GAME.parse_action(state, "1-5"))
    assert king.clock == 79
    man = GAME.result(king, GAME.parse_action(king, "20-16"))
    assert man.clock == 0
    other = GAME.result(king, GAME.parse_action(king, "32-28"))
    assert (other.clock, GAME.is_terminal(other), GAME.utility(other, 0)) == (80, True, 0)
    assert list(GAME.noisy_actions(other)) == []
    assert GAME.key(other) == GAME.key(other._replace(clock=3))
    taking = GAME.parse_state("B:WK6:BK1:H79")
    assert GAME.result(taking, GAME.parse_action(taking, "1x10")).clock == 0


def test_the_third_occurrence_is_a_draw():
    record = Record(GAME, GAME.parse_state("B:WK32:BK1"))
    for name in ("1-5", "32-28", "5-1", "28-32") * 2:
        assert not record.is_over
        record.play(record.find(name))
    assert record.is_over
    assert record.utilities == (0, 0)


def test_a_man_is_crowned_and_stops():
    state = GAME.parse_state("B:W26,27,19:B22")
    [action] = GAME.actions(state)
    assert GAME.action_name(state, action) == "22x31"
    assert GAME.state_name(GAME.result(state, action)) == "W:W19,27:BK31"


# Names of actions


def test_routes_to_one_square_are_told_apart():
    state = GAME.parse_state("B:W6,7,14,15,23:BK2")
    names = [GAME.action_name(state, action) for action in GAME.actions(state)]
    assert names == ["2x9x18x27", "2x9x18x11x2", "2x11x18x27", "2x11x18x9x2"]
    for action, name in zip(GAME.actions(state), names, strict=True):
        assert GAME.parse_action(state, name) == action
        assert GAME.clicks(state, action) == tuple(name.split("x"))
    with pytest.raises(IllegalActionError, match=r"'2x27' is not a legal action here: choose one of 2x9x18x27 "):
        GAME.parse_action(state, "2x27")
    assert path_of(GAME.parse_action(state, "2x9x27")) == (2, 9, 18, 27)


def test_captures_that_come_to_the_same_need_no_route():
    state = GAME.parse_state("B:W6,7,14,15:BK2")
    results = {GAME.result(state, action) for action in GAME.actions(state)}
    assert len(list(GAME.actions(state))) == 2
    assert len(results) == 1
    assert GAME.parse_action(state, "2x2") in list(GAME.actions(state))


def test_squares_on_the_way_may_be_left_out():
    state = GAME.parse_state("W:W22:B18,11,3")
    [action] = GAME.actions(state)
    assert GAME.action_name(state, action) == "22x8"
    for text in ("22x8", " 22X8 ", "22x15x8", "22-8", "22:15:8", "22 x 8"):
        assert GAME.parse_action(state, text) == action


@pytest.mark.parametrize("text", ["22x15", "22x14x8", "8x22", "22", "22x", "11-15", "", "x", "22x8x8", "²²x8"])
def test_what_is_not_legal_is_refused(text):
    with pytest.raises(IllegalActionError, match=r"is not a legal action here: choose one of 22x8\."):
        GAME.parse_action(GAME.parse_state("W:W22:B18,11,3"), text)


def test_no_piece_has_more_than_16_routes():
    kings = [(FIRST[2 * 36 + bit], FIRST[2 * 36 + bit + 1]) for bit in range(35)]
    leaves = [sum(SKIP[route] == route + 1 for route in range(*span)) for span in kings]
    assert max(leaves) == 16
    assert GAME.max_actions == 12 * 16
    assert all(STOP[route] & BOARD for route in range(FIRST[0], len(TAKEN)))


# States in PDN's FEN


def test_states_are_written_as_fen():
    assert GAME.state_name(GAME.parse_state("B:W21-32:B1-12")) == GAME.state_name(GAME.initial())
    state = GAME.parse_state(" w : bK3 , 12:w18,k5 : h7:f12. ")
    assert GAME.state_name(state) == "W:WK5,18:BK3,12:H7"
    assert GAME.parse_state(GAME.state_name(state)) == state
    assert GAME.parse_state("B:W18,24,27,28,K10,K15:B12,16,20,K22,K25,K29").kings.bit_count() == 5


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "is not a state of draughts: write it like"),
        ("B:W21:W22", "is not a state of draughts"),
        ("R:W21:B1", "is not a state of draughts"),
        ("B:W2 1:B1", "is not a state of draughts"),
        ("B:W33:B1", "names '33', which is no square: write 1 to 32"),
        ("B:W0:B1", "names '0', which is no square"),
        ("B:W21,:B1", "names '', which is no square"),
        ("B:W24-21:B1", "names '24-21', which is no square"),
        ("B:W21,21:B1", "has two pieces on 21: name each square once"),
        ("B:W21,K21:B1", "has two pieces on 21"),
        ("B:W21-23:B22", "has two pieces on 22"),
        ("B:W4:B1", "a man that reaches 4 is crowned: write K there"),
        ("B:W21:B29", "a man that reaches 29 is crowned: write K there"),
        ("B:W20-32:B1", "take pieces away until each side has at most 12"),
        ("B:W21:B1:H81", "H80 already ends a game: write at most that"),
    ],
)
def test_a_state_that_is_none_is_refused(text, reason):
    with pytest.raises(NotationError, match=reason) as refused:
        GAME.parse_state(text)
    assert "\n" not in str(refused.value)


def test_any_state_that_is_read_can_be_searched():
    random = Random("searched")
    for _ in range(15):
        state = random_state(random)
        if not GAME.is_terminal(state):
            decision = decide(GAME, state, limit=Limit(nodes=3_000), options=SearchOptions(engine="compiled"))
            assert decision.action in list(GAME.actions(state))


# Games in PDN

JORDAN = """[Event "Double Corner Dyke"]
[Black "Jordan,A"]
[White "Tesheliet,F"]
[Result "1/2-1/2"]
[GameType "21"]

1.  9-14 22-17 2. 11-15 25-22 3. 15-19 {Forms the Double Corner Dyke} 23x16
4. 12x19 24x15 5. 10x19 17x10 6.  6x15 21-17 7.  5-9 29-25 8.  8-12 25-21
9.  7-10 17-13 10.  1-6 {to prevent 13-9..} 27-24 11.  4-8 32-27 12.  9-14
27-23 13.  3-7 23x16 14. 12x19 22-17 15.  7-11 26-23 16. 19x26 30x23
17.  8-12 24-20 18. 15-18 23-19 19. 11-15 20-16 20. 15x24 28x19 21.  2-7
31-26 22. 18-23 26-22 23. 23-27 16-11 {!} 24.  7x23 22-18 *
"""
"""The example of draughts in the standard for PDN 3.0, its notes shortened."""


def test_the_standards_own_example_is_read():
    [one] = read_pdn(JORDAN)
    assert len(one.record.actions) == 48
    assert one.result == "1/2-1/2"
    assert one.tags["White"] == "Tesheliet,F"
    assert GAME.state_name(one.record.state) == "B:W13,17,18,21:B6,10,12,14,23,27"
    written = write_pdn([one])
    [again] = read_pdn(written)
    assert again == one
    assert write_pdn([again]) == written
    assert max(map(len, written.splitlines())) <= 80


def test_played_games_are_written_and_read():
    random, texts, records = Random("PDN"), [], []
    for number in range(12):
        record = playthrough(GAME, random)
        if number % 3:
            record = Record(GAME, record.states[number])
            for _ in range(number * 2):
                if not record.is_over:
                    record.play(random.choice(record.options()))
        tags = {"Round": str(number), "Note": 'a "quoted" \\ word'}
        texts.append(write_pdn([RecordTree.of(record, tags, result_of(record, white=1))]))
        records.append(record)
    games = read_pdn("\n".join(texts))
    assert [game.record.actions for game in games] == [record.actions for record in records]
    assert [game.record.states for game in games] == [record.states for record in records]
    assert [game.tags["Note"] for game in games] == ['a "quoted" \\ word'] * 12
    results = {(1, -1): "0-1", (-1, 1): "1-0", (0, 0): "1/2-1/2"}
    for game in games:
        assert game.result == (results[game.record.utilities] if game.record.is_over else "*")  # type: ignore[index]


def test_notes_and_variations_are_kept():
    text = """; a file
    1. 11-15! {a (note} 23-19 $3 (1... 22-18 (22-17 2. 15-19) 15x22) 2. 8-11?! 22-17* 2-0
    [Event "next"] 1.11-15 22-18 2.15x22 25x18
    [Event "last"] [FEN "W:W22:B18,11,3"] 1... 22x8 1-0"""
    first, second, third = read_pdn(text)
    assert (first.record.action_names, first.result) == (["11-15", "23-19", "8-11", "22-17"], "1-0")
    assert (second.record.action_names, second.result) == (["11-15", "22-18", "15x22", "25x18"], "*")
    assert (third.record.action_names, third.tags["Event"]) == (["22x8"], "last")
    assert [node.signs for node in first.nodes] == [(), (1,), (3,), (6,), (7,), (), (), (), ()]
    assert "1... 22x8 1/2-1/2" in write_pdn([RecordTree.of(third.record, result="1/2-1/2")])
    assert read_pdn("") == []
    assert read_pdn("{nothing}")[0].nodes[0].comment == "nothing"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("1. 11-15 11-16 *", "Line 1 of the PDN can't be read: '11-16' is not a legal action here"),
        ("1. 11-15 *\n1. 11-14 *", "Line 2 of the PDN can't be read"),
        ("1. e4 e5 *", "Line 1 of the PDN can't be read: 'e4' is not a legal action"),
        ("\n1. 11-15 (23-19 *", "Line 2 of the PDN can't be read: a variation is not closed"),
        ("1. 11-15) *", r"this \) closes no variation"),
        ('[GameType "20"] 1. 32-28 *', "it has the GameType 20: only English draughts, 21"),
        ('[FEN "B:W4:B1"] *', "'B:W4:B1' can't come up"),
        ('[Result "1-0"] 1. 11-15 0-1', "says 1-0 in its tags and 0-1 at its end: make them the same"),
        ("1. 11-15 {never closed", "{ stands alone"),
        ("1. 11-15 1-2", "'1-2' is not a legal action here"),
        ('[FEN "W:W22:B18"] 1... 22x15 2. 1-5', "the game is over before 1-5: leave"),
        ('[FEN "B:WK32:BK1:H80"] 1-5', "the game is over before 1-5"),
    ],
)
def test_a_game_that_cannot_be_read_is_refused(text, reason):
    with pytest.raises(RecordError, match=reason) as refused:
        read_pdn(text)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ('[Result "white won"] 1. 11-15', "*"),
        ('[Result "2-0"] 1. 11-15 *', "1-0"),
        ("1. 11-15 1-1", "1/2-1/2"),
        ("1. 11-15 0-0", "0-0"),  # both have forfeited: no draw
        ('\ufeff[Event "two\n  lines"] 1. 11-15 0-2', "0-1"),
    ],
)
def test_what_is_read_is_written_and_read_again(text, result):
    [one] = read_pdn(text)
    [again] = read_pdn(write_pdn([one]))
    assert one.result == result
    assert again == one


def test_a_game_may_go_on_where_nobody_claims_a_draw():
    text = '[FEN "B:WK32:BK1"] ' + "1-5 32-28 5-1 28-32 " * 3 + "*"
    [one] = read_pdn(text)
    assert len(one.record.actions) == 12
    assert one.record.state == one.record.states[0]._replace(clock=12)


@pytest.mark.parametrize("tags", [{"two words": "x"}, {"Event": "two\nlines"}, {"Event": "a\x07bell"}, {"": "x"}])
def test_tags_that_cannot_be_written_are_refused(tags):
    with pytest.raises(RecordError, match="use a name of letters and a value on one line"):
        write_pdn([RecordTree(GAME, tags=tags)])


# Whatever is typed, the answer is a state, an action or games, or one sentence


LETTERS = 'BWKHF0123456789:,-x.*()[]{}"\\;$ \n'


def check_text(text: str) -> None:
    with suppress(PlywiseError):
        read_pdn(text)
    with suppress(PlywiseError):
        GAME.parse_action(GAME.initial(), text)
    with suppress(PlywiseError):
        state = GAME.parse_state(text)
        assert GAME.parse_state(GAME.state_name(state)) == state
        assert GAME.is_terminal(state) or GAME.result(state, next(iter(GAME.actions(state))))


@given(st.text(max_size=60) | st.text(LETTERS, max_size=60))
@example("B:W٣:B1")
@example('[A "\\"]')
def test_any_text_is_read_or_refused(text):
    check_text(text)


SEEDS = [JORDAN, "B:W18,24,27,28,K10,K15:B12,16,20,K22,K25,K29:H5:F9", "22x15x8", "11-15", "B:W21-32:B1-12"]


def test_texts_that_are_nearly_right():
    random = Random("fuzz")
    for _ in range(600):
        check_text(mutated(random, random.choice(SEEDS), LETTERS + "é٣"))


@pytest.mark.slow
def test_texts_that_are_nearly_right_for_30_seconds():
    random, end = Random("long fuzz"), monotonic() + 30
    while monotonic() < end:
        check_text(mutated(random, random.choice(SEEDS), LETTERS + "é٣"))


# Evaluation, order, keys, looks


def turned(state: Any) -> Any:
    """Turn the board around and give each side's pieces to the other."""
    kings = set(squares_of(state.kings))
    sides = (
        ",".join(f"{'K' * (square in kings)}{33 - square}" for square in squares_of(board))
        for board in (state.black, state.white)
    )
    return GAME.parse_state("{}:W{}:B{}:H{}".format("WB"[state.turn], *sides, state.clock))


def test_both_sides_are_weighed_alike():
    for state in sample("draughts", playings=4)[1]:
        other = turned(state)
        assert GAME.evaluate(other, 1) == GAME.evaluate(state, 0) == -GAME.evaluate(state, 1)
        for player in (0, 1):
            assert sum(GAME.features(state, player).values()) == GAME.evaluate(state, player)
        ranks = [sorted(GAME.rank(each, action) for action in GAME.actions(each)) for each in (state, other)]
        assert ranks[0] == ranks[1]


def test_features_have_names():
    state = GAME.parse_state("B:W21,K10:B17,4,K5")
    assert GAME.features(state, 0) == {
        "men": 100, "kings": 0, "first row": 8, "men ahead": 3, "middle": -4, "fewer pieces": 19,
    }  # fmt: skip


def test_larger_captures_and_crownings_come_first():
    state = GAME.parse_state("W:W22,K32:B18,11,3,28")
    assert {GAME.action_name(state, a): GAME.rank(state, a) for a in GAME.actions(state)} == {"22x8": 22}
    state = GAME.parse_state("W:W5,21,K32:BK28")
    assert {GAME.action_name(state, a): GAME.rank(state, a) for a in GAME.actions(state)} == {
        "5-1": 15, "21-17": 3, "32-27": 0,
    }  # fmt: skip


def test_keys_do_not_collide_soon():
    random = Random("keys")
    states = {random_state(random)._replace(clock=0) for _ in range(8_000)}
    keys = {GAME.key(state) for state in states}
    assert len(keys) == len(states)
    for half in (0, 32):
        assert len({key >> half & 0xFFFF_FFFF for key in keys}) > len(states) - 5
    assert all(0 <= key < 2**64 for key in keys)


def test_the_board_is_shown():
    view = as_view(GAME.view(GAME.parse_state("W:WK5,18:BK3,12")))
    assert view.is_grid
    assert view.turn == "White to move"
    assert {cell.name: (cell.piece, cell.player) for cell in view.cells if cell.piece} == {
        "5": ("W", 1), "18": ("w", 1), "3": ("B", 0), "12": ("b", 0),
    }  # fmt: skip
    assert {cell.name: (cell.x, cell.y) for cell in view.cells if cell.name in ("1", "5", "32")} == {
        "1": (1, 0), "5": (0, 1), "32": (6, 7),
    }  # fmt: skip
    assert as_view(GAME.view(GAME.parse_state("B:WK1:B"))).caption == ""
