"""Quotations, with their marks, across the sentences of a paragraph."""

from __future__ import annotations

from collections.abc import Sequence

from laconic.text import Sentence

_CLOSING = {"“": "”", "``": "''", "„": "”“", "«": "»", "‹": "›", "‘": "’", "「": "」", "『": "』", "`": "'"}
"""The marks that close what each mark opens."""

_CLOSERS = frozenset(["”", "''", "»", "›", "」", "』"])
"""Marks that close and do nothing else: without an opening mark, the quotation began before."""

_STRAIGHT = '"'
_OUTER = frozenset(["“", "``", "„", "«", "「", _STRAIGHT])
_TRAILING = frozenset([".", ",", "!", "?", ";", ":", "…", ")"])


def quoted_positions(sentences: Sequence[Sentence]) -> list[set[int]]:
    """Return for each sentence of a paragraph the positions between quotation marks, and of the marks.

    Quotations may be nested and may go on over several sentences. One that is never closed goes on to the end of
    the sentence it began in; one that was never opened began with the sentence it ends in. A straight mark
    without a partner, whose direction its surroundings do not tell, encloses nothing.
    """
    places = [(number, place) for number, sentence in enumerate(sentences) for place in range(len(sentence))]
    held: list[set[int]] = [set() for _ in sentences]
    opened: list[tuple[int, str]] = []  # the place of each open mark, and what closes it

    def hold(first: int, last: int) -> None:
        for number, place in places[first : last + 1]:
            held[number].add(place)

    for index, (number, place) in enumerate(places):
        sentence = sentences[number]
        word = sentence.words[place]
        depth = next((depth for depth in reversed(range(len(opened))) if word in _marks(opened[depth][1])), None)
        if depth is not None and not (word == _STRAIGHT and _leans(sentence, place) == "right"):
            hold(opened[depth][0], index)
            del opened[depth:]
        elif word in _CLOSING or word == _STRAIGHT:
            opened.append((index, _CLOSING.get(word, _STRAIGHT)))
        elif word in _CLOSERS:
            hold(index - place, index)
    for index, closing in opened:
        number, place = places[index]
        sentence = sentences[number]
        if closing != _STRAIGHT:
            if sentence.words[place] in _OUTER:
                hold(index, index - place + len(sentence) - 1)
        elif _leans(sentence, place) == "right":
            hold(index, index - place + len(sentence) - 1)
        elif _leans(sentence, place) == "left" and not sentence.words[place - 1][-1:].isdigit():
            hold(index - place, index)
    return held


def _marks(closing: str) -> tuple[str, ...]:
    return (closing,) if closing == "''" else tuple(closing)


def _leans(sentence: Sentence, place: int) -> str:
    """Tell which side a straight mark belongs to: by the spaces around it, else by its place in the sentence."""
    tokens = sentence.tokens
    if sentence.is_located and not sentence.pretokenized:
        left = place > 0 and tokens[place - 1].end == tokens[place].start
        right = place + 1 < len(tokens) and tokens[place].end == tokens[place + 1].start
        if left != right:
            return "left" if left else "right"
    if place == 0:
        return "right"
    if all(token.text in _TRAILING for token in tokens[place + 1 :]):
        return "left"
    return ""
