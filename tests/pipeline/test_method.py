"""Candidates that are changed, and which methods judge, vary and screen."""

from dataclasses import replace

import pytest

import laconic
from laconic.pipeline.encoded import Headline
from laconic.pipeline.method import Candidate, Judging, Scored, Screening, Varying, Verdict, judges, screens, varies
from laconic.text import Sentence

SCORED = Scored(Sentence.from_words(["It", "works", "."]), None)


@pytest.mark.parametrize("kind", [Candidate, Headline])
def test_a_changed_candidate_is_one_that_was_made_so(kind: type[Candidate]) -> None:
    candidate = kind(SCORED, None, ("It", "works"), (0, 1), -1.0, lambda: "It works")
    verdict = Verdict(0.7, 0.1)
    for has_text in (False, True):
        changed = candidate.changed(verdict=verdict, charge=0.5)
        assert changed == replace(candidate, verdict=verdict, charge=0.5)
        assert type(changed) is kind
        assert candidate.verdict is None
        assert has_text or candidate.text == changed.text


@pytest.mark.parametrize("name", ["encoder", "joint", "rewrite"])
def test_what_a_method_can_do_is_what_its_protocols_say(name: str) -> None:
    method = laconic.load(name).method
    assert judges(method) == isinstance(method, Judging)
    assert varies(method) == isinstance(method, Varying)
    assert screens(method) == isinstance(method, Screening)
