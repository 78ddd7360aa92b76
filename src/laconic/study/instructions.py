"""The instructions that people read before they start, and practice pairs; whoever runs a study may replace both."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random

from laconic.errors import UsageError
from laconic.study.annotation import Mode
from laconic.study.questions import (
    CHOICES,
    LOWEST,
    Example,
    Practice,
    Question,
    Questionnaire,
    read_questionnaire,
)
from laconic.study.rating import TWO_SCALES, Check

REWRITING = [
    "Please make each sentence of a document shorter. The short sentence should be good English, and it should keep "
    "what matters most in the original without changing what it means.",
    "You may leave words out, put other words in their place, add words, or change their order. Leaving out will often "
    "be all you need. Replace or move words only where that makes the sentence shorter: saying the same thing in other "
    "words is not enough.",
    "Good candidates are asides and relative clauses, a passive that could be active, and phrases for which there is a "
    "single word.",
    "For example: “The ferry, which had been delayed for hours by thick fog, was finally seen from the island shortly "
    "before midnight.” could become “Delayed by fog, the ferry came in sight before midnight.”",
    "One sentence stays one sentence: do not split it, and do not drop it altogether.",
    "A few sentences are so short, or so dense, that nothing can go. Keep those exactly as they are.",
    "Read your sentences in a row now and then: together they should still make a text that stands on its own.",
    "There is no single right answer. Your work is saved as you go, and you can return to any sentence later.",
]

DELETING = [
    "Please make each sentence of a document shorter by leaving words out. The words that stay should form a good "
    "English sentence that keeps what matters most in the original without changing what it means.",
    "Click a word to strike it out, and again to bring it back; with Shift, all words from the last one on. Nothing "
    "can be added or moved.",
    "For example: “The ferry, which had been delayed for hours by thick fog, finally reached the island shortly before "
    "midnight.” could become “The ferry reached the island before midnight.”",
    *REWRITING[4:],
]

_FERRY = (
    "The ferry, which had been delayed for nearly three hours by thick fog, finally reached the island shortly before "
    "midnight."
)
_MUSEUM = "Although the museum is small, its collection of early clocks attracts visitors from all over the country."
_COMPANIES = "The two companies said on Monday that they would not merge after all, as their shareholders had objected."
_ORCHARD = "The orchard behind the school, planted by pupils in the seventies, was sold last week to a local farmer."

_GOOD, _BROKEN, _WRONG = (
    "The ferry, delayed by fog, reached the island before midnight.",
    "Although museum, its collection of clocks attracts from country.",
    "The two companies said on Monday that they would merge.",
)
_ORCHARD_VERSIONS = (
    "The orchard behind the school was sold last week to a farmer.",
    "The orchard, planted by pupils, was.",
    "The school was sold to a local farmer.",
)


def _examples(ratings: Sequence[dict[str, int]], comments: Sequence[str]) -> list[Example]:
    """Return the versions of one sentence, each with the ratings that it might be given, and why."""
    return [Example(_ORCHARD, *each) for each in zip(_ORCHARD_VERSIONS, ratings, comments, strict=True)]


def _practice(good: str, broken: str, wrong: str) -> list[Practice]:
    return [Practice(_FERRY, _GOOD, good), Practice(_MUSEUM, _BROKEN, broken), Practice(_COMPANIES, _WRONG, wrong)]


QUESTIONNAIRES = {
    "two-scales": Questionnaire(
        TWO_SCALES,
        example=_examples(
            [
                {"grammaticality": 5, "importance": 5},
                {"grammaticality": 2, "importance": 1},
                {"grammaticality": 5, "importance": 1},
            ],
            ["good English, and the news is there", "it breaks off before the news", "good English, but not true"],
        ),
        practice=_practice(
            "Most people would rate this high on both scales: it reads well, and what matters is there.",
            "This is hard to understand, so grammaticality is low. Some of the content survives.",
            "A perfectly good sentence, but it says the opposite of the original: grammaticality is high, importance "
            "low.",
        ),
    ),
    "overall": Questionnaire(
        (
            Question(
                "overall",
                "How good is the short version?",
                explain="how good is the short version as a whole? A good one reads well and keeps what matters most; "
                "a poor one is hard to understand, loses what matters, or says something else.",
            ),
        ),
        example=_examples(
            [{"overall": 5}, {"overall": 1}, {"overall": 2}],
            ["good English, and the news is there", "it breaks off before the news", "good English, but not true"],
        ),
        practice=_practice(
            "Most people would rate this high: it reads well, and what matters is there.",
            "Most people would rate this low: some of the content survives, but it is hard to understand.",
            "Most people would rate this low: a perfectly good sentence, but it says the opposite of the original.",
        ),
    ),
    "meaning": Questionnaire(
        (
            TWO_SCALES[0],
            Question(
                "meaning",
                "Does it mean the same as the original?",
                "scale",
                "not at all",
                "entirely",
                explain="is what the short sentence says also said by the original? Give a low rating to one that "
                "says something else; that something is left out does not matter.",
            ),
        ),
        example=_examples(
            [
                {"grammaticality": 5, "meaning": 5},
                {"grammaticality": 2, "meaning": 3},
                {"grammaticality": 5, "meaning": 1},
            ],
            ["good English, and true", "it breaks off, so that one cannot tell", "good English, but not true"],
        ),
        practice=_practice(
            "Most people would rate this high on both scales: it reads well, and all it says is in the original.",
            "This is hard to understand, so grammaticality is low, and one can only guess what it means.",
            "A perfectly good sentence, but it says the opposite of the original: grammaticality is high, meaning low.",
        ),
    ),
    "preference": Questionnaire(
        (
            Question(
                "preference",
                "Which short version is better?",
                "preference",
                explain="which version would you rather read in place of the original? The better one reads well and "
                "keeps what matters most, without saying anything else. Choose “Neither” where you see no difference.",
            ),
        ),
        practice=[
            Practice(_FERRY, _GOOD, "Most people would choose A: B is hard to read.", "Ferry, which by fog, reached."),
            Practice(
                _COMPANIES,
                _WRONG,
                "Most people would choose B: A says the opposite of the original.",
                "The two companies said that they would not merge.",
            ),
        ],
    ),
}
"""The questionnaires that can be asked for by name."""


def find_questionnaire(name: str) -> Questionnaire:
    """Return a questionnaire of ours by its name, or read the file that is named.

    Raises:
        UsageError: there is neither.
        DataError: the file does not hold a questionnaire.
    """
    if name in QUESTIONNAIRES:
        return QUESTIONNAIRES[name]
    if not Path(name).exists():
        raise UsageError(f"--questions must be {', '.join(QUESTIONNAIRES)} or a TOML file, not {name}.")
    return read_questionnaire(name)


def rating_instructions(asked: Questionnaire, *, with_references: bool) -> list[str]:
    """Return the instructions for raters: the questionnaire's own or ours, then its graded examples.

    Args:
        asked: the questionnaire.
        with_references: whether compressions by people are among those shown.
    """
    told = asked.instructions or [
        f"{_shown(asked)} {_SOME_BY_PEOPLE if with_references else _ALL_BY_COMPUTERS} {_task(asked)}",
        *(f"{question.title}: {question.explain or question.ask}" for question in asked.question),
        "There are no right or wrong answers: your first impression is what counts."
        + ("" if _compares(asked) else " Use the whole scale."),
        "Your answers are saved at once. You may stop at any time and continue later with the same link.",
    ]
    return [*told, *map(_graded, asked.example)]


_SOME_BY_PEOPLE = "Some short versions were made by computers, some by people; some will seem fine, others will not."
_ALL_BY_COMPUTERS = "All short versions were made by computers; some will seem fine, others will not."


def _compares(asked: Questionnaire) -> bool:
    return asked.question[0].kind == "preference"


def _shown(asked: Questionnaire) -> str:
    if _compares(asked):
        return "You will see sentences, each with two shorter versions of it, A and B."
    return "You will see pairs of sentences: an original, and a shorter version of it."


def _task(asked: Questionnaire) -> str:
    if _compares(asked):
        return "Please compare the two."
    count = len(asked.question)
    ways = "" if count == 1 else f" in {'two' if count == 2 else count} ways"
    points = {(question.low, question.high, question.points) for question in asked.question}
    if len(points) > 1:
        return f"Please judge each short version{ways}."
    low, high, highest = points.pop()
    return f"Please judge each short version{ways}, from {LOWEST} ({low}) to {highest} ({high})."


def _graded(example: Example) -> str:
    names = (f"{rating} for {name.replace('_', ' ')}" for name, rating in example.ratings.items())
    why = f" ({example.comment})" if example.comment else ""
    return f"For example: “{example.source}” → “{example.text}” might be given {_listed(list(names))}{why}."


def _listed(parts: Sequence[str]) -> str:
    """Return parts as a list in words.

    >>> _listed(["a"]), _listed(["a", "b", "c"])
    ('a', 'a, b and c')
    """
    return " and ".join(filter(None, [", ".join(parts[:-1]), parts[-1]]))


_CHECK_SOURCES = [
    "The librarian, who had worked there for thirty years, knew where almost every one of the older books was kept.",
    "Heavy rain during the night flooded the lower fields, and several roads in the valley had to be closed.",
    "The new bakery on the corner, which opened only last month, has already won a prize for its dark rye bread.",
    "Before the concert began, the conductor turned to the audience and thanked those who had travelled a long way.",
    "The engineers found that the old bridge, despite its age, could carry far more weight than anybody had expected.",
]

MOST_CHECKS = len(_CHECK_SOURCES)
"""How many attention checks there are."""


def attention_checks(questions: Sequence[Question], count: int, seed: int) -> list[Check]:
    """Return N pairs whose short version says which ratings to give; no two questions in a row get the same."""
    random = Random(f"{seed} checks")
    checks = []
    for source in random.sample(_CHECK_SOURCES, count):
        ratings: dict[str, int] = {}
        for question in questions:
            middle = (LOWEST + question.highest) / 2  # which those who do not read may give everywhere
            last = list(ratings.values())[-1:]
            points = [point for point in range(LOWEST, question.highest + 1) if point != middle and [point] != last]
            ratings[question.name] = random.choice(points)
        checks.append(Check(source, _asking(questions, ratings), ratings))
    return checks


def _asking(questions: Sequence[Question], ratings: Mapping[str, int]) -> str:
    given = [
        f"{CHOICES[ratings[question.name]] if question.kind == 'preference' else ratings[question.name]} for "
        f"{question.title.lower()}"
        for question in questions
    ]
    return f"To show that you are reading, please give {_listed(given)} here."


def annotation_instructions(mode: Mode) -> list[str]:
    """Return the instructions for annotators."""
    return REWRITING if mode == "rewrite" else DELETING
