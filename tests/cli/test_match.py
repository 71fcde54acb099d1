"""`plywise match`: what it prints, what it refuses, and that neither Ctrl-C nor a kill loses or doubles a game."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from plywise.cli.commands.measure.match_report import tell_progress, tell_verdict
from plywise.matches import MatchResult, SequentialTest
from plywise.matches.folder import GAMES, read_line
from plywise.matches.results import GameResult
from tests.docs.pages import environment

ROOT = Path(__file__).parents[2]
QUICK = ("--nodes", "20", "--workers", "1")
MANY = ("match", "random", "random", "--game", "othello", "--games", "120", "--seed", "3", "--out", "games")


def game(number: int, first: float, note: str = "") -> GameResult:
    """Return a finished game of two agents in which agent 0 gets these points."""
    unit, swapped = divmod(number, 2)
    points = (2 * first - 1, 1 - 2 * first)
    return GameResult(
        number,
        unit,
        (1, 0) if swapped else (0, 1),
        "start",
        (f"opening {unit}", "a"),
        1,
        points[::-1] if swapped else points,
        "forfeit" if note else "rules",
        note,
        (swapped if note else None),
        (1, 1),
        (0.001, 0.002),
        (5, 6),
    )


def finished(*points: float, sprt: SequentialTest | None = None) -> MatchResult:
    result = MatchResult("nim", ["new", "old"], 2, sprt, len(points))
    for number, each in enumerate(points):
        result.add(game(number, each))
    return result


def test_a_match_as_tables_data_and_plot(plywise, tmp_path):
    args = ("match", "random", "minimax", "--game", "tic-tac-toe", "--games", "12", *QUICK, "--plot", "plot.svg")
    done = plywise(*args, COLUMNS="100")
    assert done.returncode == 0, done.stderr
    assert "The plot is in plot.svg." in done.stderr
    assert max(map(len, done.stdout.splitlines())) <= 100
    assert "random - minimax" in done.stdout
    assert "tic-tac-toe: 12 games of" in done.stdout
    assert "20 states a move; error bars are those of pairs with swapped sides" in " ".join(done.stdout.split())
    data = json.loads(plywise(*args, "--json").stdout)
    assert (data["games"], data["is_over"], data["sprt"], data["ratings"]) == (12, True, None, [])
    (pairing,) = data["pairings"]
    assert pairing["agents"] == ["random", "minimax"]
    assert pairing["wins"] + pairing["draws"] + pairing["losses"] == 12
    assert pairing["units"] == sum(pairing["unit_scores"].values()) == 6
    assert ET.parse(tmp_path / "plot.svg").getroot().get("aria-label") == "random against minimax"


def test_a_round_robin_and_a_gauntlet_have_ratings(plywise, tmp_path):
    agents = ("match", "random", "minimax", "random", "--game", "nim:piles=1-2-3", "--games", "4", *QUICK)
    everyone = json.loads(plywise(*agents, "--json", "--plot", "plot.svg").stdout)
    assert [each["agents"] for each in everyone["pairings"]] == [
        ["random", "minimax"],
        ["random", "random (2)"],
        ["minimax", "random (2)"],
    ]
    assert {each["agent"] for each in everyone["ratings"]} == {"random", "minimax", "random (2)"}
    assert abs(sum(each["elo"] for each in everyone["ratings"])) < 0.1
    assert len(ET.parse(tmp_path / "plot.svg").findall(".//{*}circle")) == 3
    shown = plywise(*agents, "--gauntlet").stdout
    assert "minimax - random (2)" not in shown
    assert shown.split()[:4] == ["rating", "Elo", "±", "games"]
    assert "Elo is relative to the mean of these agents" in shown


def test_a_game_of_ones_own_and_openings_from_a_file(plywise, tmp_path):
    shutil.copy(ROOT / "examples" / "tic_tac_toe.py", tmp_path / "mine.py")
    (tmp_path / "openings.txt").write_text("# two of them\n0 4\n8\n", encoding="utf-8")
    args = ("match", "random", "random", "--game", "mine.py", "--games", "4", *QUICK, "--openings", "openings.txt")
    done = plywise(*args, "--out", "games")
    assert done.returncode == 0, done.stderr
    assert "mine.py: 4 games" in done.stdout
    lines = (tmp_path / "games" / GAMES).read_text(encoding="utf-8").splitlines()
    assert [json.loads(line)["actions"][:2] for line in lines[:2]] == [["0", "4"], ["0", "4"]]


def test_broken_rules_stop_the_match_with_their_line(plywise, tmp_path):
    text = (ROOT / "examples" / "tic_tac_toe.py").read_text(encoding="utf-8")
    assert "def result(" in text
    broken = text.replace(
        "def result(self, state, action):", "def result(self, state, action):\n        1 / (action - 8)\n", 1
    )
    (tmp_path / "mine.py").write_text(broken, encoding="utf-8")
    done = plywise("match", "random", "random", "--game", "mine.py", "--games", "20", "--opening-plies", "0", *QUICK)
    assert done.returncode == 1
    assert "can't be played: ZeroDivisionError: division by zero (at mine.py:" in " ".join(done.stderr.split())


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (("auto", "random"), "Missing option '--game'"),
        (("auto", "--game", "nim"), "A match needs two agents at least"),
        (("auto", "random", "--game", "nim", "--games", "3"), "3 games don't work out, 4 do."),
        (("auto", "random", "--game", "nim", "--sprt", "elo=5"), "'elo=5' is no part of a test"),
        (("auto", "random", "--game", "nim", "--plot", "plot.png"), "The plot is an SVG: call the file plot.svg."),
        (("auto", "random", "--game", "nim", "--resume"), "--resume needs --out DIR."),
        (("auto", "random", "--game", "nim", "--resume", "--out", "x"), "Nothing was begun in x: leave out --resume."),
        (("auto", "random", "--game", "nim", "--openings", "none.txt"), "none.txt can't be read"),
        (("minimax", "nobody", "--game", "nim", "--games", "2"), "There is no agent 'nobody'"),
    ],
)
def test_a_mistake_gives_one_sentence(plywise, args, sentence):
    done = plywise("match", *args)
    assert done.returncode != 0
    assert sentence in done.stderr


def start(folder: Path, *args: str) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-m", "plywise", *args],
        cwd=folder,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def wait_for_games(process: "subprocess.Popen[str]", path: Path, count: int) -> None:
    until = time.monotonic() + 60
    while process.poll() is None and time.monotonic() < until:
        if path.exists() and path.read_bytes().count(b"\n") >= count:
            return
        time.sleep(0.01)


def numbers(path: Path) -> list[int]:
    found = [read_line(line) for line in path.read_bytes().splitlines(keepends=True)]
    return [each.number for each in found if each is not None]


@pytest.mark.skipif(not hasattr(os, "killpg"), reason="needs signals")
def test_a_killed_match_goes_on_with_the_same_games(plywise, tmp_path):
    """SIGKILL to the driver, more than once; its workers end with it, and no game is lost or doubled."""
    path = tmp_path / "games" / GAMES
    for count in (3, 30, 60):
        process = start(tmp_path, *MANY)
        wait_for_games(process, path, count)
        process.kill()
        process.communicate()
    assert 60 <= len(numbers(path)) < 120
    ended = json.loads(plywise(*MANY, "--json").stdout)
    assert sorted(numbers(path)) == list(range(120))
    straight = json.loads(plywise(*MANY[:-1], "other", "--json").stdout)
    for each in (ended, straight):
        for agent in each["agents"]:
            del agent["seconds_per_decision"]
    assert ended == straight


@pytest.mark.skipif(not hasattr(os, "killpg"), reason="needs signals")
def test_ctrl_c_stops_kindly_and_says_how_to_continue(tmp_path):
    process = start(tmp_path, *MANY[:6], "100000", *MANY[7:])
    wait_for_games(process, tmp_path / "games" / GAMES, 10)
    process.send_signal(signal.SIGINT)
    shown, told = process.communicate(timeout=60)
    assert process.returncode == 130, told
    assert "random - random (2)" in shown
    assert "Traceback" not in told
    assert "Stopped; the games are in games. Continue with: plywise match random random" in " ".join(told.split())
    assert told.split()[-2:] == ["--out", "games"]


def test_the_line_while_it_plays():
    test = SequentialTest(0, 5)
    line = tell_progress(finished(1, 0.5, 0.5, 0.5, 1, 1, sprt=test), 12.34)
    assert line == "score 75.0%, Elo +191 ± ∞, LLR +0.04 (-2.94 to 2.94), 12.3 games a second"
    assert tell_progress(finished(), 0) == ""


def test_what_is_not_significant_is_called_that():
    assert tell_verdict(finished(1, 0, 0.5, 0.5))[0].startswith("Not significant: the 95% error bar includes an even")
    assert tell_verdict(finished(*[1] * 20))[0].startswith("new is stronger than old here")
    assert tell_verdict(finished(*[0] * 20))[0].startswith("old is stronger than new here")
    short = finished(1, 0, sprt=SequentialTest(0, 5))
    assert "The sequential test has no answer yet: LLR" in tell_verdict(short)[1]
    long = finished(*[1] * 40, sprt=SequentialTest(0, 100))
    assert tell_verdict(long)[0].startswith("The sequential test accepts +100 Elo over +0, with an error rate of 5%")
    assert "overstates" in tell_verdict(long)[1]


@pytest.mark.slow
@pytest.mark.skipif(
    shutil.which("unshare") is None or shutil.which("ip") is None, reason="Ray is tried only where nothing else listens"
)
def test_a_cluster_plays_the_same_games(plywise, tmp_path):
    pytest.importorskip("ray")
    command = [sys.executable, "-m", "plywise", *MANY, "--cluster", "local", "--workers", "2", "--json"]
    ended = subprocess.run(
        [str(ROOT / "tools" / "loopback"), *command],
        cwd=tmp_path,
        env=environment(),
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert ended.returncode == 0, ended.stderr[-3000:]
    found, straight = json.loads(ended.stdout), json.loads(plywise(*MANY[:-1], "other", "--json").stdout)
    assert found["pairings"] == straight["pairings"]
    assert sorted(numbers(tmp_path / "games" / GAMES)) == list(range(120))
