"""Looks for puzzles: states of games that agents play, or of tables, in which exactly one action keeps the value."""

import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from plywise.agents import Agent, SearchOptions, open_tables
from plywise.matches import Openings
from plywise.report.puzzles.puzzle import Puzzle, PuzzleOptions
from plywise.report.puzzles.searching import Grader, ProvenActions
from plywise.report.solved import SolvedAction, TableSolution, best_actions, drawn_choices, solve_game_wholly
from plywise.rules import Game, Limit, PlywiseError, Record

LONGEST_GAME = 200
"""Plies that a game is played on."""
DRAWN = 5_000
"""States of tables that are looked at."""
Candidate: TypeAlias = tuple[Any, list[SolvedAction], str, tuple[str, ...]]

FAR = 14
"""Plies before the end of a game in which a search may prove something."""


def find_puzzles(
    game: Game,
    options: PuzzleOptions | None = None,
    *,
    known: Sequence[Puzzle] = (),
    first_game: int = 0,
    on_found: Callable[[Puzzle], None] = lambda puzzle: None,
    on_game: Callable[[int], None] = lambda number: None,
    on_note: Callable[[str], None] = lambda note: None,
) -> list[Puzzle]:
    """Find states in which exactly one action keeps the value, the easiest first; each is proven.

    Values come from solved tables, from solving the game, or from searches to the end of it; `on_found` hears of each
    puzzle as it is found, `on_game` of the number of each game before it is played. With what they were given, as
    `known` and `first_game`, the same call continues a search that was stopped.

    >>> from plywise.games.placing.tic_tac_toe import TicTacToe
    >>> puzzles = find_puzzles(TicTacToe(), PuzzleOptions(count=3, engine="plain"))
    >>> puzzles[0].goal, puzzles[0].source
    ('draw', 'solved')
    """
    options = options or PuzzleOptions()
    if not game.is_adversarial or game.has_chance or game.repetition == "illegal":
        raise PlywiseError(
            f"Puzzles need a game of two without dice, whose states are worth the same however they came up: "
            f"{game.name} isn't one."
        )
    found: dict[Any, Puzzle] = {game.key(game.canonical(each.state)): each for each in known}
    search = _Search(game, options, first_game, on_game, on_note)
    with ExitStack() as stack:
        grader = stack.enter_context(Grader(game, options.engine))
        for state, actions, source, line in search.candidates(stack) if len(found) < options.count else ():
            key = game.key(game.canonical(state))
            best = best_actions(actions)
            if key in found or len(actions) < 2 or len(best) != 1:
                continue
            on_note("looking how deep a search must look for a puzzle's answer")
            puzzle = _graded(grader, state, actions, best[0], source, line)
            if puzzle.depth is None or puzzle.depth >= options.least_depth:
                found[key] = puzzle
                on_found(puzzle)
                if len(found) == options.count:
                    break
    return sorted(found.values(), key=lambda puzzle: (puzzle.depth or 99, puzzle.distance or 0))


def _graded(
    grader: Grader, state: Any, actions: list[SolvedAction], best: SolvedAction, source: str, line: tuple[str, ...]
) -> Puzzle:
    game = grader.game
    others = tuple((each.action, each.value) for each in actions if each is not best)
    depth = grader.grade(state, best.action)
    player = game.to_move(state)
    return Puzzle(game, state, player, best.action, best.value, best.distance, depth, others, source, line)


@dataclass(frozen=True, slots=True)
class _Search:
    """Where puzzles are looked for."""

    game: Game
    options: PuzzleOptions
    first_game: int
    on_game: Callable[[int], None]
    on_note: Callable[[str], None]

    def candidates(self, stack: ExitStack) -> Iterator[Candidate]:
        """Yield states with the proven worth of each of their actions, by what it is proven, and how they came up."""
        game, options = self.game, self.options
        if options.tables is not None:
            tables = options.tables
            opened = open_tables(tables, game) if isinstance(tables, str | Path) else tables
            solution = TableSolution(opened)
            if opened.solved(game.initial()) is None:
                self.on_note("drawing states of the tables")
                drawn = drawn_choices(solution, DRAWN, options.seed)
                yield from ((state, actions, "table", ()) for state, actions in drawn)
            else:
                yield from ((state, solution.actions(state), "table", line) for state, line in self.played())
            return
        scratch = stack.enter_context(tempfile.TemporaryDirectory())
        solved = solve_game_wholly(game, options.solve_states, Path(scratch) / "tables", self.on_note)
        if solved is not None:
            yield from ((state, solved.actions(state), "solved", line) for state, line in self.played())
            return
        proofs = stack.enter_context(ProvenActions(game, options.proof_nodes, options.engine))
        for record in self.games():
            for state, line in reversed(_states(record)[-FAR:]):
                actions = proofs.actions(state)
                if not actions:  # what is farther from the end is harder to prove
                    break
                yield state, actions, "search", line

    def played(self) -> Iterator[tuple[Any, tuple[str, ...]]]:
        """Yield the states of games that agents play, and how they came up."""
        for record in self.games():
            yield from _states(record)

    def games(self) -> Iterator[Record]:
        """Play games between competent agents, from random openings; yield those that end."""
        game, options = self.game, self.options
        openings = Openings(game, seed=options.seed)
        limit = Limit(nodes=options.play_nodes)
        for number in range(self.first_game, options.games):
            self.on_game(number)
            self.on_note(f"playing game {number + 1:,}")
            search = SearchOptions(engine=options.engine, wait=True, seed=options.seed + number)
            with closing(Agent(game, options=search)) as agent:
                record = openings[number].begin(game)
                while not record.is_over and len(record.actions) < LONGEST_GAME:
                    action = agent.decide(record.state, limit=limit, history=record.history).action
                    record.add(action)
            if record.is_over and not record.is_repeated:
                yield record


def _states(record: Record) -> list[tuple[Any, tuple[str, ...]]]:
    """Return the states of a game but for the last, each with the actions that led to it."""
    names = tuple(record.action_names)
    return [(state, names[:ply]) for ply, state in enumerate(record.states[:-1])]
