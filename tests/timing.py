"""What a run of the tests took, by room; and a page that says of each slow test when it last ran and what it found.

    pytest                            prints a line for each room, and each figure that a test gave
    pytest --slow-record FILE         also writes down the slow tests of this run; others that the page has stay in it

A test gives a figure by pytest's `record_property("figure", "0.94 of C++")`.
"""

import datetime
import re
import subprocess
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

HEAD = """# Slow tests

Written by `make slow`: of the tests that are too long for CI, when each last ran, and on which commit. One that isn't
listed hasn't run since this page began, on 16 November 2026.

| test | last run | commit | outcome | seconds | figure |
|---|---|---|---|---|---|
"""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--slow-record", metavar="FILE", help="write down what the slow tests of this run found")


def room_of(test: str) -> str:
    """Return the room that a test is about.

    >>> room_of("tests/kernel/test_cache.py::test_one"), room_of("src/plywise/rules/game.py::doctest")
    ('kernel', 'rules')
    """
    parts = test.partition("::")[0].removeprefix("src/plywise/").removeprefix("tests/").split("/")
    return parts[0]


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    reports = [report for found in terminalreporter.stats.values() for report in found if hasattr(report, "duration")]
    seconds: dict[str, float] = defaultdict(float)
    tests: dict[str, set[str]] = defaultdict(set)
    for report in reports:
        seconds[room_of(report.nodeid)] += report.duration
        tests[room_of(report.nodeid)].add(report.nodeid)
    terminalreporter.section("time by room")
    for room, spent in sorted(seconds.items(), key=lambda item: -item[1]):
        terminalreporter.write_line(f"{spent:8.1f} s  {len(tests[room]):5}  {room}")
    figures = [(report.nodeid, figure_of(report)) for report in reports if report.when == "call" and figure_of(report)]
    if figures:
        terminalreporter.section("figures")
        for test, figure in figures:
            terminalreporter.write_line(f"{test.rpartition('::')[2]}: {figure}")
    if config.getoption("--slow-record"):
        record(Path(config.getoption("--slow-record")), reports)


def figure_of(report: Any) -> str:
    """Return the figure that a test gave, or nothing."""
    return str(dict(report.user_properties).get("figure", ""))


def record(page: Path, reports: Iterable[Any]) -> None:
    """Write the slow tests among some reports into the page, over what it said of them before."""
    rows = dict(read_rows(page))
    today, commit = datetime.date.today().isoformat(), _commit()
    for report in reports:
        if report.when == "call" and "slow" in report.keywords:
            rows[report.nodeid] = f"{today} | {commit} | {report.outcome} | {report.duration:.1f} | {figure_of(report)}"
    page.write_text(HEAD + "".join(f"| `{test}` | {row} |\n" for test, row in sorted(rows.items())), encoding="utf-8")


def read_rows(page: Path) -> Iterator[tuple[str, str]]:
    """Yield each test of a page, and the rest of its line."""
    if page.exists():
        yield from re.findall(r"^\| `(.*)` \| (.*) \|$", page.read_text(encoding="utf-8"), re.MULTILINE)


def _commit() -> str:
    done = subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=False)
    return done.stdout.strip() or "unknown"
