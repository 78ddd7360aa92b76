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
LEAST_SEEN_REORDERED = 6
LEAST_SEEN_REWORDED = 3
MOST_WORDS = 6
MOST_UNLIKE = 0.9  # −ln of how surely a word of the paraphrase grammar says what another says

CLOSED = set("IN TO DT PRP PRP$ CC POS MD WDT WP WP$ WRB RP EX PDT , : . `` '' -LRB- -RRB- HYPH SYM NFP".split())
CONTRACTED = {"'s", "'re", "'ve", "'ll", "'d", "'m", "n't"}
AUXILIARIES = FORMS_OF_BE | set("has have had do does did will would can could may might must shall should".split())
NEGATIONS = set("not no never n't nothing none nobody without neither nor".split())
UNSOUND = {("agreement", "deal"), ("mistake", "fault"), ("wonderful", "fab"), ("participation", "input")}
OPEN = set("NN NNS JJ RB VB VBD VBN VBG VBZ VBP".split())
COMMON = frozenset(
    """people person thing things man men woman women much many little one also too only just even still well very
    really say says said saying go goes went get gets got make makes made take takes took come comes came know knows
    knew think
    thinks thought see sees saw look looks looked want wants wanted give gives gave use uses used find finds found tell
    tells told ask asks asked work works worked seem seems feel feels felt try tries tried leave leaves left call calls
    called need needs put puts keep keeps let lets begin show shows set run move live play believe bring happen write
    provide sit stand lose pay meet include continue learn change lead understand watch follow stop create speak read
    good new first last long great own other old right big high small large next early young important few public bad
    same able time year years way ways day days world life part parts place places case cases week weeks point points
    government number numbers fact home water room area money story issue side kind head house service friend father
    power hour game line end member law car city community name president team minute idea kids body information
    now then here there again always never often later soon almost already ever once how why when where more most less
    """.split()
)


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
    return "reworded, and rare" if seen < LEAST_SEEN_REWORDED else rewording_objection(rule, lost, new)


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
    if set(new) <= CONTRACTED:  # contractions of verbs come by hand, where something follows
        return None if tags_new == {"POS"} and tags_lost <= {"IN", "DT"} else "a contraction"
    if set(lost) <= AUXILIARIES | CONTRACTED | {"to"}:
        return "an auxiliary"
    if rule.root[0] != rule.root[1] and tags_new != {"POS"}:
        return "another category"
    if rule.source.is_preterminal and not is_sound_synonym(rule.source, rule.target):
        return "a word of many senses, or of another kind"
    if tags_new <= CLOSED and tags_lost <= CLOSED and lost.total() <= new.total():
        return "one function word for another"
    return None


def is_sound_synonym(source: Fragment, target: Fragment) -> bool:
    """Tell whether a word that replaces another has its tag, an open one, and the other is not of many senses."""
    return source.label == target.label and source.label in OPEN and str(source.children[0]).lower() not in COMMON


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
    is_plain = here.isalpha() and there.isalpha() and here not in COMMON and (here, there) not in UNSOUND
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
