"""Messages on the socket keep their published schema; what doesn't is answered by a sentence and a clean close."""

import copy
import json
import random
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from jsonschema_rs import meta
from websockets.exceptions import ConnectionClosed

from plywise.service.schema import SERVICE_MESSAGE, SOCKET_MESSAGE, SOCKET_SCHEMA
from plywise.service.settings import MOST_BYTES
from tests.service.talk import ASKED
from tests.service.talk import TOLD as PUBLISHED

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
            {**GOOD, "game": lots.choice(["no-such-game", "tic-tac-toe ", "", "/etc/passwd", "to-ten.py", "a" * 90])}
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


def test_1000_malformed_messages_each_end_in_a_clean_close(client):
    for number in range(1_000):
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


def test_the_schema_is_published_and_sound(client):
    response = client.http.get("/api/socket-schema.json")
    assert response.json() == SOCKET_SCHEMA
    assert meta.is_valid(response.json())
    for side in ("ClientMessage", "ServiceMessage"):
        for name in SOCKET_SCHEMA["$defs"][side]["discriminator"]["mapping"].values():
            assert SOCKET_SCHEMA["$defs"][name.removeprefix("#/$defs/")]["description"]


ODD = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=120)
JSON = st.recursive(ODD, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner))
FIELDS: dict[str, st.SearchStrategy[Any]] = {
    "type": st.sampled_from(["analyse", "stop", "analyze", None]),
    "id": st.sampled_from([0, 1, -1, 1 << 53, (1 << 53) + 1, 1.5, "1"]),
    "game": st.sampled_from(["tic-tac-toe", "x" * 100, "x" * 101, 1]),
    "actions": st.sampled_from([[], ["a1"], ["x" * 101], ["a1"] * 1_001, "a1", [None]]),
    "seconds": st.sampled_from([0.01, 60, 60.1, 0, -1, None, "1"]),
    "depth": st.sampled_from([1, 99, 0, 100, None, 2.5]),
    "algorithm": st.sampled_from([None, "alpha-beta", "minimax", "magic", "", 3]),
    "engine": st.just("plain"),
}
MESSAGES = st.builds(
    lambda kept, changed, odd: {**{name: GOOD[name] for name in kept if name in GOOD}, **changed, **odd},
    st.just([*GOOD]) | st.lists(st.sampled_from([*GOOD])),
    st.fixed_dictionaries({}, optional=FIELDS) | st.just({}),
    st.just({}) | st.dictionaries(st.sampled_from([*GOOD, "more"]), JSON, max_size=1),
)


@settings(max_examples=200, deadline=None)
@given(JSON | MESSAGES)
def test_what_is_read_is_what_the_schema_allows(message):
    try:
        SOCKET_MESSAGE.validate_json(json.dumps(message))
        is_read = True
    except ValueError:
        is_read = False
    if not has_whole_floats(message):  # to JSON Schema 1.0 is an integer; here it is not
        assert is_read == ASKED.is_valid(message)


def has_whole_floats(message: Any) -> bool:
    """Whether a message holds numbers such as 1.0 where fields are."""
    values = message.values() if isinstance(message, dict) else ()
    return any(isinstance(value, float) and value.is_integer() for value in values)


@settings(max_examples=60, deadline=None, suppress_health_check=[*HealthCheck])
@given(message=MESSAGES)
def test_the_service_answers_what_the_schema_allows_and_closes_on_the_rest(client, message):
    with client.talk() as talk:
        is_sound = ASKED.is_valid(message) and not has_whole_floats(message)
        if is_sound and message["type"] == "analyse" and message["game"] == "tic-tac-toe":
            talk.send({**message, "seconds": min(message.get("seconds") or 0.1, 0.1)})
            final = talk.hear_all()[-1]
            assert final["id"] == message["id"]
        elif not ASKED.is_valid(message):
            told, close = hear_to_the_end(talk, json.dumps(message))
            assert close.code == 1008
            assert [each["id"] for each in told] == [None]


FOUND = {
    "type": "decision",
    "id": 1,
    "is_final": True,
    "stopped_by": None,
    "verdict": "a1 wins.",
    "decision": {
        **dict.fromkeys(("player", "depth", "nodes", "leaves", "simulations", "probes"), 1),
        **dict.fromkeys(("action", "state", "engine", "told"), "a1"),
        **{"value": 1, "unit": "utility", "status": "proven", "bound": "exact", "values": None, "line": ["a1"]},
        **{"choices": [], "distance": 3, "by_table": False, "by_book": False, "learned": False, "seconds": 0.5},
        **{"preference": False, "note": "", "algorithm": "enumeration"},
    },
}


def test_the_schema_would_find_a_fault_of_the_services():
    assert PUBLISHED.is_valid(FOUND)
    SERVICE_MESSAGE.validate_python(FOUND)
    for path, wrong in {
        ("stopped_by",): "worker-lost",
        ("decision", "status"): "certain",
        ("decision", "value"): None,
        ("decision", "more"): 1,
        ("decision", "preference"): "none",
        ("decision", "algorithm"): None,
        ("id",): None,
    }.items():
        faulty: Any = copy.deepcopy(FOUND)
        inner = faulty
        for name in path[:-1]:
            inner = inner[name]
        inner[path[-1]] = wrong
        assert not PUBLISHED.is_valid(faulty), path
