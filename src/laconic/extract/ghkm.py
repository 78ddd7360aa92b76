"""Tree-to-string rules: the smallest elementary trees whose words are translated as a whole.

The extraction of Galley et al. (2004), as Cohn & Lapata (2013, §5.2.2) use it. A node is on the frontier if the
foreign words that its own words are linked to form a stretch into which nothing else is linked. A rule reaches from
one frontier node down to the next ones, which become variables. Words without a link go to the lowest rule around
them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from laconic._core import WordTable, extract_tree_rules
from laconic.extract.translation import BitextPart, Translations


@dataclass(frozen=True)
class TreeExtractor:
    """Finds the minimal rules between elementary trees and foreign strings.

    The English side is written as in a tree grammar, ``(VP (VB take) (PRT up) NP@1)``, and the foreign side as
    ``reprendre @1``.

    Attributes:
        most_words: leave out rules with more English words, so that no long piece of a sentence is kept.
        most_variables: leave out rules with more variables; 9 at most.
        most_nodes: leave out rules with more tree nodes, variables aside.

    >>> part = BitextPart("(NP (DT the) (NN house))", "the house", "la maison", "0-0 1-1")
    >>> sorted((rule.english, rule.foreign_side) for rule in TreeExtractor().extract(part))
    [('(DT the)', 'la'), ('(NN house)', 'maison'), ('(NP DT@1 NN@2)', '@1 @2')]
    """

    kind: ClassVar[str] = "ghkm"

    most_words: int = 6
    most_variables: int = 5
    most_nodes: int = 12

    def extract(self, part: BitextPart, table: WordTable | None = None) -> Translations:
        """Return the rules of all pairs, weighted by a table of words if there is one, and by 1 if not."""
        return Translations(extract_tree_rules(*part, table, self.most_words, self.most_variables, self.most_nodes))
