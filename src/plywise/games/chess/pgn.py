"""PGN: played games as text, one after the other; for each its tags, then its actions in SAN, then its result.

    [Event "Casual"]            Comments {in braces, or ; to the end of the line}, signs such as !? and $1, and
    [White "Anderssen"]         variations (in parentheses, nested) may stand between the actions. All are kept, and
    [Result "1-0"]              so is every tag.

    1. e4 e5 {bold} 2. f4 1-0

At a board, a third repetition or fifty quiet moves end a game only when a player claims the draw. Reading therefore
continues where `Record.play` would stop, up to seventy-five quiet moves.

>>> first, second = read_pgn("1. e4 e5 {bold} 2. f4!? 1-0 1. d4 (1. c4 c5) d5 *")
>>> first.record.action_names, first.result, first.nodes[2].comment, first.nodes[3].signs
(['e4', 'e5', 'f4'], '1-0', 'bold', (5,))
>>> [write_pgn([game]).splitlines()[-1] for game in (first, second)]
['1. e4 e5 {bold} 2. f4 $5 1-0', '1. d4 (1. c4 c5) 1... d5 *']
"""

from collections.abc import Iterable, Mapping

from plywise.games.chess.board import CLOCK_AT, MOVE_AT, State, player_of
from plywise.games.chess.game import Chess
from plywise.games.chess.notation import san
from plywise.games.shared.movetext import Dialect, read_movetext, token_pattern, write_movetext
from plywise.rules import Game, RecordError, RecordTree

ROSTER = {"Event": "?", "Site": "?", "Date": "????.??.??", "Round": "?", "White": "?", "Black": "?", "Result": "*"}
"""The seven tags that every PGN has, in order, and what stands for an unknown value."""

RESULTS = {"1-0": "1-0", "0-1": "0-1", "1/2-1/2": "1/2-1/2", "½-½": "1/2-1/2", "*": "*"}
STANDARD = ("", "chess", "standard", "normal", "from position")
MOST_QUIET = 150
"""After this many plies without a capture or a pawn's move a game is over, whether anyone claims it or not."""


def read_pgn(text: str) -> list[RecordTree]:
    """Read all games of a PGN; raises RecordError with the line where one can't be played."""
    found = read_movetext(text, PGN)
    if not found:
        raise RecordError("There is no game in this PGN: write some actions, such as 1. e4 e5 *.")
    return found


def write_pgn(trees: Iterable[RecordTree]) -> str:
    """Write games one after the other, the seven tags of each first."""
    return write_movetext(trees, PGN)


def _begin(tags: Mapping[str, str]) -> tuple[Game, State]:
    variant = tags.get("Variant", "")
    if variant.lower() not in STANDARD:
        raise RecordError(f"it is a game of {variant}: only standard chess can be read.")
    game = Chess()
    return game, game.parse_state(tags["FEN"]) if "FEN" in tags else game.initial()


def _find(game: Game, state: State, text: str) -> int:
    """Return an action, whether or not a draw could be claimed before it."""
    if state.flags >> CLOCK_AT & 255 >= MOST_QUIET:
        raise RecordError(f"{text} comes after seventy-five moves without a capture: end the game before it.")
    return san.find(game, state, text)


def _first_ply(state: State) -> int:
    return 2 * ((state.flags >> MOVE_AT) - 1) + player_of(state)


PGN = Dialect("PGN", token_pattern(RESULTS), RESULTS, ROSTER, _begin, _find, _first_ply)
