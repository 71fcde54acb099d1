"""`plywise solve`, `probe` and `verify`: what they print, what they refuse, and that they stop kindly."""

import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from plywise.cli.commands.tables.solving import SolveWatch, StoppedError
from plywise.cli.main import app
from plywise.games.catalog import load_game
from plywise.knowledge.solved import SolvedFolder
from plywise.rules import PlywiseError
from plywise.search import expectiminimax
from plywise.solve import SolveProgress
from plywise.solve.progress import Passed
from tests.docs.pages import environment
from tests.solve.planted import plant

GRAPH = str(Path(__file__).parents[1] / "solve" / "graph_game.py")
START = "node=0,turn=0"


def run(*args):
    return CliRunner().invoke(app, [*map(str, args)], env={"COLUMNS": "120"})


def refusal(*args):
    refused = run(*args)
    assert isinstance(refused.exception, PlywiseError), refused.output
    return str(refused.exception)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    place = tmp_path_factory.mktemp("solved")
    done = run("solve", GRAPH, "--tier", "2", "--out", place / "graph", "--plot", place / "graph.svg")
    assert done.exit_code == 0, done.stdout
    (place / "printed.txt").write_text(done.stdout, encoding="utf-8")
    return place / "graph"


def test_the_report(folder):
    printed = (folder.parent / "printed.txt").read_text(encoding="utf-8")
    head, high, *_ = printed.splitlines()
    assert head.split() == [
        "table",
        "states",
        "slots",
        "wins",
        "draws",
        "losses",
        "longest",
        "win",
        "bytes",
        "a",
        "state",
    ]
    assert high.split()[:4] == ["high", "a", "60", "120"]
    assert "plies to the end" in printed
    assert "high a: won in " in printed
    assert f"Check it: plywise verify {folder}" in printed
    assert (folder.parent / "graph.svg").read_text(encoding="utf-8").startswith("<svg")


def test_data_of_the_report(tmp_path):
    done = run("solve", GRAPH, "--tier", "low", "--out", tmp_path / "low", "--json", "--distance", "conversion")
    data = json.loads(done.stdout)
    assert (data["metric"], [table["name"] for table in data["tables"]]) == ("conversion", ["low a", "low b"])
    table = data["tables"][0]
    assert sum(table["wins_by_distance"]) == table["wins"]
    assert len(table["longest_win"]["line"]) == table["longest_win"]["plies"]


def test_a_game_without_an_index_is_solved_by_what_can_be_reached(tmp_path):
    done = run("solve", "nim:piles=1-2-3", "--out", tmp_path / "nim")
    assert done.exit_code == 0, done.stdout
    assert done.stdout.splitlines()[1].split()[0] == "all"
    probed = run("probe", tmp_path / "nim", "A(1,2,3)")
    assert " for A, by table" in probed.stdout
    assert run("verify", tmp_path / "nim").exit_code == 0


def test_probe(folder):
    probed = run("probe", folder, START, "--game", GRAPH)
    assert probed.exit_code == 0, probed.stdout
    assert "outcome for A" in probed.stdout
    data = json.loads(run("probe", folder, START, "--game", GRAPH, "--json").stdout)
    best = data["actions"][0]
    assert (best["value"], best["distance"]) == (data["value"], data["distance"])
    assert len(data["actions"]) == 3


def test_probes_that_are_refused(folder, tmp_path):
    assert "name it yourself with --game" in refusal("probe", folder, START)
    assert "follow from other rules" in refusal("probe", folder, "A(1,2)", "--game", "nim:piles=1-2")
    done = run("solve", GRAPH, "--tier", "low", "--out", tmp_path / "low", "--json")
    assert done.exit_code == 0
    missing = refusal("probe", tmp_path / "low", START, "--game", GRAPH)
    assert missing == f"node=0,turn=0 belongs into the table high a, and {tmp_path / 'low'} has low a, low b."


def test_verify_says_how_much_was_checked(folder):
    verified = run("verify", folder, "--game", GRAPH, "--threads", 2)
    assert verified.exit_code == 0, verified.stdout
    assert "verified  480 slots (all), 240 states" in verified.stdout
    sampled = run("verify", folder, "--game", GRAPH, "--sample", 20)
    assert "verified  20 slots (at random)" in sampled.stdout
    assert "right if their successors are" in sampled.stdout


def test_a_planted_value_is_told_in_words(folder, tmp_path):
    right = int(SolvedFolder.open(folder).table("low a").code(0))
    planted = plant(folder, tmp_path / "planted", {("low a", 0): 1 if right != 1 else 131})
    verified = run("verify", planted, "--game", GRAPH)
    assert verified.exit_code == 1
    assert "wrong" in verified.stdout
    assert "low a, slot 0, node=60,turn=0: said " in verified.stdout
    data = json.loads(run("verify", planted, "--game", GRAPH, "--json").stdout)
    assert (data["holds"], data["damaged"]) == (False, [])
    assert data["values"]["first"][0]["state"] == "node=60,turn=0"


def test_flipped_bytes_are_found(folder, tmp_path):
    lots = random.Random(5)
    plant(folder, tmp_path / "copy", {})
    files = sorted(path for path in (tmp_path / "copy").rglob("*") if path.is_file())
    for _ in range(25):
        file = lots.choice(files)
        whole = file.read_bytes()
        place = lots.randrange(len(whole))
        flipped = bytes([whole[place] ^ 1 << lots.randrange(8)])
        file.write_bytes(whole[:place] + flipped + whole[place + 1 :])
        verified = run("verify", tmp_path / "copy", "--game", GRAPH)
        assert verified.exit_code == 1, file
        assert "damaged" in verified.stdout or isinstance(verified.exception, PlywiseError)
        file.write_bytes(whole)
    assert run("verify", tmp_path / "copy", "--game", GRAPH, "--sample", 5).exit_code == 0


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (("chess",), "chess is solved tier by tier: name one with --tier, or every state that can be reached with"),
        (("nim", "--tier", "3"), "nim has no tiers: leave out --tier"),
        (("nim", "--distance", "conversion"), "Conversions are between tiers"),
        (("pig",), "pig is solved tier by tier"),
        (
            ("pig", "--tier", "reachable"),
            "No table can hold all that can be reached of pig yet: it has dice and cycles",
        ),
        (("dice-race", "--symmetric"), "Tables of dice-race hold every state: leave out --symmetric"),
        (("dice-race", "--distance", "none"), "Tables of dice-race hold expected values and no distances"),
        (("dice-race", "--plan"), "Only tables of outcomes are planned"),
        (("three-kings", "--plan"), "Only tables of outcomes are planned, and those of three-kings hold what each"),
        (("three-kings", "--cluster", "local"), "Tables of three-kings hold what each player gets, which one process"),
        (("three-kings", "--symmetric"), "Tables of three-kings hold every state: leave out --symmetric"),
        (("chess", "--tier", "KXvK"), "'KXvK' names no table of chess"),
    ],
)
def test_what_cant_be_solved_is_told_in_a_sentence(args, sentence, tmp_path):
    assert refusal("solve", *args, "--out", tmp_path / "tables").startswith(sentence)
    assert not (tmp_path / "tables" / "manifest.json").exists()


def test_the_same_command_continues_a_folder_and_leaves_finished_and_other_ones_alone(tmp_path, folder):
    assert "--out DIR" in refusal("solve", GRAPH, "--tier", "2")
    assert "holds finished tables" in refusal("solve", GRAPH, "--tier", "2", "--out", folder)
    assert "leave out --resume" in refusal("solve", GRAPH, "--tier", "2", "--out", tmp_path / "new", "--resume")
    manifest = SolvedFolder.open(folder).manifest
    SolvedFolder.create(tmp_path / "begun", game=GRAPH, fingerprint=manifest.fingerprint)
    other = refusal("solve", GRAPH, "--tier", "2", "--distance", "none", "--out", tmp_path / "begun")
    assert other == f"{tmp_path / 'begun'} was begun for other rules or codes: name another folder, or remove it."
    assert run("solve", GRAPH, "--tier", "2", "--out", tmp_path / "begun").exit_code == 0
    assert SolvedFolder.open(tmp_path / "begun").manifest.checksum == manifest.checksum


def test_verify_needs_a_folder(tmp_path):
    assert "is no folder of solved tables" in refusal("verify", tmp_path / "none")


def test_a_plan_is_told_with_what_it_rests_on():
    planned = run("solve", GRAPH, "--tier", "2", "--plan")
    assert planned.exit_code == 0, planned.stdout
    told = " ".join(planned.stdout.split())  # wherever lines are broken
    assert "480 slots in 4 tables, at most 240 solved together" in told
    assert "Measured just now, on one core: low a, low b" in told
    assert "extrapolated" in told
    assert "Too small for a cluster: below 60,000,000 slots one process is sooner." in told
    assert json.loads(run("solve", GRAPH, "--tier", "2", "--plan", "--json").stdout)["slots"] == 480


def test_a_plan_of_all_that_can_be_reached_counts_it():
    planned = run("solve", "nim:piles=3-4-5", "--plan")
    assert planned.exit_code == 0, planned.stdout
    told = " ".join(planned.stdout.split())
    assert "232 states" in told
    assert "All states were counted." in told


def test_the_value_of_the_start_is_said(tmp_path):
    done = run("solve", "nim:piles=1-2-4", "--out", tmp_path / "nim")
    assert "The start, A(1,2,4): win in 6 plies for A" in done.stdout
    data = json.loads(run("solve", "nim:piles=1-2-3", "--out", tmp_path / "other", "--json").stdout)
    assert data["start"] == {"value": -1, "distance": 5}


def test_dice_are_told_as_expected_values(tmp_path):
    where, value = tmp_path / "race", expectiminimax(load_game("dice-race:squares=2")).value
    done = run("solve", "dice-race:squares=2", "--out", where)
    assert done.exit_code == 0, done.stdout
    assert f"The start, 0-0/0-0 A: {value:g} for A" in done.stdout
    probed = run("probe", where, "0-1/0-0 B")
    assert "for A, by table" in probed.stdout
    verified = run("verify", where)
    assert "each follows from the values one ply on, within 1e-12." in " ".join(verified.stdout.split())


def test_what_each_of_three_gets_is_told_as_max_n_tells_it(tmp_path):
    where, told = tmp_path / "kings", "3 of (3, 3, 0) by max^n for A"
    done = run("solve", "three-kings", "--out", where)
    assert done.exit_code == 0, done.stdout
    assert f"The start, 3-3-8/6 A: {told}" in done.stdout
    assert f"{told}, by table" in run("probe", where, "3-3-8/6 A").stdout
    probed = json.loads(run("probe", where, "3-3-8/6 A", "--json").stdout)
    assert (probed["value"], probed["values"], probed["by"]) == (3, [3, 3, 0], "max^n")
    analysed = run("analyse", "three-kings", "--tables", where).stdout
    assert "By table of max^n, with everyone's best play: A 3, B 3, C 0." in analysed
    verified = run("verify", where)
    assert "25 states: each follows from the values one ply on." in verified.stdout


def test_what_is_shown_while_it_works():
    shown = []

    class Screen:
        def show(self, doing, done, *_, known, **__):
            shown.append((doing, done, known))

    screen: Any = Screen()
    watch = SolveWatch(screen)
    for passed in (Passed(0, 500, 1000), Passed(0, 1000, 1000), Passed(1, 400, 1000), Passed(2, 100, 1000)):
        watch.tell(SolveProgress(("KBNvK w", "KBNvK b"), 1, 3, 2000, 4000, passed))
    assert [done for _, done, *_ in shown] == [2250, 2500, 2700, 2750]
    assert shown[0][0] == "2/3 KBNvK w KBNvK b, first look"
    assert shown[3][0].endswith("ply 2")
    assert shown[0][2].endswith("GiB")


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_ctrl_c_stops_kindly_and_says_how_to_go_on(tmp_path):
    """Interrupted as soon as the folder is there, while the rules are compiled: nothing was kept of them."""
    args = ["solve", GRAPH, "--tier", "2", "--out", "tables"]
    work = subprocess.Popen(
        [sys.executable, "-m", "plywise", *args],
        cwd=tmp_path,
        env={**environment(), "PLYWISE_CACHE_DIR": str(tmp_path / "cache")},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    while not (tmp_path / "tables" / "unfinished.json").exists():
        assert work.poll() is None, work.communicate()
        time.sleep(0.05)
    work.send_signal(signal.SIGINT)
    printed, told = work.communicate(timeout=180)
    assert "Traceback" not in told
    assert work.returncode == 130, told
    assert printed == ""
    assert "Continue with: plywise solve" in told
    assert "--out tables --tier '2' --threads 1" in told


@pytest.mark.parametrize(
    ("args", "promise"),
    [
        ((GRAPH, "--tier", "reachable"), "of a game with cycles, nothing is kept before the end. Begin again with: "),
        (("nim:piles=2-3",), "what is done is in "),
        ((GRAPH, "--tier", "low"), "what is done is in "),
    ],
)
def test_a_stop_promises_only_what_is_kept(args, promise, tmp_path, monkeypatch):
    def stop(watch, progress):
        raise StoppedError("Stopped.")

    monkeypatch.setattr(SolveWatch, "tell", stop)
    stopped = run("solve", *args, "--out", tmp_path / "tables")
    assert stopped.exit_code == 130, stopped.output
    told = " ".join(stopped.stderr.split())
    assert f"Stopped; {promise}" in told
    is_kept = (tmp_path / "tables" / "unfinished.json").exists()
    assert ("Continue with: " in told) == is_kept == (promise == "what is done is in ")
    assert is_kept or not (tmp_path / "tables").exists()
