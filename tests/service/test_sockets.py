"""Analyses on a socket: live, deeper each time, stopped, replaced, and refused where they make no sense."""

import json
import random
import time
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from plywise.explain import verdict
from plywise.games.catalog import load_game
from plywise.rules import Decision, Status
from plywise.service.games import offer
from plywise.service.settings import MOST_BYTES, Settings
from plywise.service.web import create_app
from tests.service.conftest import hosting
from tests.service.talk import PATIENCE, Client


def test_a_whole_analysis(client):
    with client.talk() as talk:
        talk.analyse("tic-tac-toe", "a1", "c3", seconds=30)
        *_, final = talk.hear_all()
    decision = final["decision"]
    assert (final["type"], final["id"], decision["status"], decision["player"]) == ("decision", 1, "proven", 0)
    assert decision["action"] in {"c1", "a3"}
    assert len(decision["choices"]) == 7
    assert final["verdict"] == verdict(load_game("tic-tac-toe"), Decision("c1", 1, 0, Status.PROVEN))


@pytest.fixture
def fresh(tmp_path, monkeypatch):
    """A client of a server where nothing was compiled before."""
    monkeypatch.setenv("PLYWISE_CACHE_DIR", str(tmp_path / "cache"))
    app = create_app(offer(["connect-four", "figure-5.2"]), Settings(workers=1))
    with hosting(app) as address, httpx.Client(base_url=address, timeout=PATIENCE) as http:
        yield Client(http, app.state.jobs)


def test_it_appears_at_once_and_deepens_while_the_rules_are_compiled(fresh):
    with fresh.talk() as talk:
        fresh.http.post("/api/explanations", json={"game": "figure-5.2"})  # a search worker is up, as for a person
        started = time.monotonic()
        talk.analyse("connect-four", seconds=60)
        first = talk.hear_decision()
        assert time.monotonic() - started < 1
        assert len(first["decision"]["choices"]) == 7
        depths, kinds = [first["decision"]["depth"]], set()
        while depths[-1] < 13:  # only the compiled engine gets there in this time
            message = talk.hear()
            kinds.add(message["type"])
            assert not message.get("is_final"), message
            if message["type"] == "decision":
                depths.append(message["decision"]["depth"])
        talk.stop()
        assert talk.hear_all()[-1]["decision"]["depth"] >= 13
    assert depths == sorted(depths)
    assert "compiling" in kinds


def test_a_stopped_search_answers_with_its_best(client):
    with client.talk() as talk:
        talk.analyse("connect-four", seconds=60)
        talk.hear_decision()
        started = time.monotonic()
        talk.stop(2)
        talk.stop(1)
        assert talk.hear_all()[-1]["is_final"]
        assert time.monotonic() - started < 3


def test_a_new_analysis_takes_the_place_of_the_old_one(client):
    with client.talk() as talk:
        talk.analyse("connect-four", seconds=60)
        talk.hear_decision()
        for number in range(2, 12):
            talk.analyse("connect-four", "4", number=number, seconds=60)
        talk.analyse("tic-tac-toe", number=12, seconds=30)
        messages = talk.hear_all()
        own = [message for message in messages if message["id"] == 12]
        assert own[-1]["is_final"]
        assert messages[-len(own) :] == own
    assert client.position("tic-tac-toe").status_code == 200


def test_of_a_burst_the_last_is_answered(client):
    with client.talk() as talk:
        for number in range(1, 61):
            talk.analyse("connect-four", seconds=60, number=number)
        talk.analyse("tic-tac-toe", number=61, seconds=30)
        while (message := talk.hear())["id"] != 61 or not message.get("is_final"):
            assert message["type"] != "error", message


@pytest.mark.parametrize("game", ["dice-race", "figure-5.4", "three-kings", "nim:piles=1-2", "to-ten"])
def test_games_of_every_kind(client, game):
    with client.talk() as talk:
        talk.analyse(game, seconds=0.4)
        final = talk.hear_all()[-1]
        assert final["is_final"], final
        talk.analyse(game, number=2, seconds=30, depth=2)
        final = talk.hear_all()[-1]
        assert final["decision"]["depth"] <= 3


@pytest.mark.parametrize(
    ("game", "actions", "more", "code", "words"),
    [
        ("tic-tac-toe", ["z9"], {}, "illegal", "Action 1 can't be played"),
        ("tic-tac-toe", ["a1", "a2", "b1", "b2", "c1"], {}, "illegal", "The game is over"),
        ("dice-race", [], {"algorithm": "alpha-beta"}, "bad-request", "alpha-beta is for games with"),
    ],
)
def test_a_question_without_an_answer_leaves_the_socket_open(client, game, actions, more, code, words):
    with client.talk() as talk:
        talk.analyse(game, *actions, **more)
        told = talk.hear_all()[-1]
        assert (told["type"], told["id"], told["code"]) == ("error", 1, code)
        assert words in told["message"]
        talk.analyse("nim:piles=1-2", number=2)
        assert talk.hear_all()[-1]["is_final"]


def test_there_is_room_for_so_many(client):
    settings = client.jobs.settings
    with client.talk() as first:
        first.analyse("connect-four", seconds=60)
        first.hear_decision()
        talks = [client.talk() for _ in range(settings.sockets - 1)]
        opened = [talk.__enter__() for talk in talks]
        with client.talk() as crowded:
            assert crowded.hear()["code"] == "busy"
            with pytest.raises(ConnectionClosed) as closed:
                crowded.hear()
            assert closed.value.rcvd
            assert closed.value.rcvd.code == 1013
        for talk in opened:
            talk.analyse("connect-four", seconds=0.1)
        refused = [talk.hear_all()[-1]["code"] for talk in opened[settings.queue :]]
        assert refused == ["busy"] * (settings.sockets - 1 - settings.queue)
        first.stop()
        assert first.hear_all()[-1]["is_final"]
        for talk in talks:
            talk.__exit__(None, None, None)


SEEDS = random.Random(5)
VALUES: list[Any] = [
    None,
    True,
    -1,
    0,
    10**30,
    0.5,
    1e308,
    "",
    "x" * 200,
    "stop",
    "../x",
    "\0",
    [],
    [[]],
    {},
    {"a": {}},
    "analyse",
]
GOOD = {"type": "analyse", "id": 1, "game": "tic-tac-toe", "actions": [], "seconds": 0.1, "depth": 1, "algorithm": None}


def malformed(number):
    """Make a message that makes no sense: bytes, no JSON, or JSON with something wrong in it."""
    kind, lots = number % 10, SEEDS
    if kind == 0:
        return lots.randbytes(lots.randrange(200))
    if kind == 1:
        return "".join(chr(lots.choice([*range(32, 127), 0x2603, 0x1F600])) for _ in range(lots.randrange(60)))
    if kind == 2:
        depth = lots.randrange(200, 20_000)
        return lots.choice(["[", '{"a":', '{"type":"analyse","actions":['][:2]) * depth
    if kind == 3:
        return json.dumps({**GOOD, "actions": ["a1"] * lots.randrange(14_000, 60_000)})
    if kind == 4:
        return json.dumps(lots.choice(VALUES))
    if kind == 5:
        return json.dumps(
            {**GOOD, "game": lots.choice(["chess", "tic-tac-toe ", "", "/etc/passwd", "to-ten.py", "a" * 90])}
        )
    if kind == 6:
        return json.dumps({**GOOD, lots.choice(["code", "path", "engine", "spec"]): lots.choice(VALUES)})
    if kind == 7:
        return json.dumps({name: value for name, value in GOOD.items() if name not in ("type", lots.choice([*GOOD]))})
    if kind == 8:
        return json.dumps(GOOD)[: lots.randrange(1, 60)]
    field, wrong = lots.choice(
        [
            ("id", -1),
            ("id", "1"),
            ("seconds", 61),
            ("seconds", 0),
            ("seconds", "1"),
            ("depth", 0),
            ("depth", 100),
            ("depth", 1.5),
            ("actions", "a1"),
            ("actions", [1]),
            ("actions", None),
            ("algorithm", "mini"),
            ("algorithm", 3),
            ("type", "go"),
            ("game", None),
        ]
    )
    return json.dumps({**GOOD, field: wrong})


def hear_to_the_end(talk, message):
    """Send a message, and return all that comes before the server closes, and how it does."""
    told = []
    try:
        talk.socket.send(message)
        while True:
            told.append(talk.hear())
    except ConnectionClosed as closed:
        return told, closed.rcvd


def test_500_malformed_messages_each_end_in_a_clean_close(client):
    for number in range(500):
        message = malformed(number)
        is_huge = len(message) > MOST_BYTES
        with client.talk() as talk:
            told, close = hear_to_the_end(talk, message)
        assert close.code == (1009 if is_huge else 1008), message[:100]
        assert [(each["type"], each["code"]) for each in told] == ([] if is_huge else [("error", "bad-request")])
        assert all(each["message"].endswith(".") for each in told)
    with client.talk() as talk:
        talk.analyse("tic-tac-toe", seconds=30)
        assert talk.hear_all()[-1]["is_final"]
    assert client.jobs.search.is_idle
