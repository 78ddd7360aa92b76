"""Pivoting against the formula."""

from collections import defaultdict
from fractions import Fraction

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pivot_tools import FRENCH, GERMAN, paraphrases

from laconic.errors import LaconicError, UsageError
from laconic.extract.engines import DuckDbEngine
from laconic.extract.paraphrases import phrase_grammar, tree_grammar
from laconic.extract.pivot import Cutoffs


@pytest.fixture(scope="module")
def duckdb():
    engine = DuckDbEngine(memory="500MB")
    yield engine
    engine.close()


@st.composite
def translations(draw):
    rows = {}
    for _ in range(draw(st.integers(1, 12))):
        order = draw(st.sampled_from(["", "1", "12", "21", "231", "312"]))
        slots = "".join(f"[N,{number}]" for number in range(1, len(order) + 1))
        english = f"[N] ||| {draw(st.sampled_from('abc'))} {slots}"
        foreign = f"[N] ||| {draw(st.sampled_from('uv'))} {slots}"
        weights = draw(st.tuples(st.integers(1, 8), st.integers(1, 8)))
        rows[english, foreign, order] = (draw(st.integers(1, 9)), weights[0] / 8, weights[1] / 8)
    return [(*key, *values) for key, values in rows.items()]


def by_the_formula(languages, least_count):
    """Return Σ_f p(e'|f) p(f|e) for each pair and each correspondence of slots, the mean over languages that know e."""
    sums, known = defaultdict(Fraction), defaultdict(set)
    for language, rows in languages.items():
        english, foreign = defaultdict(int), defaultdict(int)
        for row in rows:
            english[row[0]] += row[3]
            foreign[row[1]] += row[3]
        kept = [row for row in rows if row[3] >= least_count]
        for row in kept:
            known[row[0]].add(language)
        for here in kept:
            for there in kept:
                if here[1] == there[1]:
                    place = {int(slot): number for number, slot in enumerate(there[2])}
                    slots = "".join(here[2][place[number]] for number in range(1, len(here[2]) + 1))
                    share = Fraction(here[3], english[here[0]]) * Fraction(there[3], foreign[there[1]])
                    sums[here[0], there[0], slots] += share
    return {key: float(value / len(known[key[0]])) for key, value in sums.items()}


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.fixed_dictionaries({"fr": translations(), "d'e": translations()}), st.integers(1, 3))
def test_probabilities_are_those_of_the_formula(duckdb, tmp_path, languages, least_count):
    found = paraphrases(duckdb, tmp_path, languages, Cutoffs(least_count=least_count)).to_pylist()
    expected = by_the_formula(languages, least_count)
    assert [(row["source"], row["target"], row["slots"]) for row in found] == sorted(expected)
    for row in found:
        assert row["probability"] == pytest.approx(expected[row["source"], row["target"], row["slots"]], abs=1e-13)
    backwards = {(row["source"], row["target"], _inverse(row["slots"])): row["inverse"] for row in found}
    for row in found:
        assert row["probability"] == backwards[row["target"], row["source"], row["slots"]]


def _inverse(slots):
    return "".join(str(place) for _, place in sorted((slot, number) for number, slot in enumerate(slots, start=1)))


def test_slots_and_features_of_a_paraphrase(duckdb, tmp_path):
    table = paraphrases(duckdb, tmp_path, {"fr": FRENCH}, Cutoffs())
    grammar = {str(rule): rule for rule in phrase_grammar(table)}
    shift = grammar["[NP] ||| the [NN,1] of [NP,2] ||| [NP,2] 's [NN,1]"]
    assert shift.features["phrase"] == pytest.approx(1.099, abs=1e-6)  # -ln (1 · 20/60)
    assert shift.features["phrase_inverse"] == pytest.approx(0.405, abs=1e-6)  # -ln (1 · 40/60)
    assert shift.features["reorder"] == 1
    assert shift.links == ((1, 2), (3, 0))
    assert not any(rule.is_identity for rule in grammar.values())
    with_identities = list(phrase_grammar(table, identities=True))
    assert sum(rule.is_identity for rule in with_identities) == sum(
        rule.features.get("identity", 0) == 1 for rule in with_identities
    )
    assert len(with_identities) > len(grammar)


def test_languages_are_averaged_over_those_that_know_the_source(duckdb, tmp_path):
    table = paraphrases(duckdb, tmp_path, {"fr": FRENCH, "de": GERMAN}, Cutoffs(least_count=1))
    found = {(row["source"], row["target"]): row["probability"] for row in table.to_pylist()}
    take_up, adopt, address = (f"[VP] ||| {verb} [NP,1]" for verb in ("take up", "adopt", "address"))
    assert found[take_up, adopt] == pytest.approx(10 / 42 / 2)
    assert found[take_up, address] == pytest.approx(24 / 32 / 2)
    assert found[adopt, take_up] == pytest.approx(0.25 * 30 / 42)


@pytest.mark.parametrize(
    ("cutoffs", "expected"),
    [
        (Cutoffs(least_count=3), {"take up", "adopt"}),
        (Cutoffs(least_count=1, least_translation=0.1), {"take up", "adopt"}),
        (Cutoffs(least_count=1, least_paraphrase=0.2), {"take up", "adopt"}),
        (Cutoffs(least_count=1, least_share=0.1), {"take up", "adopt"}),
        (Cutoffs(least_count=1, best_paraphrases=1), {"take up"}),
        (Cutoffs(least_count=1), {"take up", "adopt", "repeat"}),
    ],
)
def test_each_cutoff_keeps_what_it_says(duckdb, tmp_path, cutoffs, expected):
    table = paraphrases(duckdb, tmp_path, {"fr": FRENCH[:4]}, cutoffs)
    targets = {row["target"] for row in table.to_pylist() if "take up" in row["source"]}
    assert {target.split(" ||| ")[1].removesuffix(" [NP,1]") for target in targets} == expected


def test_only_the_best_translations_of_the_source_are_used(duckdb, tmp_path):
    table = paraphrases(duckdb, tmp_path, {"fr": FRENCH[:4]}, Cutoffs(least_count=1, best_translations=1))
    targets = {row["target"] for row in table.to_pylist() if row["source"] == "[VP] ||| adopt [NP,1]"}
    assert targets == {"[VP] ||| adopt [NP,1]"}


def test_only_the_best_patterns_of_a_translation_are_used(duckdb, tmp_path):
    table = paraphrases(duckdb, tmp_path, {"fr": FRENCH[:4]}, Cutoffs(least_count=1, best_back_translations=1))
    take_up, adopt, repeat = (f"[VP] ||| {verb} [NP,1]" for verb in ("take up", "adopt", "repeat"))
    found = {(row["source"], row["target"]): row["probability"] for row in table.to_pylist()}
    assert found.keys() == {(take_up, take_up), (adopt, take_up), (adopt, adopt), (repeat, take_up)}
    assert found[adopt, take_up] == pytest.approx(10 / 40 * 30 / 42)  # what is left out still counts in the totals


def test_tree_rules_are_pivoted_with_their_variables(duckdb, tmp_path):
    rows = [
        ("(NP (DT the) NN@1 (PP (IN of) NP@2))", "@1 de @2", "12", 30, 0.5, 0.5),
        ("(NP (NP NP@1 (POS 's)) NN@2)", "@1 de @2", "21", 10, 0.5, 0.5),
    ]
    grammar = tree_grammar(paraphrases(duckdb, tmp_path, {"fr": rows}, Cutoffs()))
    shift = "(NP (DT the) NN@1 (PP (IN of) NP@2)) ||| (NP (NP NP@2 (POS 's)) NN@1)"
    assert shift in grammar.lines
    place = grammar.lines.index(shift)
    assert grammar.counts["pivot"][place] == 8  # 30 · 10/40, rounded to the even neighbour
    assert grammar.features["phrase"][place] == pytest.approx(1.386)
    assert len(grammar) == 2


def test_impossible_cutoffs_are_refused():
    with pytest.raises(UsageError, match="at least"):
        Cutoffs(least_count=0)
    with pytest.raises(UsageError, match="at least"):
        Cutoffs(least_share=1.5)


def test_too_little_memory_is_told(tmp_path):
    with pytest.raises(UsageError, match="4GB"):
        DuckDbEngine(memory="plenty")
    engine = DuckDbEngine(memory="1MB")
    with pytest.raises(LaconicError, match="--memory"):
        paraphrases(engine, tmp_path, {"fr": FRENCH * 1000}, Cutoffs())
    engine.close()
