"""How `plywise solve --plan` reports what solving costs."""

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from plywise.cli.commands.tables.solving import tell_rate
from plywise.rules import Game
from plywise.solve.plan import CLUSTER_PAYS, GIB, MANY, MachineSize, Plan

EXTRAPOLATED = """Slots are counted. Hours, memory and disk are extrapolated from that sample, by slots of all tables \
drawn at random: mostly within a factor of 2 of real runs, but least is known of the disk, which was once off by 4. \
Large tables wait for memory more often than small ones."""

ENUMERATED = """All states were counted. Hours, memory and disk follow from the part that was solved: in the runs that \
were compared with their plans, within a factor of 1.5."""

ESTIMATED = """The first plies were counted, the others estimated from states drawn at random: the number of states, \
and so the hours, memory and disk, may be off by a factor of {factor:.1f}."""


def draw_plan(game: Game, tier: str, plan: Plan) -> RenderableType:
    """Draw the counts, the cost, and how far each figure can be trusted."""
    parts: list[RenderableType] = [_draw_rows(plan), Text(), *_tell_total(game, tier, plan), Text(), _draw_costs(plan)]
    rates = plan.rates
    where = ", ".join(rates.tables[:3]) + (", ..." if len(rates.tables) > 3 else "")
    measured = (
        f"Measured just now, on one core: {where} ({rates.slots:,} slots), {tell_rate(rates.per_second)} a second, "
        f"{rates.disk_bytes:.2f} bytes a slot on disk, up to {rates.memory_bytes:.0f} in memory."
    )
    parts += [Text(), Text(measured, style="dim"), Text(_tell_trust(plan), style="dim")]
    if not plan.pays_on_cluster:
        parts.append(Text(f"Too small for a cluster: below {CLUSTER_PAYS:,} slots one process is sooner.", style="dim"))
    memory = MachineSize.this().memory
    if memory is not None and plan.memory > memory:
        what = f"This machine has {tell_bytes(memory)} of memory, too little for the largest of these tables."
        parts.append(Text(what, style="yellow"))
    if plan.unindexed:
        names = ", ".join(plan.unindexed[:4]) + (", ..." if len(plan.unindexed) > 4 else "")
        what = f"{len(plan.unindexed)} of the tables ({names}) have no index yet: planned, but they can't be solved."
        parts.append(Text(what, style="yellow"))
    return Group(*parts)


def _tell_trust(plan: Plan) -> str:
    """Say how far the figures can be trusted."""
    if plan.kind == "dense":
        return EXTRAPOLATED
    return ENUMERATED if plan.factor == 1 else ESTIMATED.format(factor=plan.factor)


def _draw_rows(plan: Plan) -> Table:
    counted = any(row.states is not None for row in plan.rows)
    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column("tier")
    for name in ("tables", "slots", *(["positions"] if counted else [])):
        table.add_column(name, justify="right")
    for row in plan.rows[-40:]:
        figures = [f"{row.tables:,}", f"{row.slots:,}"]
        table.add_row(row.name, *figures, *([] if row.states is None else [f"{row.states:,}"]))
    return table


def _tell_total(game: Game, tier: str, plan: Plan) -> list[Text]:
    told = []
    last = plan.rows[-1]
    if last.states is not None:
        told.append(Text(f"{last.states:,} positions of {game.name}, tier {tier}", style="bold"))
        if last.states > plan.slots:
            bare = last.states - plan.slots
            told.append(
                Text(f"{bare:,} of them need no table, such as those in which a side has nothing left", style="dim")
            )
    told.append(Text(_tell_slots(plan)))
    return told


def _tell_slots(plan: Plan) -> str:
    if plan.kind == "dense":
        return f"{plan.slots:,} slots in {plan.tables:,} tables, at most {plan.largest:,} solved together"
    return f"{plan.slots:,} states" if plan.factor == 1 else f"about {plan.slots:,} states"


def _draw_costs(plan: Plan) -> Table:
    table = Table(box=None, pad_edge=False, header_style="dim")
    for name in ("on", "core-hours", "at best", "memory", "disk", "working"):
        table.add_column(name, justify="left" if name == "on" else "right", no_wrap=name == "on")
    for machine in (MachineSize.this(), *([MANY] if plan.pays_on_cluster else [])):
        memory = plan.memory / machine.count
        table.add_row(
            machine.name,
            f"{plan.core_hours:,.2f}" if plan.core_hours >= 0.1 else f"{plan.core_hours:.4f}",
            tell_hours(plan.hours(machine)),
            tell_bytes(memory),
            tell_bytes(plan.published),
            tell_bytes(plan.working),
        )
    return table


def tell_bytes(size: float) -> str:
    """Write bytes in GiB, or in MiB where they are few, with as many digits as help.

    >>> tell_bytes(3 << 29), tell_bytes(5 << 40), tell_bytes(1 << 20)
    ('1.50 GiB', '5,120 GiB', '1.0 MiB')
    """
    gib = size / GIB
    if gib < 0.1:
        return f"{1024 * gib:.1f} MiB"
    return f"{gib:,.0f} GiB" if gib >= 100 else f"{gib:.2f} GiB"


def tell_hours(hours: float) -> str:
    """Write hours, or minutes or seconds where they are few.

    >>> tell_hours(48.4), tell_hours(0.25), tell_hours(0.001)
    ('48.4 h', '15.0 min', '3.6 s')
    """
    return f"{hours:,.1f} h" if hours >= 1 else f"{hours * 60:.1f} min" if hours >= 1 / 60 else f"{hours * 3600:.1f} s"
