"""The public workflow leaves nothing out: every folder of tests, every doctest, every part of `make check`."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]

ROOT = Path(__file__).parents[1]
WORKFLOW = (ROOT / ".github" / "workflows" / "tests.yml").read_text("utf-8")
MAKEFILE = (ROOT / "Makefile").read_text("utf-8")
BY_MAKE = {"pyodide": "make pyodide"}
"""Folders that pytest doesn't run by itself, each with the step that runs it."""


def jobs_of(workflow: str) -> dict[str, Any]:
    return dict(yaml.safe_load(workflow)["jobs"])


def steps_of(workflow: str) -> list[str]:
    """Return what all steps run."""
    return [step["run"] for job in jobs_of(workflow).values() for step in job["steps"] if "run" in step]


def rooms_in(workflow: str) -> set[str]:
    """Return the folders that the job for folders names."""
    matrix = jobs_of(workflow)["rooms"]["strategy"]["matrix"]
    lists = [*matrix["room"], *(each["room"] for each in matrix["include"])]
    return {room for each in lists for room in each.split()}


def folders_of_tests() -> set[str]:
    return {
        folder.name
        for folder in (ROOT / "tests").iterdir()
        if folder.is_dir() and (any(folder.rglob("test_*.py")) or (folder / "__main__.py").exists())
    }


def folders_left_out(workflow: str) -> set[str]:
    steps = steps_of(workflow)
    return folders_of_tests() - rooms_in(workflow) - {name for name, step in BY_MAKE.items() if step in steps}


def targets_of(target: str) -> Iterator[str]:
    """Yield what `make` does in the end for a target, through the targets that only name others."""
    recipe = re.search(rf"^{target}:.*\n((?:\t.*\n)+)", MAKEFILE, re.M)
    assert recipe is not None
    inner = [
        name for line in re.findall(r"^\t\$\(MAKE\)(.*)", recipe[1], re.M) for name in re.findall(r" ([a-z]\S*)", line)
    ]
    if inner:
        for name in inner:
            yield from targets_of(name)
    else:
        yield target


def parts_left_out(workflow: str) -> set[str]:
    made = {name for step in steps_of(workflow) if step.startswith("make ") for name in step.split()[1:]}
    return set(targets_of("check")) - made - {"test"}


def test_every_folder_of_tests_is_run():
    assert folders_left_out(WORKFLOW) == set()
    assert rooms_in(WORKFLOW) <= folders_of_tests()


def test_every_part_of_the_check_is_run():
    assert {"lint", "types", "rooms", "web", "test", "docs", "pyodide", "e2e", "empty"} == set(targets_of("check"))
    assert parts_left_out(WORKFLOW) == set()


def test_docstrings_the_readme_and_the_tests_beside_the_folders_are_run():
    (step,) = (step for step in steps_of(WORKFLOW) if step.endswith("README.md"))
    assert step.split()[-3:] == ["tests/test_*.py", "src", "README.md"]


@pytest.mark.parametrize("room", ["kernel", "matches", "adapters"])
def test_a_folder_that_is_left_out_is_seen(room):
    assert folders_left_out(WORKFLOW.replace(room, "rules")) == {room}


def test_a_part_that_is_left_out_is_seen():
    assert parts_left_out(WORKFLOW.replace("make e2e", "echo")) == {"e2e"}
    assert folders_left_out(WORKFLOW.replace("make pyodide", "echo")) == {"pyodide"}
