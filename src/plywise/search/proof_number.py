"""Proof-number search: can the player to move force a win? (L. V. Allis, Searching for Solutions, 1994, chapter 2.)

A tree of yes and no. The asker needs one good action where it moves and an answer to all where another does:

    proof number      how many leaves at least must turn out yes to prove a state: least of the asker's
                      successors, sum of the opponent's; 0 where proven, infinite where disproven
    disproof number   the same for no, with least and sum exchanged

Again and again the leaf that counts for both of the root's numbers, the most-proving one, is expanded. Where some
lines force replies and others don't, the narrow ones are looked at first, however deep they go.

>>> from plywise.games.nim import Nim
>>> nim = Nim(piles=(1, 2))
>>> proof_number(nim).describe(nim)
'B2: value 1 to player A, proven; line B2 A1; 10 states, depth 2'
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Protocol, TypeAlias

from plywise.rules import Action, Bound, Choice, Decision, Game, Limit, Status
from plywise.search.shared import Leaf, LimitReachedError, Line, Search, require_adversarial, require_ends


def proof_number(
    game: Game,
    state: Any = None,
    *,
    limit: Limit | None = None,
    history: Sequence[Any] = (),
    at_least: float | None = None,
    on_expansion: "OnExpansion | None" = None,
) -> Decision:
    """Answer whether the player to move can force `at_least` (unless given: the best utility, a win).

    Requires what `minimax` does, and no cycles. Where the answer is yes, `value` is at least what was asked and a lower
    bound; where it is no, less and an upper bound; the best and the worst possible utility are exact. Where the limit
    comes first the Decision is heuristic, its action the one that lacks least for a proof. `on_expansion` is handed
    each leaf once it has children and the numbers above it are set.
    """
    require_adversarial(game, "proof_number")
    require_ends(game, limit, "proof_number", f"for {game.name} use alpha_beta with a depth")
    search = Search(game, limit, history)
    state = game.initial() if state is None else state
    search.count()
    if search.is_terminal(state):
        return search.decide(state, ())
    wanted = game.utility_bounds[1] if at_least is None else at_least
    question = ProofQuestion(search, game.to_move(state), wanted)
    root = ProofNode(state, None, is_asker=True)
    try:
        while root.is_open:
            leaf = most_proving(search, root)
            expand(question, leaf)
            if on_expansion:
                on_expansion(leaf)
    except LimitReachedError:
        if not root.children:
            raise
    why = search.limit.why_stopped(search.nodes) if root.is_open else ""
    return replace(report(question, root), stopped_by=why).about(game, state)


def prove_value(game: Game, state: Any = None, *, limit: Limit | None = None, history: Sequence[Any] = ()) -> Decision:
    """Return the exact value to the player to move: ask for a win, and after each no for the most still possible.

    Where there are wins, draws and losses that takes two questions at most. Where the limit comes first, what was
    answered by then is reported as a bound.
    """
    return settle(
        lambda rest, at_least: proof_number(game, state, limit=rest, history=history, at_least=at_least),
        limit or Limit(),
    )


def settle(ask: "Ask", limit: Limit) -> Decision:
    """Ask for the best utility, and after each no for the most still possible, within one limit."""
    found = ask(limit, None)
    while found.bound is Bound.UPPER:
        rest = limit.after(found.nodes, found.seconds)
        if rest is None:
            return replace(found, stopped_by=limit.why_stopped(found.nodes))
        try:
            asked = ask(rest, found.value)
        except LimitReachedError as reached:
            nodes = found.nodes + reached.nodes
            return replace(found, nodes=nodes, stopped_by=limit.why_stopped(nodes))
        asked = replace(asked, nodes=found.nodes + asked.nodes, seconds=found.seconds + asked.seconds)
        if asked.status is Status.HEURISTIC:
            return replace(asked, value=found.value, status=Status.BOUNDED, bound=Bound.UPPER)
        if asked.bound is Bound.LOWER:
            return replace(asked, status=Status.PROVEN, bound=Bound.EXACT)
        found = asked
    return found


Ask: TypeAlias = Callable[[Limit, float | None], Decision]
"""Asks whether some utility can be forced; the best there is, if None is given."""


class Numbered(Protocol):
    """Whatever has a proof and a disproof number."""

    @property
    def proof(self) -> float:
        """How many leaves at least must turn out yes to prove it."""

    @property
    def is_open(self) -> bool:
        """Whether neither yes nor no is proven."""


@dataclass(slots=True)
class ProofNode:
    """A state of the tree; `is_asker` says that the one who asks moves there."""

    state: Any
    action: Action | None
    is_asker: bool
    proof: float = 1
    disproof: float = 1
    parent: "ProofNode | None" = None
    children: list["ProofNode"] = field(default_factory=list)

    @property
    def is_open(self) -> bool:
        """Whether neither yes nor no is proven."""
        return self.proof > 0 and self.disproof > 0


OnExpansion: TypeAlias = Callable[[ProofNode], None]


@dataclass
class ProofQuestion:
    """Can `player` force `at_least`? With it, the utilities seen that are nearest to that on either side.

    All ends of a proof have been seen, and none is below `enough`; none of a disproof's is above `too_little`.
    """

    search: Search
    player: int
    at_least: float
    enough: float = math.inf
    too_little: float = -math.inf

    def answer(self, state: Any) -> bool:
        """Say whether a terminal state is a yes."""
        utility = self.search.game.utility(state, self.player)
        self.search.scale.of_utility(utility)  # refuses a utility outside the declared range
        return self.note(utility)

    def note(self, utility: float) -> bool:
        """Say whether a utility is a yes, and remember it if it is the nearest on its side."""
        if utility >= self.at_least:
            self.enough = min(self.enough, utility)
            return True
        self.too_little = max(self.too_little, utility)
        return False


def most_proving(search: Search, node: ProofNode) -> ProofNode:
    """Go down to the leaf whose answer counts for both numbers of the root, the first of equals."""
    search.path.step_into(node.state)
    while node.children:
        if node.is_asker:
            node = next(child for child in node.children if child.proof == node.proof)
        else:
            node = next(child for child in node.children if child.disproof == node.disproof)
        search.path.step_into(node.state)
    return node


def expand(question: ProofQuestion, leaf: ProofNode) -> None:
    """Give a leaf its children, as far as one that decides it; then go back up and update every number."""
    search, game = question.search, question.search.game
    for action, state in search.successors(leaf.state):
        child = ProofNode(state, action, False, parent=leaf)
        if search.leaf(state, math.inf) is Leaf.TERMINAL:
            child.proof, child.disproof = (0, math.inf) if question.answer(state) else (math.inf, 0)
        else:
            child.is_asker = game.to_move(state) == question.player
        leaf.children.append(child)
        if (child.proof if leaf.is_asker else child.disproof) == 0:
            break
    node: ProofNode | None = leaf
    while node is not None:
        search.path.step_back()
        set_numbers(node)
        node = node.parent


def set_numbers(node: ProofNode) -> None:
    """Work a node's numbers out from its children's."""
    proofs, disproofs = [child.proof for child in node.children], [child.disproof for child in node.children]
    if node.is_asker:
        node.proof, node.disproof = min(proofs), sum(disproofs)
    else:
        node.proof, node.disproof = sum(proofs), min(disproofs)


def report(question: ProofQuestion, root: ProofNode) -> Decision:
    """Report what the tree says of the root: yes, no, or not yet."""
    best = min(root.children, key=lambda child: child.proof)
    value, status, bound = standing(question, root)
    line = proof_line(best)
    choices = tuple(
        Choice(child.action, value, bound, status, line=proof_line(child))
        for child in root.children
        for value, status, bound in [standing(question, child)]
    )
    effort = question.search.effort(line)
    return Decision(best.action, value, question.player, status, bound, line=line, choices=choices, **effort)


def standing(question: ProofQuestion, node: Numbered) -> tuple[float, Status, Bound]:
    """Say what a node's numbers prove of its value to the asker."""
    game = question.search.game
    worst, best = game.utility_bounds
    if node.is_open:
        return game.draw_utility, Status.HEURISTIC, Bound.EXACT
    value, bound = (question.enough, Bound.LOWER) if node.proof == 0 else (question.too_little, Bound.UPPER)
    if value == (best if bound is Bound.LOWER else worst):
        return value, Status.PROVEN, Bound.EXACT
    return value, Status.BOUNDED, bound


def proof_line(node: ProofNode) -> Line:
    """Return the actions from the root through a child, and on through the first that are as decided as it is."""
    line = Line((node.action,))
    while node.children and not node.is_open:
        node = next(child for child in node.children if (child.proof, child.disproof) == (node.proof, node.disproof))
        line = (*line, node.action)
    return line
