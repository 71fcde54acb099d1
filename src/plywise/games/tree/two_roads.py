"""The two roads: why averaging over open cards fails (Russell & Norvig, 3rd edition, section 5.6.2; not in our texts).

    day 1   Road A leads to a heap of gold, road B to a fork: left to a larger heap, right under a bus.
    day 2   The same, but right leads to the larger heap, and left under the bus.
    day 3   One of the two, and nobody knows which.

B is right on day 1 and on day 2. So with open cards it is right on day 3 too, whatever the fork is like; but a player
who stands at the fork and doesn't know the way should have taken road A. On day 3 the tree begins with chance. Both
nodes at the roads are one information set, and so are both at the fork.

>>> two_roads(day=3).node_names
('day-3', 'roads-L', 'roads-R', 'gold-L', 'fork-L', 'gold-R', 'fork-R', 'heap-L', 'bus-L', 'bus-R', 'heap-R')
"""

from typing import Any

from plywise.games.tree.game import Tree
from plywise.rules import CatalogError

GOLD, HEAP, BUS = 1, 2, -10


def two_roads(day: int = 3) -> Tree:
    """Gold on road A, more gold or a bus behind the fork on road B; on day 3 nobody knows which way is right there."""
    if day not in (1, 2, 3):
        raise CatalogError(f"There is no day {day} at the two roads: choose 1, 2 or 3.")
    tree = _roads("LR"[day - 1], {}, {}) if day < 3 else {"name": "day-3", "chance": _unknown_roads()}
    return Tree(tree, title=f"two-roads:day={day}")


def _unknown_roads() -> list[tuple[float, dict[str, Any]]]:
    return [(0.5, _roads(side, {"information_set": "roads"}, {"information_set": "fork"})) for side in "LR"]


def _roads(side: str, at_roads: dict[str, str], at_fork: dict[str, str]) -> dict[str, Any]:
    """Return the roads where the larger heap lies to a side of the fork; the others say what isn't known there."""
    ends = [{"utility": HEAP, "name": f"heap-{side}"}, {"utility": BUS, "name": f"bus-{side}"}]
    fork = {"player": 0, "name": f"fork-{side}", "actions": ["left", "right"], **at_fork}
    fork["children"] = ends if side == "L" else ends[::-1]
    gold = {"utility": GOLD, "name": f"gold-{side}"}
    return {"player": 0, "name": f"roads-{side}", "actions": ["A", "B"], "children": [gold, fork], **at_roads}
