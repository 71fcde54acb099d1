import pytest

from plywise import Limit, PlywiseError


@pytest.mark.parametrize("field", ["time", "nodes", "depth"])
@pytest.mark.parametrize("amount", [0, -1])
def test_a_limit_that_allows_nothing_is_refused(field, amount):
    with pytest.raises(PlywiseError, match=rf"Limit\({field}={amount}\) allows nothing: give a {field} above 0"):
        Limit(**{field: amount})


@pytest.mark.parametrize("amount", [float("nan"), float("inf"), True, "3"])
@pytest.mark.parametrize(
    ("field", "kind"),
    [
        ("time", "a finite number of seconds"),
        ("nodes", "a whole number of states"),
        ("depth", "a whole number of plies"),
    ],
)
def test_a_limit_that_is_no_number_is_refused(field, kind, amount):
    with pytest.raises(PlywiseError) as refused:
        Limit(**{field: amount})
    assert str(refused.value) == f"Limit({field}={amount!r}) is not {kind}: give one above 0, or leave it out."


@pytest.mark.parametrize("field", ["nodes", "depth"])
def test_states_and_plies_are_whole(field):
    for amount in (2.5, 2.0):
        with pytest.raises(PlywiseError, match=rf"Limit\({field}={amount}\) is not a whole number"):
            Limit(**{field: amount})  # type: ignore[arg-type]
    assert Limit(time=2.5).time == 2.5
    assert Limit(time=10**400).time == 10**400


def test_a_limit_is_open_until_something_bounds_it():
    assert Limit().is_open
    assert not any(limit.is_open for limit in (Limit(time=0.1), Limit(nodes=1), Limit(depth=1), Limit(simulations=1)))


def test_limits_are_equal_by_value_and_fixed():
    assert Limit(time=1, depth=2) == Limit(1, None, 2)
    with pytest.raises(AttributeError):
        Limit().depth = 3  # type: ignore[misc]
