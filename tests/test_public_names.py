"""The public face: what `import plywise` offers is pinned, documented, and loaded only when it is used.

To change it on purpose: python -m tests.test_public_names, read the difference, and say so in CHANGELOG.md.
"""

import ast
import inspect
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

import plywise

DOCS = Path(__file__).parents[1] / "docs"
PINNED = Path(__file__).parent / "public_names.txt"
PLAIN_VALUES = (str, int, float, tuple, frozenset)


def is_ours(value: object) -> bool:
    return getattr(value, "__module__", "").startswith("plywise")


def signature(part: object) -> str:
    """Return a method's signature; nothing for what is no method."""
    part = part.__func__ if isinstance(part, staticmethod | classmethod) else part
    return str(inspect.signature(part)) if inspect.isfunction(part) else ""


def described(name: str) -> str:
    """Return a public name with its signature, or with what kind of thing it is."""
    value = getattr(plywise, name)
    if isinstance(value, type) and issubclass(value, BaseException):
        return f"{name} < {value.__base__.__name__}"  # type: ignore[union-attr]
    if inspect.isclass(value) and is_ours(value):
        own = {each: part for kind in reversed(value.__mro__) if is_ours(kind) for each, part in vars(kind).items()}
        methods = [f"    .{each}{signature(part)}" for each, part in sorted(own.items()) if not each.startswith("_")]
        return "\n".join([f"class {name}", *methods])
    if inspect.isfunction(value):
        return f"def {name}{inspect.signature(value)}"
    return f"{name}: {type(value).__name__}"


def face() -> str:
    """Return all public names, described, constants first, then classes; addresses in memory are left out."""
    names = sorted(plywise.__all__, key=lambda name: (not name.isupper(), not name[0].isupper(), name))
    return re.sub(r" at 0x[0-9a-f]+", "", "\n".join(map(described, names))) + "\n"


def test_the_public_names_are_those_pinned():
    assert face() == PINNED.read_text(encoding="utf-8"), "python -m tests.test_public_names writes them again"


def test_type_checkers_see_the_names_that_are_loaded():
    tree = ast.parse(Path(plywise.__file__).read_text(encoding="utf-8"))
    imports = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.module]
    seen = {(node.module, name.name) for node in imports for name in node.names if name.asname == name.name}
    assert seen == {(room, name) for room, names in plywise._HOMES.items() for name in names}
    assert sorted(plywise.__all__) == sorted(["__version__", *(name for _, name in seen)])


@pytest.mark.parametrize("name", plywise.__all__)
def test_a_public_name_is_documented(name):
    value = getattr(plywise, name)
    if not is_ours(value) or isinstance(value, PLAIN_VALUES):
        return  # a constant, or another name for a type of Python's
    assert inspect.getdoc(value), f"{name} has no docstring"


def test_the_reference_lists_every_public_name():
    pages = [page.read_text(encoding="utf-8") for page in (DOCS / "reference").glob("*.md")]
    listed = re.findall(r"^::: plywise\.[\w.]+\.(\w+)$", "\n".join(pages), re.MULTILINE)
    assert sorted(listed) == sorted(name for name in plywise.__all__ if name != "__version__")


def public_names(module: str) -> set[str] | None:
    """Return which names of a module the reference calls public; None for all that it offers."""
    kind = re.sub(r"^plywise\.games(\.\w+){1,2}$", "plywise.games.NAME", module)
    kind = re.sub(r"^(plywise\.search\.textbook)\.\w+$", r"\1.NAME", kind)
    row = re.search(rf"^\| `{re.escape(kind)}` \| (.*) \|$", (DOCS / "reference/index.md").read_text("utf-8"), re.M)
    if row is None:
        return set()
    if "`__all__`" in row[1]:
        return set(import_module(module).__all__)
    return None if kind.endswith(".NAME") or module == "plywise.bits" else set(re.findall(r"`(\w+)`", row[1]))


def private_imports(text: str) -> list[str]:
    """Return what a page imports though it isn't public."""
    found = re.findall(r"^(?:>>> )?from (plywise\.[\w.]+) import ([\w, ]+)$", text, re.MULTILINE)
    return [
        f"{module}.{name}"
        for module, names in found
        for public in [public_names(module)]
        for name in names.split(", ")
        if public is not None and name not in public
    ]


def test_pages_import_only_what_is_public():
    pages = [DOCS.parent / "README.md", *sorted(DOCS.rglob("*.md"))]
    found = {page.name: private_imports(page.read_text("utf-8")) for page in pages}
    assert {page: names for page, names in found.items() if names} == {}


def test_a_private_import_is_seen():
    assert private_imports(">>> from plywise.solve.expected import solve_expected") == [
        "plywise.solve.expected.solve_expected"
    ]
    assert private_imports("from plywise.kernel import Searcher, lower") == ["plywise.kernel.lower"]
    assert private_imports("from plywise.games.chess import Chess, read_pgn") == []
    assert private_imports("from plywise.search import Beam, nothing") == ["plywise.search.nothing"]


def test_the_kernels_public_names_exist():
    assert (public_names("plywise.kernel") or set()) <= set(import_module("plywise.kernel").__all__)


@pytest.mark.parametrize("name", plywise.__all__)
def test_no_public_name_is_that_of_a_room(name):
    assert not (Path(plywise.__file__).parent / name).exists()


def test_names_are_loaded_when_they_are_used():
    text = """
import sys, time
begun = time.process_time()
import plywise
assert time.process_time() - begun < 0.15
assert not [name for name in sys.modules if name.startswith("plywise.")], "import plywise imports a room"
plywise.load_game("nim")
games = {name for name in sys.modules if name.startswith("plywise.games.") and name.count(".") == 2}
assert games <= {f"plywise.games.{name}" for name in ("catalog", "nim", "shared", "shipped", "tree")}, games
assert not {"numba", "numpy"} & sys.modules.keys()
"""
    subprocess.run([sys.executable, "-c", text], check=True)


def test_a_name_that_there_is_not_is_an_attribute_error():
    with pytest.raises(AttributeError, match="has no attribute 'nonsense'"):
        plywise.nonsense  # noqa: B018


if __name__ == "__main__":
    PINNED.write_text(face(), encoding="utf-8")
