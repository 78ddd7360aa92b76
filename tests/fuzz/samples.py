"""A small sample of every kind of file that laconic reads, made from texts of its own, and what reads it.

A sample is a folder of files. A reader must take it as it is; of a damaged one it may say in a `LaconicError` what is
wrong, and nothing else.
"""

from __future__ import annotations

import gzip
import io
import lzma
import sqlite3
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np

import laconic
from laconic import Corpus, DataError, Pair, _core
from laconic.align.lexicon import Lexicon
from laconic.align.reading import read_pairs
from laconic.arrays import read_arrays
from laconic.cli._input import read_input
from laconic.corpus.format import find_format
from laconic.corpus.lines import reference_path
from laconic.experiment.spec import read_plan
from laconic.features.deletion import LinearScorer
from laconic.files import read_text
from laconic.forest import storage
from laconic.formats.html import read_html
from laconic.formats.markdown import read_markdown
from laconic.formats.subtitles import read_cues
from laconic.formats.word import read_word
from laconic.grammar import Grammar
from laconic.grammar.io import read_grammar
from laconic.grammar.parquet import read_parquet, write_parquet
from laconic.grammar.scfg.joshua import read_joshua
from laconic.grammar.scfg.storage import read_scfg, write_scfg
from laconic.learn.checkpoint import read_checkpoint, write_checkpoint
from laconic.lm import LanguageModel, estimate
from laconic.methods.crf import ChainDeletion
from laconic.methods.paraphrase import Paraphrase, ParaphraseSettings
from laconic.model import Model
from laconic.parse.cache import CachedParser
from laconic.parse.english import EnglishParser
from laconic.parse.read import read_parses
from laconic.pipeline.linear import LinearDeletion
from laconic.pipeline.stored import MODEL_FILE, load_method, seal
from laconic.study.annotation import AnnotationStudy, Settings
from laconic.study.documents import read_documents
from laconic.study.opening import open_study
from laconic.study.progress import progress_of

Files = dict[str, bytes]
_XZ = b"\xfd7zXZ"

TEXT = [
    "The old miller closed the heavy door, and nobody heard it.",
    "Rain fell on the roofs of the quiet town all night.",
    "She did not answer the letter that had come on Monday.",
]
SHORTER = ["The miller closed the door.", "Rain fell on the town.", "She did not answer the letter."]
JOSHUA = """\
[NP] ||| the [NN,1] of the town ||| the town 's [NN,1] ||| p=0.5 lexical=1.25 ||| 1-3 2-1
[NP] ||| the heavy door ||| the door ||| p=0.25 ||| 0-0 2-1
[VP] ||| did not answer ||| ignored ||| p=-3 ||| 0-0 1-0 2-0
"""
RULES = ["(NP (DT the) [JJ,1] [NN,2]) ||| (NP (DT the) [NN,2])", "(JJ old) ||| ε"]
EXPERIMENT = b"""\
title = "A test"
about = "Nothing of note."
baseline = "one"
rate = "0.7"
metrics = ["compression_rate", "unigram_f1"]
[corpora.news]
train = "train.jsonl"
test = "@parts/test.jsonl"
[steps.parts]
run = "corpus split {data}/train.jsonl {out} --parts test=1"
out = "parts"
[systems.one]
method = "bigram"
settings = { epochs = 2, step = 0.5 }
[systems.two]
model = "@one"
search = "bigram"
paper.news = { unigram_f1 = 0.5 }
"""
SUBTITLES = b"""\
1
00:00:01,000 --> 00:00:03,500
The <i>old</i> miller
closed the door.

2
00:00:04,000 --> 00:00:05,000
Rain fell.
"""
HTML = b"""\
<!doctype html><html><body><p>The <b>old</b> miller &amp; his <a href='x'>cat</a>.</p>
<pre>no</pre><!-- x --></body></html>
"""
MARKDOWN = b"""\
# A mill

The *old* [miller](x) closed `the` door.

- one
- two

| a | b |
|---|---|
| c. | d |

```
code
```
"""
CONLLU = b"""\
# text = Rain fell.
1\tRain\train\tNOUN\tNN\t_\t2\tnsubj\t_\tSpaceAfter=No
2\tfell\tfall\tVERB\tVBD\t_\t0\troot\t_\t_

"""
MARKED = b"""\
<original id=a.1>The old mill closed .</original>
<compressed id=a.1>The mill closed .</compressed>
"""
GOOGLE = (
    b'{"graph": {"sentence": "The old mill closed.", "node": [], "edge": []}, '
    b'"compression": {"text": "Mill closed."}}\n'
)
WORD_BODY = (
    '<?xml version="1.0" encoding="UTF-8"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/'
    'main"><w:body><w:p><w:r><w:t>The old miller closed the door.</w:t></w:r></w:p></w:body></w:document>'
)


@dataclass(frozen=True)
class Sample:
    """Files and their reader.

    Attributes:
        files: their contents by their names in a folder.
        read: reads the folder.
        amend: sets right what would keep a damaged file from being looked at, such as a checksum.
    """

    files: Files
    read: Callable[[Path], object]
    amend: Callable[[Path], None] = lambda folder: None


def samples(work: Path) -> Iterator[tuple[str, Sample]]:
    """Yield all samples by their names, made in a folder to work in."""
    yield from _corpora(work)
    yield from _texts()
    yield from _grammars(work)
    yield from _language_models(work)
    yield from _arrays(work)
    yield from _models(work)
    yield from _stores(work)


def _one(name: str, content: bytes, read: Callable[[Path], object]) -> Sample:
    return Sample({name: content}, lambda folder: read(folder / name))


def _written(work: Path, name: str, write: Callable[[Path], object], read: Callable[[Path], object]) -> Sample:
    write(work / name)
    return _one(name, (work / name).read_bytes(), read)


def _unpacked(path: Path, read: Callable[[Path], object]) -> Sample:
    """Return the members of an archive, which is packed again before it is read: checksums hide no damage then."""
    content = path.read_bytes()
    is_packed = content.startswith(_XZ)
    with zipfile.ZipFile(io.BytesIO(lzma.decompress(content) if is_packed else content)) as archive:
        files = {member: archive.read(member) for member in archive.namelist()}

    def pack(folder: Path) -> object:
        with zipfile.ZipFile(folder / path.name, "w") as archive:
            for member in files:
                archive.write(folder / member, member)
        if is_packed:
            (folder / path.name).write_bytes(lzma.compress((folder / path.name).read_bytes(), preset=0))
        return read(folder / path.name)

    return Sample(files, pack)


def _folder(path: Path) -> Files:
    return {file.relative_to(path).as_posix(): file.read_bytes() for file in path.rglob("*") if file.is_file()}


def _read_corpus(name: str, format: str, folder: Path) -> object:
    return list(Corpus.open(folder / name, format=format))


def _read_given(path: Path) -> object:
    return read_input(str(path), None, tokenized=False, of_sentences=False, of_documents=False)


def _corpora(work: Path) -> Iterator[tuple[str, Sample]]:
    pairs = [
        Pair(str(number), source, (shorter,), "tale")
        for number, (source, shorter) in enumerate(zip(TEXT, SHORTER, strict=True))
    ]
    for name, extension in (("jsonl", "jsonl"), ("csv", "csv"), ("tsv", "tsv"), ("lines", "txt")):
        path = work / f"pairs.{extension}"
        with find_format(name, path).write(path, tokenized=False) as put:
            for pair in pairs:
                put(pair if name != "lines" else Pair(pair.id, pair.source, pair.references))
        files = {each.name: each.read_bytes() for each in (path, Path(reference_path(path, 1))) if each.exists()}
        yield name, Sample(files, partial(_read_corpus, path.name, name))
    columns = b"The\tkeep\nold\tdelete\nmill\tkeep\n\nRain\tkeep\nfell\tkeep\n"
    yield "columns", _one("pairs.conll", columns, lambda path: list(Corpus.open(path, format="columns")))
    yield "clarke-lapata", _one("a.xml", MARKED, lambda path: list(Corpus.open(path, format="clarke-lapata")))
    yield "google", _one("g.json", GOOGLE, lambda path: list(Corpus.open(path, format="google")))
    (work / "words.txt").write_text("big\tlarge 0.13 great 0.11\nmill\tmiller 0.5\n")
    yield "lexicon", _one("words.txt", (work / "words.txt").read_bytes(), Lexicon.read)
    aligned = b"the old mill ||| the mill ||| 0-0 2-1\nrain fell ||| rain ||| 0-0\n"
    yield "alignment", _one("a.txt", aligned, lambda path: list(read_pairs([path], format="|||")))


def _texts() -> Iterator[tuple[str, Sample]]:
    yield "conllu", _one("a.conllu", CONLLU * 2, lambda path: list(read_parses(conllu=path)))
    trees = b"(S (NP (NN Rain)) (VP (VBD fell)) (. .))\n(S (NP (-LRB- -LRB-) (NN mill)) (VP (VBD closed)))\n"
    yield "ptb", _one("a.ptb", trees, lambda path: list(read_parses(brackets=path)))
    yield "experiment", _one("e.toml", EXPERIMENT, read_plan)
    yield "subtitles", _one("a.srt", SUBTITLES, lambda path: read_cues(read_text(path), str(path)))
    yield "html", _one("a.html", HTML, lambda path: read_html(read_text(path)))
    yield "markdown", _one("a.md", MARKDOWN, lambda path: read_markdown(read_text(path)))
    for name, pack in (("a.txt.gz", gzip.compress), ("a.srt.xz", lzma.compress)):
        yield name, _one(name, pack(SUBTITLES), _read_given)
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as written:
        written.writestr("[Content_Types].xml", "<Types/>")
        written.writestr("word/document.xml", WORD_BODY)
    yield "word", _one("a.docx", archive.getvalue(), lambda path: read_word(path.read_bytes(), path))


def _grammars(work: Path) -> Iterator[tuple[str, Sample]]:
    grammar = Grammar(RULES, {"extract": [3, 1]}, {"p": [0.5, float("nan")]})
    for name in ("rules.txt", "rules.txt.gz", "rules.txt.xz"):
        yield name, _written(work, name, grammar.write, read_grammar)
    yield "parquet", _written(work, "rules.parquet", lambda path: write_parquet(grammar, path), read_parquet)
    (work / "rules.joshua").write_text(JOSHUA)
    yield "joshua", _one("rules.joshua", JOSHUA.encode(), read_joshua)
    phrases = read_joshua(work / "rules.joshua")
    yield "scfg", _written(work, "rules.scfg", lambda path: write_scfg(phrases, path), read_scfg)


def _language_models(work: Path) -> Iterator[tuple[str, Sample]]:
    model = estimate([text.split() for text in [*TEXT, *SHORTER]], order=3)
    for name in ("a.arpa", "a.arpa.gz", "a.lm"):
        yield name, _written(work, name, model.save, LanguageModel.load)

    def decode(path: Path) -> object:
        try:
            return _core.decode_ngram_model(path.read_bytes())
        except ValueError as error:
            raise DataError(str(error), path=path) from None

    # Beneath its checksum, which hardly any damage passes.
    yield "language model, unpacked", _one("body", _core.encode_ngram_model(model.core), decode)


def _arrays(work: Path) -> Iterator[tuple[str, Sample]]:
    def write(path: Path) -> None:
        np.savez_compressed(path, one=np.arange(20), two=np.eye(3, dtype=np.float32), name=np.array("text"))

    yield "npz", _written(work, "a.npz", write, lambda path: read_arrays(path, "arrays"))
    yield "npz, unpacked", _unpacked(work / "a.npz", lambda path: read_arrays(path, "arrays"))
    t3 = laconic.load("t3")
    (sentence,) = t3.parse(TEXT[1:2])
    forest = t3.method.transduce(sentence).forest
    yield "forest", _written(work, "forest.npz", lambda path: storage.save(forest, path), storage.load)
    yield "forest, unpacked", _unpacked(work / "forest.npz", storage.load)
    yield "scfg, unpacked", _unpacked(work / "rules.scfg", read_scfg)
    arrays = {"weights": np.ones(5)}
    yield (
        "checkpoint",
        _written(
            work, "c.npz", lambda path: write_checkpoint(path, "x", arrays), lambda path: read_checkpoint(path, "x")
        ),
    )


def _models(work: Path) -> Iterator[tuple[str, Sample]]:
    weights = np.random.default_rng(0).normal(size=64).astype(np.float32)
    linear = LinearScorer(weights, with_pairs=True, with_arcs=False)
    methods = {
        "bigram": LinearDeletion("bigram", linear, "bigram"),
        "crf": ChainDeletion("crf", LinearScorer(weights, with_pairs=False, with_arcs=False), np.zeros((2, 2))),
        "paraphrase": Paraphrase(
            read_joshua(work / "rules.joshua"), {"p": 1.0, "lm": 0.5}, ParaphraseSettings(grammar="rules.joshua")
        ),
    }
    for name, method in methods.items():
        Model(method, EnglishParser()).save(work / name)
        yield f"model {name}", Sample(_folder(work / name), load_method, _seal)


def _seal(folder: Path) -> None:
    """Let the checksums be right, so that a damaged file is read; a damaged TOML file stays as it is."""
    if (folder / MODEL_FILE).exists():
        try:
            seal(folder)
        except laconic.LaconicError:
            return


def _stores(work: Path) -> Iterator[tuple[str, Sample]]:
    cache = CachedParser(EnglishParser(), work / "parses.db")
    sentences = cache.parse(TEXT[:1])
    assert sentences[0].heads is not None
    with sqlite3.connect(work / "parses.db") as store:
        store.execute("pragma wal_checkpoint(truncate)")

    def read_cache(path: Path) -> object:
        return CachedParser(EnglishParser(), path).parse(TEXT[:1])

    yield "parse cache", _one("parses.db", (work / "parses.db").read_bytes(), read_cache)
    (work / "d.txt").write_text("\n".join(TEXT))
    settings = Settings("A tale", ["Make it shorter."], "delete")
    study, _ = AnnotationStudy.create(work / "study.db", settings, read_documents([work / "d.txt"]))
    with study:
        study.store.checkpoint()

    def read_study(path: Path) -> object:
        with open_study(path) as study:
            return progress_of(study)

    yield "study", _one("study.db", (work / "study.db").read_bytes(), read_study)
