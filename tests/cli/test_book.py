"""`plywise book`: games of every form are counted, shown, probed and named, and what can't be is said in a sentence."""

import json

import pytest

from plywise import load_game
from plywise.games.record_files import write_records
from plywise.rules import Record

PGN = """[Result "1-0"]

1. e4 e5 2. Nf3 Nc6 1-0

[Result "1/2-1/2"]

1. e4 c5 1/2-1/2

[Result "*"]

1. d4 *
"""


def probed(plywise, *args):
    done = plywise("book", "probe", *args, "--json")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_games_of_chess_become_a_book(plywise, tmp_path):
    (tmp_path / "games.pgn").write_text(PGN)
    done = plywise("book", "build", "games.pgn", "--game", "chess", "--out", "my.book", "--min-games", "1")
    assert done.returncode == 0, done.stderr
    assert "4 states and 5 actions of 2 games" in done.stdout.replace("\n", " ")
    assert "1 games without a result" in done.stderr
    (tmp_path / "names.tsv").write_text("eco\tname\tpgn\nB00\tKing's Pawn\t1. e4\nB20\tSicilian Defence\t1. e4 c5\n")
    assert "2 states" in plywise("book", "names", "names.tsv", "--book", "my.book").stdout
    found = probed(plywise, "my.book")
    [move] = found["moves"]
    assert (move["action"], move["games"], move["wins"], move["draws"], move["mean"]) == ("e4", 2, 1, 1, 0.5)
    assert move["name"] == "B00 King's Pawn"
    shown = plywise("book", "show", "my.book").stdout
    assert "Sicilian Defence" in shown
    assert "held out" in shown
    played = plywise("play", "chess", "--human", "none", "--book", "my.book", "--time", "0.01", typed="quit\n")
    assert played.returncode == 0


def test_matches_and_our_own_records_are_counted(plywise, tmp_path):
    quick = ("--game", "nim:piles=2-3", "--games", "8", "--nodes", "20", "--workers", "1", "--out", "match")
    assert plywise("match", "random", "minimax", *quick).returncode == 0
    game = load_game("nim:piles=2-3")
    record = Record(game)
    while not record.is_over:
        record.play(record.options()[0])
    (tmp_path / "own.jsonl").write_text(write_records([record] * 3, ".jsonl"))
    build = ("book", "build", "match", "own.jsonl", "--game", "nim:piles=2-3", "--out", "n.book", "--json")
    done = plywise(*build)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["games"] == 11
    assert probed(plywise, "n.book")["games"] == 11
    assert probed(plywise, "n.book", "--state", "A(1,3)")["games"] <= 11


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("build", "none.pgn", "--game", "chess", "--out", "x.book"), "can't be read"),
        (("build", "empty", "--game", "chess", "--out", "x.book"), "no folder of `plywise match"),
        (("build", "games.pgn", "--game", "nim", "--out", "x.book"), "games of chess, not of nim"),
        (("show", "games.pgn"), "no book of Plywise"),
        (("probe", "none.book"), "No such file"),
        (("play", "nim", "--out", "games.txt"), "end in .parquet"),
    ],
)
def test_what_is_wrong_is_said_in_a_sentence(plywise, tmp_path, args, said):
    (tmp_path / "games.pgn").write_text(PGN)
    (tmp_path / "empty").mkdir()
    done = plywise("book", *args)
    assert done.returncode == 1
    assert said in done.stderr.replace("\n", " ")
    assert not (tmp_path / "x.book").exists()
