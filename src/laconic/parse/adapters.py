"""Parsers made by others, behind the same contract: spaCy, Stanza, benepar, and parses read from files.

Each is imported when it is made. A parser that gives no constituency tree gives sentences without one, and
methods that need a tree then say so.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from laconic.dependency import read_conllu
from laconic.errors import DataError, MissingDependency
from laconic.files import read_lines
from laconic.parse.tokenize import tokenize
from laconic.text import Sentence, Token
from laconic.tree import Tree, read_trees


class SpacyParser:
    """Dependencies and tags by a spaCy pipeline.

    Args:
        pipeline: the name of an installed pipeline, or a loaded one.
    """

    def __init__(self, pipeline: Any = "en_core_web_sm") -> None:
        if isinstance(pipeline, str):
            try:
                import spacy
            except ImportError:
                raise MissingDependency("The spaCy parser", "spacy") from None
            try:
                pipeline = spacy.load(pipeline)
            except OSError:
                raise DataError(
                    f"the spaCy pipeline {pipeline!r} is not installed: run python -m spacy download {pipeline}."
                ) from None
        self._pipeline = pipeline
        meta = getattr(pipeline, "meta", {})
        self.fingerprint = f"spacy {meta.get('lang')}_{meta.get('name')} {meta.get('version')}"

    def parse(self, texts: Iterable[str | Sentence]) -> list[Sentence]:
        """Return one parsed sentence a text, on laconic's own tokens."""
        from spacy.tokens import Doc

        sentences = [_tokenised(text) for text in texts]
        docs = [
            Doc(self._pipeline.vocab, words=list(sentence.words), spaces=_spaces(sentence)) for sentence in sentences
        ]
        return [
            self._converted(sentence, doc) for sentence, doc in zip(sentences, self._pipeline.pipe(docs), strict=True)
        ]

    def _converted(self, sentence: Sentence, doc: Any) -> Sentence:
        # Several sentences in one text leave several roots: the later ones hang from the first.
        roots = [token.i for token in doc if token.head.i == token.i]
        heads = [
            0 if token.i == roots[0] else roots[0] + 1 if token.head.i == token.i else token.head.i + 1 for token in doc
        ]
        relations = [
            "root" if head == 0 else "parataxis" if token.head.i == token.i else token.dep_
            for token, head in zip(doc, heads, strict=True)
        ]
        tokens = [
            replace(ours, tag=theirs.tag_, lemma=theirs.lemma_)
            for ours, theirs in zip(sentence.tokens, doc, strict=True)
        ]
        tree = self._tree(doc)
        return replace(sentence, tokens=tuple(tokens), heads=tuple(heads), relations=tuple(relations), tree=tree)

    def _tree(self, doc: Any) -> Tree | None:
        """Return the constituency tree if the pipeline has a component that makes one."""
        return None


class BeneparParser(SpacyParser):
    """A spaCy pipeline with the Berkeley neural parser in it, which gives constituency trees too.

    Args:
        pipeline: a loaded spaCy pipeline to which benepar has been added.
    """

    def __init__(self, pipeline: Any) -> None:
        try:
            import benepar  # noqa: F401 - registers the extension attributes read below
        except ImportError:
            raise MissingDependency("The benepar parser", "benepar") from None
        super().__init__(pipeline)
        self.fingerprint = f"benepar {self.fingerprint}"

    def _tree(self, doc: Any) -> Tree | None:
        parts = [Tree.parse(sentence._.parse_string) for sentence in doc.sents]
        if len(parts) == 1:
            return parts[0]
        return Tree.parse("(S " + " ".join(map(str, parts)) + ")") if parts else None


class StanzaParser:
    """Dependencies, and constituency trees where the pipeline has them, by Stanza.

    Args:
        pipeline: a loaded Stanza pipeline with ``tokenize_pretokenized=True``; if not given, an English
            one is made from models that must be on this machine already.
    """

    fingerprint: str

    def __init__(self, pipeline: Any = None) -> None:
        try:
            import stanza
        except ImportError:
            raise MissingDependency("The Stanza parser", "stanza") from None
        if pipeline is None:
            try:
                pipeline = stanza.Pipeline(
                    "en",
                    processors="tokenize,pos,lemma,depparse,constituency",
                    tokenize_pretokenized=True,
                    download_method=None,
                    verbose=False,
                )
            except Exception as error:  # Stanza raises several kinds when models are missing
                raise DataError(
                    f"Stanza's English models cannot be loaded: {error}; run stanza.download('en')."
                ) from None
        self._pipeline = pipeline
        self.fingerprint = f"stanza {stanza.__version__}"

    def parse(self, texts: Iterable[str | Sentence]) -> list[Sentence]:
        """Return one parsed sentence a text, on laconic's own tokens."""
        sentences = [_tokenised(text) for text in texts]
        words = [list(sentence.words) for sentence in sentences if sentence.tokens]
        parsed = iter(self._pipeline(words).sentences if words else ())
        return [_from_stanza(sentence, next(parsed)) if sentence.tokens else sentence for sentence in sentences]


def _from_stanza(sentence: Sentence, parsed: Any) -> Sentence:
    tokens = [
        replace(token, tag=word.xpos or "", lemma=word.lemma or "")
        for token, word in zip(sentence.tokens, parsed.words, strict=True)
    ]
    tree = getattr(parsed, "constituency", None)
    return replace(
        sentence,
        tokens=tuple(tokens),
        heads=tuple(word.head for word in parsed.words),
        relations=tuple(word.deprel for word in parsed.words),
        tree=None if tree is None else Tree.parse(str(tree)),
    )


def read_parses(conllu: str | Path | None = None, brackets: str | Path | None = None) -> Iterator[Sentence]:
    """Yield sentences parsed elsewhere, from a CoNLL-U file, a file of Penn brackets, or both line by line.

    Raises:
        DataError: a file is broken, or the two do not have the same words.
    """
    dependencies = None if conllu is None else read_conllu(line for _, line in read_lines(conllu))
    trees = None if brackets is None else read_trees(line for _, line in read_lines(brackets))
    if dependencies is None and trees is None:
        raise DataError("a CoNLL-U file or a file of brackets is needed to read parses from.")
    while True:
        row = next(dependencies, None) if dependencies is not None else None
        tree = next(trees, None) if trees is not None else None
        if row is None and tree is None:
            return
        if dependencies is not None and trees is not None and (row is None or tree is None):
            raise DataError("has more sentences than the other file.", path=brackets if row is None else conllu)
        clean = tree[1].without_empty() if tree is not None else None
        if row is None:
            if clean is not None:
                yield _from_tree(clean)
            continue
        sentence = row[1].sentence()
        if clean is not None and len(clean.leaves) != len(sentence):
            problem = f"the tree has {len(clean.leaves)} words and the CoNLL-U sentence {len(sentence)}."
            raise DataError(problem, path=brackets, line=tree[0] if tree is not None else None)
        yield replace(sentence, tree=clean)


def _from_tree(tree: Tree) -> Sentence:
    tokens = [Token(node.words[0], tag=node.label) for node in tree.preterminals()]
    return replace(Sentence.from_tokens(tokens, tree=tree), pretokenized=True)


def _tokenised(text: str | Sentence) -> Sentence:
    return Sentence(text, tokenize(text)) if isinstance(text, str) else text


def _spaces(sentence: Sentence) -> list[bool]:
    ends = [token.end for token in sentence.tokens]
    starts = [token.start for token in sentence.tokens[1:]]
    return [start > end for end, start in zip(ends, starts, strict=False)] + [False] * bool(sentence.tokens)
