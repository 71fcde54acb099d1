"""What a cluster can't solve, known before anything is started."""

from plywise.rules import Game, SearchError
from plywise.solve.contents import OUTCOMES, table_contents


def check_spread(game: Game, *, by_tiers: bool, metric: str = "win") -> None:
    """Refuse a game whose tables one process must make: by tiers, or of all that can be reached.

    >>> import plywise
    >>> check_spread(plywise.load_game("connect-four"), by_tiers=False)
    """
    contents = table_contents(game)
    if contents != OUTCOMES:
        raise SearchError(f"Tables of {game.name} hold {contents}, which one process solves: leave out --cluster.")
    if metric == "none":
        raise SearchError("A cluster writes tables with distances: leave out --distance none, or --cluster.")
    if game.cyclic and not by_tiers:
        raise SearchError(
            f"{game.name} has cycles, so one process must solve what can be reached: leave out --cluster."
        )
