"""Greetings, signatures and headings stay or go whole; labels and bullets stay with what is left of their lines."""

import pytest

from laconic.compression import Compression, unchanged
from laconic.document.manuscript import Manuscript
from laconic.document.sentences import sentences_of
from laconic.formats.passage import plain_passage, read_plain
from laconic.model import load

MAIL = """Hall closed until June

Dear Dr Halloran,

The large hall on the second floor, which was painted in the autumn, is free again.
Could you tell us by the end of next week how many guests you expect to come?

Best regards,

Miriam Okafor
Facilities Office
"""
LINES = ["Hall closed until June", "Dear Dr Halloran,", "Best regards,", "Miriam Okafor", "Facilities Office"]


@pytest.mark.parametrize("ends", ["\n", "\r\n"])
def test_lines_that_are_no_sentences_are_found(ends: str) -> None:
    found = sentences_of(plain_passage(MAIL.replace("\n", ends)), 0)
    assert [placed.sentence.text for placed in found if placed.is_line] == LINES


def test_what_a_sentence_goes_on_with_is_no_line() -> None:
    text = "Hall closed until June\nbecause of rain.\n\nThanks, Tom. Best regards,\nMiriam\n\nThe last line"
    assert not any(placed.is_line for placed in sentences_of(plain_passage(text), 0))


@pytest.mark.parametrize(
    "wish",
    [
        {"rate": 0.5},
        {"rate": 0.7},
        {"words": 30},
        {"chars": 200},
        {"words": 30, "fast": True},
        {"rate": 0.5, "exact": True},
        {"chars": 200, "fast": True},
    ],
)
@pytest.mark.parametrize("drop_sentences", [False, True])
@pytest.mark.parametrize("name", ["encoder", "joint", "rewrite"])
def test_they_are_never_cut(name: str, wish, drop_sentences: bool) -> None:
    answer = load(name).compress_document(MAIL, **wish, drop_sentences=drop_sentences)
    left = [line for line in answer.text.splitlines() if line]
    assert len(answer.text) < len(MAIL)
    assert {*left[:2], *left[-3:]} >= set(LINES) or drop_sentences
    cut = {each.text for each in answer.sentences if each.source.text in LINES and each.text}
    assert cut <= set(LINES)


@pytest.mark.parametrize("name", ["encoder", "joint", "rewrite", "random"])
@pytest.mark.parametrize("fast", [False, True])
def test_they_stay_where_the_length_is_free(name: str, fast: bool) -> None:
    answer = load(name).compress_document(MAIL, fast=fast)
    assert {each.text for each in answer.sentences} >= set(LINES)


def test_an_impossible_budget_is_met_all_the_same() -> None:
    assert len(load().compress_document(MAIL, words=10).text.split()) <= 10


LABELLED = (
    "Q: No one? Were you there?\n\nA: No. I was.\n\nSpeaker 2: No more.\n\n- Yes it is. No way.\n- No. It is not.\n"
)


def test_labels_and_bullets_belong_to_the_layout() -> None:
    texts = [placed.sentence.text for placed in sentences_of(plain_passage(LABELLED), 0)]
    assert texts == [
        "No one?",
        "Were you there?",
        "No.",
        "I was.",
        "No more.",
        "Yes it is.",
        "No way.",
        "No.",
        "It is not.",
    ]


@pytest.mark.parametrize(
    ("text", "left"),
    [
        (LABELLED, "Q: Were you there?\n\nA: I was.\n\n- Yes it is.\n- It is not.\n"),
        ("Subject: No hall\n\nA: No.\n\nB: Yes.\n", "B: Yes.\n"),
        ("- No.\n- Yes.\n", "- Yes.\n"),
        ("Note: No.\n\nYes.\n", "Yes.\n"),
        ("  No.\n\nYes.\n", "  Yes.\n"),
    ],
)
def test_labels_and_bullets_stay_with_what_is_left_of_their_lines(text: str, left: str) -> None:
    manuscript = Manuscript(text, read_plain(text))
    answers = [
        Compression(placed.sentence, "", (), (), 0.0)
        if placed.sentence.text.startswith("No")
        else unchanged(placed.sentence, "")
        for placed in manuscript.sentences
    ]
    assert manuscript.write(answers) == left
