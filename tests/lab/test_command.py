"""`plywise lab`."""

import json
import time

import pytest
from typer.testing import CliRunner

from plywise.cli.main import app
from plywise.lab.experiments import find_experiments


def lab(*arguments: str):
    return CliRunner().invoke(app, ["lab", *arguments])


def test_all_are_listed():
    listed = json.loads(lab("list", "--json").stdout)
    assert [each["number"] for each in listed] == list(range(1, 29))
    assert "tic-tac-toe-leaves" in lab("list").stdout


def test_one_is_run_and_written(tmp_path):
    found = lab("run", "2", "--quick", "--jobs", "1", "--out", str(tmp_path))
    assert found.exit_code == 0, found.output
    assert "holds: There are 255,168" in found.stdout
    assert {path.name for path in tmp_path.rglob("*.*")} >= {"index.md", "trees.md", "tic-tac-toe-leaves.svg"}


def test_data_repeats_with_the_seed():
    runs = [
        json.loads(lab("run", "exploiting", "--quick", "--jobs", "1", "--json", "--seed", "3").stdout) for _ in "12"
    ]
    assert runs[0][0]["measurements"] == runs[1][0]["measurements"]
    assert runs[0][0]["seed"] == 3


def test_stored_figures_are_judged_again(tmp_path):
    assert lab("run", "2", "--quick", "--jobs", "1", "--out", str(tmp_path)).exit_code == 0
    path = tmp_path / "results" / "tic-tac-toe-leaves.json"
    stored = path.read_text("utf-8")
    path.write_text(stored.replace('"verdict": "holds"', '"verdict": "undecided"'), encoding="utf-8")
    found = lab("judge", str(tmp_path))
    assert found.exit_code == 0, found.output
    assert "tic-tac-toe-leaves: holds, was undecided" in found.stdout
    assert json.loads(path.read_text("utf-8")) == json.loads(stored)
    assert "There are no results" in str(lab("judge", str(tmp_path / "none")).exception)


def test_an_unknown_name_gives_a_sentence():
    found = lab("run", "phlogiston")
    assert found.exit_code == 1
    assert "There is no experiment 'phlogiston'" in str(found.exception)


@pytest.mark.slow
def test_all_run_quickly(tmp_path):
    began = time.perf_counter()
    found = lab("all", "--quick", "--out", str(tmp_path), "--json")
    assert found.exit_code == 0, found.output
    assert len(json.loads(found.stdout)) == len(find_experiments())
    assert time.perf_counter() - began < 180
