"""What a class handed in, as learning platforms export it: a file or a folder for each student.

submissions/anna.py                                   the file itself
submissions/submission_4711/my_search.py              Gradescope, Canvas after unpacking
submissions/Bo Berg_123_assignsubmission_file_/...    Moodle
"""

from dataclasses import dataclass
from pathlib import Path

from plywise.assignments.checking import AssignmentError

MOST_FILES = 1_000
"""Files that are looked through in one student's folder."""
UNREAD = ("__pycache__", "__MACOSX")


@dataclass(frozen=True)
class Submission:
    """A student's name, as the folder has it, and the file to grade; there may be none."""

    name: str
    path: Path


def find_submissions(folder: Path, file: str) -> list[Submission]:
    """Return what is in a folder, by name; a student's folder without the `file` counts, with nothing to grade."""
    if not folder.is_dir():
        raise AssignmentError(f"There is no folder {folder}: name one with a file or a folder for each student.")
    found = []
    for each in sorted(folder.iterdir()):
        if each.name.startswith(".") or each.name in UNREAD:
            continue
        if each.is_dir():
            found.append(Submission(each.name, file_in(each, file)))
        elif each.suffix == ".py":
            found.append(Submission(each.stem, each))
    if not found:
        raise AssignmentError(f"{folder} holds nothing to grade: it needs a .py file or a folder for each student.")
    return found


def file_in(folder: Path, name: str) -> Path:
    """Return the file that was to be handed in, or the only one that could be meant."""
    files = []
    for number, path in enumerate(sorted(folder.rglob("*.py"))):
        if number >= MOST_FILES:
            break
        if path.is_file() and not path.is_symlink() and not any(part in UNREAD for part in path.parts):
            files.append(path)
    named = [path for path in files if path.name == name]
    meant = named or files
    return meant[0] if len(meant) == 1 or named else folder / name
