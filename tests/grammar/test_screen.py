"""The screen keeps paraphrases that hold, and drops those that pivoting confuses."""

import numpy as np
import pytest

from laconic.grammar.scfg import Scfg
from laconic.grammar.scfg.joshua import parse_rule
from laconic.grammar.screen import Screen
from laconic.grammar.screen.objections import TO_ALL, TO_LIGHT, TO_REWORDING, Objection

GOOD = """\
[VBN] ||| fulfilled ||| met
[NNS] ||| objectives ||| targets
[NP] ||| the [NN,1] of [NP,2] ||| [NP,2] 's [NN,1]
[NP] ||| a large number of [NNS,1] ||| numerous [NNS,1]
[PP] ||| regarding [NP,1] ||| about [NP,1]
[NP] ||| all of the [NNS,1] ||| all the [NNS,1]
[NP] ||| [NP,1] that we [VP,2] ||| [NP,1] we [VP,2]
[PP] ||| in actual fact ||| in fact
[VP] ||| to conclude ||| to close
"""
BAD = """\
[NP] ||| their own [NN,1] ||| his own [NN,1]
[PP] ||| from [NP,1] ||| for [NP,1]
[PP] ||| to this [NN,1] ||| to that [NN,1]
[VP] ||| was [VBN,1] ||| are [VBN,1]
[VP] ||| may [VP,1] ||| must [VP,1]
[VP] ||| did not [VP,1] ||| did [VP,1]
[NP] ||| [DT,1] times ||| [DT,1] case
[CD] ||| 20 ||| 30
[VP] ||| to respond to [NP,1] ||| answer [NP,1]
[NP] ||| [NN,1] [NN,2] ||| [NN,2] [NN,1]
[NP] ||| plenary ||| the plenary
[VP] ||| [NP,1] in [NP,2] ||| make [NP,1] in [NP,2]
[IN] ||| under ||| beneath
[NP] ||| the sea ||| the seas
[ADJP] ||| able [TO,1] [VP,2] ||| unable [TO,1] [VP,2]
[S] ||| somebody [VP,1] ||| anybody [VP,1]
[VP] ||| bring [NP,1] home ||| bringing [NP,1] home
[VP] ||| want to [VP,1] ||| wish [VP,1]
[NP] ||| civil [NN,1] ||| the [NN,1]
[JJ] ||| cold ||| post-cold
[NNS] ||| air-brakes ||| brakes
[NP] ||| etc ||| etc.
[NNS] ||| cents ||| eurocents
[$] ||| £ ||| gbp
[NNS] ||| kg ||| kilo
[ADVP] ||| further ||| far
[PP] ||| due to [NN,1] [NN,2] ||| of [NN,2] [NN,1]
[NN] ||| season ||| period
[NN] ||| mother ||| parent
[PP] ||| following [NP,1] ||| for [NP,1]
[PP] ||| due to [NP,1] ||| by [NP,1]
[NP] ||| all of [NP,1] ||| [NP,1] all
[NP] ||| the animals ||| animals '
[PP] ||| of the [NNP,1] [NNP,2] ||| by [NNP,2] [NNP,1]
[NP] ||| the [NNP,1] of [NNP,2] ||| the [NNP,2] [NNP,1]
[PP] ||| of the [NNS,1] of [NP,2] ||| of [NP,2] [NNS,1]
[NP] ||| the [NN,1] of the [NN,2] ||| [NN,2] [NN,1]
[NP] ||| [NP,1] , or [NN,2] ||| [NP,1] or a [NN,2]
[PP] ||| in addition [PP,1] ||| along [PP,1]
[PP] ||| of [DT,1] european public [NNP,2] ||| by [DT,1] european [NNP,2]
"""


@pytest.mark.parametrize("rule", GOOD.splitlines())
def test_what_is_kept(rule: str) -> None:
    assert Screen().keeps(parse_rule(f"{rule} ||| phrase=2 phrase_inverse=2"))


@pytest.mark.parametrize("rule", BAD.splitlines())
def test_what_is_dropped(rule: str) -> None:
    assert not Screen().keeps(parse_rule(f"{rule} ||| phrase=0.1 phrase_inverse=0.1"))


def test_improbable_rules_are_dropped_in_either_direction() -> None:
    line = "[NN] ||| benefit ||| interest ||| phrase={} phrase_inverse={}"
    costs = [(1, 1), (3, 3), (0.5, 6), (7.1, 0), (0, 7.1), (3.5, 3.5)]
    grammar = Scfg.of([parse_rule(line.format(*pair)) for pair in costs])
    assert Screen().select(grammar).tolist() == [True, True, True, False, False, False]
    strict = Screen(common=frozenset(["interest"]))
    assert strict.select(grammar).tolist() == [True, False, False, False, False, False]
    assert np.all(Screen(highest_cost=9, highest_word_sum=9).select(grammar))


def test_rules_towards_the_matters_of_the_bitext_are_dropped() -> None:
    rule = parse_rule("[NN] ||| house ||| parliament ||| phrase=1 phrase_inverse=1")
    back = parse_rule("[NN] ||| parliament ||| house ||| phrase=1 phrase_inverse=1")
    screen = Screen(skew={"parliament": 8.0, "house": 1.9})
    assert Screen().keeps(rule)
    assert not screen.keeps(rule)
    assert screen.keeps(back)


@pytest.mark.parametrize("objection", [*TO_ALL, *TO_LIGHT, *TO_REWORDING], ids=lambda objection: objection.reason)
def test_every_objection_drops_its_example(objection: Objection) -> None:
    assert Screen().objection(parse_rule(objection.example)) == objection.reason
