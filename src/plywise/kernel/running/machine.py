"""A kernel compiled for a game: its entries, its blocks of memory, its budget, and errors put into words."""

from collections.abc import Callable, Sequence
from typing import Any

from plywise.kernel.building import BUDGET, MAX_HISTORY, CompiledRules, OnStep, compile_progress, load_module
from plywise.kernel.lowering import Lowered, lower
from plywise.kernel.running.blame_search import located
from plywise.kernel.running.threads import Stopped
from plywise.rules import Action, Game, Limit, PlywiseError, SearchError, fatal_states

UNLIMITED = 1 << 60


class Machine:
    """The generated module of one kernel and one game; raises LoweringError where the rules can't be compiled.

    `text` writes the module (see `splice.assemble`); `entries` are the names of its run_... functions, without that
    prefix, and how many numbers each takes, the block's address included: they are compiled here. One
    that is `tabled` has the rules of solved tables too.
    """

    def __init__(
        self,
        game: Game,
        text: Callable[[Lowered], str],
        entries: Sequence[tuple[str, int]],
        *,
        keep: bool = True,
        tabled: bool = False,
        on_step: OnStep | None = None,
    ) -> None:
        self.game = game
        lowered = lower(game, tabled=tabled)
        source = text(lowered)
        with compile_progress(lowered, source, on_step):
            self.rules = CompiledRules(lowered, load_module(lowered, keep, source), source)
            for name, count in entries:
                self.rules.entry(name, count)

    @property
    def module(self) -> Any:
        """The generated module: its constants say where in a block everything is."""
        return self.rules.module

    def new_block(self) -> Any:
        """Return memory for one thread of this kernel, all zeros."""
        import numpy as np

        return np.zeros(self.module.BLOCK_END, np.int64)

    def prepare(self, block: Any, state: Any, limit: Limit, threads: int = 1) -> None:
        """Put a root and the budget into a block; one of several threads gets its share of the states."""
        module, cells = self.module, self.rules.cells(state)
        block[module.LEFT : module.LEFT + len(BUDGET)] = 0
        block[: len(cells)] = cells
        block[module.MAX_NODES] = UNLIMITED if limit.nodes is None else -(-limit.nodes // threads)

    def write_history(self, block: Any, history: Sequence[Any]) -> None:
        """Put what of the played game may not come again, or would end it, into a prepared block."""
        module = self.module
        fatal = fatal_states(self.game, history).values() if self.game.repetition else ()
        keys = [self.rules.repetition_key(seen) for seen in fatal]
        if len(keys) > MAX_HISTORY:
            raise SearchError(f"A history holds at most {MAX_HISTORY:,} states that can come again.")
        block[module.KEYS : module.KEYS + len(keys)] = keys
        block[module.SEEN] = len(keys)

    def call(self, entry: str, block: Any, *numbers: int) -> Any:
        """Run an entry on a block."""
        return self.rules.entry(entry, 1 + len(numbers))(block.ctypes.data, *numbers)

    def stop(self, block: Any) -> None:
        """Raise the flag, which the compiled code soon looks at."""
        block[self.module.STOP] = 1

    def was_stopped(self, block: Any) -> bool:
        """Whether the last entry ended because the flag was raised or the budget spent."""
        return bool(block[self.module.STOPPED])

    def nodes(self, block: Any) -> int:
        """Return the states visited so far; to be read at any time."""
        module = self.module
        spent, quantum, left = (int(block[place]) for place in (module.SPENT, module.QUANTUM, module.LEFT))
        return spent + quantum - left

    def translated(
        self, error: BaseException, state: Any, path: Sequence[Action | None], symmetric: bool
    ) -> BaseException:
        """Return an error of the compiled rules as one that says where, along a path from a state (None: a pass)."""
        if isinstance(error, MemoryError | Stopped) or not isinstance(error, Exception):
            return error
        found = located(self.game, state, path, symmetric)
        if found is not None:
            return found
        if isinstance(error, PlywiseError):
            return error
        return SearchError(f"The compiled rules fail where the plain ones don't ({error!r}): run `plywise check`.")
