"""One order of actions for everybody."""

from plywise import Bound, Choice, Decision, Game, Status
from plywise.rules import distinguishes, ranked_choices


def choice(action, value=0.0, status=Status.HEURISTIC, **more):
    return Choice(action, value, status=status, line=(action,), **more)


def order(choices, action, simulations=0):
    best = next(each for each in choices if each.action == action)
    decision = Decision(action, best.value, 0, best.status, choices=tuple(choices), simulations=simulations)
    return [each.action for each in ranked_choices(Game(), decision)]


def test_proofs_come_first_and_last():
    choices = [
        choice("lost late", -1, Status.PROVEN, distance=6),
        choice("lost soon", -1, Status.PROVEN, distance=2),
        choice("untried", is_tried=False),
        choice("bad", -0.5),
        choice("draw", 0, Status.PROVEN),
        choice("good", 0.5),
        choice("won late", 1, Status.PROVEN, distance=5),
        choice("won soon", 1, Status.PROVEN, distance=1),
    ]
    assert order(choices, "won soon") == [
        "won soon",
        "won late",
        "good",
        "draw",
        "bad",
        "untried",
        "lost late",
        "lost soon",
    ]


def test_simulations_are_ranked_by_visits():
    """A mean of five visits is luck."""
    choices = [
        choice("lucky", 0.9, visits=5),
        choice("steady", 0.6, visits=3759),
        choice("never", visits=0, is_tried=False),
    ]
    assert order(choices, "steady", simulations=3764) == ["steady", "lucky", "never"]


def test_a_bound_comes_after_the_value_it_equals():
    choices = [choice("at most 2", 2, bound=Bound.UPPER), choice("2", 2)]
    assert order(choices, "2") == ["2", "at most 2"]


def decision(*choices, simulations=0):
    return Decision(choices[0].action, choices[0].value, 0, Status.HEURISTIC, choices=choices, simulations=simulations)


def test_what_distinguishes_actions():
    assert not distinguishes(decision(choice("a"), choice("b")))
    assert not distinguishes(decision(choice("a", is_tried=False), choice("b", is_tried=False)))
    assert not distinguishes(decision(choice("a", visits=1), choice("b", visits=0, is_tried=False), simulations=1))
    assert distinguishes(decision(choice("a", 0.1), choice("b")))
    assert distinguishes(decision(choice("a", visits=9), choice("b", visits=2), simulations=11))
    assert distinguishes(decision(choice("a"), choice("b", 0, Status.PROVEN)))
    assert distinguishes(decision(choice("only")))
    drawn = [choice(name, 0, Status.PROVEN) for name in "abc"]
    assert not distinguishes(decision(*drawn))
    assert distinguishes(decision(*drawn[:2], choice("c", 0, Status.PROVEN, bound=Bound.UPPER)))
    won = [choice(name, 1, Status.PROVEN, distance=plies) for name, plies in (("a", 3), ("b", 5))]
    assert distinguishes(decision(*won))
