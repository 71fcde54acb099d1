"""Chess as people write it: SAN and PGN against python-chess, sloppy forms, refusals, round trips and fuzzing."""

import io
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import chess
import chess.pgn
import pytest

from plywise import IllegalActionError, Record
from plywise.games.chess import Chess, read_pgn, write_pgn
from plywise.games.chess.notation import fen, san
from plywise.games.record_files import write_records
from plywise.rules import NotationError, RecordError, RecordTree

GAME = Chess()


def position(text: str) -> Any:
    return GAME.parse_state(text)


def reading(state: Any, text: str) -> str:
    """Return the full name of what a text means."""
    return san.name(GAME, state, san.find(GAME, state, text))


def named(record: Record) -> list[str]:
    """Return the names of all actions played."""
    actions: list[Any] = record.actions
    return [san.name(GAME, state, action) for state, action in zip(record.states, actions, strict=False)]


# SAN against python-chess


def random_start(random: Random) -> str:
    """Set up two kings and a few pieces, often several of a kind, which is where names grow long; or the start."""
    if random.random() < 0.3:
        return chess.STARTING_FEN
    while True:
        board = chess.Board.empty()
        squares = random.sample(range(64), 2 + random.randrange(4, 15))
        letters = ["K", "k", *random.choices("QRBNPqrbnp", k=len(squares) - 2)]
        for square, letter in zip(squares, letters, strict=True):
            board.set_piece_at(square, chess.Piece.from_symbol(letter))
        board.turn = random.random() < 0.5
        if board.is_valid():
            return board.fen()


def compare_names(random: Random, positions: int) -> int:
    """Compare the names of all actions, and what is read from them, along random playings; count the names."""
    compared = named = 0
    while compared < positions:
        board = chess.Board(random_start(random))
        state = position(board.fen())
        for _ in range(60):
            compared += 1
            ours = {san.name(GAME, state, action): action for action in GAME.actions(state)}
            theirs = {board.san(move): move for move in board.legal_moves}
            assert sorted(ours) == sorted(theirs), board.fen()
            named += len(ours)
            if not ours or GAME.is_terminal(state):
                break
            for name in random.sample(sorted(ours), min(3, len(ours))):
                assert san.find(GAME, state, name) == ours[name]
                uci = theirs[name].uci()
                assert san.find(GAME, state, uci) == ours[name]
            name = random.choice(sorted(ours))
            state = GAME.result(state, ours[name])
            board.push(theirs[name])
    return named


def test_names_agree_with_python_chess():
    assert compare_names(Random(6), 2_000) > 40_000


@pytest.mark.slow
def test_names_agree_with_python_chess_on_many_positions():
    assert compare_names(Random(60), 50_000) > 1_000_000


# SAN as people type it

MIDDLE = "r3k2r/pPpp1ppp/8/3Pp3/1b6/2N2N2/P1P1BPPP/R3K2R w KQkq e6 0 1"


@pytest.mark.parametrize(
    ("text", "name"),
    [
        *((text, "O-O") for text in ("O-O", "0-0", "o-o", "OO", "O–O", "0-0!?", " O-O ", "e1g1", "Kg1")),
        ("b8=Q+", "b8=Q+"),
        ("b8Q", "b8=Q+"),
        ("b8q", "b8=Q+"),
        ("b8(R)", "b8=R+"),
        ("b8/N", "b8=N"),
        ("bxa8=N", "bxa8=N"),
        ("ba8N", "bxa8=N"),
        ("b7b8b", "b8=B"),
        ("b7xa8=q", "bxa8=Q+"),
        ("dxe6", "dxe6"),
        ("de6", "dxe6"),
        ("dxe6 e.p.", "dxe6"),
        ("dxe6ep", "dxe6"),
        ("d5xe6", "dxe6"),
        ("d6", "d6"),
        ("Pd6", "d6"),
        ("nxe5", "Nxe5"),
        ("Ne5", "Nxe5"),
        ("Nf3xe5!!", "Nxe5"),
        ("Nf3-e5", "Nxe5"),
        ("N:e5", "Nxe5"),
        ("Nfxe5", "Nxe5"),
        ("N3e5", "Nxe5"),
        ("bc4", "Bc4"),
        ("rd1", "Rd1"),
        ("Kf1+", "Kf1"),
        ("Kd1?? ", "Kd1"),
        ("a3", "a3"),
    ],
)
def test_sloppy_names_are_understood(text, name):
    assert reading(position(MIDDLE), text) == name


def test_a_pawn_comes_before_a_bishop():
    state = position("4k3/8/8/8/2n5/1P1B4/8/4K3 w - - 0 1")
    assert reading(state, "bxc4") == "bxc4"
    assert reading(state, "Bxc4") == "Bxc4"


def test_castling_to_the_queens_side():
    state = position("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1")
    assert [reading(state, text) for text in ("O-O-O", "0-0-0+", "ooo", "e8c8", "O-O")] == [*["O-O-O"] * 4, "O-O"]


@pytest.mark.parametrize(
    ("text", "target", "names"),
    [
        ("4k3/8/8/8/8/8/8/N1N1K3 w - - 0 1", "b3", ["Nab3", "Ncb3"]),
        ("4k3/8/8/N7/8/8/8/N3K3 w - - 0 1", "b3", ["N1b3", "N5b3"]),
        ("6k1/8/8/8/4Q2Q/8/8/K6Q w - - 0 1", "e1", ["Q1e1", "Qee1", "Qh4e1"]),
        ("4k3/8/4q3/8/8/4N3/8/N3K3 w - - 0 1", "c2", ["Nc2"]),
    ],
)
def test_pieces_are_told_apart_as_briefly_as_possible(text, target, names):
    state = position(text)
    found = [san.name(GAME, state, action) for action in GAME.actions(state)]
    assert sorted(name for name in found if name.endswith(target) and not name.startswith("K")) == names


def test_checks_and_mates_are_marked():
    assert reading(position("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1"), "Ra8") == "Ra8#"
    assert reading(position("6k1/5pp1/8/8/8/8/8/R5K1 w - - 0 1"), "Ra8") == "Ra8+"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("b8", r"'b8' can mean b8=Q\+, b8=R\+, b8=B and b8=N: write one of these"),
        ("b1", "'b1' is not a legal action here: choose one of"),
        ("Nd9", "'Nd9' is not a legal action here: choose one of"),
        ("", "'' is not a legal action here: choose one of"),
        ("--", "is not a legal action here"),
        ("e1e8", "is not a legal action here"),
        ("O-O-O-O", "is not a legal action here"),
        ("Nd5e7", "is not a legal action here"),
        ("٤٤", "is not a legal action here"),
        ("dxe6=Q", "is not a legal action here"),
        ("no such action", "'no such a...' is not a legal action here: choose one of"),
        ("x" * 100_000, "'xxxxxxxxx...' is not a legal action here"),
    ],
)
def test_other_names_are_refused(text, reason):
    with pytest.raises(IllegalActionError, match=reason) as refused:
        san.find(GAME, position(MIDDLE), text)
    assert "\n" not in str(refused.value)
    assert len(str(refused.value)) < 400


def test_two_pieces_that_could_go_there_are_both_named():
    with pytest.raises(IllegalActionError, match="'Nb3' can mean Nab3 and Ncb3: write one of these"):
        san.find(GAME, position("4k3/8/8/8/8/8/8/N1N1K3 w - - 0 1"), "Nb3")


def test_nothing_is_legal_after_mate():
    with pytest.raises(IllegalActionError, match="there is none, since the game is over"):
        san.find(GAME, position("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1"), "Kh8")


# PGN

SOME = """% exported by nobody
[Event "Café \\"Central\\", 2\\\\3"]
[White "Doe, Jane"]
[Result "1/2-1/2"]

{Before anything} 1. e4! {best by
test} e5 $1 $13 2. Nf3 ; so far so good } yes
2... Nc6 (2... d6 3. d4 (3. Bc4 {a ) in here} h6) exd4) (2... f6?) 3. Bb5 += a6?! 4.Ba4
Nf6 5.0-0 Be7 1/2-1/2

1.d4 d5 2 c4
e6 *
"""


def test_a_pgn_is_read():
    first, second = read_pgn(SOME)
    assert " ".join(named(first.record)) == "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7"
    assert first.tags == {"Event": 'Café "Central", 2\\3', "White": "Doe, Jane"}
    comments = {node.action: node.comment for node in first.nodes if node.comment}
    assert comments == {
        "": "Before anything",
        "e4": "best by\ntest",
        "Nf3": "so far so good } yes",
        "Bc4": "a ) in here",
    }
    signs = {node.action: node.signs for node in first.nodes if node.signs}
    assert signs == {"e4": (1,), "e5": (1, 13), "Bb5": (14,), "a6": (6,), "f6": (2,)}
    assert (first.result, second.result, len(second.record.actions)) == ("1/2-1/2", "*", 4)


def test_a_pgn_is_written():
    first, second = read_pgn(SOME)
    assert (
        write_pgn([first, second])
        == r"""[Event "Café \"Central\", 2\\3"]
[Site "?"]
[Date "????.??.??"]
[Round "?"]
[White "Doe, Jane"]
[Black "?"]
[Result "1/2-1/2"]

{Before anything} 1. e4 $1 {best by
test} 1... e5 $1 $13 2. Nf3 ;so far so good } yes
2... Nc6 (2... d6 3. d4 (3. Bc4 {a ) in here} 3... h6) 3... exd4) (2... f6 $2)
3. Bb5 $14 a6 $6 4. Ba4 Nf6 5. O-O Be7 1/2-1/2

[Event "?"]
[Site "?"]
[Date "????.??.??"]
[Round "?"]
[White "?"]
[Black "?"]
[Result "*"]

1. d4 d5 2. c4 e6 *
"""
    )


def test_a_game_may_start_anywhere():
    start = "8/8/8/8/8/5k2/4p3/4K3 b - - 7 33"
    (one,) = read_pgn(f'[Variant "From Position"]\n[FEN "{start}"]\n[SetUp "1"]\n\n33... Kf4 34. Kxe2 1/2-1/2')
    assert fen.write(one.record.states[0]) == start
    text = write_pgn([one])
    assert f'[SetUp "1"]\n[FEN "{start}"]\n\n33... Kf4 34. Kxe2 1/2-1/2' in text
    assert read_pgn(text)[0].record.states == one.record.states


@pytest.mark.parametrize(
    ("text", "games"),
    [
        ('[Event "no moves"]\n', 1),
        ('[White "a"] [Black "b"]\n*\n', 1),
        ('[Event "the "quoted" cup"]\n1. e4 *', 1),
        ("\ufeff1. e4", 1),
        ("1. e4 1-0 {White's flag} ; fell\n", 1),
        ("1. e4 1-0 0-1 *", 3),
        ("1 e4 e5 2 Nf3\r\n1-0\r\n\r\n1. d4 0-1", 2),
        ('[A "1"]\n\n1. e4\n\n[A "2"]\n\n1. d4', 2),
    ],
)
def test_how_games_follow_each_other(text, games):
    assert len(read_pgn(text)) == games


def test_a_result_after_the_actions_comes_before_the_tag():
    assert read_pgn('[Result "1-0"] 1. e4 0-1')[0].result == "0-1"
    assert read_pgn('[Result "1-0"] 1. e4')[0].result == "1-0"
    assert read_pgn('[Result "?"] 1. e4')[0].result == "*"


def test_a_reading_goes_on_where_a_draw_could_be_claimed():
    there_and_back = "Nf3 Nf6 Ng1 Ng8 " * 3 + "e4 *"
    (one,) = read_pgn(there_and_back)
    assert len(one.record.actions) == 13
    fifty = "8/8/8/8/8/4k3/8/4K2R w - - 99 80"
    assert len(read_pgn(f'[FEN "{fifty}"]\nRh2 Kd3 Rh3+ *')[0].record.actions) == 3
    with pytest.raises(RecordError, match="Kd3 comes after seventy-five moves without a capture"):
        read_pgn(f'[FEN "{fifty.replace("99", "149")}"]\nRh2 Kd3 *')


def test_many_signs_and_comments_take_time_in_proportion():
    begun = time.process_time()
    (one,) = read_pgn("1. e4 " + "$1" * 60_000 + "{a}" * 60_000 + " *")
    assert time.process_time() - begun < (15 if sys.platform == "emscripten" else 3)
    assert (len(one.nodes[1].signs), len(one.nodes[1].comment)) == (60_000, 3 * 60_000 - 2)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", r"no game in this PGN: write some actions, such as 1\. e4 e5 \*"),
        ("% nothing\n\n", "no game in this PGN"),
        ("1. e4\ne6 2. Ke3", "Line 2 of the PGN can't be read: 'Ke3' is not a legal action here: choose one of"),
        ("1. e4 (1. d4", "a variation is not closed: write"),
        ("1. e4 ) e5", "this \\) closes no variation: take it out"),
        ("1. e4 {never closed", "{ stands alone"),
        ("1. e4 } e5", "} stands alone"),
        ("[Event nothing]", r"\[ stands alone"),
        ('[FEN "8/8"]\n1. e4', "Line 2 of the PGN can't be read: '8/8' is not a FEN"),
        ('[Variant "Atomic"]\n1. e4', "a game of Atomic: only standard chess"),
        ("1. e4 --", "'--' is not a legal action"),
    ],
)
def test_a_pgn_that_is_none_is_refused(text, reason):
    with pytest.raises(RecordError, match=reason) as refused:
        read_pgn(text)
    assert "\n" not in str(refused.value)


def test_a_tag_needs_a_name():
    with pytest.raises(RecordError, match="The tag 'a b' can't be written: use a name of letters"):
        write_pgn([RecordTree(GAME, tags={"a b": "c"})])


@pytest.mark.parametrize(
    ("names", "result"),
    [("f3 e5 g4 Qh4", "0-1"), ("e4 e5 Qh5 Nc6 Bc4 Nf6 Qxf7", "1-0"), ("Nf3 Nf6 Ng1 Ng8 " * 2, "1/2-1/2"), ("e4", "*")],
)
def test_a_record_tells_its_result(names, result):
    record = Record(GAME)
    for name in names.split():
        record.play(san.find(GAME, record.state, name))
    assert f'[Result "{result}"]' in write_records([record], ".pgn")


def random_record(random: Random, plies: int) -> Record:
    record = Record(GAME)
    while not record.is_over and len(record.actions) < plies:
        record.play(random.choice(record.options()))
    return record


def test_python_chess_reads_what_is_written_and_the_other_way_round():
    random = Random(3)
    records = [random_record(random, 120) for _ in range(8)]
    text = write_pgn(RecordTree.of(record, {"Round": str(i)}) for i, record in enumerate(records))
    assert max(map(len, text.splitlines())) < 80
    file = io.StringIO(text)
    for number, record in enumerate(records):
        theirs = chess.pgn.read_game(file)
        assert theirs is not None
        assert theirs.errors == []
        assert theirs.headers["Round"] == str(number)
        moves = [move.uci() for move in theirs.mainline_moves()]
        actions: list[Any] = record.actions
        assert moves == [GAME.uci(state, action) for state, action in zip(record.states, actions, strict=False)]
        assert read_pgn(str(theirs))[0].record.actions == record.actions
    assert chess.pgn.read_game(file) is None


def test_kasparov_against_deep_blue():
    folder = os.environ.get("PLYWISE_TEST_DATA")
    if not folder:
        pytest.skip("PLYWISE_TEST_DATA names no folder.")
    text = (Path(folder) / "chess" / "kasparov-deep-blue-1997.pgn").read_text(encoding="utf-8")
    games = read_pgn(text)
    assert [one.result for one in games] == ["1-0", "1-0", "1/2-1/2", "1/2-1/2", "1/2-1/2", "1-0"]
    assert [len(one.record.actions) for one in games] == [int(one.tags["PlyCount"]) for one in games]
    file = io.StringIO(text)
    for one in games:
        theirs = chess.pgn.read_game(file)
        assert theirs is not None
        assert fen.write(one.record.state) == theirs.end().board().fen(en_passant="legal")
    again = read_pgn(write_pgn(games))
    assert again == games


# Fuzzing: whatever comes, an answer or one sentence

SEEDS = {
    "fen": [MIDDLE, fen.START, "8/8/8/8/8/5k2/4p3/4K3 b - - 7 33", "4k3/8/8/8/8/8/8/4K2R w K - 149 9999"],
    "san": ["O-O-O", "Nbd7", "exd8=Q+!?", "e1g1", "R1e2", "Qh4xe1#", "dxe6 e.p."],
    "pgn": [SOME, '[FEN "8/8/8/8/8/5k2/4p3/4K3 b - - 7 33"]\n\n33... Kf4 34. Kxe2 1/2-1/2'],
}
ALPHABET = 'abcdefgh12345678NBRQKPnbrqkpw/-–=+#x:0O oO.*!?$(){}[];%"\\\n\r\t%½é٣\x00𝔸'


def mutated(random: Random, seeds: list[str]) -> str:
    """Change a text at some places: put in, take out, double, swap, or join with another."""
    text = random.choice(seeds)
    for _ in range(random.choice([0, 1, 1, 2, 3, 8, 40])):
        i, j = sorted(random.randrange(len(text) + 1) for _ in range(2))
        piece = "".join(random.choices(ALPHABET, k=random.choice([1, 1, 2, 5])))
        other = random.choice(seeds)
        text = random.choice(
            [
                text[:i] + piece + text[i:],
                text[:i] + piece + text[i + len(piece) :],
                text[:i] + text[i + 1 :],
                text[:i] + text[j:] if j - i < 12 else text,
                text[:j] + text[i:] if len(text) < 2_000 else text,
                text[:i] + other[random.randrange(len(other)) :] if len(text) < 2_000 else text,
            ]
        )
    return text


def fuzz_fen(random: Random) -> None:
    """What is accepted can be played, named, valued and read back."""
    text = mutated(random, SEEDS["fen"])
    try:
        state = position(text)
    except NotationError:
        return
    assert position(GAME.state_name(state)) == state
    GAME.view(state), GAME.evaluate(state, 0), GAME.features(state, 0)
    actions = list(GAME.actions(state))
    assert len(actions) <= GAME.max_actions
    if GAME.is_terminal(state):
        assert GAME.utility(state, 0) + GAME.utility(state, 1) == 0
    for action in random.sample(actions, min(3, len(actions))):
        assert san.find(GAME, state, san.name(GAME, state, action)) == action
        GAME.evaluate(GAME.result(state, action), 1)


def fuzz_san(random: Random) -> None:
    state = position(random.choice(SEEDS["fen"]))
    for _ in range(20):
        message = ""
        try:
            assert san.find(GAME, state, mutated(random, SEEDS["san"])) in list(GAME.actions(state))
        except IllegalActionError as error:
            message = str(error)
        assert "\n" not in message


def fuzz_pgn(random: Random) -> None:
    """What is accepted is written, and read back the same."""
    try:
        games = read_pgn(mutated(random, SEEDS["pgn"]))
    except RecordError:
        return
    again = read_pgn(write_pgn(games))
    assert again == games


FUZZED: dict[str, Callable[[Random], None]] = {"fen": fuzz_fen, "san": fuzz_san, "pgn": fuzz_pgn}


@pytest.mark.parametrize("parser", FUZZED)
def test_fuzzing(parser):
    random = Random(parser)
    for _ in range(150):
        FUZZED[parser](random)


@pytest.mark.slow
@pytest.mark.parametrize("parser", FUZZED)
def test_fuzzing_for_thirty_seconds(parser):
    seed, begun, tried = time.time_ns(), time.monotonic(), 0
    while time.monotonic() - begun < 30:
        try:
            FUZZED[parser](Random(seed + tried))
        except BaseException:
            print(f"seed {seed + tried}")  # noqa: T201 (to try it again)
            raise
        tried += 1
    print(f"\n{parser}: {tried:,} texts")  # noqa: T201 (a figure for the closing note)
