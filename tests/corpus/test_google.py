"""Google's release: objects one after the other, with trees and the edges that stay."""

import json
from pathlib import Path
from typing import Any

import pytest

from laconic import Corpus, Pair
from laconic.corpus.google import Google
from laconic.dependency import arcs, is_tree

WORDS = "The old mayor of Hull resigned quietly".split()
TAGS = "DT JJ NN IN NNP VBD RB".split()
HEADS = [2, 2, 5, 2, 3, -1, 5]  # numbered from 0, as in the release, -1 for the root
LABELS = "det amod nsubj prep pobj ROOT advmod".split()
FIRST_ID = 40  # words are numbered through their document


def node(*positions: int, head: int = 0) -> dict[str, Any]:
    words = [{"id": FIRST_ID + i, "form": WORDS[i], "stem": WORDS[i].lower(), "tag": TAGS[i]} for i in positions]
    return {"form": " ".join(WORDS[i] for i in positions), "type": "", "head_word_index": head, "word": words}


def edge(child: int, parent: int, label: str | None = None) -> dict[str, Any]:
    identifiers = {"parent_id": -1 if parent < 0 else FIRST_ID + parent, "child_id": FIRST_ID + child}
    return identifiers if label is None else {**identifiers, "label": label}


ROOT_NODE = {"form": "ROOT", "word": [{"id": -1, "form": "ROOT", "stem": "ROOT", "tag": "ROOT"}], "gender": -1}
RECORD = {
    "graph": {
        "id": "mayor-7",
        "sentence": "The old mayor of Hull resigned quietly.",
        # The transformed tree has "of Hull" as one node under its head "Hull".
        "node": [ROOT_NODE, node(0), node(1), node(2), node(3, 4, head=1), node(5), node(6)],
        "edge": [edge(0, 2, "det"), edge(1, 2, "amod"), edge(2, 5, "nsubj"), edge(4, 2, "prep_of"),
                 edge(5, -1, "ROOT"), edge(6, 5, "advmod")],
        "entity_mention": [{"start": 4, "end": 4, "name": "Hull"}],
    },
    "compression": {"text": "Mayor of Hull resigned.", "edge": [edge(2, 5), edge(4, 2), edge(5, -1)]},
    "headline": "Mayor resigns",
    "compression_ratio": 0.59,
    "doc_id": "http://example.org/mayor",
    "source_tree": {
        "id": "mayor-7",
        "sentence": "The old mayor of Hull resigned quietly.",
        "node": [ROOT_NODE, *(node(i) for i in range(7))],
        "edge": [edge(i, head, label) for i, (head, label) in enumerate(zip(HEADS, LABELS, strict=True))],
    },
    "compression_untransformed": {
        "text": "Mayor of Hull resigned.", "edge": [edge(2, 5), edge(3, 2), edge(4, 3), edge(5, -1)]
    },
}  # fmt: skip


def read(path: Path, *records: dict[str, Any]) -> list[Pair]:
    path.write_text("\n\n".join(json.dumps(record, indent=2) for record in records) + "\n")
    return list(Corpus.open(path))


def test_the_full_tree_and_the_kept_words_are_exposed(tmp_path: Path) -> None:
    first, second = read(tmp_path / "a.json", RECORD, {**RECORD, "headline": "Again"})
    assert (first.id, first.document) == ("mayor-7", "http://example.org/mayor")
    assert first.references == ("Mayor of Hull resigned.",)
    assert first.extra["headline"] == "Mayor resigns"
    assert second.extra["headline"] == "Again"
    assert first.kept == ((2, 3, 4, 5),)
    sentence = first.sentence
    assert sentence is not None
    assert sentence.words == tuple(WORDS)
    assert [token.tag for token in sentence.tokens] == TAGS
    assert sentence.heads == tuple(head + 1 for head in HEADS)
    assert is_tree(sentence.heads)
    assert arcs(sentence)[4].relation == "pobj"


def test_without_the_full_tree_merged_words_hang_on_their_head(tmp_path: Path) -> None:
    merged = {name: RECORD[name] for name in ("graph", "compression", "doc_id")}
    (pair,) = read(tmp_path / "a.json", merged)
    assert pair.kept == ((2, 3, 4, 5),)
    assert pair.sentence is not None
    assert pair.sentence.heads == (3, 3, 6, 5, 3, 0, 6)
    assert pair.sentence.relations == ("det", "amod", "nsubj", "dep", "prep_of", "ROOT", "advmod")


def test_texts_alone_are_enough(tmp_path: Path) -> None:
    bare = {"graph": {"sentence": "It really works."}, "compression": {"text": "It works."}}
    assert read(tmp_path / "a.json", bare) == [Pair("1", "It really works.", ("It works.",))]


def test_a_tree_without_all_edges_gives_words_but_no_parse(tmp_path: Path) -> None:
    graph = {**RECORD["graph"], "edge": RECORD["graph"]["edge"][1:]}
    (pair,) = read(tmp_path / "a.json", {"graph": graph, "compression": RECORD["compression"]})
    assert pair.sentence is not None
    assert pair.sentence.heads is None
    assert pair.kept == ((2, 3, 4, 5),)


def test_what_was_read_is_written_and_read_again(tmp_path: Path) -> None:
    pairs = read(tmp_path / "a.json", RECORD)
    with Google().write(tmp_path / "b.json", tokenized=False) as put:
        for pair in pairs:
            put(pair)
    assert list(Corpus.open(tmp_path / "b.json")) == pairs
    written = json.loads((tmp_path / "b.json").read_text())
    assert written["compression"]["edge"] == [
        {"parent_id": 5, "child_id": 2},
        {"parent_id": 2, "child_id": 3},
        {"parent_id": 3, "child_id": 4},
        {"parent_id": -1, "child_id": 5},
    ]


@pytest.mark.parametrize("heads", [[2, 1, 0], [0, 0, 0]])
def test_kept_words_hang_on_the_nearest_kept_word_above(tmp_path: Path, heads: list[int]) -> None:
    extra = {"tokens": ["a", "b", "c"], "heads": heads, "relations": ["x"] * 3, "kept": [[0, 2]]}
    with Google().write(tmp_path / "a.json", tokenized=False) as put:
        put(Pair("1", "a b c", ("a c",), extra=extra))
    written = json.loads((tmp_path / "a.json").read_text())
    assert [each["parent_id"] for each in written["compression"]["edge"]] in ([0, -1], [-1, -1])
