"""Importing Plywise is light: nothing heavy is loaded before it is asked for."""

import json
import subprocess
import sys

HEAVY = ["numba", "numpy", "ray", "torch", "fastapi", "rich", "typer", "scipy", "sklearn", "pydantic"]

PROGRAM = f"""
import json, sys
import plywise
plywise.decide(plywise.load_game("tic-tac-toe"), limit=plywise.Limit(depth=2))
print(json.dumps([name for name in {HEAVY} if name in sys.modules]))
"""


def test_importing_and_deciding_loads_nothing_heavy():
    ran = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True, timeout=60)
    assert json.loads(ran.stdout) == []


def test_what_is_offered_is_there():
    import plywise

    assert all(hasattr(plywise, name) for name in plywise.__all__)
    assert len(set(plywise.__all__)) == len(plywise.__all__)
