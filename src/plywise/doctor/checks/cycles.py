"""Whether play comes to an end."""

from collections.abc import Iterator
from typing import Any

from plywise.doctor.case import Case
from plywise.doctor.report import Finding, Level
from plywise.doctor.sample import LAST_TRY, Line
from plywise.doctor.values import short

DECLARE = "Declare cyclic = True, and repetition = 'draw' or 'illegal' if a repeated state ends the game."
DECLARE_WITH_CHANCE = "Declare cyclic = True."


def check_repetition(case: Case) -> Iterator[Finding]:
    """Only a cyclic game can repeat states."""
    if case.game.repetition and not case.game.cyclic:
        what = f"repetition is {case.game.repetition!r}, but the game is not declared cyclic."
        yield case.misdeclared("repetition", "repetition", what, "Declare cyclic = True, or repetition = None.")


def check_cycles(case: Case) -> Iterator[Finding]:
    """A game in which a state can come up again must say so, and only such a game."""
    cycle = case.graph.cycle
    if case.game.cyclic:
        if case.graph.is_complete and cycle is None:
            what = f"The game is declared cyclic, but none of its {len(case.graph.states):,} states can come up again."
            fix = "Declare cyclic = False: then a search has less to remember."
            yield case.misdeclared("no-cycle", "cyclic", what, fix, level="note")
        yield from _check_cyclic_end(case)
        return
    if cycle is not None:
        name = case.name(cycle.state, cycle.action)
        what = (
            f"After {name} in {case.watch.show(cycle.state)}, the state of {_plies(cycle.plies)} before comes up again."
        )
        yield case.finding("undeclared-cycle", "result", what, _mend(case), cycle.back_to)
        return
    for line in case.sample.lines:
        repeated = _repetition(case, line)
        if repeated is not None:
            early, late = repeated
            what = f"In a random game, the state after ply {early} comes up again after ply {late}."
            yield case.finding("undeclared-cycle", "result", what, _mend(case), line.seen[late].state)
            return
    yield from _check_end(case)


def _check_end(case: Case) -> Iterator[Finding]:
    """Random games must end."""
    for line in case.sample.lines:
        if line.is_cut:
            last = short(line.seen[-1].state)
            what = f"A random game wasn't over after {len(line.chosen):,} plies; it had come to {last}."
            fix = (
                "Let is_terminal end the game, after 200 plies for example; or declare cyclic = True if states repeat."
            )
            rule = "is_terminal" if case.game.offers("is_terminal") else "actions"
            yield case.finding("endless-game", rule, what, fix, line.seen[-1].state)
            return


def _check_cyclic_end(case: Case) -> Iterator[Finding]:
    """A game in which states may come up again must still be able to end."""
    rule = "is_terminal" if case.game.offers("is_terminal") else "actions"
    if case.game.repetition is None and case.graph.is_complete:
        stuck = case.graph.without_end()
        if not case.graph.terminals:
            what = f"The game never ends: none of its {len(case.graph.states):,} states is terminal."
            yield case.finding("endless-game", rule, what, _let_end(case), stuck)
            return
        if stuck is not None:
            what = "Play can't end from this state: none of the states that can follow is terminal."
            yield case.finding("endless-game", rule, what, _let_end(case), stuck, level="warning")
            return
    lines = case.sample.lines
    if any(line.utilities is not None for line in lines) or case.game.repetition == "illegal":
        return  # where no state may come up again, a finite game ends
    longest = max(lines, key=lambda line: len(line.chosen))
    what = f"None of {len(lines)} random games came to an end; the longest had {len(longest.chosen):,} plies."
    level: Level = "warning" if len(longest.chosen) == LAST_TRY else "note"  # too little time to say more
    yield case.finding("endless-game", rule, what, _let_end(case), longest.seen[-1].state, level=level)


def _let_end(case: Case) -> str:
    """Say how a cyclic game can end."""
    ways = "Let is_terminal end the game: check whether play can jump past the state that it waits for"
    return f"{ways}." if case.game.has_chance or case.game.repetition else f"{ways}; or declare repetition = 'draw'."


def _repetition(case: Case, line: Line) -> tuple[int, int] | None:
    """Return the plies before and after which the same state stood, if any."""
    first: dict[Any, int] = {}
    for ply, seen in enumerate(line.seen):
        key = case.ask("repetition_key", seen.state)
        if key is not None and key in first:
            return first[key], ply
        first[key] = ply
    return None


def _mend(case: Case) -> str:
    """Say how to declare a cycle; with dice, states may come up again without anyone wanting a draw."""
    return DECLARE_WITH_CHANCE if case.game.has_chance else DECLARE


def _plies(count: int) -> str:
    return "one ply" if count == 1 else f"{count} plies"
