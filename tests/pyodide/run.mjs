// Starts Pyodide, with the repository and the packages of its tests as folders of its own, and runs pytest there.
//
//     node run.mjs REPOSITORY PACKAGES BYTECODE ARGUMENTS...      ARGUMENTS are pytest's

import { loadPyodide } from "../../web/node_modules/pyodide/pyodide.mjs";

const [repository, packages, bytecode, ...args] = process.argv.slice(2);
const data = process.env.PLYWISE_TEST_DATA;

const PROGRAM = `
import os, sys
sys.path[:0] = ["/plywise/src", "/plywise", "/packages"]
os.chdir("/plywise")
import pytest
int(pytest.main(arguments))
`;

try {
  const pyodide = await loadPyodide({
    env: { HOME: "/home/pyodide", PYTHONPYCACHEPREFIX: "/bytecode", ...(data ? { PLYWISE_TEST_DATA: "/data" } : {}) },
  });
  pyodide.mountNodeFS("/plywise", repository);
  pyodide.mountNodeFS("/packages", packages);
  pyodide.mountNodeFS("/bytecode", bytecode);
  if (data) pyodide.mountNodeFS("/data", data);
  pyodide.globals.set("arguments", pyodide.toPy(args));
  process.exitCode = pyodide.runPython(PROGRAM);
} catch (error) {
  // Node would print the line of Pyodide's source where it was thrown, which is a million characters long.
  console.error(error.message ?? String(error));
  process.exitCode = 1;
}
