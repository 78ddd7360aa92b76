"""Screen the rules of a grammar that was extracted from free rewrites, and add paraphrases of single words.

    python experiments/abstractive/screen.py extracted.txt out.txt

A rule stays if it was seen at least twice: what only one pair has is as often a mistake of the aligner as a way to put
things, and a model that has learnt from it believes all such rules. Of rules that bring new words, those go that
experience with outputs speaks against; each test below says what.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from importlib.resources import as_file, files

import numpy as np

from laconic.english.function_words import FORMS_OF_BE
from laconic.grammar import Grammar, Rule
from laconic.grammar.fragment import Fragment
from laconic.grammar.scfg import ScfgRule
from laconic.grammar.scfg.storage import read_scfg

LEAST_SEEN = 2
LEAST_SEEN_REORDERED = 4
MOST_WORDS = 6
MOST_UNLIKE = 0.6  # −ln of how surely a word of the paraphrase grammar says what another says

CLOSED = set("IN TO DT PRP PRP$ CC POS MD WDT WP WP$ WRB RP EX PDT , : . `` '' -LRB- -RRB- HYPH SYM NFP".split())
CONTRACTED = {"'s", "'re", "'ve", "'ll", "'d", "'m", "n't"}
AUXILIARIES = FORMS_OF_BE | set("has have had do does did will would can could may might must shall should".split())
NEGATIONS = set("not no never n't nothing none nobody without neither nor".split())
OPEN = set("NN NNS JJ RB VB VBD VBN VBG VBZ VBP".split())


def objection(rule: Rule, seen: float) -> str | None:
    """Return why a rule is left out, or None."""
    if seen < LEAST_SEEN:
        return "seen once"
    if rule.target is None:
        return None
    before, after = (Counter(word.lower() for word in side.words) for side in (rule.source, rule.target))
    lost, new = before - after, after - before
    if ends_in_genitive(rule.target) and not ends_in_genitive(rule.source):
        return "a genitive without what it belongs to"
    if not new:
        if set(rule.target.words) - set(rule.source.words):
            return "another capital"
        is_reordered = list(rule.target_links) != sorted(rule.target_links)
        return "reordered, and rare" if is_reordered and seen < LEAST_SEEN_REORDERED else None
    return rewording_objection(rule, lost, new)


def rewording_objection(rule: Rule, lost: Counter[str], new: Counter[str]) -> str | None:
    """Return why a rule that brings new words is left out, or None."""
    assert rule.target is not None
    changed = {**lost, **new}
    if max(len(rule.source.words), len(rule.target.words)) > MOST_WORDS:
        return "long"
    if any(re.search(r"\d", word) for word in changed):
        return "a number"
    tags_lost, tags_new = tags(rule.source, lost), tags(rule.target, new)
    if any(tag.startswith("NNP") for tag in tags_lost | tags_new):
        return "a name"
    if set(changed) & NEGATIONS and not (set(lost) <= {"not"} and set(new) <= {"n't"}):
        return "a negation"
    if not any(re.search(r"\w", word) for word in new):
        return "marks alone"
    is_reordered = list(rule.target_links) != sorted(rule.target_links)
    if not lost and not (is_reordered and set(new) <= CONTRACTED):
        return "words from nowhere"
    if set(new) <= CONTRACTED:
        return None
    if set(new) & AUXILIARIES and set(lost) <= AUXILIARIES:
        return "another auxiliary"
    if tags_new <= CLOSED and tags_lost <= CLOSED and lost.total() <= new.total():
        return "one function word for another"
    return None


def ends_in_genitive(fragment: Fragment) -> bool:
    """Tell whether a fragment's last child is a genitive's mark."""
    last = fragment.children[-1] if fragment.children else None
    return isinstance(last, Fragment) and last.label == "POS"


def tags(fragment: Fragment, words: Counter[str]) -> set[str]:
    """Return the tags above some words of a fragment."""
    nodes = (part for part in fragment.parts() if isinstance(part, Fragment) and part.is_preterminal)
    return {node.label for node in nodes if str(node.children[0]).lower() in words}


def word_paraphrases() -> Grammar:
    """Return the bundled paraphrases of one content word by a shorter one that says the same, as rules of trees."""
    with as_file(files("laconic") / "data" / "models" / "paraphrase" / "grammar.scfg") as path:
        found = [rule for rule in read_scfg(path) if is_shorter_synonym(rule)]
    lines = [f"({rule.label} {rule.source[0]}) ||| ({rule.label} {rule.target[0]})" for rule in found]
    features = {name: np.array([rule.features[name] for rule in found]) for name in ("phrase", "phrase_inverse")}
    order = np.argsort(lines)
    return Grammar(
        [lines[place] for place in order],
        {"pivot": np.ones(len(lines))},
        {name: column[order].round(2) for name, column in features.items()},
    )


def is_shorter_synonym(rule: ScfgRule) -> bool:
    """Tell whether a rule puts one word for another, which a thesaurus finds alike, and which is shorter."""
    if rule.label not in OPEN or len(rule.source) != 1 or len(rule.target) != 1:
        return False
    here, there = str(rule.source[0]), str(rule.target[0])
    is_plain = here.isalpha() and there.isalpha()
    return is_plain and len(there) < len(here) and rule.features.get("unlikeness", 9.0) <= MOST_UNLIKE


def main() -> None:
    """Read a grammar, screen it, and write it with the paraphrases."""
    source, out = sys.argv[1:]
    grammar = Grammar.read(source)
    reasons = [objection(grammar[place], seen) for place, seen in enumerate(grammar.count.tolist())]
    kept = grammar.select(np.array([reason is None for reason in reasons]))
    words = word_paraphrases()
    Grammar.merge([kept, words]).write(out)
    for reason, count in Counter(reasons).most_common():
        print(f"{count:9,}  {reason or 'kept'}")
    print(f"{len(words):9,}  paraphrases of words")


if __name__ == "__main__":
    main()
