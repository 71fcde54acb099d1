"""The packages that tests import, as Pyodide can import them: those of this environment where they are plain Python."""

import shutil
import subprocess
import sys
from importlib.metadata import Distribution, distribution
from pathlib import Path

from packaging.requirements import Requirement

NEEDED = ("chess", "hypothesis", "pytest", "rich")
PLATFORM = "pyemscripten_2026_0_wasm32"  # `abi_version` in web/node_modules/pyodide/pyodide-lock.json
PYTHON = "3.14"
COMPILED = (".so", ".pyd", ".dylib")


def gather(folder: Path) -> Path:
    """Put the packages into a folder below `folder`, unless these versions are there already; return it."""
    found = sorted(closure(NEEDED).values(), key=lambda package: package.name)
    listed = "".join(f"{package.name}=={package.version}\n" for package in found)
    target, done = folder / "packages", folder / "packages.txt"
    if done.exists() and done.read_text(encoding="utf-8") == listed:
        return target
    shutil.rmtree(target, ignore_errors=True)
    for package in found:
        if any(file.suffix in COMPILED for file in package.files or ()):
            install(package, target)
        else:
            copy(package, target)
    done.write_text(listed, encoding="utf-8")
    return target


def closure(names: tuple[str, ...]) -> dict[str, Distribution]:
    """Return these packages and all that they need, by name."""
    found: dict[str, Distribution] = {}
    waiting = list(names)
    while waiting:
        name = waiting.pop()
        if name not in found:
            found[name] = distribution(name)
            needs = [Requirement(text) for text in found[name].requires or ()]
            there = {"python_version": PYTHON, "python_full_version": f"{PYTHON}.0", "sys_platform": "emscripten"}
            waiting += [
                need.name for need in needs if need.marker is None or need.marker.evaluate({**there, "extra": ""})
            ]
    return found


def copy(package: Distribution, target: Path) -> None:
    """Copy a package of plain Python out of this environment."""
    for file in package.files or ():
        if ".." not in file.parts and file.suffix != ".pyc":
            (target / file).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(str(file.locate()), target / file)


def install(package: Distribution, target: Path) -> None:
    """Have pip fetch a package with compiled parts, in the same version, as it is built for Pyodide."""
    wanted = f"{package.name}=={package.version}"
    where = ["--platform", PLATFORM, "--python-version", PYTHON, "--implementation", "cp", "--abi", "cp314"]
    options = ["--quiet", "--no-deps", "--only-binary", ":all:", "--target", str(target), *where]
    subprocess.run([sys.executable, "-m", "pip", "install", *options, wanted], check=True)
