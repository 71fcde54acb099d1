"""Max^n with its details as switches: as it should be, and with each of the usual mistakes.

>>> tree = Tree([[(1, 5, 2), (4, 3, 3)], [(3, 1, 2), (2, 4, 1)]], players=3, utility_sum=None)
>>> VectorVariant().search(tree).vector, VectorVariant(chooses_by="the first player's").search(tree).vector
((2, 4, 1), (4, 3, 3))
"""

from dataclasses import dataclass, field
from typing import Any, Literal

from plywise.games.tree import Tree
from plywise.grading.mistakes import Mistake


@dataclass
class VectorTrace:
    """What a search answered, the leaves in order, and what it found at each state, children first."""

    vector: tuple[float, ...] = ()
    action: int | None = None
    leaves: list[int] = field(default_factory=list)
    found: dict[Any, tuple[float, ...]] = field(default_factory=dict)


@dataclass(frozen=True)
class VectorVariant:
    """The details of a search for several players; the defaults are max^n as the book has it."""

    chooses_by: Literal[
        "its own", "the first player's", "the root's", "the next player's", "the last player's", "the sum"
    ] = "its own"
    others: Literal["for themselves", "against the first player", "against the root's"] = "for themselves"
    takes: Literal["the largest", "the smallest"] = "the largest"
    turns: Literal["asked for", "by depth"] = "asked for"
    backs_up: Literal["the vector chosen", "the best of each share"] = "the vector chosen"
    looks_at: Literal["all", "the first"] = "all"

    def search(self, tree: Tree) -> VectorTrace:
        """Search a whole tree."""
        trace = VectorTrace()
        trace.vector, trace.action = self._search(tree, tree.initial(), 0, trace)
        return trace

    def _search(self, tree: Tree, state: Any, depth: int, trace: VectorTrace) -> tuple[tuple[float, ...], int | None]:
        if tree.is_terminal(state):
            trace.leaves.append(state.node)
            trace.found[state] = tuple(tree.utility(state, player) for player in range(tree.players))
            return trace.found[state], None
        actions = list(tree.actions(state))[: 1 if self.looks_at == "the first" else None]
        vectors = [self._search(tree, tree.result(state, each), depth + 1, trace)[0] for each in actions]
        mover = tree.to_move(state) if self.turns == "asked for" else depth % tree.players
        worth = [self._worth(tree, vector, mover) for vector in vectors]
        chosen = worth.index((max if self.takes == "the largest" else min)(worth))
        vector = vectors[chosen]
        if self.backs_up == "the best of each share":
            vector = tuple(map(max, zip(*vectors, strict=True)))
        trace.found[state] = vector
        return vector, actions[chosen]

    def _worth(self, tree: Tree, vector: tuple[float, ...], mover: int) -> float:
        """Return what a vector counts for in the eyes of whoever moves."""
        root = tree.to_move(tree.initial())
        hunted = {"against the first player": 0, "against the root's": root}.get(self.others)
        if hunted is not None and mover != hunted:
            return -vector[hunted]
        shares = {
            "its own": vector[mover],
            "the first player's": vector[0],
            "the root's": vector[root],
            "the next player's": vector[(mover + 1) % tree.players],
            "the last player's": vector[(mover - 1) % tree.players],
            "the sum": sum(vector),
        }
        return shares[self.chooses_by]


MISTAKES: tuple[tuple[Mistake, tuple[VectorVariant, ...]], ...] = (
    (
        Mistake(
            "one player's share for all",
            "in every state the action is chosen that is best for one and the same player",
            "Compare vector[game.to_move(state)]: each player looks at its own share.",
        ),
        (VectorVariant(chooses_by="the first player's"), VectorVariant(chooses_by="the root's")),
    ),
    (
        Mistake(
            "all against one",
            "the others choose what is worst for one player, as in paranoid search",
            "Let every player choose what is best for itself, not what is worst for the first.",
        ),
        (VectorVariant(others="against the first player"), VectorVariant(others="against the root's")),
    ),
    (
        Mistake(
            "the share of another player",
            "the share of the player before or after the one to move is compared",
            "Compare vector[game.to_move(state)] of the state in which the choice is made, not of the one after it.",
        ),
        (VectorVariant(chooses_by="the next player's"), VectorVariant(chooses_by="the last player's")),
    ),
    (
        Mistake(
            "the sum of all shares",
            "the action is chosen whose shares add up to the most",
            "Compare the share of the player to move alone.",
        ),
        (VectorVariant(chooses_by="the sum"),),
    ),
    (
        Mistake(
            "the smallest share",
            "the smallest of the player's own values is taken",
            "Take the largest in every state: in max^n everyone maximises.",
        ),
        (VectorVariant(takes="the smallest"),),
    ),
    (
        Mistake(
            "turns taken for granted",
            "the players are taken to move one after the other",
            "Ask game.to_move(state) in every state: a player may move twice, and another may begin.",
        ),
        (VectorVariant(turns="by depth"),),
    ),
    (
        Mistake(
            "shares of different actions mixed",
            "the largest share of each player is put together, though no single action leads to all of them",
            "Hand up the whole vector of the action that is chosen.",
        ),
        (VectorVariant(backs_up="the best of each share"),),
    ),
    (
        Mistake(
            "first move only",
            "only the first of a state's actions is looked at",
            "Go through all of game.actions(state): look for a return in the loop.",
        ),
        (VectorVariant(looks_at="the first"),),
    ),
)
