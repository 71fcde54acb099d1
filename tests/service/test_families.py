"""Families of games: one card each, any declared value of a parameter by its id, and everything else refused."""

import pytest

from plywise.games.catalog import catalog
from plywise.games.shared.declared import declared_parameters
from plywise.games.shipped import PRESETS, SHIPPED
from plywise.tasks import TaskError, offer

WITH_TEXT = '''
from typing import Annotated

from plywise import Game


class Levels(Game):
    """Read a level."""

    State = int

    def __init__(self, level="one.txt", depth: Annotated[int, range(1, 4)] = 2, seed=None):
        self.level = level

    def to_move(self, state):
        return 0

    def actions(self, state):
        return [1] if state == 0 else []

    def result(self, state, action):
        return 1

    def utility(self, state, player):
        return 0
'''


@pytest.fixture(scope="module")
def offered():
    return offer()


def test_each_family_has_one_card_with_its_presets_inside(offered):
    cards = {card.family: card for card in offered.games}
    assert len(cards) == len(offered.games)
    assert not {*PRESETS} & {*cards}
    assert [variant.title for variant in cards["morris"].variants][1:] == ["Six Men's Morris", "Three Men's Morris"]
    assert cards["morris"].variants[1].values == {"men": "6", "flying": "false"}
    assert {card.family for card in offered.games if card.shelf == "trees"} == {*catalog().makers} - {*SHIPPED}


def test_parameters_say_what_they_may_be(offered):
    size, empties = next(card for card in offered.games if card.id == "othello").parameters
    assert (size.kind, size.default, size.choices) == ("whole", "8", ["4", "6", "8"])
    assert (empties.kind, empties.default, empties.choices) == ("text", "none", ["none", "winner"])
    for name in SHIPPED:
        for parameter in declared_parameters(catalog().makers[name]):
            assert parameter.objection(parameter.default) == ""


@pytest.mark.parametrize(
    ("asked", "spec", "title"),
    [
        ("othello:size=6", "othello:size=6", "Othello (size=6)"),
        ("othello:empties=winner,size=6", "othello:size=6,empties=winner", "Othello (size=6,empties=winner)"),
        ("othello:size=8", "othello", "Othello"),
        ("nim:piles=2-2", "ii-nim", "Nim (piles=2-2)"),
        ("three-mens-morris:flying=true", "morris:men=3", "Morris (men=3)"),
    ],
)
def test_one_game_has_one_spec_however_it_is_spelt(offered, asked, spec, title):
    assert (offered.spec(asked), offered.title(asked)) == (spec, title)


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ("othello:size=7", "size is 4, 6 or 8, not 7"),
        ("othello:size=six", "size is a whole number, as in othello:size=8"),
        ("othello:width=6", "it knows size, empties"),
        ("othello:size=6,size=8", "given twice"),
        ("nim:piles=3-4-5000", "piles is from 0 to 1,000, not 5000"),
        ("nim:Nim:piles=3", "no such game"),
        ("/etc/passwd.py", "no such game"),
        ("chess/../x.json:a=1", "no such game"),
    ],
)
def test_other_values_are_refused_in_a_sentence(offered, asked, message):
    with pytest.raises(TaskError, match=message) as refused:
        offered.spec(asked)
    assert refused.value.status in (400, 404)


def test_clients_set_no_text_of_a_users_file(tmp_path):
    (tmp_path / "levels.py").write_text(WITH_TEXT, encoding="utf-8")
    offered = offer([f"{tmp_path}/levels.py:level=two.txt"])
    (card,) = offered.games
    assert (card.shelf, card.title) == ("yours", "Levels (level=two.txt)")
    assert [parameter.name for parameter in card.parameters] == ["depth"]
    assert offered.spec("levels:depth=3") == f"{tmp_path}/levels.py:depth=3"
    assert offered.spec(card.id) == f"{tmp_path}/levels.py:level=two.txt"
    for hostile in ("levels:level=/etc/passwd", "levels:seed=9", "levels:depth=4"):
        with pytest.raises(TaskError):
            offered.spec(hostile)


def test_only_whoever_starts_the_service_opens_the_cards():
    offered = offer(["kuhn-poker:open_cards=true"])
    assert [offered.title(each) for each in offered.specs] == ["Kuhn Poker (open_cards=true)"]
    assert offered.spec("kuhn-poker:open_cards=true") == "kuhn-poker:open_cards=true"
    with pytest.raises(TaskError, match="open_cards"):
        offer(["kuhn-poker"], keeps_secrets=True).spec("kuhn-poker:open_cards=true")


def test_a_game_is_described_with_its_parameters(client):
    def describe(game):
        return client.http.post("/api/descriptions", json={"game": game})

    found = describe("connect-four:width=5,height=4").json()
    assert (found["title"], found["players"]) == ("Connect Four (width=5,height=4)", ["Yellow", "Red"])
    assert [agent["name"] for agent in found["agents"]][:3] == ["auto", "minimax", "alpha-beta"]
    three = [agent["name"] for agent in describe("three-kings").json()["agents"]]
    assert "alpha-beta" not in three
    assert "max-n" in three
    refused = describe("connect-four:width=31")
    assert (refused.status_code, refused.json()["message"]) == (
        400,
        "width is from 1 to 30, not 31: choose another value.",
    )
    board = client.position("connect-four:height=4,width=5", "1").json()
    assert len(board["view"]["cells"]) == 20


def test_an_address_to_share_leads_to_the_page(client):
    led = client.http.get("/play/connect-four", params={"width": "5", "height": "4"})
    assert led.headers["location"] == "/#/connect-four%3Awidth%3D5%2Cheight%3D4"
    for hostile in ("/play//evil.example/x", "/play/https://evil.example", "/play/x%0d%0aset-cookie: y=1"):
        answer = client.http.get(hostile)
        assert answer.status_code == 404 or answer.headers["location"].startswith("/#/")
        assert "set-cookie" not in answer.headers
