"""laconic inside the tools of others."""

import pickle

import pytest
import spacy
from spacy.tokens import Doc

import laconic
from laconic.parse.english import EnglishParser

TEXT = "The old harbour, which was built in 1840, will close. It rained.\n\nNobody was very happy about that at all."


def test_spacy_finds_the_component_and_keeps_the_space_between_sentences() -> None:
    nlp = spacy.blank("en")
    nlp.add_pipe("sentencizer")
    nlp.add_pipe("laconic", config={"words": 5})
    doc = nlp(TEXT)
    expected = [laconic.load().compress(sentence.text.strip(), words=5).text for sentence in doc.sents]
    assert [answer.text for answer in doc._.compressions] == expected
    assert "".join(doc._.compressed.split()) == "".join("".join(expected).split())
    assert "\n\n" in doc._.compressed
    assert [sentence._.compression.text for sentence in doc.sents] == expected
    assert nlp("")._.compressed == ""


def test_the_documents_own_parse_is_used() -> None:
    nlp = spacy.blank("en")
    component = nlp.add_pipe("laconic", config={"words": 4})
    words = "The old dog , it seems , barked loudly .".split()
    (parse,) = EnglishParser().parse([laconic.Sentence.from_words(words)])
    heads = [head - 1 if head else place for place, head in enumerate(parse.heads)]
    tags = [token.tag for token in parse.tokens]
    doc = component(Doc(nlp.vocab, words, heads=heads, deps=list(parse.relations), tags=tags))
    (answer,) = doc._.compressions
    assert answer.source.heads == parse.heads
    assert answer.source.relations == parse.relations
    assert len(answer.text.split()) <= 4


def test_a_document_without_sentences_is_told() -> None:
    nlp = spacy.blank("en")
    nlp.add_pipe("laconic")
    with pytest.raises(laconic.UsageError, match="add a parser, or the component sentencizer"):
        nlp("It rained. It stopped.")


def test_a_model_takes_another_parser() -> None:
    class Counting(EnglishParser):
        count = 0

        def parse(self, texts):
            self.count += 1
            return super().parse(texts)

    parser = Counting()
    model = laconic.load(parser=parser)
    model.compress("The old dog barked loudly at the gate.", words=4)
    assert parser.count == 1
    with pytest.raises(laconic.UsageError, match="save it and load it"):
        pickle.dumps(model)
    named = pickle.loads(pickle.dumps(laconic.load(parser="english", style="news")))
    assert named.source == ("encoder", "news", False, "english")
    with pytest.raises(laconic.UsageError, match="there is no parser called 'nope'"):
        laconic.load(parser="nope")


def test_notebooks_show_what_went() -> None:
    answer = laconic.load().compress_document("The old dog barked very loudly. It <b>rained</b>.", words=6)
    shown = answer._repr_html_()
    assert "<del>" in shown
    assert "<b>" not in shown
    assert repr(answer).startswith("<DocumentCompression of 2 sentences, ")
