"""Learned knowledge as a search uses it: opened once, checked against the rules, and put into memory."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

from plywise.rules import Game, PlywiseError

if TYPE_CHECKING:
    from plywise.kernel import PatternWeights
    from plywise.knowledge.network import LearnedNetwork
    from plywise.knowledge.patterns import LearnedPatterns

SUITED, SUITED_TO_DICE = ("alpha-beta", "uct"), ("expectiminimax",)
"""The algorithms whose estimates may be learned ones: patterns, and for games with dice networks."""


def open_knowledge(
    where: "str | Path | LearnedPatterns | LearnedNetwork | None", game: Game
) -> "LearnedPatterns | LearnedNetwork | None":
    """Return what was learned about a game, from a file unless it is open; refuses what was learned by other rules."""
    if not isinstance(where, str | Path):
        return where
    from plywise.kernel import rules_fingerprint
    from plywise.knowledge.network import is_network, read_network
    from plywise.knowledge.patterns import read_patterns

    if is_network(where):
        return read_network(where, game, rules_fingerprint(game))
    return read_patterns(where, game, rules_fingerprint(game))


def require_suited(name: str, game: Game, knowledge: Any) -> None:
    """Refuse knowledge for an algorithm that makes no use of it."""
    suited = SUITED_TO_DICE if game.has_chance else SUITED
    has_inputs = not game.has_chance or game.offers("inputs")
    if knowledge is not None and not (has_inputs and name in suited):
        instead = f"name {' or '.join(suited)}" if has_inputs else "give the game the rule `inputs`"
        raise PlywiseError(f"{name} of {game.name} makes no use of learned knowledge: leave it out, or {instead}.")


def pattern_weights(knowledge: "LearnedPatterns") -> "PatternWeights":
    """Return what a compiled search reads: a copy of the weights, which nobody can change."""
    from plywise.kernel import PatternWeights

    return PatternWeights(knowledge.layout, knowledge.weights)


def learned_game(game: Game, knowledge: "LearnedPatterns | None") -> Game:
    """Return the game for a search in plain Python: with what was learned as its `evaluate`."""
    if knowledge is None:
        return game
    from plywise.knowledge.patterns import with_evaluation

    return with_evaluation(game, knowledge)
