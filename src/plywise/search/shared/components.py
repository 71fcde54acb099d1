"""Which states lie on cycles together: the strongly connected components of a graph (Tarjan 1972), without recursion.

    0 -> 1 -> 2        1, 2 and 3 lead to each other, 0 only leads to them: a component is listed
         ^    |        after all that its states lead to, so that values can be worked out in that order
         +- 3 <

>>> components([(1,), (2,), (3,), (1,)])
[[3, 2, 1], [0]]
"""

from collections.abc import Iterator, Sequence


def components(successors: Sequence[Sequence[int]]) -> list[list[int]]:
    """Return the components of what can be reached from 0, each after those that it leads to."""
    found: list[list[int]] = []
    entered: dict[int, int] = {}
    earliest: dict[int, int] = {}
    open_states: list[int] = []
    path: list[tuple[int, Iterator[int]]] = []
    number: int | None = 0
    while path or number is not None:
        if number is not None:
            entered[number] = earliest[number] = len(entered)
            open_states.append(number)
            path.append((number, iter(successors[number])))
        number = None
        here, rest = path[-1]
        for child in rest:
            if child not in entered:
                number = child
                break
            if child in earliest:
                earliest[here] = min(earliest[here], entered[child])
        if number is None:
            path.pop()
            if path:
                before = path[-1][0]
                earliest[before] = min(earliest[before], earliest[here])
            if earliest[here] == entered[here]:
                found.append(_close(here, open_states, earliest))
    return found


def _close(first: int, open_states: list[int], earliest: dict[int, int]) -> list[int]:
    """Take a finished component off the open states."""
    component: list[int] = []
    while not component or component[-1] != first:
        component.append(open_states.pop())
        del earliest[component[-1]]
    return component
