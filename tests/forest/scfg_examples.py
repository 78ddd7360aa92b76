"""Small synchronous grammars, labelled spans and deletions, for tests that draw them."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import strategies as st

from laconic.forest.optional_deletions import Deletion
from laconic.forest.span_labels import LabelledSpan
from laconic.grammar.scfg import ScfgRule, Slot

LABELS = "A", "B"
WORDS = "a", "b", "c"


@st.composite
def rules(draw: st.DrawFn) -> ScfgRule:
    """Draw a rule with at most two slots, and more than a slot on its source side."""
    slots = [Slot(draw(st.sampled_from(LABELS)), number) for number in range(1, draw(st.integers(0, 2)) + 1)]
    words = draw(st.lists(st.sampled_from(WORDS), min_size=2 - min(len(slots), 1), max_size=2))
    mixed = draw(st.permutations([*slots, *words]))
    order = iter(slots)
    source = [next(order) if isinstance(symbol, Slot) else symbol for symbol in mixed]
    target = draw(st.permutations([*slots, *draw(st.lists(st.sampled_from((*WORDS, "d")), max_size=2))]))
    return ScfgRule.renumbered(draw(st.sampled_from(LABELS)), source, target)


def deletions_of(words: int) -> st.SearchStrategy[list[Deletion]]:
    """Draw up to three different deletions, some of which may fill slots."""
    begins = st.integers(0, words - 1)
    deletion = begins.flatmap(
        lambda begin: st.builds(
            Deletion,
            st.just(begin),
            st.integers(begin + 1, words),
            st.just("any"),
            st.sampled_from((None, *LABELS)),
        )
    )
    return st.lists(deletion, unique=True, max_size=3)


@st.composite
def spans(draw: st.DrawFn, words: int, labels: Sequence[str], most: int) -> list[LabelledSpan]:
    """Draw different labelled spans of a sentence."""
    begins = st.integers(0, words - 1)
    span = begins.flatmap(
        lambda begin: st.builds(LabelledSpan, st.just(begin), st.integers(begin + 1, words), st.sampled_from(labels))
    )
    return draw(st.lists(span, unique=True, max_size=most))
