"""Books from elsewhere: damaged, hostile or foreign ones are refused in a sentence, and Polyglot's are read."""

import contextlib
import os
import random
import shutil
import sqlite3
import struct
import sys
from typing import cast

import chess
import chess.polyglot
import pytest

from plywise import load_game
from plywise.agents import identify_rules
from plywise.games.chess import Chess
from plywise.knowledge.books import (
    BookError,
    BookHeader,
    CountedMove,
    Leaving,
    OpeningBook,
    PolyglotBook,
    book_game,
    book_key,
    is_book,
    write_book,
)

NIM = load_game("nim:piles=1-2")
CHESS = Chess()
NUMBERS = tuple(chess.polyglot.POLYGLOT_RANDOM_ARRAY)


def header(**changes):
    start = book_key(NIM, NIM.initial())
    known = {"game": "nim:piles=1-2", "rules": identify_rules(NIM), "start": start, "games": 10, "plies": 5}
    return BookHeader(**{**known, "min_games": 1, "states": 1, "moves": 1, "leaving": Leaving(1, 1, 1, 0), **changes})


@pytest.fixture
def path(tmp_path):
    after = book_key(NIM, NIM.result(NIM.initial(), next(iter(NIM.actions(NIM.initial())))))
    moves = [CountedMove(book_key(NIM, NIM.initial()), after, 10, 6, 1, 3, 3.0, 40)]
    write_book(tmp_path / "nim.book", header(), moves)
    return tmp_path / "nim.book"


def opened(path):
    return OpeningBook(path, NIM, identify_rules(NIM))


def test_what_was_written_is_read(path):
    book = opened(path)
    [move] = book.moves(NIM.initial())
    assert (move.games, move.wins, move.draws, move.losses, move.mean, move.plies) == (10, 6, 1, 3, 0.3, 4.0)
    assert (book.header, book_game(path), is_book(path)) == (header(), "nim:piles=1-2", True)
    assert list(path.parent.iterdir()) == [path]  # no journal, and nothing half-written


def test_keys_are_the_same_everywhere():
    """Pinned: a book that was built on one machine is probed on another."""
    tic_tac_toe, chess_game = load_game("tic-tac-toe"), load_game("chess")
    assert book_key(NIM, NIM.initial()) == PINNED["nim"]
    assert book_key(tic_tac_toe, tic_tac_toe.initial()) == PINNED["tic-tac-toe"]
    assert book_key(chess_game, chess_game.initial()) == PINNED["chess"]


PINNED = {"nim": -8190122082277425239, "tic-tac-toe": -8794208267779601157, "chess": 1641033835802815306}


def test_other_rules_are_refused(path):
    other = load_game("nim:piles=2-2")
    with pytest.raises(BookError, match="made for nim:piles=1-2, by other rules"):
        OpeningBook(path, other, identify_rules(other))
    with pytest.raises(BookError, match="other rules or keys"):
        OpeningBook(path, NIM, "0123456789abcdef")


@pytest.mark.parametrize(
    "harm",
    [
        "CREATE TRIGGER t AFTER INSERT ON names BEGIN DELETE FROM moves; END",
        "CREATE VIEW v AS SELECT 1",
        "CREATE INDEX i ON moves (games)",
        "DROP TABLE names",
        "ALTER TABLE moves ADD COLUMN more INTEGER",
        "DELETE FROM header",
        "UPDATE header SET content = '[]'",
        "UPDATE header SET content = '{\"game\": 3}'",
        "UPDATE header SET content = replace(content, '10', '-10')",
        "INSERT INTO header SELECT content FROM header",
        "UPDATE header SET content = zeroblob(70000)",
        "PRAGMA application_id = 7",
    ],
)
def test_another_form_is_refused(path, harm):
    with contextlib.closing(sqlite3.connect(path)) as connection:
        connection.execute(harm)
        connection.commit()
    with pytest.raises(BookError, match="is no book of Plywise, or damaged"):
        opened(path)


@pytest.mark.parametrize(
    "harm", ["games = -1", "wins = 11", "games = 'many'", "utility = 9e999", "plies = -3", "losses = 2.5"]
)
def test_figures_that_cannot_be_are_refused(path, harm):
    with contextlib.closing(sqlite3.connect(path)) as connection:
        connection.execute(f"UPDATE moves SET {harm}")
        connection.commit()
    book = opened(path)
    with pytest.raises(BookError, match="damaged"):
        book.moves(NIM.initial())


def test_random_damage_is_never_a_traceback(path):
    content, lots = path.read_bytes(), random.Random(5)
    for _ in range(150):
        harmed = bytearray(content)
        for _ in range(lots.randint(1, 20)):
            harmed[lots.randrange(len(harmed))] = lots.randrange(256)
        cut = lots.choice([len(harmed), lots.randrange(len(harmed))])
        path.write_bytes(harmed[:cut])
        with contextlib.suppress(BookError), contextlib.closing(opened(path)) as book:
            book.moves(NIM.initial())


def test_what_is_no_file_is_refused(path, tmp_path):
    with pytest.raises(BookError, match="No such file"):
        opened(tmp_path / "none.book")
    os.mkfifo(tmp_path / "pipe.book")
    with pytest.raises(BookError, match="not a regular file"):
        opened(tmp_path / "pipe.book")
    assert not is_book(tmp_path / "pipe.book")


def test_a_book_can_do_nothing_but_be_read(path):
    book = opened(path)
    for harm in ("DELETE FROM moves", "ATTACH 'x.db' AS x", "PRAGMA journal_mode = WAL", "SELECT load_extension('x')"):
        with pytest.raises(sqlite3.DatabaseError):
            book._connection.execute(harm)


def test_a_name_with_odd_characters_is_a_name(path, tmp_path):
    odd = tmp_path / "100% #1?mode=rw&a.book"
    shutil.copyfile(path, odd)
    assert opened(odd).header == header()


# Polyglot


def entry(board, move, weight):
    bits = move.to_square | move.from_square << 6
    if move.promotion:
        bits |= (move.promotion - 1) << 12
    return struct.pack(">QHHI", chess.polyglot.zobrist_hash(board), bits, weight, 0)


def test_polyglot_keys_are_those_of_python_chess():
    game, lots = CHESS, random.Random(1)
    for _ in range(10):
        board = chess.Board()
        while not board.is_game_over() and len(board.move_stack) < 60:
            state = game.parse_state(board.fen(en_passant="legal"))
            legal = chess.Board(board.fen(en_passant="legal"))
            if (board.ep_square is None) == (legal.ep_square is None):
                assert game.polyglot_key(state, NUMBERS) == chess.polyglot.zobrist_hash(board)
            board.push(lots.choice(list(board.legal_moves)))


def test_a_polyglot_book_is_read(tmp_path):
    game, start = CHESS, chess.Board()
    castling = chess.Board("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
    promoting = chess.Board("8/P6k/8/8/8/8/8/K7 w - - 0 1")
    entries = [
        entry(start, chess.Move.from_uci("e2e4"), 30),
        entry(start, chess.Move.from_uci("d2d4"), 10),
        entry(start, chess.Move.from_uci("e2e5"), 99),  # not legal
        entry(castling, chess.Move.from_uci("e1h1"), 5),
        entry(castling, chess.Move.from_uci("e1a1"), 4),
        entry(promoting, chess.Move.from_uci("a7a8n"), 1),
    ]
    path = tmp_path / "book.bin"
    path.write_bytes(b"".join(sorted(entries)))
    book = PolyglotBook(path, game, NUMBERS)

    def said(board):
        state = game.parse_state(board.fen())
        return [(game.uci(state, cast(int, move.action)), move.games) for move in book.moves(state)]

    assert said(start) == [("e2e4", 30), ("d2d4", 10)]
    assert said(castling) == [("e1g1", 5), ("e1c1", 4)]
    assert said(promoting) == [("a7a8n", 1)]
    assert said(chess.Board("8/7k/8/8/8/8/8/K7 w - - 0 1")) == []


def test_polyglot_needs_its_numbers_and_whole_entries(tmp_path, monkeypatch):
    game, path = load_game("chess"), tmp_path / "book.bin"
    path.write_bytes(bytes(16))
    monkeypatch.delenv("PLYWISE_POLYGLOT", raising=False)
    assert PolyglotBook(path, game).numbers == NUMBERS  # from the package `chess`
    monkeypatch.setitem(sys.modules, "chess.polyglot", None)
    with pytest.raises(BookError, match=r"don't come with Plywise: `pip install plywise\[polyglot\]`, or put a text"):
        PolyglotBook(path, game)
    (tmp_path / "polyglot-numbers.txt").write_text("\n".join(f"U64(0x{number:016X})," for number in NUMBERS))
    assert PolyglotBook(path, game).numbers == NUMBERS
    with pytest.raises(BookError, match="not Polyglot's numbers"):
        PolyglotBook(path, game, NUMBERS[::-1])
    path.write_bytes(bytes(17))
    with pytest.raises(BookError, match="entries of 16 bytes"):
        PolyglotBook(path, game)
    with pytest.raises(BookError, match="for chess"):
        PolyglotBook(path, NIM)
