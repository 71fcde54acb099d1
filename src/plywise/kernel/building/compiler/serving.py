"""The child's loop: a request a line on standard input, answers a line on standard output.

{"step": [3, 40]}       how far compiling is
{"done": KEY}           the kernel is on disk
{"refused": {...}}      a rule can't be compiled: file, line, reason, fix
{"failed": "..."}       something else went wrong
"""

import contextlib
import gc
import json
import os
import select
import signal
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TextIO

from plywise.kernel.building.disk import prune, wasm_key, write_file, written_refusal
from plywise.kernel.building.request import read_request
from plywise.kernel.lowering import LoweringError

IDLE_SECONDS = 60
"""After this long without a request the child ends."""


def serve() -> None:
    """Compile what is asked for until nobody asks any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # what Numba or a rule prints must not be taken for an answer

    def answer(said: Any) -> None:
        with contextlib.suppress(OSError):  # whoever asked may be gone: the kernel is wanted all the same
            answers.write(json.dumps(said) + "\n")
            answers.flush()

    for unused in ("scipy", "colorama"):  # Numba would import one for BLAS, the other to colour its messages
        sys.modules.setdefault(unused, None)  # type: ignore[arg-type]
    # Imported while whoever asked is still lowering the rules.
    from plywise.kernel.building.compiler.compiling import prepare

    prepare()
    gc.freeze()  # what Numba has imported stays
    gc.disable()  # looking for garbage while it compiles takes a tenth of the time, and finds little
    for line in _requests():
        answer(_compile(json.loads(line), answer))
        gc.collect()


def _requests() -> Iterator[bytes]:
    """Yield request after request, until nobody can ask any more or nobody has asked for a while."""
    held = b""
    while _is_readable() and (part := os.read(0, 1 << 16)):
        *whole, held = (held + part).split(b"\n")
        yield from whole


def _is_readable() -> bool:
    """Wait for a request; an idle child would only take memory."""
    return os.name != "posix" or bool(select.select([0], [], [], IDLE_SECONDS)[0])


def _compile(said: Any, answer: Callable[[Any], None]) -> Any:
    """Compile one kernel, unless another process has done so meanwhile; return what to answer."""
    from plywise.kernel.building.compiler.compiling import compile_kernel
    from plywise.kernel.building.compiler.wasm_linker import NoLinkerError

    request = read_request(said)
    folder = Path(request.folder)
    try:
        with _locked(folder / f"{request.key}.lock") as lock:
            wanted = wasm_key(request.key) if request.is_portable else request.key
            if not (folder / f"{wanted}.json").exists():
                compile_kernel(request, lambda done, of: answer({"step": [done, of]}))
                lock.write(f"compiled by process {os.getpid()}\n")
                prune(folder)
    except LoweringError as error:
        place: Any = {"file": error.file, "line": error.line, "quote": type(error).__name__ == "QuotedError"}
        refusal = {**place, "reason": error.reason, "fix": error.fix}
        with contextlib.suppress(OSError):  # so that the next process needn't try
            write_file(folder / f"{request.key}.refused", written_refusal(**refusal).encode())
        return {"refused": refusal}
    except MemoryError:
        return {"failed": "there is not enough memory."}
    except OSError as error:
        return {"unwritten": error.strerror or str(error)}
    except NoLinkerError as error:
        return {"failed": str(error)}
    except Exception as error:
        text = next(iter(str(error).strip().splitlines()), "")
        return {"failed": f"{type(error).__name__}: {text}"}
    return {"done": request.key}


@contextlib.contextmanager
def _locked(path: Path) -> Iterator[TextIO]:
    """Hold a file's lock, which ends with the process that has it, however that ends."""
    with path.open("a", encoding="utf-8") as file:
        # Where there are no such locks, files are replaced whole all the same: at worst a kernel is compiled twice.
        with contextlib.suppress(ImportError):
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX)
        yield file
