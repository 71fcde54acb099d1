"""The command as a person runs it: a process of its own, in an empty folder."""

import subprocess
from collections.abc import Callable
from typing import Any

import pytest

from tests.docs.pages import environment
from tests.forking import run_plywise

Run = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture
def plywise(tmp_path: Any) -> Run:
    """Run `plywise` with arguments, something typed in, variables set; no traceback may ever reach the user."""

    def run(*args: str, typed: str = "", **variables: str) -> "subprocess.CompletedProcess[str]":
        done = run_plywise(args, tmp_path, {**environment(), **variables}, typed)
        assert "Traceback" not in done.stdout + done.stderr, done.stderr
        return done

    return run
