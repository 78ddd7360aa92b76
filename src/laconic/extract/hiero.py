"""Hierarchical phrases: rules with one nonterminal, after Chiang (2005; 2007).

Any phrase pair that no link leaves is a rule, and phrase pairs inside it may be cut out and replaced by slots. Nothing
is known of constituents, so the label of everything is X.
"""

from __future__ import annotations

from dataclasses import dataclass

from laconic._core import WordTable, extract_phrase_rules
from laconic.extract.translation import BitextPart, Translations


@dataclass(frozen=True)
class HieroExtractor:
    """Finds hierarchical phrases under the restrictions of Chiang (2007, §3.2).

    Phrases begin and end with linked words, at least one linked pair of words stays in each rule, and slots do not
    touch in the foreign text.

    Attributes:
        most_span: the longest phrase, before slots are cut out.
        most_symbols: the most words and slots on either side.
        most_slots: the most slots; 3 at most.

    >>> part = BitextPart("(NP (DT the) (NN house))", "the house", "la maison", "0-0 1-1")
    >>> sorted(rule.english for rule in HieroExtractor().extract(part))
    ['[X] ||| [X,1] house', '[X] ||| house', '[X] ||| the', '[X] ||| the [X,1]', '[X] ||| the house']
    """

    most_span: int = 10
    most_symbols: int = 5
    most_slots: int = 2

    def extract(self, part: BitextPart, table: WordTable | None = None) -> Translations:
        """Return the rules of all pairs."""
        found = extract_phrase_rules(
            part.trees,
            part.english,
            part.foreign,
            part.links,
            table,
            syntax=False,
            complex_label=False,
            complex_slots=False,
            tight=True,
            most_span=self.most_span,
            most_symbols=self.most_symbols,
            most_slots=self.most_slots,
        )
        return Translations(found)
