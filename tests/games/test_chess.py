"""Chess against published counts, python-chess, and the texts' figures; FEN, evaluation, order, passes."""

import json
import os
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import chess
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plywise import Record, load_game
from plywise.games.chess import Chess
from plywise.games.chess.moves import can_move
from plywise.kernel import CompiledRules, Searcher, Switches, Tuning, compile_rules
from plywise.kernel.building import compare
from plywise.rules import Limit, NotationError, as_view
from plywise.search import alpha_beta, iterative_deepening
from plywise.search.enhanced import enhanced
from plywise.search.enhancements import Enhancement, PreviousLine, Quiescence, SingularExtension, StaticOrder
from tests.kernel.harness import perft

GAME = Chess()


class Endless(Chess):
    """Chess without draws by material or by fifty moves, as published counts have it."""

    def is_terminal(self, state):
        return not can_move(state)


@pytest.fixture(scope="module")
def compiled() -> CompiledRules:
    return compile_rules(GAME)


# Counts: chessprogramming.org, Perft Results, as used by Stockfish's tests/perft.sh

COUNTS = {
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1": (20, 400, 8_902, 197_281, 4_865_609, 119_060_324),
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1": (48, 2_039, 97_862, 4_085_603, 193_690_690),
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1": (14, 191, 2_812, 43_238, 674_624),
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1": (6, 264, 9_467, 422_333, 15_833_292),
    "r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1": (6, 264, 9_467, 422_333, 15_833_292),
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8": (44, 1_486, 62_379, 2_103_487, 89_941_194),
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10":
        (46, 2_079, 89_890, 3_894_594, 164_075_551),
}  # fmt: skip
EDGES = {
    "8/ppp3p1/8/8/3p4/5Q2/1ppp2K1/brk4n w - -": (27, 390, 9_354, 134_167),
    "8/6kR/8/8/8/bq6/1rqqqqqq/K1nqnbrq b - -": (7, 52, 4_593, 50_268),
    "3R4/8/q4k2/2B5/1NK5/3b4/8/8 w - -": (4, 125, 2_854),
    "2Nq4/2K5/1b6/8/7R/3k4/7P/8 w - -": (3, 81, 1_217),
    "5R2/2P5/8/4k3/8/3rK2r/8/8 w - -": (2, 56, 1_030),
    "8/8/8/1k6/3Pp3/8/8/4KQ2 b - d3": (6, 121, 711),
    "1b1k4/8/8/1rPpK3/8/8/8/8 w - d6": (5, 100, 555),
    "rnbqk1nr/bb3p1p/1q2r3/2pPp3/3P4/7P/1PP1NpPP/R1BQKBNR w KQkq c6": (2, 92, 2_528),
}
"""niklasf/python-chess, examples/perft/tricky.perft: checks that can't come up, pins of captures in passing."""


@pytest.mark.parametrize("fen", COUNTS)
def test_lines_of_play_as_published(fen, compiled):
    depth = 5 if fen == GAME.state_name(GAME.initial()) else 4
    assert compiled.perft(GAME.parse_state(fen), depth) == COUNTS[fen][depth - 1]


@pytest.mark.slow
@pytest.mark.parametrize("fen", COUNTS)
def test_longer_lines_of_play_as_published(fen, compiled):
    depth = len(COUNTS[fen])
    assert compiled.perft(GAME.parse_state(fen), depth) == COUNTS[fen][-1]


@pytest.mark.parametrize("fen", EDGES)
def test_edge_cases_as_published(fen):
    assert [perft(GAME, GAME.parse_state(fen), depth) for depth in (1, 2)] == list(EDGES[fen][:2])


@pytest.mark.parametrize("fen", EDGES)
def test_edge_cases_compiled(fen, compiled):
    assert compiled.perft(GAME.parse_state(fen), len(EDGES[fen])) == EDGES[fen][-1]


def test_a_promotion_on_a1_is_no_capture_in_passing(compiled):
    """Five plies as in Stockfish's tests/perft.sh, fewer as python-chess counts them."""
    state = GAME.parse_state("r7/4p3/5p1q/3P4/4pQ2/4pP2/6pp/R3K1kr w Q - 1 3")
    assert [perft(GAME, state, depth) for depth in (1, 2)] == [29, 681]
    assert [compiled.perft(state, depth) for depth in (3, 5)] == [18_511, 11_609_488]


@pytest.mark.parametrize("fen", list(COUNTS)[:3])
def test_plain_rules_count_the_same(fen):
    assert perft(GAME, GAME.parse_state(fen), 3) == COUNTS[fen][2]


@pytest.mark.slow
def test_more_counts():
    """128 positions of castling and promotion: AndyGrant/Ethereal, src/perft/standard.epd."""
    cases = json.loads((_data().parent / "oracles" / "perft.json").read_text())["chess_castling_promotion_suite"][
        "cases"
    ]
    rules = compile_rules(Endless())
    for case in cases:
        state, depth = GAME.parse_state(case["fen"]), min(5, max(map(int, case["nodes"])))
        assert rules.perft(state, depth) == case["nodes"][str(depth)], case["fen"]


def _data() -> Path:
    folder = os.environ.get("PLYWISE_TEST_DATA")
    if not folder:
        pytest.skip("PLYWISE_TEST_DATA names no folder.")
    return Path(folder)


# python-chess: legal moves, FEN, outcomes

STARTS = [*COUNTS, "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1", "8/2P1k3/8/1p6/6p1/8/3K1p2/8 w - - 90 60"]


def outcome(board: chess.Board) -> int | None:
    """Return what the game is worth to White by python-chess, None where it goes on."""
    if board.is_checkmate():
        return -1 if board.turn else 1
    is_drawn = board.is_stalemate() or board.is_insufficient_material() or board.is_fifty_moves()
    return 0 if is_drawn else None


def is_noisy(board: chess.Board, move: chess.Move) -> bool:
    """Whether a move promotes, or captures and doesn't give a pawn the chance to take back more."""
    kind, victim = board.piece_type_at(move.from_square), board.piece_type_at(move.to_square)
    guards = board.attackers(not board.turn, move.to_square) & board.pieces(chess.PAWN, not board.turn)
    if move.promotion or victim is None or kind in (chess.PAWN, chess.KING) or not guards:
        return bool(move.promotion) or board.is_capture(move)
    is_slanted = bool(chess.BB_DIAG_ATTACKS[move.from_square][0] & chess.BB_SQUARES[move.to_square])
    if kind in (chess.KNIGHT, chess.BISHOP) or (kind == chess.QUEEN and is_slanted):
        return victim != chess.PAWN
    return victim in (chess.ROOK, chess.QUEEN)


def agrees(game: Chess, state: Any, board: chess.Board) -> bool:
    """Compare all that can be asked of a state; return whether the game goes on."""
    fen = board.fen()
    actions = {game.uci(state, action): action for action in game.actions(state)}
    assert game.state_name(state) == fen
    assert game.parse_state(fen) == state
    assert actions.keys() == {move.uci() for move in board.legal_moves}, fen
    noisy = {game.uci(state, action) for action in game.noisy_actions(state)}
    assert noisy == {move.uci() for move in board.legal_moves if is_noisy(board, move)}, fen
    assert (game.is_urgent(state), can_move(state)) == (board.is_check(), bool(actions)), fen
    assert {action for name, action in actions.items() if game.parse_action(state, name) == action} == set(
        actions.values()
    )
    ended = outcome(board)
    assert game.is_terminal(state) == (ended is not None), fen
    if ended is not None:
        assert (game.utility(state, 0), game.utility(state, 1)) == (ended, -ended), fen
    return ended is None


def compare_playings(seed: str, positions: int) -> None:
    """Play at random from several positions, side by side."""
    random, count = Random(seed), 0
    while count < positions:
        board = chess.Board(random.choice(STARTS))
        state = GAME.parse_state(board.fen())
        while agrees(GAME, state, board) and count < positions:
            action = random.choice(list(GAME.actions(state)))
            board.push_uci(GAME.uci(state, action))
            state, count = GAME.result(state, action), count + 1


def test_agrees_with_python_chess():
    compare_playings("chess", 2_000)


@pytest.mark.slow
def test_agrees_with_python_chess_for_long():
    compare_playings("more chess", 50_000)


def test_compiled_rules_agree(compiled):
    assert compare(GAME, compiled, seed=1, states=400) is None


@pytest.mark.slow
def test_compiled_rules_agree_with_every_check_on():
    assert compare(GAME, compile_rules(GAME, checked=True, keep=False), seed=2, states=400) is None


# FEN: what is refused, and what is made of the rest

REFUSED = {
    "": "is not a FEN",
    "8/8/8/8/8/8/8/8 w - - 0 1": "0 kings of White",
    "4k3/8/8/8/8/8/8/4K2K w - - 0 1": "2 kings of White",
    "4k3/8/8/8/8/8/8/8 w - - 0 1": "0 kings of White",
    "4k3/8/8/8/8/8/8/P3K3 w - - 0 1": "a pawn on the first or last rank",
    "4k3/8/8/8/8/8/4R3/4K3 w - - 0 1": "lets White take the king",
    "8/8/8/3kK3/8/8/8/8 b - - 0 1": "lets Black take the king",
    "QQQQQ2k/QQQQQ3/QQQQQ3/QQQQQ3/8/8/8/7K w - - 0 1": "more pieces of White",
    "4k3/8/8/8/8/PPPPPPPP/P7/4K3 w - - 0 1": "more pieces of White",
    "4k3/8/8/8/8/8/8/4K3 w K - 0 1": "castling K without king and rook on e1 and h1",
    "4k3/8/8/8/8/8/8/4K2R w KK - 0 1": "castling rights KK",
    "4k3/8/8/8/8/8/8/4K3 w - e6 0 1": "no pawn has just passed",
    "4k3/8/8/4p3/8/8/8/4K3 w - e3 0 1": "en passant square e3",
    "4k3/8/8/8/8/8/8/4K3 x - - 0 1": "is not a FEN",
    "4k3/8/8/8/8/8/8/4K3 w - - 151 1": "halfmove clock 151",
    "4k3/8/8/8/8/8/8/4K3 w - - 0 ten": "move number ten",
    "4k3/8/8/8/8/8/8/4K2X w - - 0 1": "has X on it",
    "4k3/8/8/8/8/8/4K3 w - - 0 1": "8 rows of 8 squares",
    "4k4/8/8/8/8/8/8/4K3 w - - 0 1": "8 rows of 8 squares",
    "4k3/8/8/8/8/8/8/4K3 w - - 0 1 extra": "is not a FEN",
}


@pytest.mark.parametrize("fen", REFUSED)
def test_refuses_what_no_game_can_come_to(fen):
    with pytest.raises(NotationError) as refusal:
        GAME.parse_state(fen)
    message = str(refusal.value)
    assert REFUSED[fen] in message
    assert message.endswith(".")
    assert "\n" not in message


def test_a_game_can_start_anywhere():
    game = load_game("chess:fen=8/8/8/8/8/5k2/4p3/4K3 b - - 3 7")
    assert game.state_name(game.initial()) == "8/8/8/8/8/5k2/4p3/4K3 b - - 3 7"
    with pytest.raises(NotationError, match="kings"):
        load_game("chess:fen=8/8/8/8/8/8/8/8 w - -")


def test_a_passing_square_is_kept_where_a_pawn_can_be_taken():
    kept = "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3"
    assert GAME.state_name(GAME.parse_state(kept)) == kept
    nobody_near = GAME.parse_state("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1")
    pinned = GAME.parse_state("8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1")
    for state in (nobody_near, pinned):
        assert GAME.state_name(state).split()[3] == "-"
    assert GAME.key(nobody_near) == GAME.key(GAME.parse_state(GAME.state_name(nobody_near)))


SEARCHED = {
    "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1": 218,
    "3Q4/1Q4Q1/4Q3/2Q4R/Q4Q2/3Q4/1Q4Rp/1K1BBNNk w - - 0 1": 218,
}
"""The records of actions in one state: N. Petrovic, 1964, and its mirror."""


@pytest.mark.parametrize("fen", SEARCHED)
def test_crowds_are_searched(fen, compiled):
    state = GAME.parse_state(fen)
    assert SEARCHED[fen] == len(list(GAME.actions(state))) == compiled.perft(state, 1)
    assert alpha_beta(GAME, state, limit=Limit(depth=1)).action in set(GAME.actions(state))


PIECES = st.text(alphabet="PNBRQKpnbrqk12345678/ ", max_size=80)
FIELDS = st.tuples(
    PIECES, st.sampled_from("wbx"), st.sampled_from(["-", "KQkq", "K", "qk"]), st.sampled_from(["-", "e3", "e6", "i9"])
)


@given(st.one_of(st.text(max_size=100), FIELDS.map(" ".join)))
@settings(max_examples=300, deadline=None)
def test_a_text_is_a_state_or_is_refused(text):
    try:
        state = GAME.parse_state(text)
    except NotationError:
        return
    assert GAME.parse_state(GAME.state_name(state)) == state


@given(st.dictionaries(st.integers(0, 63), st.sampled_from("PNBRQpnbrq"), max_size=30), st.randoms(), st.booleans())
@settings(max_examples=150, deadline=None)
def test_what_is_read_can_be_played(pieces, random, is_black):
    """Boards at random: whatever is accepted agrees with python-chess, whether it can come up in a game or not."""
    board = chess.Board(None)
    for square, piece in pieces.items():
        board.set_piece_at(square, chess.Piece.from_symbol(piece))
    for symbol in "Kk":
        board.set_piece_at(random.choice(range(64)), chess.Piece.from_symbol(symbol))
    board.turn = not is_black
    try:
        state = GAME.parse_state(board.fen())
    except NotationError:
        return
    if agrees(GAME, state, board):
        for action in list(GAME.actions(state))[:5]:
            after = board.copy()
            after.push_uci(GAME.uci(state, action))
            agrees(GAME, GAME.result(state, action), after)


# How a game ends


def play(moves: str, fen: str = "") -> Record:
    record = Record(GAME, GAME.parse_state(fen)) if fen else Record(GAME)
    for move in moves.split():
        record.play(record.find(move))
    return record


def test_mate_ends_the_game():
    record = play("f2f3 e7e5 g2g4 d8h4")
    assert list(record.utilities) == [-1, 1]
    assert as_view(GAME.view(record.state)).caption == "Black wins by checkmate"


def test_the_third_occurrence_of_a_state_is_a_draw():
    shuffle = "g1f3 g8f6 f3g1 f6g8 "
    assert not play(shuffle).is_over
    record = play(shuffle * 2)
    assert record.is_over
    assert list(record.utilities) == [0, 0]


def test_fifty_moves_are_a_draw_unless_the_last_one_mates():
    record = play("a1a2", "4k3/8/8/8/8/8/8/R3K3 w - - 99 80")
    assert list(record.utilities) == [0, 0]
    assert "fifty" in as_view(GAME.view(record.state)).caption
    record = play("a1a8", "4k3/7R/4K3/8/8/8/8/R7 w - - 99 80")
    assert list(record.utilities) == [1, -1]


def test_clocks_are_no_part_of_the_key():
    early, late = (GAME.parse_state(f"4k3/8/8/8/8/8/8/R3K3 w Q - {clock}") for clock in ("0 1", "40 60"))
    other = GAME.parse_state("4k3/8/8/8/8/8/8/R3K3 w - - 0 1")
    assert early != late
    assert GAME.key(early) == GAME.key(late) != GAME.key(other)


# Estimates, order, passes

GLANCES = [*COUNTS, *EDGES]


def mirrored(state: Any) -> Any:
    """Return the state with colours exchanged and the board upside down."""
    return GAME.parse_state(chess.Board(GAME.state_name(state)).mirror().fen())


@pytest.mark.parametrize("fen", GLANCES)
def test_colours_are_estimated_alike(fen):
    state = GAME.parse_state(fen)
    assert GAME.evaluate(mirrored(state), 1) == GAME.evaluate(state, 0)


@pytest.mark.parametrize("fen", GLANCES)
def test_features_add_up(fen):
    state = GAME.parse_state(fen)
    for player in (0, 1):
        features = GAME.features(state, player)
        assert sum(features.values()) == GAME.evaluate(state, player)
    assert set(features) >= {"material", "squares", "pawns"}


def test_score_and_hash_follow_every_action():
    random = Random(4)
    for fen in COUNTS:
        state = GAME.parse_state(fen)
        for _ in range(60):
            if GAME.is_terminal(state):
                break
            state = GAME.result(state, random.choice(list(GAME.actions(state))))
            assert GAME.parse_state(GAME.state_name(state)) == state


def test_good_captures_come_first_and_bad_ones_last():
    state = GAME.parse_state("6k1/2p5/1p1q4/2P1Q3/8/8/8/6K1 w - - 0 1")
    ranked = sorted(GAME.actions(state), key=lambda action: -GAME.rank(state, action))
    names = [GAME.uci(state, action) for action in ranked]
    assert names[:2] == ["c5d6", "e5d6"]
    hanging = GAME.parse_state("6k1/8/1p6/2p5/8/2Q5/8/6K1 w - - 0 1")
    ranked = sorted(GAME.actions(hanging), key=lambda action: -GAME.rank(hanging, action))
    assert GAME.uci(hanging, ranked[-1]) == "c3c5"


def test_a_pass_hands_the_turn_over_and_loses_where_it_means_nothing():
    start = GAME.initial()
    passed = GAME.pass_turn(start)
    assert (GAME.to_move(passed), GAME.is_terminal(passed)) == (1, False)
    checked = GAME.parse_state("4k3/8/8/8/8/8/4r3/R3K3 w - - 0 1")
    pawns_only = GAME.parse_state("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")
    for state in (checked, pawns_only):
        lost = GAME.pass_turn(state)
        assert GAME.is_terminal(lost)
        assert GAME.utility(lost, GAME.to_move(state)) == -1
        assert GAME.key(lost) != GAME.key(state._replace(flags=state.flags ^ 1))


# Figures 5.8 and 5.9 of the book, with positions of our own: see docs/games/chess.md

HANGING_QUEEN = "6k1/1p3ppp/p2q4/3p4/8/1P2P3/P4PPP/3Q2K1 w - - 0 1"
DOOMED_BISHOP = "6k1/b5p1/1pNp4/3p1p2/2P5/4K2P/1P3PP1/8 b - - 0 1"


def best(fen: str, depth: int, *enhancements: Enhancement) -> str:
    """Return the action that the readable search chooses at a depth, in UCI notation."""
    state = GAME.parse_state(fen)
    search = partial(enhanced, enhancements=[PreviousLine(), StaticOrder(), *enhancements])
    action: Any = iterative_deepening(GAME, state, limit=Limit(depth=depth), algorithm=search).action
    return GAME.uci(state, action)


def test_a_hanging_queen_is_seen_with_quiescence_and_missed_without():
    assert best(HANGING_QUEEN, 1) == "d1d5"
    assert best(HANGING_QUEEN, 1, Quiescence()) != "d1d5"


@pytest.mark.parametrize("depth", [3, 5])
def test_a_doomed_bishop_is_not_saved_by_throwing_pawns_away(depth):
    assert best(DOOMED_BISHOP, depth) == "f5f4"
    assert best(DOOMED_BISHOP, depth, SingularExtension()) == {3: "d5c4", 5: "g7g5"}[depth]  # neither gives check


# Test positions that people made, one thread


TUNING = Tuning(reductions_full=4)


def solved(name: str, seconds: float, first: int = 1000) -> tuple[int, int]:
    """Search the positions of an EPD file; return how many were solved, and how many there are."""
    lines = (_data() / "chess" / name).read_text(encoding="utf-8").splitlines()[:first]
    searcher = Searcher(GAME, Switches().having("reductions", "null_move"), tuning=TUNING)
    right = 0
    for line in lines:
        board = chess.Board()
        wanted: Any = board.set_epd(line)
        state = GAME.parse_state(" ".join(line.split()[:4]))
        searcher.clear()
        action: Any = searcher.decide(state, limit=Limit(time=seconds)).action
        found = chess.Move.from_uci(GAME.uci(state, action))
        right += found in wanted["bm"] if "bm" in wanted else found not in wanted["am"]
    return right, len(lines)


@pytest.mark.slow
def test_win_at_chess():
    right, count = solved("wacnew.epd", 1)
    assert count == 300
    assert right >= 285


@pytest.mark.slow
def test_bratko_kopec():
    right, count = solved("bratko-kopec.epd", 5)
    assert count == 24
    assert right >= 16
