"""Grammars of either kind, distinguished by their files: tree grammars and synchronous context-free ones."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

from laconic.errors import UsageError
from laconic.files import STANDARD_STREAM, read_lines
from laconic.grammar.grammar import Grammar
from laconic.grammar.parquet import EXTENSION, column_names, read_parquet, write_parquet
from laconic.grammar.scfg import Scfg
from laconic.grammar.scfg.storage import COMPACT, read_scfg, write_scfg

AnyGrammar = Grammar | Scfg

_DATA = Path(str(files("laconic") / "data" / "grammar"))
_BUNDLED: dict[str, str | Path] = {
    "bundled": _DATA / "english.scfg",
    "bundled-trees": _DATA / "english-trees.txt.xz",
}


def read_grammar(*paths: str | Path) -> AnyGrammar:
    """Read grammars of one kind and merge them; standard input is taken for a tree grammar.

    ``bundled`` and ``bundled-trees`` are the paraphrase grammars of phrases and of trees that come with laconic.

    Raises:
        DataError: a file is not a grammar.
        UsageError: the files hold grammars of both kinds.
    """
    paths = tuple(_BUNDLED.get(str(path), path) for path in paths)
    of_phrases = [path for path in paths if holds_phrases(path)]
    of_trees = [path for path in paths if path not in of_phrases]
    if of_phrases and of_trees:
        raise UsageError(
            f"{of_trees[0]} is a grammar of trees and {of_phrases[0]} one of phrases, so they cannot be merged."
        )
    if of_phrases:
        return Scfg.merge([read_scfg(path) for path in paths])
    return Grammar.merge(
        [read_parquet(path) if str(path).endswith(EXTENSION) else Grammar.read(path) for path in paths]
    )


def write_grammar(grammar: AnyGrammar, path: str | Path) -> None:
    """Write a grammar in the form that its name asks for.

    Raises:
        UsageError: a tree grammar is to be written compactly, which is for phrases.
    """
    if isinstance(grammar, Scfg):
        write_scfg(grammar, path)
        return
    check_tree_name(path)
    if str(path).endswith(EXTENSION):
        write_parquet(grammar, path)
    else:
        grammar.write(path)


def check_tree_name(path: str | Path) -> None:
    """Raise `UsageError` if a file of this name cannot hold a tree grammar."""
    if str(path).endswith(COMPACT):
        raise UsageError(f"{COMPACT} is for grammars of phrases; write a tree grammar as text or Parquet.")


def holds_phrases(path: str | Path) -> bool:
    """Return whether a file is a synchronous context-free grammar: its first rule begins with a label in brackets."""
    name = str(path)
    if name == STANDARD_STREAM:
        return False
    if name.endswith(COMPACT):
        return True
    if name.endswith(EXTENSION):
        return "label" in column_names(path)
    return next((line for _, line in read_lines(path) if line.strip()), "").lstrip().startswith("[")
