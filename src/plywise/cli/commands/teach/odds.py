"""How `plywise explain` shows a game that hides something: the player's own view, odds, and what actions are worth."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rich.table import Table
from rich.text import Text

from plywise.agents.policies import open_policy
from plywise.cli.screen import console
from plywise.explain import Explanation, StatedPolicy, draw_board, explain_hidden
from plywise.rules import Game, Limit, PlywiseError, player_name


def explain_known(
    game: Game, state: Any, player: str | None, policy: Path | None, algorithm: str | None, seed: int
) -> Explanation:
    """Explain a state to a player, by a policy of a file where one is given."""
    seat = None
    if player is not None:
        names = [player_name(each) for each in range(game.players)]
        if player.upper() not in names:
            raise PlywiseError(f"{game.name} has no player '{player}': choose {' or '.join(names)}.")
        seat = names.index(player.upper())
    stated = None
    if policy is not None:
        found = open_policy(policy, game)
        gain = f"by which a best answer gains {found.exploitability:.2g} on average"
        stated = StatedPolicy(found.policy, f"The policy is from {policy}, {gain}: `plywise verify` checks that.")
    return explain_hidden(game, state, algorithm=algorithm, player=seat, policy=stated, seed=seed)


def require_known(game: Game, limit: Limit, compare: str | None) -> None:
    """Refuse a player or a policy where a tree would be shown, or a search would decide."""
    if not game.hides or not limit.is_open or compare is not None:
        raise PlywiseError("--player and --policy are for games that hide something, without a limit and --compare.")


def print_odds(explanation: Explanation) -> None:
    """Print odds and values, each kind under a heading of its own."""
    odds, account = explanation.odds, explanation.account
    assert odds is not None
    assert account is not None
    console.print()
    console.print(draw_board(odds.view))
    console.print()
    console.print(Text(account.choice, style="bold green"))
    print_part("What may be hidden?", odds.hidden)
    print_part("What is it worth?", odds.worth)
    print_part("How sure is this?", odds.sureness)


def print_part(heading: str, sentences: Sequence[str]) -> None:
    """Print sentences below a heading; nothing where there are none."""
    if sentences:
        console.print(Text(f"\n{heading}", style="bold"))
        print_list([("•", Text(sentence)) for sentence in sentences])


def print_list(entries: Sequence[tuple[str, Text]]) -> None:
    """Print texts, each beside its mark."""
    table = Table.grid(padding=(0, 1))
    for mark, text in entries:
        table.add_row(f" {mark}", text)
    console.print(table)
