"""From a game to a kernel in memory: found there, found on disk, or lowered, compiled and compared.

A kernel that answers for a game is held against the plain rules first, on states of random play: once for each build,
because lowering can be wrong, and because numbers of 64 bits are not Python's.
"""

import shutil
import tempfile
import threading
import warnings
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from plywise.kernel.building.cache import cache_folder, open_folder, remove_kernel, warn_uncached, write_file
from plywise.kernel.building.child import Child, OnStep, borrow, give_back, raise_refusal
from plywise.kernel.building.compare import Difference, compare
from plywise.kernel.building.compiled import CompiledRules
from plywise.kernel.building.identity import build_identity, kernel_key
from plywise.kernel.building.kernel import Kernel, processor, read_kernel
from plywise.kernel.building.manifest import DamagedError
from plywise.kernel.building.module import module_text, rule_entries
from plywise.kernel.building.request import make_request
from plywise.kernel.lowering import Lowered, LoweringError, lower, source_identity, underlying
from plywise.rules import Game, PlywiseError

COMPARED_STATES = 64
"""In how many states at least a kernel's rules are compared with the plain ones before its first answer."""

COMPARED_ACTIONS = 8
"""How many actions are played out in each of them."""

MOST_LOADED = 64
"""How many kernels a process keeps in memory."""


@dataclass(frozen=True, slots=True)
class KernelKind:
    """Which kernel of a game is wanted: a search, or passes over tables, or the rules alone.

    `options` must say everything that `text` depends on beside the game, because kernels are found by them.
    """

    name: str
    options: Any = None
    text: Callable[[Lowered], str] = module_text
    entries: tuple[tuple[str, int], ...] = ()
    tabled: bool = False
    checked: bool = False

    @property
    def is_rules(self) -> bool:
        """Whether the rules alone are compiled, to be compared or counted with."""
        return self.name == "rules"


_loaded: OrderedDict[str, Kernel] = OrderedDict()
_building: dict[str, threading.Lock] = {}
_background: dict[str, Child] = {}
_lock = threading.Lock()


def compile_rules(game: Game, checked: bool = False, keep: bool = True) -> CompiledRules:
    """Compile a game's rules, or find them compiled; raises LoweringError where they can't be.

    A `checked` build also watches overflow and shifts. `keep=False` leaves nothing on disk.
    """
    kind = KernelKind("rules", checked=checked)
    return CompiledRules(game, load_kernel(game, kind, keep=keep))


class NotReadyError(PlywiseError):
    """A kernel is being compiled in another process."""


def load_kernel(
    game: Game, kind: KernelKind, *, keep: bool = True, wait: bool = True, on_step: OnStep | None = None
) -> Kernel:
    """Return a kernel of a game, compiled first where need be, which takes seconds.

    Raises LoweringError where the rules can't be compiled, or come out different. Unless it may `wait`, a kernel that
    isn't there yet is compiled in a process that outlives this one, and NotReadyError raised.
    """
    folder = open_folder() if keep else None
    key = _key(game, kind, folder)
    with _lock:
        turn = _building.setdefault(key, threading.Lock())
    with turn:  # threads that want the same kernel wait for the first one
        kernel = _find(game, kind, folder, key)
        if kernel is None and not wait:
            _compile_in_background(game, kind, folder, key)
            raise NotReadyError(f"The kernel of {game.name} is being compiled.")
        if kernel is None and folder is not None:
            try:
                return _make(game, kind, folder, key, on_step)
            except OSError as error:
                warn_uncached(cache_folder(), error)
        return kernel or _make(game, kind, None, key, on_step)


def _make(game: Game, kind: KernelKind, folder: Path | None, key: str, on_step: OnStep | None) -> Kernel:
    """Compile a kernel, in its folder or in one that is removed again."""
    lowered = lower_for(game, kind)
    place = folder or Path(tempfile.mkdtemp(prefix="plywise-"))
    try:
        _compile(_request(game, kind, lowered, place, key), on_step)
        return _checked(game, kind, place, key, read_kernel(place, key, processor()))
    finally:
        if folder is None:
            shutil.rmtree(place, ignore_errors=True)


def _compile_in_background(game: Game, kind: KernelKind, folder: Path | None, key: str) -> None:
    """Start compiling a kernel unless that is under way; whoever asks for it next finds it."""
    running = _background.get(key)
    if folder is None or (running is not None and running.is_alive):
        return
    child = _background[key] = Child()  # it imports Numba while the rules are lowered here
    try:
        child.send(_request(game, kind, lower_for(game, kind), folder, key))
    finally:
        child.leave()


def forget_kernels() -> None:
    """Drop the kernels in memory: the next one is read from disk, as a new process would."""
    with _lock:
        _loaded.clear()


def _key(game: Game, kind: KernelKind, folder: Path | None) -> str:
    asked = [kind.name, kind.options, kind.tabled, kind.checked]
    return kernel_key(source_identity(game), build_identity(folder, processor()), asked)


def lower_for(game: Game, kind: KernelKind) -> Lowered:
    """Lower a game's rules as a kernel needs them."""
    return lower(game, checked=kind.checked, tabled=kind.tabled)


def _find(game: Game, kind: KernelKind, folder: Path | None, key: str) -> Kernel | None:
    """Return a kernel from memory or disk; one that is damaged is removed, with a sentence.

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
    if not kind.is_rules and kernel.manifest.compared < COMPARED_STATES:
        check_agreement(game, kernel)
        manifest = kernel.manifest.with_compared(COMPARED_STATES)
        write_file(folder / f"{key}.json", manifest.to_json().encode())
    with _lock:
        _loaded[key] = kernel
        while len(_loaded) > MOST_LOADED:
            _loaded.popitem(last=False)
    return kernel


def check_agreement(game: Game, kernel: Kernel) -> None:
    """Refuse a kernel whose rules answer otherwise than the plain ones; raises LoweringError."""
    try:
        rules = CompiledRules(game, kernel)
        difference = compare(game, rules, states=COMPARED_STATES, actions=COMPARED_ACTIONS, errors=False)
    except Exception:  # the plain rules fail too: a search meets the same state and says where
        return
    if difference is not None:
        raise _disagreement(game, difference)


def _disagreement(game: Game, difference: Difference) -> LoweringError:
    rule = difference.rule.split()[0]
    code = underlying(getattr(game, rule)).__code__
    reason = (
        f"{difference.rule}, compiled, is {difference.compiled!r} and not {difference.plain!r} "
        f"in the state {game.state_name(difference.state)}"
    )
    return LoweringError(code.co_filename, code.co_firstlineno, reason, "keep whole numbers within 64 bits")


def compile_lowered(game: Game, lowered: Lowered) -> CompiledRules:
    """Compile rules that were lowered already, and leave nothing on disk."""
    folder = Path(tempfile.mkdtemp(prefix="plywise-"))
    try:
        _compile(_request(game, KernelKind("rules"), lowered, folder, "lowered"), None)
        return CompiledRules(game, read_kernel(folder, "lowered", processor()))
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _request(game: Game, kind: KernelKind, lowered: Lowered, folder: Path, key: str) -> Any:
    """Put together what the child needs."""
    text = kind.text(lowered)
    own = rule_entries(lowered, with_perft=kind.is_rules)
    shape = lowered.shape
    about = {
        "game": game.name,
        "kernel": kind.name,
        "rules": {
            "names": sorted(lowered.rules),
            "arity": lowered.arity,
            "fields": list(shape.fields),
            "lengths": [list(lengths) for lengths in shape.lengths],
            "size": shape.size,
            "default_terminal": lowered.default_terminal,
        },
        "options": kind.options,
    }
    return make_request(key, str(folder), text, lowered, [*own, *_distinct(kind.entries, own)], about)


def _distinct(entries: Sequence[tuple[str, int]], own: Sequence[tuple[str, int]]) -> list[tuple[str, int]]:
    return [entry for entry in entries if entry not in own]


def _compile(request: Any, on_step: OnStep | None) -> None:
    """Have a child compile; one that was interrupted or failed is not asked again."""
    child = borrow()
    try:
        child.send(request)
        child.wait(on_step)
    except LoweringError:
        give_back(child)
        raise
    except BaseException:
        child.leave()
        raise
    give_back(child)
