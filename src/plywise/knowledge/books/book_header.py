"""The head of a book: whose it is, from how many games, with which limits, and when a game leaves it."""

from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Leaving:
    """After how many plies games leave a book that is made of others: every tenth game was held out to find out."""

    games: int
    """How many games were held out."""
    mean: float
    median: float
    stayed: int
    """How many were still in the book at its last ply, or at their end; they count with that ply."""

    def describe(self) -> str:
        """Say it in a sentence.

        >>> Leaving(100, 9.25, 9, 3).describe().partition(", ")[2]
        'half stay in the book of the others for 9 plies at most, 9.2 on average; 3 never leave it.'
        """
        if not self.games:
            return "No games were held out: there are too few of them."
        stay = f"half stay in the book of the others for {self.median:g} plies at most"
        never = f"{self.stayed:,} never leave it"
        return f"Of {self.games:,} games that were held out, {stay}, {self.mean:.1f} on average; {never}."


@dataclass(frozen=True, slots=True)
class BookHeader:
    """What a book says of itself."""

    game: str
    """The spec that the game was loaded by, or its name."""
    rules: str
    """The fingerprint of the rules; empty where they can't be read."""
    start: int
    """The key of the initial state: it changes where a game's `key` or `canonical` does."""
    games: int
    plies: int
    """How many plies of each game were counted."""
    min_games: int
    """States with fewer games than this were left out."""
    states: int
    moves: int
    leaving: Leaving

    def to_data(self) -> dict[str, Any]:
        """Return the header as JSON holds it."""
        return asdict(self)

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> "BookHeader":
        """Read what `to_data` wrote; raises KeyError, TypeError or ValueError for anything else."""
        leaving = Leaving(**data["leaving"])
        header = cls(**{**data, "leaving": leaving})
        counts = [header.games, header.plies, header.min_games, header.states, header.moves]
        counts += [leaving.games, leaving.stayed]
        figures = (leaving.mean, leaving.median)
        if not all(type(count) is int and 0 <= count < 1 << 62 for count in counts) or type(header.start) is not int:
            raise ValueError("counts are whole numbers")
        if not all(type(figure) in (int, float) and 0 <= figure < 1e9 for figure in figures):
            raise ValueError("figures are numbers")
        if not all(isinstance(data[name], str) for name in ("game", "rules")):
            raise TypeError("names are texts")
        return header
