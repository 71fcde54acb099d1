"""How much room text takes in a picture whose reader's fonts are not known: a careful guess, on the wide side.

>>> text_width("ii", 10) < text_width("mm", 10)
True
>>> wrap("to be or not to be", 60, 10)
['to be or not', 'to be']
"""

from collections.abc import Sequence

from plywise.rules import CHANCE, player_name

NARROW, WIDE = frozenset("iljtfrI.,:;'|![]()/ "), frozenset("mwMWO@%∞…")
NARROW_EM, USUAL_EM, WIDE_EM = 0.36, 0.62, 0.92


def text_width(text: str, size: float) -> float:
    """Return about how wide a text is drawn at a font size."""
    ems = sum(NARROW_EM if sign in NARROW else WIDE_EM if sign in WIDE else USUAL_EM for sign in text)
    return round(ems * size, 2)


def wrap(text: str, width: float, size: float) -> list[str]:
    """Break a text into lines that fit a width; a word that is longer stands alone."""
    lines: list[str] = []
    for word in text.split():
        if lines and text_width(f"{lines[-1]} {word}", size) <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def seat_letter(names: Sequence[str], player: int | None) -> str:
    """Return the letter that stands for a player: the initial of its name where no two share one.

    >>> seat_letter(["Red", "Blue"], 1), seat_letter(["North", "Nadir"], 1), seat_letter((), 2)
    ('B', 'B', 'C')
    """
    if player is None or player == CHANCE:
        return ""
    initials = [name[:1].upper() for name in names]
    return initials[player] if len(set(initials)) == len(initials) > player else player_name(player)


def shorten(text: str, most: int) -> str:
    """Cut a long name short.

    >>> shorten("a very long name", 8)
    'a very …'
    """
    return text if len(text) <= most else f"{text[: most - 1]}…"
