"""Make the grammar of the bundled model paraphrase: screen what pivoting gave.

python experiments/paraphrases/screen.py PARAPHRASES ENGLISH THESAURUS OUT [--megabytes 15]

PARAPHRASES is a grammar of `laconic grammar pivot`, ENGLISH the tokenised English side of its bitext in small letters,
THESAURUS the folder of WordNet's files (/usr/share/wordnet of Debian's package wordnet-base), OUT a compact grammar, to
be given to `laconic train paraphrase --set grammar=OUT`. Its rules have one more feature, `unlikeness`: −ln of how
surely the new word says what the old one says.
"""

from __future__ import annotations

import argparse
import math
from collections import Counter
from pathlib import Path

import numpy as np

from laconic.grammar.scfg import Scfg, ScfgRule, Symbol
from laconic.grammar.scfg.storage import read_scfg, write_scfg
from laconic.grammar.screen import Screen
from laconic.grammar.thesaurus import Thesaurus
from laconic.lm import bundled

LEAST_COUNT = 20
SHRINK = 0.8
COMMON = -3.9
"""The log10 probability from which a word is common."""

UNKNOWN = 1.0
"""The unlikeness of words that the thesaurus does not know, and of several words for several."""

STRICT = {
    "highest_alike_sum": 12.0,
    "highest_sum": 6.5,
    "highest_word_sum": 4.0,
    "highest_verb_sum": 4.0,
    "highest_common_sum": 3.0,
}
"""Limits for what the thesaurus does not know."""


def common_words(grammar: Scfg) -> frozenset[str]:
    """Return the words of a grammar that the bundled language model knows as common."""
    log10 = bundled().sentences([[word] for word in grammar.words], begin=False, end=False)
    return frozenset(word for word, value in zip(grammar.words, log10.tolist(), strict=True) if value > COMMON)


def word_skew(path: Path) -> dict[str, float]:
    """Return how many times as often as the bundled language model expects a text has each of its words."""
    counts: Counter[str] = Counter()
    with path.open(encoding="utf-8") as stream:
        for line in stream:
            counts.update(line.lower().split())
    words = [word for word, count in counts.items() if count >= LEAST_COUNT]
    expected = 10.0 ** bundled().sentences([[word] for word in words], begin=False, end=False) * counts.total()
    return {word: counts[word] / hope for word, hope in zip(words, expected.tolist(), strict=True)}


def normalised(grammar: Scfg) -> Scfg:
    """Return the grammar with one kind of apostrophe; of rules that become equal the cheapest stays."""
    cheapest: dict[str, ScfgRule] = {}
    for rule in grammar:
        source, target = (tuple(map(_straight, side)) for side in (rule.source, rule.target))
        if source == target:
            continue
        same = ScfgRule(rule.label, source, target, rule.features)
        other = cheapest.setdefault(str(same), same)
        if same.features["phrase"] < other.features["phrase"]:
            cheapest[str(same)] = same
    return Scfg.of(cheapest[name] for name in sorted(cheapest))


def weighed(grammar: Scfg, screen: Screen) -> Scfg:
    """Return the grammar with the unlikeness of each rule."""
    return Scfg.of(
        ScfgRule(rule.label, rule.source, rule.target, {**rule.features, "unlikeness": _unlikeness(rule, screen)})
        for rule in grammar
    )


def _unlikeness(rule: ScfgRule, screen: Screen) -> float:
    likeness = screen.likeness(rule)
    return round(-math.log(likeness), 2) if likeness else UNKNOWN


def _straight(symbol: Symbol) -> Symbol:
    return symbol.replace("’", "'") if isinstance(symbol, str) else symbol


def within(grammar: Scfg, path: Path, megabytes: float) -> Scfg:
    """Write the grammar, without its costliest rules as long as it is too large."""
    costs = grammar.features["phrase"] + grammar.features["phrase_inverse"]
    order = np.argsort(costs, kind="stable")
    kept = len(grammar)
    while True:
        chosen = grammar.select(np.sort(order[:kept]))
        write_scfg(chosen, path)
        if path.stat().st_size <= megabytes * 1e6:
            return chosen
        kept = int(kept * SHRINK)


def main() -> None:
    """Screen and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("paraphrases", type=Path)
    parser.add_argument("english", type=Path)
    parser.add_argument("thesaurus", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--megabytes", type=float, default=15.0)
    arguments = parser.parse_args()
    grammar = read_scfg(arguments.paraphrases)
    screen = Screen(
        skew=word_skew(arguments.english),
        common=common_words(grammar),
        thesaurus=Thesaurus.read(arguments.thesaurus),
        **STRICT,
    )
    kept = grammar.select(screen.select(grammar))
    print(f"{len(grammar):,} rules, {len(kept):,} after the screen")
    kept = weighed(normalised(kept), screen)
    print(f"{len(kept):,} with one kind of apostrophe")
    chosen = within(kept, arguments.out, arguments.megabytes)
    print(f"{len(chosen):,} rules, {arguments.out.stat().st_size / 1e6:.2f} MB")


if __name__ == "__main__":
    main()
