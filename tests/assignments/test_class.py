"""A class is graded: whatever a submission does, everyone gets a result, and nothing outside is touched."""

import csv
import io
import json
import time
from pathlib import Path
from typing import Any

import pytest

from plywise.assignments import find_submissions, grade_folder, grade_submission
from plywise.assignments.assignment import parse_assignment
from tests.assignments.hostile import ENDLESS, GOOD, MALICIOUS

STUDENTS = Path(__file__).parents[1] / "grading" / "students"

SHORT = """
title = "Week 1"
seconds = 0.5
total_seconds = 6

[[part]]
title = "Figure 5.2"
algorithm = "minimax"
points = 2
tree = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]

[[part]]
title = "Random trees"
algorithm = "minimax"
points = 3
random = 3
visibility = "hidden"
"""


@pytest.fixture
def week(tmp_path):
    (tmp_path / "assignment").mkdir()
    return parse_assignment(SHORT, tmp_path / "assignment")


def planted(text, folder):
    """Return a submission with the places that it is to harm."""
    for name, path in (("WITNESS", "witness"), ("SECRET", "secret.txt"), ("FOLDER", "")):
        text = text.replace(name, str(folder / path))
    return text


def write_class(folder, files):
    handed_in = folder / "handed-in"
    handed_in.mkdir()
    (folder / "secret.txt").write_text("the hidden tree is a maple", encoding="utf-8")
    for name, text in files.items():
        (handed_in / f"{name}.py").write_text(planted(text, folder), encoding="utf-8")
    return handed_in


def unharmed(folder):
    """Whether nothing was written, removed or read out."""
    results = "".join(path.read_text("utf-8") for path in folder.rglob("*.json"))
    return (
        not (folder / "witness").exists()
        and (folder / "secret.txt").read_text(encoding="utf-8") == "the hidden tree is a maple"
        and "maple" not in results
        and "secret.txt'" not in results
    )


def test_a_right_search_has_full_marks_and_a_wrong_one_is_explained(week, tmp_path):
    path = tmp_path / "good.py"
    path.write_text(GOOD, encoding="utf-8")
    good = grade_submission(week, path)
    assert (good.score, good.output) == (5, "Full marks.")
    path.write_text(GOOD.replace("value > best[0]", "value < best[0]"), encoding="utf-8")
    bad = grade_submission(week, path)
    assert bad.score < 5
    assert "it should be" in bad.parts[0].output


QUICK = (
    "writes",
    "reads_secrets",
    "kills_its_parent",
    "calls_c",
    "writes_to_all_pipes",
    "sends_code",
    "sends_nonsense",
    "asks_by_eval",
)
"""What CI tries; the rest is slow."""


def assert_harmless(week, folder, files):
    handed_in = write_class(folder, files | {"good": GOOD})
    graded = grade_folder(week, find_submissions(handed_in, week.file), folder / "grades", workers=2)
    scores = {name: result["score"] for name, result in graded.results.items()}
    assert scores == dict.fromkeys(files, 0) | {"good": 5}
    assert unharmed(folder)
    return graded


def test_hostile_submissions_get_nothing_and_do_no_harm(week, tmp_path):
    graded = assert_harmless(week, tmp_path, {name: MALICIOUS[name] for name in QUICK})
    assert "not allowed" in graded.results["writes"]["tests"][0]["output"]
    assert "plywise.search is not allowed" in graded.results["asks_by_eval"]["tests"][0]["output"]


@pytest.mark.slow
def test_all_hostile_submissions_get_nothing_and_do_no_harm(week, tmp_path):
    assert_harmless(week, tmp_path, {name: text for name, text in MALICIOUS.items() if name not in QUICK} | ENDLESS)


@pytest.mark.slow
def test_thirty_submissions_are_graded_in_five_minutes(tmp_path, record_property):
    """On two cores: pytest tests/assignments/test_class.py -m slow -k thirty"""
    from plywise.cli.commands.assignments.prepare import TEMPLATE

    text = TEMPLATE.read_text(encoding="utf-8").replace('algorithm = "alpha-beta"', 'algorithm = "minimax"')
    files = {path.stem: path.read_text(encoding="utf-8") for path in sorted(STUDENTS.glob("*.py"))}
    files = dict(list(files.items())[:8])
    files |= {f"good_{number}": GOOD for number in range(2)} | ENDLESS
    files |= dict(list(MALICIOUS.items())[: 30 - len(files)])
    assert len(files) == 30
    handed_in = write_class(tmp_path, files)
    assignment = parse_assignment(text, tmp_path)
    began = time.monotonic()
    graded = grade_folder(assignment, find_submissions(handed_in, assignment.file), tmp_path / "grades", workers=2)
    seconds = time.monotonic() - began
    record_property("figure", f"{len(graded.results)} submissions in {seconds:.0f} s")
    assert graded.is_complete
    assert seconds < 300
    assert unharmed(tmp_path)
    assert {graded.results[name]["score"] for name in ENDLESS} == {0}
    assert graded.results["good_1"]["score"] > 10


def test_what_has_no_end_is_ended(week, tmp_path):
    path = tmp_path / "endless.py"
    path.write_text(ENDLESS["loops_stubbornly"], encoding="utf-8")
    result = grade_submission(week, path)
    assert result.score == 0
    assert "No end" in result.parts[0].output


def test_grading_goes_on_where_it_stopped_and_repeats_only_what_changed(week, tmp_path):
    handed_in = write_class(tmp_path, {"anna": GOOD, "bo": "def minimax(game, state):\n    return 0, 0\n"})
    (handed_in / "cy").mkdir()
    graded_names = []

    def stop_after_one(progress):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        grade_folder(
            week, find_submissions(handed_in, week.file), tmp_path / "grades", workers=1, on_graded=stop_after_one
        )
    assert len(list((tmp_path / "grades" / "results").iterdir())) == 1
    graded = grade_folder(
        week,
        find_submissions(handed_in, week.file),
        tmp_path / "grades",
        workers=1,
        on_graded=lambda progress: graded_names.append(progress.name),
    )
    assert (graded.kept, graded_names) == (1, ["bo", "cy"])
    rows = list(csv.DictReader(io.StringIO((tmp_path / "grades" / "grades.csv").read_text(encoding="utf-8"))))
    assert [(row["student"], row["score"], row["max_score"]) for row in rows] == [
        ("anna", "5", "5"),
        ("bo", "0", "5"),
        ("cy", "0", "5"),
    ]
    assert "no file" in rows[2]["remark"]
    (handed_in / "bo.py").write_text(GOOD, encoding="utf-8")
    again = grade_folder(week, find_submissions(handed_in, week.file), tmp_path / "grades", workers=1)
    assert (again.kept, again.results["bo"]["score"]) == (2, 5)


GRADESCOPE_TOP: dict[str, Any] = {
    "score": (int, float),
    "execution_time": (int, float),
    "output": str,
    "output_format": str,
    "test_output_format": str,
    "test_name_format": str,
    "visibility": str,
    "stdout_visibility": str,
    "extra_data": dict,
    "tests": list,
    "leaderboard": list,
}
GRADESCOPE_TEST: dict[str, Any] = {
    "score": (int, float),
    "max_score": (int, float),
    "status": str,
    "name": str,
    "name_format": str,
    "number": str,
    "output": str,
    "output_format": str,
    "tags": list,
    "visibility": str,
    "extra_data": dict,
}
FORMATS = {"text", "html", "simple_format", "md", "ansi"}
VISIBILITIES = {"hidden", "after_due_date", "after_published", "visible"}


def assert_published_form(data):
    """Gradescope's form as https://gradescope-autograders.readthedocs.io/en/latest/specs/ has it."""
    assert set(data) <= set(GRADESCOPE_TOP)
    assert all(isinstance(value, GRADESCOPE_TOP[name]) for name, value in data.items())
    assert data["visibility"] in VISIBILITIES
    assert data["stdout_visibility"] in VISIBILITIES
    assert data["output_format"] in FORMATS
    for test in data["tests"]:
        assert set(test) <= set(GRADESCOPE_TEST)
        assert all(isinstance(value, GRADESCOPE_TEST[name]) for name, value in test.items())
        assert test["visibility"] in VISIBILITIES
        assert test["output_format"] in FORMATS
        assert test["status"] in {"passed", "failed"}
        assert 0 <= test["score"] <= test["max_score"]
    assert data["score"] == pytest.approx(sum(test["score"] for test in data["tests"]))


def test_results_have_the_form_that_gradescope_publishes(week, tmp_path):
    path = tmp_path / "good.py"
    path.write_text(GOOD, encoding="utf-8")
    data = json.loads(json.dumps(grade_submission(week, path).to_data(), allow_nan=False))
    assert_published_form(data)
    assert [test["visibility"] for test in data["tests"]] == ["visible", "hidden"]
    with pytest.raises(AssertionError):
        assert_published_form(data | {"max_score": 5})
