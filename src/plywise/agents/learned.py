"""Learned knowledge as a search uses it: opened once, checked against the rules, and put into memory."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

from plywise.rules import Game, PlywiseError

if TYPE_CHECKING:
    from plywise.kernel import PatternWeights
    from plywise.knowledge.network import LearnedNetwork
    from plywise.knowledge.patterns import LearnedPatterns

BY_PATTERNS, BY_NETWORK = ("uct", "alpha-beta"), ("expectiminimax",)
"""The algorithms whose estimates may be learned ones: patterns, alpha-beta's between two players without dice; and
networks, for games with dice that name their inputs."""


def takes_network(game: Game) -> bool:
    """Whether what is learned about a game is a network."""
    return game.has_chance and game.offers("inputs")


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


def named_game(where: str | Path) -> str:
    """Return the name of the game that a file of knowledge says it was learned for."""
    from plywise.knowledge.network import is_network, network_game
    from plywise.knowledge.patterns import patterns_game

    return network_game(where) if is_network(where) else patterns_game(where)


def require_suited(name: str, game: Game, knowledge: Any) -> None:
    """Refuse knowledge for an algorithm that makes no use of it."""
    suited = BY_NETWORK if takes_network(game) else BY_PATTERNS[: 1 + game.evaluates_in_own_unit]
    if knowledge is not None and name not in suited:
        others = " or ".join(sorted(suited))
        raise PlywiseError(f"{name} of {game.name} makes no use of learned knowledge: leave it out, or name {others}.")


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
