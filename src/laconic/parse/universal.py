"""Universal parts of speech from Penn tags: a table, and the few words whose relation decides.

The inventory is that of Universal Dependencies (de Marneffe et al., 2021); the choices follow its English
treebanks.
"""

from __future__ import annotations

from laconic.english.function_words import DEMONSTRATIVES, INDEFINITE_PRONOUNS
from laconic.english.negation import FORMS_OF_NOT
from laconic.text import Sentence

_TABLE = dict(
    pair.split("=")
    for pair in (
        "#=SYM $=SYM ''=PUNCT ,=PUNCT -LRB-=PUNCT -RRB-=PUNCT .=PUNCT :=PUNCT ``=PUNCT HYPH=PUNCT NFP=PUNCT SYM=SYM "
        "CC=CCONJ CD=NUM DT=DET EX=PRON FW=X IN=ADP JJ=ADJ JJR=ADJ JJS=ADJ LS=X MD=AUX NN=NOUN NNS=NOUN NNP=PROPN "
        "NNPS=PROPN PDT=DET POS=PART PRP=PRON PRP$=PRON RB=ADV RBR=ADV RBS=ADV RP=ADP TO=PART UH=INTJ VB=VERB "
        "VBD=VERB VBG=VERB VBN=VERB VBP=VERB VBZ=VERB WDT=PRON WP=PRON WP$=PRON WRB=ADV ADD=PROPN AFX=X GW=X XX=X"
    ).split()
)
_UNKNOWN = "X"


def universal_tag(word: str, tag: str, relation: str = "") -> str:
    """Return the universal part of speech of a word with its Penn tag and its relation, if it has one.

    >>> universal_tag("that", "IN", "mark"), universal_tag("of", "IN", "case"), universal_tag("is", "VBZ", "cop")
    ('SCONJ', 'ADP', 'AUX')
    """
    kind = relation.partition(":")[0]
    plain = word.lower()
    if tag == "IN" or (tag == "WRB" and kind == "mark"):
        return "SCONJ" if kind == "mark" else "ADP"
    if tag == "TO" and kind == "case":
        return "ADP"
    if tag == "RB" and plain in FORMS_OF_NOT:
        return "PART"
    if tag.startswith("VB") and kind in ("aux", "cop"):
        return "AUX"
    if tag == "DT" and plain in DEMONSTRATIVES and kind != "det":
        return "PRON"
    if tag == "WDT" and kind == "det":
        return "DET"
    if tag == "NN" and plain in INDEFINITE_PRONOUNS:
        return "PRON"
    if tag == "NNP" and kind == "amod":
        return "ADJ"
    return _TABLE.get(tag, _UNKNOWN)


def universal_tags(sentence: Sentence) -> tuple[str, ...]:
    """Return the universal part of speech of each token of a tagged sentence; none if it has no tags."""
    if not all(token.tag for token in sentence.tokens):
        return ()
    relations = sentence.relations or [""] * len(sentence)
    return tuple(
        universal_tag(token.text, token.tag, relation)
        for token, relation in zip(sentence.tokens, relations, strict=True)
    )
