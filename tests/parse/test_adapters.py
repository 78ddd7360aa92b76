"""Parsers of others: their arcs made well formed, their absence explained; and, on demand, the real ones."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from laconic.dependency import is_projective, is_tree
from laconic.errors import LaconicError
from laconic.parse.adapters import BeneparParser, SpacyParser, StanzaParser, well_formed
from laconic.testing import check_parser


def forests(count: int) -> list[tuple[int, ...]]:
    """Return every way to give words heads without a cycle: trees with one root or several."""
    return [heads for heads in product(range(count + 1), repeat=count) if is_forest(heads)]


def is_forest(heads: tuple[int, ...]) -> bool:
    for word in range(1, len(heads) + 1):
        seen = set()
        while word and word not in seen:
            seen.add(word)
            word = heads[word - 1]
        if word:
            return False
    return True


@given(st.integers(1, 5).flatmap(lambda count: st.sampled_from(forests(count))))
def test_any_arcs_become_one_projective_tree(heads: tuple[int, ...]) -> None:
    relations = ["root" if head == 0 else "x" for head in heads]
    found, names = well_formed(list(heads), relations)
    assert is_tree(found)
    assert is_projective(found)
    assert names.index("root") == found.index(0) == heads.index(0)
    assert names.count("parataxis") == heads.count(0) - 1
    if is_tree(heads) and is_projective(heads):
        assert (found, names) == (heads, tuple(relations))
    if is_tree(heads):  # a lifted word hangs from one of its ancestors
        for word, head in enumerate(found, 1):
            ancestors = [word]
            while ancestors[-1]:
                ancestors.append(heads[ancestors[-1] - 1])
            assert head in ancestors[1:]


def test_only_the_crossing_arc_is_lifted() -> None:
    # "A hearing is scheduled on the issue today": "issue" belongs to "hearing" across the root.
    heads = [2, 4, 4, 0, 7, 7, 2, 4]
    relations = ["det", "nsubj", "aux", "root", "case", "det", "nmod", "obl"]
    assert well_formed(heads, relations) == ((2, 4, 4, 0, 7, 7, 4, 4), tuple(relations))


@pytest.mark.parametrize("adapter", [SpacyParser, StanzaParser, BeneparParser])
def test_what_is_missing_is_explained(adapter: type) -> None:
    with pytest.raises(LaconicError, match=r"pip install|download"):
        adapter() if adapter is StanzaParser else adapter("en_no_such_pipeline")


SENTENCES = [
    ("It works .", [1, 1, 1], ["nsubj", "ROOT", "punct"], ["PRP", "VBZ", "."]),
    ("She reads old books .", [1, 1, 3, 1, 1], ["nsubj", "ROOT", "amod", "obj", "punct"], "PRP VBZ JJ NNS .".split()),
    ("Go home", [0, 0], ["ROOT", "advmod"], ["VB", "RB"]),
]


@pytest.mark.models
def test_spacy() -> None:
    import spacy
    from spacy.training import Example

    pipeline = spacy.blank("en")
    pipeline.add_pipe("tagger")
    pipeline.add_pipe("parser", config={"min_action_freq": 1})
    examples = [
        Example.from_dict(pipeline.make_doc(text), {"heads": heads, "deps": relations, "tags": tags})
        for text, heads, relations, tags in SENTENCES
    ]
    pipeline.initialize(lambda: examples)
    for _ in range(20):
        pipeline.update(examples)
    adapter = SpacyParser(pipeline)
    check_parser(adapter, makes_trees=False)
    (sentence,) = adapter.parse(["It works ."])
    assert sentence.heads == (2, 0, 2)
    assert sentence.relations == ("nsubj", "root", "punct")
    assert [token.tag for token in sentence.tokens] == ["PRP", "VBZ", "."]
    assert adapter.fingerprint.startswith(f"spacy {spacy.__version__} en_pipeline")
    with pytest.raises(LaconicError, match="spacy download en_core_web_none"):
        SpacyParser("en_core_web_none")


@pytest.mark.models
@pytest.mark.parametrize("adapter", [StanzaParser, BeneparParser])
def test_others_with_their_models(adapter: type) -> None:
    check_parser(adapter())
