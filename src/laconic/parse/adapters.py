"""Parsers made by others, behind the same contract: spaCy, Stanza and benepar.

Each is imported when it is made, and works on laconic's own tokens. A parser that gives no constituency tree
gives sentences without one, and methods that need a tree then say so.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import pairwise
from typing import Any

from laconic.dependency import is_projective
from laconic.errors import DataError, MissingDependency
from laconic.parse.decode import PARATAXIS
from laconic.parse.read import with_words_of
from laconic.parse.tokenize import tokenize
from laconic.text import Sentence
from laconic.tree import Tree


class SpacyParser:
    """Dependencies, tags and lemmas by a spaCy pipeline.

    Args:
        pipeline: the name of an installed pipeline, or a loaded one.
    """

    def __init__(self, pipeline: Any = "en_core_web_sm") -> None:
        try:
            import spacy
        except ImportError:
            raise MissingDependency("the spaCy parser", "spacy") from None
        self._pipeline = _load_spacy(pipeline) if isinstance(pipeline, str) else pipeline
        meta = self._pipeline.meta
        self.fingerprint = f"spacy {spacy.__version__} {meta['lang']}_{meta['name']} {meta['version']}"

    def parse(self, texts: Iterable[str | Sentence]) -> list[Sentence]:
        """Return one parsed sentence a text; see `laconic.parse.base.Parser`."""
        from spacy.tokens import Doc

        sentences = [_tokenised(text) for text in texts]
        vocabulary = self._pipeline.vocab
        docs = [Doc(vocabulary, words=list(sentence.words), spaces=_spaces(sentence)) for sentence in sentences]
        parsed = self._pipeline.pipe(docs)
        return [self._converted(sentence, doc) for sentence, doc in zip(sentences, parsed, strict=True)]

    def _converted(self, sentence: Sentence, doc: Any) -> Sentence:
        tokens = tuple(
            replace(ours, tag=theirs.tag_, lemma=theirs.lemma_)
            for ours, theirs in zip(sentence.tokens, doc, strict=True)
        )
        numbers = [0 if token.head.i == token.i else token.head.i + 1 for token in doc]
        heads, relations = well_formed(numbers, [token.dep_ for token in doc])
        return replace(sentence, tokens=tokens, heads=heads, relations=relations, tree=self._tree(sentence, doc))

    def _tree(self, sentence: Sentence, doc: Any) -> Tree | None:
        """Return the constituency tree if the pipeline makes one."""
        return None


class BeneparParser(SpacyParser):
    """A spaCy pipeline with the Berkeley neural parser in it, which gives constituency trees too.

    Args:
        pipeline: the name of an installed spaCy pipeline, or a loaded one; benepar is added if it lacks it.
        model: which of benepar's models to add.
    """

    def __init__(self, pipeline: Any = "en_core_web_sm", model: str = "benepar_en3") -> None:
        try:
            import benepar  # noqa: F401 - registers the component and the attribute read below
        except ImportError:
            raise MissingDependency("the benepar parser", "benepar") from None
        super().__init__(pipeline)
        if "benepar" not in self._pipeline.pipe_names:
            try:
                self._pipeline.add_pipe("benepar", config={"model": model})
            except (LookupError, OSError) as error:
                raise DataError(f"{model} cannot be loaded: {error}; run benepar.download({model!r}).") from None
        self.fingerprint = f"benepar {model} {self.fingerprint}"

    def _tree(self, sentence: Sentence, doc: Any) -> Tree | None:
        parts = [Tree.parse(part._.parse_string) for part in doc.sents]
        if not parts:
            return None
        whole = parts[0] if len(parts) == 1 else Tree("S", tuple(parts))
        return with_words_of(whole, sentence)


class StanzaParser:
    """Dependencies, and constituency trees where the pipeline has them, by Stanza.

    Args:
        pipeline: a loaded Stanza pipeline with ``tokenize_pretokenized=True``; if not given, an English
            one is made from models that must be on this machine already.
    """

    def __init__(self, pipeline: Any = None) -> None:
        try:
            import stanza
        except ImportError:
            raise MissingDependency("the Stanza parser", "stanza") from None
        self._pipeline = _load_stanza() if pipeline is None else pipeline
        self.fingerprint = f"stanza {stanza.__version__}"

    def parse(self, texts: Iterable[str | Sentence]) -> list[Sentence]:
        """Return one parsed sentence a text; see `laconic.parse.base.Parser`."""
        sentences = [_tokenised(text) for text in texts]
        words = [list(sentence.words) for sentence in sentences if sentence.tokens]
        parsed = iter(self._pipeline(words).sentences if words else ())
        return [
            _from_stanza(sentence, next(parsed)) if sentence.tokens else replace(sentence, heads=(), relations=())
            for sentence in sentences
        ]


def _from_stanza(sentence: Sentence, parsed: Any) -> Sentence:
    tokens = tuple(
        replace(token, tag=word.xpos or "", lemma=word.lemma or "")
        for token, word in zip(sentence.tokens, parsed.words, strict=True)
    )
    heads, relations = well_formed([word.head for word in parsed.words], [word.deprel for word in parsed.words])
    found = getattr(parsed, "constituency", None)
    tree = None if found is None else with_words_of(Tree.parse(str(found)), sentence)
    return replace(sentence, tokens=tokens, heads=heads, relations=relations, tree=tree)


def well_formed(heads: list[int], relations: list[str]) -> tuple[tuple[int, ...], tuple[str, ...]]:
    """Return heads that form one projective tree: later roots hang from the first, and crossing arcs are lifted.

    Lifting an arc gives the dependent to its head's head, the shortest arc first (Nivre and Nilsson, 2005).

    >>> well_formed([0, 1, 0], ["root", "obj", "root"])
    ((0, 1, 1), ('root', 'obj', 'parataxis'))
    """
    roots = [place for place, head in enumerate(heads) if head == 0]
    joined = [roots[0] + 1 if head == 0 and place != roots[0] else head for place, head in enumerate(heads)]
    named = [
        "root" if head == 0 else PARATAXIS if heads[place] == 0 else relations[place]
        for place, head in enumerate(joined)
    ]
    while not is_projective(joined):
        crossing = [place for place in range(len(joined)) if _jumps(place, joined)]
        lifted = min(crossing, key=lambda place: (abs(joined[place] - place - 1), place))
        joined[lifted] = joined[joined[lifted] - 1]
    return tuple(joined), tuple(named)


def _jumps(place: int, heads: list[int]) -> bool:
    """Return whether the arc to a word passes over one that does not descend from the arc's head."""
    head = heads[place]
    if head == 0:
        return False
    for between in range(min(head, place + 1) + 1, max(head, place + 1)):
        above = between
        while above not in (0, head):
            above = heads[above - 1]
        if above != head:
            return True
    return False


def _load_spacy(name: str) -> Any:
    import spacy

    try:
        return spacy.load(name)
    except OSError:
        problem = f"the spaCy pipeline {name!r} is not installed: run python -m spacy download {name}."
        raise DataError(problem) from None


def _load_stanza() -> Any:
    import stanza

    try:
        return stanza.Pipeline(
            "en",
            processors="tokenize,pos,lemma,depparse,constituency",
            tokenize_pretokenized=True,
            download_method=None,
            verbose=False,
        )
    except Exception as error:  # Stanza raises several kinds when models are missing
        raise DataError(f"Stanza's English models cannot be loaded: {error}; run stanza.download('en').") from None


def _tokenised(text: str | Sentence) -> Sentence:
    return Sentence(text, tokenize(text)) if isinstance(text, str) else text


def _spaces(sentence: Sentence) -> list[bool]:
    """Tell for each token whether a space follows it."""
    tokens = sentence.tokens
    if not sentence.is_located:
        return [True] * len(tokens)
    return [after.start > token.end for token, after in pairwise(tokens)] + [False] * bool(tokens)
