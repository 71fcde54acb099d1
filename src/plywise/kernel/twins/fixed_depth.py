"""A compiled search that, like its readable twin, asks each action of the root for its value to one depth.

With a depth alone, or no limit at all, there is one round, which visits what the twin visits. With a limit in time or
states there is one round for each depth, and the answer is that of the deepest one completed.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from plywise.kernel.building import MAX_HISTORY, KernelKind, OnCompile, lay_out
from plywise.kernel.running import Machine, OnProgress, Progress, Stopped, ThreadGroup, root_actions
from plywise.rules import (
    CHANCE,
    MAX,
    Action,
    Bound,
    Choice,
    Decision,
    Game,
    Limit,
    Scale,
    SearchError,
    Status,
    Unit,
)

MAX_PLIES = 300
"""How long a line may grow, as in the twins."""

PLIES = MAX_PLIES + 1
"""How many states a line may have, its end included: to go on from there is refused."""


class RoundSearcher(ABC):
    """One game's compiled search; `entry` is asked for one action of the root at a time."""

    entry: str

    def __init__(self, game: Game, kind: KernelKind, keep: bool, wait: bool, on_step: OnCompile | None) -> None:
        self.game, self.scale = game, Scale(game)
        self.machine = Machine(game, kind, keep=keep, wait=wait, on_step=on_step)
        self.block = self.machine.new_block()
        self.floats = self.block.floats
        self.depth = self.roots = 0
        self.trying: Action | None = None

    @property
    def nodes(self) -> int:
        """States visited so far by the search under way, or by the last one."""
        return self.machine.nodes(self.block)

    def stop(self) -> None:
        """End the search under way: it answers with what it has."""
        self.machine.stop(self.block)

    def decide(
        self,
        state: Any = None,
        *,
        limit: Limit | None = None,
        history: Sequence[Any] = (),
        on_depth: Callable[[Decision], None] | None = None,
        on_progress: OnProgress | None = None,
    ) -> Decision:
        """Return the readable twin's Decision; with a limit in time or states, that of the deepest round completed.

        `on_depth` is handed each round's Decision, `on_progress` some four times a second how the round stands.
        """
        game, limit = self.game, limit or Limit()
        self._check(limit)
        state = game.initial() if state is None else state
        is_chance = not game.is_terminal(state) and game.to_move(state) == CHANCE
        actions = [] if is_chance else root_actions(game, state, history)
        if not actions and not is_chance:
            return self.over(state)
        group = ThreadGroup(self.stop, limit)
        self._prepare(state, limit, history, group.deadline)
        best: list[Decision] = []

        def hear(decision: Decision) -> None:
            best.append(decision)
            if on_depth:
                on_depth(decision)

        def tick() -> None:
            if on_progress:
                on_progress(Progress(self.depth, self.trying, self.nodes, group.seconds))

        group.run([partial(self._work, group, state, actions, limit)], hear, tick if on_progress else None)
        answer = best[-1] if best else self._first(state, actions)
        return replace(answer, nodes=self.nodes, seconds=group.seconds)

    def over(self, state: Any) -> Decision:
        """Report a root where the game is over."""
        return Decision(None, self.game.utility(state, MAX), MAX, Status.PROVEN, nodes=1)

    @abstractmethod
    def round(self, state: Any, actions: Sequence[Action], depth: int) -> Decision:
        """Search every action of the root, or the roll that it is, to a depth."""

    def _check(self, limit: Limit) -> None:
        game = self.game
        if limit.is_open and game.cyclic and game.repetition is None:
            raise SearchError(f"{game.name} is cyclic: give the search a time, a number of nodes or a depth.")
        if limit.depth is not None and limit.depth >= MAX_PLIES:
            raise SearchError(f"A search goes {MAX_PLIES - 1} plies deep at most, not {limit.depth}.")

    def _prepare(self, state: Any, limit: Limit, history: Sequence[Any], deadline: int) -> None:
        layout, block = self.machine.layout, self.block
        self.machine.prepare(block, state, limit, deadline=deadline)
        self.machine.write_history(block, history)
        block[layout.INNER] = block[layout.HORIZON] = self.roots = 0

    def _work(self, group: ThreadGroup, state: Any, actions: Sequence[Action], limit: Limit) -> None:
        """Search round by round, handing the group each round's Decision."""
        is_single = not limit.asks_for_rounds
        is_whole = is_single and limit.depth is None
        # To the end of the game means deeper than a line may grow: one that goes on is then refused, not estimated.
        deepest = PLIES + 1 if is_whole else limit.depth or MAX_PLIES - 1
        try:
            for depth in (deepest,) if is_single else range(1, deepest + 1):
                self.depth = depth
                decision = self.round(state, actions, depth)
                shown = len(decision.line) if is_whole else depth
                leaves = self.nodes - int(self.block[self.machine.layout.INNER]) - self.roots
                group.tell(replace(decision, depth=shown, nodes=self.nodes, leaves=leaves, seconds=group.seconds))
                if decision.status is Status.PROVEN:
                    return
        except BaseException as error:
            raise self.machine.translated(error, state, self._path(), False) from None

    def _path(self) -> list[Action]:
        """Return the actions of the line that the compiled code stood on."""
        layout, decode = self.machine.layout, self.machine.rules.decode
        return [decode(code) for code in self.block[layout.PATH : layout.KEYS]]

    def _first(self, state: Any, actions: Sequence[Action]) -> Decision:
        """Return the answer to give before a round was completed: the first action that the rules name."""
        if not actions:
            return Decision(None, self.game.draw_utility, MAX, Status.HEURISTIC)
        player = self.game.to_move(state)
        return Decision(actions[0], self.game.draw_utility, player, Status.HEURISTIC, line=(actions[0],))

    # What a round is made of

    def ask(self, action: Action | None, depth: int, is_first: bool) -> tuple[float, bool]:
        """Search one action of the root (None: a roll); return the entry's answer, and whether estimates took part."""
        self.trying = action
        self.roots += is_first
        before = int(self.block[self.machine.layout.HORIZON])
        code = -1 if action is None else self.machine.rules.encode(action)
        found = self.machine.call(self.entry, self.block, code, depth, int(is_first))
        if self.machine.was_stopped(self.block):
            raise Stopped
        return found, int(self.block[self.machine.layout.HORIZON]) > before

    def line(self, action: Action) -> tuple[Action, ...]:
        """Return an action of the root, just searched, and what follows it."""
        layout = self.machine.layout
        length, start = int(self.block[layout.LENGTHS + 1]), layout.LINES + layout.LINE
        return (action, *map(self.machine.rules.decode, self.block[start : start + length]))

    def choice(self, action: Action, value: float, bound: Bound, is_guess: bool) -> Choice:
        """Describe an action of the root, just searched, by its value to the player to move."""
        return self.scale.choice(self.line(action), value, Unit.UTILITY, bound, is_guess)

    def best(self, state: Any, choices: Sequence[Choice]) -> Decision:
        """Report the choice best for the player to move: the first of equals, in the order of the rules."""
        best = max(choices, key=self.scale.of_choice)
        status, bound = self.scale.verdict(best, choices)
        player = self.game.to_move(state)
        return Decision(best.action, best.value, player, status, bound, best.unit, best.line, tuple(choices))

    def expectation(self, value: float, is_guess: bool) -> Decision:
        """Report a root where chance moves."""
        return Decision(None, value, MAX, Status.HEURISTIC if is_guess else Status.PROVEN)


def round_words(single: Sequence[str], stacks: Sequence[str], **rows: int) -> dict[str, Any]:
    """Return where in the block everything is: shared words, some of a kernel's own, stacks beside the actions."""
    sizes: dict[str, int | str] = {
        "PATH": PLIES,
        "KEYS": MAX_HISTORY + PLIES,
        "LENGTHS": PLIES,
        "LINES": PLIES * PLIES,
        **rows,
        **dict.fromkeys(stacks, "STACK"),
    }
    shared = ("INNER", "HORIZON", "SEEN")
    return {**lay_out((*shared, *single), sizes), "LINE": PLIES, "PLIES": PLIES}
