"""Values in the words of games that are won by a margin, or with a probability.

>>> lead_in_words(8, 1, "disc"), lead_in_words(-1, 1, "disc"), lead_in_words(0, 0, "disc")
('B wins by 8 discs', 'A wins by 1 disc', 'a draw')
>>> chance_in_words(0.659, 0)
'A wins 65.9%'
"""

from plywise.rules import player_name


def lead_in_words(value: float, player: int, what: str) -> str:
    """Say who wins by how much, of a value to one of two players."""
    if value == 0:
        return "a draw"
    winner, margin = (player, value) if value > 0 else (1 - player, -value)
    return f"{player_name(winner)} wins by {margin:.3g} {what}{'' if margin == 1 else 's'}"


def chance_in_words(chance: float, player: int) -> str:
    """Say how often a player wins."""
    return f"{player_name(player)} wins {chance:.1%}"
