"""A kernel compiled for a game: its entries, its blocks of memory, its budget, and errors put into words."""

from collections.abc import Sequence
from typing import Any

from plywise.kernel.building import BUDGET, MAX_HISTORY, CompiledRules, KernelKind, OnCompile, load_kernel
from plywise.kernel.running.blame_search import located
from plywise.kernel.running.block import Block
from plywise.kernel.running.threads import Stopped
from plywise.rules import Action, Game, Limit, PlywiseError, SearchError, fatal_states

UNLIMITED = 1 << 60


class Machine:
    """One kernel of one game; raises LoweringError where the rules can't be compiled."""

    def __init__(
        self, game: Game, kind: KernelKind, *, keep: bool = True, wait: bool = True, on_step: OnCompile | None = None
    ) -> None:
        kernel, self.waited = load_kernel(game, kind, keep=keep, wait=wait, on_step=on_step)
        """The seconds in which the kernel was compiled are no part of any limit."""
        self.game, self.rules = game, CompiledRules(game, kernel)
        self.layout = self.rules.layout
        """Where in a block everything is, and the kernel's other whole numbers."""

    def new_block(self) -> Block:
        """Return memory for one thread of this kernel, all zeros."""
        return Block(self.layout.BLOCK_END)

    def prepare(self, block: Block, state: Any, limit: Limit, threads: int = 1, deadline: int = 0) -> None:
        """Put a root and the budget into a block; one of several threads gets its share of the states."""
        layout, cells = self.layout, self.rules.cells(state)
        block[layout.LEFT : layout.LEFT + len(BUDGET)] = 0
        block[: len(cells)] = cells
        block[layout.MAX_NODES] = UNLIMITED if limit.nodes is None else -(-limit.nodes // threads)
        block[layout.DEADLINE] = deadline

    def write_history(self, block: Block, history: Sequence[Any]) -> None:
        """Put what of the played game may not come again, or would end it, into a prepared block."""
        layout = self.layout
        fatal = fatal_states(self.game, history).values() if self.game.repetition else ()
        keys = [self.rules.repetition_key(seen) for seen in fatal]
        if len(keys) > MAX_HISTORY:
            raise SearchError(f"A history holds at most {MAX_HISTORY:,} states that can come again.")
        block[layout.KEYS : layout.KEYS + len(keys)] = keys
        block[layout.SEEN] = len(keys)

    def call(self, entry: str, block: Block, *numbers: int) -> Any:
        """Run an entry on a block."""
        return self.rules.kernel.call(entry, block.address, *numbers)

    def stop(self, block: Block) -> None:
        """Raise the flag, which the compiled code soon looks at."""
        block[self.layout.STOP] = 1

    def was_stopped(self, block: Block) -> bool:
        """Whether the last entry ended because the flag was raised or the budget spent."""
        return bool(block[self.layout.STOPPED])

    def nodes(self, block: Block) -> int:
        """Return the states visited so far; to be read at any time."""
        layout = self.layout
        spent, quantum, left = (int(block[place]) for place in (layout.SPENT, layout.QUANTUM, layout.LEFT))
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
