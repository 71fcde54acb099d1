"""The zip file that Gradescope takes as an autograder: set up once, then run for each submission.

setup.sh             installs Python and Plywise
run_autograder       grades what lies in /autograder/submission
assignment.toml      the lecturer's file, hidden parts included, and the games that it names
"""

import io
import zipfile
from importlib.metadata import version
from pathlib import Path

from plywise.assignments.assignment import Assignment
from plywise.assignments.checking import AssignmentError
from plywise.files import write_whole

SETUP = """#!/usr/bin/env bash
# Installs Python {python} or later and Plywise, when Gradescope builds the autograder's image.
set -euo pipefail
cd /autograder/source
apt-get update
apt-get install -y python3 python3-venv
python=python3
if ! python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))'; then
    apt-get install -y python3.11 python3.11-venv
    python=python3.11
fi
"$python" -m venv /autograder/python
/autograder/python/bin/pip install {package}
"""

RUN = """#!/usr/bin/env bash
# Grades /autograder/submission, and writes what Gradescope shows.
cd /autograder
mkdir -p results
if ! /autograder/python/bin/python -P -m plywise assignment grade \\
        source/assignment.toml submission --gradescope results/results.json; then
    if [ ! -s results/results.json ]; then
        echo '{"score": 0, "output": "The autograder failed: ask your lecturer.", "tests": []}' \\
            > results/results.json
    fi
fi
"""

MODES = {"setup.sh": 0o755, "run_autograder": 0o755}
MADE = (2026, 1, 1, 0, 0, 0)
"""The date of every file in it, so that the same assignment makes the same zip."""


def write_autograder(assignment: Assignment, path: Path, package: Path | None = None) -> None:
    """Write the zip; Plywise is installed from the package index, or from a wheel that is put in."""
    files = {
        "setup.sh": SETUP.format(python="3.11", package=_package(package)).encode(),
        "run_autograder": RUN.encode(),
        "assignment.toml": assignment.text.encode(),
    }
    for each in assignment.files():
        files[each.relative_to(assignment.folder).as_posix()] = each.read_bytes()
    if package is not None:
        try:
            files[package.name] = package.read_bytes()
        except OSError as error:
            raise AssignmentError(f"{package} can't be read: {error.strerror or error}.") from None
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, each_content in files.items():
            entry = zipfile.ZipInfo(name, MADE)
            entry.external_attr = (0o100000 | MODES.get(name, 0o644)) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, each_content)
    write_whole(path, content.getvalue())


def _package(wheel: Path | None) -> str:
    if wheel is None:
        return f"plywise=={version('plywise')}"
    if wheel.suffix != ".whl" or any(not (sign.isalnum() or sign in "._-+") for sign in wheel.name):
        raise AssignmentError(f"{wheel.name} is not a wheel: name a file such as plywise-1.0-py3-none-any.whl.")
    return f"./{wheel.name}"
