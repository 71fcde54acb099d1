"""The plain rooms' own tests inside Pyodide, which is CPython 3.14 compiled to WebAssembly, in Node.

    python -m tests.pyodide             what CI runs: `make pyodide`
    python -m tests.pyodide --whole     also what CI has no time for: `make pyodide-whole`
    python -m tests.pyodide --listed    only what is listed as impossible there: all of it must fail
    python -m tests.pyodide ARGS        pytest's own arguments: `tests/rules -k notation`

`packages` puts the tests' packages into a folder, `run.mjs` starts Pyodide on it, and `plugin` watches over what is
left out: each test that can't run there stands in `exclusions.toml` with its reason.
"""
