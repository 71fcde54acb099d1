"""Games as Parquet, names of openings, quick self-play, and what is said where DuckDB is missing."""

import duckdb
import pytest

from plywise import load_game
from plywise.agents import identify_rules
from plywise.books import (
    GameCollection,
    build_book,
    name_openings,
    play_games,
    read_opening_lines,
    require_duckdb,
    write_games,
)
from plywise.kernel import RecordedPlay
from plywise.knowledge.books import BookError, BookName, OpeningBook
from plywise.knowledge.patterns import LearnedPatterns
from plywise.learn.patterns import choose_layout
from plywise.rules import PlywiseError, RecordError
from tests.books.counted import built, random_games, states_of
from tests.kernel.pattern_games import CoinRows, ThreeRows


def test_parquet_keeps_games(tmp_path):
    game = load_game("tic-tac-toe")
    games = random_games(game, 50, seed=2)
    assert write_games(tmp_path / "games.parquet", game, identify_rules(game), games) == 50
    with GameCollection.open(game, identify_rules(game)) as collection:
        assert list(collection.add_parquet(tmp_path / "games.parquet")) == []
        build_book(collection, tmp_path / "again.book", plies=50, min_games=1)
    once = built(game, games, tmp_path)
    again = OpeningBook(tmp_path / "again.book", game, identify_rules(game))
    assert once.header == again.header
    assert once.moves(game.initial()) == again.moves(game.initial())


def test_parquet_of_others_is_refused_in_a_sentence(tmp_path):
    game = load_game("tic-tac-toe")
    path = tmp_path / "games.parquet"
    write_games(path, game, identify_rules(game), random_games(game, 3, seed=2))
    nim = load_game("nim")
    content = path.read_bytes()
    with (
        GameCollection.open(nim, identify_rules(nim)) as collection,
        pytest.raises(RecordError, match="of tic-tac-toe, by"),
    ):
        list(collection.add_parquet(path))
    path.write_bytes(content[:40] + b"\xff" * 20 + content[60:])
    with GameCollection.open(game, identify_rules(game)) as collection:
        path.write_bytes(content[: len(content) // 2])
        with pytest.raises(duckdb.Error):
            list(collection.add_parquet(path))
    with (
        pytest.raises(PlywiseError, match="can't be counted"),
        GameCollection.open(game, identify_rules(game)) as collection,
    ):
        list(collection.add_parquet(path))
    path.write_text("no Parquet at all")
    with (
        GameCollection.open(game, identify_rules(game)) as collection,
        pytest.raises(RecordError, match="not a file of"),
    ):
        list(collection.add_parquet(path))
    duckdb.execute("COPY (SELECT 1 AS x) TO ? (FORMAT parquet)", [str(path)])
    with (
        GameCollection.open(game, identify_rules(game)) as collection,
        pytest.raises(RecordError, match="no games in it"),
    ):
        list(collection.add_parquet(path))


def test_parquet_may_name_its_actions(tmp_path):
    game, path = load_game("tic-tac-toe"), tmp_path / "named.parquet"
    row = f"'tic-tac-toe' AS game, '{identify_rules(game)}' AS rules, '' AS start"
    made = f"SELECT {row}, ['b2', 'a1'] AS actions, [1.0, -1.0] AS utilities"
    duckdb.execute(f"COPY ({made}) TO ? (FORMAT parquet)", [str(path)])
    with GameCollection.open(game, identify_rules(game)) as collection:
        assert list(collection.add_parquet(path)) == [("", ["b2", "a1"], (1.0, -1.0))]


def test_names_of_openings(tmp_path):
    game = load_game("tic-tac-toe")
    games = random_games(game, 50, seed=2)
    book = built(game, games, tmp_path)
    (tmp_path / "names.tsv").write_text("code\tname\tpgn\n# a remark\nC\tCentre\t1. b2\nX\tCorner \x1b[31m\ta3\n\n")
    lines = read_opening_lines(tmp_path / "names.tsv")
    assert [line.name for line in lines] == ["Centre", "Corner [31m"]
    assert name_openings(book, lines, tmp_path / "names.tsv") == 2
    named = OpeningBook(book.path, game, identify_rules(game))
    assert {str(move.name) for move in named.moves(game.initial()) if move.name} == {"C Centre", "X Corner [31m"}
    assert named.name_of(game.result(game.initial(), game.parse_action(game.initial(), "a1"))) == BookName(
        "X", "Corner [31m"
    )  # the same by symmetry
    (tmp_path / "names.tsv").write_text("C\tCentre\tb2 b2\n")
    with pytest.raises(BookError, match="Line 1 of"):
        name_openings(named, read_opening_lines(tmp_path / "names.tsv"), tmp_path / "names.tsv")
    (tmp_path / "names.tsv").write_text("Centre\n")
    with pytest.raises(BookError, match="three columns"):
        read_opening_lines(tmp_path / "names.tsv")


@pytest.mark.parametrize(
    "game",
    [pytest.param(CoinRows(), id="dice"), pytest.param(ThreeRows(), id="three players", marks=pytest.mark.slow)],
)
def test_compiled_games_are_games_by_the_plain_rules(game):
    layout = choose_layout(game, 0)
    blank = LearnedPatterns(game.name, "", layout, bytes(2 * layout.size))
    games = list(play_games(game, 30, seed=4, patterns=blank))
    assert games == list(play_games(game, 30, seed=4, patterns=blank))
    assert len({played.actions for played in games}) > 20
    for played in games:
        last = states_of(game, played)[-1]
        assert game.is_terminal(last)
        assert played.utilities == tuple(float(game.utility(last, player)) for player in range(game.players))


def test_games_that_are_cut_short_have_no_result():
    game = CoinRows()
    play = RecordedPlay(game, choose_layout(game, 0))
    played, is_stopped = play.record(5, most_plies=2)
    assert not is_stopped
    assert all(len(each.actions) == 2 and each.utilities is None for each in played)


def test_what_is_missing_is_said(monkeypatch):
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(PlywiseError, match=r"pip install 'plywise\[books\]'"):
        require_duckdb()


def test_forbidden_repetition_is_left_to_matches():
    with pytest.raises(PlywiseError, match="plywise match"):
        next(play_games(load_game("go:size=5"), 1))


@pytest.mark.slow
def test_a_hundred_thousand_games_take_less_than_a_minute(tmp_path):
    """Run with: pytest -m slow tests/books; what counts is CPU time."""
    from plywise.agents import knowledge_beside

    game = load_game("connect-four")
    patterns = knowledge_beside(game)
    assert isinstance(patterns, LearnedPatterns)
    with GameCollection.open(game, identify_rules(game)) as collection:
        collection.add(play_games(game, 100_000, seed=1, patterns=patterns))
        report = build_book(collection, tmp_path / "large.book")
    assert report.cpu_seconds < 60
    assert report.header.games == 100_000
    assert 8 < report.header.leaving.mean < 18
