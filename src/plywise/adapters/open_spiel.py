"""Games of OpenSpiel as games of ours: those in which everybody sees everything, dice included, on the plain engine.

    open-spiel:tic_tac_toe                          as OpenSpiel itself spells a game
    open-spiel:breakthrough(rows=6,columns=6)       with its parameters
    open-spiel:hex(board_size=3):merge=true         states that read the same count as one

A state is what was played so far. That is always right, since a game may look back, as a count of moves without a
capture or a repetition does; but two orders of the same moves are two states then, and a table finds neither by the
other. With `merge`, states count as one when their texts, the player to move and the number of moves agree: that is
right for a game whose text says everything that matters, and it is you who says so.
"""

from collections.abc import Hashable, Iterator
from dataclasses import dataclass, field
from typing import Any

from plywise.rules import CatalogError, Game, NotationError, View

START = "start"
"""The name of the first state; others are named by the numbers of what was played."""

PYTHON_GAMES = "python_"
"""How the names of those games of OpenSpiel begin that are written in Python."""


@dataclass(frozen=True, slots=True)
class SpielState:
    """A state of OpenSpiel's, which is never changed, and what it is compared by."""

    identity: Hashable
    position: Any = field(compare=False)


class OpenSpielGame(Game):
    """A game of OpenSpiel without chance."""

    def __init__(self, spiel_game: Any, merge: bool = False) -> None:
        self.spiel_game, self.merge = spiel_game, merge
        self.players = spiel_game.num_players()
        self.utility_range = spiel_game.min_utility(), spiel_game.max_utility()
        self.utility_sum = spiel_game.utility_sum()
        self.max_actions = max(spiel_game.num_distinct_actions(), spiel_game.max_chance_outcomes())
        self.distinct_actions = spiel_game.num_distinct_actions()

    @property
    def name(self) -> str:
        """The name that OpenSpiel gives the game."""
        return str(self.spiel_game.get_type().short_name)

    def initial(self) -> SpielState:
        """Return the state in which OpenSpiel starts."""
        return self.wrapped(self.spiel_game.new_initial_state())

    def to_move(self, state: SpielState) -> int:
        """Return the player to move, or CHANCE, which OpenSpiel numbers as we do."""
        return int(state.position.current_player())

    def actions(self, state: SpielState) -> list[int]:
        """List OpenSpiel's legal actions."""
        return list(state.position.legal_actions())

    def result(self, state: SpielState, action: Any) -> SpielState:
        """Return the state after an action or an outcome, on a copy."""
        return self.wrapped(state.position.child(action))

    def is_terminal(self, state: SpielState) -> bool:
        """Whether the game is over."""
        return bool(state.position.is_terminal())

    def utility(self, state: SpielState, player: int) -> float:
        """Return all that a player has got on the way here."""
        return float(state.position.returns()[player])

    def action_name(self, state: SpielState, action: Any) -> str:
        """Name an action as OpenSpiel does, on one line."""
        position = state.position
        if position.is_terminal() or action not in position.legal_actions():
            return str(action)
        return " ".join(position.action_to_string(position.current_player(), action).split())

    def state_name(self, state: SpielState) -> str:
        """Write the numbers of all actions and outcomes so far, such as 4 0 8."""
        return " ".join(map(str, state.position.history())) or START

    def parse_state(self, text: str) -> SpielState:
        """Play what `state_name` writes."""
        position = self.spiel_game.new_initial_state()
        for word in text.split() if text.strip() != START else ():
            if not word.isdecimal() or position.is_terminal() or int(word) not in position.legal_actions():
                raise NotationError(f"'{text}' is not a state of {self.name}: {word} can't be played there.")
            position.apply_action(int(word))
        return self.wrapped(position)

    def view(self, state: SpielState) -> View:
        """Show OpenSpiel's text: as a board where its lines are equally long, else as it is."""
        text = str(state.position)
        lines = text.strip("\n").split("\n")
        if len(lines) > 1 and len({len(line) for line in lines}) == 1:
            return View.from_rows(lines)
        return View(caption=text)

    def wrapped(self, position: Any) -> SpielState:
        """Return a position as a state."""
        history = tuple(position.history())
        if self.merge:
            return SpielState((len(history), position.current_player(), str(position)), position)
        return SpielState(history, position)


class OpenSpielChanceGame(OpenSpielGame):
    """A game of OpenSpiel with dice or cards that everybody sees."""

    def chances(self, state: SpielState) -> Iterator[tuple[int, float]]:
        """Yield OpenSpiel's outcomes, those that can't happen left out."""
        for outcome, probability in state.position.chance_outcomes():
            if probability > 0:
                yield outcome, probability


def load_open_spiel(game: str = "", merge: bool = False) -> OpenSpielGame:
    """Return the game that OpenSpiel knows by a name, with its parameters; refuses what can't be searched as ours.

    >>> load_open_spiel("nim(pile_sizes=1;2)").players
    2
    """
    pyspiel = import_pyspiel(game)
    known = {kind.short_name: kind for kind in pyspiel.registered_games()}
    name, opened, _ = game.partition("(")
    if name not in known:
        listed = ", ".join(sorted(short for short, kind in known.items() if not refusal(pyspiel, kind)))
        raise CatalogError(f"OpenSpiel has no game called '{name}': choose one of {listed}.")
    try:
        given = set(pyspiel.game_parameters_from_string(game)) - {"name"} if opened else set()
        if unknown := given - set(known[name].parameter_specification):
            listed = ", ".join(sorted(known[name].parameter_specification)) or "none"
            raise CatalogError(f"{name} of OpenSpiel has no parameter {min(unknown)}: it knows {listed}.")
        found = pyspiel.load_game(game)
        kind = found.get_type()  # what is registered of a game made from another says nothing of that one
        if problem := refusal(pyspiel, kind):
            raise CatalogError(f"{game} can't be searched as a game of ours: {problem}.")
    except (pyspiel.SpielError, RuntimeError) as error:
        raise CatalogError(f"OpenSpiel can't make {game}: {' '.join(str(error).split()).rstrip('.')}.") from None
    has_chance = kind.chance_mode != pyspiel.GameType.ChanceMode.DETERMINISTIC
    return (OpenSpielChanceGame if has_chance else OpenSpielGame)(found, merge)


def import_pyspiel(game: str) -> Any:
    """Import OpenSpiel, with its games in Python where one of those is asked for."""
    try:
        import pyspiel

        if game.startswith(PYTHON_GAMES):
            import open_spiel.python.games  # noqa: F401
    except ImportError as error:
        raise CatalogError(
            f"Games of OpenSpiel need the extra `open-spiel`: run pip install 'plywise[open-spiel]' ({error})."
        ) from None
    return pyspiel


def refusal(pyspiel: Any, kind: Any) -> str:
    """Say why a kind of game can't be searched, in words that complete a sentence; nothing where it can."""
    if kind.dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS:
        return "its players move at the same time, and here one moves after the other"
    if kind.dynamics == pyspiel.GameType.Dynamics.MEAN_FIELD:
        return "it is a mean-field game, whose players are a crowd"
    if kind.chance_mode == pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC:
        return "it draws its chances itself instead of listing them, so that nothing can be averaged"
    if kind.information == pyspiel.GameType.Information.IMPERFECT_INFORMATION:
        return "it hides something from its players, and a search here would see it"
    return ""
