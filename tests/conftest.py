"""What all tests share: properties tried on the same examples, however slow the machine, and a cache of their own."""

import os
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from plywise.kernel.building import KernelKind
from tests import timing
from tests.timing import pytest_terminal_summary

__all__ = ["pytest_terminal_summary"]

collect_ignore = ["cli/without_posix"]  # it changes the Python that imports it

# Without a deadline or a check that data is drawn quickly: a busy machine is no mistake of ours.
settings.register_profile(
    "plywise", deadline=None, derandomize=True, database=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("plywise")


def pytest_addoption(parser: pytest.Parser) -> None:
    timing.pytest_addoption(parser)
    parser.addoption(
        "--checked-build",
        action="store_true",
        help="compile every kernel with overflow, shifts and indices watched, as the doctor does",
    )


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("--checked-build"):
        usual = KernelKind.__init__

        def make_checked(kind: KernelKind, *args: Any, **named: Any) -> None:
            usual(kind, *args, **{"checked": True, **named})

        KernelKind.__init__ = make_checked  # type: ignore[assignment, method-assign]


LEFT_TO_SLOW = Path(__file__).with_name("left_to_slow.txt").read_text(encoding="utf-8").splitlines()


@pytest.hookimpl(tryfirst=True)  # before pytest looks for the marker
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what CI leaves to `make slow`; begin with the test that waits longest, so that nobody waits for its end."""
    for item in items:
        if item.nodeid in LEFT_TO_SLOW:
            item.add_marker("slow")
    items.sort(key=lambda item: item.name != "test_a_cluster_of_two_nodes")


@pytest.fixture(autouse=True, scope="session")
def _cache_of_the_tests(tmp_path_factory):
    """Keep what tests compile out of the user's own cache, in the processes that they start too.

    Workers that run beside each other share it: each game is compiled once.
    """
    folder = tmp_path_factory.getbasetemp()
    folder = folder.parent if "PYTEST_XDIST_WORKER" in os.environ else folder
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PLYWISE_CACHE_DIR", str(folder / "cache" / "plywise"))
        yield
