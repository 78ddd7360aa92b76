"""Make the bundled paraphrase grammars of what ``laconic grammar pivot`` wrote.

    python experiments/paraphrases/bundle.py phrases paraphrases.txt.gz src/laconic/data/grammar/english.scfg
    python experiments/paraphrases/bundle.py trees pivot.txt.gz src/laconic/data/grammar/english-trees.txt.xz

What is left out: rules that only change marks or digits, rules without a letter, and the less probable ones, by the
limits below. Costs are rounded to a twentieth, which is more than a model can tell apart, and packs better.
"""

import sys
from collections.abc import Iterable

import numpy as np

from laconic.extract.paraphrases import PIVOT
from laconic.grammar import Grammar
from laconic.grammar.kinds import Kind, kinds
from laconic.grammar.scfg import Scfg, ScfgRule, Slot
from laconic.grammar.scfg.joshua import rules_in
from laconic.grammar.scfg.storage import write_scfg

STEP = 0.05
HIGHEST_COST, HIGHEST_SUM = 6.5, 10.0  # of a phrase's probabilities in either direction, and of both together
HIGHEST_TREE_COST, HIGHEST_TREE_SUM = 7.0, 12.0


def main() -> None:
    """Read a grammar, prune it, and write it."""
    kind, source, out = sys.argv[1:]
    if kind == "phrases":
        grammar = Scfg.of(_rounded(rule) for rule in rules_in(source) if _is_good(rule))
        write_scfg(grammar, out)
    else:
        trees = _pruned(Grammar.read(source))
        trees.write(out)
        grammar = trees
    print(f"{len(grammar):,} rules")


def _is_good(rule: ScfgRule) -> bool:
    forward, backward = rule.features.get("phrase", 0.0), rule.features.get("phrase_inverse", 0.0)
    if max(forward, backward) > HIGHEST_COST or forward + backward > HIGHEST_SUM:
        return False
    words = [[symbol for symbol in side if not isinstance(symbol, Slot)] for side in (rule.source, rule.target)]
    letters = [[word for word in side if any(map(str.isalpha, word))] for side in words]
    digits = [[word for word in side if any(map(str.isdigit, word))] for side in words]
    return bool(letters[0] or rule.reorders) and letters[0] != letters[1] and digits[0] == digits[1]


def _rounded(rule: ScfgRule) -> ScfgRule:
    features = {name: round(value / STEP) * STEP for name, value in rule.features.items()}
    return ScfgRule(rule.label, rule.source, rule.target, features, rule.links)


def _pruned(grammar: Grammar) -> Grammar:
    forward, backward = (grammar.features[name] for name in ("phrase", "phrase_inverse"))
    keep = (np.maximum(forward, backward) <= HIGHEST_TREE_COST) & (forward + backward <= HIGHEST_TREE_SUM)
    keep &= kinds(grammar) != Kind.SAME_YIELD
    kept = grammar.select(keep)
    features = {name: np.round(column / STEP) * STEP for name, column in kept.features.items()}
    return Grammar(kept.lines, {PIVOT: kept.counts[PIVOT]}, {name: features[name].round(2) for name in _used(features)})


def _used(features: Iterable[str]) -> list[str]:
    return [name for name in features if not name.startswith("lexical")]


if __name__ == "__main__":
    main()
