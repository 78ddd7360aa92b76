"""What an editor would write otherwise: rules over parsed sentences, each an idea with its conditions.

Rules propose, they do not decide: each application of a rule is an `Edit` with a probability that it does no harm.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain, pairwise

from laconic.english.dependences.parsed import Parsed
from laconic.english.function_words import MODALS
from laconic.english.names import places_of_names
from laconic.english.negation import PLAIN_NEGATIONS, is_negation
from laconic.english.rewriting.agreement import AGREEMENT, agreement_edits
from laconic.english.rewriting.appositions import apposition_edits
from laconic.english.rewriting.attributes import attribute_edits, quality_edits
from laconic.english.rewriting.chained_verbs import chained_verb_edits
from laconic.english.rewriting.changes import change_edits
from laconic.english.rewriting.clauses import clause_edits
from laconic.english.rewriting.compounds import compound_edits, strips_first_part
from laconic.english.rewriting.contractions import CONTRACTION, contraction_edits
from laconic.english.rewriting.cuts import placed, project
from laconic.english.rewriting.described import described_nouns
from laconic.english.rewriting.edit import Edit, Kept, New, with_copies
from laconic.english.rewriting.events import event_edits
from laconic.english.rewriting.impersonal import impersonal_edits
from laconic.english.rewriting.infinitives import infinitive_edits
from laconic.english.rewriting.joins import is_not_only, join_edits
from laconic.english.rewriting.light_verbs import light_verb_edits
from laconic.english.rewriting.manners import manner_edits
from laconic.english.rewriting.modifiers import modifier_edits
from laconic.english.rewriting.negatives import negative_edits
from laconic.english.rewriting.nominals import nominal_edits
from laconic.english.rewriting.nouns import noun_edits
from laconic.english.rewriting.numerals import number_edits
from laconic.english.rewriting.order import order_edits
from laconic.english.rewriting.owners import belonging_edits, owner_edits
from laconic.english.rewriting.passives import passive_edits
from laconic.english.rewriting.phrases import PhraseTable, parse_phrase, read_phrases
from laconic.english.rewriting.references import reference_edits
from laconic.english.rewriting.relatives import relative_edits
from laconic.english.rewriting.reports import report_edits
from laconic.english.rewriting.sources import source_edits
from laconic.english.rewriting.splits import SPLIT, split_edits
from laconic.english.rewriting.tenses import tense_edits
from laconic.english.rewriting.verbs import verb_edits
from laconic.text import Sentence

__all__ = [
    "AGREEMENT",
    "Edit",
    "Kept",
    "New",
    "PhraseTable",
    "edits_in_cut",
    "edits_in_cuts",
    "edits_of",
    "parse_phrase",
    "read_phrases",
]

_MODALS = MODALS | {"'ll", "cannot"}
_STATUTES = frozenset("subsection subsections subparagraph thereof herein hereby hereinafter aforesaid".split())
"""Words of statutes and contracts, whose single words have been defined."""

_DEGREES = frozenset("more most less least".split())
_QUANTITIES = frozenset("enough few fewer little many more much several some two".split())
_NAMES = ("NNP", "NNPS")
_DEFINITE = ("DT", "PRP", "PRP$", "WDT", "WP", "WP$")

_QUOTES = frozenset("\" “ ” `` '' « »".split())


def edits_of(sentence: Sentence, phrases: PhraseTable, *, is_plain: bool = False) -> list[Edit]:
    """Return every edit of a parsed sentence, in reading order, the longest first.

    Names and negations are never replaced, nor anything inside quotation marks.

    Args:
        sentence: the sentence, parsed.
        phrases: what may be replaced.
        is_plain: whether plain language is wanted, so that clauses may become sentences.
    """
    if sentence.heads is None or 0 not in sentence.heads:
        return []
    parsed = Parsed(sentence.tokens, sentence.heads, sentence.relations)
    proposed = chain(_every(parsed, phrases), split_edits(parsed) if is_plain else ())
    return _allowed(proposed, parsed)


def edits_in_cut(
    sentence: Sentence, kept: Sequence[int], phrases: PhraseTable, *, is_plain: bool = False
) -> list[Edit]:
    """Return the edits of a parsed sentence that can be made once only some of its words are kept.

    Tenses stay as they are: what was left out may say when something happened. So do pronouns. Contractions suit the
    whole sentence or do not.
    """
    return edits_in_cuts(sentence, [kept], phrases, is_plain=is_plain)[0]


def edits_in_cuts(
    sentence: Sentence, cuts: Sequence[Sequence[int]], phrases: PhraseTable, *, is_plain: bool = False
) -> list[list[Edit]]:
    """Return the edits in each of several cuts of a parsed sentence: see `edits_in_cut`."""
    whole = Parsed(sentence.tokens, sentence.heads, sentence.relations)
    return [_edits_in_cut(whole, kept, phrases, is_plain=is_plain) for kept in cuts]


def _edits_in_cut(whole: Parsed, kept: Sequence[int], phrases: PhraseTable, *, is_plain: bool) -> list[Edit]:
    if not whole.heads or not kept:
        return []
    parsed = project(whole, kept)
    if -1 not in parsed.heads:
        return []
    gaps = [place - 1 for place, (this, following) in enumerate(pairwise([-1, *kept])) if following > this + 1]
    splits = split_edits(parsed) if is_plain else ()
    proposed = chain(phrases.edits_at_gaps(parsed, gaps), _of_cut(parsed), contraction_edits(parsed, whole), splits)
    found = (placed(edit, kept) for edit in _allowed(proposed, parsed))
    return [*agreement_edits(whole, kept), *(edit for edit in found if not strips_first_part(whole, edit))]


def _allowed(proposed: Iterable[Edit], parsed: Parsed) -> list[Edit]:
    """Return the edits that leave names, negations and quotations alone, in reading order, the longest first."""
    every = list(proposed)
    if not every:  # as in most cuts
        return []
    negations = (place for place, word in enumerate(parsed.forms) if is_negation(word))
    fixed = {place for place in negations if not is_not_only(parsed.words, place)}
    fixed |= places_of_names(parsed.forms, parsed.tags)
    quoted = _quoted(parsed.forms)
    is_statute = not _STATUTES.isdisjoint(parsed.words)
    found: dict[tuple[object, ...], Edit] = {}
    for each in every:
        edit = each if each.rule == SPLIT else with_copies(each, parsed.words)  # its capital is new
        if not edit.target or any(slot == Kept(edit.begin, edit.end) for slot in edit.slots):
            continue
        if is_statute and edit.end == edit.begin + 1:
            continue
        denied = _denied(edit, parsed)
        says_same = bool(denied) or edit.rule == CONTRACTION or _keeps_negation(edit, parsed)
        edit = replace(edit, says_same=says_same)
        free = _spelled(edit, parsed) | denied
        touches = fixed & (edit.replaced - free) or quoted & set(range(edit.begin, edit.end))
        if touches or not all(fits(parsed, edit) for fits in _FITS):
            continue
        same = (edit.begin, edit.end, edit.target)
        found[same] = max(found.get(same, edit), edit, key=lambda each: each.sure)
    return sorted(found.values(), key=lambda edit: (edit.begin, -edit.end))


def _spelled(edit: Edit, sentence: Parsed) -> set[int]:
    """Return the positions of words that a new word spells as they are: *London* in *London-based*."""
    parts = {part for piece in edit.target if isinstance(piece, New) for part in piece.text.split("-")}
    return {place for place in edit.replaced if sentence.forms[place] in parts}


def _denied(edit: Edit, sentence: Parsed) -> set[int]:
    """Return the positions of negations that an edit says by other ones: *n't* for *not*, *no* for *not any*."""
    replaced = {place for place in edit.replaced if is_negation(sentence.forms[place])}
    said = [piece.text.replace("’", "'") for piece in edit.target if isinstance(piece, New)]
    return replaced if len(replaced) == sum(word in PLAIN_NEGATIONS for word in said) else set()


def _keeps_negation(edit: Edit, sentence: Parsed) -> bool:
    """Return whether a phrase is said otherwise around a negation that stays: *would not be able to*, *could not*."""
    inside = set(range(edit.begin, edit.end)) - edit.replaced
    return " = " in edit.rule and any(is_negation(sentence.forms[place]) for place in inside)


def _fits_verb(sentence: Parsed, edit: Edit) -> bool:
    """Return whether a modal verb that an edit brings stands where a finite verb stood, never after another one."""
    modal = next((piece.text for piece in edit.target if isinstance(piece, New) and piece.text in _MODALS), None)
    if modal is None:
        return True
    if modal in ("will", "'ll") and "if" in sentence.words[max(0, edit.begin - 4) : edit.begin]:
        return False
    verb = next((p for p in range(edit.begin, edit.end) if sentence.tags[p][:2] in ("VB", "MD")), -1)
    before = sentence.tags[verb - 1] if verb > 0 else ""
    return verb < 0 or (sentence.tags[verb] in ("VBZ", "VBP", "VBD", "MD") and before not in ("MD", "TO"))


def _fits_number(sentence: Parsed, edit: Edit) -> bool:
    """Return whether a percent sign comes after figures."""
    has_sign = any(isinstance(piece, New) and piece.text == "%" for piece in edit.target)
    return not has_sign or any(character.isdigit() for character in sentence.words[edit.begin])


def _fits_degree(sentence: Parsed, edit: Edit) -> bool:
    """Return whether an adjective is compared by its own form: for *most dangerous* one does not say *most risky*."""
    return not (edit.begin and sentence.tags[edit.begin] == "JJ" and sentence.words[edit.begin - 1] in _DEGREES)


def _fits_noun(sentence: Parsed, edit: Edit) -> bool:
    """Return whether no single noun is replaced that is part of a compound: a *donation drive* is no *gift drive*."""
    is_one = edit.end == edit.begin + 1 and sentence.tags[edit.begin] in ("NN", "NNS")
    return not is_one or sentence.relations[edit.begin] != "compound"


def _fits_there(sentence: Parsed, edit: Edit) -> bool:
    """Return whether *there is* keeps its verb: *there is an answer to this* does not become *there answers this*."""
    is_after = edit.begin > 0 and sentence.words[edit.begin - 1] == "there"
    return not is_after or sentence.lemmas[edit.begin] != "be" or sentence.relations[edit.begin - 1] != "expl"


def _fits_participle(sentence: Parsed, edit: Edit) -> bool:
    """Return whether no participle before a noun is replaced: a *perceived threat* is no *seen threat*."""
    is_one = edit.end == edit.begin + 1 and sentence.tags[edit.begin] in ("VBN", "VBG")
    return not is_one or sentence.relations[edit.begin] != "amod"


def _fits_quantity(sentence: Parsed, edit: Edit) -> bool:
    """Return whether a quantity keeps its *of* before what is definite: *a large number of them*, not *many them*."""
    last = edit.target[-1]
    if edit.end >= len(sentence) or sentence.words[edit.end - 1] != "of" or not isinstance(last, New):
        return True
    owner = edit.end
    while owner < len(sentence) and sentence.tags[owner] in _NAMES:
        owner += 1
    is_owned = owner > edit.end and owner < len(sentence) and sentence.tags[owner] == "POS"
    return last.text not in _QUANTITIES or not (is_owned or sentence.tags[edit.end] in _DEFINITE)


def _fits_gerund(sentence: Parsed, edit: Edit) -> bool:
    """Return whether no gerund comes right after another: one does not say *completing establishing a market*."""
    first = next((piece for piece in edit.target if not (isinstance(piece, New) and piece.tag == "RB")), None)
    is_gerund = isinstance(first, New) and first.text.endswith("ing") and first.tag in ("", "VBG")
    return not is_gerund or not edit.begin or sentence.tags[edit.begin - 1] != "VBG"


def _fits_being(sentence: Parsed, edit: Edit) -> bool:
    """Return whether *being* comes after no other form of *be*: one does not say *has been being a guard*."""
    first = next((piece.text for piece in edit.target if isinstance(piece, New)), "")
    return first != "being" or not edit.begin or sentence.lemmas[edit.begin - 1] != "be"


_FITS = (
    _fits_being,
    _fits_verb,
    _fits_degree,
    _fits_number,
    _fits_noun,
    _fits_participle,
    _fits_there,
    _fits_quantity,
    _fits_gerund,
)
"""What every edit must meet, whichever rule proposes it."""


def _every(parsed: Parsed, phrases: PhraseTable) -> Iterator[Edit]:
    yield from phrases.edits(parsed)
    yield from _of_cut(parsed)
    yield from tense_edits(parsed)
    yield from contraction_edits(parsed)
    yield from reference_edits(parsed)


def _of_cut(parsed: Parsed) -> Iterator[Edit]:
    yield from verb_edits(parsed)
    yield from passive_edits(parsed)
    yield from noun_edits(parsed)
    yield from clause_edits(parsed)
    yield from order_edits(parsed)
    yield from manner_edits(parsed)
    yield from source_edits(parsed)
    yield from number_edits(parsed)
    yield from nominal_edits(parsed)
    yield from compound_edits(parsed)
    yield from infinitive_edits(parsed)
    yield from event_edits(parsed)
    yield from report_edits(parsed)
    yield from join_edits(parsed)
    yield from negative_edits(parsed)
    yield from chained_verb_edits(parsed)
    yield from change_edits(parsed)
    yield from relative_edits(parsed)
    yield from impersonal_edits(parsed)
    for phrase in described_nouns(parsed):
        yield from owner_edits(parsed, phrase)
        yield from modifier_edits(parsed, phrase)
        yield from attribute_edits(parsed, phrase)
    yield from apposition_edits(parsed)
    yield from belonging_edits(parsed)
    yield from light_verb_edits(parsed)
    yield from quality_edits(parsed)


def _quoted(words: Sequence[str]) -> set[int]:
    """Return the positions between quotation marks, and after one that is not closed."""
    inside, found = False, set[int]()
    for place, word in enumerate(words):
        if word in _QUOTES:
            inside = not inside
            found.add(place)
        elif inside:
            found.add(place)
    return found
