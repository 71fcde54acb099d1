"""The section of the site, "What the book says, measured": a page for each theme, written from results on disk."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from plywise.files import write_whole
from plywise.lab.frame.experiment import Experiment, Ruling
from plywise.lab.frame.measurements import LabFigure
from plywise.lab.frame.results import RESULTS, ExperimentResult, read_results

HEAD = """# What the book says, measured

The texts that this project comes from make statements that can be measured. Each of those listed here is an
experiment: the claim in the text's own words, a command that repeats it, figures with 95% error bars, a plot, and a
verdict that the numbers decide, by rules that stand in the experiment's file and are tested with planted numbers.

A statement *holds* if the whole error bar is on its side of the mark; where a mark divides the bar it is *undecided*,
and more samples would have to say. *Holds within limits*: in part, or with a limit that the reason names, for example
where the text speaks of people and only engines play here. *Does not hold here*: these games and engines say otherwise.
*The text is wrong*: it can't be right anywhere. *Wrong as our copy prints it*: so is this, but our copies were read by
a machine, and the character that makes the difference may have been misread. How many samples are taken is chosen
before a run, by what it costs, and stands in its description.

`plywise lab list` lists them, `plywise lab run NAME` runs one, and `plywise lab all --out docs/lab` runs all of them
and writes these pages. *Quick* runs take seconds and have wide error bars; *full* runs are the ones to quote.
`plywise lab judge docs/lab` judges the stored figures again, without a new run.

Out of scope: Scrabble, negotiation as in Diplomacy, and the simultaneous or durative moves of video games.

The texts: Russell & Norvig, *Artificial Intelligence: A Modern Approach*, third edition, chapter 5 up to section 5.4;
Meshulam's slides and the AIES notes, both after that chapter; Cicirello's slides on games; Nau's article on game-tree
search.

"""

FRONT = "index.md"
SHORT = (Ruling.LIMITED, Ruling.UNDECIDED, Ruling.FAILS)
"""Verdicts that fall short of the statement, so that an experiment says why."""
ADJUSTED = " The design was adjusted after first results with other seeds had been seen."


def write_pages(folder: Path, experiments: Mapping[str, Experiment], themes: Mapping[str, str]) -> list[Path]:
    """Write the pages of all results in a folder; return where they are. `themes` has the title of each room."""
    results = read_results(folder)
    written = [folder / FRONT]
    rows = [_row(each, results.get(each.name)) for each in in_order(experiments)]
    table = "\n".join(["| | statement | verdict | run |", "|---|---|---|---|", *rows])
    write_whole(written[0], f"{HEAD}{table}\n".encode())
    for theme, title in themes.items():
        sections = [
            _section(each, results[each.name])
            for each in in_order(experiments)
            if theme_of(each) == theme and each.name in results
        ]
        if sections:
            written.append(folder / f"{theme}.md")
            write_whole(written[-1], "\n\n".join([f"# {title}", *sections, ""]).encode())
    return written


def in_order(experiments: Mapping[str, Experiment]) -> list[Experiment]:
    """Return experiments in the order of the statements."""
    return sorted(experiments.values(), key=lambda each: each.number)


def theme_of(experiment: Experiment) -> str:
    """Return the room that an experiment's file is in."""
    return type(experiment).__module__.split(".")[-2]


def _row(experiment: Experiment, result: ExperimentResult | None) -> str:
    link = f"[{experiment.title}]({theme_of(experiment)}.md#{experiment.name})" if result else experiment.title
    verdict = f"**{result.judgement.ruling}**" if result else "not run yet"
    return f"| {experiment.number} | {link} | {verdict} | {_kind(result)} |"


def _kind(result: ExperimentResult | None) -> str:
    return "" if result is None else "quick" if result.is_quick else "full"


def _section(experiment: Experiment, result: ExperimentResult) -> str:
    """Return an experiment's part of a page."""
    words = experiment.claim.strip().replace("[", "\\[")  # what stands in brackets is no link
    claim = "\n".join(f"> {line}" for line in words.splitlines())
    ruling = result.judgement.ruling
    why = f" {experiment.why.strip()}" if experiment.why and ruling in SHORT else ""
    return "\n\n".join(
        [
            f"## {experiment.number}. {experiment.title} {{ #{experiment.name} }}",
            f"{claim}\n>\n> {experiment.source}",
            f"{experiment.how.strip()}{ADJUSTED if experiment.was_adjusted else ''}",
            f"**Verdict: {ruling}.** {result.judgement.reason}{why}",
            figures_table(result.measurements.figures),
            f"![{experiment.title}]({RESULTS}/{experiment.name}.svg)",
            f"`{result.command}`, a {_kind(result)} run of {_seconds(result.seconds)} of processor time, "
            f"{result.date}, commit {result.commit}, {result.machine}. [Data]({RESULTS}/{experiment.name}.json).",
        ]
    )


def figures_table(figures: Mapping[str, LabFigure]) -> str:
    """Return figures as a table in Markdown."""
    rows = [f"| {' | '.join(cells)} |" for cells in figure_rows(figures)]
    return "\n".join(["| figure | measured | 95% within | samples | the text says |", "|---|---|---|---|---|", *rows])


def figure_rows(figures: Mapping[str, LabFigure]) -> list[Sequence[str]]:
    """Return what a table of figures says: name, value, bar, samples, and what the text says."""
    return [(name, tell(each.value), _bar(each), _samples(each), each.said) for name, each in figures.items()]


def _bar(found: LabFigure) -> str:
    return "exact" if not found.samples else f"{tell(found.low)} to {tell(found.high)}"


def _samples(found: LabFigure) -> str:
    return f"{found.samples:,}" if found.samples else ""


def _seconds(seconds: float) -> str:
    return f"{seconds:.1f} s" if seconds < 120 else f"{seconds / 60:.0f} min"


def tell(value: float) -> str:
    """Return a figure with as many digits as help.

    >>> tell(255168.0), tell(0.74321), tell(3.14159), tell(1e154), tell(float("inf"))
    ('255,168', '0.743', '3.14', '1e+154', '∞')
    """
    if value != value or value in (float("inf"), float("-inf")):
        return "?" if value != value else "∞" if value > 0 else "-∞"
    if abs(value) >= 1e15:
        return f"{value:.3g}"
    if value == int(value) or abs(value) >= 1000:
        return f"{value:,.0f}"
    return f"{value:.3g}"
