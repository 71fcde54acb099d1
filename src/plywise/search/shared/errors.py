"""The end of a search that ran out of time, states or patience."""

from collections.abc import Sequence

from plywise.rules import Choice, SearchError


class LimitReachedError(SearchError):
    """The budget ran out in mid-search; `nodes` states had been visited.

    `choices` are the root actions whose search was complete by then.
    """

    def __init__(self, nodes: int, choices: Sequence[Choice] = ()) -> None:
        super().__init__("The limit was reached before the search was complete: use iterative_deepening.")
        self.nodes, self.choices = nodes, tuple(choices)
