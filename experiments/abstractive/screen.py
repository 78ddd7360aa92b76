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
MOST_UNLIKE = 0.7  # −ln of how surely a word of the paraphrase grammar says what another says

CLOSED = set("IN TO DT PRP PRP$ CC POS MD WDT WP WP$ WRB RP EX PDT , : . `` '' -LRB- -RRB- HYPH SYM NFP".split())
CONTRACTED = {"'s", "'re", "'ve", "'ll", "'d", "'m", "n't"}
AUXILIARIES = FORMS_OF_BE | set("has have had do does did will would can could may might must shall should".split())
NEGATIONS = set("not no never n't nothing none nobody without neither nor".split())
UNSOUND = {
    tuple(pair.split("-"))
    for pair in (
        "agreement-deal mistake-fault consumption-intake harvest-crop central-key understandable-intelligible "
        "attempt-try increase-raise burden-load participation-involvement developed-evolved students-pupils "
        "conflicts-battles conflict-battle ensure-keep capable-able instead-rather commission-committee "
        "salvation-rescue away-off "
        "package-packet double-dual schedule-agenda employed-used problem-trouble problems-troubles challenged-disputed"
    ).split()
}
OPEN = set("NN NNS JJ RB VB VBD VBN VBG VBZ VBP".split())
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
    """Return why a rule that turns parts round is left out, or None: genitives and compounds suit names."""
    if list(rule.target_links) == sorted(rule.target_links):
        return None
    if seen < LEAST_SEEN_REORDERED:
        return "reordered, and rare"
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
    if rule.source.is_preterminal and not is_sound_synonym(rule.source, rule.target):
        return "a word of many senses, or of another kind"
    if tags_new <= CLOSED and tags_lost <= CLOSED and lost.total() <= new.total():
        return "one function word for another"
    return None


def is_sound_synonym(source: Fragment, target: Fragment) -> bool:
    """Return whether a word that replaces another has its tag, an open one, and the other is not of many senses."""
    old, new = (str(side.children[0]).lower() for side in (source, target))
    return source.label == target.label and source.label in OPEN and old not in COMMON and (old, new) not in UNSOUND


def ends_in_genitive(fragment: Fragment) -> bool:
    """Return whether a fragment's last child is a genitive's mark."""
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
    """Return whether a rule puts one word for another, which a thesaurus finds alike, and which is shorter."""
    if rule.label not in OPEN - {"VBG"} or len(rule.source) != 1 or len(rule.target) != 1:
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
