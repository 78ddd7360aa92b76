"""English, as the protocol `laconic.language.Language` requires."""

from __future__ import annotations

from laconic.english.articles import agreeing_articles
from laconic.english.dependences import (
    NEVER,
    Charges,
    broken_dependences,
    charges_of,
    dependences_of,
    with_required,
)
from laconic.english.detokenize import cut, join_words
from laconic.english.function_words import STOP_WORDS
from laconic.english.marks import paired_marks
from laconic.english.names import name_positions
from laconic.english.negation import NEGATIONS, is_negation, negated_positions, negations
from laconic.english.numbers import number_positions
from laconic.english.quotations import quoted_positions

__all__ = [
    "NEGATIONS",
    "NEVER",
    "STOP_WORDS",
    "Charges",
    "agreeing_articles",
    "broken_dependences",
    "charges_of",
    "cut",
    "dependences_of",
    "is_negation",
    "join_words",
    "name_positions",
    "negated_positions",
    "negations",
    "number_positions",
    "paired_marks",
    "quoted_positions",
    "with_required",
]
