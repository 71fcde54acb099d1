"""Figure 5.8 of the book and a pawn about to queen: each sentence of the texts that the positions are to show."""

from typing import Any

import chess
import pytest

from plywise import Limit, load_game
from plywise.agents import SearchOptions, decide
from plywise.explain import explain_state
from plywise.games.chess import Chess
from plywise.kernel import Searcher, Switches, Tuning
from plywise.search import Quiescence, enhanced


def position(name: str) -> tuple[Chess, Any, chess.Board]:
    """Return the game of a figure, its state, and the same on the board of an independent library."""
    game = load_game(name)
    assert isinstance(game, Chess)
    state = game.initial()
    board = chess.Board(game.state_name(state))
    assert board.is_valid()
    return game, state, board


def test_the_two_positions_differ_only_in_the_rook_at_lower_right():
    (_, _, first), (_, _, second) = (position(f"figure-5.8{letter}") for letter in "ab")
    differ = [square for square in chess.SQUARES if first.piece_at(square) != second.piece_at(square)]
    assert [chess.square_name(square) for square in differ] == ["g1", "h1"]
    assert first.turn == second.turn == chess.WHITE


@pytest.mark.parametrize("letter", ["a", "b"])
def test_black_is_ahead_by_a_knight_and_two_pawns(letter):
    game, state, _ = position(f"figure-5.8{letter}")
    assert game.view(state).caption == "Black has a knight and 2 pawns more"
    assert game.evaluate(state, 1) > 300


def test_in_b_the_queen_is_taken_with_no_compensation_and_a_ply_more_shows_it():
    """An estimate declares (b) a probable win of Black; White's next move captures the queen, which one ply shows."""
    options = SearchOptions(engine="plain", without=("urgent",))
    worth = {}
    for letter in "ab":
        game, state, board = position(f"figure-5.8{letter}")
        found = decide(game, limit=Limit(depth=1), algorithm="alpha-beta", options=options)
        worth[letter] = found.value
    assert worth["a"] < -300 < 300 < worth["b"]
    assert game.action_name(state, found.action) == "Rxg5"
    assert board.piece_at(chess.G5) == chess.Piece.from_symbol("q")
    board.push_san("Rxg5")
    assert not [move for move in board.legal_moves if move.to_square == chess.G5]
    assert "White should play Rxg5" in str(explain_state(game, depth=1, algorithm="alpha-beta", options=options))


def test_a_search_that_ends_in_b_is_wrong_without_quiescence_and_right_with_it():
    """The search comes to (b) at its depth limit: a ply earlier, Black's queen went to g5."""
    _, _, board = position("figure-5.8b")
    board.remove_piece_at(chess.G5)
    board.set_piece_at(chess.F6, chess.Piece.from_symbol("q"))
    board.turn = chess.BLACK
    game = Chess(board.fen())
    queen = game.parse_action(game.initial(), "Qg5")
    for enhancements, is_right in (([], False), ([Quiescence()], True)):
        found = enhanced(game, limit=Limit(depth=1), enhancements=enhancements, all_exact=True)
        [worth] = [choice.value for choice in found.choices if choice.action == queen]
        assert (worth < -300) if is_right else (worth > 300)


@pytest.mark.slow
@pytest.mark.parametrize(("singular", "is_thrown"), [((), True), (("singular",), False)])
def test_pawns_are_sacrificed_to_delay_a_new_queen_unless_singular_extensions_see_it(singular, is_thrown):
    """At eight plies two checks by pawns push the queening beyond the horizon; what they cost seems well spent."""
    game, state, board = position("queening-pawn")
    switches = Switches().having(*singular).without("any_depth", "urgent")
    searcher = Searcher(game, switches, tuning=Tuning(singular_margin=50))
    line = searcher.decide(state, limit=Limit(depth=8)).line
    names = []
    for action in map(int, line):  # type: ignore[arg-type]
        names.append(board.san(chess.Move.from_uci(game.uci(state, action))))
        board.push_san(names[-1])
        state = game.result(state, action)
    assert (names[:4] == ["e3+", "Kxe3", "f4+", "Kxf4"]) == is_thrown
    assert (names[0] == "e3+") == is_thrown
