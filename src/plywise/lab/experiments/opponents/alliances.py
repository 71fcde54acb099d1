"""Statement 15: two weak players turn on the strong one, each out of selfishness."""

import random
from collections.abc import Sequence
from typing import Any, ClassVar

from plywise.games.three_kings import ThreeKings
from plywise.lab.frame import Axes, Experiment, Judgement, LabFigure, LabSettings, Measurements, PlotPoint, Ruling
from plywise.search.textbook.max_n import max_n


class Alliances(Experiment):
    """Asks max^n whom each weak king strikes, with armies of all sizes."""

    number, name = 15, "alliances"
    was_adjusted = True
    title = "The weak join forces against the strong"
    claim = """Suppose A and B are in weak positions and C is in a stronger position. Then it is often optimal for
both A and B to attack C rather than each other, lest C destroy each of them individually. In this way,
collaboration emerges from purely selfish behavior. Of course, as soon as C weakens under the joint onslaught, the
alliance loses its value."""
    source = "Russell & Norvig, section 5.2.2"
    how = """Three kings strike one another, and those who survive share the land. For all armies of A and B, and C
with a multiple of the stronger of the two, max^n says what A gets by striking B first and by striking C first.
Striking C is optimal where it gives no less, and better where it gives more. The same with C weaker than both."""
    quick: ClassVar[LabSettings] = {"most": 6, "strikes": 4, "multiples": [0.5, 0.75, 1.0, 1.25, 1.5, 2.0]}
    full: ClassVar[LabSettings] = {
        "most": 14,
        "strikes": 4,
        "multiples": [0.25, 0.5, 0.75, 0.9, 1.0, 1.1, 1.25, 1.5, 1.75, 2.0, 3.0],
    }
    axes = Axes("armies of C, as a multiple of the stronger of A and B", "share of starts")

    def cases(self, settings: LabSettings) -> list[Any]:
        """Return the multiples."""
        return list(settings["multiples"])

    def observe(self, settings: LabSettings, case: Any, chooser: random.Random) -> dict[str, int]:
        """Count whom A should strike, over all armies of A and B."""
        counts = {"C": 0, "B": 0, "either": 0}
        for first in range(1, settings["most"] + 1):
            for second in range(1, settings["most"] + 1):
                third = max(1, round(case * max(first, second)))
                game = ThreeKings((first, second, third), settings["strikes"])
                counts[self.preferred(game)] += 1
        return counts

    def preferred(self, game: ThreeKings) -> str:
        """Return whom A does better to strike first."""
        start = game.initial()
        at_b, at_c = (max_n(game, game.result(start, king))[0][0] for king in (1, 2))
        return "either" if at_b == at_c else "C" if at_c > at_b else "B"

    def summarise(self, settings: LabSettings, cases: Sequence[Any], observed: Sequence[Any]) -> Measurements:
        """Return the shares of those who have a preference, with C strong and with C weak."""
        curves: dict[str, list[PlotPoint]] = {"striking C is better": [], "striking B is better": []}
        for multiple, seen in zip(cases, observed, strict=True):
            starts = sum(seen.values())
            for points, king in zip(curves.values(), "CB", strict=True):
                points.append(PlotPoint.at(multiple, seen[king] / starts))
        figures = {}
        for name, sign in (("strong", 1), ("weak", -1)):
            chosen = [seen for multiple, seen in zip(cases, observed, strict=True) if sign * multiple > sign]
            starts = sum(sum(seen.values()) for seen in chosen)
            at_c, at_b = (sum(seen[king] for seen in chosen) / starts for king in "CB")
            said = "often" if name == "strong" else "less often"
            figures[f"striking C is optimal, C {name}"] = LabFigure.exact(1 - at_b, said)
            figures[f"striking C is better, C {name}"] = LabFigure.exact(at_c)
            figures[f"striking B is better, C {name}"] = LabFigure.exact(at_b)
        return Measurements(figures, curves)

    def judge(self, found: Measurements) -> Judgement:
        """Striking a strong C must be optimal in most starts and better in more than it is worse; a weak C, less."""
        optimal, better, worse = (
            found[f"striking {name}, C strong"].value for name in ("C is optimal", "C is better", "B is better")
        )
        weak = found["striking C is optimal, C weak"].value
        said = f"Striking a strong C is optimal in {optimal:.0%} of starts, and better than striking B in {better:.0%}"
        if optimal <= 0.5 or better <= worse:
            return Judgement(Ruling.FAILS, f"{said}; striking B is better in {worse:.0%}.")
        if weak >= optimal:
            return Judgement(Ruling.LIMITED, f"{said}, but so it is with a weak C ({weak:.0%}).")
        return Judgement(Ruling.HOLDS, f"{said}; with a weak C, optimal in {weak:.0%}. No treaty is needed.")
