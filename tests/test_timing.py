"""The page of slow tests keeps what it knew, and takes in what was run."""

import re
from pathlib import Path
from types import SimpleNamespace

from tests.conftest import LEFT_TO_SLOW
from tests.timing import HEAD, read_rows, record


def report(test: str, *, slow: bool = True, figure: str = "") -> SimpleNamespace:
    return SimpleNamespace(
        nodeid=test,
        when="call",
        keywords={"slow": 1} if slow else {},
        outcome="passed",
        duration=1.25,
        user_properties=[("figure", figure)],
    )


def test_the_page_keeps_tests_that_were_not_run(tmp_path):
    page = tmp_path / "slow.md"
    record(page, [report("one", figure="0.94"), report("quick", slow=False)])
    record(page, [report("two")])
    rows = dict(read_rows(page))
    assert list(rows) == ["one", "two"]
    assert rows["one"].endswith("| passed | 1.2 | 0.94")
    assert page.read_text(encoding="utf-8").startswith(HEAD)


def test_what_is_left_to_slow_is_there():
    for line in LEFT_TO_SLOW:
        if not line.startswith("#"):
            file, _, test = line.partition("::")
            name = test.partition("[")[0].rpartition(".")[2]  # of a doctest, what it is of
            text = Path(file).read_text(encoding="utf-8")
            assert re.search(rf"^(def|class) {name}\b", text, re.MULTILINE), line
