"""The table of checks: a check is one function and one line here.

Checks of a later stage trust what the earlier ones looked at.
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from plywise.doctor.case import Case
from plywise.doctor.checks import (
    actions,
    bounds,
    chance,
    compiled,
    criteria,
    cycles,
    declarations,
    evaluation,
    forms,
    hidden,
    notation,
    selective,
    states,
    symmetry,
    utilities,
    view,
)
from plywise.doctor.report import Compiled, Finding
from plywise.doctor.speed import check_speed


class Check(NamedTuple):
    """One line of the table."""

    stage: int
    title: str
    run: Callable[[Case], Iterator[Finding]]


def play_random_games(case: Case) -> Iterator[Finding]:
    """Fill the sample; a rule that failed on the way is an error."""
    if case.sample.failure:
        yield case.sample.failure


def compile_and_time(case: Case) -> Iterator[Finding]:
    """Compile the rules, and time them where they are the same game then; rules that print can't be compiled."""
    if case.printing and case.printing.lines:
        case.compiled = Compiled(False)
        return
    yield from compiled.check_compiled(case)
    yield from check_speed(case)


DECLARED, STARTED, BASIC, OPTIONAL, FURTHER, COMPILED = range(6)
COMPILING = "compiled rules"
CHECKS = (
    Check(DECLARED, "declarations", declarations.check_declarations),
    Check(STARTED, "initial state", declarations.check_initial),
    Check(BASIC, "random games", play_random_games),
    Check(BASIC, "comparing states", states.check_comparing),
    Check(BASIC, "equality of states", states.check_equality),
    Check(BASIC, "states left unchanged", states.check_rules_keep_states),
    Check(BASIC, "same answers every time", states.check_rules_repeat),
    Check(BASIC, "end of the game", actions.check_terminal),
    Check(BASIC, "player to move", actions.check_player),
    Check(BASIC, "actions in every state", actions.check_no_actions),
    Check(BASIC, "hashes of actions", actions.check_actions_hashable),
    Check(BASIC, "actions offered twice", actions.check_duplicate_actions),
    Check(BASIC, "chances", chance.check_chances),
    Check(BASIC, "keys", states.check_key),
    Check(BASIC, "utilities are numbers", utilities.check_utility_numbers),
    Check(OPTIONAL, "states left unchanged by optional rules", states.check_optional_rules_keep_states),
    Check(OPTIONAL, "same answers of optional rules", states.check_optional_rules_repeat),
    Check(FURTHER, "players who never move", actions.check_idle_player),
    Check(FURTHER, "number of actions", actions.check_max_actions),
    Check(FURTHER, "numbers that are actions", actions.check_distinct_actions),
    Check(FURTHER, "form of states", forms.check_state_forms),
    Check(FURTHER, "form of actions", forms.check_action_forms),
    Check(FURTHER, "range of utilities", utilities.check_utility_range),
    Check(FURTHER, "sum of utilities", utilities.check_utility_sum),
    Check(FURTHER, "scale of utilities", utilities.check_utility_scale),
    Check(FURTHER, "bounds of evaluations", evaluation.check_evaluation_bounds),
    Check(FURTHER, "viewpoint of evaluations", evaluation.check_evaluation_viewpoint),
    Check(FURTHER, "order of evaluations", criteria.check_evaluation_order),
    Check(FURTHER, "worth of evaluations", criteria.check_evaluation_correlation),
    Check(FURTHER, "cost of evaluations", criteria.check_evaluation_cost),
    Check(FURTHER, "features of evaluations", evaluation.check_features),
    Check(FURTHER, "noisy actions", selective.check_noisy_actions),
    Check(FURTHER, "actions of playouts", selective.check_playout_actions),
    Check(FURTHER, "passing the turn", selective.check_pass_turn),
    Check(FURTHER, "canonical states", symmetry.check_canonical),
    Check(FURTHER, "values of canonical states", symmetry.check_canonical_value),
    Check(FURTHER, "bounds of values", bounds.check_value_bounds),
    Check(FURTHER, "what is banked", bounds.check_rest),
    Check(FURTHER, "repetition", cycles.check_repetition),
    Check(FURTHER, "cycles", cycles.check_cycles),
    Check(FURTHER, "deals of chance", chance.check_deal),
    Check(FURTHER, "names of actions", notation.check_action_names),
    Check(FURTHER, "reading actions", notation.check_parse_action),
    Check(FURTHER, "names of states", notation.check_state_names),
    Check(FURTHER, "views", view.check_view_data),
    Check(FURTHER, "what views show", view.check_view_tells_apart),
    Check(FURTHER, "observations", hidden.check_observations),
    Check(FURTHER, "turns that players know", hidden.check_turns_hidden),
    Check(FURTHER, "actions that give nothing away", hidden.check_actions_hidden),
    Check(FURTHER, "views that give nothing away", hidden.check_views_hidden),
    Check(FURTHER, "moves that give nothing away", hidden.check_moves_hidden),
    Check(FURTHER, "endings that give nothing away", hidden.check_endings_hidden),
    Check(FURTHER, "deals of hidden states", hidden.check_deals),
    Check(FURTHER, "states that look alike", hidden.check_fitting),
    Check(COMPILED, COMPILING, compile_and_time),
)
