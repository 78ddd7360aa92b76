"""One set of conventions for treebanks that disagree: categories, tags, hyphens, spelling.

Every source is brought to the conventions of the Wall Street Journal trees: flat noun phrases (no NML), WH
categories above relative and interrogative words, ``to`` tagged TO, no function tags, no empty nodes.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from laconic.tree import Leaf, Tree

Span = tuple[int, int, str]

SPLICED = {"", "ROOT", "TOP", "NML", "CAPTION", "HEADING", "TITLE", "CIT"}
"""Nodes that are replaced by their children: roots, layout, and the inner structure of flat phrases."""

_DROPPED_TAGS = {"-NONE-", "CODE", "SU"}  # empty nodes and the mark-up of transcribed speech
_WH_TAGS = {"WDT", "WP", "WP$", "WRB"}
_WH_CATEGORY = {"NP": "WHNP", "ADVP": "WHADVP", "PP": "WHPP", "ADJP": "WHADJP"}
_TAG_ALIASES = {
    "-LSB-": "-LRB-",
    "-RSB-": "-RRB-",
    "-LCB-": "-LRB-",
    "-RCB-": "-RRB-",
    "NFP": ":",
    "ADD": "NN",
    "AFX": "JJ",
}
TAGS = (
    "# $ '' , -LRB- -RRB- . : CC CD DT EX FW HYPH IN JJ JJR JJS LS MD NN NNP NNPS NNS PDT POS PRP PRP$ RB RBR "
    "RBS RP SYM TO UH VB VBD VBG VBN VBP VBZ WDT WP WP$ WRB ``"
).split()
_KNOWN_TAGS = set(TAGS)

# American spellings beside British ones; both directions are used as noise in training.
_SPELLINGS = dict(
    pair.split("/")
    for pair in (
        "color/colour colors/colours favor/favour favorite/favourite honor/honour labor/labour neighbor/neighbour "
        "neighbors/neighbours behavior/behaviour harbor/harbour rumor/rumour humor/humour center/centre "
        "centers/centres theater/theatre meter/metre fiber/fibre defense/defence offense/offence license/licence "
        "organize/organise organized/organised organization/organisation organizations/organisations "
        "realize/realise realized/realised recognize/recognise recognized/recognised analyze/analyse "
        "analyzed/analysed criticize/criticise criticized/criticised apologize/apologise program/programme "
        "programs/programmes catalog/catalogue dialog/dialogue gray/grey tire/tyre traveled/travelled "
        "traveling/travelling canceled/cancelled modeling/modelling labeled/labelled jewelry/jewellery "
        "aluminum/aluminium plow/plough skeptical/sceptical mom/mum check/cheque toward/towards "
        "privatization/privatisation privatize/privatise emphasize/emphasise summarize/summarise "
        "characterize/characterise characterized/characterised minimize/minimise maximize/maximise "
        "utilize/utilise fulfill/fulfil enrollment/enrolment judgment/judgement aging/ageing"
    ).split()
)
_RESPELLINGS = _SPELLINGS | {british: american for american, british in _SPELLINGS.items()}


@dataclass(frozen=True)
class Gold:
    """An annotated sentence; what a treebank does not tell is None, an unknown tag is empty."""

    words: list[str]
    tags: list[str]
    spans: list[Span] | None = None  # brackets, parents before children
    heads: list[int] | None = None
    relations: list[str] | None = None
    glued: list[bool] | None = None  # no space before the next word; None where it is not known


def from_tree(tree: Tree) -> Gold | None:
    """Return words, tags and brackets of a tree, or None if no word is left."""
    words: list[str] = []
    tags: list[str] = []
    spans: list[Span] = []

    def visit(node: Tree) -> None:
        if node.is_preterminal:
            leaf = node.children[0]
            assert isinstance(leaf, Leaf)
            if node.label not in _DROPPED_TAGS:
                words.append(leaf.word)
                tags.append(penn_tag(node.label, leaf.word))
            return
        start, place = len(words), len(spans)
        spans.append((start, start, node.category))
        for child in node.children:
            if isinstance(child, Tree):
                visit(child)
        spliced = node.category in SPLICED
        if len(words) == start or spliced:
            del spans[place]
        else:
            spans[place] = (start, len(words), node.category)

    visit(tree)
    return Gold(words, quote_tags(words, tags), spans) if words else None


def penn_tag(tag: str, word: str) -> str:
    """Return the Wall Street Journal's tag, or the empty string if there is none."""
    tag = _TAG_ALIASES.get(tag, tag)
    if word.lower() == "to" and tag in {"IN", "TO"}:
        return "TO"
    return tag if tag in _KNOWN_TAGS else ""


def quote_tags(words: list[str], tags: list[str]) -> list[str]:
    """Return the tags with undirected double quotes tagged by turns as opening and closing."""
    if not any(word == '"' for word in words):
        return tags
    fixed = list(tags)
    last = (
        max(index for index, word in enumerate(words) if any(map(str.isalnum, word)))
        if any(any(map(str.isalnum, word)) for word in words)
        else -1
    )
    opening = True
    for index, word in enumerate(words):
        if word == '"':
            opening = opening and index < last
            fixed[index] = "``" if opening else "''"
            opening = not opening
    return fixed


def with_wh_categories(gold: Gold) -> Gold:
    """Return the sentence with WH categories on phrases of relative and interrogative words.

    Automatic trees label many of them like plain phrases; only phrases directly below SBAR or SBARQ, and
    what leads from them down to the WH word, are relabelled.
    """
    assert gold.spans is not None
    spans = list(gold.spans)
    parents = parent_indices(spans)
    for index, (start, end, label) in enumerate(spans):
        parent = parents[index]
        if label not in _WH_CATEGORY or parent < 0 or end - start > 6:
            continue
        above = spans[parent][2]
        inside_wh = above in {"WHPP", "WHNP"} and start > spans[parent][0]
        leading = above in {"SBAR", "SBARQ"} and start - spans[parent][0] <= 3
        inner_clause = any(parents[k] == index and spans[k][2] in {"S", "SBAR", "SQ"} for k in range(len(spans)))
        if (inside_wh or leading) and not inner_clause and _WH_TAGS & set(gold.tags[start:end]):
            spans[index] = (start, end, _WH_CATEGORY[label])
    return replace(gold, spans=spans)


def parent_indices(spans: list[Span]) -> list[int]:
    """Return for each bracket the index of the bracket directly above it, -1 at the top."""
    parents: list[int] = []
    stack: list[int] = []
    for index, (start, end, _) in enumerate(spans):
        while stack and not (spans[stack[-1]][0] <= start and end <= spans[stack[-1]][1]):
            stack.pop()
        parents.append(stack[-1] if stack else -1)
        stack.append(index)
    return parents


def with_joined_hyphens(gold: Gold) -> Gold | None:
    """Return the sentence with hyphenated compounds as single words, or None if nothing was joined."""
    merged = gold
    index = 1
    while index < len(merged.words) - 1:
        if merged.tags[index] == "HYPH" and merged.words[index] in "-–‐‑":
            joined = _join(merged, index - 1, index + 2)
            if joined is not None:
                merged = joined
                continue
        index += 1
    return merged if merged is not gold else None


def _join(gold: Gold, start: int, end: int) -> Gold | None:
    """Return the sentence with words start..end as one, or None where the annotation forbids it."""
    if gold.glued is not None and not all(gold.glued[start : end - 1]):
        return None
    spans = gold.spans
    if spans is not None:
        if any((s < start < e < end) or (start < s < end < e) for s, e, _ in spans):
            return None
        spans = _joined_spans(spans, start, end)
    heads, relations = gold.heads, gold.relations
    if heads is not None and relations is not None:
        outer = [k for k in range(start, end) if not start < heads[k] <= end]
        if len(outer) != 1:
            return None
        renumber = _renumbering(len(gold.words), start, end)
        kept = [k for k in range(len(heads)) if not start <= k < end or k == outer[0]]
        heads, relations = [renumber[heads[k]] for k in kept], [relations[k] for k in kept]
    word = "".join(gold.words[start:end])
    tag = _joined_tag(gold.tags[start:end], gold.tags[end] if end < len(gold.tags) else "")
    return Gold(
        [*gold.words[:start], word, *gold.words[end:]],
        [*gold.tags[:start], tag, *gold.tags[end:]],
        spans,
        heads,
        relations,
        None if gold.glued is None else [*gold.glued[:start], *gold.glued[end - 1 :]],
    )


def _joined_spans(spans: list[Span], start: int, end: int) -> list[Span]:
    shift = end - start - 1
    parents = parent_indices(spans)
    kept: list[Span] = []
    for index, (s, e, label) in enumerate(spans):
        if start <= s and e <= end:
            above = spans[parents[index]][2] if parents[index] >= 0 else ""
            modifier = above in {"NP", "NX", "WHNP", "QP"} and label in {"ADJP", "NP", "QP", "NX", "UCP"}
            if (s, e) != (start, end) or modifier:
                continue
        kept.append((s if s <= start else s - shift, e if e <= start else e - shift, label))
    return kept


def _joined_tag(parts: list[str], following: str) -> str:
    last = parts[-1]
    if last in {"JJ", "VBN", "VBG", "VBD", "CD"} and not (last == "CD" and parts[0] == "CD"):
        return "JJ"
    if last in {"NN", "NNS"} and following in {"NN", "NNS", "NNP", "NNPS", "JJ"}:
        return "JJ"
    return last if last not in {"HYPH", "RP", "IN"} else "NN"


def _renumbering(count: int, start: int, end: int) -> list[int]:
    """Return new word numbers (from 1; 0 is the root) after words start..end became one."""
    shift = end - start - 1
    return [k if k <= start else start + 1 if k <= end else k - shift for k in range(count + 1)]


def with_other_spelling(gold: Gold) -> Gold | None:
    """Return the sentence in British for American spelling and the reverse, or None if nothing changed."""
    words = [_respell(word) for word in gold.words]
    return replace(gold, words=words) if words != gold.words else None


def _respell(word: str) -> str:
    other = _RESPELLINGS.get(word.lower())
    if other is None:
        return word
    styles: list[tuple[Callable[[str], bool], Callable[[str], str]]] = [
        (str.islower, str.lower),
        (str.isupper, str.upper),
        (str.istitle, str.title),
    ]
    return next((spell(other) for holds, spell in styles if holds(word)), other)


def joined_chains(spans: list[Span]) -> list[Span]:
    """Return one span per pair of ends, unary chains joined from the top as ``SBAR+S``."""
    chains: dict[tuple[int, int], list[str]] = {}
    for start, end, label in spans:
        chains.setdefault((start, end), []).append(label)
    return [(start, end, "+".join(labels)) for (start, end), labels in chains.items()]
