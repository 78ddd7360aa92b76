"""Rules of phrases: what hierarchical and syntactic phrases have in common."""

from __future__ import annotations

from dataclasses import dataclass

from laconic._core import WordTable, extract_phrase_rules
from laconic.errors import UsageError
from laconic.extract.translation import BitextPart, Translations

MOST_SLOTS = 3
"""Slots are numbered by one digit, and more of them say little."""


@dataclass(frozen=True)
class PhraseExtractor:
    """How large the phrases and rules are that extractors of phrases find.

    Attributes:
        most_span: the longest phrase, before slots are cut out.
        most_symbols: the most words and slots on either side.
        most_slots: the most slots; 3 at most.
    """

    most_span: int = 10
    most_symbols: int = 5
    most_slots: int = 2

    def __post_init__(self) -> None:
        if min(self.most_span, self.most_symbols) < 1 or not 0 <= self.most_slots <= MOST_SLOTS:
            raise UsageError(f"phrases and rules have at least 1 symbol, and rules at most {MOST_SLOTS} slots.")

    def _rules(
        self,
        part: BitextPart,
        table: WordTable | None,
        *,
        syntax: bool,
        tight: bool,
        most_unaligned: int = 0,
        complex_label: bool = False,
        complex_slots: bool = False,
    ) -> Translations:
        """Return the rules of all pairs.

        Args:
            part: the pairs.
            table: weighs the words.
            syntax: whether labels come from the English tree; else all are X.
            tight: whether phrases begin and end with linked words, and slots never touch.
            most_unaligned: how many foreign words without links a phrase may take in at each end.
            complex_label: whether a rule's label need not be a constituent.
            complex_slots: whether a slot's label need not be one.
        """
        found = extract_phrase_rules(
            *part,
            table,
            syntax=syntax,
            complex_label=complex_label,
            complex_slots=complex_slots,
            tight=tight,
            most_span=self.most_span,
            most_symbols=self.most_symbols,
            most_slots=self.most_slots,
            most_unaligned=most_unaligned,
        )
        return Translations(found)
