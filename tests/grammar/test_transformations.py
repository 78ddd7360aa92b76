"""The transformations of Table 1 of Ganitkevitch et al. (2011)."""

import pytest

from laconic.grammar import Rule
from laconic.grammar.scfg.joshua import parse_rule
from laconic.grammar.transformations import TRANSFORMATIONS, as_phrases, transformations

# The examples of the table, the slots numbered.
TABLE = [
    ("possessive", "[NP] ||| the [NN,1] of the [NNP,2] ||| the [NNP,2] 's [NN,1]"),
    ("possessive", "[NP] ||| the [NNS,1] made by [NNS,2] ||| the [NNS,2] 's [NNS,1]"),
    ("dative-shift", "[VP] ||| give [NN,1] to [NP,2] ||| give [NP,2] the [NN,1]"),
    ("dative-shift", "[VP] ||| provide [NP,1] to [NP,2] ||| give [NP,2] [NP,1]"),
    ("phrase-move", "[S/VP] ||| [ADVP,1] they [VBP,2] ||| they [VBP,2] [ADVP,1]"),
    ("phrase-move", "[S] ||| it is [ADJP,1] [VP,2] ||| [VP,2] is [ADJP,1]"),
    ("particle-shift", "[VP] ||| [VB,1] [NP,2] up ||| [VB,1] up [NP,2]"),
    ("reduced-relative", "[SBAR/S] ||| although [PRP,1] [VBP,2] that ||| although [PRP,1] [VBP,2]"),
    ("reduced-relative", "[NP] ||| [NP,1] that [VP,2] ||| [NP,1] [VP,2]"),
    ("partitive", "[NP] ||| [CD,1] of the [NN,2] ||| [CD,1] [NN,2]"),
    ("partitive", "[NP] ||| all [DT\\NP,1] ||| all of the [DT\\NP,1]"),
    ("topicalisation", "[S] ||| [NP,1] , [VP,2] . ||| [VP,2] , [NP,1] ."),
    ("passivisation", "[SBAR] ||| that [NP,1] had [VBN,2] ||| which was [VBN,2] by [NP,1]"),
    ("light-verb", "[VP] ||| take action [ADVP,1] ||| to act [ADVP,1]"),
    ("light-verb", "[VP] ||| [TO,1] take a decision [PP,2] ||| [TO,1] decide [PP,2]"),
]


@pytest.mark.parametrize(("kind", "line"), TABLE)
def test_the_examples_of_the_table_are_found(kind, line):
    assert kind in transformations(parse_rule(line))


@pytest.mark.parametrize(("kind", "line"), TABLE)
def test_they_are_found_in_the_other_direction_too(kind, line):
    label, source, target = line.split(" ||| ")
    assert kind in transformations(parse_rule(f"{label} ||| {target} ||| {source}"))


@pytest.mark.parametrize(
    ("kind", "line"),
    [
        ("topicalisation", "[S] ||| [PP,1] , [NP,2] [VP,3] ||| [NP,2] [VP,3] [PP,1]"),
        ("topicalisation", "[S] ||| [SBAR,1] , [NP,2] will [VB,3] ||| [NP,2] will [VB,3] [SBAR,1]"),
        ("dative-shift", "[VP] ||| offering [NP,1] to [NP,2] ||| offer [NP,2] [NP,1]"),
        ("light-verb", "[VP] ||| have a discussion [PP,1] ||| discuss [PP,1]"),
        ("light-verb", "[VP] ||| have an influence on [NP,1] ||| influences [NP,1]"),
    ],
)
def test_others_of_these_kinds_are_found(kind, line):
    assert kind in transformations(parse_rule(line))


def test_all_nine_kinds_are_in_the_table():
    assert {kind for kind, _ in TABLE} == set(TRANSFORMATIONS)


@pytest.mark.parametrize(
    "line",
    [
        "[NN] ||| car ||| vehicle",
        "[NP] ||| the [NN,1] of [NP,2] ||| a [NN,1] of [NP,2]",
        "[NP] ||| [NP,1] 's [NN,2] ||| [NP,1] 's own [NN,2]",
        "[VP] ||| give [NP,1] to [NP,2] ||| hand [NP,1] to [NP,2]",
        "[VP] ||| [ADVP,1] say [NP,2] ||| [ADVP,1] tell [NP,2]",
        "[NP] ||| the [NN,1] that [VP,2] ||| the [NN,1] who [VP,2]",
        "[NP] ||| the city of [NNP,1] ||| the city [NNP,1]",
        "[S] ||| [NP,1] , [VP,2] . ||| [NP,1] [VP,2] .",
        "[VP] ||| was [VBN,1] by [NP,2] ||| is [VBN,1] by [NP,2]",
        "[VP] ||| take [NP,1] ||| accept [NP,1]",
        "[S] ||| [NP,1] is not working ||| [NP,1] does not work",
        "[PP] ||| of the world 's [NN,1] ||| of the world [NN,1]",
        "[VP] ||| have voted against [NP,1] ||| vote against [NP,1]",
        "[VP] ||| to have seen ||| see",
        "[VP] ||| has become [NP,1] ||| became [NP,1]",
        "[VP] ||| have [NP,1] to [NP,2] ||| give [NP,2] [NP,1]",
        "[VP] ||| make [NP,1] to [NP,2] ||| give [NP,2] [NP,1]",
        "[VP] ||| support [NP,1] on [NP,2] ||| send [NP,2] to [NP,1]",
        "[VP] ||| become [NP,1] for [NP,2] ||| guarantee [NP,2] [NP,1]",
        "[VP] ||| give [NP,1] [NP,2] ||| press [NP,2] for [NP,1]",
        "[S] ||| [PP,1] , [NP,2] [VP,3] ||| [PP,1] [NP,2] [VP,3]",
        "[S] ||| [VP,1] , [NP,2] ||| painting [NP,2] [VP,1]",
        "[S/VP] ||| [PP,1] , [NNP,2] may ||| [NNP,2] [PP,1]",
        "[VP+.] ||| [VB,1] [NP,2] up . ||| [VB,1] up with [NP,2] .",
        "[VP] ||| [VBG,1] [NP,2] out ||| [VBG,1] out of [NP,2]",
        "[VP] ||| [VBG,1] [NP,2] pick up ||| [VBG,1] up [NP,2]",
        "[S] ||| [NP,1] , they [VP,2] ||| [VP,2] , [NP,1]",
        "[PP] ||| by [NP,1] who are [VP,2] ||| of [NP,1] [VP,2]",
        "[SBAR] ||| by which [NP,1] are [VP,2] ||| where [NP,1] [VP,2]",
        "[S] ||| [NP,1] has [VBN,2] ||| is not [VBN,2] by [NP,1]",
        "[VP] ||| extending the [NN,1] of [NP,2] ||| bringing [NP,2] to [NN,1]",
        "[S] ||| [NP,1] are [VBN,2] ||| are [VBN,2] by [NP,1]",
        "[S] ||| [NP,1] has [VBN,2] ||| to be [VBN,2] by [NP,1]",
        "[VP] ||| are serious about [NP,1] ||| take [NP,1] seriously",
        "[VP] ||| made in painting [NP,1] ||| to paint [NP,1]",
        "[VP] ||| have therefore voted for [NP,1] ||| vote for [NP,1]",
        "[VP] ||| put forward by [NP,1] ||| asking for [NP,1]",
        "[VP] ||| do not [VP,1] ||| have nothing [VP,1]",
        "[VP] ||| seems [PP,1] to be [ADJP,2] ||| appears [PP,1] to be [ADJP,2]",
    ],
)
def test_other_rules_are_of_none(line):
    assert transformations(parse_rule(line)) == ()


def test_tree_rules_are_judged_by_their_yields():
    rule = Rule.parse("(NP (NP (DT the) NN@1) (PP (IN of) NP@2)) ||| (NP (NP NP@2 (POS 's)) NN@1)")
    phrases = as_phrases(rule)
    assert str(phrases) == "[NP] ||| the [NN,1] of [NP,2] ||| [NP,2] 's [NN,1]"
    assert transformations(phrases) == ("possessive",)
    assert as_phrases(Rule.parse("(JJ old) ||| ε")) is None
    assert as_phrases(Rule.parse("(NP JJ@ε NN@1) ||| (NP NN@1)")) is None
