"""Turn the table of phrases of the bundled model `rewrite` into rules of a synchronous grammar.

What must stand beside a phrase becomes a slot that stays: ``deal* with [DT] = handle*`` gives the rules
``[X:VBZ] ||| deals with [DT,1] ||| handles [DT,1]`` and so on, where *deals* must be a verb. A word that changes its
form becomes each of many common verbs. What a grammar cannot say is left out: a tag that must not stand beside a
phrase, the start of a sentence.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import product
from pathlib import Path

import numpy as np

from laconic.english.inflection import plural, verb_form
from laconic.english.rewriting import read_phrases
from laconic.english.rewriting.phrases import Context, Phrase, Stay, Symbol
from laconic.forest.span_labels import ANY, TAGGED
from laconic.grammar.scfg import Slot
from laconic.grammar.scfg.joshua import parse_rule
from laconic.lm import bundled
from laconic.parse.lemmas import english_lemmatizer

LEAST_SURE = 0.8
"""How likely a rule must be to do no harm."""

LEAST_SURE_WORD = 0.88
"""The same for a rule that puts one word in the place of another: it saves no word, and readers notice each."""

TAGS = ("VB", "VBP", "VBZ", "VBD", "VBN", "VBG")
PRESENT = ("VBP", "VBZ")
NOUNS = {"NN": False, "NNS": True}
FORMS_OF_BE = {"VB": ("be",), "VBP": ("are", "am"), "VBZ": ("is",), "VBD": ("was", "were"), "VBN": ("been",)}
ENDS = (".", ",")
"""The marks before which a clause ends."""

COMMON_VERBS = 200
MOST_SLOTS = 2
KINDS = {"N": tuple(NOUNS), "V": TAGS}


def table_rules(path: Path) -> Iterator[tuple[str, float]]:
    """Yield rules as Joshua writes them, each with the probability that it does no harm."""
    for phrase in read_phrases(path.read_text("utf-8").splitlines()).phrases:
        is_word = len(phrase.source) == len(phrase.target) == 1
        if phrase.sure >= (LEAST_SURE_WORD if is_word else LEAST_SURE):
            yield from ((rule, phrase.sure) for each in _spelled_out(phrase) for rule in rules_of(each))


@cache
def common_verbs() -> list[str]:
    """Return the verbs whose participles are commonest in the bundled language model."""
    lemma, lm = english_lemmatizer(), bundled()
    verbs = {word: lemma(word, "VBG") for word in lm.vocabulary if word.endswith("ing")}
    participles = [word for word, verb in verbs.items() if len(verb) > 1 and verb_form(verb, "VBG") == word]
    log10 = lm.sentences([[word] for word in participles], begin=False, end=False)
    return sorted(verbs[participles[place]] for place in np.argsort(-log10)[:COMMON_VERBS])


def _spelled_out(phrase: Phrase) -> Iterator[Phrase]:
    """Yield the phrase, or, where its one slot changes its form, the same with each common verb."""
    slots = [step for step, symbol in enumerate(phrase.source) if symbol.tag]
    changed = [word.form for word in phrase.target if isinstance(word, Stay) and word.form]
    if not changed:
        yield phrase
    elif len(slots) == len(changed) == 1 and phrase.source[slots[0]].tag in TAGS:
        (step,), (form,) = slots, changed
        for verb in common_verbs():
            given = Symbol(words=frozenset([verb_form(verb, phrase.source[step].tag)]))
            new = f"{verb}*" if form == "*" else verb_form(verb, form)
            target = tuple(new if isinstance(word, Stay) else word for word in phrase.target)
            yield replace(phrase, source=(*phrase.source[:step], given, *phrase.source[step + 1 :]), target=target)


def rules_of(phrase: Phrase) -> list[str]:
    """Return the rules that say what a phrase of the table says, or none.

    >>> from laconic.english.rewriting.phrases import parse_phrase
    >>> rules_of(parse_phrase("deal* with [DT] = handle*"))[1]
    '[X:VBP] ||| deal with [DT,1] ||| handle [DT,1]'
    >>> rules_of(parse_phrase("close to <CD> = nearly <1>"))
    ['[X] ||| close to [CD,1] ||| nearly [CD,1]']
    >>> rules_of(parse_phrase("every day [$] = daily"))
    ['[X] ||| every day . ||| daily .', '[X] ||| every day , ||| daily ,']
    >>> rules_of(parse_phrase("in general [!NN|NNS] = generally"))
    []
    """
    beside = [_beside(context, number) for context, number in ((phrase.before, 8), (phrase.after, 9))]
    found: dict[str, set[str]] = defaultdict(set)
    for before, after in product(*beside):
        for source, target, tag in _inflected(phrase):
            if len(phrase.source) == 1 and tag and not (before or after):
                label = tag
            else:
                label = f"{ANY}{TAGGED}{tag}" if tag and not before else ANY
            rule = parse_rule(f"[{label}] ||| {before} {source} {after} ||| {before} {target} {after}")
            if sum(isinstance(symbol, Slot) for symbol in rule.source) <= MOST_SLOTS:
                left, _, right = str(rule).rpartition(" ||| ")
                found[left].add(right)
    return [f"{left} ||| {right}" for left, targets in found.items() for right in targets if len(targets) == 1]


def _beside(context: Context | None, number: int) -> tuple[str, ...]:
    """Return what may stand beside a phrase: slots of this number, and words; nothing if a rule cannot say it."""
    if context is None:
        return ("",)
    if any(each.isupper() for each in context.forbidden):
        return ()
    if context.edge:
        return ENDS if "," in context.edge else ()
    wanted = sorted(context.tags | context.words)
    # A word that must not stand there hardly ever does.
    return tuple(f"[{each},{number}]" if each.isupper() else each for each in wanted) or ("",)


def _inflected(phrase: Phrase) -> Iterator[tuple[str, str, str]]:
    """Yield the forms of both sides, with the tag of the first word, or nothing if any will do."""
    has_verb, has_noun = (any(getattr(symbol, kind) for symbol in phrase.source) for kind in ("verb", "noun"))
    is_finite = not any(isinstance(word, str) and word.endswith("*") for word in phrase.target)
    for tag in PRESENT if has_verb and is_finite else TAGS if has_verb else NOUNS if has_noun else ("",):
        for source in product(*(_forms(symbol, tag) for symbol in phrase.source)):
            slots = [f"{kind},{number}]" for number, kind in enumerate(filter(_is_slot, source), 1)]
            numbered = iter(slots)
            left = [next(numbered) if _is_slot(word) else word for word in source]
            right = [slots[word.number - 1] if isinstance(word, Stay) else _form(word, tag) for word in phrase.target]
            if sorted(filter(_is_slot, right)) == sorted(slots):
                first = phrase.source[0]
                yield " ".join(left), " ".join(right), tag if first.verb or first.noun else phrase.tag


def _is_slot(word: str) -> bool:
    return word.startswith("[")


def _forms(symbol: Symbol, tag: str) -> Sequence[str]:
    """Return the forms that a place of a pattern may have; a slot is the start of one: ``[CD``."""
    if symbol.tag:
        return [f"[{kind}" for kind in KINDS.get(symbol.tag, (symbol.tag,))]
    if symbol.verb:
        return FORMS_OF_BE.get(tag, ()) if symbol.verb == "be" else (verb_form(symbol.verb, tag),)
    if symbol.noun:
        return (plural(symbol.noun) if NOUNS[tag] else symbol.noun,)
    return sorted(symbol.words)


def _form(word: str, tag: str) -> str:
    if len(word) > 1 and word.endswith("*"):
        return verb_form(word[:-1], tag)
    if len(word) > 1 and word.endswith("+"):
        return plural(word[:-1]) if NOUNS[tag] else word[:-1]
    return word
