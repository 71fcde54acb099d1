"""What drives a compiled alpha-beta without Python: all that a Searcher computes from its game, as data.

The engine in web/src/kernel/alpha-beta.ts follows `root_search`, `worker` and `verdict` with these figures.
"""

from typing import Any

from plywise.kernel.alpha_beta.searcher import Searcher
from plywise.kernel.alpha_beta.switches import SYMMETRY_DEPTH
from plywise.kernel.alpha_beta.table import AGES, BUCKET
from plywise.kernel.alpha_beta.value_scale import MAX_DEPTH
from plywise.kernel.alpha_beta.worker import FIRST_DELTA, widest_window
from plywise.kernel.running import NotedWords


def search_driver(searcher: Searcher) -> dict[str, Any]:
    """Return the figures of a search, which must use neither solved tables nor learned patterns."""
    assert searcher.probing is None
    assert searcher.patterns is None
    switches, steps, words = searcher.switches, searcher.steps, NotedWords()
    searcher.tuning.write(words, searcher.machine.layout, steps.per_margin)
    return {
        "algorithm": "alpha-beta",
        "window": list(widest_window(switches, steps)),
        "first_delta": FIRST_DELTA * steps.per_unit,
        "top": steps.top,
        "room": steps.room,
        "fine": steps.fine,
        "per_unit": steps.per_unit,
        "max_depth": MAX_DEPTH,
        "symmetry_depth": SYMMETRY_DEPTH,
        "bucket": BUCKET,
        "ages": AGES,
        "switches": {
            name: getattr(switches, name)
            for name in ("deepening", "aspiration", "pvs", "table", "symmetry", "distances")
        },
        "words": words.to_data(),
    }
