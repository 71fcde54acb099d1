"""The tasks as a page asks for them: by address, with pauses, and failures in the service's words."""

import json
import time

import pytest

from plywise.kernel.building import find
from plywise.tasks import Desk, PausingCancellation

HUNGRY = '''
from plywise import Game


class Hungry(Game):
    """Takes all memory."""

    State = int

    def to_move(self, state):
        return 0

    def actions(self, state):
        raise MemoryError

    def result(self, state, action):
        return state
'''


NAMELESS = '''
from plywise.games.nim import Nim


class Nameless(Nim):
    """Its states have numbers for names."""

    def state_name(self, state):
        return 7
'''


@pytest.fixture
def desk(tmp_path):
    specs = {"connect-four": "connect-four", "dice-race": "dice-race"}
    for name, text in {"hungry": HUNGRY, "nameless": NAMELESS}.items():
        (tmp_path / f"{name}.py").write_text(text)
        specs[name] = str(tmp_path / f"{name}.py")
    return Desk(specs)


def ask(desk, address, **body):
    return json.loads(desk.answer(address, json.dumps(body)))


def question(**more):
    asked: dict[str, object] = {
        "game": "connect-four",
        "start": None,
        "actions": [],
        "seconds": 30,
        "algorithm": "alpha-beta",
    }
    return json.dumps({**asked, "depth": None, **more})


def test_a_search_pauses_and_stops_when_it_is_told_to(desk, monkeypatch):
    told, pauses = [], []

    def pause():
        pauses.append(time.perf_counter())
        return len(pauses) == 2

    began = time.perf_counter()
    monkeypatch.setattr(find, "CAN_COMPILE", False)
    found = json.loads(desk.analyse(question(), lambda message: told.append(json.loads(message)), pause))
    assert len(pauses) == 2
    assert time.perf_counter() - began < 20
    depths = [message["decision"]["depth"] for message in told if message["type"] == "decision"]
    assert depths == sorted(depths)
    assert found["done"]["decision"]["engine"] == "plain"
    assert found["done"]["decision"]["depth"] == depths[-1]


def test_a_level_plays_in_a_page(desk, monkeypatch):
    monkeypatch.setattr(find, "CAN_COMPILE", False)
    described = ask(desk, "api/descriptions", game="connect-four")["done"]
    assert (described["levels"], described["is_calibrated"]) == (7, True)
    found = json.loads(desk.analyse(question(algorithm=None, level=1), lambda message: None))
    assert found["done"]["decision"]["engine"] == "level 1"
    refused = json.loads(desk.analyse(question(algorithm=None, level=9), lambda message: None))
    assert "connect-four has 7 levels, and no level 9" in refused["failed"]["message"]


def test_a_look_is_a_pause_only_now_and_then():
    def pause():
        pytest.fail("that was too soon")

    stop = PausingCancellation(pause)
    assert not any(stop.is_cancelled for _ in range(1_000))


def test_any_member_of_a_family_can_be_asked_for(desk):
    found = ask(desk, "api/descriptions", game="connect-four:width=5")["done"]
    assert (found["title"], found["players"]) == ("Connect Four (width=5)", ["Yellow", "Red"])
    position = ask(desk, "api/positions", game="connect-four:width=5", actions=["1"], start=None)["done"]
    assert (position["game"], len(position["options"])) == ("connect-four:width=5", 5)


def test_a_seed_is_chosen_where_there_is_none(desk):
    first = ask(desk, "api/throws", game="dice-race", actions=[], start=None, seed=None)["done"]
    again = ask(desk, "api/throws", game="dice-race", actions=[], start=None, seed=first["seed"])["done"]
    assert again == first


@pytest.mark.parametrize(
    ("body", "code", "sentence"),
    [
        ({"game": "chess"}, "bad-request", "There is no such game here"),
        ({"game": "connect-four", "actions": ["9"]}, "illegal", "Action 1 can't be played"),
        ({"game": "connect-four:width=x"}, "bad-request", "width"),
        ({"game": "hungry"}, "rules", "took more memory than this page may have"),
        ({"game": "nameless"}, "rules", "name something 7: let names be texts"),
    ],
)
def test_failures_have_a_code_and_a_sentence(desk, body, code, sentence):
    failed = ask(desk, "api/positions", **{"actions": [], "start": None, **body})["failed"]
    assert failed["code"] == code
    assert sentence in failed["message"]
