import pytest

from plywise import Limit, PlywiseError


@pytest.mark.parametrize("field", ["time", "nodes", "depth"])
@pytest.mark.parametrize("amount", [0, -1, float("nan")])
def test_a_limit_that_allows_nothing_is_refused(field, amount):
    with pytest.raises(PlywiseError, match=rf"Limit\({field}={amount}\) allows nothing: give a {field} above 0"):
        Limit(**{field: amount})


def test_a_limit_is_open_until_something_bounds_it():
    assert Limit().is_open
    assert not any(limit.is_open for limit in (Limit(time=0.1), Limit(nodes=1), Limit(depth=1)))


def test_limits_are_equal_by_value_and_fixed():
    assert Limit(time=1, depth=2) == Limit(1, None, 2)
    with pytest.raises(AttributeError):
        Limit().depth = 3  # type: ignore[misc]
