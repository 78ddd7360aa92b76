"""Lemmas by a table of suffix rules learnt from treebanks: `went` (VBD) is `go`, `boxes` (NNS) is `box`."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from laconic.errors import DataError

WHOLE_WORD = "^"
"""Stands before a suffix that must be the whole word."""

_LONGEST_WORD = 60
"""Longer strings are not words that a rule could know."""


class SuffixRule(NamedTuple):
    """Take some letters from the end and add others instead."""

    strip: int
    add: str

    def __call__(self, word: str) -> str:
        """Return the changed word."""
        return word[: len(word) - self.strip] + self.add


class Lemmatizer:
    """Finds lemmas by the longest suffix of a word that the table lists for its tag."""

    def __init__(self, rules: dict[str, dict[str, SuffixRule]]) -> None:
        self._rules = rules
        self._known: dict[tuple[str, str], str] = {}

    def __call__(self, word: str, tag: str) -> str:
        """Return the lemma of a word with its Penn tag; names keep their capitals."""
        key = (word, tag)
        lemma = self._known.get(key)
        if lemma is None:
            lemma = self._find(word, tag)
            if len(self._known) < 200_000:  # enough for a language, bounded for a stream of noise
                self._known[key] = lemma
        return lemma

    def _find(self, word: str, tag: str) -> str:
        form = word if tag in ("NNP", "NNPS") else word.lower()
        rules = self._rules.get(tag)
        if rules is None or len(form) > _LONGEST_WORD:
            return form
        folded = form.lower()
        for suffix in (WHOLE_WORD + folded, *(folded[start:] for start in range(len(folded) + 1))):
            rule = rules.get(suffix)
            if rule is not None and rule.strip < len(form) + bool(rule.add):
                return rule(form)
        return form


def read_rules(lines: Iterable[str]) -> dict[str, dict[str, SuffixRule]]:
    """Read a table of lines ``tag, suffix, letters to strip, letters to add``, separated by tabs."""
    rules: dict[str, dict[str, SuffixRule]] = {}
    for number, line in enumerate(lines, 1):
        try:
            tag, suffix, strip, add = line.rstrip("\n").split("\t")
            rules.setdefault(tag, {})[suffix] = SuffixRule(int(strip), add)
        except ValueError:
            raise DataError("a lemma rule needs four columns: tag, suffix, number, letters.", line=number) from None
    return rules


@cache
def english_lemmatizer() -> Lemmatizer:
    """Return the bundled English lemmatizer."""
    table = files("laconic") / "data" / "english" / "lemmas.tsv"
    return Lemmatizer(read_rules(table.read_text("utf-8").splitlines()))
