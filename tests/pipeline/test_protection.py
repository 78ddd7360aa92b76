"""What must stay is found where it stands."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from laconic import Sentence, Token
from laconic.english import NEGATIONS
from laconic.errors import UsageError
from laconic.parse.english import EnglishParser
from laconic.pipeline.protection import PinnedWords, Protection, missing_words


def kept(protection: Protection, text: str, tags: str = "") -> str:
    words = text.split()
    named = tags.split() or [""] * len(words)
    sentence = Sentence.from_tokens([Token(word, tag) for word, tag in zip(words, named, strict=True)])
    return " ".join(words[place] for place in sorted(protection.positions(sentence)))


@pytest.mark.parametrize(
    ("protection", "text", "expected"),
    [
        (Protection(), "They did n't come and never will", "did n't come never will"),
        (Protection(), "They did n’t come", "did n’t come"),
        (Protection(), "They didn't come and cannot go", "didn't come cannot go"),
        (Protection(), "DONT GO", "DONT GO"),
        (Protection(), "Nothing was NOT found without nor", "Nothing was NOT found without nor"),
        (Protection(), "A note on knots , nothings and the Notting hill", ""),
        (Protection(negation=False), "They did not come", ""),
        (Protection(("new york",)), "In New York , York is new", "New York"),
        (Protection(("it's",)), "It 's late , he said", "It 's"),
        (Protection(("new york", "late")), "In New York he said it was late", "New York late"),
        (Protection(numbers=True), "In 1999 about 3.5 % of the A4 pages", "1999 3.5 % A4"),
        (Protection(quotes=True), 'He said " go home " and left', '" go home "'),
        (Protection(quotes=True), "He said “ go ” and `` run '' .", "“ go ” `` run ''"),
        (Protection(quotes=True), "“ He said ‘ go ’ to me ” twice", "“ He said ‘ go ’ to me ”"),
        (Protection(quotes=True), "I came “ and I saw", "“ and I saw"),
        (Protection(quotes=True), "I came ” and I saw", "I came ”"),
        (Protection(quotes=True), 'An inch " is a mark', ""),
        (Protection(regions=(("[[", "]]"),)), "a [[b c]] d [[e]]", "[[b c]] [[e]]"),
        (Protection(("",)), "a b", ""),
    ],
)
def test_words_that_stay(protection: Protection, text: str, expected: str) -> None:
    assert kept(protection, text) == expected


PARSER = EnglishParser()

PROTECTED = [
    (Protection(), "A pier, which has not been repaired for decades, will close.", "pier which has not been repaired"),
    (Protection(), "No one came to the party.", "No one came"),
    (Protection(), "The hall, which was sold and has not been used, will go.", "hall which has not been used"),
    (Protection(), "We heard that no further money would be spent.", "no money would be spent"),
    (Protection(), "He neither sings nor dances at home.", "He neither sings nor dances"),
    (Protection(), "They cannot go without their old passports.", "They can not go without passports"),
    (Protection(), "It hardly ever rains in the old town.", "It hardly ever rains"),
    (Protection(), "He no longer works for the council.", "He no longer works"),
    (Protection(), "Nobody knew anything about it.", "Nobody knew"),
    (Protection(), "He is not always late for work.", "He is not always late"),
    (Protection(), "It is not only late but also wrong.", "It is not only late"),
    (Protection(), "She told him not to go.", "not to go"),
    (Protection(), "NOT ALL OF THEM CAME.", "NOT ALL OF"),
    (Protection(), "It isn’t true.", "It is n’t true"),
]
NUMBERS = [
    ("It cost $3.5 million in 1999, or about 12% of sales.", "$ 3.5 million 1999 12 %"),
    ("Between 5 and 10 people came at 10:30 a.m. on 3 March, 1986.", "5 and 10 10:30 a.m. 3 March , 1986"),
    ("The budget rose from £1.2bn to £1.5bn.", "£ 1.2 bn £ 1.5 bn"),
    ("He paid five hundred and six dollars for it.", "five hundred and six dollars"),
    ("World War II ended on the 2nd of September 1945.", "II 2nd of September 1945"),
    ("It was -5 °C at the first stop, and for a second the second man froze.", "-5 ° C first second"),
    ("About 50 per cent ran 5 km in 3½ hours.", "50 per cent 5 km 3½ hours"),
]
NAMES = [
    (
        "The Bank of England met Leonardo da Vinci in New York on Monday.",
        "Bank of England Leonardo da Vinci New York Monday",
    ),
    ("The American Government bought an iPhone from Ernst & Young.", "American Government iPhone Ernst & Young"),
    ("“The town is closing,” said Mary Smith of Lloyd's of London.", "Mary Smith of Lloyd 's of London"),
    ("THE OLD HARBOUR WILL CLOSE.", ""),
]
QUOTES = [
    ('He said "go home" and left the "old" town.', '" go home " " old "'),
    ('The 5" pipe broke and "it fell" down.', '" it fell "'),
    ("She called it a 'great day' for all the dogs' owners.", "' great day '"),
    ('I came and I saw," he said.', 'I came and I saw , "'),
]


@pytest.mark.parametrize(
    ("protection", "text", "expected"),
    [
        *PROTECTED,
        *((Protection(negation=False, numbers=True), *case) for case in NUMBERS),
        *((Protection(negation=False, names=True), *case) for case in NAMES),
        *((Protection(negation=False, quotes=True), *case) for case in QUOTES),
    ],
)
def test_what_stays_of_parsed_sentences(protection: Protection, text: str, expected: str) -> None:
    (sentence,) = PARSER.parse([text])
    assert " ".join(sentence.words[place] for place in sorted(protection.positions(sentence))) == expected


def test_a_quotation_may_go_on_over_sentences() -> None:
    sentences = [Sentence.from_words(text.split()) for text in ("He said : “ I came .", "I saw .", "I won . ” So he .")]
    held = Protection(quotes=True).in_paragraph(sentences)
    assert held == [{3, 4, 5, 6}, {0, 1, 2}, {0, 1, 2, 3}]


def test_regions_that_are_not_closed_are_refused() -> None:
    with pytest.raises(UsageError, match="not closed"):
        Protection(regions=(("{", "}"),)).positions(Sentence.from_words("a { b".split()))
    with pytest.raises(UsageError, match="must not be empty"):
        Protection(regions=(("", "}"),)).positions(Sentence.from_words("a { b".split()))


def test_names_and_number_words_are_known_by_their_tags() -> None:
    protection = Protection(names=True, numbers=True)
    assert kept(protection, "One man met smith", "CD NN VBD NNP") == "One smith"


@given(st.lists(st.sampled_from([*sorted(NEGATIONS), "word", "do"]), max_size=12))
def test_every_negation_stays(words: list[str]) -> None:
    positions = Protection().positions(Sentence.from_words(words))
    assert {place for place, word in enumerate(words) if word in NEGATIONS} <= positions


def test_words_that_occur_nowhere_are_told() -> None:
    sentences = [Sentence.from_words(["a", "b"]), Sentence.from_words(["c"])]
    assert missing_words(["C", "d", "a b"], sentences) == ["d"]


def choices(text: str, protection: Protection) -> list[tuple[str, str]]:
    """Return for each choice of masks the words that must stay and those that must go."""
    (sentence,) = PARSER.parse([text])
    return [
        tuple(
            " ".join(word for word, is_so in zip(sentence.words, mask, strict=True) if is_so)
            for mask in (m.keep, m.drop)
        )
        for m in protection.mask_choices(sentence)
    ]


RELATIVE = "The firm, which did not pay, was sold."


@pytest.mark.parametrize(
    ("text", "protection", "expected"),
    [
        ("It rained all day.", Protection(), [("", "")]),
        ("He did not sell the farm.", Protection(), [("He did not sell", "")]),
        (RELATIVE, Protection(), [("firm which did not pay", ""), ("", "not pay")]),
        (RELATIVE, Protection(negation=False), [("", "")]),
        (RELATIVE, Protection(("pay",)), [("firm which did not pay", "")]),
        (RELATIVE, Protection(("was sold",)), [("firm which did not pay was sold", ""), ("was sold", "not pay")]),
        (RELATIVE, PinnedWords(keep=frozenset([5])), [("firm which did not pay", "")]),
        (
            RELATIVE,
            PinnedWords(keep=frozenset([0]), drop=frozenset([8])),
            [("The firm which did not pay", "was"), ("The", "not pay was")],
        ),
        (
            "The shop, which did not pay, bought a horse that never ran.",
            Protection(),
            [
                ("shop which did not pay horse that never ran", ""),
                ("horse that never ran", "not pay"),
                ("shop which did not pay", "never ran"),
                ("", "not pay never ran"),
            ],
        ),
    ],
)
def test_negations_may_go_with_what_they_negate(
    text: str, protection: Protection, expected: list[tuple[str, str]]
) -> None:
    assert choices(text, protection) == expected


def test_what_one_negation_cannot_do_without_does_not_go_with_another() -> None:
    words = "She said he never saw nobody".split()
    heads, relations = (2, 0, 5, 5, 2, 5), ("nsubj", "root", "nsubj", "advmod", "ccomp", "obj")
    sentence = Sentence(" ".join(words), Sentence.from_words(words).tokens, heads=heads, relations=relations)
    masks = Protection().mask_choices(sentence)
    assert [(list(np.flatnonzero(each.keep)), list(np.flatnonzero(each.drop))) for each in masks] == [
        ([2, 3, 4, 5], []),
        ([], [3, 4, 5]),
    ]


@pytest.mark.parametrize("heads", [(2, 3, 2, 3), (0, 0, 0, 0)])
def test_heads_that_are_no_tree_are_no_snare(heads: tuple[int, ...]) -> None:
    tokens = Sentence.from_words("He did not go".split()).tokens
    sentence = Sentence("He did not go", tokens, heads=heads, relations=("nsubj", "aux", "advmod", "dep"))
    for masks in Protection().mask_choices(sentence):
        assert not (masks.keep & masks.drop).any()


@pytest.mark.parametrize("protection", [Protection(("pay",)), PinnedWords(("pay",)), PinnedWords(keep=frozenset([3]))])
def test_negations_need_only_be_said_however_words_are_protected(protection: Protection) -> None:
    (sentence,) = PARSER.parse(["They did not pay the bill."])
    for masks in (protection.masks(sentence), *protection.part_masks(sentence, [sentence])):
        assert masks.keep.tolist() == [True] * 4 + [False] * 3
        assert [masks.holds(place) for place in range(7)] == [False] * 3 + [True] + [False] * 3


def test_parts_obey_what_is_pinned_in_the_whole() -> None:
    (first, second) = PARSER.parse(["They did not pay;", "we never saw the bill."])
    words = [*first.words, *second.words]
    pinned = PinnedWords(keep=frozenset([0]), drop=frozenset([words.index("never"), words.index("bill")]))
    one, other = pinned.part_masks(Sentence.from_words(words), [first, second])
    assert one.keep.tolist() == [True] * 4 + [False]
    assert one.holds(0)
    assert not one.holds(2)
    assert [second.words[place] for place in np.flatnonzero(other.drop)] == ["never", "bill"]
    assert not (other.keep & other.drop).any()
    with pytest.raises(UsageError, match="no word at position 40"):
        PinnedWords(drop=frozenset([40])).part_masks(Sentence.from_words(words), [first, second])


def test_negations_need_only_be_said_but_words_that_were_named_stay_as_they_are() -> None:
    (sentence,) = EnglishParser().parse(["They did not pay the bill."])
    masks = Protection(words=("pay",)).masks(sentence)
    denied = sentence.words.index("not")
    assert masks.keep[denied]
    assert not masks.holds(denied)
    assert masks.holds(sentence.words.index("pay"))
    assert not masks.holds(sentence.words.index("bill"))
    assert masks.also(keep=[denied]).holds(denied)
    assert all(
        not each.holds(denied) for each in Protection(words=("pay",)).mask_choices(sentence) if each.keep[denied]
    )


def ways(text: str) -> set[tuple[str, ...]]:
    """Return the verbs whose negations stay, for each way to treat the negations of a sentence."""
    (sentence,) = EnglishParser().parse([text])
    choices = Protection().mask_choices(sentence)
    assert not any((each.keep & each.drop).any() for each in choices)
    return {tuple(w for w, k in zip(sentence.words, m.keep, strict=True) if k and w.endswith("ed")) for m in choices}


THREE = "The dog that never barked met the cat that never purred and the bird that never chirped."


def test_any_of_three_negations_may_go() -> None:
    verbs = ("barked", "purred", "chirped")
    assert ways(THREE) == {each for size in range(4) for each in combinations(verbs, size)}


def test_of_more_negations_one_goes_or_stays_or_all_go() -> None:
    verbs = ("barked", "purred", "chirped", "rested")
    found = ways(THREE.replace(".", ", and the man who never rested."))
    assert found == {each for size in (0, 1, 3, 4) for each in combinations(verbs, size)}


def test_of_many_negations_all_stay_or_all_go() -> None:
    more = ", and the man who never rested, and the girl who never joked, and the boy who never talked"
    found = ways(THREE.replace(".", f"{more}, and the fox who never jumped."))
    assert found == {(), ("barked", "purred", "chirped", "rested", "joked", "talked", "jumped")}
