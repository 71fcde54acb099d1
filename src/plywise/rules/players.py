"""Who moves: a player is a seat, numbered 0, 1, ...; CHANCE is nature, who rolls the dice.

>>> player_name(0), player_name(2), player_name(CHANCE)
('A', 'C', 'chance')
"""

CHANCE = -1
"""The player to move where the next state is drawn at random; `chances` gives the probabilities."""

MAX = 0
"""The book's name for player 0 of a two-player game, to whom its figures give their values."""


def player_name(player: int) -> str:
    """Name a seat as the book does: A, B, C, ..."""
    return "chance" if player == CHANCE else chr(ord("A") + player)
