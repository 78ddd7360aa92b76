"""What an editor strikes first from transcripts: speakers' labels, fillers, and false starts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

COST_OF_KEEPING = 3.0
"""What it costs to keep such a word: editors dropped twenty for each that they kept."""

_FILLERS = frozenset("eh er erm hm hmm mhm mm uh uhm um".split())
_LONGEST_LABEL = 4
_INSIDE_LABELS = frozenset(". of the &".split())


def passing_positions(
    words: Sequence[str], heads: Sequence[int] | None = None, relations: Sequence[str] | None = None
) -> set[int]:
    """Return the positions of words that belong to the speaking and not to what is said.

    Args:
        words: those of a sentence.
        heads: their heads as in `Sentence`, if it is parsed.
        relations: their relations.

    >>> words = "LEE : I , um , saw th- the light .".split()
    >>> [words[place] for place in sorted(passing_positions(words))]
    ['LEE', ':', 'um', 'th-']
    """
    return {*speaker_label(words), *_fillers(words), *_broken_off(words), *_false_starts(heads or (), relations or ())}


def speaker_label(words: Sequence[str]) -> range:
    """Return the positions of the speaker's name before the first words, with its colon."""
    for place in range(1, min(_LONGEST_LABEL + 1, len(words) - 1)):
        if words[place] == ":":
            is_name = all(word[:1].isupper() or word[:1].isdigit() or word in _INSIDE_LABELS for word in words[:place])
            return range(place + 1) if is_name and _is_speech(words[place + 1]) else range(0)
    return range(0)


def _is_speech(word: str) -> bool:
    """Return whether a word may begin what someone says: it has a capital, or is a quotation mark."""
    return word[:1].isupper() or not word[:1].isalnum()


def _fillers(words: Sequence[str]) -> Iterator[int]:
    return (place for place, word in enumerate(words) if word.casefold() in _FILLERS)


def _broken_off(words: Sequence[str]) -> Iterator[int]:
    """Yield the positions of words that were not spoken to their ends."""
    for place, word in enumerate(words[:-1]):
        if len(word) > 1 and word.endswith("-") and word[:1].isalpha():
            yield place


def _false_starts(heads: Sequence[int], relations: Sequence[str]) -> set[int]:
    """Return the positions of what the parser takes for a false start."""
    found: set[int] = set()
    more = {place for place, relation in enumerate(relations) if relation == "reparandum"}
    while more:
        found |= more
        more = {place for place, head in enumerate(heads) if head - 1 in found} - found
    return found
