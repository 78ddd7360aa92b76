"""Hierarchical phrases: rules with one nonterminal, after Chiang (2005; 2007).

Any phrase pair that no link leaves is a rule, and phrase pairs inside it may be cut out and replaced by slots. Nothing
is known of constituents, so the label of everything is X.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from laconic._core import WordTable
from laconic.extract.phrases import PhraseExtractor
from laconic.extract.translation import BitextPart, Translations


@dataclass(frozen=True)
class HieroExtractor(PhraseExtractor):
    """Finds hierarchical phrases under the restrictions of Chiang (2007, §3.2).

    Phrases begin and end with linked words, at least one linked pair of words stays in each rule, and slots do not
    touch in the foreign text.

    >>> part = BitextPart("(NP (DT the) (NN house))", "the house", "la maison", "0-0 1-1")
    >>> sorted(rule.english for rule in HieroExtractor().extract(part))
    ['[X] ||| [X,1] house', '[X] ||| house', '[X] ||| the', '[X] ||| the [X,1]', '[X] ||| the house']
    """

    kind: ClassVar[str] = "hiero"

    def extract(self, part: BitextPart, table: WordTable | None = None) -> Translations:
        """Return the rules of all pairs, weighted by a table of words if there is one, and by 1 if not."""
        return self._rules(part, table, syntax=False, tight=True)
