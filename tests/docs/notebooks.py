"""Runs a notebook as its reader would, cell by cell in one process, without Jupyter; and writes what it shows into it.

    python -m tests.docs.notebooks             run all and write their outputs again
    python -m tests.docs.notebooks FILE ...    only these

What a cell shows is what Jupyter would: printed text, and the last expression by its `_repr_mimebundle_`. Of an
explanation the still picture is kept, not the player, whose script would be a hundred times as large.
"""

import ast
import contextlib
import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "docs" / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))
PICTURE, PAGE = "image/svg+xml", "text/html"


def read(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return found


def run(notebook: dict[str, Any], name: str) -> list[list[dict[str, Any]]]:
    """Run the code cells in order; return the outputs of each."""
    names: dict[str, Any] = {"__name__": "__main__"}
    cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    return [run_cell("".join(cell["source"]), names, f"{name}[{count}]") for count, cell in enumerate(cells, 1)]


def run_alone(path: Path) -> list[list[dict[str, Any]]]:
    """Run a notebook in a process of its own: a state is shown by the games in use, and tests leave many behind."""
    code = f"import json; from tests.docs.notebooks import *; print(json.dumps(run(read(Path({str(path)!r})), '')))"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    found: list[list[dict[str, Any]]] = json.loads(done.stdout)
    return found


def run_cell(source: str, names: dict[str, Any], place: str) -> list[dict[str, Any]]:
    """Run one cell; return what it printed and what its last expression shows."""
    tree = ast.parse(source, place)
    ends = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    printed = io.StringIO()
    value = None
    with contextlib.redirect_stdout(printed):
        exec(compile(tree, place, "exec"), names)
        if isinstance(ends, ast.Expr):
            value = eval(compile(ast.Expression(ends.value), place, "eval"), names)
    outputs: list[dict[str, Any]] = []
    if printed.getvalue():
        outputs.append({"output_type": "stream", "name": "stdout", "text": lines(printed.getvalue())})
    if value is not None:
        data = {kind: lines(text) for kind, text in shown(value).items()}
        outputs.append({"output_type": "display_data", "metadata": {}, "data": data})
    return outputs


def shown(value: Any) -> dict[str, str]:
    """Return what a notebook shows of a value, without scripts."""
    bundle = value._repr_mimebundle_() if hasattr(value, "_repr_mimebundle_") else {}
    if PICTURE in bundle:
        bundle = {kind: text for kind, text in bundle.items() if kind != PAGE}
    return {**bundle, "text/plain": bundle.get("text/plain", repr(value))}


def lines(text: str) -> list[str]:
    return text.splitlines(keepends=True)


def words(outputs: list[dict[str, Any]]) -> list[Any]:
    """Return what must not change: texts and tables, and that there is a picture. How it looks may."""
    return [
        output.get("text") or {kind: None if kind == PICTURE else text for kind, text in output["data"].items()}
        for output in outputs
    ]


def write(path: Path) -> None:
    """Run a notebook and write its outputs into it."""
    notebook = read(path)
    found = iter(run(notebook, path.name))
    for count, cell in enumerate((cell for cell in notebook["cells"] if cell["cell_type"] == "code"), 1):
        cell["outputs"], cell["execution_count"] = next(found), count
    path.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n", "utf-8")


if __name__ == "__main__":
    for each in [Path(name) for name in sys.argv[1:]] or NOTEBOOKS:
        write(each)
