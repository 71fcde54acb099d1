"""Values in the words of games that are won by a margin, or with a probability.

>>> colours = ("Black", "White")
>>> lead_in_words(8, 1, "disc", colours), lead_in_words(-1, 1, "disc", colours), lead_in_words(0, 0, "disc", colours)
('White wins by 8 discs', 'Black wins by 1 disc', 'a draw')
>>> chance_in_words(0.659, 0)
'A wins 65.9%'
"""

from collections.abc import Sequence

from plywise.rules import player_name


def lead_in_words(value: float, player: int, what: str, names: Sequence[str]) -> str:
    """Say who of two players, who have names, wins by how much, of a value to one of them."""
    if value == 0:
        return "a draw"
    winner, margin = (player, value) if value > 0 else (1 - player, -value)
    return f"{names[winner]} wins by {margin:.3g} {what}{'' if margin == 1 else 's'}"


def tell_counts(counts: Sequence[int], names: Sequence[str]) -> str:
    """Say who of two players won a count.

    >>> tell_counts((20, 44), ("Black", "White")), tell_counts((24, 24), ("South", "North"))
    ('White wins 44 to 20', 'A draw, 24 each')
    """
    if counts[0] == counts[1]:
        return f"A draw, {counts[0]} each"
    return f"{names[int(counts[1] > counts[0])]} wins {max(counts)} to {min(counts)}"


def chance_in_words(chance: float, player: int) -> str:
    """Say how often a player wins."""
    return f"{player_name(player)} wins {chance:.1%}"
