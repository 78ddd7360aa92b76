"""Translation rules against the papers' figures and against the definitions."""

from collections import Counter

import pytest
from bitext_oracle import brackets, pairs, phrase_rules, tree_rules
from hypothesis import given, settings

from laconic.errors import UsageError
from laconic.extract.ghkm import TreeExtractor
from laconic.extract.hiero import HieroExtractor
from laconic.extract.samt import SyntaxExtractor
from laconic.extract.translation import BitextPart, word_links, word_table


def part_of(tree, english, foreign, links):
    written = " ".join(f"{here}-{there}" for here, there in links)
    return BitextPart(brackets(tree, english), " ".join(english), " ".join(foreign), written)


def counted(translations):
    return Counter(
        {(rule.english, rule.foreign_side, rule.slot_order): rule.seen for rule in translations},
    )


def test_rules_of_figure_7():
    """Cohn & Lapata (2013), Figures 6 and 7; the words before the brackets are as the figure simplifies them."""
    part = BitextPart(
        "(S (NP I) (ADVP too) (VP (MD would) (VP (VB like) (S (TO to) (VP (VB take) (PRT up)"
        " (NP (DT this) (NN slogan)))))))",
        "I too would like to take up this slogan",
        "aussi voudrais - je reprendre ce slogan",
        "0-3 1-0 2-1 3-1 5-4 6-4 7-5 8-6",
    )
    found = TreeExtractor().extract(part)
    assert {(rule.english, rule.foreign_side, rule.slot_order) for rule in found} == {
        ("(NP I)", "je", ""),
        ("(ADVP too)", "aussi", ""),
        ("(DT this)", "ce", ""),
        ("(NN slogan)", "slogan", ""),
        ("(NP DT@1 NN@2)", "@1 @2", "12"),
        ("(VP (VB take) (PRT up) NP@1)", "reprendre @1", "1"),
        ("(S (TO to) VP@1)", "@1", "1"),
        ("(S NP@1 ADVP@2 (VP (MD would) (VP (VB like) S@3)))", "@1 voudrais - @2 @3", "213"),
    }
    assert found.pairs == 1


def test_compatible_foreign_strings_are_identical():
    """The example of normalisation in §5.2.2: two orders of the same variables meet in one foreign string."""
    adjective_first = BitextPart("(NP (JJ old) (NN man))", "old man", "homme vieux", "0-1 1-0")
    noun_first = BitextPart("(NP (NN man) (JJ old))", "man old", "homme vieux", "0-0 1-1")
    rules = [{rule.english: rule for rule in TreeExtractor().extract(part)} for part in (adjective_first, noun_first)]
    assert rules[0]["(NP JJ@1 NN@2)"].foreign_side == rules[1]["(NP NN@1 JJ@2)"].foreign_side == "@1 @2"
    assert rules[0]["(NP JJ@1 NN@2)"].slot_order == "21"
    assert rules[1]["(NP NN@1 JJ@2)"].slot_order == "12"


def test_rules_of_figure_1():
    """Ganitkevitch et al. (2011), Figure 1: a constituent, an X/Y, and a rule with both as slots."""
    part = BitextPart(
        "(VP (VBG closing) (NP (DT the) (NN leak)) (PP (IN with) (NP (DT a) (NN blast))))",
        "closing the leak with a blast",
        "das leck mit einer detonation zu schliessen",
        "0-5 0-6 1-0 2-1 3-2 4-3 5-4",
    )
    found = {(rule.english, rule.foreign_side) for rule in SyntaxExtractor().extract(part)}
    assert ("[NP] ||| the leak", "[NP] ||| das leck") in found
    assert ("[PP/NN] ||| with a", "[PP/NN] ||| mit einer") in found
    assert (
        "[VP] ||| closing [NP,1] [PP/NN,2] blast",
        "[VP] ||| [NP,1] [PP/NN,2] detonation zu schliessen",
    ) in found


@pytest.mark.parametrize(
    ("words", "label"),
    [
        ("the big", r"NP/NN"),
        ("big dog", r"DT\NP"),
        ("dog barks", r"NN+VBZ"),
        ("the big dog", "NP"),
        ("dog barks loudly and", "NN+VP+CC"),
    ],
)
def test_labels_of_phrases_that_are_no_constituents(words, label):
    english = "the big dog barks loudly and often"
    part = BitextPart(
        "(S (NP (DT the) (JJ big) (NN dog)) (VP (VBZ barks) (ADVP (RB loudly))) (CC and) (RB often))",
        english,
        english,
        "0-0 1-1 2-2 3-3 4-4 5-5 6-6",
    )
    assert f"[{label}] ||| {words}" in {rule.english for rule in SyntaxExtractor(most_slots=0).extract(part)}


@settings(max_examples=150, deadline=None)
@given(pairs())
def test_tree_rules_are_those_of_the_definition(pair):
    extractor = TreeExtractor(most_words=99, most_variables=9, most_nodes=99)
    assert counted(extractor.extract(part_of(*pair))) == tree_rules(*pair)


@settings(max_examples=150, deadline=None)
@given(pairs())
def test_hierarchical_phrases_are_those_of_the_definition(pair):
    expected = phrase_rules(*pair, syntax=False, most_span=4, most_symbols=3, most_slots=2)
    assert counted(HieroExtractor(4, 3, 2).extract(part_of(*pair))) == expected


@settings(max_examples=150, deadline=None)
@given(pairs())
def test_syntactic_phrases_are_those_of_the_definition(pair):
    for most in (0, 1, 2):
        expected = phrase_rules(*pair, syntax=True, most_span=5, most_symbols=4, most_slots=2, most_unaligned=most)
        extractor = SyntaxExtractor(5, 4, 2, complex_label=False, complex_slots=False, most_unaligned=most)
        assert counted(extractor.extract(part_of(*pair))) == expected


def test_foreign_words_without_links_belong_to_phrases():
    part = BitextPart("(PP (IN of) (NP (NN war)))", "of war", "de guerre", "1-1")
    found = {(rule.english, rule.foreign_side) for rule in SyntaxExtractor(most_slots=0).extract(part)}
    assert {side for english, side in found if english == "[PP] ||| of war"} == {
        "[PP] ||| de guerre",
        "[PP] ||| guerre",
    }
    tight = {rule.foreign_side for rule in SyntaxExtractor(most_slots=0, most_unaligned=0).extract(part)}
    assert "[PP] ||| de guerre" not in tight


def test_limits_leave_rules_out():
    part = BitextPart("(A (B a) (C b))", "a b", "u", "0-0 1-0")
    assert [rule.english for rule in TreeExtractor().extract(part)] == ["(A (B a) (C b))"]
    assert len(TreeExtractor(most_words=1).extract(part)) == 0
    assert len(TreeExtractor(most_nodes=2).extract(part)) == 0


def test_lexical_weights_are_means_over_links_and_products_over_words():
    part = BitextPart("(A (B a) (C b))\n(A (B a) (C b))\n(B a)", "a b\na b\na", "u v\nu w\nx", "0-0 1-0 1-1\n0-0\n0-0")
    table = word_table(word_links(part))
    # a: u twice, x once; b: u once, v once, nothing once; w: nothing once
    assert table.english_given_foreign("a", "u") == pytest.approx(2 / 3)
    assert table.foreign_given_english("x", "a") == pytest.approx(1 / 3)
    assert table.english_given_foreign("b", "") == pytest.approx(1.0)
    whole = next(rule for rule in TreeExtractor().extract(part, table) if rule.foreign_side == "u v")
    assert whole.english_weight == pytest.approx(2 / 3 * (1 / 3 + 1) / 2)
    assert whole.foreign_weight == pytest.approx((2 / 3 + 1 / 3) / 2 * 1 / 3)


@pytest.mark.parametrize(
    ("tree", "english", "links", "problem"),
    [
        ("", "a", "", "a sentence was not parsed"),
        ("(A a)", "", "", "a side has no words"),
        ("(A a", "a", "", "the tree is not one tree in brackets over the words"),
        ("(A a) (B b)", "a b", "", "the tree is not one tree in brackets over the words"),
        ("(A a)", "a b", "", "the tree is not one tree in brackets over the words"),
        ("(A a)", "a", "0-1", "a link is not two positions within the sentences, such as 0-3"),
        ("(A a)", "a", "0:0", "a link is not two positions within the sentences, such as 0-3"),
    ],
)
def test_bad_pairs_are_counted_and_left_out(tree, english, links, problem):
    part = BitextPart(f"(A a)\n{tree}", f"a\n{english}", "u\nu", f"0-0\n{links}")
    found = TreeExtractor().extract(part)
    assert (found.pairs, found.unusable) == (1, {problem: 1})


@pytest.mark.parametrize("limits", [{"most_span": 0}, {"most_symbols": 0}, {"most_slots": -1}, {"most_slots": 4}])
@pytest.mark.parametrize("extractor", [HieroExtractor, SyntaxExtractor])
def test_limits_that_make_no_sense_are_refused(extractor, limits):
    with pytest.raises(UsageError, match="at most 3 slots"):
        extractor(**limits)
