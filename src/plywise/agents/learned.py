"""Learned knowledge as a search uses it: opened once, checked against the rules, and put into memory."""

from pathlib import Path
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from plywise.agents.beside import file_beside
from plywise.rules import Game, PlywiseError
from plywise.surroundings import IN_PAGE

if TYPE_CHECKING:
    from plywise.kernel import PatternWeights
    from plywise.knowledge.network import LearnedNetwork
    from plywise.knowledge.patterns import LearnedPatterns
    from plywise.knowledge.weights import FittedWeights

BY_PATTERNS, BY_NETWORK = ("uct", "alpha-beta"), ("expectiminimax",)
"""The algorithms whose estimates may be learned ones: patterns, alpha-beta's between two players without dice; and
networks, for games with dice that name their inputs."""

BESIDE, NONE = "beside", "none"
"""Instead of a file's name: the file beside the game's own, and no file, not even that one."""

_beside: "WeakKeyDictionary[Game, LearnedPatterns | LearnedNetwork | None]" = WeakKeyDictionary()


def takes_network(game: Game) -> bool:
    """Whether what is learned about a game is a network."""
    return game.has_chance and game.offers("inputs")


def open_knowledge(
    where: "str | Path | LearnedPatterns | LearnedNetwork | None", game: Game
) -> "LearnedPatterns | LearnedNetwork | None":
    """Return what was learned about a game, from a file unless it is open; refuses what was learned by other rules.

    Instead of a file's name, "beside" stands for the one beside the game's own, if that is of these rules, and "none"
    for no file.
    """
    if where == NONE:
        return None
    if where == BESIDE:
        return knowledge_beside(game)
    if not isinstance(where, str | Path):
        return where
    from plywise.kernel import rules_fingerprint
    from plywise.knowledge.learned import is_network
    from plywise.knowledge.patterns import read_patterns

    if is_network(where):
        from plywise.knowledge.network import read_network  # it needs NumPy

        return read_network(where, game, rules_fingerprint(game))
    return read_patterns(where, game, rules_fingerprint(game))


def knowledge_beside(game: Game) -> "LearnedPatterns | LearnedNetwork | None":
    """Return what othello.knowledge says of the game in othello.py; None where there is no such file.

    The same rules with other parameters are other rules, of which the file says nothing: None for them too, and where
    playing with it didn't win its match.
    """
    if game not in _beside:
        _beside[game] = _read_beside(game)
    return _beside[game]


def _read_beside(game: Game) -> "LearnedPatterns | LearnedNetwork | None":
    from plywise.knowledge.learned import KnowledgeError

    if takes_network(game) and IN_PAGE:
        return None  # networks need NumPy, which a page doesn't have
    file = file_beside(game, ".knowledge")
    try:
        learned = open_knowledge(file, game) if file is not None and file.is_file() else None
    except (KnowledgeError, OSError, TypeError):
        return None
    return learned if learned and (learned.gain or 0) > 0 else None


def weighed_game(game: Game, weights: "str | Path | FittedWeights | None") -> Game:
    """Return a game with fitted weights, from a file unless it is open; refuses what was fitted to other rules."""
    if weights is None:
        return game
    from plywise.knowledge.weights import FittedWeights, read_weights, with_weights

    if not isinstance(weights, FittedWeights):
        from plywise.kernel import rules_fingerprint

        weights = read_weights(weights, game, rules_fingerprint(game))
    return with_weights(game, weights.weights)


def named_game(where: str | Path) -> str:
    """Return the name of the game that a file of knowledge says it was learned for."""
    from plywise.knowledge.learned import is_network
    from plywise.knowledge.patterns import patterns_game

    if is_network(where):
        from plywise.knowledge.network import network_game

        return network_game(where)
    return patterns_game(where)


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
