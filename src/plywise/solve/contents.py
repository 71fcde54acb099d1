"""What the tables of a game hold."""

from plywise.rules import Game

OUTCOMES = "outcomes"


def table_contents(game: Game) -> str:
    """Return what tables of a game hold, in words.

    >>> import plywise
    >>> [table_contents(plywise.load_game(name)) for name in ("nim", "pig", "three-kings")]
    ['outcomes', 'expected values', 'what each player gets']
    """
    if game.has_chance:
        return "expected values"
    return OUTCOMES if game.is_adversarial else "what each player gets"
