"""Which paraphrases can be trusted to keep the meaning: a screen for rules that pivoting gives.

Pivoting confuses what translations confuse: prepositions, pronouns, demonstratives, tenses, singular and plural. Such
rules are probable enough to pass any cut-off, and wrong nearly everywhere. `Change` says what a rule does to the words,
`objections` lists what speaks against a rule, each with an example, and `Screen` adds how probable it must be.
"""

from laconic.grammar.screen.screen import Screen

__all__ = ["Screen"]
