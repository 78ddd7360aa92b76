"""What people are told before they begin, and pairs to practise on; whoever runs a study may say it otherwise."""

from __future__ import annotations

from random import Random

from laconic.study.annotation import Mode
from laconic.study.rating import Check, Practice

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

RATING = [
    "You will see pairs of sentences: an original, and a shorter version of it. Some were made by "
    "computers, some by people; some will seem fine to you and others will not. Please judge each short version in two "
    "ways, from 1 (poor) to 5 (good).",
    "Grammaticality: can the short sentence be read and understood without trouble? Give a low rating to one that is "
    "hard or impossible to understand, whatever it leaves out.",
    "Importance: does it keep what matters most in the original? Give a low rating if it loses something important, if "
    "it says something else, or if it keeps much that could easily have gone.",
    "There are no right or wrong answers: your first impression is what counts. Use the whole scale.",
    "Your ratings are saved at once. You may stop at any time and go on later with the same link.",
]

PRACTICE = [
    Practice(
        "The ferry, which had been delayed for nearly three hours by thick fog, finally reached the island shortly "
        "before midnight.",
        "The ferry, delayed by fog, reached the island before midnight.",
        "Most people would rate this high on both scales: it reads well, and what matters is there.",
    ),
    Practice(
        "Although the museum is small, its collection of early clocks attracts visitors from all over the country.",
        "Although museum, its collection of clocks attracts from country.",
        "This is hard to understand, so grammaticality is low. Some of the content survives.",
    ),
    Practice(
        "The two companies said on Monday that they would not merge after all, as their shareholders had objected.",
        "The two companies said on Monday that they would merge.",
        "A perfectly good sentence, but it says the opposite of the original: grammaticality is high, importance low.",
    ),
]

_CHECK_SOURCES = [
    "The librarian, who had worked there for thirty years, knew where almost every one of the older books was kept.",
    "Heavy rain during the night flooded the lower fields, and several roads in the valley had to be closed.",
    "The new bakery on the corner, which opened only last month, has already won a prize for its dark rye bread.",
    "Before the concert began, the conductor turned to the audience and thanked those who had travelled a long way.",
    "The engineers found that the old bridge, despite its age, could carry far more weight than anybody had expected.",
]

MOST_CHECKS = len(_CHECK_SOURCES)
"""So many attention checks there are."""

_RATINGS_ASKED_FOR = ((1, 4), (2, 5), (4, 1), (5, 2), (2, 4), (4, 2))


def attention_checks(count: int, seed: int) -> list[Check]:
    """Return N pairs whose short version says which ratings to give."""
    random = Random(f"{seed} checks")
    asked_for = random.sample(_RATINGS_ASKED_FOR, count)
    return [
        Check(
            source,
            f"To show that you are reading, please give {grammaticality} for grammaticality and {importance} for "
            "importance here.",
            grammaticality,
            importance,
        )
        for source, (grammaticality, importance) in zip(random.sample(_CHECK_SOURCES, count), asked_for, strict=True)
    ]


def annotation_instructions(mode: Mode) -> list[str]:
    """Return what annotators are told."""
    return REWRITING if mode == "rewrite" else DELETING
