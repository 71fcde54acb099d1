"""A file of the user's is loaded again when it is saved, and the doctor says what is wrong with it."""

import time

import httpx
import pytest

from plywise.service.web import create_app
from plywise.tasks import offer
from tests.service.conftest import SETTINGS, hosting
from tests.service.games import NUMBERS
from tests.service.talk import PATIENCE, Client

TO_FIVE = NUMBERS.replace("<= 10", "<= 5")
UNSOUND = NUMBERS.replace("for n in (1, 2, 3)", "for n in (1, 1, 2, 3)")


class Desk:
    """A user's file, and a page that looks at its game."""

    def __init__(self, client, path):
        self.client, self.path = client, path

    def look(self):
        return self.client.http.post("/api/files", json={"game": "sums"}).json()

    def wait(self, version):
        """Wait until this version is seen and the doctor is done with it; return what is known then."""
        end = time.monotonic() + PATIENCE
        while (found := self.look())["version"] < version or found["is_checking"]:
            assert time.monotonic() < end, found
            time.sleep(0.1)
        return found

    def save(self, text):
        """Save the file, and return what is known of it then."""
        version = self.look()["version"] + 1
        self.path.write_text(text, encoding="utf-8")
        return self.wait(version)


@pytest.fixture(scope="module")
def desk(tmp_path_factory):
    path = tmp_path_factory.mktemp("own") / "sums.py"
    path.write_text(NUMBERS, encoding="utf-8")
    app = create_app(offer([str(path), "nim"]), SETTINGS)
    with hosting(app) as address, httpx.Client(base_url=address, timeout=PATIENCE) as http:
        yield Desk(Client(http, app.state.jobs), path)


def test_a_sound_file_has_no_complaint(desk):
    found = desk.wait(1)
    assert (found["file"], found["version"], found["problem"]) == ("sums.py", 1, None)
    assert all(finding["level"] != "error" for finding in found["findings"])


def test_new_rules_hold_from_the_next_request_on(desk):
    long = ["plus 3", "plus 2", "plus 3"]
    assert desk.client.position("sums", *long).status_code == 200
    desk.save(TO_FIVE)
    refused = desk.client.position("sums", *long)
    assert (refused.status_code, refused.json()["code"]) == (409, "illegal")
    lenient = {"game": "sums", "actions": long, "is_lenient": True}
    kept = desk.client.http.post("/api/positions", json=lenient).json()
    assert (kept["actions"], kept["is_over"]) == (long[:2], True)


def test_a_mistake_is_told_in_a_sentence_until_it_is_mended(desk):
    told = desk.save(TO_FIVE.replace("def to_move(self, state):", "def to_move(self, state)"))
    assert told["problem"].startswith("sums.py:14: ")
    assert str(desk.path.parent) not in told["problem"]
    broken = desk.client.position("sums")
    assert (broken.status_code, broken.json()["code"]) == (422, "rules")
    assert desk.client.position("nim").status_code == 200
    assert desk.save(NUMBERS)["problem"] is None
    assert desk.client.position("sums").status_code == 200


def test_the_doctor_finds_what_is_wrong(desk):
    errors = [finding for finding in desk.save(UNSOUND)["findings"] if finding["level"] == "error"]
    assert [finding["check"] for finding in errors] == ["duplicate-actions"]
    assert errors[0]["fix"]
    assert errors[0]["where"].startswith("sums.py:")


def test_games_of_the_catalog_have_no_file(desk):
    refused = desk.client.http.post("/api/files", json={"game": "nim"})
    assert (refused.status_code, refused.json()["code"]) == (404, "bad-request")
