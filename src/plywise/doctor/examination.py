"""The examination: every check in order, each by one function of its own.

A check is one function and one line of the table. Checks of a later stage trust what the earlier ones looked at, so
they are left out where an earlier stage found an error.
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple, TypeAlias

from plywise.doctor import (
    check_actions,
    check_chance,
    check_compiled,
    check_cycles,
    check_declarations,
    check_evaluation,
    check_forms,
    check_notation,
    check_selective,
    check_speed,
    check_states,
    check_symmetry,
    check_utilities,
    check_view,
)
from plywise.doctor.case import Case
from plywise.doctor.estimates import estimate
from plywise.doctor.printing import Printing
from plywise.doctor.report import Compiled, Estimates, Finding, Report
from plywise.doctor.watch import RULE_SECONDS, RuleFailedError, Watch
from plywise.rules import Game

OnStep: TypeAlias = Callable[[str], None]
OnFinding: TypeAlias = Callable[[Finding], None]


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
    yield from check_compiled.check_compiled(case)
    yield from check_speed.check_speed(case)


DECLARED, STARTED, BASIC, OPTIONAL, FURTHER, COMPILED = range(6)
COMPILING = "compiled rules"
CHECKS = (
    Check(DECLARED, "declarations", check_declarations.check_declarations),
    Check(STARTED, "initial state", check_declarations.check_initial),
    Check(BASIC, "random games", play_random_games),
    Check(BASIC, "hashes of states", check_states.check_hash),
    Check(BASIC, "equality of states", check_states.check_equality),
    Check(BASIC, "states left unchanged", check_states.check_rules_keep_states),
    Check(BASIC, "same answers every time", check_states.check_rules_repeat),
    Check(BASIC, "end of the game", check_actions.check_terminal),
    Check(BASIC, "player to move", check_actions.check_player),
    Check(BASIC, "actions in every state", check_actions.check_no_actions),
    Check(BASIC, "hashes of actions", check_actions.check_actions_hashable),
    Check(BASIC, "actions offered twice", check_actions.check_duplicate_actions),
    Check(BASIC, "chances", check_chance.check_chances),
    Check(BASIC, "keys", check_states.check_key),
    Check(BASIC, "utilities are numbers", check_utilities.check_utility_numbers),
    Check(OPTIONAL, "states left unchanged by optional rules", check_states.check_optional_rules_keep_states),
    Check(OPTIONAL, "same answers of optional rules", check_states.check_optional_rules_repeat),
    Check(FURTHER, "actions after the end", check_actions.check_actions_at_terminal),
    Check(FURTHER, "players who never move", check_actions.check_idle_player),
    Check(FURTHER, "number of actions", check_actions.check_max_actions),
    Check(FURTHER, "form of states", check_forms.check_state_forms),
    Check(FURTHER, "form of actions", check_forms.check_action_forms),
    Check(FURTHER, "range of utilities", check_utilities.check_utility_range),
    Check(FURTHER, "sum of utilities", check_utilities.check_utility_sum),
    Check(FURTHER, "scale of utilities", check_utilities.check_utility_scale),
    Check(FURTHER, "bounds of evaluations", check_evaluation.check_evaluation_bounds),
    Check(FURTHER, "viewpoint of evaluations", check_evaluation.check_evaluation_viewpoint),
    Check(FURTHER, "order of evaluations", check_evaluation.check_evaluation_order),
    Check(FURTHER, "features of evaluations", check_evaluation.check_features),
    Check(FURTHER, "noisy actions", check_selective.check_noisy_actions),
    Check(FURTHER, "passing the turn", check_selective.check_pass_turn),
    Check(FURTHER, "canonical states", check_symmetry.check_canonical),
    Check(FURTHER, "values of canonical states", check_symmetry.check_canonical_value),
    Check(FURTHER, "repetition", check_cycles.check_repetition),
    Check(FURTHER, "cycles", check_cycles.check_cycles),
    Check(FURTHER, "deals of chance", check_chance.check_deal),
    Check(FURTHER, "names of actions", check_notation.check_action_names),
    Check(FURTHER, "reading actions", check_notation.check_parse_action),
    Check(FURTHER, "names of states", check_notation.check_state_names),
    Check(FURTHER, "views", check_view.check_view_data),
    Check(FURTHER, "what views show", check_view.check_view_tells_apart),
    Check(COMPILED, COMPILING, compile_and_time),
)
ESTIMATING = "estimates"


def examine(game: Game, *, seed: int = 0, on_step: OnStep | None = None, compiled: bool = False) -> Report:
    """Check a game's rules in this process; for rules that may hang or crash, use `examine_isolated`.

    Whatever a rule does wrong becomes a finding. `on_step` is told the title of each check as it begins. `compiled`
    rules are checked on demand: should they crash, they take this process along.
    """
    return Examination(game, seed, on_step or _ignore, _ignore, compiled=compiled).run()


class Examination:
    """One examination under way; `on_finding` is told each finding as it is made."""

    def __init__(
        self,
        game: Game,
        seed: int,
        on_step: OnStep,
        on_finding: OnFinding,
        rule_seconds: float = RULE_SECONDS,
        compiled: bool = False,
    ) -> None:
        self.watch = Watch(game, rule_seconds)
        self.printing = Printing(game)
        self.case = Case(game, seed, self.watch, self.printing)
        self.on_step, self.on_finding = on_step, on_finding
        self.last_stage = COMPILED if compiled else FURTHER
        self.spoilt = COMPILED + 1
        """The first stage in which an error was found."""
        self.findings: dict[tuple[str, str], Finding] = {}
        self.skipped: list[str] = []
        self.estimates: Estimates | None = None

    def run(self) -> Report:
        """Make every check that can be made; estimates come before the long step of compiling, lest they get lost."""
        with self.watch, self.printing:
            self.make_all(DECLARED, FURTHER)
            if self.spoilt >= FURTHER:
                self.estimates = self.estimate()
            self.make_all(COMPILED, self.last_stage)
        printed = self.printing.finding()
        if printed:
            self.findings[printed.check, printed.rule] = printed
            self.on_finding(printed)
        findings = tuple(self.findings.values())
        name, skipped = game_name(self.case.game), tuple(self.skipped)
        return Report(name, findings, self.estimates, skipped, self.case.compiled, self.case.speed)

    def make_all(self, first: int, last: int) -> None:
        """Make the checks of these stages, as far as earlier ones found no error."""
        for check in CHECKS:
            if not first <= check.stage <= last:
                continue
            if check.stage > self.spoilt:
                self.skipped.append(check.title)
            elif not self.make(check):
                self.spoilt = min(self.spoilt, check.stage)

    def make(self, check: Check) -> bool:
        """Make one check; return whether it found no error."""
        self.on_step(check.title)
        found = list(self.findings_of(check))
        for finding in found:
            if (finding.check, finding.rule) not in self.findings:
                self.findings[finding.check, finding.rule] = finding
                self.on_finding(finding)
        return all(finding.level != "error" for finding in found)

    def findings_of(self, check: Check) -> Iterator[Finding]:
        """Yield what a check finds; an error that gets in its way is a finding too."""
        try:
            yield from check.run(self.case)
        except RuleFailedError as failed:
            yield failed.finding
        except Exception as error:
            yield self.watch.blame("", error)

    def estimate(self) -> Estimates | None:
        """Estimate the game's size; None where a rule fails."""
        self.on_step(ESTIMATING)
        try:
            return estimate(self.case)
        except Exception:
            return None


def game_name(game: Game) -> str:
    """Name a game, by its class where its own name can't be had."""
    try:
        return str(game.name)
    except Exception:
        return type(game).__name__


def _ignore(_: object) -> None:
    """Tell nobody."""
