"""Pytest inside Pyodide: leaves out what `exclusions.toml` lists, and fails where the list and the tests don't agree.

A listed test that isn't there is an error, and so is a test that is skipped without being listed.
"""

import sys
import tomllib
import types
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any

import pytest

LIST = Path(__file__).with_name("exclusions.toml")
ABSENT = ("pyspiel",)
"""Packages that test files import at their head, for some of their tests only: those are listed."""

ROOT = Path("/plywise")


class Absent(types.ModuleType):
    """A package that Pyodide doesn't have: a test fails when it uses it, not when it is imported."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        raise ModuleNotFoundError(f"Pyodide has no {self.__name__}.", name=self.__name__)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--whole", action="store_true", help="run what CI leaves out for its time, too")
    parser.addoption("--listed", action="store_true", help="run only what is listed as impossible: all of it must fail")


def pytest_configure(config: pytest.Config) -> None:
    # python-chess 1.11, where it is imported in Python 3.14.
    config.addinivalue_line("filterwarnings", "ignore:'asyncio.DefaultEventLoopPolicy':DeprecationWarning")
    for name in ABSENT:
        sys.modules[name] = Absent(name)
    config.pluginmanager.register(Exclusions(config), "exclusions")


class Exclusions:
    """What is left out of this run, and why."""

    def __init__(self, config: pytest.Config) -> None:
        found = tomllib.loads(LIST.read_text(encoding="utf-8"))
        self.impossible = dict(_listed(found["impossible"]))
        self.long = {} if config.getoption("--whole") else dict(_listed(found["long"]))
        self.only_listed = config.getoption("--listed")
        self.named = any("::" in arg for arg in config.args)

    def pytest_ignore_collect(self, collection_path: Path) -> bool | None:
        if self.only_listed or not collection_path.is_relative_to(ROOT):
            return None
        return str(collection_path.relative_to(ROOT)) in {**self.impossible, **self.long} or None

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_modifyitems(self, config: pytest.Config, items: list[pytest.Item]) -> None:
        self._check(items)
        left_out = [item for item in items if bool(self._why(item)) != self.only_listed]
        items[:] = [item for item in items if bool(self._why(item)) == self.only_listed]
        config.hook.pytest_deselected(items=left_out)

    def _check(self, items: list[pytest.Item]) -> None:
        """Refuse a list that names a test which isn't there, in a file whose tests are."""
        there = {name for item in items for name in _names(item)}
        unknown = [
            test
            for test in [*self.impossible, *self.long]
            if _file(test) in there and test not in there and not self.named
        ]
        gone = [test for test in [*self.impossible, *self.long] if not (ROOT / _file(test)).exists()]
        if unknown or gone:
            raise pytest.UsageError(f"{LIST.name} lists what isn't there: {', '.join([*unknown, *gone])}.")

    def _why(self, item: pytest.Item) -> str | None:
        listed = {**self.long, **self.impossible} if not self.only_listed else self.impossible
        return next((listed[name] for name in _names(item) if name in listed), None)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self, item: pytest.Item) -> Generator[None, Any, Any]:
        """Make a failure of what is skipped without being listed, and of what passes though it is listed."""
        report = yield
        if report.skipped and not hasattr(report, "wasxfail") and not self.only_listed:
            report.outcome = "failed"
            report.longrepr = f"It is skipped in Pyodide, but {LIST.name} doesn't list it: {report.longrepr}"
        elif self.only_listed and report.failed:  # in its setup, too: the test itself fails then as well
            report.outcome, report.longrepr = "passed", None
        elif self.only_listed and report.when == "call":
            report.outcome, report.longrepr = "failed", f"It passes in Pyodide: take it out of {LIST.name}."
        return report


def _listed(groups: list[dict[str, Any]]) -> Iterator[tuple[str, str]]:
    for group in groups:
        for test in group["tests"]:
            yield test, group["why"]


def _file(test: str) -> str:
    return test.partition("::")[0]


def _names(item: pytest.Item) -> Iterator[str]:
    """Yield how a list may name a test: with its case, without, or by its class or file."""
    parts = item.nodeid.partition("[")[0].split("::")
    yield item.nodeid
    yield from ("::".join(parts[:count]) for count in range(len(parts), 0, -1))
