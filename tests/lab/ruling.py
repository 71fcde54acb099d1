"""What an experiment says with small settings, so that a premise can be planted in what it measures."""

from typing import Any

from plywise.lab.experiments import load_experiment
from plywise.lab.frame import Ruling


def ruling(name: str, settings: dict[str, Any]) -> Ruling:
    """Measure with some settings in place of the quick ones, and judge."""
    experiment = load_experiment(name)
    settings = {**experiment.quick, **settings}
    cases = experiment.cases(settings)
    seen = [experiment.observe(settings, case, experiment.chooser(1, place)) for place, case in enumerate(cases)]
    return experiment.judge(experiment.summarise(settings, cases, seen)).ruling
