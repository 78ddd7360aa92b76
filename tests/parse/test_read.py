"""Parses made elsewhere are read as they are, and what does not fit together is reported with its place."""

from pathlib import Path

import pytest

from laconic.errors import DataError, UsageError
from laconic.parse.read import read_parses

CONLLU = """\
# text = He left (early).
1	He	he	PRON	PRP	_	2	nsubj	_	_
2	left	leave	VERB	VBD	_	0	root	_	_
3	(	(	PUNCT	-LRB-	_	4	punct	_	SpaceAfter=No
4	early	early	ADV	RB	_	2	advmod	_	SpaceAfter=No
5	)	)	PUNCT	-RRB-	_	4	punct	_	SpaceAfter=No
6	.	.	PUNCT	.	_	2	punct	_	_

# text = Go
1	Go	go	VERB	VB	_	0	root	_	_

"""
BRACKETS = """\
( (S (NP-SBJ (PRP He)) (VP (VBD left) (NP (-NONE- *))
     (PRN (-LRB- -LRB-) (ADVP (RB early)) (-RRB- -RRB-))) (. .)) )
(ROOT (S (VP (VB Go))))
"""


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    (tmp_path / "arcs.conllu").write_text(CONLLU, "utf-8")
    (tmp_path / "trees.ptb").write_text(BRACKETS, "utf-8")
    return tmp_path / "arcs.conllu", tmp_path / "trees.ptb"


def test_dependencies_alone(files: tuple[Path, Path]) -> None:
    first, second = read_parses(conllu=files[0])
    assert first.text == "He left (early)."
    assert first.heads == (2, 0, 4, 2, 4, 2)
    assert first.relations == ("nsubj", "root", "punct", "advmod", "punct", "punct")
    assert [token.tag for token in first.tokens] == ["PRP", "VBD", "-LRB-", "RB", "-RRB-", "."]
    assert first.tokens[3].start == 9
    assert (first.tree, str(second)) == (None, "Go")


def test_brackets_alone(files: tuple[Path, Path]) -> None:
    first, second = read_parses(brackets=files[1])
    assert first.text == "He left ( early ) ."
    assert first.pretokenized
    assert str(first.tree) == (
        "(S (NP-SBJ (PRP He)) (VP (VBD left) (PRN (-LRB- -LRB-) (ADVP (RB early)) (-RRB- -RRB-))) (. .))"
    )
    assert [token.tag for token in first.tokens] == ["PRP", "VBD", "-LRB-", "RB", "-RRB-", "."]
    assert first.heads is None
    assert str(second.tree) == "(S (VP (VB Go)))"


def test_both_together(files: tuple[Path, Path]) -> None:
    first, second = read_parses(*files)
    assert first.text == "He left (early)."
    assert first.heads == (2, 0, 4, 2, 4, 2)
    assert first.tree is not None
    assert first.tree.words == first.words == ("He", "left", "(", "early", ")", ".")
    assert (str(second.tree), second.heads) == ("(S (VP (VB Go)))", (0,))


@pytest.mark.parametrize(
    ("trees", "problem"),
    [
        (BRACKETS.replace("early", "late"), "trees.ptb:1: word 4 is 'late' in the tree and 'early' in the sentence"),
        (BRACKETS.replace("(VB Go)", "(VB Go) (RB on)"), "trees.ptb:3: the tree has 2 words and the sentence 1"),
        (BRACKETS + "(S (VB Go))\n", "trees.ptb: has more sentences than the other file"),
        ("(S (VB Go))\n(S (VB Go\n", "trees.ptb:1: the tree has 1 words"),
        (BRACKETS + "(S (-NONE- *))", "trees.ptb:4: the tree has no word"),
        (BRACKETS + "(S (VB Go", "trees.ptb:4: 2 brackets are not closed"),
    ],
)
def test_what_does_not_fit_is_reported(files: tuple[Path, Path], trees: str, problem: str) -> None:
    files[1].write_text(trees, "utf-8")
    with pytest.raises(DataError) as caught:
        list(read_parses(*files))
    assert problem in str(caught.value)


def test_too_few_trees(files: tuple[Path, Path]) -> None:
    files[1].write_text(BRACKETS.splitlines()[0] + BRACKETS.splitlines()[1], "utf-8")
    with pytest.raises(DataError, match=r"arcs.conllu: has more sentences"):
        list(read_parses(*files))


def test_a_broken_row_names_file_and_line(files: tuple[Path, Path]) -> None:
    files[0].write_text(CONLLU.replace("\t0\troot\t_\t_\n\n", "\n", 1), "utf-8")
    with pytest.raises(DataError, match=r"arcs.conllu:\d+: "):
        list(read_parses(conllu=files[0]))


def test_no_file_is_no_wish() -> None:
    with pytest.raises(UsageError, match="is needed"):
        list(read_parses())
