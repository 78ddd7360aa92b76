"""Synchronous tree substitution grammars: rules that rewrite trees, and large sets of them."""

from laconic.grammar.fragment import Fragment
from laconic.grammar.grammar import Grammar
from laconic.grammar.rule import DELETED, EMPTY, Rule

__all__ = ["DELETED", "EMPTY", "Fragment", "Grammar", "Rule"]
