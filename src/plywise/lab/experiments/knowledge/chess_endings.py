"""Statement 10: how large the table of an ending is, and how long its wins take."""

import random
import tempfile
from collections.abc import Sequence
from typing import Any, ClassVar

from plywise.agents.tables import Tables
from plywise.games.chess import Chess
from plywise.lab.frame import Axes, Experiment, Judgement, LabFigure, LabSettings, Measurements, PlotPoint, Ruling
from plywise.solve import solve_game

KINGS, KBNK = "kings", "KBNvK"
LONGEST = {"KRvK": 16, "KQvK": 10, KBNK: 33}
"""Moves of the longest wins, as endgame literature has them."""
TEXT_SLOTS = 3_494_568
"""Of king, bishop and knight against king: the text's sum, and the slots of both its tables."""


class ChessEndings(Experiment):
    """Counts placements of kings, solves endings, and plays the table's longest win to the mate."""

    number, name = 10, "chess-endings"
    title = "Endings of chess, looked up"
    claim = """How big will the KBNK lookup table be? It turns out there are 462 ways that two kings can be placed
on the board without being adjacent. [...] so there are just 462 × 62 × 61 × 2 = 3,494,568 possible positions. [...]
Continue this search until all 3,494,568 positions are resolved as win, loss, or draw, and you have an infallible
lookup table for all KBNK endgames."""
    source = "Russell & Norvig, section 5.4.4"
    how = """Placements of two kings are counted, with and without the board's eight symmetries. Endings are solved
by retrograde analysis. Slots are the places of an ending's two tables, one for each side to move; not every slot is a
state, since pieces may stand on one square, or the side that has moved may be in check. A table is infallible as far as
this shows: the play that it gives from a state whose win takes longest ends in mate after exactly as many plies as it
says. Quick runs solve king and rook against king only."""
    quick: ClassVar[LabSettings] = {"tiers": ["KRvK"]}
    full: ClassVar[LabSettings] = {"tiers": ["KRvK", "KQvK", KBNK]}
    axes = Axes("plies until mate", "states won by the player to move")

    def cases(self, settings: LabSettings) -> list[Any]:
        """Return the kings, and the endings to solve."""
        return [KINGS, *settings["tiers"]]

    def observe(self, settings: LabSettings, case: Any, chooser: random.Random) -> Any:
        """Count kings, or solve an ending."""
        return _count_kings() if case == KINGS else self.solve(case)

    def solve(self, tier: str) -> dict[str, Any]:
        """Solve an ending, and play its longest win."""
        from plywise.solve.report import report_tables

        game = Chess()
        with tempfile.TemporaryDirectory() as folder:
            solve_game(game, folder, tier=tier, spec="chess")
            tables = Tables(game, folder)
            reports = [report for report in report_tables(tables) if report.longest is not None]
            found = max(reports, key=lambda report: report.longest.plies if report.longest else 0)
            longest = found.longest
            assert longest is not None, "an ending that is named has wins"
            state = game.parse_state(longest.state)
            for name in longest.line:
                state = game.result(state, game.parse_action(state, name))  # type: ignore[arg-type]
            entries = [report.entry for report in report_tables(tables) if report.entry.name.split()[0] == tier]
            return {
                "slots": sum(entry.slots for entry in entries),
                "states": sum(entry.states for entry in entries),
                "wins": list(found.wins),
                "plies": longest.plies,
                "played": len(longest.line),
                "mated": game.is_terminal(state) and game.utility(state, game.to_move(state)) == -1,
            }

    def summarise(self, settings: LabSettings, cases: Sequence[Any], observed: Sequence[Any]) -> Measurements:
        """Return counts, and the longest win of each ending in moves."""
        raw, unlike = observed[0]
        figures = {
            "placements of two kings": LabFigure.exact(raw, "462"),
            "placements unlike by symmetry": LabFigure.exact(unlike, "462"),
            "positions by the text's sum": LabFigure.exact(unlike * 62 * 61 * 2, f"{TEXT_SLOTS:,}"),
        }
        curves, faults = {}, 0
        for tier, seen in zip(cases[1:], observed[1:], strict=True):
            moves = (seen["plies"] + 1) // 2
            said = f"{LONGEST[tier]} moves (literature)" if tier in LONGEST else ""
            figures[f"longest win of {tier}, moves"] = LabFigure.exact(moves, said)
            figures[f"slots of {tier}"] = LabFigure.exact(seen["slots"], f"{TEXT_SLOTS:,}" if tier == KBNK else "")
            figures[f"states of {tier}"] = LabFigure.exact(seen["states"])
            faults += not seen["mated"] or seen["played"] != seen["plies"] or moves != LONGEST[tier]
            curves[tier] = [PlotPoint.at(plies, count) for plies, count in enumerate(seen["wins"]) if plies % 2]
        figures["endings whose table erred"] = LabFigure.exact(faults, "0")
        return Measurements(figures, curves)

    def judge(self, found: Measurements) -> Judgement:
        """The sum must be as printed, tables without fault and as large; 462 is right only up to symmetry."""
        if found["endings whose table erred"].value:
            return Judgement(
                Ruling.FAILS, "A table's longest win doesn't end in mate as it says, or isn't the known one."
            )
        unlike, raw = found["placements unlike by symmetry"].value, found["placements of two kings"].value
        if found["positions by the text's sum"].value != TEXT_SLOTS:
            return Judgement(Ruling.WRONG, f"There are {unlike:.0f} unlike placements of kings, so the sum is wrong.")
        wins = [name for name in found.figures if name.startswith("longest win")]
        known = ", ".join(f"{name.split()[3].rstrip(',')} in {found[name].value:.0f} moves" for name in wins)
        said = f"462 placements of kings, if those alike by symmetry count once ({raw:,.0f} otherwise)"
        if f"slots of {KBNK}" in found.figures:
            slots, states = found[f"slots of {KBNK}"].value, found[f"states of {KBNK}"].value
            size = f"the tables of {KBNK} have {slots:,.0f} slots, {states:,.0f} of them states"
            if slots != TEXT_SLOTS:
                return Judgement(Ruling.FAILS, f"{said}; but {size}.")
            return Judgement(Ruling.HOLDS, f"{said}; {size}; longest wins: {known}, each played to the mate.")
        return Judgement(Ruling.LIMITED, f"{said}; longest win: {known}. KBNK is solved in the full run only.")


def _count_kings() -> tuple[int, int]:
    """Count placements of two kings that aren't adjacent: all, and those unlike by turning and mirroring the board."""
    places = {(a, b) for a in range(64) for b in range(64) if max(abs(a // 8 - b // 8), abs(a % 8 - b % 8)) > 1}
    unlike = {min(_turned(pair, turn) for turn in range(8)) for pair in places}
    return len(places), len(unlike)


def _turned(pair: tuple[int, int], turn: int) -> tuple[int, ...]:
    """Return a placement under one of the board's eight symmetries."""
    found = []
    for square in pair:
        row, column = divmod(square, 8)
        row, column = (7 - row if turn & 1 else row), (7 - column if turn & 2 else column)
        found.append(8 * column + row if turn & 4 else 8 * row + column)
    return tuple(found)
