"""Classes of words that carry little meaning of their own, so that equal ones often belong apart."""

from __future__ import annotations

from laconic.english.function_words import FORMS_OF_BE, FORMS_OF_DO, FORMS_OF_HAVE, INDEFINITE_ARTICLES, MODALS

WORD_CLASSES: dict[str, frozenset[str]] = {
    "the": frozenset(["the"]),
    "article": INDEFINITE_ARTICLES,
    "demonstrative": frozenset("this these those".split()),
    "of": frozenset(["of"]),
    "to": frozenset(["to"]),
    "place": frozenset("in on at".split()),
    "preposition": frozenset("for by with from as into over about after under".split()),
    "conjunction": frozenset("and or but".split()),
    "comma": frozenset([","]),
    "stop": frozenset(["."]),
    "mark": frozenset("\" '' `` ' ` - -- : ; ( ) ? ! -lrb- -rrb-".split()),
    "be": FORMS_OF_BE,
    "have": FORMS_OF_HAVE,
    "modal": MODALS,
    "pronoun": frozenset("i you he she it we they him them us me".split()),
    "possessive": frozenset("'s his her its their our my your".split()),
    "relative": frozenset("that which who whom whose what".split()),
    "negation": frozenset("not n't no never".split()),
    "do": FORMS_OF_DO,
    "adverb": frozenset("also then so there than when while if".split()),
}
"""By the class's name, in the order that the weights of classifiers are stored in."""
