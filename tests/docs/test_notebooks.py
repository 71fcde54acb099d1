"""The five notebooks run from top to bottom and show what is stored in them."""

import pytest

from tests.docs.notebooks import NOTEBOOKS, PICTURE, read, run_alone, words


def test_there_are_five():
    assert len(NOTEBOOKS) == 5


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_shows_what_is_stored_in_it(path):
    notebook = read(path)
    stored = [words(cell["outputs"]) for cell in notebook["cells"] if cell["cell_type"] == "code"]
    assert [words(outputs) for outputs in run_alone(path)] == stored, (
        f"python -m tests.docs.notebooks {path} writes it again"
    )


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_is_small_and_has_pictures(path):
    assert path.stat().st_size < 400_000
    outputs = [each for cell in read(path)["cells"] for each in cell.get("outputs", [])]
    assert any(PICTURE in output.get("data", {}) for output in outputs)
    assert not any("<script" in "".join(text) for output in outputs for text in output.get("data", {}).values())
