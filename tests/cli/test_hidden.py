"""Games that hide something, at the terminal: equilibria, policies, and what a person may see."""

import json


def test_an_equilibrium_is_found_written_verified_and_played(plywise, tmp_path):
    done = plywise("equilibrium", "kuhn-poker", "--rounds", "500", "--out", "kuhn.policy", "--svg", "kuhn.svg")
    assert "chips to A if both follow this policy; a best answer gains" in done.stdout
    assert "12 information sets" in done.stdout
    assert "</svg>" in (tmp_path / "kuhn.svg").read_text()
    assert "✔ confirmed" in plywise("verify", "kuhn-poker", "kuhn.policy").stdout
    match = plywise("match", "policy:kuhn.policy", "random", "--game", "kuhn-poker", "--games", "20", "--json")
    assert json.loads(match.stdout)["games"]


def test_a_false_claim_is_refuted(plywise, tmp_path):
    plywise("equilibrium", "kuhn-poker", "--rounds", "5", "--out", "kuhn.policy")
    data = json.loads((tmp_path / "kuhn.policy").read_text())
    (tmp_path / "kuhn.policy").write_text(json.dumps(data | {"exploitability": 0.0001}))
    done = plywise("verify", "kuhn-poker", "kuhn.policy")
    assert done.returncode == 1
    assert "✘ refuted" in done.stdout


def test_data_says_how_near_it_is(plywise):
    data = json.loads(plywise("equilibrium", "kuhn-poker", "--algorithm", "linear-program", "--json").stdout)
    assert abs(data["value"] + 1 / 18) < 1e-9
    assert data["exploitability"] < 1e-9


def test_what_hides_nothing_is_refused_in_one_sentence(plywise):
    done = plywise("equilibrium", "tic-tac-toe")
    assert done.returncode == 1
    assert "tic-tac-toe hides nothing" in done.stderr


def test_a_person_sees_only_their_own_card(plywise):
    for seed in range(6):
        done = plywise("play", "kuhn-poker", "--human", "A", "--seed", str(seed), typed="bet\n")
        dealt = [line.split()[-1] for line in done.stdout.splitlines() if line.startswith("chance plays")]
        assert dealt[1] == "?"
        assert dealt[0] in "JQK"
        shown = done.stdout.partition("A plays bet")[0]
        others = [card for card in "JQK" if card != dealt[0]]
        assert not any(f" {card}" in shown for card in others)
        assert "proven" not in done.stdout
        assert "heuristic" not in done.stdout


def test_two_people_take_turns_at_the_seat(plywise):
    done = plywise("play", "kuhn-poker", "--human", "AB", "--seed", "3", typed="\ncheck\n\nundo\ncheck\n")
    assert done.stdout.count("take the seat and press Enter") == 2
    assert "what was seen can't be unseen" in done.stdout
    before = done.stdout.partition("take the seat")[0]
    assert before.count("chance plays ?") == 2


def test_open_cards_are_asked_for(plywise):
    done = plywise("analyse", "kuhn-poker:open_cards=true", "--state", "KJ")
    assert done.returncode == 0
    assert plywise("analyse", "kuhn-poker:open_cards=perhaps").stderr.count("neither true nor false") == 1


def test_a_page_refuses_them(plywise):
    done = plywise("export", "kuhn-poker", "--out", "site")
    assert done.returncode == 1
    assert "play it with `plywise play kuhn-poker`" in " ".join(done.stderr.split())
