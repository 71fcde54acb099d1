"""Which algorithm fits which game, said in one sentence where it doesn't."""

from plywise.rules import Game, SearchError


def require_adversarial(game: Game, algorithm: str) -> None:
    """Refuse a game that isn't two players, constant sum, without chance."""
    if game.players != 2:
        raise SearchError(f"{algorithm} is for two players, {game.name} has {game.players}: use max_n.")
    if game.utility_sum is None:
        raise SearchError(f"{algorithm} needs one player's gain to be the other's loss: for {game.name} use max_n.")
    if game.has_chance:
        raise SearchError(f"{algorithm} knows no dice: for {game.name} use expectiminimax.")


def require_constant_sum(game: Game, algorithm: str) -> None:
    """Refuse a game that isn't two players, constant sum; chance is welcome."""
    if not game.is_adversarial:
        raise SearchError(f"{algorithm} needs two players and a constant sum: for {game.name} use max_n.")
