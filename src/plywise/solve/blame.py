"""Where compiled work on a table failed: the plain rules are asked at the same state, for the action and the tier."""

from collections.abc import Iterable
from typing import Any

from plywise.rules import Game, PlywiseError, RulesError
from plywise.solve.indexed import holds_state


def blamed_in_slot(game: Game, error: PlywiseError, tier: int, slot: int, tiers: Iterable[int]) -> PlywiseError:
    """Return an error met in a slot, with its state, tier, and the action that is at fault; `tiers` are those known."""
    rules: Any = game
    state = rules.unindex(tier, slot)
    known = set(tiers)

    def fault(after: Any) -> str:
        to, index = rules.tier(after), rules.index(after)
        if to not in known and not (index < 0 and game.is_terminal(after)):
            return f"leads to the tier {rules.tier_name(to)}, which next_tiers({rules.tier_name(tier)}) leaves out"
        if index < 0:
            if game.is_terminal(after):
                return ""
            return f"leads to {game.state_name(after)} of tier {rules.tier_name(to)}, which has no index and isn't over"
        if not 0 <= index < rules.tier_size(to):
            return f"leads to index {index} of tier {rules.tier_name(to)}, which has {rules.tier_size(to):,} slots"
        if not holds_state(rules, to, index):
            return f"leads to index {index} of tier {rules.tier_name(to)}, and unindex gives another state for that"
        return ""

    where = f" of tier {rules.tier_name(tier)}"
    return _blamed(game, error, state, where, fault)


def blamed_in_state(game: Game, error: PlywiseError, state: Any) -> PlywiseError:
    """Return an error met in a state that was reached, with that state, and the action where one is at fault."""
    return _blamed(game, error, state, "", lambda after: "")


def _blamed(game: Game, error: PlywiseError, state: Any, where: str, fault: Any) -> PlywiseError:
    name = f"{game.state_name(state)}{where}"
    if not game.is_terminal(state):
        actions = list(game.actions(state))
        if not actions:
            return RulesError(f"{name} isn't terminal and offers no action: run `plywise check`.")
        for action in actions:
            found = fault(game.result(state, action))
            if found:
                return RulesError(f"{game.action_name(state, action)} in {name} {found}: fix the rules.")
    return RulesError(f"In the state {name}: {error}")
