"""The names of the parts that a user can choose; each part is imported only when it is used.

A part is chosen by a name from a table here, by ``"my_module:Thing"``, or by passing an object.
"""

from __future__ import annotations

import difflib
import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib import import_module
from typing import Any

from laconic.errors import UsageError
from laconic.trust import check_code

CORPUS_FORMATS: dict[str, str] = {
    "clarke-lapata": "laconic.corpus.clarke_lapata:ClarkeLapata",
    "columns": "laconic.corpus.columns:Columns",
    "csv": "laconic.corpus.delimited:Csv",
    "google": "laconic.corpus.google:Google",
    "jsonl": "laconic.corpus.jsonl:Jsonl",
    "lines": "laconic.corpus.lines:Lines",
    "tsv": "laconic.corpus.delimited:Tsv",
}
ALIGNERS: dict[str, str] = {
    "edit": "laconic.align.edit:EditAligner",
    "eflomal": "laconic.align.eflomal:EflomalAligner",
    "monolingual": "laconic.align.monolingual:MonolingualAligner",
    "statistical": "laconic.align.statistical:StatisticalAligner",
}
METRICS: dict[str, str] = {
    "compression_rate": "laconic.metrics.rate:CompressionRate",
    "compression_rate_micro": "laconic.metrics.rate:CompressionRateMicro",
    "unigram_f1": "laconic.metrics.unigram:UnigramF1",
    "relation_f1": "laconic.metrics.relation:RelationF1",
    "exact_match": "laconic.metrics.exact:ExactMatch",
    "bleu": "laconic.metrics.bleu:Bleu",
    "ter": "laconic.metrics.ter:Ter",
    "precis": "laconic.metrics.precis:Precis",
    "sari": "laconic.metrics.sari:Sari",
    "rouge_1": "laconic.metrics.rouge:Rouge1",
    "rouge_2": "laconic.metrics.rouge:Rouge2",
    "rouge_l": "laconic.metrics.rouge:RougeL",
    "reading_grade": "laconic.metrics.readability:ReadingGrade",
    "plain_bleu": "laconic.metrics.readability:PlainBleu",
    "edits": "laconic.metrics.ter:Edits",
}
PARSERS: dict[str, str] = {
    "benepar": "laconic.parse.adapters:BeneparParser",
    "english": "laconic.parse.english:EnglishParser",
    "spacy": "laconic.parse.adapters:SpacyParser",
    "stanza": "laconic.parse.adapters:StanzaParser",
}
SEARCHES: dict[str, str] = {
    "bigram": "laconic.search.bigram:BigramSearch",
    "clarke-lapata": "laconic.search.clarke_lapata:ClarkeLapataSearch",
    "crf": "laconic.search.chain:ChainSearch",
    "joint-exact": "laconic.search.joint:JointSearch",
    "joint-ilp": "laconic.search.joint_ilp:JointIlpSearch",
    "joint-lagrangian": "laconic.search.lagrangian:LagrangianSearch",
    "random": "laconic.search.random:RandomSearch",
    "subtree": "laconic.search.subtree:SubtreeSearch",
    "subtree-ilp": "laconic.search.subtree_ilp:SubtreeIlpSearch",
}
METHODS: dict[str, str] = {
    "advised-t3": "laconic.methods.advised_t3:INFO",
    "bigram": "laconic.methods.bigram:INFO",
    "clarke-lapata": "laconic.methods.clarke_lapata:INFO",
    "crf": "laconic.methods.crf:INFO",
    "encoder": "laconic.methods.encoder:INFO",
    "joint": "laconic.methods.joint:INFO",
    "joint-t3": "laconic.methods.joint_t3:INFO",
    "paraphrase": "laconic.methods.paraphrase:INFO",
    "random": "laconic.methods.random:INFO",
    "rewrite": "laconic.methods.rewrite:INFO",
    "simplify": "laconic.methods.simplify:INFO",
    "subtree": "laconic.methods.subtree:INFO",
    "t3": "laconic.methods.t3:INFO",
    "two-stage": "laconic.methods.two_stage:INFO",
}


def resolve(name: str, table: Mapping[str, str], kind: str) -> Any:
    """Import and return what ``name`` stands for in the table, or what ``module:object`` names.

    Raises:
        DataError: the name comes from a file that may not name code.
        UsageError: the name is in neither form known, or the import fails; close names are offered.
    """
    path = table.get(name, name)
    module_name, separator, attribute = path.partition(":")
    if not separator:
        close = difflib.get_close_matches(name, table, n=3)
        offer = f"did you mean {' or '.join(close)}?" if close else f"choose from {', '.join(sorted(table))}"
        raise UsageError(f"there is no {kind} called {name!r}; {offer}".rstrip(".") + ("" if close else "."))
    if name not in table:
        check_code(name, kind)
    try:
        with _current_folder():
            return getattr(import_module(module_name), attribute)
    except (ImportError, AttributeError, ValueError) as error:
        raise UsageError(f"the {kind} {name!r} cannot be imported: {error}.") from error


@contextmanager
def _current_folder() -> Iterator[None]:
    """Let modules of the current folder be imported, as in a session of Python; a command does not look there."""
    here = os.getcwd()
    if here in sys.path or "" in sys.path:
        yield
        return
    sys.path.append(here)
    try:
        yield
    finally:
        sys.path.remove(here)


def make(name: str, table: Mapping[str, str], kind: str, method: str, **options: Any) -> Any:
    """Make a part by its name, as `resolve` finds it, and check that it has the method that everybody calls.

    Args:
        name: a name of the table, or ``module:object``.
        table: the parts that laconic knows.
        kind: what such a part is called.
        method: the method.
        options: what the part is made with.

    Raises:
        UsageError: there is no such part, it cannot be made, or it has no such method.
    """
    found = resolve(name, table, kind)
    if name in table:
        return found(**options)
    if not callable(found):
        raise UsageError(f"{name!r} is not a {kind}: it is neither a class nor a function that returns one.")
    try:
        made = found(**options)
    except TypeError as error:
        raise UsageError(f"the {kind} {name!r} cannot be created: {error}.") from error
    if not callable(getattr(made, method, None)):
        raise UsageError(f"{name!r} is not a {kind}: it has no method {method}.")
    return made
