"""Compressing documents: reading them, taking answers, exporting, and agreement against sacrebleu."""

import json

import pytest
import sacrebleu
from studies import DOCUMENTS, annotation_study

from laconic.corpus import Corpus
from laconic.corpus.format import find_format
from laconic.errors import DataError, UsageError
from laconic.study.agreement import measure_agreement
from laconic.study.annotation import AnnotationStudy, Compressing, Settings, shortened
from laconic.study.documents import Asked, read_documents
from laconic.study.progress import progress_of
from laconic.study.store import encode

HARBOUR = "The old harbour will close next spring."


@pytest.fixture
def study(tmp_path):
    made, _ = annotation_study(tmp_path / "study.db")
    with made.store:
        yield made


def answer(study, name: str, place: int, **fields) -> Compressing:
    person = next(person for person in study.store.people() if person.name == name)
    accepted = study.accept(person, place, Compressing(**fields))
    study.store.add_answers([(person.id, place, encode(accepted))])
    return accepted


def test_plain_text_is_split_into_sentences(tmp_path) -> None:
    path = tmp_path / "harbour.txt"
    path.write_text("Dr. Lee built the harbour in 1840. It will close\nnext spring.\n\nNobody minds.", "utf-8")
    asked = read_documents([path])
    assert [each.source for each in asked] == [
        "Dr. Lee built the harbour in 1840.",
        "It will close next spring.",
        "Nobody minds.",
    ]
    assert {each.document for each in asked} == {"harbour"}
    assert asked[2].words == ["Nobody", "minds", "."]
    assert [each.source for each in read_documents([path], lines=True)][1] == "next spring."


def test_corpora_give_their_sources_with_or_without_references(tmp_path) -> None:
    path = tmp_path / "some.jsonl"
    records = [{"source": "It works.", "document": "a"}, {"source": "It rains.", "references": ["Rain."], "id": "x"}]
    path.write_text("".join(json.dumps(record) + "\n" for record in records), "utf-8")
    asked = read_documents([path])
    assert [(each.document, each.id, each.source) for each in asked] == [
        ("a", "1", "It works."),
        ("some", "x", "It rains."),
    ]
    (tmp_path / "bad.jsonl").write_text('{"source": "ok"}\n{"text": "none"}\n', "utf-8")
    with pytest.raises(DataError, match=r"bad\.jsonl:2: the field 'source' is missing"):
        read_documents([tmp_path / "bad.jsonl"])
    (tmp_path / "empty.txt").write_text("\n", "utf-8")
    with pytest.raises(DataError, match="holds no sentence"):
        read_documents([tmp_path / "empty.txt"])


def test_tokens_that_were_given_are_kept(tmp_path) -> None:
    path = tmp_path / "tokens.txt"
    path.write_text("It can not rain , can it ?\n\n", "utf-8")
    (asked,) = read_documents([path], tokenized=True)
    assert asked.words == ["It", "can", "not", "rain", ",", "can", "it", "?"]
    assert shortened(asked, [0, 1, 3, 7]) == "It can rain ?"


def test_documents_of_one_name_are_told(tmp_path) -> None:
    settings = Settings("t", [], "rewrite")
    with pytest.raises(DataError, match="2 sentences 1 in documents called bakery: rename one"):
        AnnotationStudy.create(tmp_path / "s.db", settings, [*DOCUMENTS, DOCUMENTS[2]])


def test_answers_are_put_in_order_and_wrong_ones_refused(study) -> None:
    study.invite("anna")
    assert answer(study, "anna", 0, text="  The old\n\x00 harbour\t closes.\x1b ").text == "The old harbour closes."
    assert answer(study, "anna", 1, text="Nobody minds.").text == DOCUMENTS[1].source  # identical is allowed
    answer(study, "anna", 2, text="", done=False)
    with pytest.raises(DataError, match="cannot be empty"):
        answer(study, "anna", 2, text=" \n ")
    with pytest.raises(DataError, match="no sentence at place 3"):
        answer(study, "anna", 3, text="x")


def test_deletion_keeps_words_and_writes_the_text(tmp_path) -> None:
    made, _ = annotation_study(tmp_path / "delete.db", "delete")
    made.invite("anna")
    answered = answer(made, "anna", 0, kept=[2, 1, 8, 9, 10, 11, 12], text="made up")
    assert answered.kept == [1, 2, 8, 9, 10, 11, 12]
    assert answered.text == "Old harbour will close next spring."
    with pytest.raises(DataError, match="at least one word must stay"):
        answer(made, "anna", 0, kept=[])
    with pytest.raises(DataError, match="only 13 words"):
        answer(made, "anna", 0, kept=[13])
    (pair,) = made.pairs()
    assert pair.kept == ((1, 2, 8, 9, 10, 11, 12),)
    assert pair.sentence.words == tuple(DOCUMENTS[0].words)
    made.store.close()


def test_export_is_a_corpus_in_any_format(study, tmp_path) -> None:
    for name in ("anna", "ben"):
        study.invite(name)
    answer(study, "anna", 0, text=HARBOUR)
    answer(study, "ben", 0, text="The harbour will close.")
    answer(study, "ben", 2, text="A draft", done=False)
    answer(study, "anna", 2, text="The bakery won a prize.")
    pairs = list(study.pairs())
    assert [(pair.id, pair.references) for pair in pairs] == [
        ("harbour.1", (HARBOUR, "The harbour will close.")),
        ("bakery.1", ("The bakery won a prize.",)),
    ]
    assert pairs[0].extra == {"annotators": ["anna", "ben"]}
    assert [pair.id for pair in study.pairs(complete=True)] == ["harbour.1"]
    assert [pair.reference for pair in study.pairs(["ben"])] == ["The harbour will close."]
    with pytest.raises(UsageError, match="carl does not take part in this study; the participants are anna, ben"):
        list(study.pairs(["carl"]))
    for name in ("out.jsonl", "out.txt", "out.csv"):
        path = tmp_path / name
        with find_format(None, path).write(path, tokenized=False) as put:
            for pair in study.pairs(complete=True):
                put(pair)
        (again,) = Corpus.open(path)
        assert again.references == pairs[0].references


def test_agreement_is_that_of_sacrebleu(study) -> None:
    for name in ("anna", "ben"):
        study.invite(name)
    ours = [HARBOUR, "Nobody minds.", "The new bakery has won a prize."]
    theirs = [
        "The harbour, built in 1840, will close soon.",
        "Nobody minds.",
        "A new bakery on the corner won a prize.",
    ]
    for place, (one, other) in enumerate(zip(ours, theirs, strict=True)):
        answer(study, "anna", place, text=one)
        answer(study, "ben", place, text=other)
    report = measure_agreement(study)
    (pair,) = report.pairs
    sources = [asked.source for asked in DOCUMENTS]
    bleu, ter = sacrebleu.BLEU(), sacrebleu.TER()

    def mean(metric, *directions):
        return sum(metric.corpus_score(output, [reference]).score for output, reference in directions) / 2

    assert (pair.first, pair.second, pair.sentences) == ("anna", "ben", 3)
    assert pair.identical == pytest.approx(1 / 3)
    assert pair.between.bleu == pytest.approx(mean(bleu, (ours, theirs), (theirs, ours)), rel=1e-9)
    assert pair.between.ter == pytest.approx(mean(ter, (ours, theirs), (theirs, ours)), rel=1e-9)
    assert pair.with_source.bleu == pytest.approx(mean(bleu, (sources, ours), (sources, theirs)), rel=1e-9)
    assert pair.with_source.ter == pytest.approx(mean(ter, (sources, ours), (sources, theirs)), rel=1e-9)
    assert pair.rates == pytest.approx(((8 / 13 + 1 + 8 / 12) / 3, (11 / 13 + 1 + 10 / 12) / 3))
    assert report.annotators["anna"].compression_rate == pytest.approx(pair.rates[0])
    assert report.to_json()["pairs"][0]["between"]["bleu"] == pair.between.bleu


def test_agreement_of_those_who_have_nothing_in_common(study) -> None:
    for name in ("anna", "ben", "carl"):
        study.invite(name)
    answer(study, "anna", 0, text=HARBOUR)
    answer(study, "ben", 1, text="Nobody minds.")
    report = measure_agreement(study)
    assert report.pairs == []
    assert set(report.annotators) == {"anna", "ben"}


def test_documents_are_shared_in_part(tmp_path) -> None:
    sentences = [Asked(f"doc {number}", "1", "It rains.", ["It", "rains", "."]) for number in range(10)]
    settings = Settings("Ten documents", ["Please."], "rewrite", shared=2, own=4, seed=3)
    study, _ = AnnotationStudy.create(tmp_path / "s.db", settings, sentences)
    with study:
        for name in ("anna", "ben", "carl"):
            study.invite(name)
        given = [{each.document for each in study.asked(person)} for person in study.store.people()]
        assert [len(each) for each in given] == [6, 6, 6]
        assert len(given[0] & given[1]) == 2  # the two for everybody; all others are dealt out first
        assert given[0] | given[1] == {each.document for each in sentences}
        assert given[0] & given[1] <= given[2]
        assert given[0] & given[1] != {"doc 0", "doc 1"}  # drawn at random
        assert [person.asked for person in progress_of(study)] == [6, 6, 6]


@pytest.mark.parametrize(("shared", "own"), [(3, 8), (11, 0), (-1, 3), (0, 0)])
def test_nobody_is_given_more_documents_than_there_are(tmp_path, shared, own) -> None:
    sentences = [Asked(f"doc {number}", "1", "It rains.", ["It", "rains", "."]) for number in range(10)]
    settings = Settings("Ten documents", ["Please."], "rewrite", shared=shared, own=own)
    with pytest.raises(UsageError, match="documents"):
        AnnotationStudy.create(tmp_path / "s.db", settings, sentences)
    assert not (tmp_path / "s.db").exists()
