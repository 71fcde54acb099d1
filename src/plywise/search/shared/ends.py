"""What a search that looks to the end of the game, and nowhere short of it, asks of a game and a limit."""

from plywise.rules import Game, Limit, SearchError


def require_ends(game: Game, limit: Limit | None, algorithm: str, instead: str) -> None:
    """Refuse a game that may come back to a state, and a horizon: both would leave values open."""
    if game.cyclic:
        raise SearchError(f"{algorithm} needs a game that never comes back to a state: {instead}.")
    if limit is not None and limit.depth is not None:
        raise SearchError(
            f"{algorithm} looks to the end of the game: leave the depth out, and limit time or nodes instead."
        )
