"""`plywise report` and `plywise puzzles` as a person runs them."""

import json
from pathlib import Path

HEXAPAWN = str(Path(__file__).parents[2] / "examples" / "hexapawn.py")
QUICK = ("--games", "8", "--agent", "auto:engine=plain", "--nodes", "200,20", "--workers", "1")


def test_a_report_in_words_on_a_page_and_as_data(plywise, tmp_path):
    page, folder = tmp_path / "report.html", tmp_path / "games"
    shown = plywise("report", HEXAPAWN, *QUICK, "--html", str(page), "--out", str(folder))
    assert "Proven: with best play from the start, B wins in 6 plies; 135 states." in shown.stdout
    assert "first player's score" in shown.stdout
    assert "<svg" in page.read_text("utf-8")
    data = json.loads(plywise("report", HEXAPAWN, *QUICK, "--out", str(folder), "--json").stdout)
    assert data["rules"][0]["exact"]["value_to_first"] == -1
    assert data["rules"][0]["strengths"]["stronger"]["measures"]["first"]["games"] == 8


def test_variants_are_compared(plywise):
    shown = plywise("report", HEXAPAWN, f"{HEXAPAWN}:size=4", *QUICK, "--states", "0", "--opening-games", "0")
    assert "(Holm)" in shown.stdout
    assert "length in plies" in shown.stdout
    assert "seen" in shown.stdout


def test_mistakes_are_one_sentence(plywise):
    done = plywise("report", HEXAPAWN, "--nodes", "5")
    assert "--nodes takes two numbers, such as 20000,2000." in done.stderr
    done = plywise("report", HEXAPAWN, "--nodes", "5,50")
    assert "takes the stronger limit first" in done.stderr
    done = plywise("puzzles", "pig")
    assert "without dice" in done.stderr


def test_the_command_hides_answers_unless_asked(plywise, tmp_path):
    out = tmp_path / "puzzles.json"
    arguments = ("puzzles", "tic-tac-toe", "--count", "2", "--depth", "1", "--games", "10", "--engine", "plain")
    hidden = plywise(*arguments, "--out", str(out))
    shown = plywise(*arguments, "--answers")
    assert "Puzzle 1 of 2" in hidden.stdout
    assert "Answer" not in hidden.stdout
    assert shown.stdout.count("Answer: ") == 2
    saved = json.loads(out.read_text())
    assert [puzzle["status"] for puzzle in saved["puzzles"]] == ["proven", "proven"]
