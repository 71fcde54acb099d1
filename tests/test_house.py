"""The house is in order: one name for one class, files that can be read at a sitting, rooms entered by their faces."""

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "src" / "plywise"
FILES = sorted(PACKAGE.rglob("*.py"))
ROOMS = sorted(file.parent for file in FILES if file.name == "__init__.py")

LONGEST = 320
"""Lines that a file may have."""

WITH_INNER_ROOMS = ("cli", "explain", "kernel", "solve")
"""Whose inner rooms are entered only by their faces."""

CLOSED = {"executors", "isolation"}
"""Rooms that are entered only by their faces."""

SAME_NAME = {"State"}
"""Every game has a State."""

# Temporary: the kernel is being rebuilt. Remove these lists when it is done.
SAME_NAME_IN_KERNEL = {"Child", "Entry", "Manifest", "Table"}
LONG_IN_KERNEL = ("kernel/lowering/", "kernel/native/", "kernel/building/")
SENTENCES_IN_KERNEL = {"kernel", "kernel.building.compiler", "kernel.lowering.constructs", "kernel.spliced"}


def name_of(path: Path) -> str:
    """Return a module's or a room's dotted name."""
    parts = path.with_suffix("").relative_to(PACKAGE.parent).parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {name_of(file) for file in FILES}
TREES = {file: ast.parse(file.read_text(encoding="utf-8")) for file in FILES}


def face_of(room: str) -> ast.Module:
    """Return what stands in a room's `__init__`."""
    return TREES[PACKAGE.parent.joinpath(*room.split(".")) / "__init__.py"]


def test_no_two_classes_share_a_name():
    homes = defaultdict(set)
    for file, tree in TREES.items():
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                homes[node.name].add(str(file.relative_to(PACKAGE)))
    shared = {name: sorted(files) for name, files in homes.items() if len(files) > 1}
    assert {name: files for name, files in shared.items() if name not in SAME_NAME | SAME_NAME_IN_KERNEL} == {}


def test_no_file_is_too_long():
    lengths = {str(file.relative_to(PACKAGE)): len(file.read_text("utf-8").splitlines()) for file in FILES}
    too_long = {file: lines for file, lines in lengths.items() if lines > LONGEST}
    assert {file: lines for file, lines in too_long.items() if not file.startswith(LONG_IN_KERNEL)} == {}


@pytest.mark.parametrize("room", sorted({name_of(room / "__init__.py") for room in ROOMS}))
def test_a_room_has_one_sentence(room):
    if room.removeprefix("plywise.") in SENTENCES_IN_KERNEL:
        return
    docstring = ast.get_docstring(face_of(room))
    assert docstring, "no docstring"
    sentence, _, rest = docstring.partition("\n\n")
    assert sentence.endswith(".")
    assert ". " not in " ".join(sentence.split())
    assert rest == "" or rest.startswith(">>> "), "more than a sentence and an example"


def imports(file: Path) -> Iterator[str]:
    """Yield the dotted name of everything of ours that a file imports; a module where a module is meant."""
    for node in ast.walk(TREES[file]):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            assert node.level == 0, f"{file} imports relatively"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def names_in_face(room: str) -> set[str]:
    """Return the names that a room's face offers."""
    for node in ast.walk(face_of(room)):
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and node.targets[0].id == "__all__":
            return set(ast.literal_eval(node.value))
    return set()


def way_past_a_face(importer: str, imported: str, rooms: set[str]) -> str:
    """Return the room that an import enters other than by its face, or nothing."""
    parts = imported.split(".")
    for length in range(len(parts) - 1, 1, -1):
        room = ".".join(parts[:length])
        if room not in rooms or f"{importer}.".startswith(f"{room}."):
            continue
        inner = ".".join(parts[: length + 1])
        if inner in MODULES and inner not in rooms and parts[length] not in names_in_face(room):
            return room
    return ""


def closed_rooms() -> set[str]:
    """Return the rooms with faces; spliced files are text, which knows no faces."""
    names = {name_of(room / "__init__.py").removeprefix("plywise.") for room in ROOMS}
    inner = {name for name in names if name.startswith(tuple(f"{room}." for room in WITH_INNER_ROOMS))}
    return {f"plywise.{name}" for name in (inner | CLOSED) & names if not name.startswith("kernel.spliced")}


def test_rooms_are_entered_by_their_faces():
    rooms = closed_rooms()
    past = [
        f"{importer} imports {imported}, past the face of {room}"
        for file in FILES
        for importer in [name_of(file)]
        for imported in imports(file)
        if imported.startswith("plywise.") and (room := way_past_a_face(importer, imported, rooms))
    ]
    assert past == []


def test_a_way_past_a_face_is_seen():
    rooms = {"plywise.solve.dense", "plywise.isolation"}
    assert way_past_a_face("plywise.solve.plan", "plywise.solve.dense.job.DenseJob", rooms) == "plywise.solve.dense"
    assert way_past_a_face("plywise.solve.plan", "plywise.solve.dense.job", rooms) == "plywise.solve.dense"
    assert way_past_a_face("plywise.solve.plan", "plywise.solve.dense.DenseJob", rooms) == ""
    assert way_past_a_face("plywise.solve.dense.job", "plywise.solve.dense.passes.ROOM", rooms) == ""
    assert way_past_a_face("plywise.doctor", "plywise.isolation.child.Child", rooms) == "plywise.isolation"
