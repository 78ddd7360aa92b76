"""The format of Google's sentence compression release: pretty-printed JSON objects with dependency trees.

The release (Filippova and Altun 2013) is a sequence of objects with blank lines between them, not an
array. A sentence has two trees: ``graph``, in which words such as prepositions and names were merged,
and ``source_tree``, which has every word. The compression is the set of edges that stay.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from laconic.corpus.format import Format, OnBad, Put, does_not_fit, gather, pairs_of
from laconic.corpus.jsonl import format_json, parse_json
from laconic.corpus.pair import BadRecord, Pair, check_texts, shown
from laconic.errors import DataError
from laconic.files import write_whole

_ROOT_ID = -1


class _Word(msgspec.Struct):
    id: int = 0
    form: str = ""
    stem: str = ""
    tag: str = ""


class _Node(msgspec.Struct):
    word: list[_Word] = []
    head_word_index: int = -1


class _Edge(msgspec.Struct):
    parent_id: int = _ROOT_ID
    child_id: int = 0
    label: str = ""


class _Graph(msgspec.Struct):
    sentence: str
    id: str = ""
    node: list[_Node] = []
    edge: list[_Edge] = []
    entity_mention: list[Any] = []


class _Compression(msgspec.Struct):
    text: str
    edge: list[_Edge] = []


class _Record(msgspec.Struct):
    graph: _Graph
    compression: _Compression
    headline: str | None = None
    compression_ratio: float | None = None
    doc_id: str | None = None
    source_tree: _Graph | None = None
    compression_untransformed: _Compression | None = None


class Google(Format):
    """Sentences with their dependency trees, headlines, and which edges the compression keeps.

    A pair's fields ``tokens``, ``tags``, ``lemmas``, ``heads``, ``relations`` and ``kept`` hold the tree
    and the labels; ``headline``, ``compression_ratio`` and ``entity_mention`` are kept as they are.
    """

    def read(self, path: str | Path, on_bad: OnBad) -> Iterator[Pair]:
        """Yield one pair per object."""
        blocks = gather(path, begins=lambda line: line.startswith(b"{"))
        yield from pairs_of(blocks, lambda block, number: _to_pair(_record(block), number), path, on_bad)

    @contextmanager
    def write(self, path: str | Path, *, tokenized: bool) -> Iterator[Put]:
        """Write one object per pair; without a parse, its tree has no nodes."""
        with write_whole(path) as stream:

            def put(pair: Pair) -> None:
                compact = format_json(_to_record(pair))
                stream.write(msgspec.json.format(compact, indent=2) + "\n\n")

            yield put


def _record(raw: bytes) -> _Record:
    parsed = parse_json(raw)
    try:
        return msgspec.convert(parsed, _Record)
    except msgspec.ValidationError as error:
        kind = "missing field" if "missing required field" in str(error) else "wrong type"
        raise BadRecord(f"the record does not have the format of Google's release: {error}.", kind=kind) from None


def _to_pair(record: _Record, number: int) -> Pair:
    extra: dict[str, Any] = {}
    if record.source_tree is not None and record.compression_untransformed is not None and record.source_tree.node:
        extra.update(_columns(record.source_tree, record.compression_untransformed))
    elif record.graph.node:
        extra.update(_columns(record.graph, record.compression))
    if record.headline is not None:
        extra["headline"] = record.headline
    if record.compression_ratio is not None:
        extra["compression_ratio"] = record.compression_ratio
    if record.graph.entity_mention:
        extra["entity_mention"] = record.graph.entity_mention
    identifier = record.graph.id or str(number)
    return check_texts(Pair(identifier, record.graph.sentence, (record.compression.text,), record.doc_id, extra))


def _columns(tree: _Graph, compression: _Compression) -> dict[str, Any]:
    """Return the tree's words with tags, lemmas, heads and relations, and the positions kept.

    A node of several words hangs on its head word; a compression keeps it whole.
    """
    words = _words_in_order(tree)
    position = {word.id: place for place, word in enumerate(words)}
    for edge in (*tree.edge, *compression.edge):
        if edge.child_id not in position:
            raise BadRecord(f"an edge leads to word {edge.child_id}, which is not in the tree.", kind="broken tree")
    members = _members_by_head(tree)
    kept = {position[member] for edge in compression.edge for member in members.get(edge.child_id, [edge.child_id])}
    columns: dict[str, Any] = {
        "tokens": [word.form for word in words],
        "tags": [word.tag for word in words],
        "lemmas": [word.stem for word in words],
    }
    arcs = _arcs(tree, members, position)
    if len(arcs) == len(words):
        columns["heads"] = [arcs[word.id].head for word in words]
        columns["relations"] = [arcs[word.id].relation for word in words]
    columns["kept"] = [sorted(kept)]
    return columns


class _Arc(NamedTuple):
    """What a word hangs on: its head's number from 1, or 0 for the root, and the relation."""

    head: int
    relation: str


def _words_in_order(tree: _Graph) -> list[_Word]:
    """Return the words of all nodes from left to right; the root is none of them."""
    words = sorted((word for node in tree.node for word in node.word if word.id >= 0), key=lambda word: word.id)
    if len({word.id for word in words}) < len(words):
        raise BadRecord("two words of the tree have the same id.", kind="broken tree")
    return words


def _members_by_head(tree: _Graph) -> dict[int, list[int]]:
    """Return the words of each node by its head word, which is the last one unless the node names another."""
    members = {}
    for node in tree.node:
        words = [word.id for word in node.word if word.id >= 0]
        if words:
            names_one = 0 <= node.head_word_index < len(words)
            members[words[node.head_word_index if names_one else -1]] = words
    return members


def _arcs(tree: _Graph, members: Mapping[int, Sequence[int]], position: Mapping[int, int]) -> dict[int, _Arc]:
    """Return the arc of each word that has one: within a node to its head word, else as the edges say."""
    arcs = {
        member: _Arc(position[head] + 1, "dep") for head, group in members.items() for member in group if member != head
    }
    for edge in tree.edge:
        arcs[edge.child_id] = _Arc(position.get(edge.parent_id, _ROOT_ID) + 1, edge.label)
    return arcs


def _to_record(pair: Pair) -> dict[str, Any]:
    if len(pair.references) > 1:
        raise does_not_fit(pair.id, f"{len(pair.references)} references")
    try:
        sentence, kept = pair.sentence, pair.kept
    except DataError as error:
        raise BadRecord(error.problem, kind="wrong type") from None
    graph: dict[str, Any] = {"id": pair.id, "sentence": pair.source, "node": [], "edge": []}
    edges: list[dict[str, Any]] = []
    if sentence is not None:
        words = [
            {"id": index, "form": token.text, "stem": token.lemma, "tag": token.tag}
            for index, token in enumerate(sentence.tokens)
        ]
        root = {"id": _ROOT_ID, "form": "ROOT", "stem": "ROOT", "tag": "ROOT"}
        graph["node"] = [{"form": word["form"], "head_word_index": 0, "word": [word]} for word in (root, *words)]
        heads = sentence.heads or ()
        relations = sentence.relations or [""] * len(heads)
        graph["edge"] = [
            {"parent_id": head - 1, "child_id": index, "label": relation}
            for index, (head, relation) in enumerate(zip(heads, relations, strict=True))
        ]
        if kept is not None and len(kept) == 1:
            edges = _kept_edges(pair.id, kept[0], heads, len(words))
    graph["entity_mention"] = pair.extra.get("entity_mention", [])
    record: dict[str, Any] = {"graph": graph, "compression": {"text": pair.reference, "edge": edges}}
    record.update((name, pair.extra[name]) for name in ("headline", "compression_ratio") if name in pair.extra)
    return record if pair.document is None else {**record, "doc_id": pair.document}


def _kept_edges(pair_id: str, kept: tuple[int, ...], heads: tuple[int, ...], count: int) -> list[dict[str, Any]]:
    """Return an edge to every kept word from the nearest kept word above it, or else from the root."""
    stays = set(kept)
    if any(not 0 <= position < count for position in stays):
        raise BadRecord(f"pair {shown(pair_id)} keeps words beyond its {count} tokens.", kind="wrong type")
    edges = []
    for position in sorted(stays):
        above = position
        for _ in range(count):  # never longer than the sentence, even if the heads run in a circle
            above = heads[above] - 1 if heads else _ROOT_ID
            if above < 0 or above in stays:
                break
        edges.append({"parent_id": above if above in stays else _ROOT_ID, "child_id": position})
    return edges
