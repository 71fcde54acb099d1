"""An assignment as its lecturer writes it, in TOML: what is handed in, under which limits, and what earns points.

title = "Alpha-beta"
file = "my_search.py"              what students hand in
seconds = 5                        for each exercise; total_seconds for all of them
blocked = ["plywise", "numpy"]     modules that it may not import

[[part]]
title = "Two plies"                what stands in the list of marks
algorithm = "alpha-beta"
points = 2
tree = [[3, 12, 8], [2, 4, 6]]     or `game` and `state`, or `random`, or `usual = true`
visibility = "visible"             "hidden", "after_due_date" and "after_published" are not handed out
"""

import hashlib
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from importlib.metadata import version
from pathlib import Path
from typing import Any, Literal, TypeAlias, get_args

from plywise.assignments.checking import AssignmentError, Entries
from plywise.assignments.sources import FIELDS, find_files, find_reference, make_exercises
from plywise.files import read_text
from plywise.grading import ALGORITHMS, SUBJECTS, CheckedName, Exercise, GradedAlgorithm, is_checked, is_graded
from plywise.rules import PlywiseError

Visibility: TypeAlias = Literal["visible", "hidden", "after_due_date", "after_published"]
VISIBILITIES: tuple[Visibility, ...] = get_args(Visibility)
"""Gradescope's words for who sees a mark, and when."""
MOST_TEXT = 1 << 20
MOST_PARTS = 200
USUAL_BLOCKED = ("plywise",)
USUAL_WEIGHTS = {"value": 0.0, "move": 0.0, "leaves": 0.0}
TOP = {
    *("title", "file", "instructions", "seconds", "total_seconds", "memory_mb", "seed", "blocked", "weights", "part"),
}
INSTRUCTIONS = "Write the searches named below, and hand in one file."


@dataclass(frozen=True)
class AssignmentPart:
    """One line of the list of marks: an algorithm, its exercises, and what they are worth together."""

    title: str
    algorithm: GradedAlgorithm | CheckedName
    points: float
    visibility: Visibility
    source: Mapping[str, Any]
    """As the file has it: where the exercises come from."""
    folder: Path

    @cached_property
    def exercises(self) -> Sequence[Exercise]:
        """What is to be searched; always the same ones. None where checks decide."""
        if not is_graded(self.algorithm):
            return ()
        return make_exercises(self.title, self.algorithm, self.source, self.folder)

    @cached_property
    def reference(self) -> str:
        """The game that work which is graded by checks is for, empty where the student's file may say."""
        return find_reference(self.algorithm, self.source) if is_checked(self.algorithm) else ""

    @property
    def is_visible(self) -> bool:
        """Whether students are handed it."""
        return self.visibility == "visible"


@dataclass(frozen=True)
class Assignment:
    """A lecturer's file, read and checked.

    >>> part = '[[part]]\\ntitle = "A"\\nalgorithm = "minimax"\\npoints = 2\\ntree = [3, 5]'
    >>> parse_assignment(f'title = "Week 1"\\n{part}').max_score
    2
    """

    title: str
    parts: Sequence[AssignmentPart]
    folder: Path
    text: str
    file: str = "my_search.py"
    instructions: str = INSTRUCTIONS
    seconds: float = 5
    total_seconds: float = 120
    memory_mb: int = 1024
    seed: int = 0
    blocked: Sequence[str] = USUAL_BLOCKED
    weights: Mapping[str, float] = field(default_factory=lambda: USUAL_WEIGHTS)
    """What value, move and leaves of an exercise are worth among each other; all 0 where it is passed or failed."""

    @property
    def max_score(self) -> float:
        """All points that there are."""
        return sum(part.points for part in self.parts)

    @property
    def algorithms(self) -> list[GradedAlgorithm]:
        """The algorithms that are asked for."""
        return [name for name in ALGORITHMS if any(part.algorithm == name for part in self.parts)]

    @property
    def asked(self) -> dict[CheckedName, str]:
        """What is asked for that is graded by checks, with the game that each is for."""
        return {part.algorithm: part.reference for part in self.parts if is_checked(part.algorithm)}

    def given(self, algorithm: GradedAlgorithm) -> list[Exercise]:
        """Return the exercises for an algorithm, part after part."""
        return [each for part in self.parts if part.algorithm == algorithm for each in part.exercises]

    def files(self, parts: Sequence[AssignmentPart] | None = None) -> list[Path]:
        """Return the files of their own games and trees that the parts need."""
        found = [
            path for part in (self.parts if parts is None else parts) for path in find_files(part.source, self.folder)
        ]
        return list(dict.fromkeys(found))

    @cached_property
    def digest(self) -> str:
        """What decides the marks, as one text: this file, the games it names, and the version of the grader."""
        digest = hashlib.sha256(f"{version('plywise')}\n{self.text}".encode())
        for path in self.files():
            digest.update(path.read_bytes())
        return digest.hexdigest()[:16]


def read_assignment(path: Path) -> Assignment:
    """Read an assignment, and try to make all of its exercises; raises AssignmentError with what to change."""
    try:
        text = read_text(path, MOST_TEXT)
    except (OSError, UnicodeDecodeError) as error:
        raise AssignmentError(f"{path} can't be read: {getattr(error, 'strerror', '') or error}.") from None
    return parse_assignment(text, path.parent, path.name)


def parse_assignment(text: str, folder: Path = Path(), name: str = "The assignment") -> Assignment:
    """Read an assignment's text; games and trees in files are looked for beside it, in `folder`."""
    try:
        entries = Entries(name, tomllib.loads(text))
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise AssignmentError(f"{name} is not TOML: {error}.") from None
    entries.only(TOP)
    parts = entries.tables("part")
    if not 1 <= len(parts) <= MOST_PARTS:
        raise AssignmentError(f"{name} has {len(parts)} parts: write 1 to {MOST_PARTS}, each below a line [[part]].")
    assignment = Assignment(
        title=entries.text("title"),
        parts=[_read_part(each, folder.resolve()) for each in parts],
        folder=folder.resolve(),
        text=text,
        file=_file_name(entries),
        instructions=entries.text("instructions", INSTRUCTIONS).strip(),
        seconds=entries.number("seconds", 5, least=0.1),
        total_seconds=entries.number("total_seconds", 120, least=1),
        memory_mb=int(entries.number("memory_mb", 1024, least=256)),
        seed=int(entries.number("seed", 0, least=0)),
        blocked=entries.texts("blocked", USUAL_BLOCKED),
        weights=_read_weights(entries),
    )
    _check_titles(assignment, name)
    return assignment


def _read_part(entries: Entries, folder: Path) -> AssignmentPart:
    entries.only({"title", "algorithm", "points", "visibility", *FIELDS})
    part = AssignmentPart(
        entries.text("title"),
        _read_algorithm(entries),
        entries.number("points", least=0),
        entries.choice("visibility", VISIBILITIES, "visible"),
        {name: value for name, value in entries.content.items() if name in FIELDS},
        folder,
    )
    try:
        assert part.exercises or part.reference is not None
    except PlywiseError as error:
        raise AssignmentError(f'{entries.where}, "{part.title}": {error}') from None
    return part


def _read_algorithm(entries: Entries) -> GradedAlgorithm | CheckedName:
    choices: list[GradedAlgorithm | CheckedName] = [*ALGORITHMS, *SUBJECTS]
    return entries.choice("algorithm", choices)


def _file_name(entries: Entries) -> str:
    name = entries.text("file", "my_search.py")
    if Path(name).name != name or not name.endswith(".py"):
        raise AssignmentError(f"{entries.where}: file is a name that ends in .py, not {name!r}.")
    return name


def _read_weights(entries: Entries) -> dict[str, float]:
    inner = Entries(f"{entries.where}, weights", entries.content.get("weights", {}))
    inner.only(set(USUAL_WEIGHTS))
    return {name: inner.number(name, 0, least=0) for name in USUAL_WEIGHTS}


def _check_titles(assignment: Assignment, name: str) -> None:
    """Refuse two parts of one name: nobody could tell their marks apart."""
    checked = [part.algorithm for part in assignment.parts if is_checked(part.algorithm)]
    for algorithm in checked:
        if checked.count(algorithm) > 1:
            raise AssignmentError(f"{name} has two parts for {algorithm}, which is graded as a whole: keep one.")
    if "game" in checked and "plywise" in assignment.blocked:
        raise AssignmentError(f"{name} asks for a game, which imports plywise: say blocked = [] in it.")
    titles = [(part.title, part.algorithm) for part in assignment.parts]
    for title in titles:
        if titles.count(title) > 1:
            raise AssignmentError(f'{name} has two parts "{title[0]}" for {title[1]}: give them different titles.')
