"""Answers that still say something: a sentence that has a finite verb keeps one that is not subordinate."""

from __future__ import annotations

import numpy as np
import pytest

import laconic
from laconic.english.dependences import charges_of
from laconic.text import Sentence

MODEL = laconic.load()


def is_lost(text: str) -> bool:
    """Return whether a sentence says nothing without the words in square brackets, which stand for themselves."""
    words = text.replace("[", "[ ").replace("]", " ]").split()
    source, kept, inside = list[str](), list[bool](), False
    for word in words:
        if word in "[]":
            inside = word == "["
        else:
            source.append(word)
            kept.append(not inside)
    (sentence,) = MODEL.parse([Sentence.from_words(source)])
    return bool(charges_of(sentence).says_nothing(np.array([kept]))[0])


@pytest.mark.parametrize(
    "text",
    [
        "The author of the book [lives in Rome] .",
        "[The strike will go ahead unless the firm offers] at least five percent .",
        "[The card only works] if you have signed it .",
        "[The council is said to be considering] whether to sell the hall .",
        "The baker , who sold bread , [fell ill] .",
        "The strike will [begin at noon] .",
        "[It takes days] to find the wreck .",
        "The man whose dog barked [lives in Rome] .",
        "A neighbour whose roof had been torn off [by the gale moved in with her sister] .",
        "[The choir ,] several of whose members are over eighty [, still sings on Sundays] .",
        "[The team has] three coaches , all of whom are trained in Oslo .",
        "The bridge , the oldest part of which dates from 1540 , [was closed] .",
        "[They asked] how many people came .",
        "The book he wrote [sold well] .",
        "The letter she [had] posted in March [arrived in June] .",
        "The dog they will buy [next week is deaf] .",
        "[The] songs [and poems] she wrote [were lost] .",
        "The owner [of the mill] they sold [has left] .",
        "[It was] the last book he wrote .",
        "What he said [surprised us] .",
    ],
)
def test_what_has_lost_its_verb_says_nothing(text: str) -> None:
    assert is_lost(text)


@pytest.mark.parametrize(
    "text",
    [
        "The author [of the book] lives in Rome .",
        "[The council said that] the hall was sold .",
        "I [would like to] thank the baker .",
        "They [have] sold the farm .",
        "[It was a fine hall ,] why did they sell it ?",
        "[Nice] weather [today] .",
        "[Please] open the door [and wait] .",
        "[The man whose] dog barked [lives in Rome] .",
        "We know the woman whose son won the race .",
        "Whose dog barked [all night] ?",
        "The baker [who] , when he was tired , slept [in the shop , fell ill] .",
        "[The team has three coaches ,] all [of whom] are trained in Oslo .",
        "[The bridge ,] the oldest part [of which] dates from 1540 [, was closed] .",
        "[They asked how] many people came .",
        "[The book] he wrote [sold well] .",
        "The book [he wrote] sold well .",
        "[By the time] they arrived [the train had gone] .",
        "[It was] the baker [who] sells bread .",
        "It was [the last book] he wrote .",
        "[The claim] he had lied [hurt her] .",
    ],
)
def test_what_keeps_a_verb_says_something(text: str) -> None:
    assert not is_lost(text)


@pytest.mark.parametrize(
    "text",
    [
        "The strike will go ahead unless the company offers its drivers a raise of at least five percent.",
        "The firm is said to be considering whether to sell its oldest brewery to a Danish rival.",
        "In 1911 Roald Amundsen became the first person to reach the South Pole, five weeks before Scott.",
    ],
)
def test_no_answer_is_a_fragment(text: str) -> None:
    answer = MODEL.compress(text, rate=0.4)
    kept = np.zeros((1, len(answer.source)), np.bool_)
    kept[0, list(answer.kept or ())] = True
    assert not charges_of(answer.source).says_nothing(kept).any()


def test_without_a_parse_nothing_is_known_of_statements() -> None:
    sentence = Sentence.from_words("The old hall burned".split())
    assert not charges_of(sentence).says_nothing(np.zeros((1, 4), np.bool_)).any()
