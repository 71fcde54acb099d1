"""Prints the oldest version of each package that pyproject.toml declares for this Python, as constraints for pip."""

import re
import sys
import tomllib
from pathlib import Path

DECLARED = re.compile(r"([\w-]+)(?:\[.*\])?>=([\d.]+)[^;]*(?:; *python_version *(<|>=) *'(\d+)\.(\d+)')?")


def main() -> None:
    """Print a line for each package, dependency or extra, but for those that only developers install."""
    project = tomllib.loads(Path("pyproject.toml").read_text("utf-8"))["project"]
    extras = project["optional-dependencies"]
    for line in [*project["dependencies"], *extras["web"], *extras["cluster"]]:
        found = DECLARED.fullmatch(line)
        if found is None:
            sys.exit(f"pyproject.toml declares '{line}' in a way that tools/oldest.py doesn't read: adapt it.")
        name, version, comparison, *python = found.groups()
        newer = comparison and sys.version_info[:2] >= tuple(map(int, python))
        if comparison is None or newer == (comparison == ">="):
            sys.stdout.write(f"{name}=={version}\n")


if __name__ == "__main__":
    main()
