"""What drives a compiled UCT without Python: all that a TreeSearcher computes from its game, as data.

The engine in web/src/kernel/uct.ts follows `monte_carlo` and `tree_report` with these figures.
"""

from typing import Any

from plywise.kernel.running import NotedWords
from plywise.kernel.twins.monte_carlo import TreeSearcher
from plywise.kernel.twins.playouts import LONGEST


def tree_driver(searcher: TreeSearcher) -> dict[str, Any]:
    """Return the figures of a tree search, which must use no learned patterns."""
    assert searcher.patterns is None
    weights, words = searcher.weights, NotedWords()
    searcher.write_weights(words)
    return {
        "algorithm": "uct",
        "longest": LONGEST,
        "score": {"middle": weights.middle, "margin": weights.margin, "win": weights.win},
        "words": words.to_data(),
    }
