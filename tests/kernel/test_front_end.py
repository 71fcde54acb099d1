"""What is made faster in Numba's front end answers as Numba's own does."""

import subprocess
import sys

COMPARE = """
from numba.core import compiler, ir

def example(values, limit):
    total, pairs = 0, {"a": (1, 2)}
    for place, value in enumerate(values):
        if value > limit or not place:
            total += max(value, limit) * pairs["a"][1]
        else:
            raise ValueError("low", value)
    return [total for _ in range(3)], (limit, *values)

blocks = compiler.run_frontend(example).blocks.values()
statements = [statement for block in blocks for statement in block.body]
flags = [compiler.Flags(), compiler.Flags()]
flags[1].enable_ssa = True

def told():
    parts = [statement.value for statement in statements if isinstance(statement, ir.Assign)]
    listed = [part.list_vars() for part in [*statements, *parts] if isinstance(part, ir.Inst)]
    return [[str(variable) for variable in each] for each in listed], list(map(hash, flags))

before = told()
from plywise.kernel.native.front_end import hurry
hurry()
assert told() == before
print(sum(map(len, before[0])))
"""


def test_the_same_variables_and_hashes_as_numba_finds():
    done = subprocess.run([sys.executable, "-c", COMPARE], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 100
