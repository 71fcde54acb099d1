"""What solving would cost, before it is begun: slots, memory, disk and core-hours, from rates measured on the spot."""

from plywise.solve.cluster_costs import CLUSTER_PAYS
from plywise.solve.plan.cost import GIB, MANY, MachineSize, Plan, PlanRow, Rates, memory_held
from plywise.solve.plan.dense import plan_tiers
from plywise.solve.plan.growth import Growth, estimate_growth
from plywise.solve.plan.reachable import plan_reachable

__all__ = [
    "CLUSTER_PAYS",
    "GIB",
    "MANY",
    "Growth",
    "MachineSize",
    "Plan",
    "PlanRow",
    "Rates",
    "estimate_growth",
    "memory_held",
    "plan_reachable",
    "plan_tiers",
]
