"""From a game to a kernel in memory: found there, found on disk, or made (see `build`).

A kernel that answers for a game is compared with the plain rules first, on states of random play: once for each build,
because lowering can be wrong, and because numbers of 64 bits are not Python's.
"""

import threading
import time
import warnings
from collections import OrderedDict
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from plywise.kernel.building.carried import CAN_COMPILE, carried_kernel, note_kind
from plywise.kernel.building.compiled import CompiledRules
from plywise.kernel.building.disk import (
    WASM,
    DamagedError,
    Kernel,
    KernelManifest,
    build_identity,
    cache_folder,
    is_build_known,
    kernel_key,
    open_folder,
    processor,
    raise_refusal,
    read_kernel,
    read_object,
    remove_kernel,
    warn_uncached,
    wasm_key,
    write_file,
)
from plywise.kernel.building.kind import KernelKind, NotReadyError, OnCompile
from plywise.kernel.building.later import begin
from plywise.kernel.lowering import LoweringError, source_identity, state_shape
from plywise.rules import Game, PlywiseError, require_open

if TYPE_CHECKING:
    from plywise.kernel.building.comparing import Difference

COMPARED_STATES = 60
"""In how many states at least a kernel's rules are compared with the plain ones before its first answer."""

COMPARED_ACTIONS = 4
"""How many actions are played out in each of them."""

MOST_LOADED = 64
"""How many kernels a process keeps in memory."""


_loaded: OrderedDict[str, Kernel] = OrderedDict()
_building: dict[str, threading.Lock] = {}
_lock = threading.Lock()


def build_portable(game: Game, kind: KernelKind, on_step: OnCompile | None = None) -> tuple[KernelManifest, bytes]:
    """Return a kernel of a game as WebAssembly, from disk or compiled first; raises as `load_kernel` does.

    The same code was compiled for this machine too, and compared with the plain rules here.
    """
    from plywise.kernel.building.build import compile_kernel

    folder = open_folder()
    if folder is None:
        raise PlywiseError("WebAssembly kernels need a folder to be made in: set PLYWISE_CACHE_DIR to one.")
    key = _key(game, kind, folder)
    if not (folder / f"{wasm_key(key)}.json").exists():
        compile_kernel(game, kind, folder, key, on_step, is_portable=True)
    manifest, code = read_object(folder, wasm_key(key), WASM)
    compared = load_kernel(game, kind)[0].manifest.compared
    return manifest.with_compared(compared), code


def compile_rules(game: Game, checked: bool = False, keep: bool = True) -> CompiledRules:
    """Compile a game's rules, or find them compiled; raises LoweringError where they can't be.

    A `checked` build also watches overflow and shifts. `keep=False` leaves nothing on disk.
    """
    kind = KernelKind("rules", checked=checked)
    return CompiledRules(game, load_kernel(game, kind, keep=keep)[0])


def load_kernel(
    game: Game, kind: KernelKind, *, keep: bool = True, wait: bool = True, on_step: OnCompile | None = None
) -> tuple[Kernel, float]:
    """Return a kernel of a game, compiled first where need be, and how many seconds that took.

    Raises LoweringError where the rules can't be compiled, or come out different. Unless it may `wait`, a kernel that
    isn't there yet is compiled in a process that outlives this one, and NotReadyError raised at once. A page has no
    compiler: there a game has the kernels that it was given (`carry_kernel`).
    """
    if not kind.is_rules:
        require_open(game, kind.name)
    note_kind(kind)
    carried = carried_kernel(game, kind)
    if carried is not None:
        return carried, 0.0
    if not CAN_COMPILE:
        raise NotReadyError(f"{game.name} has no kernel for this in the page, and nothing can be compiled there.")
    state_shape(game)  # most rules that can't be compiled are refused here, before anything is read
    folder = open_folder() if keep else None
    if not wait and folder is not None and not is_build_known(folder):  # so there is probably no kernel
        raise _later(game, kind, folder, None)
    key = _key(game, kind, folder)
    with _lock:
        turn = _building.setdefault(key, threading.Lock())
    if not turn.acquire(blocking=wait):
        raise _not_ready(game)
    try:  # threads that want the same kernel wait for the first one
        kernel = _find(game, kind, folder, key)
        if kernel is None and not wait:
            raise _later(game, kind, folder, key)
        started = time.perf_counter()
        made = kernel or _make(game, kind, folder, key, on_step)
        return made, 0.0 if kernel else time.perf_counter() - started
    finally:
        turn.release()


def _not_ready(game: Game, refusal: Callable[[], LoweringError | None] = lambda: None) -> NotReadyError:
    return NotReadyError(f"The kernel of {game.name} is being compiled.", refusal)


def _later(game: Game, kind: KernelKind, folder: Path | None, key: str | None) -> PlywiseError:
    """See to it that a kernel is compiled; return what to raise meanwhile."""
    if folder is None:
        return _not_ready(game)
    place = folder

    def work() -> None:
        from plywise.kernel.building.build import compile_in_background

        found = key or _key(game, kind, place)
        if not (place / f"{found}.json").exists():
            compile_in_background(game, kind, place, found)

    task = begin(key or (id(game), kind.name, str(kind.options)), work)
    return task.refusal if key and task.refusal else _not_ready(game, lambda: task.refusal)


def _make(game: Game, kind: KernelKind, folder: Path | None, key: str, on_step: OnCompile | None) -> Kernel:
    """Compile a kernel, in its folder or, where that can't be written to, in one that is removed again."""
    import shutil
    import tempfile

    from plywise.kernel.building.build import compile_kernel

    if folder is not None:
        try:
            compile_kernel(game, kind, folder, key, on_step)
            return _checked(game, kind, folder, key, read_kernel(folder, key, processor()))
        except OSError as error:
            warn_uncached(cache_folder(), error)
    place = Path(tempfile.mkdtemp(prefix="plywise-"))
    try:
        compile_kernel(game, kind, place, key, on_step)
        return _checked(game, kind, place, key, read_kernel(place, key, processor()))
    finally:
        shutil.rmtree(place, ignore_errors=True)


def forget_kernels() -> None:
    """Drop the kernels in memory: the next one is read from disk, as a new process would."""
    with _lock:
        _loaded.clear()


def _key(game: Game, kind: KernelKind, folder: Path | None) -> str:
    return kernel_key(source_identity(game), build_identity(folder, processor()), kind.asked)


def _find(game: Game, kind: KernelKind, folder: Path | None, key: str) -> Kernel | None:
    """Return a kernel from memory or disk; one that is damaged is removed, with a warning.

    Raises LoweringError where the rules were refused before.
    """
    with _lock:
        if key in _loaded:
            _loaded.move_to_end(key)
            return _loaded[key]
    if folder is None:
        return None
    try:
        return _checked(game, kind, folder, key, read_kernel(folder, key, processor()))
    except FileNotFoundError:
        raise_refusal(folder / f"{key}.refused")
        return None
    except (DamagedError, OSError) as reason:
        warnings.warn(
            f"The compiled kernel of {game.name} in {folder} can't be used ({reason}): it is compiled again.",
            RuntimeWarning,
            stacklevel=2,
        )
        remove_kernel(folder, key)
        return None


def _checked(game: Game, kind: KernelKind, folder: Path, key: str, kernel: Kernel) -> Kernel:
    """Compare a kernel with the plain rules unless that has been done, and keep it in memory."""
    is_compared = kind.is_rules or kernel.manifest.compared >= COMPARED_STATES
    if not is_compared and check_agreement(game, kernel):
        kernel.manifest = kernel.manifest.with_compared(COMPARED_STATES)
        write_file(folder / f"{key}.json", kernel.manifest.to_json().encode())
    with _lock:
        _loaded[key] = kernel
        while len(_loaded) > MOST_LOADED:
            _loaded.popitem(last=False)
    return kernel


def check_agreement(game: Game, kernel: Kernel) -> bool:
    """Refuse a kernel whose rules answer differently from the plain ones; raises LoweringError.

    Returns whether all the states could be compared: not where the plain rules fail in one.
    """
    from plywise.kernel.building.comparing import compare

    try:
        rules = CompiledRules(game, kernel)
        difference = compare(game, rules, states=COMPARED_STATES, actions=COMPARED_ACTIONS, errors=False)
    except Exception:  # the plain rules fail too: a search meets the same state and says where
        return False
    if difference is not None:
        raise _disagreement(game, difference)
    return True


def _disagreement(game: Game, difference: "Difference") -> LoweringError:
    from plywise.kernel.lowering import underlying

    rule = difference.rule.split()[0]
    code = underlying(getattr(game, rule)).__code__
    reason = (
        f"{difference.rule}, compiled, is {difference.compiled!r} and not {difference.plain!r} "
        f"in the state {game.state_name(difference.state)}"
    )
    return LoweringError(code.co_filename, code.co_firstlineno, reason, "keep whole numbers within 64 bits")
