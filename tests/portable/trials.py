"""What is tried with kernels, here and in Pyodide: each trial must find exactly the same in both worlds.

This module runs in both, so it imports nothing that only one of them has.
"""

from collections.abc import Callable
from dataclasses import asdict
from typing import Any

from plywise import load_game
from plywise.agents import knowledge_beside
from plywise.agents.learned import pattern_weights
from plywise.kernel import (
    ExpectationSearcher,
    Playouts,
    ProofSearcher,
    Searcher,
    TreeSearcher,
    VectorSearcher,
    compile_rules,
    suits,
)
from plywise.rules import Decision, Game, Limit

DEPTHS = {
    "abalone": 4,
    "amazons": 2,
    "chess": 5,
    "chinese-checkers": 4,
    "draughts": 7,
    "go": 3,
    "hex": 4,
    "kalah": 8,
    "othello": 7,
    "pentago": 3,
    "quoridor": 4,
}
"""How deep alpha-beta looks; 6 plies elsewhere."""


def found(decision: Decision) -> dict[str, Any]:
    """Return all that a decision says but for the time it took.

    Values are compared to twelve digits: learned ones pass through `tanh`, whose last digit is the C library's.
    """
    choices = [
        [str(c.action), round(c.value, 12), c.status.value, c.bound.value, c.visits, str(c.line)]
        for c in decision.choices
    ]
    return {
        "action": str(decision.action),
        "value": round(decision.value, 12),
        "values": [round(value, 12) for value in decision.values or ()],
        "status": decision.status.value,
        "line": str(decision.line),
        "nodes": decision.nodes,
        "leaves": decision.leaves,
        "choices": choices,
    }


def alpha_beta(game: Game) -> dict[str, Any]:
    depth = DEPTHS.get(game.name, 6)
    return found(Searcher(game, table_mb=4).decide(limit=Limit(depth=depth)))


def learned(game: Game) -> dict[str, Any]:
    """Alpha-beta whose estimates are learned ones."""
    knowledge: Any = knowledge_beside(game)
    return found(Searcher(game, table_mb=4, patterns=pattern_weights(knowledge)).decide(limit=Limit(depth=6)))


def proof_number(game: Game) -> dict[str, Any]:
    return found(ProofSearcher(game, tree_mb=8).prove_value(game.initial(), limit=Limit(nodes=20_000)))


def uct(game: Game) -> dict[str, Any]:
    return found(TreeSearcher(game, tree_mb=24, seed=7).decide(limit=Limit(simulations=1_500)))


def expectation(game: Game) -> dict[str, Any]:
    return found(ExpectationSearcher(game).decide(limit=Limit(depth=3)))


def vectors(game: Game) -> dict[str, Any]:
    return found(VectorSearcher(game).decide(limit=Limit(depth=4)))


def playouts(game: Game) -> Any:
    summary = asdict(Playouts(game).run(game.initial(), 200, seed=5))
    return {name: str(value) for name, value in summary.items() if name != "seconds"}


def perft(game: Game) -> Any:
    rules = compile_rules(game)
    return [rules.perft(game.initial(), depth) for depth in range(4)]


def trials(game: Game) -> dict[str, Callable[[Game], Any]]:
    """Return what suits a game."""
    fitting: dict[str, Callable[[Game], Any]] = {"uct": uct, "playouts": playouts, "perft": perft}
    if suits(game):
        fitting["alpha-beta"] = alpha_beta
        if not game.cyclic:
            fitting["proof-number"] = proof_number
        if knowledge_beside(game) is not None:
            fitting["learned"] = learned
    elif game.has_chance:
        fitting["expectation"] = expectation
    else:
        fitting["vectors"] = vectors
    return fitting


def try_all(spec: str, names: list[str]) -> dict[str, Any]:
    """Return what each trial of a game finds."""
    game = load_game(spec)
    suitable = trials(game)
    return {name: suitable[name](game) for name in names}
