"""Proof-number search, compiled: the twin of `plywise.search.proof_number`, in the same order of states.

block   | as in `splice` | where the tree is, what was seen | the line: nodes | the line: states |
"""

import math
import warnings
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from plywise.kernel.building import KernelKind, OnCompile, assemble, lay_out
from plywise.kernel.lowering import Lowered
from plywise.kernel.running import TREE_MB, Machine, OnProgress, Progress, Records, ThreadGroup
from plywise.kernel.twins.proofs.answers import (
    FAR,
    Standing,
    answer,
    finished,
    open_standing,
    proven_standing,
    refuse_depth,
)
from plywise.kernel.twins.proofs.settling import settle
from plywise.rules import Action, Choice, Decision, Game, Limit, SearchError, Status

PLIES = 300
"""How long a line may grow, as in the twin."""

WORD = 8


class ProofSearcher:
    """One game's compiled proof-number search; raises LoweringError where the rules can't be compiled."""

    def __init__(
        self,
        game: Game,
        *,
        tree_mb: float = TREE_MB,
        keep: bool = True,
        wait: bool = True,
        on_step: OnCompile | None = None,
    ) -> None:
        if not game.is_adversarial or game.has_chance or game.cyclic:
            fitting = "two players, constant sum, no dice and no cycles"
            raise SearchError(f"The compiled proof-number search is for {fitting}: {game.name} needs another one.")
        if not all(map(math.isfinite, game.utility_range)):
            raise SearchError(f"Declare a finite utility_range for {game.name}: the compiled search relies on it.")
        self.game, self.tree_mb = game, tree_mb
        self.machine = Machine(game, PROOF, keep=keep, wait=wait, on_step=on_step)
        layout = self.machine.layout
        self.block = self.machine.new_block()
        size = int(tree_mb * (1 << 20)) // (WORD * layout.WORDS)
        if not 1 + layout.MAX_ACTIONS <= size < 1 << 31:
            raise SearchError(f"A tree of {tree_mb:g} MB is too small or too large: give it from 1 to 60,000.")
        self.tree = Records(size, layout.WORDS)
        self.was_interrupted = False
        """Whether Ctrl-C ended the last search."""

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
        at_least: float | None = None,
        on_progress: OnProgress | None = None,
    ) -> Decision:
        """Answer whether the player to move can force `at_least` (unless given: the best utility, a win).

        The Decision is that of `plywise.search.proof_number`. Where the tree's memory is full, a warning says so and
        the answer is left open; with Ctrl-C it is what the tree says by then.
        """
        game, limit = self.game, limit or Limit()
        refuse_depth(limit)
        state = game.initial() if state is None else state
        over = finished(game, state, history)
        if over:
            return over
        question = _Question(self, state, game.utility_bounds[1] if at_least is None else at_least)
        group = ThreadGroup(self.stop, limit)
        self._prepare(state, limit, group.deadline)

        def tick() -> None:
            if on_progress:
                on_progress(Progress(0, None, self.nodes, group.seconds))

        self.was_interrupted = group.run_until_interrupted(
            [question.ask], tick if on_progress else None, question.has_tree
        )
        found = question.report()
        is_open = found.status is Status.HEURISTIC
        why = question.full or limit.why_stopped(self.nodes) if is_open else ""
        return replace(found, nodes=self.nodes, seconds=group.seconds, stopped_by=why)

    def prove_value(
        self, state: Any = None, *, limit: Limit | None = None, on_progress: OnProgress | None = None
    ) -> Decision:
        """Return the exact value: ask for a win, and after each no for the most that is still possible."""

        def ask(rest: Limit, at_least: float | None) -> Decision:
            return self.decide(state, limit=rest, at_least=at_least, on_progress=on_progress)

        return settle(ask, limit or Limit(), lambda: self.was_interrupted)

    def _prepare(self, state: Any, limit: Limit, deadline: int) -> None:
        layout, block = self.machine.layout, self.block
        self.machine.prepare(block, state, limit, deadline=deadline)
        self.tree.clear(0)
        block[layout.TREE_AT], block[layout.TREE_NODES] = self.tree.address, len(self.tree)
        block[layout.ENOUGH], block[layout.TOO_LITTLE], block[layout.ENDS] = FAR, -FAR, 0


class _Question:
    """Can the player to move force `at_least`? Asked of the compiled code, and read off its tree."""

    def __init__(self, searcher: ProofSearcher, state: Any, at_least: float) -> None:
        self.searcher, self.state, self.at_least = searcher, state, at_least
        self.game, self.layout = searcher.game, searcher.machine.layout
        self.player = searcher.game.to_move(state)
        self.full = ""
        """What is said where the tree's memory is full."""

    def ask(self) -> None:
        """Let the tree grow."""
        searcher, layout, game = self.searcher, self.layout, self.game
        wanted = math.ceil(max(-FAR, min(FAR, self.at_least * game.utility_scale)) - 1e-9)
        try:
            ended = searcher.machine.call("prove", searcher.block, self.player, wanted)
        except BaseException as error:
            raise searcher.machine.translated(error, self.state, self.path(), False) from None
        if ended == layout.TOO_LONG:
            raise SearchError(
                f"A line of {game.name} is longer than {PLIES} plies: "
                "see with `plywise check` whether the game ever ends."
            )
        if ended == layout.FULL:
            self.full = f"the tree of {len(searcher.tree):,} states fills its {searcher.tree_mb:g} MB"
            warnings.warn(f"T{self.full[1:]}, and the question is open: allow it more memory.", stacklevel=2)

    def path(self) -> list[Action]:
        """Return the actions of the line that the compiled code stood on."""
        nodes = self.searcher.block[self.layout.PATH : self.layout.STATES]
        return [self.action(node // self.layout.WORDS) for node in nodes[1:] if node]

    def has_tree(self) -> bool:
        """Whether the root has children."""
        return len(self.children(0)) > 0

    def report(self) -> Decision:
        """Report what the tree says of the root: yes, no, or not yet."""
        children = self.children(0)
        if not children:
            first = next(iter(self.game.actions(self.state)))
            return Decision(first, self.game.draw_utility, self.player, Status.HEURISTIC, line=(first,))
        best = min(range(len(children)), key=lambda number: self.numbers(children[number])[0])
        choices = [self.choice(child) for child in children]
        ends = int(self.searcher.block[self.layout.ENDS])
        return answer(self.player, self.standing(0), choices[best], choices, ends)

    def choice(self, node: int) -> Choice:
        """Describe an action of the root."""
        value, status, bound = self.standing(node)
        return Choice(self.action(node), value, bound, status, line=self.proof_line(node))

    def standing(self, node: int) -> Standing:
        """Say what a node's numbers prove of its value to the asker."""
        proof, disproof = self.numbers(node)
        if proof > 0 and disproof > 0:
            return open_standing(self.game)
        is_yes, layout = proof == 0, self.layout
        return proven_standing(
            self.game, is_yes, int(self.searcher.block[layout.ENOUGH if is_yes else layout.TOO_LITTLE])
        )

    def proof_line(self, node: int) -> tuple[Action, ...]:
        """Return the actions from the root through a child, and on through the first that are as decided as it is."""
        line = [self.action(node)]
        while self.children(node) and 0 in self.numbers(node):
            node = next(child for child in self.children(node) if self.numbers(child) == self.numbers(node))
            line.append(self.action(node))
        return tuple(line)

    # Reading the tree

    def children(self, node: int) -> range:
        """Return the numbers of a node's children."""
        first, count = self.word(node, self.layout.FIRST) // self.layout.WORDS, self.word(node, self.layout.KIND) >> 1
        return range(first, first + count) if count else range(0)

    def numbers(self, node: int) -> tuple[int, int]:
        """Return a node's proof and disproof number."""
        pair = self.word(node, self.layout.NUMBERS)
        return pair >> 32, pair & self.layout.INFINITE

    def action(self, node: int) -> Action:
        """Return the action that leads to a node."""
        action: Action = self.searcher.machine.rules.decode(self.word(node, self.layout.ACTION))
        return action

    def word(self, node: int, which: int) -> int:
        """Return one word of a node."""
        return self.searcher.tree.word(node, which)


def proof_text(lowered: Lowered) -> str:
    """Return the source of the module that proves."""
    low, high = (utility * lowered.game.utility_scale for utility in lowered.game.utility_range)
    single = ("TREE_AT", "TREE_NODES", "USED", "ENDS", "ENOUGH", "TOO_LITTLE")
    constants = {
        **lay_out(single, {"PATH": PLIES, "STATES": f"{PLIES} * {lowered.shape.size}"}),
        "PLIES": PLIES,
        "SIZE": lowered.shape.size,
        "LOWEST": math.ceil(low),
        "HIGHEST": math.floor(high),
    }
    return assemble(lowered, constants, "trees.proof_number", ("out_of_budget", "expand", "go_up", "go_down"))


PROOF = KernelKind("proof-number", text=proof_text, entries=(("prove", 3),))
