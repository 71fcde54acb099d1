"""Run the plain rooms' tests inside Pyodide: see this package's description."""

import subprocess
import sys
from pathlib import Path

from tests.pyodide.packages import gather

REPOSITORY = Path(__file__).parents[2]
ROOMS = ("rules", "games", "search", "explain")
PLUGINS = ("-p", "no:cacheprovider", "-p", "tests.pyodide.plugin")


def main(args: list[str]) -> int:
    """Run pytest on the plain rooms, or on what the arguments name."""
    folder = REPOSITORY / "build" / "pyodide"
    bytecode = folder / "bytecode"
    bytecode.mkdir(parents=True, exist_ok=True)
    if not any(arg.startswith(("tests", "src")) for arg in args):
        args = [*(f"{place}/{room}" for place in ("tests", "src/plywise") for room in ROOMS), *args]
    node = ["node", str(Path(__file__).with_name("run.mjs")), str(REPOSITORY), str(gather(folder)), str(bytecode)]
    return subprocess.run([*node, *PLUGINS, "-m", "not slow", *args], check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
