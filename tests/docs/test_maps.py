"""The maps of the texts: what they say is run, their links lead somewhere, their pages are written from them."""

from dataclasses import replace

import pytest

from tests.docs.maps import (
    DOCS,
    MAPS,
    PRELUDE,
    Entry,
    Run,
    TextMap,
    faults_of_links,
    follow_run,
    is_given,
    read_entry,
    read_map,
    write_page,
)

TEXTS = [read_map(path) for path in MAPS]
HERE = [(text, entry) for text in TEXTS for entry in text.entries if not entry.pending]


def cases():
    """Yield each entry with runs; those of them that take long are slow."""
    for text, entry in HERE:
        for is_slow in (False, True):
            runs = [run for run in entry.runs if bool(run.slow) == is_slow]
            if runs:
                name = f"{text.path.stem}: {entry.name[:50]}{' (slow)' if is_slow else ''}"
                yield pytest.param(runs, marks=[pytest.mark.slow] if is_slow else [], id=name)


@pytest.mark.parametrize("runs", list(cases()))
def test_an_entry_gives_what_stands_beside_it(runs, tmp_path):
    for run in runs:
        printed = follow_run(run, tmp_path)
        assert is_given(run, printed), f"{run.code}\nexpected: {run.gives}\nprinted: {printed}"


@pytest.mark.parametrize("text", TEXTS, ids=lambda text: text.path.stem)
def test_the_page_is_what_the_map_says(text):
    written = text.page.read_text("utf-8") if text.page.exists() else ""
    assert written == write_page(text), "python -m tests.docs.maps writes it again"


@pytest.mark.parametrize("text", TEXTS, ids=lambda text: text.path.stem)
def test_links_lead_somewhere(text):
    assert faults_of_links(text.entries) == []


def test_each_entry_says_what_is_here_or_that_nothing_is():
    empty = [
        entry.name
        for _, entry in HERE
        if not (entry.is_heading or entry.runs or entry.pages or entry.lab or entry.missing)
    ]
    assert empty == []


def test_readers_see_what_stands_before_the_expressions():
    assert PRELUDE in (DOCS / "texts" / "index.md").read_text("utf-8")


def test_the_five_texts_have_many_places():
    entries = [entry for text in TEXTS for entry in text.entries if text.path.parent.name == "texts"]
    assert len({text.path for text in TEXTS}) == 6
    assert len(entries) > 300
    assert sum(bool(entry.runs) for entry in entries if not entry.pending) >= 110


# Planted faults

PLANTED = Entry("figure", "Figure 5.2.", runs=(Run("plywise tree figure-5.2", "a1 ▽ = 3"),))


def test_a_wrong_value_is_seen(tmp_path):
    (run,) = PLANTED.runs
    printed = follow_run(run, tmp_path)
    assert is_given(run, printed)
    for gives in ("a1 ▽ = 4", "▽ = 1", "a1 ▽ = 3 ... a1 ▽", "1 ▽ = 3"):
        assert not is_given(replace(run, gives=gives), printed), gives
    for gives, other in (("3", "30"), ("1,000 states", "21,000 states"), ("5", "-5"), ("5", "5.5")):
        assert is_given(Run("plywise x", gives), f"value {gives} found")
        assert not is_given(Run("plywise x", gives), f"value {other} found")
    assert is_given(Run("minimax(x)", "3"), "3")
    assert not is_given(Run("minimax(x)", "3"), "(3, 0)")


def test_a_command_that_fails_is_seen(tmp_path):
    with pytest.raises(AssertionError, match=r"There is no game called 'figure-5\.3'"):
        follow_run(Run("plywise tree figure-5.3", ""), tmp_path)


def test_a_link_to_nowhere_is_seen():
    pages = ("gallery.md", "gallery.md#figure-52-a-two-ply-game-tree", "gallery.md#figure-53", "nowhere.md")
    planted = replace(PLANTED, pages=pages, lab=("alpha-beta-leaves", "nothing"))
    assert faults_of_links((planted,)) == ["gallery.md#figure-53", "nowhere.md", "nothing"]
    assert faults_of_links((replace(planted, pending=True),)) == []


def test_what_is_pending_is_not_shown_as_here():
    text = TextMap(TEXTS[0].path, "A text", "About it.", (PLANTED, replace(PLANTED, pending=True, here="It is here.")))
    page = write_page(text)
    assert page.count("`plywise tree figure-5.2` gives `a1 ▽ = 3`") == 1
    assert "It is here." not in page
    assert "- **Figure 5.2.** *Not here yet.*" in page
    assert "commands and expressions of this page: 1." in page


def test_an_entry_is_of_one_kind():
    assert read_entry({"figure": "Figure 1", "runs": [{"run": "plywise games", "gives": "chess"}]}).kind == "figure"
    for wrong in ({"figure": "Figure 1", "table": "Table 1"}, {"here": "Nothing"}):
        with pytest.raises(ValueError, match="unpack"):
            read_entry(wrong)
    with pytest.raises(TypeError, match="unexpected keyword"):
        read_entry({"figure": "Figure 1", "pags": ["gallery.md"]})
