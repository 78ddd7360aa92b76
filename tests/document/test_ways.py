"""Documents treat negations as single sentences do, and take what is untrue only where nothing else is as short."""

from __future__ import annotations

import pytest

from laconic.compression import Compression
from laconic.document.choices import sentence_choices
from laconic.document.document import compress_document
from laconic.document.sentences import Placed, with_parse
from laconic.document.ways import masks_of, ways_of
from laconic.language import LANGUAGE
from laconic.model import load
from laconic.pipeline.protection import Protection
from laconic.pipeline.request import Length, Request
from laconic.pipeline.sharing import share_words
from laconic.pipeline.truth import untrue
from laconic.pipeline.verdicts import true_profile
from laconic.search.constraints import Masks
from laconic.text import Sentence, Token

TRIAL = "Only three of the twelve defendants, all of whom had pleaded not guilty, were convicted."
INN = (
    "The inn, which had not paid its taxes for years, closed on Monday. "
    "The bank, which never lent money to farmers, moved to Rome."
)
JURY = "The judge, who had presided over the trial for eleven weeks, thanked the jury for its patience and left early."


@pytest.mark.parametrize("request_of", [{"rate": 0.6}, {"words": 20}, {"chars": 105}])
def test_a_negation_goes_with_what_it_negates(request_of: dict[str, float]) -> None:
    found = load().compress_document(f"{TRIAL} {JURY}", **request_of)
    assert found.sentences[0].text == "Only three of the twelve defendants were convicted."


def test_what_is_protected_by_name_stays_in_every_way() -> None:
    found = load().compress_document(f"{TRIAL} {JURY}", words=20, protect=Protection(words=("guilty",)))
    assert "not guilty" in found.sentences[0].text


def test_a_negation_inside_a_region_that_is_never_touched_stays() -> None:
    text = TRIAL.replace("all of whom had pleaded not guilty", "{all of whom had pleaded not guilty}")
    found = load().compress_document(f"{text} {JURY}", words=24, protect=Protection(regions=(("{", "}"),)))
    assert "{all of whom had pleaded not guilty}" in found.text


def test_a_unit_goes_with_the_negation_inside_it_and_searches_are_bounded() -> None:
    placed = _placed(TRIAL, units=((5, 6), (10, 11), (12, 13), (14, 15), (0, 1)))
    ways = ways_of(placed, (), Protection(), ())
    words = placed.sentence.words
    assert len(ways.ways) == 2
    assert {words[place] for place in ways.ways[1][1]} >= {"not", "guilty"}
    masks = list(masks_of(placed, ways))
    assert 2 < len(masks) <= 8
    for each in masks:
        for unit in placed.units:
            assert each.keep[list(unit)].all() or each.drop[list(unit)].all()


def test_negations_need_only_be_said_outside_of_units() -> None:
    text = "They did not pay the bill, and the clerk did not ask."
    words = next(load().parse([text])).words
    unit = (words.index("clerk"), words.index("clerk") + 1, words.index("clerk") + 2)
    placed = _placed(text, units=(unit,))
    first, last = (place for place, word in enumerate(words) if word == "not")
    for each in masks_of(placed, ways_of(placed, [0], Protection(), ())):
        assert each.keep[first]
        assert not each.holds(first)
        assert each.holds(0)
        assert each.holds(last) == bool(each.keep[last])


def test_units_stay_whole_where_negations_have_many_ways() -> None:
    text = (
        "The dog that never barked met the cat that never purred, the bird that never sang and the man who never ate."
    )
    words = next(load().parse([text])).words
    units = tuple((words.index(word),) for word in ("dog", "cat", "bird", "man"))
    ways = ways_of(_placed(text, units=units), [], Protection(), ())
    assert len(ways.ways) == 10
    assert len(list(masks_of(_placed(text, units=units), ways))) == 10


def test_an_untrue_length_is_the_last_resort() -> None:
    model = load()
    (sentence,) = model.parse(["The new bridge should only carry light goods, and few experts trust it in a storm."])
    masks = Masks.of(len(sentence), drop=[sentence.words.index("only")])
    plain = model.pipeline.candidates(sentence, masks)
    profile = true_profile(model.pipeline, sentence, masks)
    is_untrue = untrue(sentence, list(plain))
    bad = {words for words, is_bad in zip(plain.lengths, is_untrue, strict=True) if is_bad}
    assert bad
    assert bad != set(plain.lengths)
    assert profile.lengths == plain.lengths
    best_bad = max(profile.scores[words] for words in bad)
    assert all(profile.scores[words] > best_bad for words in set(plain.lengths) - bad)


@pytest.mark.parametrize("is_judged", [False, True])
def test_no_document_has_an_untrue_sentence_where_a_true_one_is_as_short(is_judged: bool) -> None:
    placed = _placed("The ferry carries only cars across the wide bay in winter.")
    ways = ways_of(placed, [placed.sentence.words.index("cars")], Protection(), ())
    choices = sentence_choices(load().pipeline, placed, ways, may_vanish=False, near=0.5, is_judged=is_judged)
    charges = LANGUAGE.charges_of(placed.sentence)

    def is_untrue(answer: Compression) -> bool:
        return any(broken.cost >= LANGUAGE.NEVER for broken in charges.broken(answer.kept or ()))

    shortest_true = min(len(answer.tokens) for answer in choices.profile if not is_untrue(answer))
    assert shortest_true > 1
    for words in range(1, len(placed.sentence)):
        (answer,) = share_words([choices], words, exact=False)
        assert is_untrue(answer) == (words < shortest_true)


@pytest.mark.parametrize("length", [Length(words=3), Length(words=8), Length(chars=20), Length(chars=50)])
def test_a_sentence_is_dropped_with_a_negation_that_may_go(length: Length) -> None:
    found = compress_document(load().pipeline, INN, Request(length), drop_sentences=True)
    shares = [len(each.tokens) / len(each.source) for each in found.sentences]
    assert 0.0 in shares
    assert found.text


def test_the_nearest_answer_is_found_where_all_is_protected() -> None:
    everything = Protection(regions=(("The inn", "Rome."),))
    request = Request(Length(words=1), everything, if_impossible="nearest")
    assert compress_document(load().pipeline, INN, request, drop_sentences=True).text == INN


def test_the_nearest_answer_holds_no_sentence_for_a_negation_that_may_go() -> None:
    request = Request(Length(words=1), Protection(words=("Rome",)), if_impossible="nearest")
    assert compress_document(load().pipeline, INN, request, drop_sentences=True).text == "Rome"


def _placed(text: str, units: tuple[tuple[int, ...], ...] = ()) -> Placed:
    (parsed,) = load().parse([text])
    bare = Sentence(text, tuple(Token(token.text, start=token.start, end=token.end) for token in parsed.tokens))
    places = tuple((token.start, token.end) for token in bare.tokens)
    return with_parse(Placed(bare, 0, 0, places, units, (), is_bare=True), parsed)
