"""A report of checks as part of an HTML page, and the tree of a failed check as a picture."""

from collections.abc import Mapping
from html import escape
from typing import Any

from plywise.explain import TreeBranch
from plywise.grading.checks import CheckReport, MarkedTree
from plywise.rules import CHANCE


def show_checks(report: CheckReport) -> str:
    """Return the table of checks, after what the failures look like."""
    head = f"<h2>{escape(report.subject)}: {report.passed} of {len(report.checks)} checks passed</h2>"
    found = report.mistake
    looks = ""
    if found is not None:
        looks = (
            f'<div class="found"><p>It looks like <strong>{escape(found.name)}</strong>: {escape(found.what)}.</p>'
            f"<p>{escape(found.fix)}</p></div>"
        )
    rows = []
    for check in report.checks:
        sign = '<span class="right">✔</span>' if check.is_passed else '<span class="wrong">✘</span>'
        fix = f"<br>{escape(check.fix)}" if check.fix and not check.is_passed else ""
        rows.append(f"<tr><td>{sign}</td><td>{escape(check.title)}</td><td>{escape(check.what)}{fix}</td></tr>")
    return "\n".join([head, looks, "<table>", *rows, "</table>"])


def grow_checked(tree: MarkedTree) -> TreeBranch:
    """Return the whole tree with what every state is worth."""
    game, values = tree.game, tree.values

    def branch(state: Any, label: str) -> TreeBranch:
        is_over = game.is_terminal(state)
        player = None if is_over else game.to_move(state)
        grown = TreeBranch(state, label, player, tuple(values[state]))
        if is_over or player is None:
            return grown
        odds: Mapping[Any, float] = dict(game.chances(state)) if player == CHANCE else {}
        for action in odds or game.actions(state):
            grown.children.append(branch(game.result(state, action), game.action_name(state, action)))
        if not odds:
            best = max(grown.children, key=lambda child: child.values[player])
            best.is_best = True
        return grown

    return branch(tree.state, "")
