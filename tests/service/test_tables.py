"""Solved tables in the service: what they tell comes with outcome and distance for every action."""

import itertools

import httpx
import pytest

from plywise import load_game
from plywise.report.solved import solve_plainly
from plywise.rules import CatalogError
from plywise.service.schema import ProbedStates
from plywise.service.web import create_app
from plywise.service.worker.tasks import TASKS
from plywise.solve import solve_game, solve_tiers
from plywise.tasks import MOST_PROBED, TaskError, analysis, offer
from tests.service.conftest import SETTINGS, hosting

NIM = "nim:piles=1-2-3"
THREE = "mnk:m=3,n=2,k=2,players=3"
RULES = "tests/solve/graph_game.py"


@pytest.fixture(scope="module")
def tables(tmp_path_factory):
    folder = tmp_path_factory.mktemp("graph") / "tables"
    game = load_game(RULES)
    solve_tiers(game, RULES, game.parse_tier("high"), folder)
    return str(folder)


def test_tables_go_to_the_game_they_name(tables):
    assert offer(["nim", RULES], [tables]).tables == {RULES: tables}
    with pytest.raises(CatalogError, match="isn't offered"):
        offer(["nim"], [tables])


def test_an_analysis_tells_what_tables_know(tables):
    told = []
    found = analysis(lambda kind, content: told.append(kind), RULES, [], 1.0, None, None, "plain", tables)
    decision = found["decision"]
    assert (decision["by_table"], decision["status"], len(decision["choices"])) == (True, "proven", 3)
    assert all((choice["distance"] is None) == (choice["value"] == 0) for choice in decision["choices"])
    assert told == ["decision"]  # the stream has this one alone


@pytest.fixture(scope="module")
def nim(tmp_path_factory):
    folder = tmp_path_factory.mktemp("nim") / "tables"
    solve_game(load_game(NIM), folder)
    return str(folder)


@pytest.fixture(scope="module")
def three(tmp_path_factory):
    folder = tmp_path_factory.mktemp("three") / "tables"
    solve_game(load_game(THREE), folder)
    return str(folder)


@pytest.fixture(scope="module")
def asked(tables, nim, three):
    """A service with three folders of tables, asked over HTTP."""
    games = [RULES, NIM, THREE, "tic-tac-toe", "kuhn-poker"]
    app = create_app(offer(games, [tables, nim, three], keeps_secrets=True), SETTINGS)
    with hosting(app) as address, httpx.Client(base_url=address, timeout=30) as http:
        yield http


def refused(response):
    return response.status_code, response.json()["code"], response.json()["message"]


def test_every_state_is_answered_as_the_rules_say(asked):
    game = load_game(NIM)
    right = solve_plainly(game, 1000)
    assert right is not None
    states = [*right.known.values()]
    names = [game.state_name(state) for state in states]
    told = asked.post("/api/probes", json={"game": NIM, "states": names, "with_actions": True}).json()
    ProbedStates.model_validate(told)
    assert told["metric"] == "win"
    for state, found in zip(states, told["states"], strict=True):
        assert found["is_known"]
        assert found["by_table"] != game.is_terminal(state)
        assert game.value_to(found["player"], found["value"]) == right.values[game.key(state)]
        assert found["distance"] == right.distances[game.key(state)]
        worth = {game.action_name(state, each.action): (each.value, each.distance) for each in right.actions(state)}
        assert {each["action"]: (each["value"], each["distance"]) for each in found["actions"]} == worth
        ranks = [each["value"] * 1000 - each["value"] * each["distance"] for each in found["actions"]]
        assert ranks == sorted(ranks, reverse=True)


def test_one_state_is_asked_by_its_address(asked):
    found = asked.get("/api/probe", params={"game": NIM, "state": "A(1,2,1)"}).json()["states"]
    assert [(each["value"], each["distance"], each["outcome"]) for each in found] == [(1, 4, "win in 4 plies")]
    assert found[0]["actions"][0] == {"action": "B1", "value": 1, "distance": 4, "outcome": "win in 4 plies"}


def test_what_three_players_get_comes_with_what_it_is_by(asked):
    start = load_game(THREE).state_name(load_game(THREE).initial())
    told = asked.get("/api/probe", params={"game": THREE, "state": start}).json()
    ProbedStates.model_validate(told)
    found = told["states"][0]
    for each in (found, *found["actions"]):
        assert each["by"] == "max^n"
        assert each["values"][found["player"]] == each["value"]
        assert sum(each["values"]) == 0


def test_a_state_that_is_not_in_the_tables_is_never_guessed(asked):
    states = ["A(1,2,3)", "B(1,2,3)", "A(1,2,2)"]  # of which play reaches the first alone
    told = asked.post("/api/probes", json={"game": NIM, "states": states, "with_actions": True}).json()["states"]
    assert [each["is_known"] for each in told] == [True, False, False]
    for each in told[1:]:
        assert (each["value"], each["distance"], each["by_table"], each["actions"]) == (None, None, False, [])
        assert each["outcome"] == "not in these tables"


@pytest.mark.parametrize("state", ["node=5,turn=2", "node=5,turn=-1", "node=5,turn=7"])
def test_an_index_that_numbers_nonsense_proves_nothing(asked, state):
    # As `Graph` numbers states, a third player's are those of the layer below.
    found = asked.get("/api/probe", params={"game": "graph_game", "state": state})
    assert refused(found)[:2] == (409, "illegal") or not found.json()["states"][0]["is_known"]


@pytest.mark.parametrize(
    ("body", "code", "words"),
    [
        ({"game": "tic-tac-toe", "states": ["3/3/3"]}, (404, "bad-request"), "no solved tables"),
        ({"game": "kuhn-poker", "states": [""]}, (404, "bad-request"), "no solved tables"),
        ({"game": "../../etc/passwd", "states": ["x"]}, (404, "bad-request"), "no such game"),
        ({"game": NIM, "states": ["A(1,2,3)", "A(1,2"]}, (409, "illegal"), "State 2: "),
        ({"game": NIM, "states": []}, (400, "bad-request"), "states"),
        ({"game": NIM, "states": ["A(1,2,3)"] * (MOST_PROBED + 1)}, (400, "bad-request"), "states"),
        ({"game": NIM, "states": ["A" * 1001]}, (400, "bad-request"), "states"),
        ({"game": NIM, "states": ["A(1,2,3)"], "tables": "/etc"}, (400, "bad-request"), "tables"),
        ({"game": NIM, "states": "A(1,2,3)"}, (400, "bad-request"), "states"),
        ({"game": NIM, "states": ["A" * 900] * 99}, (413, "limit"), "65,536 bytes at most"),
    ],
)
def test_a_hostile_request_gets_a_sentence(asked, body, code, words):
    status, name, message = refused(asked.post("/api/probes", json=body))
    assert (status, name) == code
    assert words in message
    assert message.endswith(".")
    assert "Traceback" not in message


@pytest.mark.parametrize("query", ["game=nim", "state=x", f"game={NIM}&state=x&tables=/etc", f"game={NIM}&state=%00"])
def test_a_hostile_address_gets_a_sentence(asked, query):
    status, _, message = refused(asked.get(f"/api/probe?{query}"))
    assert status in (400, 404, 409)
    assert message.endswith(".")


def test_a_game_that_hides_something_is_refused_whatever_a_folder_says(nim):
    with pytest.raises(TaskError, match="hides something"):
        TASKS["probe"](lambda kind, content: None, "kuhn-poker", ["x"], nim)


def test_many_probes_at_once_are_all_answered(asked):
    """Each waits its turn: nothing is refused below the length of the line."""
    names = [f"A({a},{b},{c})" for a, b, c in itertools.product(range(2), range(3), range(4))]
    for name in names:
        assert asked.get("/api/probe", params={"game": NIM, "state": name}).status_code == 200
