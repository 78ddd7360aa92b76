"""Checks that third parties can run on their own metrics, parsers and methods."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from laconic.compression import Compression
from laconic.dependency import is_projective, is_tree
from laconic.metrics import Batch, Metric
from laconic.parse.base import Parser
from laconic.pipeline.method import Method
from laconic.search.constraints import Constraints, Masks
from laconic.text import Sentence

_SAMPLE: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    (
        "the old man sold his red car to a friend .",
        "the man sold his car .",
        ("The man sold his car .", "he sold it ."),
    ),
    ("yesterday , the council approved the plan .", "the council approved the plan .", ("the council approved it .",)),
    ("she reads slowly", "", ("she reads",)),
    ("it works", "It works", ("it works", "works")),
    ("in the end nobody knew why the bridge fell", "why the bridge fell nobody knew", ("nobody knew why it fell",)),
)


def check_metric(metric: Metric) -> None:
    """Check that a metric keeps the promises of `laconic.metrics.Metric`.

    Its statistics must be finite numbers, one row per sentence, and those of a sentence must not depend on
    its company; its score must be a finite number that depends on the summed statistics alone; and its
    signature must name the metric.

    Raises:
        AssertionError: a promise is broken; the message says which.
    """
    batch = _sample_batch()
    rows = metric.statistics(batch)
    assert rows.ndim == 2, f"statistics must have two dimensions, not {rows.ndim}"
    assert len(rows) == len(batch), f"{len(batch)} sentences must have as many rows of statistics, not {len(rows)}"
    assert rows.dtype == np.float64, f"statistics must be 64-bit floating-point numbers, not {rows.dtype}"
    assert np.isfinite(rows).all(), "statistics must be finite"
    for index in range(len(batch)):
        alone = metric.statistics(batch.select([index]))
        assert np.array_equal(alone[0], rows[index]), "a sentence's statistics must not depend on other sentences"
    total = rows.sum(axis=0)
    before = total.copy()
    score = metric.score(total)
    assert math.isfinite(score), "the score must be a finite number"
    assert np.array_equal(total, before), "scoring must not change the statistics it is given"
    assert metric.score(total) == score, "scoring the same statistics twice must give the same score"
    backwards = metric.statistics(batch.select(reversed(range(len(batch)))))
    assert math.isclose(metric.score(backwards.sum(axis=0)), score), "the order of the sentences must not matter"
    singly = metric.sentence_scores(rows)
    assert singly.shape == (len(batch),), "there must be one score per sentence"
    assert metric.name, "the metric must have a name"
    assert metric.signature.startswith(metric.name), "the signature must begin with the metric's name"


def check_method(method: Method, sentences: Sequence[Sentence]) -> None:
    """Check that a method keeps the promises of `laconic.pipeline.method.Method`.

    Every answer must be as long as was asked for and hold the words that must stay; where it tells which
    words it kept, these must be its tokens; asking twice must give the same; and the answers of all
    lengths must rise in length.

    Args:
        method: what to check.
        sentences: parsed sentences to check it on, each of four words at least.

    Raises:
        AssertionError: a promise is broken; the message says which.
    """
    assert method.name, "the method must have a name"
    for sentence in sentences:
        every = method.all_lengths(sentence)
        lengths = [len(answer.tokens) for answer in every]
        assert lengths == sorted(set(lengths)), "answers of all lengths must rise in length"
        assert every, "there must be an answer of some length"
        words = lengths[len(lengths) // 2]
        constraints = Constraints.exactly(len(sentence), words)
        answer = method.compress(sentence, constraints)
        assert len(answer.tokens) == words, f"{words} words were asked for and {len(answer.tokens)} came"
        assert answer.source is sentence, "an answer must name its source"
        assert answer.text, "an answer must have a text"
        again = method.compress(sentence, constraints)
        assert again.tokens == answer.tokens, "the same constraints must get the same answer"
        for each in (*every, answer):
            _check_kept(each)
        place = len(sentence) // 2
        held = method.compress(sentence, Constraints.any_length(len(sentence), Masks.of(len(sentence), keep=[place])))
        assert sentence.words[place] in held.tokens, "a word that must stay was dropped"


def _check_kept(answer: Compression) -> None:
    if answer.kept is not None:
        kept = tuple(answer.source.words[place] for place in answer.kept)
        assert kept == answer.tokens, "the tokens must be the kept words of the source"
        assert list(answer.kept) == sorted(set(answer.kept)), "kept positions must rise"


def _sample_batch() -> Batch:
    return Batch(
        [_parsed(source) for source, _, _ in _SAMPLE],
        [_parsed(output) for _, output, _ in _SAMPLE],
        [[_parsed(reference) for reference in references] for _, _, references in _SAMPLE],
    )


def _parsed(text: str) -> Sentence:
    """Return the sentence with a parse in which every word depends on the one before it."""
    words = text.split()
    tokens = Sentence.from_words(words).tokens
    relations = tuple("root" if index == 0 else "dep" for index in range(len(words)))
    return Sentence(text, tokens, heads=tuple(range(len(words))), relations=relations)


_TEXTS = (
    "It works.",
    "The old man, who had seen it all before, said nothing.",
    '"Don\'t go," she told Dr. Lee (again).',
    "no capital no stop",
    "Why?",
    "",
    " \t ",
    "Prices rose 3.5% to $1,200 in 2024; nobody's surprised…",
    "😀 ☂ - _ ( )",
)


def check_parser(parser: Parser, *, makes_trees: bool = True) -> None:
    """Check that a parser keeps the promises of `laconic.parse.base.Parser`.

    Args:
        parser: what is checked.
        makes_trees: whether it must give constituency trees too.

    Raises:
        AssertionError: a promise is broken; the message says which, and for which text.
    """
    assert parser.fingerprint, "the parser must have a fingerprint"
    assert isinstance(parser.fingerprint, str), "the fingerprint must be a string"
    parsed = parser.parse(text for text in _TEXTS)
    assert isinstance(parsed, list), f"parsing must return a list, not {type(parsed).__name__}"
    assert len(parsed) == len(_TEXTS), f"{len(_TEXTS)} texts must give as many sentences, not {len(parsed)}"
    for text, sentence in zip(_TEXTS, parsed, strict=True):
        assert sentence.text == text, f"the sentence parsed from {text!r} must keep its text, not {sentence.text!r}"
        spelled = "".join(sentence.words)
        assert spelled == "".join(text.split()), f"the tokens of {text!r} must spell it, white space aside: {spelled!r}"
        _check_parse(sentence, makes_trees=makes_trees)
        assert parser.parse([text]) == [sentence], f"{text!r} must be parsed alone as among others, and always alike"
    given = [Sentence.from_words(text.split()) for text in _TEXTS]  # no tokeniser would leave these tokens
    for before, after in zip(given, parser.parse(given), strict=True):
        places = [(token.text, token.start, token.end) for token in before.tokens]
        kept = [(token.text, token.start, token.end) for token in after.tokens] == places
        assert kept, f"tokens that are given must be kept: {before.words} became {after.words}"
        _check_parse(after, makes_trees=makes_trees)
    assert parser.parse([]) == [], "no texts must give no sentences"


def _check_parse(sentence: Sentence, *, makes_trees: bool) -> None:
    text, heads, relations = sentence.text, sentence.heads, sentence.relations
    for token in sentence.tokens:
        assert token.tag, f"{token.text!r} in {text!r} has no tag"
        if token.start >= 0:
            there = text[token.start : token.end]
            assert there == token.text, f"{token.text!r} is said to stand where {text!r} has {there!r}"
    assert heads is not None, f"{text!r} has no heads"
    assert relations is not None, f"{text!r} has no relations"
    if not sentence.tokens:
        assert sentence.tree is None, f"{text!r} has no words, but a tree"
        return
    assert is_tree(heads), f"the heads of {text!r} must form a tree with one root: {heads}"
    assert is_projective(heads), f"the arcs of {text!r} must not cross: {heads}"
    for token, head, relation in zip(sentence.tokens, heads, relations, strict=True):
        assert relation, f"{token.text!r} in {text!r} has no relation"
        assert (head == 0) == (relation == "root"), f"the root of {text!r}, and no other word, must be called root"
    assert sentence.tree is not None or not makes_trees, f"{text!r} has no constituency tree"
    if sentence.tree is not None:
        found = [(leaf.word, leaf.position) for leaf in sentence.tree.leaves]
        wanted = [(word, place) for place, word in enumerate(sentence.words)]
        assert found == wanted, f"the tree of {text!r} must have exactly its words in order: {sentence.tree}"
