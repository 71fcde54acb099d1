"""Every construct either compiles and agrees with plain Python, or is refused at its own line with a fix."""

import sys

import pytest

from plywise.kernel import LoweringError
from tests.kernel import number_constructs, row_constructs  # noqa: F401 (add to the table)
from tests.kernel.constructs import HELPERS, TABLE
from tests.kernel.harness import compile_one, disagreement, import_text
from tests.thinning import thinned


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("constructs")
    (folder / "own_helpers.py").write_text(HELPERS, encoding="utf-8")
    sys.path.insert(0, str(folder))
    yield folder
    sys.path.remove(str(folder))


@pytest.mark.parametrize("name", thinned((name for name, case in TABLE.items() if not case.expected), every=5))
def test_works_and_agrees(name, folder):
    case = TABLE[name]
    game = import_text(case.source(), folder).G()
    assert disagreement(game, compile_one(game, case.rule), case.rule) == ""


@pytest.mark.parametrize("name", [name for name, case in TABLE.items() if case.expected])
def test_is_refused_at_its_line(name, folder):
    case = TABLE[name]
    text = case.source()
    module = import_text(text, folder)
    with pytest.raises(LoweringError) as refusal:
        compile_one(module.G(), case.rule)
    assert case.expected in str(refusal.value)
    assert refusal.value.file == module.__file__
    if "# here" in text:
        assert "# here" in text.splitlines()[refusal.value.line - 1]
