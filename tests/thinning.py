"""Long tables of cases of one kind: CI tries some of them, `make slow` the others."""

from collections.abc import Iterable
from typing import Any

import pytest


def thinned(cases: Iterable[Any], every: int) -> list[Any]:
    """Return cases for `parametrize`, all but each third one, or so, marked as slow."""
    return [pytest.param(case, marks=[pytest.mark.slow] if place % every else []) for place, case in enumerate(cases)]
