"""Rules that compile and are slow: found, with the rule and the line that take the time, and what to write instead."""

import json
from pathlib import Path
from typing import Any

import pytest

from plywise.doctor import Report, check_rules
from plywise.doctor.speed.slow_lines import constructs
from tests.doctor import slow

FILE = Path(slow.__file__)
LINES = FILE.read_text().splitlines()


def line_of(name: str, text: str) -> int:
    start = next(number for number, line in enumerate(LINES) if line.startswith(f"class {name}("))
    return next(number for number, line in enumerate(LINES[start:], start + 1) if text in line)


def test_lists_and_sets_are_slow_and_the_same_with_bits_is_not():
    assert [each for each in check_rules(slow.Bits(), compiled=True).findings if each.check == "slow-rules"] == []
    report = check_rules(slow.Sets(), compiled=True)
    (finding,) = [each for each in report.findings if each.check == "slow-rules"]
    assert (finding.level, finding.rule) == ("note", "is_terminal")
    assert "million states a second, where three in a row has" in finding.what
    assert "is_terminal takes about" in finding.what
    assert finding.where.endswith(f"slow.py:{line_of('Sets', 'found.append')}")
    assert "a list that grows takes memory" in finding.what
    assert "bits of an int" in finding.fix
    assert "a set takes memory" in finding.fix
    assert report.speed
    assert report.speed.states_per_second * 20 < report.speed.reference
    assert next(iter(report.speed.shares)) == "is_terminal"
    assert sum(report.speed.shares.values()) == pytest.approx(1)
    assert Report.from_data(json.loads(json.dumps(report.to_data()))) == report


@pytest.mark.slow
def test_without_a_known_reason_the_line_that_runs_most_often_is_named():
    (finding,) = [each for each in check_rules(slow.Busy(), compiled=True).findings if each.check == "slow-rules"]
    assert finding.rule == "is_terminal"
    assert "runs most often" in finding.what
    assert finding.where.partition(":")[0].endswith("slow.py")


def test_actions_that_are_tried_out_by_playing_are_known():
    (found,) = constructs(slow.Tries.actions.__code__)
    assert found.line == line_of("Tries", "self.result")
    assert "tried out by playing" in found.what


def appended(state):
    return [square for square in range(state) if square]


def actions(self, state):
    found = []
    for square in range(9):
        found.append(square)
    return found


def helper(state):
    board: Any = (1, 2)
    for square in range(state):
        board = board + (square,)  # noqa: RUF005
        rows = list(board)
        rows.append(len(set(board)))
    return board


def test_what_is_known_to_be_slow():
    assert list(constructs(actions.__code__)) == [], "what a rule lists is stored in place"
    assert list(constructs(appended.__code__)) == []
    first = helper.__code__.co_firstlineno
    found = {(each.line - first, each.what.split()[1]) for each in constructs(helper.__code__)}
    assert found == {(3, "tuple"), (4, "copy"), (5, "list"), (5, "set")}
