"""What an editor would write otherwise: rules over parsed sentences, each an idea with its conditions.

Rules propose, they do not decide: each application of a rule is an `Edit` with a probability that it does no harm.
"""

from __future__ import annotations

from collections.abc import Iterator

from laconic.english.dependences.parsed import Parsed
from laconic.english.names import name_positions
from laconic.english.negation import is_negation
from laconic.english.rewriting.clauses import clause_edits
from laconic.english.rewriting.contractions import contraction_edits
from laconic.english.rewriting.edit import Edit, Kept, New, with_copies
from laconic.english.rewriting.nouns import noun_edits
from laconic.english.rewriting.numerals import number_edits
from laconic.english.rewriting.order import order_edits
from laconic.english.rewriting.phrases import PhraseTable, parse_phrase, read_phrases
from laconic.english.rewriting.verbs import verb_edits
from laconic.text import Sentence

__all__ = ["Edit", "Kept", "New", "PhraseTable", "edits_of", "parse_phrase", "read_phrases"]

_QUOTES = frozenset("\" “ ” `` '' « »".split())


def edits_of(sentence: Sentence, phrases: PhraseTable) -> list[Edit]:
    """Return every edit of a parsed sentence, in reading order, the longest first.

    Names and negations are never replaced, nor anything inside quotation marks.
    """
    if sentence.heads is None or not sentence.tokens or -1 not in [head - 1 for head in sentence.heads]:
        return []
    parsed = Parsed(sentence.tokens, sentence.heads, sentence.relations)
    names = name_positions(sentence)
    quoted = _quoted(sentence)
    fixed = {p for p, word in enumerate(sentence.words) if is_negation(word)} | names
    found: dict[tuple[object, ...], Edit] = {}
    for proposed in _every(parsed, phrases):
        edit = with_copies(proposed, parsed.words)
        is_plain = fixed.isdisjoint(edit.replaced) and quoted.isdisjoint(range(edit.begin, edit.end))
        if is_plain and edit.target and all(slot != Kept(edit.begin, edit.end) for slot in edit.slots):
            found.setdefault((edit.begin, edit.end, edit.target), edit)
    return sorted(found.values(), key=lambda edit: (edit.begin, -edit.end))


def _every(parsed: Parsed, phrases: PhraseTable) -> Iterator[Edit]:
    yield from phrases.edits(parsed)
    yield from verb_edits(parsed)
    yield from noun_edits(parsed)
    yield from clause_edits(parsed)
    yield from order_edits(parsed)
    yield from number_edits(parsed)
    yield from contraction_edits(parsed)


def _quoted(sentence: Sentence) -> set[int]:
    """Return the positions between quotation marks, and after one that is not closed."""
    inside, found = False, set[int]()
    for place, word in enumerate(sentence.words):
        if word in _QUOTES:
            inside = not inside
            found.add(place)
        elif inside:
            found.add(place)
    return found
