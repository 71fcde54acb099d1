"""Large random trees as games of their own: compiled once, they are searched from every node."""

from random import Random
from typing import Any

from plywise.games.tree import Tree


class Estimated(Tree):
    """A tree with an estimate in units of utility at every node, out of range at the one called bad."""

    def __init__(self, tree: Any, players: int = 2) -> None:
        super().__init__(tree, players=players)
        self.bad = self.node_names.index("bad") if "bad" in self.node_names else -1
        self.shares = self._shares(players)

    def _shares(self, players: int) -> tuple[tuple[float, ...], ...]:
        """Return for each node an estimate for each player, in eighths, adding up to what utilities do."""
        random, low = Random("estimates"), self.utility_range[0]
        spare = (self.utility_sum or 0) - players * low
        rows = []
        for _ in self.movers:
            cuts = sorted(random.randint(0, 8) / 8 for _ in range(players - 1))
            parts = [after - before for before, after in zip([0.0, *cuts], [*cuts, 1.0], strict=True)]
            rows.append(tuple(low + spare * part for part in parts))
        return tuple(rows)

    def evaluate(self, state, player):
        if state.node == self.bad:
            return 1000.0
        return self.shares[state.node][player]


def random_node(random: Random, height: int, players: int, chance: float) -> Any:
    """Return a node whose leaves share 12 among the players; dice may follow dice."""
    if height == 0 or (height < 4 and random.random() < 0.12):
        cuts = sorted(random.choices(range(13), k=players - 1))
        return {"utility": [after - before for before, after in zip([0, *cuts], [*cuts, 12], strict=True)]}
    count = random.randint(1, 4)
    children = [random_node(random, height - 1, players, chance) for _ in range(count)]
    if random.random() < chance:
        cuts = sorted(random.sample(range(1, 12), count - 1))
        odds = [(after - before) / 12 for before, after in zip([0, *cuts], [*cuts, 12], strict=True)]
        return {"chance": [[part, child] for part, child in zip(odds, children, strict=True)]}
    return {"player": random.randrange(players), "children": children}


def large_tree(players: int, chance: float = 0.4) -> Estimated:
    """Return a tree of some hundred nodes, with a branch at whose horizon an estimate is out of range."""
    random = Random(f"{players} players, large")
    trees = [random_node(random, 6, players, chance) for _ in range(4)]
    end = {"utility": [12, *[0] * (players - 1)]}
    trap = {"name": "trap", "player": 0, "children": [{"name": "bad", "player": 1, "children": [end, end]}, end]}
    return Estimated({"player": 0, "children": [*trees, trap]}, players)


def inner_states(game: Tree) -> list[Any]:
    """Return every state in which the game goes on."""
    return [game.State(node) for node, count in enumerate(game.child_count) if count]
