r"""Syntactic phrases: hierarchical phrases whose labels come from the English tree.

As in Zollmann & Venugopal (2006) and Ganitkevitch et al. (2011, §3), phrases that are not constituents get labels, too:
``X/Y`` is an X that lacks a Y at its right, ``Y\X`` one that lacks it at its left, ``X+Y`` is an X and a Y beside it,
``X+Y+Z`` are three side by side, in this order of preference. A phrase over which several constituents lie, such as a
noun phrase of one noun, gives a rule for each label.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from laconic._core import WordTable
from laconic.errors import UsageError
from laconic.extract.phrases import PhraseExtractor
from laconic.extract.translation import BitextPart, Translations


@dataclass(frozen=True)
class SyntaxExtractor(PhraseExtractor):
    """Finds syntactic phrases, of which at least one foreign word stays in each rule.

    Attributes:
        complex_label: whether a rule's label need not be a constituent.
        complex_slots: whether a slot's label need not be one.
        most_unaligned: how many foreign words without links a phrase may take in at each end (Och 2003b).

    >>> part = BitextPart("(NP (DT the) (NN house))", "the house", "la maison", "0-0 1-1")
    >>> sorted(rule.english for rule in SyntaxExtractor().extract(part))
    ['[DT] ||| the', '[NN] ||| house', '[NP] ||| [DT,1] house', '[NP] ||| the [NN,1]', '[NP] ||| the house']
    """

    kind: ClassVar[str] = "samt"

    complex_label: bool = True
    complex_slots: bool = True
    most_unaligned: int = 1

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.most_unaligned < 0:
            raise UsageError(f"a phrase can include 0 or more words without links, not {self.most_unaligned}.")

    def extract(self, part: BitextPart, table: WordTable | None = None) -> Translations:
        """Return the rules of all pairs, weighted by a table of words if there is one, and by 1 if not."""
        return self._rules(
            part,
            table,
            syntax=True,
            tight=False,
            most_unaligned=self.most_unaligned,
            complex_label=self.complex_label,
            complex_slots=self.complex_slots,
        )
