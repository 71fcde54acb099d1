"""What is said about a release says the same everywhere."""

import re
from pathlib import Path

import plywise

ROOT = Path(__file__).parents[1]


def test_version_agrees():
    citation = re.search(r"^version: (.*)$", (ROOT / "CITATION.cff").read_text("utf-8"), re.M)
    newest = re.search(r"^## (\S+) - ", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.M)
    assert citation is not None
    assert newest is not None
    assert citation[1] == newest[1] == plywise.__version__
