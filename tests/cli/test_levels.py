"""`plywise levels` and `play --level`: what they print, refuse, write and continue."""

import json
import xml.etree.ElementTree as ET

import pytest

RULES = """
from plywise import Game

class Taking(Game):
    name, max_actions = "taking", 3

    def initial(self):
        return ("matches", 13, 0)

    def to_move(self, state):
        return state[2]

    def actions(self, state):
        return range(1, min(3, state[1]) + 1)

    def result(self, state, action):
        return (state[0], state[1] - action, 1 - state[2])

    def is_terminal(self, state):
        return state[1] == 0

    def utility(self, state, player):
        return -1 if player == state[2] else 1

    def evaluate(self, state, player):
        lead = -10 if state[1] % 4 == 0 else 10
        return lead if player == state[2] else -lead
"""
QUICK = ("--games", "6", "--short-games", "2", "--time", "0.002", "--most", "2", "--workers", "1")


@pytest.fixture
def taking(tmp_path):
    path = tmp_path / "taking.py"
    path.write_text(RULES, "utf-8")
    return path


def test_levels_are_measured_stored_and_used(plywise, taking):
    told = plywise("play", "taking.py", "--level", "1", typed="quit\n")
    said = " ".join(told.stderr.split())
    assert "These levels aren't calibrated for taking: `plywise levels taking.py` measures them." in said
    plot = taking.with_suffix(".svg")
    found = plywise("levels", "taking.py", *QUICK, "--plot", "taking.svg", "--json")
    assert found.returncode == 0, found.stderr
    data = json.loads(found.stdout)
    assert data["is_calibrated"]
    assert data["novice"]["games"] in (2, 6)
    assert taking.with_suffix(".levels").is_file()
    assert ET.parse(plot).getroot().tag.endswith("svg")
    told = plywise("play", "taking.py", "--level", "1", typed="1\nquit\n")
    assert "calibrated" not in told.stderr
    assert "(level 1: heuristic" in told.stdout
    assert "looks 1 ply ahead" in " ".join(plywise("levels", "taking.py", "--show").stdout.split())


def test_shipped_levels_are_shown(plywise):
    shown = " ".join(plywise("levels", "tic-tac-toe", "--show").stdout.split())
    assert "tic-tac-toe has 2 levels that matches can separate" in shown
    assert "of 100 games" in shown


@pytest.mark.parametrize(
    ("arguments", "refusal"),
    [
        (("play", "tic-tac-toe", "--level", "9"), "tic-tac-toe has 2 levels, and no level 9: choose 1 to 2."),
        (("play", "tic-tac-toe", "--level", "1", "--time", "3"), "leave out --agent and --time, or --level"),
        (("play", "tic-tac-toe", "--agent", "level:x"), "can't be read: write level:3"),
        (("levels", "nim", "--time", "9"), "0.001 to 0.2 seconds"),
        (("levels", "nim", "--show", "--plot", "levels.png"), "The plot is an SVG"),
        (("levels", "nim", "--show", "--out", "nothing.levels"), "name a file of `plywise levels`"),
    ],
)
def test_what_makes_no_sense_is_refused_in_one_sentence(plywise, arguments, refusal):
    told = plywise(*arguments)
    assert told.returncode != 0
    assert refusal in " ".join(told.stderr.split())
