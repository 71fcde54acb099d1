"""What a policy concedes at most: a best response that knows only the rules."""

from pathlib import Path
from typing import Any

import typer
from rich.text import Text

from plywise.cli.screen import console, load, print_json
from plywise.equilibrium import PolicyFile, read_policy
from plywise.files import open_file
from plywise.rules import Game
from plywise.search.hidden import best_answers, grow_tree, mean_gain, value_of

SLACK = 1e-6
"""By how much a claim may miss what is computed, in units of utility: rounding."""


def is_policy(file: Path) -> bool:
    """Whether a file begins as a policy does."""
    try:
        with open_file(file) as opened:
            return b'"plywise policy' in opened.read(100)
    except OSError:  # whoever reads it next says why
        return False


def verify_policy(spec: str, file: Path, json: bool) -> None:
    """Compute what best answers gain against a policy; exits with 1 where the file claims less."""
    game, _ = load(spec)
    claim = read_policy(file)
    data = _measure(game, claim)
    if json:
        print_json(lambda: data)
    else:
        _show(game, claim, data)
    if not data["holds"]:
        raise typer.Exit(1)


def _measure(game: Game, claim: PolicyFile) -> dict[str, Any]:
    tree = grow_tree(game)
    answers = best_answers(tree, claim.policy)
    gained = mean_gain(tree, answers)
    value = value_of(tree, claim.policy)
    holds = gained <= claim.exploitability + SLACK and abs(value - claim.value) <= SLACK
    return {
        "holds": holds,
        "exploitability": gained,
        "claimed_exploitability": claim.exploitability,
        "value": value,
        "claimed_value": claim.value,
        "best_answers": answers,
        "rows": len(claim.policy.rows),
        "information_sets": len(tree.sets),
    }


def _show(game: Game, claim: PolicyFile, data: dict[str, Any]) -> None:
    if data["holds"]:
        sign: tuple[str, str] = ("✔ confirmed  ", "bold green")
        said = f"a best answer gains {data['exploitability']:.3g} on average, no more than claimed"
    else:
        sign = ("✘ refuted  ", "bold red")
        said = (
            f"a best answer gains {data['exploitability']:.6g} and the value is {data['value']:.6g}; claimed were "
            f"{data['claimed_exploitability']:.6g} and {data['claimed_value']:.6g}"
        )
    console.print(Text.assemble(sign, f"{said}."))
    first, second = (game.name_of(player) for player in (0, 1))
    best = f"against it, {first} can get {data['best_answers'][0]:.6g} and {second} {data['best_answers'][1]:.6g}"
    console.print(Text(f"{best}; {data['information_sets']:,} information sets, by the rules alone", style="dim"))
