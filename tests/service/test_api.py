"""The API keeps its own description, whatever is sent: schemathesis tries what people don't think of."""

from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode

RECORDS = ["/api/records/import", "/api/records/export", "/api/setups"]
SEAT = "/api/sittings/{sitting}/seats/{player}"
SEATED = ["/api/sittings", f"{SEAT}/actions"]
ASKED = [
    "/api/descriptions",
    "/api/files",
    "/api/positions",
    "/api/books",
    "/api/probe",
    "/api/probes",
    "/api/throws",
    "/api/explanations",
    *RECORDS,
    *SEATED,
]
PATHS = ["/api/games", "/api/health", "/api/socket-schema.json", "/api/seat-schema.json", SEAT, *ASKED]
MODES = {"sound": GenerationMode.POSITIVE, "unsound": GenerationMode.NEGATIVE}


@pytest.fixture(scope="module")
def operations(server):
    """What the API's own description says can be asked."""
    schema = schemathesis.openapi.from_url(f"http://127.0.0.1:{server.port}/api/openapi.json")
    found: list[Any] = list(schema.get_all_operations())
    return {result.ok().path: result.ok() for result in found}


def test_the_description_names_every_address(operations):
    assert {*operations} == {*PATHS}


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("path", PATHS)
def test_no_request_makes_the_server_fail(operations, path, mode):
    games, lines = st.sampled_from(["figure-5.2", "to-ten"]), st.sampled_from([[], ["a1"], ["plus 3", "plus 3"]])

    @settings(max_examples=50, suppress_health_check=[*HealthCheck])
    @given(operations[path].as_strategy(generation_mode=MODES[mode]), st.none() | st.tuples(games, lines))
    def ask(case, known):
        if known and mode == "sound" and isinstance(case.body, dict) and path not in SEATED:
            without_actions = (*RECORDS, "/api/descriptions", "/api/files", "/api/probes")
            case.body.update({"game": known[0]} if path in without_actions else {"game": known[0], "actions": known[1]})
        response = case.call()
        assert response.status_code < 500
        # A request that is too large is refused unread, which schemathesis doesn't count among refusals.
        left_out = ["positive_data_acceptance", *(["negative_data_rejection"] if response.status_code == 413 else [])]
        case.validate_response(response, excluded_checks=[*map(schemathesis.checks.CHECKS.get_one, left_out)])

    if path in ASKED or mode == "sound":
        ask()
