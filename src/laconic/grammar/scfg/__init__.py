"""Synchronous context-free grammars: a phrase with slots becomes another phrase with the same slots.

They are what Hiero, Joshua and the PPDB call a grammar (Ganitkevitch et al. 2011, §3). Beside them stand the
tree grammars of `laconic.grammar.grammar`, whose rules also see the inside of constituents.
"""

from laconic.grammar.scfg.grammar import Scfg, ScfgBuilder
from laconic.grammar.scfg.rule import ScfgRule, Slot, Symbol

__all__ = ["Scfg", "ScfgBuilder", "ScfgRule", "Slot", "Symbol"]
