"""The story of a search that grows its tree leaf by leaf: proof-number search, by expansions.

>>> from plywise.games.tree import Tree
>>> trace = record_proof(Tree([[3, 12], [2, 4]]), limit=Limit(nodes=100))
>>> trace.steps[0].working
('A: proof min(1, 1) = 1, disproof 1 + 1 = 2',)
"""

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from plywise.explain.trace.lecture import tell_proof
from plywise.explain.trace.narration import Narrator, begin_sentence
from plywise.explain.trace.trace import Change, Step, Trace, TraceNode
from plywise.rules import CHANCE, Action, Decision, Game, Limit
from plywise.search import ProofNode, proof_number


def record_proof(
    game: Game,
    state: Any = None,
    *,
    limit: Limit | None = None,
    history: Sequence[Any] = (),
    at_least: float | None = None,
    note: str = "",
) -> Trace:
    """Run proof-number search and return its story; a node's label is its proof and its disproof number."""
    grown = GrowingTree(game, Trace(game, "proof-number", "proof", note), game.initial() if state is None else state)

    def hear(leaf: ProofNode) -> None:
        way = [leaf]
        while way[-1].parent is not None:
            way.append(way[-1].parent)
        for branch in [*way[::-1], *leaf.children]:
            above = None if branch.parent is None else grown.numbers[id(branch.parent)]
            grown.node(id(branch), above, branch.action)
        changed = [*way, *leaf.children]
        changes = [Change(grown.numbers[id(each)], _proof_status(each), _proof_label(each)) for each in changed]
        number, root = grown.numbers[id(leaf)], way[-1]
        place = begin_sentence(grown.narrator.place(grown.trace.nodes, number))
        text = f"{place} is the most-proving state and is expanded. "
        names = [grown.narrator.place(grown.trace.nodes, grown.numbers[id(each)]) for each in way]
        working = [tell_proof(begin_sentence(name), each) for name, each in zip(names, way, strict=True)]
        step = Step("prove", number, text + _tell_numbers(root), changes=tuple(changes), working=tuple(working))
        grown.tell(step, len(leaf.children))

    decision = proof_number(game, state, limit=limit, history=history, at_least=at_least, on_expansion=hear)
    return grown.finish(decision)


class GrowingTree:
    """A drawn tree that grows; nodes are known by the search's own objects."""

    def __init__(self, game: Game, trace: Trace, state: Any) -> None:
        self.game, self.trace, self.narrator, self.root = game, trace, Narrator(game), state
        self.numbers: dict[int, int] = {}
        self.states = 0

    def node(self, key: int, parent: int | None, action: Action | None, odds: float = 1.0) -> int:
        """Return a node's number; one that is new is added below its parent."""
        if key in self.numbers:
            return self.numbers[key]
        nodes, game = self.trace.nodes, self.game
        state, name, chance = self.root, "", None
        if parent is not None:
            above = nodes[parent]
            state, name = game.result(above.state, action), game.action_name(above.state, action)
            chance = odds if above.player == CHANCE else None
        player = None if game.is_terminal(state) else game.to_move(state)
        nodes.append(TraceNode(parent, name, player, state, chance))
        self.numbers[key] = len(nodes) - 1
        return self.numbers[key]

    def tell(self, step: Step, states: int) -> None:
        """Add a step that visited some states of the tree."""
        self.states += states
        self.trace.steps.append(replace(step, states=self.states))

    def finish(self, decision: Decision) -> Trace:
        """Mark the line that was chosen, and return the story."""
        self.trace.decision = decision
        if not self.trace.nodes:
            self.node(0, None, None)
        number, best = 0, [Change(0, "done")]
        for action in decision.line:
            name = self.game.action_name(self.trace.nodes[number].state, action)
            below = [
                child for child, node in enumerate(self.trace.nodes) if (node.parent, node.action) == (number, name)
            ]
            if not below:
                break
            number = below[0]
            best.append(Change(number, best=True))
        state = self.trace.nodes[0].state
        name = "no action" if decision.action is None else self.game.action_name(state, decision.action)
        self.tell(Step("leave", 0, f"The search ends: {name} is chosen.", changes=tuple(best)), 0)
        return self.trace


def _proof_status(node: ProofNode) -> Any:
    return "open" if node.is_open else "done"


def _proof_label(node: ProofNode) -> str:
    if not node.is_open:
        return "yes" if node.proof == 0 else "no"
    return f"{node.proof:g} / {node.disproof:g}"


def _tell_numbers(root: ProofNode) -> str:
    if root.proof == 0:
        return "That answers the question: yes."
    if math.isinf(root.proof):
        return "That answers the question: no."
    return f"At least {root.proof:g} more must be yes for a proof, {root.disproof:g} no for a disproof."
