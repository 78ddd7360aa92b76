r"""Labels with a backslash, which grammars write in two ways.

An NP that lacks a determiner at its left is ``DT\NP`` in Ganitkevitch et al. (2011, Table 1), and so in laconic: what
is lacking stands where it is lacking. Other grammars write ``NP\DT``, the whole first. A file does not say which it
means, but a whole is mostly larger than what it lacks, so the labels of a grammar tell together.
"""

from __future__ import annotations

from collections.abc import Iterable

_SIZES = {
    size: rank
    for rank, sizes in enumerate(
        (
            "",
            "PRT NML QP WHNP WHADVP WHADJP",
            "NP ADVP ADJP NX",
            "PP WHPP",
            "VP",
            "SBAR SQ SINV SBARQ PRN",
            "S TOP ROOT FRAG",
        )
    )
    for size in sizes.split()
}
"""How large phrases are, roughly; tags of words, which are not listed, are smallest."""

BACKSLASH = "\\"


def is_whole_first(labels: Iterable[str]) -> bool:
    r"""Return whether most labels with a backslash name the whole before what it lacks.

    >>> is_whole_first([r"NP\DT", "NP/NN", r"S\NP"]), is_whole_first([r"DT\NP", r"NP\S"])
    (True, False)
    """
    votes = 0
    for label in labels:
        first, backslash, second = label.partition(BACKSLASH)
        if backslash:
            larger = _SIZES.get(first, 0) - _SIZES.get(second, 0)
            votes += (larger > 0) - (larger < 0)
    return votes > 0


def turned(label: str) -> str:
    r"""Return a label in the other way of writing.

    >>> turned(r"NP\DT"), turned("NP/NN")
    ('DT\\NP', 'NP/NN')
    """
    first, backslash, second = label.partition(BACKSLASH)
    return f"{second}{BACKSLASH}{first}" if backslash else label


def is_complex(label: str) -> bool:
    r"""Return whether a label is made of those of several constituents.

    >>> is_complex("NP/NN"), is_complex(r"DT\NP"), is_complex("NN+VP"), is_complex("-LRB-"), is_complex("NP")
    (True, True, True, False, False)
    """
    return any(sign in label for sign in ("/", "+", BACKSLASH))
