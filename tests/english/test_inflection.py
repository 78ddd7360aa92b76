"""Forms of English words."""

import pytest

from laconic.english.inflection import plural, singular, verb_form
from laconic.parse.lemmas import english_lemmatizer


@pytest.mark.parametrize(
    ("lemma", "forms"),
    [
        ("stop", "stop stops stop stopped stopped stopping"),
        ("try", "try tries try tried tried trying"),
        ("play", "play plays play played played playing"),
        ("reach", "reach reaches reach reached reached reaching"),
        ("make", "make makes make made made making"),
        ("begin", "begin begins begin began begun beginning"),
        ("excel", "excel excels excel excelled excelled excelling"),
        ("see", "see sees see saw seen seeing"),
        ("die", "die dies die died died dying"),
        ("have", "have has have had had having"),
        ("go", "go goes go went gone going"),
        ("cut", "cut cuts cut cut cut cutting"),
        ("offer", "offer offers offer offered offered offering"),
        ("withhold", "withhold withholds withhold withheld withheld withholding"),
        ("undergo", "undergo undergoes undergo underwent undergone undergoing"),
        ("foresee", "foresee foresees foresee foresaw foreseen foreseeing"),
        ("misunderstand", "misunderstand misunderstands misunderstand misunderstood misunderstood misunderstanding"),
        ("re-sell", "re-sell re-sells re-sell re-sold re-sold re-selling"),
        ("offset", "offset offsets offset offset offset offsetting"),
        ("relay", "relay relays relay relayed relayed relaying"),
        ("report", "report reports report reported reported reporting"),
        ("kidnap", "kidnap kidnaps kidnap kidnapped kidnapped kidnapping"),
        ("panic", "panic panics panic panicked panicked panicking"),
        ("veto", "veto vetoes veto vetoed vetoed vetoing"),
        ("vie", "vie vies vie vied vied vying"),
        ("kneel", "kneel kneels kneel knelt knelt kneeling"),
    ],
)
def test_forms_of_verbs(lemma: str, forms: str) -> None:
    assert [verb_form(lemma, tag) for tag in ("VB", "VBZ", "VBP", "VBD", "VBN", "VBG")] == forms.split()


@pytest.mark.parametrize(
    "noun",
    "city box woman house day view analysis match lawyer policeman human virus excuse prize movie army headache beach "
    "avalanche branch cargo lens scarf midwife campus clause gas".split(),
)
def test_plurals_are_undone(noun: str) -> None:
    assert singular(plural(noun)) == noun


def test_the_lemmatizer_finds_the_way_back() -> None:
    lemma_of = english_lemmatizer()
    verbs = (
        "show use buy help find keep send hide allow support believe write speak win lose carry plan occur beam hope "
        "air explode tackle climb schedule postpone trade upgrade float shout rob choke withhold uphold mislead breed"
    ).split()
    for tag in ("VBZ", "VBD", "VBN", "VBG"):
        for verb in verbs:
            assert lemma_of(verb_form(verb, tag), tag) == verb, (verb, tag)
