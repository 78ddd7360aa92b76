"""A limit in characters: met wherever it can be, with the markup that goes counted as gone."""

import re
from itertools import product

import pytest
from document_tools import random_model

from laconic.document.choices import sentence_choices
from laconic.document.layout import write_passage
from laconic.document.sentences import sentences_of
from laconic.document.ways import Ways
from laconic.errors import UsageError
from laconic.formats.markdown import read_markdown
from laconic.model import load
from laconic.pipeline.pipeline import Pipeline
from laconic.pipeline.protection import Protection

FREE = Protection(negation=False)
LINKED = (
    "This release, which took a year, finally adds the [export feature](https://example.com/export) that many people "
    "asked for.\n"
)
SEVERAL = f"# News\n\n{LINKED}\nIt **also** reads [CSV](https://example.com/formats/csv) now.\n\n- {LINKED}"


def least_told(text: str, model, **wish) -> tuple[int, int]:
    with pytest.raises(UsageError) as told:
        model.compress_document(text, chars=1, markup="markdown", protect=FREE, **wish)
    found = re.search(r"the least possible is (\d+), of which (\d+) (?:is|are) never touched: ", str(told.value))
    assert found
    return int(found[1]), int(found[2])


@pytest.mark.parametrize(("text", "drop_sentences"), [(LINKED, False), (SEVERAL, False), (SEVERAL, True)])
@pytest.mark.parametrize("name", ["random", "encoder"])
def test_every_limit_from_the_least_on_is_met(text: str, drop_sentences: bool, name: str) -> None:
    model = random_model() if name == "random" else load()
    least, untouched = least_told(text, model, drop_sentences=drop_sentences)
    assert untouched <= least
    for chars in {least, least + 1, *range(least, len(text), 17)}:
        answer = model.compress_document(
            text, chars=chars, markup="markdown", protect=FREE, drop_sentences=drop_sentences
        )
        assert len(answer.text) <= chars


def test_a_link_that_goes_takes_its_address_along() -> None:
    least, untouched = least_told(LINKED, load())
    assert untouched == 1  # the line end
    assert least <= 20
    assert "](" not in load().compress_document(LINKED, chars=30, markup="markdown", protect=FREE).text


def test_the_least_is_that_of_all_choices_of_answers() -> None:
    """The narrowest of all written passages, over all choices of an answer for each sentence, links kept or gone."""
    text = "Go to [town](https://example.com/a) now. See *the old* [harbour](https://example.com/b)."
    model = random_model()
    pipeline = Pipeline(model.method, model.parser)
    (passage,) = read_markdown(text).passages
    sentences = list(sentences_of(passage, 0))
    profiles = [
        [
            answer
            for units_go in (False, True)
            for answer in sentence_choices(pipeline, placed, Ways(), may_vanish=False, units_go=units_go).profile
        ]
        for placed in sentences
    ]
    written = {len(write_passage(text, passage, sentences, choice)) for choice in product(*profiles)}
    assert least_told(text, model)[0] == min(written)
