"""The levels of a game: those measured by `plywise levels`, from the file beside the rules, or default ones.

>>> from plywise.games.nim import Nim
>>> levels = default_levels(Nim())
>>> len(levels.levels), levels.level(1).settings.words, levels.is_calibrated
(7, 'looks 1 ply ahead', False)
>>> LevelChoice.parse("depth=2,temperature=0.5").settings.temperature
0.5
"""

import statistics
from dataclasses import dataclass, replace
from pathlib import Path
from weakref import WeakKeyDictionary

from plywise.agents.algorithms import SearchOptions, SearchPlan, choose_plan
from plywise.agents.beside import file_beside, identify_rules
from plywise.agents.learned import learned_game, open_knowledge
from plywise.knowledge.learned import KnowledgeError
from plywise.knowledge.levels import ENDING, GameLevels, Level, LevelSettings, read_levels
from plywise.knowledge.patterns import LearnedPatterns
from plywise.rules import Game, Limit, Lots, PlywiseError, Record, random_walk

STATES, WALK, SPREAD_SEED = 40, 60, 1
"""How many states the spread of values is taken from, how many plies of a random game, and its seed."""
NO_ESTIMATES = 1 / 8
"""Of the range of utilities, the spread where rules have no estimates."""
FILE = "file"

LOOKING = (
    LevelSettings(depth=1, temperature=1.0),
    LevelSettings(depth=1, temperature=0.25),
    LevelSettings(depth=1),
    LevelSettings(depth=2),
    *(LevelSettings(nodes=nodes) for nodes in (400, 1_200, 4_000, 12_000, 40_000)),
)
"""Default levels of games that have estimates to look ahead by."""
SIMULATING = (
    LevelSettings(depth=1),
    *(LevelSettings(depth=1, simulations=simulations) for simulations in (10, 40, 160, 640, 2_500, 10_000)),
)
"""Default levels of games that are simulated."""

_beside: "WeakKeyDictionary[Game, GameLevels]" = WeakKeyDictionary()


@dataclass(frozen=True, slots=True)
class LevelChoice:
    """Which level is asked for: one by its number, of the game's own levels or those of a file, or its settings."""

    number: int | None = None
    file: str | None = None
    settings: LevelSettings | None = None
    spread: float | None = None

    @classmethod
    def parse(cls, text: str) -> "LevelChoice":
        """Read what is written after `level:`."""
        first, _, rest = text.partition(",")
        if first.strip().isdecimal():
            name, equals, file = rest.partition("=")
            if rest and (name != FILE or not equals or not file):
                raise PlywiseError(f"level:{first} takes one setting, file=FILE, and not '{rest}'.")
            return cls(number=int(first), file=file or None)
        figures = dict(_setting(each) for each in text.split(","))
        spread = figures.pop("spread", None)
        temperature = figures.pop("temperature", 0.0)
        limits = {name: int(figure) for name, figure in figures.items()}
        return cls(settings=LevelSettings(**limits, temperature=temperature), spread=spread)


def _setting(text: str) -> tuple[str, float]:
    """Read one setting of a level."""
    name, _, figure = text.strip().partition("=")
    try:
        if name not in ("depth", "nodes", "simulations", "temperature", "spread"):
            raise ValueError
        return name, float(figure) if name in ("temperature", "spread") else int(figure)
    except ValueError:
        raise PlywiseError(
            f"'level:{text}' can't be read: write level:3, or settings such as level:depth=2,temperature=0.5."
        ) from None


def find_levels(game: Game, file: str | Path | None = None) -> GameLevels:
    """Return a game's levels: those of a file, by default the one beside the rules, or else default ones.

    A file that is named must be of these rules; one beside the game that isn't, or is damaged, counts as none.
    """
    if file is not None:
        return read_levels(file, game, identify_rules(game))
    if game not in _beside:
        _beside[game] = _read_beside(game) or default_levels(game)
    return _beside[game]


def levels_file(game: Game) -> Path | None:
    """Return where the levels of a game lie; None where its rules have no file of their own."""
    return file_beside(game, ENDING)


def _read_beside(game: Game) -> GameLevels | None:
    file = levels_file(game)
    try:
        return read_levels(file, game, identify_rules(game)) if file is not None and file.is_file() else None
    except (KnowledgeError, OSError):
        return None


def default_levels(game: Game) -> GameLevels:
    """Return levels that nobody has measured: they get stronger, but by how much is unknown."""
    algorithm = choose_plan(game, Limit(nodes=1)).last
    settings = SIMULATING if "simulations" in algorithm.ended_by else LOOKING
    levels = tuple(map(Level, settings))
    return GameLevels(game.name, "", algorithm.name, 0.0, levels)  # identifying rules would run them


def level_plans(game: Game, options: SearchOptions) -> tuple[SearchPlan, SearchPlan]:
    """Return what looks a few plies ahead at every action, and what searches; both are what `auto` plays by."""
    searching = choose_plan(game, Limit(nodes=1), None, options)
    if searching.last.name == "alpha-beta":
        return replace(searching, options=replace(searching.options, all_exact=True)), searching
    return choose_plan(game, Limit(depth=1), None, replace(options, all_exact=True)), searching


def value_spread(game: Game) -> float:
    """Return by how much estimates of a state's successors usually differ: the median of standard deviations.

    >>> from plywise.games.placing.tic_tac_toe import TicTacToe
    >>> 0 < value_spread(TicTacToe()) < 100
    True
    """
    looking, _ = level_plans(game, SearchOptions())
    knowledge = open_knowledge(looking.options.knowledge, game)
    estimated = learned_game(game, knowledge) if isinstance(knowledge, LearnedPatterns) else game
    low, high = game.utility_range
    if not estimated.offers("evaluate"):
        return (high - low) * NO_ESTIMATES or 1.0
    lots = Lots(SPREAD_SEED)
    records = [random_record(game, lots, lots.below(WALK)) for _ in range(STATES)]
    found = [_deviation(estimated, record) for record in records]
    differing = [each for each in found if each > 0]
    return statistics.median(differing) if differing else 1.0


def random_record(game: Game, lots: Lots, plies: int) -> Record:
    """Return a record after some random plies, from which a player goes on; a new one where the game ended before."""
    record = random_walk(game, lots, plies)
    return random_walk(game, lots, 0) if record.is_over else record


def _deviation(game: Game, record: Record) -> float:
    """Return the standard deviation of the estimates of a state's successors."""
    player = game.to_move(record.state)
    successors = (game.result(record.state, action) for action in record.options())
    values = [game.evaluate(each, player) for each in successors if not game.is_terminal(each)]
    return statistics.pstdev(values) if len(values) > 1 else 0.0
