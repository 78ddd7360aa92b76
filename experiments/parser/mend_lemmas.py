"""Adds to the table of lemma rules the words of plain text that it gets wrong.

python experiments/parser/mend_lemmas.py TABLE TEXT...

Treebanks have few forms of most verbs, so that the rules guess: *beamed*, like *named*, would be of *beame*. Plain
text has nearly every verb after *to*, and every noun in the singular. Where it has a word whose form this is, but
hardly ever the lemma of the table, that word is listed as the lemma. Texts may be compressed with xz.
"""

from __future__ import annotations

import argparse
import re
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

from lemmas import rule_for, write_rules

from laconic.english.function_words import STOP_WORDS
from laconic.english.inflection import plural, verb_form
from laconic.files import read_lines, write_whole
from laconic.parse.lemmas import WHOLE_WORD, Lemmatizer, SuffixRule, read_rules

BEFORE_VERBS = frozenset("to will would can could may might must should shall cannot".split())
VERB_TAGS = ("VBZ", "VBD", "VBN", "VBG")
FEWEST = 2
"""How often text must have a word for it to count."""

LEAST_SHARE = 0.005
"""How often a verb must stand where infinitives do: *past* does so by chance."""

RIVAL = 8
"""How much more often text must have another lemma than that of the table."""

Counts = Counter[str]
_WORD = re.compile(r"[A-Za-z]+|[^\sA-Za-z]")


def count(paths: list[Path]) -> tuple[Counts, Counts]:
    """Count the words of texts that have no capital, and those that stand where infinitives do."""
    words, verbs = Counts(), Counts()
    for path in paths:
        for _, line in read_lines(path):
            found = _WORD.findall(line)
            words.update(word for word in found if word.islower())
            verbs.update(word for before, word in pairwise(found) if before in BEFORE_VERBS)
    return words, verbs


def forms(lemma: str, tag: str) -> Iterator[str]:
    """Yield the forms of a word: for verbs in *l*, the British one as well."""
    if tag == "NNS":
        yield plural(lemma)
        return
    yield verb_form(lemma, tag)
    if lemma.endswith("l") and tag != "VBZ":
        yield verb_form(lemma + "l", tag)


def lemmas_of(tag: str, lemmas: Counts, words: Counts) -> dict[str, str]:
    """Return the commonest lemma of each word of the texts that may have a tag."""
    found: dict[str, str] = {}
    for lemma, times in lemmas.most_common():
        is_word = times >= FEWEST and len(lemma) > 2 and lemma not in STOP_WORDS
        for form in forms(lemma, tag) if is_word else ():
            if words[form] >= FEWEST:
                found.setdefault(form, lemma)
    return found


def is_wrong(old: str, new: str, lemmas: Counts, words: Counts) -> bool:
    """Return whether text speaks for another lemma: it lacks the old one, or has the new one often and as such."""
    is_likely = words[old] < FEWEST or lemmas[new] > LEAST_SHARE * words[new]
    return is_likely and lemmas[old] * RIVAL < lemmas[new]


def mend(rules: dict[str, dict[str, SuffixRule]], words: Counts, verbs: Counts) -> int:
    """List the words that the rules get wrong, and return how many there are."""
    by_rule, mended = Lemmatizer(rules), 0
    for tag in (*VERB_TAGS, "NNS"):
        lemmas = words if tag == "NNS" else verbs
        for form, lemma in lemmas_of(tag, lemmas, words).items():
            old = by_rule(form, tag)
            is_singular = tag == "NNS" and old.lower() == form  # *economics*
            if old.lower() != lemma and not is_singular and is_wrong(old, lemma, lemmas, words):
                rules[tag][WHOLE_WORD + form] = rule_for(form, lemma)
                mended += 1
    return mended


def main() -> None:
    """Read, mend, write, report."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("table", type=Path)
    arguments.add_argument("texts", nargs="+", type=Path)
    options = arguments.parse_args()
    rules = read_rules(line for _, line in read_lines(options.table))
    mended = mend(rules, *count(options.texts))
    with write_whole(options.table) as stream:
        write_rules(rules, stream)
    print(f"{mended} words mended")


if __name__ == "__main__":
    main()
