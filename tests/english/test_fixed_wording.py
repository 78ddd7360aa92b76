"""Words that no synonym may stand for: quotations, compared adjectives, compounds and participles before nouns."""

import pytest

from laconic.english.fixed_wording import fixed_positions
from laconic.text import Sentence, Token
from laconic.tree import Tree


def fixed(brackets: str) -> list[str]:
    tree = Tree.parse(brackets)
    tags = [node.label for node in tree.preterminals()]
    tokens = tuple(Token(word, tag=tag) for word, tag in zip(tree.words, tags, strict=True))
    sentence = Sentence(" ".join(tree.words), tokens, tree=tree)
    return [tree.words[place] for place in sorted(fixed_positions(sentence))]


@pytest.mark.parametrize(
    ("brackets", "words"),
    [
        ("(S (NP (PRP It)) (VP (VBZ is) (ADJP (RBR more) (JJ difficult))))", ["difficult"]),
        ("(S (NP (PRP It)) (VP (VBZ is) (ADJP (RB very) (JJ difficult))))", []),
        ("(NP (DT an) (VBN attempted) (NN murder))", ["attempted"]),
        ("(S (NP (PRP They)) (VP (VBP have) (VP (VBN attempted) (NP (NN murder)))))", []),
        ("(NP (NN cross) (HYPH -) (NN examination))", ["cross", "-", "examination"]),
        ("(S (NP (PRP He)) (VP (VBD said)) (`` ``) (NP (NN war)) ('' ''))", ["``", "war", "''"]),
    ],
)
def test_fixed_words(brackets: str, words: list[str]) -> None:
    assert fixed(brackets) == words
