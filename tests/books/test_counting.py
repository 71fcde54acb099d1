"""Books hold what a recount by brute force finds: transpositions once, repetitions once, every kind of game."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from plywise import Game, load_game
from plywise.agents import identify_rules
from plywise.books import GameCollection, PlayedGame, build_book
from plywise.books.played import offered
from plywise.knowledge.books import OpeningBook, book_key
from plywise.rules import PlywiseError, Record, RecordError
from tests.books.counted import built, random_games, recount, states_of

SPECS = ("tic-tac-toe", "nim:piles=2-3", "dice-race:squares=4", "three-kings", "connect-four:width=4,height=4")


def require_same(book: OpeningBook, game: Game, games: list[PlayedGame], plies: int, min_games: int = 1) -> None:
    """Hold a book against a recount, in every state that came up."""
    counted = recount(game, games, plies)
    kept = {key for key, rows in counted.items() if sum(row[0] for row in rows.values()) >= min_games}
    for state in {state for played in games for state in states_of(game, played)[:-1]}:
        key = game.key(game.canonical(state))
        moves = book.moves(state)
        assert len(moves) == (len(counted[key]) if key in kept else 0)
        for move in moves:
            after = game.play_action(state, move.action)
            row = counted[key][game.key(game.canonical(after))]
            assert [move.games, move.wins, move.draws, move.losses] == row[:4]
            assert move.mean == pytest.approx(row[4] / row[0])
            assert move.plies == pytest.approx(row[5] / row[0])
            same = [book_key(game, game.play_action(state, other)) for other in move.also]
            assert set(same) <= {book_key(game, after)}
    assert (book.header.states, book.header.moves) == (len(kept), sum(len(counted[key]) for key in kept))


@pytest.mark.parametrize("spec", SPECS)
def test_statistics_are_those_of_a_recount(spec, tmp_path):
    game = load_game(spec)
    games = random_games(game, 60, seed=3)
    require_same(built(game, games, tmp_path, plies=5, min_games=2), game, games, 5, 2)


@settings(max_examples=8, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(lines=st.lists(st.lists(st.integers(0, 8), max_size=9), min_size=1, max_size=12), plies=st.integers(1, 9))
def test_any_games_of_tic_tac_toe(lines, plies, tmp_path):
    game, games = load_game("tic-tac-toe"), []
    for line in lines:
        record, numbers = Record(game), []
        for choice in line:
            if record.is_over:
                break
            options = offered(game, record.state)
            numbers.append(choice % len(options))
            record.play(options[numbers[-1]])
        games.append(PlayedGame(tuple(numbers), tuple(map(float, record.utilities))))
    require_same(built(game, games, tmp_path, plies), game, games, plies)


def played_as(game: Game, *names: str) -> PlayedGame:
    """Return an unfinished game by the names of its actions."""
    state, numbers = game.initial(), []
    for name in names:
        options = offered(game, state)
        numbers.append(options.index(game.parse_action(state, name)))
        state = game.play_action(state, options[numbers[-1]])
    return PlayedGame(tuple(numbers), (1.0, -1.0))


def test_transpositions_are_one_state(tmp_path):
    game = load_game("chess")
    one, other = played_as(game, "d4", "d5", "Nf3", "Nf6"), played_as(game, "Nf3", "d5", "d4", "e6")
    book = built(game, [one, other], tmp_path)
    moves = book.moves(states_of(game, one)[3])
    names = {game.action_name(states_of(game, one)[3], move.action): move.games for move in moves}
    assert names == {"Nf6": 1, "e6": 1}


def test_a_state_that_repeats_counts_once_in_a_game(tmp_path):
    game = load_game("chess")
    round_trip = ("Nf3", "Nf6", "Ng1", "Ng8")
    book = built(game, [played_as(game, *round_trip, *round_trip, "e4")], tmp_path)
    moves = book.moves(game.initial())
    assert [(game.action_name(game.initial(), move.action), move.games) for move in moves] == [("Nf3", 1)]


def test_limits_leave_out_what_is_deep_or_rare(tmp_path):
    game = load_game("tic-tac-toe")
    games = random_games(game, 30, seed=1)
    shallow = built(game, games, tmp_path, plies=2)
    assert all(not shallow.moves(states_of(game, played)[3]) for played in games)
    assert shallow.header.plies == 2


def test_when_games_leave_the_book(tmp_path):
    """All games the same: nobody leaves. All start alike and then differ: everybody leaves after two plies."""
    game = load_game("connect-four")
    same = [played_as(game, "4", "4", "4")] * 40
    stays = built(game, same, tmp_path).header.leaving
    assert stays.games == stays.stayed > 0
    assert stays.mean == 3
    others = [played_as(game, "4", *(f"{1 + (number // 7**ply) % 7}" for ply in range(3))) for number in range(343)]
    leaves = built(game, others, tmp_path, min_games=300).header.leaving
    assert (leaves.stayed, leaves.mean, leaves.median) == (0, 2, 2)


def test_games_that_the_rules_refuse_are_refused(tmp_path):
    game = load_game("tic-tac-toe")
    with pytest.raises(RecordError, match="Action 2 of game 1 has number 8, and 8 are open there"):
        built(game, [PlayedGame((0, 8), (0.0, 0.0))], tmp_path)
    with pytest.raises(RecordError, match="doesn't say what it came to"):
        built(game, [PlayedGame((0,), (0.0,))], tmp_path)
    with (
        pytest.raises(PlywiseError, match="no finished games"),
        GameCollection.open(game, identify_rules(game)) as none,
    ):
        build_book(none, tmp_path / "none.book")
    assert not list(tmp_path.glob("*.book"))
