"""The command as a person runs it: a process of its own, in an empty folder."""

import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest

from tests.docs.pages import environment

Run = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture
def plywise(tmp_path: Any) -> Run:
    """Run `plywise` with arguments, something typed in, variables set; no traceback may ever reach the user."""

    def run(*args: str, typed: str = "", **variables: str) -> "subprocess.CompletedProcess[str]":
        done = subprocess.run(
            [sys.executable, "-m", "plywise", *args],
            cwd=tmp_path,
            input=typed,
            capture_output=True,
            text=True,
            env={**environment(), **variables},
            timeout=120,
            check=False,
        )
        assert "Traceback" not in done.stdout + done.stderr, done.stderr
        return done

    return run
