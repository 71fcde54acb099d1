"""A decision as a table: each action with its value, how sure that is, and the line it leads to.

HTML for notebooks, Markdown for what becomes of them on paper. No styles: a notebook has its own.
"""

from collections.abc import Sequence
from html import escape
from typing import Any

from plywise.explain.prose import tell_choice, verdict
from plywise.rules import Choice, Decision, Game, Scale, Status, name_line

MOST_ROWS, MOST_PLIES = 12, 8
"""How many actions are listed, and how many plies of each line."""

HEADINGS = ("action", "value", "how sure", "line")


def decision_rows(game: Game, state: Any, decision: Decision) -> list[tuple[str, ...]]:
    """Return a row for each action that was looked at, the chosen one first and then the best."""
    scale = Scale(game)
    ranked = sorted(
        decision.choices, key=lambda choice: (choice.action == decision.action, scale.of_choice(choice)), reverse=True
    )
    rows = [_row(game, state, decision, choice) for choice in ranked[:MOST_ROWS]]
    if len(ranked) > MOST_ROWS:
        rows.append((f"and {len(ranked) - MOST_ROWS} more", "", "", ""))
    return rows


def _row(game: Game, state: Any, decision: Decision, choice: Choice) -> tuple[str, ...]:
    line = name_line(game, state, choice.line[:MOST_PLIES])
    more = " …" if len(choice.line) > MOST_PLIES else ""
    is_mean = choice.visits > 0 and choice.status is Status.HEURISTIC
    status = f"{choice.visits:,} visits" if is_mean else str(choice.status)
    worth = f"{choice.value:.3g}" if is_mean else tell_choice(game, choice, decision.player)
    return game.action_name(state, choice.action), worth.replace("-", "−"), status, " ".join(line) + more


def headline(game: Game, state: Any, decision: Decision) -> str:
    """Say what is chosen, and what that is worth."""
    if decision.action is None:
        return verdict(game, decision)
    chosen = f"{game.name_of(decision.player)}: {game.action_name(state, decision.action)}."
    return f"{chosen} {verdict(game, decision)}".replace(" -", " −")


def to_html(heading: str, rows: Sequence[Sequence[str]]) -> str:
    """Write a sentence and a table as HTML."""
    if not rows:
        return f"<p>{escape(heading)}</p>"
    head = "".join(f'<th style="text-align: left">{escape(each)}</th>' for each in HEADINGS)
    body = "".join(
        "<tr>" + "".join(f'<td style="text-align: left">{escape(cell)}</td>' for cell in row) + "</tr>" for row in rows
    )
    return f"<p>{escape(heading)}</p><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def to_markdown(heading: str, rows: Sequence[Sequence[str]]) -> str:
    """Write the same as Markdown."""
    if not rows:
        return heading
    lines = [HEADINGS, tuple("---" for _ in HEADINGS), *rows]
    written = ["| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines]
    return "\n".join([heading, "", *written, ""])
