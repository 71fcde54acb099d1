"""The reference that students are held against is the textbook's search, and the exercises tell all mistakes apart."""

from dataclasses import replace
from random import Random

import pytest

from plywise.games.tree import Tree
from plywise.grading import ALGORITHMS, exercises
from plywise.grading.mistakes import Variant, diagnose, is_alike, mistakes_of, reference, trace_of
from plywise.search import alpha_beta, expectiminimax, minimax
from tests.search.trees import KINDS, random_root, random_vector_node

TEXTBOOK = {"minimax": minimax, "alpha-beta": alpha_beta, "expectiminimax": expectiminimax}


def check(algorithm, game, state):
    found, plain = reference(algorithm).search(game, state), TEXTBOOK[algorithm](game, state)
    value = plain.value if plain.player == 0 else game.utility_sum - plain.value
    assert found.value == pytest.approx(value, abs=1e-12)
    assert found.action == plain.action
    return len(found.leaves), plain.leaves


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_the_reference_is_the_textbooks_search_on_the_exercises(algorithm):
    for exercise in exercises(algorithm):
        if exercise.depth is None:
            leaves, textbook = check(algorithm, exercise.game, exercise.state)
            assert leaves == textbook or not exercise.is_tree


@pytest.mark.parametrize("algorithm", ["minimax", "alpha-beta"])
def test_the_reference_is_the_textbooks_search_on_random_trees(algorithm):
    random = Random("variants")
    leaf, _ = KINDS["integers"]
    for _ in range(200):
        game = Tree(random_root(random, leaf, 4))
        leaves, textbook = check(algorithm, game, game.initial())
        assert leaves == textbook


def test_the_reference_is_the_textbooks_search_with_dice():
    random = Random("variants with dice")
    for _ in range(200):
        game = Tree(random_vector_node(random, 2, 4, chance=0.4, sum_zero=True))
        leaves, textbook = check("expectiminimax", game, game.initial())
        assert leaves == textbook


VARIANTS = [
    (algorithm, mistake.name, number, change)
    for algorithm in ALGORITHMS
    for mistake in mistakes_of(algorithm)
    for number, change in enumerate(mistake.changes)
]
TWINS = {("alpha-beta", "first move only", 0): "cut at the own bound"}
"""Searches that are the same from outside: the source tells them apart."""


@pytest.mark.parametrize(("algorithm", "name", "number", "change"), VARIANTS)
def test_the_exercises_tell_every_mistake_from_the_others(algorithm, name, number, change):
    wrong = replace(reference(algorithm), **change)
    done = []
    for exercise in exercises(algorithm):
        expected, found = (trace_of(each, exercise) for each in (reference(algorithm), wrong))
        is_right = is_alike(expected, found) and (wrong.plays == "the best" or expected.action == found.action)
        done.append((exercise, found, is_right))
    assert sum(not passed for _, _, passed in done) >= 1
    diagnosis = diagnose(algorithm, done)
    assert diagnosis is not None
    assert (diagnosis.mistake.name, diagnosis.is_whole) == (TWINS.get((algorithm, name, number), name), True)


def test_full_marks_and_strange_answers_look_like_no_mistake():
    done = [(exercise, Variant().search(exercise.game, exercise.state), True) for exercise in exercises("minimax")]
    assert diagnose("minimax", done) is None
    strange = [(exercise, replace(trace, value=1234.5), False) for exercise, trace, _ in done]
    assert diagnose("minimax", strange) is None


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_titles_are_unique(algorithm):
    titles = [exercise.title for exercise in exercises(algorithm)]
    assert len(titles) == len(set(titles))
