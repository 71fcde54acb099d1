"""One thread of a compiled search: a block of its own, and the root's loop over its actions."""

from plywise.kernel.alpha_beta.switches import Switches
from plywise.kernel.alpha_beta.table import Table
from plywise.kernel.alpha_beta.tuning import Tuning
from plywise.kernel.alpha_beta.value_scale import ValueScale
from plywise.kernel.building import GRANT
from plywise.kernel.running import NONE, Machine, RootAction, Stopped

INFINITE = 1 << 40
FIRST_DELTA = 16
"""How far, in units of evaluation, the first aspiration window reaches."""


class Worker:
    """Searches one root, round by round; `block` is what the compiled code works on."""

    def __init__(self, machine: Machine, switches: Switches, steps: ValueScale, tuning: Tuning) -> None:
        self.machine, self.layout = machine, machine.layout
        self.switches, self.steps, self.tuning = switches, steps, tuning
        self.low, self.high = widest_window(switches, steps)
        self.block = machine.new_block()
        self.roots = self.depth = 0
        self.order: list[RootAction] = []
        self.trying: RootAction | None = None

    def prepare(self, cells: list[int], actions: list[RootAction], player: int, table: Table) -> None:
        """Set up a root without a history: its state's numbers, its actions, and who moves."""
        layout, block = self.layout, self.block
        block[layout.LEFT : layout.LINES] = 0
        block[layout.KILLERS : layout.HISTORY] = -1
        block[layout.COUNTERS : layout.PATH] = -1
        block[: len(cells)] = cells
        block[layout.TABLE_AT], block[layout.SHIFT], block[layout.AGE] = table.address, table.shift, table.age
        self.tuning.write(block, layout, self.steps.per_margin)
        self.order, self.sign, self.roots = actions, 1 - 2 * player, 0

    @property
    def has_history(self) -> bool:
        """Whether states of the played game still count."""
        return bool(self.block[self.layout.SEEN])

    # Effort and stopping

    def allow(self, nodes: int, deadline: int) -> None:
        """Set how many states may be visited in all, and when to stop."""
        self.block[self.layout.MAX_NODES], self.block[self.layout.DEADLINE] = nodes, deadline

    def stop(self) -> None:
        """Raise the flag, which the compiled code soon looks at."""
        self.block[self.layout.STOP] = 1

    @property
    def nodes(self) -> int:
        """States visited so far, roots included; to be read at any time."""
        layout = self.layout
        spent, quantum, left = (int(self.block[place]) for place in (layout.SPENT, layout.QUANTUM, layout.LEFT))
        return spent + quantum - left

    @property
    def leaves(self) -> int:
        """States visited so far that weren't expanded."""
        return self.nodes - int(self.block[self.layout.INNER]) - self.roots

    # Searching

    def run_round(self, depth: int, guess: int | None, all_exact: bool) -> int:
        """Search every action of the root to a depth; return the best value to the player to move."""
        low, high = self.low, self.high
        if guess is None or not self.switches.aspiration or all_exact:
            return self._search_root(depth, low, high, all_exact)
        delta = FIRST_DELTA * self.steps.per_unit
        alpha, beta = max(low, guess - delta), min(high, guess + delta)
        while True:
            found = self._search_root(depth, alpha, beta, all_exact)
            delta *= 4
            if found <= alpha and alpha > low:
                alpha = low if found < -self.steps.top else max(low, found - delta)
            elif found >= beta and beta < high:
                beta = high if found > self.steps.top else min(high, found + delta)
            else:
                return found

    def run_aside(self, depth: int, guess: int) -> None:
        """Help another thread: ask of the actions that it will come to later whether they are better than a guess."""
        self._count_root()
        self.depth = depth
        for root in (*self.order[1:], self.order[0]):
            self.trying = root
            root.value = self._ask(root, depth, guess, guess + 1)

    def run_proof(self, depth: int) -> int:
        """Search to the end of the game: first whether the root is won, drawn or lost, then by how much."""
        low, high = self.low, self.high
        if self.switches.known_bounds or self.switches.banked:
            return self._prove_by_steps(depth)
        found = self._search_root(depth, 0, 1, all_exact=False)
        if found > 0:
            return found if found >= high else self._search_root(depth, found - 1, high, all_exact=False)
        found = self._search_root(depth, -1, 0, all_exact=False)
        return found if found >= 0 else self._search_root(depth, low, found + 1, all_exact=False)

    def _prove_by_steps(self, depth: int) -> int:
        """Ask whether the root is worth more than a guess, and move the guess, until it is what the root is worth.

        Then the windows are narrow throughout, and the table answers most of what is asked again.
        """
        low, high, guess = self.low, self.high, 0
        while low < high:
            found = self._search_root(depth, guess - 1, guess, all_exact=False)
            if found >= guess:
                low, guess = found, found + 1
            else:
                high, guess = found, found
        return self._search_root(depth, low - 1, low + 1, all_exact=False)

    def _search_root(self, depth: int, alpha: int, beta: int, all_exact: bool) -> int:
        """Try the root's actions in order within a window to the player to move (fail-soft)."""
        self._count_root()
        self.depth = depth
        best = NONE
        for number, root in enumerate(self.order):
            self.trying = root
            narrow = self.switches.pvs and number > 0 and not all_exact and beta - alpha > 1
            found = self._ask(root, depth, alpha, alpha + 1 if narrow else beta)
            if narrow and alpha < found < beta:
                found = self._ask(root, depth, alpha, beta)
            root.value, root.depth = found, depth
            root.is_exact = all_exact or found > alpha or alpha <= self.low
            best = max(best, found)
            if not all_exact:
                alpha = max(alpha, found)
            if alpha >= beta:
                break
        if self.switches.deepening:
            # A new list: other threads read the old one, and a list is empty while it is being sorted.
            self.order = sorted(
                self.order, key=lambda root: (root.depth == depth and root.is_exact, root.value), reverse=True
            )
        return best

    def _count_root(self) -> None:
        """Count the root in the words that the compiled code uses, granting states as `spliced.common.budget` does."""
        layout, block = self.layout, self.block
        if block[layout.LEFT] <= 0:
            spent = int(block[layout.SPENT] + block[layout.QUANTUM])
            granted = min(GRANT, int(block[layout.MAX_NODES]) - spent)
            if granted <= 0:
                raise Stopped
            block[layout.SPENT], block[layout.QUANTUM], block[layout.LEFT] = spent, granted, granted
        block[layout.LEFT] -= 1
        self.roots += 1

    def _ask(self, root: RootAction, depth: int, alpha: int, beta: int) -> int:
        """Search the state after one action; values here are to the player to move, there to MAX."""
        layout, block = self.layout, self.block
        counts = [int(block[place]) for place in (layout.HORIZON, layout.LEANS, layout.REPETITIONS)]
        low, high = (alpha, beta) if self.sign > 0 else (-beta, -alpha)
        found = self.machine.call("search", block, root.code, depth - 1, low, high)
        if block[layout.STOPPED]:
            raise Stopped
        root.has_estimates, root.leans, root.repeats = (
            int(block[place]) != before
            for place, before in zip((layout.HORIZON, layout.LEANS, layout.REPETITIONS), counts, strict=True)
        )
        length = int(block[layout.LENGTHS + 1]) if alpha < self.sign * found < beta and beta - alpha > 1 else 0
        start = layout.LINES + layout.LINE
        root.line = block[start : start + length]
        return int(self.sign * found)


def widest_window(switches: Switches, steps: ValueScale) -> tuple[int, int]:
    """Return the window that excludes nothing that can come."""
    if not switches.known_extremes or steps.best <= 0:
        return -INFINITE, INFINITE
    return (-INFINITE, steps.best - 1) if switches.distances else (-steps.best, steps.best)
