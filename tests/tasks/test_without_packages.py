"""The tasks run where a web page runs them: without a compiler, NumPy, pydantic or anything that speaks HTTP."""

import json
import subprocess
import sys

MISSING = ("numpy", "numba", "llvmlite", "google_crc32c", "pydantic", "fastapi", "starlette", "typer", "uvicorn")

PROGRAM = f"""
import json
import sys


class Missing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {MISSING!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)


sys.meta_path.insert(0, Missing())
sys.platform = "emscripten"
from plywise.tasks import TASKS, Desk

search = {{"actions": [], "depth": None, "algorithm": None}}
found = {{}}
desk = Desk({{"nim": "nim"}})
assert "done" in json.loads(desk.answer("api/descriptions", '{{"game": "nim:piles=1-2"}}'))
for spec in ("tic-tac-toe", "pig", "go:size=5"):
    position = TASKS["position"](print, spec, "a-game", [])
    decided = TASKS["analysis"](print, spec, seconds=0.2, engine="auto", **search)["decision"]
    explained = TASKS["explanation"](print, spec, **search)["summary"]
    found[spec] = [len(position["options"]), decided["engine"], bool(explained)]
print(json.dumps(found), file=sys.stderr)
"""


def test_tasks_need_nothing_that_a_page_lacks():
    run = subprocess.run([sys.executable, "-W", "error", "-c", PROGRAM], check=False, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr[-2000:]
    found = json.loads(run.stderr)
    assert found == {"tic-tac-toe": [9, "plain", True], "pig": [1, "plain", True], "go:size=5": [26, "plain", True]}
