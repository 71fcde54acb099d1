"""The book's pseudo-code of each search that can be shown, and which of its lines a step is at.

It is that of `plywise.search.textbook`, shortened so that it can be read from the last row: the game, the best action
and types are left out. A line ends with a mark after "#", which says what happens there; the mark isn't shown. A state
that is left early is left at another line than one all of whose actions were tried.

>>> from plywise.games.tree import Tree
>>> from plywise.explain.trace.recording import record_search
>>> from plywise.search import alpha_beta
>>> trace = record_search(Tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]]), alpha_beta)
>>> cutoff = next(trace.cutoffs())
>>> find_code(trace)[find_line(trace, cutoff) or 0]
'    if value ≤ α: return value'
"""

from functools import cache
from typing import NamedTuple

from plywise.explain.trace.trace import UNKNOWN, Marks, Step, Trace
from plywise.rules import CHANCE

MINIMAX = """
minimax(state):  # start
  if terminal(state):
    return utility(state)  # leaf
  if MAX moves:
    return max_value(state)
  return min_value(state)

max_value(state):  # max enter
  value = −∞
  for each action:
    found = minimax(result(state, action))
    value = max(value, found)
  return value  # max leave

min_value(state):  # min enter
  value = +∞
  for each action:
    found = minimax(result(state, action))
    value = min(value, found)
  return value  # min leave
"""

ALPHA_BETA = """
alpha_beta(state, α, β):  # start
  if terminal(state):
    return utility(state)  # leaf
  if MAX moves:
    return max_value(state, α, β)
  return min_value(state, α, β)

max_value(state, α, β):  # max enter
  value = −∞
  for each action:
    found = alpha_beta(result, α, β)
    value = max(value, found)  # max enough narrow
    if value ≥ β: return value  # max cutoff, max enough leave
    α = max(α, value)  # max narrow
  return value  # max leave

min_value(state, α, β):  # min enter
  value = +∞
  for each action:
    found = alpha_beta(result, α, β)
    value = min(value, found)  # min enough narrow
    if value ≤ α: return value  # min cutoff, min enough leave
    β = min(β, value)  # min narrow
  return value  # min leave
"""

EXPECTIMINIMAX = """
expectiminimax(state):  # start
  if terminal(state):
    return utility(state)  # leaf
  if chance moves: return mean(state)
  for each action:  # max enter, min enter
    found = expectiminimax(result)
    MAX: best = max(best, found)
    MIN: best = min(best, found)
  return best  # max leave, min leave

mean(state):  # chance enter
  mean = 0
  for each outcome, probability:
    found = expectiminimax(result)
    mean += probability · found
  return mean  # chance leave
"""

STAR1 = """
star1(state, α, β):  # start
  if terminal(state):
    return utility(state)  # leaf
  if chance moves:
    return mean(state, α, β)
  for each action:  # max enter, min enter
    found = star1(result, α, β)
    MAX: α = max(α, found)  # max narrow
    MIN: β = min(β, found)  # min narrow
    if α ≥ β: break  # max cutoff, min cutoff
  return the best found  # max leave, min leave

mean(state, α, β):  # chance enter
  for each outcome, probability:
    found = star1(result, window)
    known += probability · found  # chance narrow
    best = known + rest · greatest
    worst = known + rest · least
    if best ≤ α: return best  # chance low cutoff, chance low leave, chance low hit
    if worst ≥ β: return worst  # chance high cutoff, chance high leave, chance high hit
  return known  # chance leave
"""

MAX_N = """
max_n(state):  # start
  if terminal(state):
    return every utility  # leaf
  for each action:  # max enter
    vector = max_n(result(state, action))
    if vector[mover] > best[mover]:
      best = vector
  return best  # max leave
"""

PARANOID = """
paranoid(state, α, β):  # start
  if terminal(state):
    return utility to me  # leaf
  for each action:  # max enter, min enter
    found = paranoid(result, α, β)
    me: α = max(α, found)  # max narrow
    others: β = min(β, found)  # min narrow
    if α ≥ β: break  # max cutoff, min cutoff
  return the best found  # max leave, min leave
"""

UCT = """
repeat:  # start
  node = root
  while all of node's children are tried:
    node = the child with the greatest  # select
      mean + C · √(ln visits / its visits)
  add a child that is new  # expand
  play at random to the end  # simulate
  for each node on the way back:
    visits += 1  # back-up
    total += utility to its chooser
return the child visited most  # leave
"""

PROOF = """
while the root is open:  # start
  node = root
  while node has children:
    asker moves: child with least proof
    other moves: child with least disproof
  add the children of node  # prove
  for each node on the way back:
    asker moves:
      proof = least of the children's
      disproof = sum of the children's
    other moves: sum, and least
return whether the proof number is 0  # leave
"""

BY_NAME = {
    "minimax": MINIMAX,
    "expectiminimax": EXPECTIMINIMAX,
    "star1": STAR1,
    "paranoid": PARANOID,
    "max-n": MAX_N,
    "uct": UCT,
    "proof-number": PROOF,
}
BY_MARKS: dict[Marks, str] = {"range": ALPHA_BETA, "value": MINIMAX, "vector": MAX_N, "visits": UCT, "proof": PROOF}
ROUNDING = 1e-9
"""Means are summed up in another order than the search does."""


class CodeLine(NamedTuple):
    """A line as shown, and what happens there."""

    text: str
    marks: tuple[str, ...]


@cache
def _lines(name: str, marks: Marks) -> tuple[CodeLine, ...]:
    """Return the pseudo-code of a search, with what happens at each line."""
    found = []
    for line in BY_NAME.get(name, BY_MARKS[marks]).strip().splitlines():
        text, _, note = line.partition("#")
        found.append(CodeLine(text.rstrip(), tuple(filter(None, note.strip().split(", ")))))
    return tuple(found)


def find_code(trace: Trace) -> list[str]:
    """Return the pseudo-code of a search as it is shown."""
    return [line.text for line in _lines(trace.name, trace.marks)]


def find_line(trace: Trace, step: Step) -> int | None:
    """Return the number of the line that a step is at."""
    lines, marks = _lines(trace.name, trace.marks), _name_deed(trace, step)
    return next((number for mark in marks for number, line in enumerate(lines) if mark in line.marks), None)


def _name_deed(trace: Trace, step: Step) -> tuple[str, ...]:
    """Name what a step does as the lines' marks do, the best fit first."""
    is_settled = any(change.node == step.node and change.status == "done" for change in step.changes)
    if step.kind == "deepen":
        return ("start",)
    role, end = _role(trace, step.node), _find_end(trace, step)
    if step.kind in ("enter", "hit", "extend"):
        return (f"{role} {end} {step.kind}", "leaf") if is_settled else (f"{role} enter",)
    return f"{role} {end} {step.kind}", f"{role} {step.kind}", step.kind


def _find_end(trace: Trace, step: Step) -> str:
    """Name the end of the window that what is known of a state has reached, so that its search is over."""
    if step.window is None:
        return ""
    if trace.nodes[step.node].player != CHANCE:
        return "enough" if step.window[0] >= step.window[1] else ""
    low, high = next((change.range for change in step.changes if change.node == step.node and change.range), UNKNOWN)
    if high <= step.window[0] + ROUNDING:
        return "low"
    return "high" if low >= step.window[1] - ROUNDING else ""


def _role(trace: Trace, number: int) -> str:
    player = trace.nodes[number].player
    if player == CHANCE:
        return "chance"
    return "max" if trace.marks == "vector" or player == (trace.viewpoint or 0) else "min"
