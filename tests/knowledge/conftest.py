"""What tests of solved tables share: a small folder of them, and no proxy on the way to it."""

import pytest

from tests.knowledge.solved_samples import write_sample


@pytest.fixture(autouse=True)
def _no_proxy(monkeypatch):
    monkeypatch.setenv("no_proxy", "127.0.0.1")


@pytest.fixture
def folder(tmp_path):
    write_sample(tmp_path / "tables")
    return tmp_path / "tables"
