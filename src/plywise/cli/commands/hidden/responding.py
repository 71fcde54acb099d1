"""`plywise equilibrium --respond-to`: what gains most from a policy, and what that risks."""

import math
from pathlib import Path

from rich.table import Table
from rich.text import Text

from plywise.agents.policies import open_policy
from plywise.cli.screen import check_writable, console, print_json
from plywise.equilibrium import PolicyFile, Response, both_responses, joined, write_policy
from plywise.rules import Game, Policy
from plywise.search.hidden import InformationTree, exploitability, grow_tree, value_of

ALGORITHM = "best-response"


def answer_policy(spec: str, game: Game, path: Path, risk: float, out: Path | None, json: bool) -> None:
    """Find both players' best answers to a policy, show what they gain and risk, and write them."""
    expected = open_policy(path, game).policy
    if out is not None:
        check_writable(out)
    tree = grow_tree(game)
    responses = both_responses(tree, expected, risk=risk)
    policy = joined(tree, responses)
    exploited = exploitability(tree, policy)
    if out is not None:
        write_policy(out, PolicyFile(spec, ALGORITHM, 0, value_of(tree, policy), exploited, policy))
    if json:
        data = [_data(tree, expected, response) for response in responses]
        print_json(lambda: {"game": spec, "responses": data, "exploitability": exploited})
        return
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    for heading in ("answer of", "gets from it", "an equilibrium is sure of", "risks"):
        table.add_column(heading, justify="left" if heading == "answer of" else "right")
    for each in responses:
        numbers = (f"{each.value:+.4g}", f"{each.game_value:+.4g}", f"{each.risk:.4g}")
        table.add_row(game.name_of(each.player), *numbers)
    console.print(table)
    limit = "" if risk == math.inf else f" (each was allowed to risk {risk:g})"
    told = f"An opponent who knows these answers gains {exploited:.4g} on average{limit}."
    console.print(Text(told, style="dim"))
    if out is not None:
        console.print(Text(f"{out}: play it with --agent policy:{out}, check it with `plywise verify`", style="dim"))


def _data(tree: InformationTree, expected: Policy, response: Response) -> dict[str, float]:
    return {
        "player": response.player,
        "value": response.value,
        "value_of_policy": tree.game.value_to(response.player, value_of(tree, expected)),
        "game_value": response.game_value,
        "worst": response.worst,
        "risk": response.risk,
    }
