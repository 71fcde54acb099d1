"""What a report says in words, the same in the terminal and on a page."""

import math

from plywise.matches.statistics import MOST_GAMES, MeanEstimate
from plywise.report.comparing import MeasuredDifference
from plywise.report.measures import LOOKS, MEASURES, PAIRED, PairsReport, StrengthReport, VariantReport
from plywise.report.solved import ExactReport

TESTED = (
    "p says how often as large a difference comes up by chance, corrected for all measures of this table (Holm); seen "
    "means below 0.05. Games needed are those of each set of rules that show as much four times in five."
)
MOST_NAMED = 12
"""Kinds of actions that are named; of more, their number is given."""
RARE = 0.02
"""A kind of action that is chosen in a smaller share of the decisions where it is open counts as rare."""


def tell_figure(key: str, value: float) -> str:
    """Write a measure's value.

    >>> tell_figure("draws", 0.125), tell_figure("plies", 12.345)
    ('12.5%', '12.3')
    """
    if not math.isfinite(value):
        return "∞" if value > 0 else "-∞"
    return f"{value:.1%}" if MEASURES[key][1] == "share" else f"{value:,.1f}"


def tell_estimate(key: str, found: MeanEstimate) -> str:
    """Write a measure with its 95% bar.

    >>> tell_estimate("draws", MeanEstimate(100, 0.1, 0.055, 0.174, 0.3))
    '10.0% (5.5% to 17.4%)'
    """
    return f"{tell_figure(key, found.value)} ({tell_figure(key, found.low)} to {tell_figure(key, found.high)})"


def tell_elo_range(pairs: PairsReport) -> str:
    """Write a difference in Elo with its bar."""
    low, high = pairs.elo_range
    if math.isfinite(low) and math.isfinite(high):
        return f"{pairs.elo:+.0f} Elo ({low:+.0f} to {high:+.0f})"
    if math.isfinite(low):
        return f"above {low:+.0f} Elo"
    return f"below {high:+.0f} Elo" if math.isfinite(high) else "an unknown difference in Elo"


def tell_value(exact: ExactReport, report: VariantReport) -> str:
    """Say what the start of a solved game is worth."""
    first, second = report.player_names[0], report.player_names[-1]
    plies = "" if exact.distance is None else f" in {exact.distance} plies"
    if report.has_chance:
        return f"{exact.value:.6g} to {first} on average"
    if exact.value == exact.draw:
        return "a draw"
    return f"{first if exact.value > exact.draw else second} wins{plies}"


def tell_where(strength: str) -> str:
    """Say at which strength something was seen.

    >>> tell_where("weaker"), tell_where("random")
    ('at the weaker limit', 'in random play')
    """
    return f"in {strength} play" if strength in LOOKS else f"at the {strength} limit"


def tell_known(report: VariantReport) -> str:
    """Say in a few words what is known."""
    best = report.best
    first, plies = tell_estimate("first", best.measures["first"]), tell_figure("plies", best.measures["plies"].value)
    return (
        f"{report.player_names[0]} scores {first}, {plies} plies, in {best.games:,} games {tell_where(best.strength)}"
    )


def tell_advantage(report: VariantReport) -> list[str]:
    """Say whether a seat has an advantage."""
    said = []
    even = 1 / report.players
    for name, each in report.strengths.items():
        first = each.measures["first"]
        who = report.player_names[0]
        fair = "" if report.players == 2 else f", where an even share is {even:.0%}"
        score = f"{tell_estimate('first', first)} in {first.games:,} games{fair}"
        if first.low > even:
            said.append(f"{who}, who begins, has an advantage {tell_where(name)}: {score}.")
        elif first.high < even:
            said.append(f"{who}, who begins, has a disadvantage {tell_where(name)}: {score}.")
        else:
            said.append(f"No advantage of a seat is seen {tell_where(name)}: {who} scores {score}.")
    return said


def tell_skill(report: VariantReport) -> list[str]:
    """Say how often the stronger side wins, and where there are dice, how often they decide."""
    said = []
    for key, other in (("skill", "its weaker self"), ("random", "random play")):
        pairs = report.pairs.get(key)
        if pairs is None:
            continue
        said.append(
            f"The stronger agent scores {tell_estimate('skill', pairs.score)} against {other} in {pairs.games:,} "
            f"games: {tell_elo_range(pairs)}."
        )
        if pairs.same_seat is not None and pairs.stronger_twice is not None and pairs.weaker_twice is not None:
            said.append(
                f"Of {pairs.same_seat.games:,} pairs with the same dice and swapped seats, the same seat won both "
                f"games in {tell_estimate('dice', pairs.same_seat)}: dice and seat decided, whoever sat there. The "
                f"stronger agent won both in {tell_estimate('skill_wins', pairs.stronger_twice)}, its opponent both in "
                f"{tell_estimate('skill_wins', pairs.weaker_twice)}."
            )
    return said


def never_chosen(report: StrengthReport) -> list[tuple[str, int]]:
    """Return the kinds of actions that were open and never chosen, with how often they were open, most often first."""
    found = [(kind, use.open) for kind, use in report.uses.items() if not use.chosen]
    return sorted(found, key=lambda each: (-each[1], each[0]))


def tell_uses(report: VariantReport) -> list[str]:
    """Say which actions competent agents don't choose, which isn't the same as that they are worth nothing."""
    said = []
    for name, each in report.strengths.items():
        if name in LOOKS:
            continue
        missing = never_chosen(each)
        if not missing:
            said.append(f"Every kind of action was chosen at the {name} limit, in {each.decisions:,} decisions.")
            continue
        named = ", ".join(f"{kind} (open {open_:,} times)" for kind, open_ in missing[:MOST_NAMED])
        more = f" and {len(missing) - MOST_NAMED:,} more" if len(missing) > MOST_NAMED else ""
        said.append(f"Never chosen at the {name} limit, in {each.decisions:,} decisions: {named}{more}.")
    exact = report.exact
    if exact is not None and exact.never_best:
        said.append(f"Proven: of no use in any state where there is a choice: {', '.join(exact.never_best)}.")
    return said


def tell_exact(report: VariantReport) -> list[str]:
    """Say what is proven."""
    exact = report.exact
    if exact is None:
        return []
    said = [f"Proven: with best play from the start, {tell_value(exact, report)}; {exact.states:,} states."]
    best = [each.name for each in exact.openings if each.is_best]
    if exact.openings:
        names = ", ".join(best[:MOST_NAMED]) + (" and others" if len(best) > MOST_NAMED else "")
        said.append(f"Proven: {len(best)} of {len(exact.openings)} first actions keep that value: {names}.")
    if exact.won is not None and exact.drawn is not None and exact.lost is not None:
        total = max(1, exact.won + exact.drawn + exact.lost)
        longest = f"; the longest win takes {exact.longest} plies" if exact.longest else ""
        said.append(
            f"Proven: to whoever moves, {exact.won / total:.1%} of the states are won, {exact.drawn / total:.1%} drawn "
            f"and {exact.lost / total:.1%} lost{longest}."
        )
    if exact.only is not None and exact.is_only_exact:
        said.append(
            f"Proven: exactly one action keeps the value in {exact.only.value:.1%} of the {exact.only.games:,} states "
            "with a choice."
        )
    elif exact.only is not None:
        said.append(
            f"Of {exact.only.games:,} states with a choice, drawn at random, exactly one action keeps the value in "
            f"{tell_estimate('draws', exact.only)}."
        )
    return said


def tell_proven(report: VariantReport, name: str) -> str:
    """Say what a first action is proven to be worth to its player: "win in 7", "draw", or the value."""
    exact = report.exact
    known = next((each for each in exact.openings if each.name == name), None) if exact is not None else None
    if exact is None or known is None:
        return ""
    if known.distance is not None:
        return f"{'win' if known.value > exact.draw else 'loss'} in {known.distance}"
    return "draw" if known.value == exact.draw and not report.has_chance else f"{known.value:.4g}"


def tell_ends(report: VariantReport) -> list[str]:
    """Say how often games end by repetition or by their length."""
    said = []
    for name, each in report.strengths.items():
        parts = [
            f"{words} {tell_estimate(key, each.measures[key])}"
            for key, words in (("repetition", "by repetition"), ("too_long", "by the limit of plies"))
            if key in each.measures
        ]
        if parts:
            where = tell_where(name)
            said.append(f"{where[0].upper()}{where[1:]}, games end {', '.join(parts)}.")
    return said


def tell_difference(found: MeasuredDifference) -> str:
    """Say in a few words whether a difference is seen, and how many games would show one of that size."""
    if found.is_seen:
        return "seen"
    return f"not seen; needs {tell_needed(found)}" if found.contrast.games_needed < MOST_GAMES else "the same"


def tell_needed(found: MeasuredDifference) -> str:
    """Say how many games of each set of rules would show a difference of the size that was measured."""
    needed = found.contrast.games_needed
    unit = "pairs" if found.key in PAIRED else "games"
    return f"{needed:,} {unit}"


def tell_smallest(found: MeasuredDifference) -> str:
    """Write the smallest difference that these games would show."""
    return tell_figure(found.key, found.contrast.smallest_seen)


def tell_method(report: VariantReport) -> str:
    """Say what the figures rest on."""
    if not report.is_whole:
        games = " and ".join(f"{each.games:,} games {tell_where(name)}" for name, each in report.strengths.items())
        return f"So far: {games}. Figures in brackets are 95% error bars."
    drawn = "dice make games differ" if report.has_chance else "their first plies are drawn among nearly the best"
    limits = " and ".join(f"{each.limit} ({name})" for name, each in report.strengths.items())
    return (
        f"Measured in games of an agent with itself, {limits}; {report.best.games:,} games at each strength; {drawn}. "
        "Figures in brackets are 95% error bars. What agents never do may still be worth something to others; only "
        "what is called proven is certain."
    )
