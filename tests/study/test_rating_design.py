"""Who sees what in a rating study."""

from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from studies import EFFECTS, answer_all, rating_study

from laconic.errors import DataError, UsageError
from laconic.study.instructions import MOST_CHECKS, attention_checks
from laconic.study.latin import emptiest, interspersed, square_row
from laconic.study.rating import TWO_SCALES, Compressed, Judgement, RatingStudy, Settings, combine, select
from laconic.study.store import encode


@given(sentences=st.integers(1, 40), systems=st.integers(2, 7))
def test_latin_square(sentences: int, systems: int) -> None:
    names = [f"system {number}" for number in range(systems)]
    rows = [square_row(row, sentences, names) for row in range(systems)]
    for column in zip(*rows, strict=True):
        assert sorted(column) == names  # over all rows each version of a sentence comes once
    for row in rows:
        counts = Counter(row)
        assert max(counts.values()) - min(counts[name] for name in names) <= 1


@given(things=st.integers(0, 30), strangers=st.integers(0, 5), random=st.randoms(use_true_random=False))
def test_interspersed_loses_nothing_and_spreads_strangers(things, strangers, random) -> None:
    own, others = list(range(things)), [f"check {number}" for number in range(strangers)]
    mixed = interspersed(own, others, random)
    assert sorted(map(str, mixed)) == sorted(map(str, own + others))
    if things >= 2 * strangers and strangers:
        places = [place for place, each in enumerate(mixed) if isinstance(each, str)]
        assert places[0] > 0
        assert all(later - earlier > 1 for earlier, later in pairwise(places))


def test_emptiest_row() -> None:
    assert emptiest(3, []) == 0
    assert emptiest(3, [0, 1, 2, 0, 2]) == 1


@pytest.fixture
def study(tmp_path):
    made, _ = rating_study(tmp_path / "study.db")
    with made.store:
        yield made


def test_nobody_sees_a_sentence_twice_and_rows_fill_evenly(study) -> None:
    for number in range(8):
        study.invite(f"rater {number}")
    seen = Counter()
    orders = set()
    for person in study.store.people():
        tasks = study.store.tasks(person.id)
        real = [task for task in tasks if task.item in study.sentences]
        assert sorted(task.item for task in real) == sorted(study.sentences)
        assert Counter(task.version for task in real) == dict.fromkeys(EFFECTS, 3)
        assert [task.item in study.practice for task in tasks] == [True] * 3 + [False] * 14
        assert sum(task.item in study.checks for task in tasks) == 2
        orders.add(tuple(task.item for task in real))
        seen.update(real)
    assert set(seen.values()) == {2}  # eight raters in four rows: each version is seen by two
    assert len(seen) == 48
    assert len(orders) == 8  # everybody has an order of their own


def test_the_seed_and_the_name_decide_the_order(tmp_path) -> None:
    orders = []
    for name in ("a", "b"):
        made, _ = rating_study(tmp_path / f"{name}.db")
        made.invite("anna")
        orders.append(made.store.tasks(1))
        made.store.close()
    assert orders[0] == orders[1]


def test_trials_do_not_tell_the_system(tmp_path) -> None:
    settings = Settings("t", [], ["secret-one", "secret-two"], 1)
    sentences = combine(["A long sentence."] * 4, {"secret-one": ["Short."] * 4, "secret-two": ["Sentence."] * 4})
    made, _ = RatingStudy.create(tmp_path / "s.db", settings, sentences, (), attention_checks(TWO_SCALES, 1, 1))
    made.invite("anna")
    trials = made.trials(made.store.people()[0])
    assert len(trials) == 5
    assert "secret" not in encode(trials)
    assert {text for trial in trials for text in trial.texts} == {"Short.", "Sentence.", made.checks[1].text}
    made.store.close()


def test_judgements_and_attention(study) -> None:
    for number in range(4):
        study.invite(f"rater {number}")
    given_ratings = answer_all(study, EFFECTS)
    found = list(study.judgements())
    assert {(j.rater, j.sentence, j.system): tuple(j.ratings.values()) for j in found} == given_ratings
    assert len(found) == 48
    assert isinstance(found[0], Judgement)
    person = study.store.people()[0]
    assert study.attention(person) == (2, 2)
    place = next(place for place, task in enumerate(study.store.tasks(person.id)) if task.item in study.checks)
    study.store.add_answers([(person.id, place, encode({"grammaticality": 3, "importance": 3}))])
    assert study.attention(person) == (1, 2)


def test_checks_say_what_they_want() -> None:
    for check in attention_checks(TWO_SCALES, MOST_CHECKS, 3):
        grammaticality, importance = check.ratings.values()
        assert f"{grammaticality} for grammaticality and {importance} for importance" in check.text
        assert grammaticality != importance  # so that giving the same everywhere never passes


def test_drawing_sentences() -> None:
    sentences = [Compressed(str(number), "s", {}) for number in range(20)]
    drawn = select(sentences, 6, seed=1)
    assert drawn == select(sentences, 6, seed=1) != select(sentences, 6, seed=2)
    assert len({each.id for each in drawn}) == 6
    with pytest.raises(UsageError, match="21 sentences cannot be drawn from 20"):
        select(sentences, 21, seed=1)


@pytest.mark.parametrize(
    ("systems", "sentences", "message"),
    [
        (["a"], [Compressed("1", "s", {"a": "t"})], "at least two systems"),
        (["a", "b"], [], "no sentences to rate"),
        (["a", "b"], [Compressed("1", "s", {"a": "t"})], "sentence 1 has no compression by b"),
        (["a", "b"], [Compressed("1", "s", {"a": "t", "b": ""})] * 2, "same id"),
    ],
)
def test_impossible_designs_are_refused(tmp_path, systems, sentences, message) -> None:
    with pytest.raises((UsageError, DataError), match=message):
        RatingStudy.create(tmp_path / "s.db", Settings("t", [], systems, 1), sentences)
    assert not (tmp_path / "s.db").exists()


def test_outputs_must_be_as_many_as_sources() -> None:
    with pytest.raises(DataError, match="b has 1 outputs for 2 sources"):
        combine(["x", "y"], {"a": ["x", "y"], "b": ["x"]})
