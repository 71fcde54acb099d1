"""Playing by a book: what it says, how it chooses, and that it proves nothing."""

import pytest

from plywise import load_game
from plywise.agents import Agent, decide, decide_by_book, parse_spec
from plywise.agents.algorithms import SearchOptions
from plywise.books import PlayedGame
from plywise.explain import verdict
from plywise.knowledge.books import BookError, BookMove
from plywise.rules import Limit, PlywiseError, Status
from tests.books.counted import built, random_games

GAME = load_game("tic-tac-toe")


class FixedBook:
    """A book that says the same of every state."""

    def __init__(self, *moves):
        self.said = list(moves)

    def moves(self, state):
        return self.said

    def name_of(self, state):
        return None

    def close(self):
        pass


def fixed(action, games, mean):
    wins = round(games * (mean + 1) / 2)
    return BookMove(action, (), games, wins, 0, games - wins, mean, 9.0)


def drawn_from(book, seed):
    found = decide_by_book(book, GAME, GAME.initial(), seed=seed)
    assert found is not None
    return found.action


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    return built(GAME, random_games(GAME, 80, seed=1), tmp_path_factory.mktemp("book")).path


def test_book_then_search(path):
    options = SearchOptions(book=path)
    found = decide(GAME, options=options)
    assert (found.by_book, found.status, found.nodes) == (True, Status.HEURISTIC, 0)
    assert str(found.action) in str([choice.action for choice in found.choices])
    assert found.describe(GAME).partition(";")[0].endswith("heuristic by book")
    assert verdict(GAME, found).startswith("Not searched, by book: value ")
    assert found.to_data(GAME, GAME.initial())["by_book"] is True
    assert not decide(GAME, options=SearchOptions(book=path, all_exact=True), limit=Limit(depth=2)).by_book
    assert decide(GAME, options=SearchOptions(book=path, prove=True)).status is Status.PROVEN


def test_an_unknown_state_is_searched(tmp_path):
    known = built(GAME, [PlayedGame((0, 0, 0, 0), (1.0, -1.0))] * 9, tmp_path)
    other = GAME.result(GAME.initial(), list(GAME.actions(GAME.initial()))[5])
    assert decide(GAME, options=SearchOptions(book=known)).by_book
    found = decide(GAME, other, options=SearchOptions(book=known))
    assert (found.by_book, found.status) == (False, Status.PROVEN)


def test_an_agent_plays_by_its_book(path):
    for spec in (f"book:{path}", f"auto:book={path}"):
        with Agent(GAME, spec) as agent:
            assert agent.decide().by_book
    with pytest.raises(PlywiseError, match="Say which book"):
        parse_spec("book:")
    with pytest.raises(BookError, match="No such file"):
        Agent(GAME, "book:none.book")


def test_the_seed_draws_and_rare_or_bad_actions_are_not_drawn():
    book = FixedBook(fixed(0, 50, 0.2), fixed(1, 50, 0.2), fixed(2, 4, 1.0), fixed(4, 90, -0.5))
    drawn = [drawn_from(book, seed) for seed in range(40)]
    assert set(drawn) == {0, 1}
    assert drawn == [drawn_from(book, seed) for seed in range(40)]


def test_a_lucky_action_is_no_better_than_a_tried_one():
    """Five games won prove little: the mean of all games counts as ten more."""
    book = FixedBook(fixed(0, 400, 0.4), fixed(1, 5, 0.6))
    drawn = [drawn_from(book, seed) for seed in range(60)]
    assert drawn.count(1) < 5


def test_too_few_games_are_no_book():
    assert decide_by_book(FixedBook(fixed(0, 4, 1.0)), GAME, GAME.initial()) is None
    assert decide_by_book(FixedBook(), GAME, GAME.initial()) is None


def test_weights_are_no_results():
    found = decide_by_book(FixedBook(BookMove(0, (), 3)), GAME, GAME.initial())
    assert found is not None
    assert verdict(GAME, found) == "Not searched, by book: it doesn't say how such games ended."


def test_what_mustnt_be_repeated_is_left_out():
    go = load_game("go:size=5")
    first = go.initial()
    action = next(iter(go.actions(first)))
    after = go.result(first, action)
    book = FixedBook(fixed(action, 50, 0.0))
    assert decide_by_book(book, go, first) is not None
    assert decide_by_book(book, go, first, history=[after]) is None
