"""CoNLL-U comes back line by line, and arcs are judged as by their definitions."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from laconic.dependency import Arc, Conllu, arcs, is_projective, is_tree, read_conllu, to_conllu
from laconic.errors import DataError
from laconic.text import Sentence, Token

# Multiword tokens, an empty node, an enhanced graph, comments with and without a value.
SAMPLE = """\
# newdoc
# sent_id = 1
# text = She can't, and he won't.
1	She	she	PRON	PRP	_	2	nsubj	2:nsubj|8.1:nsubj	_
2-3	can't	_	_	_	_	_	_	_	SpaceAfter=No
2	ca	can	AUX	MD	_	0	root	0:root	_
3	n't	not	PART	RB	_	2	advmod	2:advmod	_
4	,	,	PUNCT	,	_	7	punct	_	_
5	and	and	CCONJ	CC	_	7	cc	_	_
6	he	he	PRON	PRP	_	7	nsubj	_	_
7-8	won't	_	_	_	_	_	_	_	SpaceAfter=No
7	wo	will	AUX	MD	_	2	conj	_	_
8	n't	not	PART	RB	_	7	advmod	_	_
8.1	go	go	VERB	VB	_	_	_	2:conj	_
9	.	.	PUNCT	.	_	2	punct	_	_

# text = No parse
1	No	_	_	_	_	_	_	_	_
2	parse	_	_	_	_	_	_	_	_

"""


def lines_of(text: str) -> list[str]:
    return text.split("\n")


def test_sentences_come_back_line_by_line() -> None:
    read = list(read_conllu(lines_of(SAMPLE)))
    assert [line for line, _ in read] == [1, 17]
    assert "".join(f"{sentence}\n" for _, sentence in read) == SAMPLE


def test_the_last_blank_line_may_be_missing_and_line_ends_may_be_there() -> None:
    expected = [sentence for _, sentence in read_conllu(lines_of(SAMPLE))]
    assert [sentence for _, sentence in read_conllu(lines_of(SAMPLE.rstrip("\n")))] == expected
    assert [sentence for _, sentence in read_conllu(SAMPLE.replace("\n", "\r\n").splitlines(keepends=True))] == expected


def test_comments_before_a_blank_line_go_to_the_next_sentence() -> None:
    read = list(read_conllu(["", "# global", "", "# own", "1" + "\t_" * 9]))
    assert [(line, sentence.comments) for line, sentence in read] == [(2, ("# global", "# own"))]


def test_a_sentence_has_words_tags_lemmas_arcs_and_places() -> None:
    first, second = (sentence.sentence() for _, sentence in read_conllu(lines_of(SAMPLE)))
    assert first.words == ("She", "ca", "n't", ",", "and", "he", "wo", "n't", ".")
    assert first.tokens[1] == Token("ca", "MD", "can", 4, 6)
    assert first.heads == (2, 0, 2, 7, 7, 7, 2, 7, 2)
    assert arcs(first)[1] == Arc(0, 2, "root")
    assert second.heads is None
    assert second.tokens[0] == Token("No", "", "", 0, 2)
    with pytest.raises(DataError, match="no dependency parse"):
        arcs(second)


def test_without_a_text_comment_the_forms_spell_it() -> None:
    bare = "\n".join(line for line in lines_of(SAMPLE) if not line.startswith("#"))
    first = next(read_conllu(lines_of(bare)))[1]
    assert first.text is None
    assert first.sentence().text == "She can't, and he won't."


def test_words_that_the_text_does_not_spell_have_no_place() -> None:
    rows = ["# text = du pain", "1-2\tdu" + "\t_" * 8, "1\tde" + "\t_" * 8, "2\tle" + "\t_" * 8, "3\tpain" + "\t_" * 8]
    sentence = next(read_conllu(rows))[1].sentence()
    assert sentence.text == "du pain"
    assert not sentence.is_located


@pytest.mark.parametrize(
    ("rows", "line", "problem"),
    [
        (["1\ta"], 1, "2 columns"),
        (["1\t" + "\t_" * 8], 1, "form in column 2 is empty"),
        (["1\ta" + "\t_" * 8, "3\tb" + "\t_" * 8], 2, "'3' does not follow word 1"),
        (["2-3\tab" + "\t_" * 8], 1, "'2-3' does not follow word 0"),
        (["2-1\tab" + "\t_" * 8], 1, "does not follow"),
        (["1.1\ta" + "\t_" * 8], 1, "does not follow"),
        (["x\ta" + "\t_" * 8], 1, "does not follow"),
        (["1-2\tab" + "\t_" * 8, "1\ta" + "\t_" * 8], 1, "range 1-2 goes beyond"),
        (["# only", "0.1\ta" + "\t_" * 8], 1, "no word"),
        (["", "1\ta" + "\t_" * 4 + "\t2" + "\t_" * 3], 2, "only 1 words"),
        (["1\ta" + "\t_" * 4 + "\tx" + "\t_" * 3], 1, "head 'x' in column 7"),
        (["1\ta" + "\t_" * 4 + "\t-1" + "\t_" * 3], 1, "head '-1' in column 7"),
        (["1\ta" + "\t_" * 8, "# late comment"], 2, "1 columns"),
    ],
)
def test_bad_rows_name_their_line(rows: list[str], line: int, problem: str) -> None:
    with pytest.raises(DataError, match=problem) as caught:
        list(read_conllu(rows))
    assert caught.value.line == line


def test_a_written_sentence_is_read_back_equal() -> None:
    tokens = [Token("It", "PRP", "it"), Token("'s", "VBZ", "be"), Token("_", "SYM", "_"), Token(".", ".", "")]
    sentence = Sentence.from_tokens(tokens, text="It's _.", heads=(3, 3, 0, 3), relations=("a", "b", "root", "c"))
    written = str(to_conllu(sentence, comments=["# sent_id = x"]))
    assert written.startswith("# sent_id = x\n# text = It's _.\n1\tIt\tit\t_\tPRP\t_\t3\ta\t_\tSpaceAfter=No\n")
    assert next(read_conllu(lines_of(written)))[1].sentence() == sentence


def test_line_breaks_in_a_token_cannot_break_the_format() -> None:
    sentence = Sentence("a\tb\nc", (Token("a\tb\nc"),))
    assert next(read_conllu(lines_of(str(to_conllu(sentence)))))[1].sentence().words == ("a b c",)


columns = st.text(st.characters(exclude_characters="\t\n\r", exclude_categories=["Cs"]), min_size=1, max_size=5)


@st.composite
def conllu_sentences(draw: st.DrawFn) -> Conllu:
    count = draw(st.integers(1, 5))
    rows: list[tuple[str, ...]] = []
    for number in range(1, count + 1):
        if number < count and draw(st.booleans()):
            rows.append((f"{number}-{number + 1}", *draw(st.tuples(*[columns] * 9))))
        head = draw(st.one_of(st.just("_"), st.integers(0, count).map(str)))
        rows.append((str(number), *draw(st.tuples(*[columns] * 5)), head, *draw(st.tuples(*[columns] * 3))))
        rows.extend((f"{number}.{k}", *draw(st.tuples(*[columns] * 9))) for k in range(1, draw(st.integers(1, 3))))
    comments = draw(st.lists(columns.map("#{}".format), max_size=3))
    return Conllu(tuple(comments), tuple(rows))


@given(st.lists(conllu_sentences(), max_size=3))
def test_generated_sentences_come_back_equal(sentences: list[Conllu]) -> None:
    text = "".join(f"{sentence}\n" for sentence in sentences)
    read = [sentence for _, sentence in read_conllu(lines_of(text))]
    assert read == sentences
    for sentence in read:
        assert len(sentence.sentence()) == sum(row[0].isdecimal() for row in sentence.rows)


def lines_told(lines: list[str]) -> list[int | None]:
    """Return the lines on which sentences begin, or else the line of the problem."""
    try:
        return [line for line, _ in read_conllu(lines)]
    except DataError as error:
        return [error.line]


@given(st.lists(st.text(alphabet="# 123.-\tab_\n", max_size=30)))
def test_any_text_is_read_or_refused(lines: list[str]) -> None:
    assert all(line is not None and 1 <= line <= len(lines) for line in lines_told(lines))


def reaches_root(heads: tuple[int, ...], word: int) -> bool:
    for _ in heads:
        word = heads[word - 1]
        if word == 0:
            return True
    return False


def test_trees_and_projective_arcs_by_their_definitions() -> None:
    for count in range(1, 5):
        for heads in product(range(count + 1), repeat=count):
            single_root = heads.count(0) == 1
            assert is_tree(heads) == (single_root and all(reaches_root(heads, word) for word in range(1, count + 1)))
            spans = [sorted((head, word)) for word, head in enumerate(heads, 1)]
            assert is_projective(heads) == (not any(a < c < b < d for a, b in spans for c, d in spans))


def test_heads_outside_the_sentence_make_no_tree() -> None:
    assert not is_tree((0, 3))
    assert not is_tree((0, -1))
    assert not is_tree(())
