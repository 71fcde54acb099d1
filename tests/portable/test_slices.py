"""A search in slices: what goes further is reported, the counts add up, and a word ends it."""

from plywise.tasks.slices import SlicedSearch


def found(depth, status="heuristic", simulations=0):
    decision = {"depth": depth, "status": status, "nodes": 10, "simulations": simulations, "seconds": 0.0}
    return {"verdict": "", "decision": decision}


class Slices:
    """Plays a search that gets as deep as told, slice by slice."""

    def __init__(self, depths, proven_at=99, simulations=0):
        self.depths, self.lengths, self.reported = iter(depths), [], []
        self.proven_at, self.simulations = proven_at, simulations

    def search(self, report, seconds):
        self.lengths.append(seconds)
        deepest = next(self.depths)
        for depth in range(1, deepest + 1):
            report("decision", found(depth))
        return found(deepest, "proven" if deepest >= self.proven_at else "heuristic", self.simulations)

    def report(self, kind, content):
        self.reported.append(content["decision"]["depth"])

    def run(self, seconds=60.0, depth=None, stops=lambda: False):
        return SlicedSearch(self.search, self.report, stops).run(seconds, depth)


def test_it_ends_with_a_proof_and_counts_all_slices():
    slices = Slices([3, 5, 6], proven_at=6)
    end = slices.run()
    assert (end["decision"]["depth"], end["decision"]["nodes"]) == (6, 30)
    assert [depth for depth in slices.reported if depth not in (3, 5)] == [1, 2, 4, 6]


def test_a_slice_that_gets_no_further_makes_the_next_longer():
    slices = Slices([4, 4, 4, 5, 5, 9], proven_at=9)
    slices.run()
    assert [round(length, 3) for length in slices.lengths] == [0.4, 0.4, 0.8, 1.6, 1.6, 3.2]


def test_a_tree_grows_in_any_slice():
    slices = Slices([4, 4, 4, 9], proven_at=9, simulations=7)
    end = slices.run()
    assert {round(length, 3) for length in slices.lengths} == {0.4}
    assert end["decision"]["simulations"] == 28


def test_it_ends_at_the_depth_asked_for_and_by_a_word():
    assert Slices([3, 6]).run(depth=6)["decision"]["depth"] == 6
    assert Slices([3, 6]).run(stops=lambda: True)["decision"]["depth"] == 3


def test_the_time_is_kept():
    slices = Slices([3] * 100)
    slices.run(seconds=0.01)
    assert slices.lengths == [0.02]
