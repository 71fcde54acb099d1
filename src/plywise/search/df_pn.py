"""Depth-first proof-number search (df-pn): the most-proving leaf, found with a table instead of a tree.

A. Nagai, Df-pn Algorithm for Searching AND/OR Trees and Its Applications, 2002. 1+epsilon: Pawlewicz and Lew, 2007.

          ▲ 2|5      limits ∞|∞         proof | disproof number, as in `proof_number`
        /   |   \\                       Go down to the child that is nearest to a proof, and stay below it until its
     2|1   4|2   6|2                    numbers reach limits at which another child would be chosen:
      ↑  limits 4+1+1|∞                 1/4 above the second least, so that the search changes its mind less often.

Numbers of states that were left are kept in a table of a given size. What it has forgotten is searched again.

A repetition along the path is a leaf: a draw, which is a yes to some questions and a no to others. An answer that
leans on one holds where the path is the same down to the state leaned on: it is stored with that path, and answers for
no other one. Below the state leaned on nothing leans any more: whoever wants the repetition gets round and round there,
and the other side never what it wants.

>>> from plywise.games.nim import Nim
>>> nim = Nim(piles=(1, 2))
>>> df_pn(nim).describe(nim)
'B2: value 1 to player A, proven; line B2 A1; 5 states, depth 2'
"""

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from plywise.rules import Action, Choice, Decision, Game, Limit, SearchError, Status
from plywise.search.proof_number import ProofQuestion, settle, standing
from plywise.search.shared import (
    INFINITE,
    MOST,
    NO,
    NOWHERE,
    YES,
    LimitReachedError,
    Line,
    ProofEntry,
    ProofNumbers,
    ProofTable,
    Search,
    require_adversarial,
)

PLACES = 1 << 18
"""The size of the table unless somebody says so, four states each."""
ENDLESS = "neither player can force it, and play may go on for ever"


def df_pn(
    game: Game,
    state: Any = None,
    *,
    limit: Limit | None = None,
    history: Sequence[Any] = (),
    at_least: float | None = None,
    places: int = PLACES,
) -> Decision:
    """Answer whether the player to move can force `at_least` (unless given: the best utility, a win).

    Requires what `minimax` does. `places` is the size of the table, four states each. Answers are those of
    `proof_number`; a cyclic game may have them too, if repetition is a draw. Where a repetition means nothing, yes is
    proven if it can be forced in the end, no if the other player can force that; else play may go on for ever, and the
    Decision is heuristic.

    >>> from plywise.games.nim import Nim
    >>> df_pn(Nim(piles=(2, 2)), at_least=1).value
    -1
    """
    require_adversarial(game, "df_pn")
    require_plain_repetition(game, limit)
    limit, state = limit or Limit(), game.initial() if state is None else state
    wanted = game.utility_bounds[1] if at_least is None else at_least

    def ask(rest: Limit, draw_is_yes: bool) -> Decision:
        return DepthFirstProof(game, state, rest, history, wanted, draw_is_yes, places).answer()

    return ask_endless(limit, ask) if is_endless(game) else ask(limit, game.draw_utility >= wanted)


def prove_value_df_pn(
    game: Game, state: Any = None, *, limit: Limit | None = None, history: Sequence[Any] = (), places: int = PLACES
) -> Decision:
    """Return the exact value to the player to move, as `prove_value` does, by depth-first search."""
    return settle(
        lambda rest, at_least: df_pn(game, state, limit=rest, history=history, at_least=at_least, places=places),
        limit or Limit(),
    )


def is_endless(game: Game) -> bool:
    """Whether play may go round for ever: the rules say nothing of repetitions."""
    return game.cyclic and game.repetition is None


def ask_endless(limit: Limit, ask: Callable[[Limit, bool], Decision]) -> Decision:
    """Answer where play may go on for ever: yes if it is forced to an end that is, no if to one that isn't."""
    found = ask(limit, False)
    if found.status is not Status.HEURISTIC or found.stopped_by:
        return found
    rest = limit.after(found.nodes, found.seconds)
    if rest is None:
        return replace(found, stopped_by=limit.why_stopped(found.nodes))
    other = ask(rest, True)
    other = replace(other, nodes=found.nodes + other.nodes, seconds=found.seconds + other.seconds)
    return other if other.status is not Status.HEURISTIC or other.stopped_by else replace(other, stopped_by=ENDLESS)


def require_plain_repetition(game: Game, limit: Limit | None) -> None:
    """Refuse a depth, and rules by which the states before decide more than that a repeated one is a draw."""
    if limit is not None and limit.depth is not None:
        raise SearchError("df_pn looks to the end of the game: leave the depth out, and limit time or nodes instead.")
    if game.cyclic and game.repetition == "illegal":
        raise SearchError(
            f"In {game.name} what is legal depends on the states before, which no table of states knows: "
            "use alpha_beta with a depth."
        )
    if game.cyclic and type(game).repetition_key is not Game.repetition_key:
        raise SearchError(
            f"In {game.name} repetitions are known by a key of their own, and proofs by the table's: use alpha_beta."
        )


@dataclass(slots=True)
class ProofChild:
    """A successor of a state that is being explored, and its numbers."""

    action: Action
    state: Any
    found: ProofNumbers

    @property
    def proof(self) -> int:
        """How many leaves at least must turn out yes to prove it."""
        return self.found.proof

    @property
    def disproof(self) -> int:
        """The same for no."""
        return self.found.disproof

    @property
    def is_open(self) -> bool:
        """Whether neither yes nor no is proven."""
        return self.found.is_open


class DepthFirstProof:
    """One question under way: the search, its path, its table, and the root's children."""

    def __init__(
        self,
        game: Game,
        root: Any,
        limit: Limit,
        history: Sequence[Any],
        at_least: float,
        draw_is_yes: bool,
        places: int,
    ) -> None:
        self.game, self.root = game, root
        self.search = Search(game, replace(limit, depth=1), history)
        self.question = ProofQuestion(self.search, game.to_move(root), at_least)
        self.repeated = YES if draw_is_yes else NO
        self.table, self.keys = ProofTable(places), list[Hashable]()
        self.children: list[ProofChild] = []

    def answer(self) -> Decision:
        """Explore the root until it is decided, or the limit is reached."""
        search, why = self.search, ""
        search.count()
        if search.is_terminal(self.root):
            return search.decide(self.root, ())
        try:
            found = self.explore(self.root, INFINITE, INFINITE)
        except LimitReachedError:
            if not self.children:
                raise
            found, why = ProofNumbers(), search.limit.why_stopped(search.nodes)
        return replace(report(self, found), stopped_by=why).about(self.game, self.root)

    def explore(self, state: Any, proof_limit: int, disproof_limit: int) -> ProofNumbers:
        """Return a state's numbers once one has reached its limit or the state is decided.

        Requires that the limits are above the numbers that the table has.
        """
        search, ply = self.search, len(self.keys)
        is_asker = self.game.to_move(state) == self.question.player
        began = search.nodes
        search.path.step_into(state)
        self.keys.append(self.key(state))
        children: list[ProofChild] = [] if ply else self.children
        for action, after in search.successors(state):
            child = ProofChild(action, after, self.look(after))
            children.append(child)
            if (child.proof if is_asker else child.disproof) == 0:
                break
        while True:
            found = back_up(children, is_asker, ply)
            if not found.is_open or found.proof >= proof_limit or found.disproof >= disproof_limit:
                break
            child, proof_below, disproof_below = most_proving(children, found, is_asker, proof_limit, disproof_limit)
            child.found = self.explore(child.state, proof_below, disproof_below)
        search.path.step_back()
        key = self.keys.pop()
        before = self.table.find(key)
        work = search.nodes - began + (before.work if before else 0)
        self.table.store(ProofEntry(key, found, tuple(self.keys[: found.last + 1]), work))
        return found

    def look(self, state: Any) -> ProofNumbers:
        """Return a successor's numbers: repeated, known from before, at the end, or new."""
        search = self.search
        search.count()
        key = self.key(state)
        if search.path.has(state):
            search.is_repeated(state)  # refuses an undeclared cycle
            search.leaves += 1
            return self.repetition(key)
        entry = self.table.find(key)
        if entry is not None and tuple(self.keys[: len(entry.path)]) == entry.path:
            return entry.found
        if search.is_terminal(state):
            search.leaves += 1
            return YES if self.question.answer(state) else NO
        return self.guess(state)

    def guess(self, state: Any) -> ProofNumbers:
        """Return the numbers of a new state: all its actions are needed by the player who must answer all of them."""
        count = max(1, sum(1 for _ in self.game.actions(state)))
        return ProofNumbers(1, count) if self.game.to_move(state) == self.question.player else ProofNumbers(count, 1)

    def repetition(self, key: Hashable) -> ProofNumbers:
        """Return the numbers of a repeated state: an answer that leans on where it stands on the path."""
        if not is_endless(self.game):
            self.question.note(self.game.draw_utility)
        if key not in self.keys:
            return self.repeated  # in the played game: a draw on any path
        ply = self.keys.index(key)
        return self.repeated._replace(first=ply, last=ply)

    def trusted(self, found: ProofNumbers) -> ProofNumbers:
        """Return numbers, open ones instead of an answer that may lean on going round for ever."""
        return ProofNumbers() if is_endless(self.game) and found.proof == self.repeated.proof else found

    def key(self, state: Any) -> Hashable:
        """Return what a state is known by: where no path counts, by its canonical image."""
        return self.game.key(state if self.game.cyclic else self.game.canonical(state))


def back_up(children: Sequence[ProofChild], is_asker: bool, ply: int) -> ProofNumbers:
    """Work a state's numbers out from its children's, and what they lean on: on its own ply or below is on nothing."""
    for child in children:
        if (child.proof if is_asker else child.disproof) == 0:
            return above(child.found, ply)
    proofs, disproofs = [child.proof for child in children], [child.disproof for child in children]
    proof = min(proofs) if is_asker else min(sum(proofs), MOST)
    disproof = min(sum(disproofs), MOST) if is_asker else min(disproofs)
    if proof < INFINITE and disproof < INFINITE:
        return ProofNumbers(proof, disproof)
    first, last = min(child.found.first for child in children), max(child.found.last for child in children)
    return above((NO if is_asker else YES)._replace(first=first, last=last), ply)


def above(found: ProofNumbers, ply: int) -> ProofNumbers:
    """Return an answer with what it leans on above a ply."""
    if found.first >= ply:
        return found._replace(first=NOWHERE, last=-1)
    return found._replace(last=min(found.last, ply - 1))


def most_proving(
    children: Sequence[ProofChild], found: ProofNumbers, is_asker: bool, proof_limit: int, disproof_limit: int
) -> tuple[ProofChild, int, int]:
    """Return the child that counts for both numbers, the first of equals, and its limits."""
    numbers = [child.proof if is_asker else child.disproof for child in children]
    least = min(numbers)
    at = numbers.index(least)
    second = min([*numbers[:at], *numbers[at + 1 :]], default=INFINITE)
    patience = min(second + second // 4 + 1, INFINITE)
    best = children[at]
    if is_asker:
        return best, min(proof_limit, patience), disproof_limit - found.disproof + best.disproof
    return best, proof_limit - found.proof + best.proof, min(disproof_limit, patience)


def report(proof: DepthFirstProof, found: ProofNumbers) -> Decision:
    """Report what is known of the root: yes, no, or not yet."""
    question, children = proof.question, proof.children
    best = min(children, key=lambda child: child.proof)
    value, status, bound = standing(question, proof.trusted(found))
    choices = []
    for child in children:
        own, how, side = standing(question, proof.trusted(child.found))
        choices.append(Choice(child.action, own, side, how, line=proof_line(proof, child)))
    line = choices[children.index(best)].line
    effort = {**question.search.effort(line), "depth": len(line)}
    return Decision(best.action, value, question.player, status, bound, line=line, choices=tuple(choices), **effort)


def proof_line(proof: DepthFirstProof, child: ProofChild) -> Line:
    """Return the actions from the root through a child, and on as far as states as decided as it are known."""
    game, line, state = proof.game, [child.action], child.state
    seen = {proof.key(proof.root)}
    while not child.is_open and proof.key(state) not in seen and not game.is_terminal(state):
        seen.add(proof.key(state))
        following = [(action, game.result(state, action)) for action in game.actions(state)]
        agreeing = [pair for pair in following if agrees(proof, pair[1], child.proof == 0)]
        if not agreeing:
            break
        line.append(agreeing[0][0])
        state = agreeing[0][1]
    return tuple(line)


def agrees(proof: DepthFirstProof, state: Any, is_yes: bool) -> bool:
    """Whether a state is known to be a yes, or a no."""
    if proof.game.is_terminal(state):
        return (proof.game.utility(state, proof.question.player) >= proof.question.at_least) is is_yes
    entry = proof.table.find(proof.key(state))
    return entry is not None and not entry.found.is_open and (entry.found.proof == 0) is is_yes
