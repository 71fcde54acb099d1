"""The lecturer's file: what it says is used, what is wrong with it is named, and what is hidden stays hidden."""

import json
import shutil
import tomllib
import zipfile

import pytest
from typer.testing import CliRunner

from plywise.assignments import AssignmentError, read_assignment, write_autograder, write_handout
from plywise.assignments.assignment import parse_assignment
from plywise.assignments.toml_text import toml_text
from plywise.cli.commands.assignments.prepare import TEMPLATE
from plywise.cli.main import app
from plywise.grading.mistakes import Variant
from tests.assignments.hostile import GOOD

PART = '[[part]]\ntitle = "A"\nalgorithm = "minimax"\npoints = 2\n'
GAME = """
from plywise.games.nim import Nim

class Small(Nim):
    def __init__(self):
        super().__init__(piles=(1, 2))
"""


def invoke(*words):
    return CliRunner().invoke(app, ["assignment", *map(str, words)])


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("title = ", "is not TOML"),
        ('title = "A"', "0 parts"),
        (f'title = "A"\n{PART}tree = [1, 2]\n{PART}tree = [1, 2]', "two parts"),
        (f"{PART}tree = [1, 2]", "title is missing"),
        (f'titel = "A"\n{PART}tree = [1, 2]', "did you mean title"),
        (f'title = "A"\n{PART}', "has one of tree, game, random, usual, not none"),
        (f'title = "A"\n{PART}tree = [1, 2]\nrandom = 2', "not tree and random"),
        (f'title = "A"\n{PART}tree = [1, 2]\nseed = 2', "seed means nothing beside tree"),
        (f'title = "A"\n{PART}tree = "oak"', '"A": '),
        (f'title = "A"\n{PART}tree = {{chance = [[0.5, 1], [0.5, 2]]}}', "ask for expectiminimax"),
        (f'title = "A"\n{PART}tree = [1, 2]\ndepth = 1', "needs estimates"),
        (f'title = "A"\n{PART}tree = [1, 2]\nestimates = [1]', "a list of 3 numbers"),
        (f'title = "A"\n{PART}game = "no-such-game"', "There is no game called"),
        (f'title = "A"\n{PART}game = "tic-tac-toe"\nstate = "nonsense"', '"A": '),
        (f'title = "A"\n{PART}game = "../elsewhere.py"', "outside the assignment's folder"),
        (f'title = "A"\nseconds = "5"\n{PART}tree = [1, 2]', "seconds is a number"),
        (f'title = "A"\nfile = "../x.py"\n{PART}tree = [1, 2]', "ends in .py"),
        (f'title = "A"\n{PART.replace("2", "-2")}tree = [1, 2]', "points is 0 or more"),
        (f'title = "A"\n{PART.replace("minimax", "magic")}tree = [1, 2]', "algorithm is one of minimax"),
    ],
)
def test_what_is_wrong_is_named(text, reason, tmp_path):
    with pytest.raises(AssignmentError) as error:
        parse_assignment(text, tmp_path, "week1.toml")
    assert reason in str(error.value)
    assert str(error.value).startswith("week1.toml")


def test_the_template_is_sound_and_not_overwritten(tmp_path):
    path = tmp_path / "week1.toml"
    assert invoke("new", path).exit_code == 0
    assert read_assignment(path).max_score == 15
    assert "exists already" in str(invoke("new", path).exception)
    shown = invoke("check", path).stdout
    assert "Random trees" in shown
    assert "15 points" in shown


def test_random_trees_are_those_of_their_seed():
    def values(seed):
        (part,) = parse_assignment(f'title = "A"\n{PART}random = 4\nseed = {seed}').parts
        return [Variant().search(each.game, each.state).value for each in part.exercises]

    assert values(1) == values(1) != values(2)


def test_a_handout_shows_nothing_that_is_hidden(tmp_path):
    (tmp_path / "small.py").write_text(GAME, encoding="utf-8")
    hidden = PART.replace('"A"', '"Secret oak"') + 'tree = [77, 78]\nvisibility = "hidden"\n'
    own = PART.replace('"A"', '"Own"') + 'game = "small.py"\n'
    path = tmp_path / "week1.toml"
    path.write_text(f'title = "Week 1"\n{PART}tree = [1, 2]\n{own}{hidden}', encoding="utf-8")
    write_handout(read_assignment(path), tmp_path / "out")
    texts = {file.name: file.read_text("utf-8") for file in (tmp_path / "out").rglob("*") if file.is_file()}
    assert set(texts) == {"README.md", "my_search.py", "assignment.toml", "small.py", "a-minimax.svg"}
    assert not [name for name, text in texts.items() if "oak" in text or "77" in text]
    assert "| what you don't see | | 2 |" in texts["README.md"]
    seen = read_assignment(tmp_path / "out" / "assignment.toml")
    assert [part.title for part in seen.parts] == ["A", "Own"]
    compile(texts["my_search.py"], "my_search.py", "exec")
    with pytest.raises(AssignmentError, match="isn't empty"):
        write_handout(read_assignment(path), tmp_path / "out")


def test_the_autograder_has_the_form_that_gradescope_takes(tmp_path):
    (tmp_path / "small.py").write_text(GAME, encoding="utf-8")
    path = tmp_path / "week1.toml"
    path.write_text(f'title = "Week 1"\n{PART}game = "small.py"\n', encoding="utf-8")
    write_autograder(read_assignment(path), tmp_path / "autograder.zip")
    with zipfile.ZipFile(tmp_path / "autograder.zip") as archive:
        names = archive.namelist()
        modes = {entry.filename: entry.external_attr >> 16 & 0o777 for entry in archive.infolist()}
        archive.extractall(tmp_path / "source")
    assert names == ["setup.sh", "run_autograder", "assignment.toml", "small.py"]
    assert modes["setup.sh"] == modes["run_autograder"] == 0o755
    scripts = [(tmp_path / "source" / name).read_text("utf-8") for name in names[:2]]
    assert all(script.startswith("#!/usr/bin/env bash\n") for script in scripts)
    assert "results/results.json" in scripts[1]
    (tmp_path / "submission").mkdir()
    (tmp_path / "submission" / "my_search.py").write_text(GOOD, encoding="utf-8")
    results = tmp_path / "results.json"
    words = ("grade", tmp_path / "source" / "assignment.toml", tmp_path / "submission", "--gradescope", results)
    assert invoke(*words).exit_code == 0
    assert json.loads(results.read_text("utf-8"))["score"] == 2


def test_scripts_are_good_bash(tmp_path):
    import subprocess

    if shutil.which("bash") is None:
        pytest.skip("no bash here")
    write_autograder(parse_assignment(f'title = "A"\n{PART}tree = [1, 2]'), tmp_path / "autograder.zip")
    with zipfile.ZipFile(tmp_path / "autograder.zip") as archive:
        for name in ("setup.sh", "run_autograder"):
            subprocess.run(["bash", "-n"], input=archive.read(name), check=True)


def test_weights_give_part_of_the_points(tmp_path):
    submission = tmp_path / "my_search.py"
    submission.write_text("def minimax(game, state):\n    return 3, 1\n", encoding="utf-8")  # only the value is right
    path = tmp_path / "week1.toml"
    for weights, score in (("", 0), ("weights = {value = 2, move = 1, leaves = 1}\n", 1)):
        path.write_text(f'title = "A"\n{weights}{PART}tree = [3, 1]', encoding="utf-8")
        assert json.loads(invoke("grade", path, submission, "--json").stdout)["score"] == score


def test_toml_that_is_written_is_read_as_the_same():
    text = TEMPLATE.read_text(encoding="utf-8")
    data = tomllib.loads(text)
    assert tomllib.loads(toml_text(data)) == data
    odd = {"a b": 'quote " and \\ and \n', "part": [{"tree": [1, -2.5, {"chance": [[0.25, 1], [0.75, True]]}]}]}
    assert tomllib.loads(toml_text(odd)) == odd
