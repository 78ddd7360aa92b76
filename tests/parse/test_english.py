"""The bundled parser: what every parse promises, and sentences with the constructions that are easily got wrong."""

import threading

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from laconic.corpus import sample
from laconic.dependency import is_projective, is_tree
from laconic.errors import UsageError
from laconic.parse.english import EnglishParser
from laconic.text import Sentence
from laconic.tree import Tree

WEB = st.sampled_from(
    "the a of and is was not n't said who which , . ? ! ; : -- ( ) [ ] \" `` '' ' … - _ / @you #tag 3.5 $ % 😀 👍🏽 "
    "中文 http://example.org/x?y=1 <b> </b> &amp; x=1; -LRB- Mr. U.S. café naïve ﬁ İ ß \u200b \ufeff".split()
)
NOISE = st.text(st.characters(exclude_categories=["Cs"]), max_size=30)


def assert_well_formed(sentence: Sentence) -> None:
    """Assert what the parser promises of every sentence."""
    assert sentence.tree is not None
    assert sentence.heads is not None
    assert sentence.relations is not None
    assert [(leaf.word, leaf.position) for leaf in sentence.tree.leaves] == [
        (word, place) for place, word in enumerate(sentence.words)
    ]
    assert [node.label for node in sentence.tree.preterminals()] == [token.tag for token in sentence.tokens]
    assert is_tree(sentence.heads)
    assert is_projective(sentence.heads)
    assert all((head == 0) == (name == "root") for head, name in zip(sentence.heads, sentence.relations, strict=True))
    assert all(token.tag and token.lemma for token in sentence.tokens)


@settings(max_examples=150)
@given(text=st.lists(WEB | NOISE, max_size=40).map(" ".join))
def test_whatever_is_written_is_parsed(parser: EnglishParser, text: str) -> None:
    (sentence,) = parser.parse([text])
    assert sentence.text == text
    assert "".join(sentence.words) == "".join(text.split())
    if sentence.tokens:
        assert_well_formed(sentence)
    else:
        assert (sentence.tree, sentence.heads, sentence.relations) == (None, (), ())


@settings(max_examples=50)
@given(words=st.lists(WEB | st.text(min_size=1, max_size=8), min_size=1, max_size=20))
def test_given_words_are_kept(parser: EnglishParser, words: list[str]) -> None:
    (sentence,) = parser.parse([Sentence.from_words(words)])
    assert sentence.words == tuple(words)
    assert_well_formed(sentence)


@pytest.fixture(scope="module")
def sources() -> list[str]:
    return [pair.source for pair in sample("deletion")][:60]


def test_a_parse_depends_on_its_sentence_alone(parser: EnglishParser, sources: list[str]) -> None:
    together = parser.parse(sources)
    for sentence in together:
        assert_well_formed(sentence)
    assert parser.parse(text for text in reversed(sources)) == together[::-1]
    assert [parser.parse([text])[0] for text in sources[:10]] == together[:10]
    assert EnglishParser(threads=3).parse(sources) == together


def test_threads_may_share_a_fresh_parser(parser: EnglishParser, sources: list[str]) -> None:
    expected = parser.parse(sources[:12])
    shared = EnglishParser()
    found: list[list[Sentence]] = []
    threads = [threading.Thread(target=lambda: found.append(shared.parse(sources[:12]))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [expected] * 4


def test_a_parse_that_a_sentence_has_is_made_anew(parser: EnglishParser) -> None:
    (right,) = parser.parse(["It works."])
    wrong = Sentence(right.text, right.tokens, Tree.parse("(X (A It) (B works) (C .))"), (0, 1, 1), ("root", "x", "x"))
    assert parser.parse([wrong]) == [right]


def test_texts_without_words(parser: EnglishParser) -> None:
    for text in ("", "   ", "\n\t", "\u00a0"):
        assert parser.parse([text]) == [Sentence(text, (), heads=(), relations=())]
    assert parser.parse([]) == []
    assert parser.parse([Sentence("", ())]) == [Sentence("", (), heads=(), relations=())]


def test_endless_words_and_sentences(parser: EnglishParser) -> None:
    for text in ("x" * 100_000, "-" * 50_000, "中" * 20_000, "a." * 5_000):
        assert_well_formed(parser.parse([text])[0])
    (sentence,) = parser.parse(["He said that she knew it , and so on and so forth , until the end came . " * 50])
    assert len(sentence) == 950
    assert_well_formed(sentence)


def test_no_thread_is_too_few() -> None:
    with pytest.raises(UsageError, match="at least one thread"):
        EnglishParser(threads=0)


class Seen:
    """A parsed sentence as questions are asked of it."""

    def __init__(self, sentence: Sentence) -> None:
        assert sentence.tree is not None
        self.tree = sentence.tree
        self.words = sentence.words
        self.tags = {token.text: token.tag for token in sentence.tokens}
        named = ("ROOT", *self.words)
        triples = zip(self.words, sentence.heads or (), sentence.relations or (), strict=True)
        self.arcs = {(named[head], relation.partition(":")[0], word) for word, head, relation in triples}
        self.brackets = {
            f"{node.label}: {' '.join(node.words)}" for node in sentence.tree.nodes() if not node.is_preterminal
        }

    def children(self) -> list[str]:
        return [child.label for child in self.tree.children if isinstance(child, Tree)]


CONSTRUCTIONS = {
    "coordination at the beginning": (
        "And then the whole village came down to the river to watch.",
        "S",
        {("came", "cc", "And"), ("came", "nsubj", "village"), ("came", "advcl", "watch")},
        {"NP: the whole village"},
    ),
    "inverted quotation": (
        "“We will not give up,” said his wife.",
        "SINV",
        {("said", "nsubj", "wife"), ("said", "ccomp", "give"), ("ROOT", "root", "said")},
        {"S: We will not give up", "VP: said", "NP: his wife"},
    ),
    "apposition": (
        "Mr Harris, a retired teacher from Leeds, bought the empty mill.",
        "S",
        {("Harris", "appos", "teacher"), ("bought", "nsubj", "Harris"), ("bought", "obj", "mill")},
        {"NP: Mr Harris , a retired teacher from Leeds ,", "NP: a retired teacher from Leeds"},
    ),
    "relative clause": (
        "The letter that the solicitor sent last week never reached the family.",
        "S",
        {("letter", "acl", "sent"), ("sent", "nsubj", "solicitor"), ("reached", "nsubj", "letter")},
        {"SBAR: that the solicitor sent last week", "WHNP: that"},
    ),
    "relative clause without a pronoun": (
        "Has anyone found the bag I left on the train?",
        "SQ",
        {("bag", "acl", "left"), ("found", "obj", "bag"), ("found", "aux", "Has")},
        {"NP: the bag I left on the train", "SBAR: I left on the train"},
    ),
    "question": (
        "Which of the two proposals did the committee reject?",
        "SBARQ",
        {("reject", "obj", "Which"), ("reject", "nsubj", "committee"), ("reject", "aux", "did")},
        {"WHNP: Which of the two proposals", "SQ: did the committee reject"},
    ),
    "imperative": (
        "Put the blue folder on the desk before you leave.",
        "S",
        {("Put", "obj", "folder"), ("Put", "obl", "desk"), ("Put", "advcl", "leave")},
        {"SBAR: before you leave", "PP: on the desk"},
    ),
    "fragment": (
        "Not a good idea, perhaps.",
        "FRAG",
        {("ROOT", "root", "idea"), ("idea", "amod", "good")},
        {"NP: Not a good idea"},
    ),
    "lower case, no stop": (
        "i missed the bus this morning and nobody told me why",
        "S",
        {("missed", "nsubj", "i"), ("missed", "conj", "told"), ("told", "nsubj", "nobody")},
        {"S: nobody told me why"},
    ),
    "British spelling": (
        "The centre's new programme was organised by the Labour council.",
        "S",
        {("organised", "nsubj", "programme"), ("programme", "nmod", "centre"), ("organised", "obl", "council")},
        {"NP: The centre 's", "VP: organised by the Labour council"},
    ),
    "acronym in title case": (
        "The Us Navy sent two ships to the harbour on Friday.",
        "S",
        {("Navy", "compound", "Us"), ("sent", "nsubj", "Navy"), ("sent", "obl", "Friday")},
        {"NP: The Us Navy"},
    ),
    "coordination of noun phrases and clauses": (
        "She bought apples, pears and plums, but he only wanted bread.",
        "S",
        {("apples", "conj", "pears"), ("apples", "conj", "plums"), ("bought", "conj", "wanted")},
        {"NP: apples , pears and plums", "S: he only wanted bread"},
    ),
    "clause within a subject": (
        "But the government, which had promised lower taxes, raised them instead.",
        "S",
        {("raised", "cc", "But"), ("government", "acl", "promised"), ("raised", "nsubj", "government")},
        {"SBAR: which had promised lower taxes", "VP: raised them instead"},
    ),
    "passive with an infinitive": (
        "Only the children who had finished their homework were allowed to swim.",
        "S",
        {("allowed", "nsubj", "children"), ("allowed", "xcomp", "swim"), ("children", "acl", "finished")},
        {"S: to swim", "WHNP: who"},
    ),
}


@pytest.mark.parametrize("name", CONSTRUCTIONS)
def test_constructions(parser: EnglishParser, name: str) -> None:
    text, label, arcs, brackets = CONSTRUCTIONS[name]
    seen = Seen(parser.parse([text])[0])
    assert seen.tree.label == label
    assert arcs <= seen.arcs
    assert brackets <= seen.brackets


def test_tags_of_hard_words(parser: EnglishParser) -> None:
    sentences = parser.parse(
        ["I can open the can.", "Us Navy ships left.", "That man said that that works.", "He's eaten the dogs' food."]
    )
    assert [[token.tag for token in sentence.tokens] for sentence in sentences] == [
        ["PRP", "MD", "VB", "DT", "NN", "."],
        ["NNP", "NNP", "NNS", "VBD", "."],
        ["DT", "NN", "VBD", "IN", "DT", "VBZ", "."],
        ["PRP", "VBZ", "VBN", "DT", "NNS", "POS", "NN", "."],
    ]
