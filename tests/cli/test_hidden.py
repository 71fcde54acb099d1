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
        assert f"│ {dealt[0]} │" in shown
        assert not any(f" {card} " in shown for card in others)
        assert "proven" not in done.stdout
        assert "heuristic" not in done.stdout


def test_an_explanation_gives_odds_and_the_same_ones_whatever_is_hidden(plywise, tmp_path):
    told = [plywise("explain", "kuhn-poker", "--state", state) for state in ("QJ check bet", "QK check bet")]
    assert told[0].stdout == told[1].stdout
    assert "By the deal alone, B has J or K: 50% each." in told[0].stdout
    assert "If B follows the policy, B has K (75%) or J (25%)." in told[0].stdout
    data = json.loads(plywise("explain", "kuhn-poker", "--state", "QJ check", "--player", "A", "--json").stdout)
    assert data["odds"]["player"] == "A"
    plywise("explain", "kuhn-poker", "--state", "KJ", "--svg", "odds.svg", "--html", "odds.html")
    assert "Q: 50% each" in (tmp_path / "odds.svg").read_text()
    assert "<script" not in (tmp_path / "odds.html").read_text()


def test_an_explanation_by_a_policy_of_a_file(plywise):
    plywise("equilibrium", "kuhn-poker", "--rounds", "100", "--out", "kuhn.policy")
    done = plywise("explain", "kuhn-poker", "--state", "QJ check bet", "--policy", "kuhn.policy")
    assert "The policy is from kuhn.policy" in done.stdout


def test_what_no_explanation_has_is_refused_in_a_sentence(plywise):
    for options in (["--stages"], ["--depth", "2"], ["--compare", "minimax"], ["--player", "C"]):
        done = plywise("explain", "kuhn-poker", "--state", "KJ", *options)
        assert done.returncode == 1
        assert done.stderr.startswith("plywise: ")
    assert "are for games that hide something" in plywise("explain", "nim", "--player", "A").stderr


def test_an_analysis_shows_only_what_the_mover_sees(plywise):
    for options in ([], ["--algorithm", "information-set-uct"]):
        given = ("analyse", "kuhn-poker", "--simulations", "50", *options, "--state")
        told = [plywise(*given, state).stdout.rpartition("\n\n")[0] for state in ("QJ check bet", "QK check bet")]
        assert told[0] == told[1]
        assert "B has J or K: 50% each" in told[0]
    data = json.loads(plywise(*given, "QJ", "--json").stdout)
    assert data["state"] is None
    assert data["hidden"][0] == "A has Q."


def test_a_hint_gives_odds(plywise):
    done = plywise("play", "kuhn-poker", "--human", "A", "--seed", "3", "--time", "0.1", typed="hint\nquit\n")
    assert "by estimate. A has" in " ".join(done.stdout.split())


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


def test_a_page_without_a_server_refuses_them(plywise):
    done = plywise("export", "kuhn-poker", "--out", "site")
    assert done.returncode == 1
    assert "play it with `plywise serve kuhn-poker` or `plywise play kuhn-poker`" in " ".join(done.stderr.split())
