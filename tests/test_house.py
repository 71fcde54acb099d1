"""The house is in order: one name for one class, files that can be read at a sitting, rooms entered by their faces."""

import ast
import functools
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path

import grimp
import pytest

PACKAGE = Path(__file__).parents[1] / "src" / "plywise"
FILES = sorted(PACKAGE.rglob("*.py"))
ROOMS = sorted(file.parent for file in FILES if file.name == "__init__.py")

LONGEST = 320
"""Lines that a file may have."""
LONGER = {
    "kernel/spliced/alpha_beta/search.py": "one recursive function, until it is written as plain Python",
}
"""Files that may be longer, and why."""

WITH_INNER_ROOMS = (
    "agents",
    "assignments",
    "cli",
    "doctor",
    "explain",
    "games.chess",
    "kernel",
    "knowledge.solved",
    "learn",
    "matches",
    "report",
    "rules",
    "search",
    "service",
    "solve",
)
"""Whose inner rooms are entered only by their faces."""

CLOSED = {"executors", "isolation"}
"""Rooms that are entered only by their faces."""

SAME_NAME = {"State"}
"""Every game has a State."""


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
    assert {name: files for name, files in shared.items() if name not in SAME_NAME} == {}


def test_no_file_is_too_long():
    lengths = {str(file.relative_to(PACKAGE)): len(file.read_text("utf-8").splitlines()) for file in FILES}
    assert {file: lines for file, lines in lengths.items() if lines > LONGEST and file not in LONGER} == {}


@pytest.mark.parametrize("room", sorted({name_of(room / "__init__.py") for room in ROOMS}))
def test_a_room_has_one_sentence(room):
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


# Imports as a graph.

DEEPEST_KERNEL = 6
"""Levels of import between the kernel's inner rooms, the face included."""


@functools.cache
def graph() -> grimp.ImportGraph:
    return grimp.build_graph("plywise", exclude_type_checking_imports=True)


def levels(imports: Mapping[str, set[str]]) -> dict[str, int]:
    """Return how many levels each node stands on: 1 where it imports none; a cycle is an error."""
    found: dict[str, int] = {}

    def level(node: str, above: tuple[str, ...] = ()) -> int:
        assert node not in above, f"a cycle: {' -> '.join((*above, node))}"
        if node not in found:
            found[node] = 1 + max((level(each, (*above, node)) for each in sorted(imports[node])), default=0)
        return found[node]

    for node in sorted(imports):
        level(node)
    return found


def room_imports(modules: Mapping[str, set[str]], package: str) -> dict[str, set[str]]:
    """Return which inner rooms of a package import which; its own file is a room, the face."""

    def room(module: str) -> str:
        return ".".join(module.split(".")[: package.count(".") + 2])

    found: dict[str, set[str]] = defaultdict(set)
    for module, imported in modules.items():
        inside = {room(each) for each in imported if f"{each}.".startswith(f"{package}.")}
        if f"{module}.".startswith(f"{package}."):
            found[room(module)] |= inside - {room(module)}
    return dict(found)


def module_imports() -> dict[str, set[str]]:
    return {module: graph().find_modules_directly_imported_by(module) for module in graph().modules}


def test_the_kernel_stands_on_few_levels():
    rooms = room_imports(module_imports(), "plywise.kernel")
    assert rooms.keys() >= {f"plywise.kernel.{name}" for name in ("lowering", "building", "running", "alpha_beta")}
    found = levels(rooms)
    assert max(found.values()) <= DEEPEST_KERNEL, found


def test_no_module_imports_itself_by_way_of_others():
    assert levels(module_imports())


def test_a_cycle_is_seen():
    assert levels({"a": {"b"}, "b": {"c"}, "c": set()}) == {"a": 3, "b": 2, "c": 1}
    with pytest.raises(AssertionError, match="a cycle: a -> b -> a"):
        levels({"a": {"b"}, "b": {"a"}})
    rooms = room_imports({"p.k.a.x": {"p.k.b.y", "p.z"}, "p.k.b.y": {"p.k"}, "p.k": set(), "p.z": {"p.k.a.x"}}, "p.k")
    assert rooms == {"p.k.a": {"p.k.b"}, "p.k.b": {"p.k"}, "p.k": set()}


def test_lowering_classes_have_one_base_of_ours_at_most():
    ours = {node.name for tree in TREES.values() for node in ast.walk(tree) if isinstance(node, ast.ClassDef)}
    bases = {
        node.name: [ast.unparse(base).split(".")[-1] for base in node.bases]
        for file, tree in TREES.items()
        if "lowering" in file.parts
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef)
    }
    assert bases
    chains = {name: [base for base in named if base in ours] for name, named in bases.items()}
    assert {name: named for name, named in chains.items() if len(named) > 1} == {}
    deep = {name: named for name, named in chains.items() if any(chains.get(base) for base in named)}
    assert deep == {}
