"""Analyses on a socket: live, deeper each time, stopped, replaced, and refused where they make no sense."""

import contextlib
import time

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from plywise.explain import verdict
from plywise.games.catalog import load_game
from plywise.rules import Decision, Status
from plywise.service.settings import Settings
from plywise.service.web import create_app
from plywise.tasks import offer
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


def test_a_level_plays_and_says_so(client):
    with client.talk() as talk:
        talk.analyse("tic-tac-toe", seconds=20, level=1)
        *_, final = talk.hear_all()
    assert (final["decision"]["engine"], final["decision"]["depth"]) == ("level 1", 1)


def test_without_seconds_it_goes_on_until_it_is_stopped(client):
    with client.talk() as talk:
        talk.analyse("connect-four", seconds=None)
        first = talk.hear_decision()
        assert not first["is_final"]
        talk.stop()
        final = talk.hear_all()[-1]
    assert (final["is_final"], final["stopped_by"]) == (True, None)


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
        talk.analyse("connect-four", seconds=None)  # on a busy machine compiling takes a minute
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
    with contextlib.ExitStack() as stack:
        first, *others = [stack.enter_context(client.talk()) for _ in range(settings.sockets)]
        with client.talk() as crowded:
            assert crowded.hear()["code"] == "busy"
            with pytest.raises(ConnectionClosed) as closed:
                crowded.hear()
            assert closed.value.rcvd
            assert closed.value.rcvd.code == 1013
        first.analyse("connect-four", seconds=60)
        first.hear_decision()
        for talk in others:
            talk.analyse("nim:piles=1-2", seconds=30)
        refused = [talk.hear_all()[-1].get("code") for talk in others]
        assert refused == [None] * settings.queue + ["busy"] * (len(others) - settings.queue)
        first.stop()
        assert first.hear_all()[-1]["is_final"]


def test_clients_take_turns_and_are_told_their_place(client):
    with contextlib.ExitStack() as stack:
        greedy, *modest = [stack.enter_context(client.talk()) for _ in range(4)]
        greedy.analyse("connect-four", seconds=60)
        greedy.hear_decision()
        for talk in modest:
            talk.analyse("connect-four", seconds=0.3)
        heard = [talk.hear_all() for talk in modest]
        assert all(messages[-1]["is_final"] for messages in heard)
        assert [message["place"] for message in heard[2] if message["type"] == "waiting"][-1] == 0
        while (message := greedy.hear())["type"] != "waiting":
            pass
        assert message == {"type": "waiting", "id": 1, "place": message["place"]}
        assert greedy.hear_decision()["is_final"] is False  # its turn came again
        greedy.stop()
        assert greedy.hear_all()[-1]["is_final"]
