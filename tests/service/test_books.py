"""Opening books in the service: what the explorer shows, and an engine that plays by the book."""

import httpx
import pytest

from plywise import load_game
from plywise.rules import CatalogError
from plywise.service.schema import BookPage
from plywise.service.web import create_app
from plywise.tasks import TASKS, analysis, offer, write_json
from tests.books.counted import built, random_games
from tests.service.conftest import SETTINGS, hosting

GAME = load_game("tic-tac-toe")


@pytest.fixture(scope="module")
def book(tmp_path_factory):
    return str(built(GAME, random_games(GAME, 60, seed=1), tmp_path_factory.mktemp("book")).path)


def hear_nothing(kind, content):
    pass


def test_a_book_goes_to_the_game_it_names(book, tmp_path):
    assert offer(["nim", "tic-tac-toe"], books=[book]).books == {"tic-tac-toe": book}
    with pytest.raises(CatalogError, match="a book of tic-tac-toe, which isn't offered"):
        offer(["nim"], books=[book])


def test_the_explorer_tells_what_was_played(book):
    page = TASKS["explorer"](hear_nothing, "tic-tac-toe", ["b2"], book)
    assert BookPage.model_validate_json(write_json(page)).games == sum(row["games"] for row in page["moves"]) > 0
    assert sum(row["share"] for row in page["moves"]) == pytest.approx(1, abs=1e-5)


def test_the_engine_plays_by_the_book_when_asked(book):
    found = analysis(hear_nothing, "tic-tac-toe", [], 1.0, None, None, "plain", book=book)
    assert found["decision"]["by_book"]
    assert found["decision"]["told"].startswith(("+", "-"))
    searched = analysis(hear_nothing, "tic-tac-toe", [], 1.0, 2, None, "plain")
    assert not searched["decision"]["by_book"]


def test_over_http(book):
    app = create_app(offer(["tic-tac-toe", "nim"], books=[book]), SETTINGS)
    with hosting(app) as address, httpx.Client(base_url=address, timeout=30) as http:
        page = http.post("/api/books", json={"game": "tic-tac-toe", "actions": []}).json()
        assert page["games"] == 60
        assert http.post("/api/descriptions", json={"game": "tic-tac-toe"}).json()["has_book"] is True
        refused = http.post("/api/books", json={"game": "nim", "actions": []})
        assert (refused.status_code, refused.json()["code"]) == (404, "bad-request")
        assert http.post("/api/books", json={"game": "tic-tac-toe", "actions": ["z9"]}).status_code == 409
