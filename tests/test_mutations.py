"""Inputs that may come from anybody, mutated: each is read, or refused in one sentence, soon and in little memory."""

from random import Random

import pytest

from tests.fuzz.judging import MEGABYTES, Judgement, judge, memory
from tests.fuzz.mutations import mutate
from tests.fuzz.seeds import HOSTILE
from tests.fuzz.targets import targets

NAMES = list(targets())


@pytest.mark.parametrize("name", NAMES)
def test_seeds_are_read_and_the_hostile_are_not_fatal(name):
    target = targets()[name]
    assert [judge(target.read, seed) for seed in target.inputs] == [Judgement()] * len(target.inputs)
    assert [found for data in HOSTILE if (found := judge(target.read, data)).fault] == []


@pytest.mark.parametrize("count", [300, pytest.param(5_000, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", NAMES)
def test_mutations_are_read_or_refused(name, count):
    target, random, before = targets()[name], Random(f"{name} {count}"), memory()
    inputs = target.inputs
    found = [judge(target.read, mutate(random, random.choice(inputs), target.is_json)) for _ in range(count)]
    assert {(each.place, each.fault) for each in found if each.fault} == set()
    assert sum(each.refusal is not None for each in found) > count // 20
    assert [each.refusal for each in found if "\n" in (each.refusal or "")] == []
    assert memory() - before < MEGABYTES
