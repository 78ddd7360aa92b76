"""Screen the rules of a grammar that was extracted from free rewrites.

    python experiments/abstractive/screen.py extracted.txt out.txt

A rule stays if it was seen at least twice: what only one pair has is as often a mistake of the aligner as a way to put
things, and a model that has learnt from it believes all such rules. Of rules that bring new words, those go that
experience with outputs speaks against; each test below says what. Of rules that put one word for another none stays:
which of them hold in nearly every context is a matter of judgement, and ``words.txt`` lists them.
"""

from __future__ import annotations

import re
import sys
from collections import Counter

import numpy as np

from laconic.english.function_words import FORMS_OF_BE
from laconic.grammar import Grammar, Rule
from laconic.grammar.fragment import Fragment

LEAST_SEEN = 2
LEAST_SEEN_REORDERED = 6
LEAST_SEEN_REWORDED = 3
MOST_WORDS = 6

CLOSED = set("IN TO DT PRP PRP$ CC POS MD WDT WP WP$ WRB RP EX PDT , : . `` '' -LRB- -RRB- HYPH SYM NFP".split())
CONTRACTED = {"'s", "'re", "'ve", "'ll", "'d", "'m", "n't"}
AUXILIARIES = FORMS_OF_BE | set("has have had do does did will would can could may might must shall should".split())
NEGATIONS = set("not no never n't nothing none nobody without neither nor".split())
COMMON = frozenset(
    """so as too means mean died example examples different seen believes believe people person thing things man men
    woman women much many little one also only just even still well very
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
        return reordering_objection(rule, seen)
    is_rare = seen < LEAST_SEEN_REWORDED and not rule.source.is_preterminal
    return "reworded, and rare" if is_rare else rewording_objection(rule, lost, new)


def reordering_objection(rule: Rule, seen: float) -> str | None:
    """Return why a rule that turns parts round is left out, or None: genitives and compounds suit names.

    Where an adverb may stand in a clause depends on the adverb and on the verb, which such rules do not name.
    """
    if list(rule.target_links) == sorted(rule.target_links):
        return None
    if seen < LEAST_SEEN_REORDERED:
        return "reordered, and rare"
    if rule.root[0] in ("S", "TOP"):
        return "a clause with its parts in another order"
    assert rule.target is not None
    labels = {part.label for part in rule.target.parts() if isinstance(part, Fragment)}
    return "a genitive or compound without a name" if rule.root[0] in ("NP", "PP") and "NNP" not in labels else None


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
    if "PRP" in tags_lost or not all(re.search(r"\w", word) for word in lost):
        return "a pronoun, or a mark"
    if set(new) <= AUXILIARIES | {"one", "though", "so"}:
        return "an auxiliary, or a word that says nothing"
    if set(changed) & NEGATIONS and not (set(lost) <= {"not"} and set(new) <= {"n't"}):
        return "a negation"
    if not any(re.search(r"\w", word) for word in new):
        return "marks alone"
    is_reordered = list(rule.target_links) != sorted(rule.target_links)
    if not lost and not (is_reordered and set(new) <= CONTRACTED):
        return "words from nowhere"
    if is_reordered and (reason := reordering_objection(rule, LEAST_SEEN_REORDERED)) is not None:
        return reason
    if set(new) <= CONTRACTED:  # contractions of verbs come by hand, where something follows
        return None if tags_new == {"POS"} and tags_lost <= {"IN", "DT"} else "a contraction"
    if set(lost) <= AUXILIARIES | CONTRACTED | {"to"}:
        return "an auxiliary"
    if rule.root[0] != rule.root[1] and tags_new != {"POS"}:
        return "another category"
    if len(lost) == 1 and set(lost) <= COMMON:
        return "a word of many senses"
    if is_one_word(rule.source):  # those that say the same nearly everywhere are in words.txt
        return "one word for another"
    if tags_new <= CLOSED and tags_lost <= CLOSED and (lost.total() <= new.total() or set(lost) == {"out", "of"}):
        return "function words for others"  # "out of town" is not "from town"
    return None


def is_one_word(fragment: Fragment) -> bool:
    """Return whether a fragment is a word under its tag and whatever stands above it."""
    return fragment.is_preterminal or (
        len(fragment.children) == 1 and isinstance(fragment.children[0], Fragment) and is_one_word(fragment.children[0])
    )


def ends_in_genitive(fragment: Fragment) -> bool:
    """Return whether a fragment's last child is a genitive's mark."""
    last = fragment.children[-1] if fragment.children else None
    return isinstance(last, Fragment) and last.label == "POS"


def tags(fragment: Fragment, words: Counter[str]) -> set[str]:
    """Return the tags above some words of a fragment."""
    nodes = (part for part in fragment.parts() if isinstance(part, Fragment) and part.is_preterminal)
    return {node.label for node in nodes if str(node.children[0]).lower() in words}


def main() -> None:
    """Read a grammar, screen it, and write it."""
    source, out = sys.argv[1:]
    grammar = Grammar.read(source)
    reasons = [objection(grammar[place], seen) for place, seen in enumerate(grammar.count.tolist())]
    grammar.select(np.array([reason is None for reason in reasons])).write(out)
    for reason, count in Counter(reasons).most_common():
        print(f"{count:9,}  {reason or 'kept'}")


if __name__ == "__main__":
    main()
