"""Joint decoding of tree transduction: sentences a second after parsing, and what beam search misses.

    python benchmarks/joint_t3.py [--rate 0.65]

Dual decomposition and beam search (cube pruning) look for the best deletion under the same rules and language model,
those of the bundled tree transducer; so the share of sentences on which the beam's score is lower is its search error.
With a bigram model as the partner, that of the bundled ``joint-t3``, there is no beam to compare with. Times are CPU
seconds of one thread, and count the building of forests, features and search, not parsing.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from dataclasses import replace

from laconic.compression import Compression
from laconic.corpus import sample
from laconic.methods.joint_t3 import JointT3
from laconic.methods.t3 import T3
from laconic.model import load
from laconic.pipeline.method import Method
from laconic.search.constraints import Constraints, words_at_rate
from laconic.text import Sentence

BEAMS = (10, 100, 1000)


def measured(method: Method, sentences: Sequence[Sentence], rate: float) -> tuple[float, list[Compression]]:
    """Return the sentences a second and the answers, what is remembered of rules being warm."""
    asked = [Constraints.exactly(len(each), words_at_rate(len(each), rate)) for each in sentences]
    for sentence, constraints in zip(sentences, asked, strict=True):
        method.compress(sentence, constraints)
    begun = time.process_time()
    answers = [method.compress(*each) for each in zip(sentences, asked, strict=True)]
    return len(sentences) / (time.process_time() - begun), answers


def certificates(answers: Sequence[Compression]) -> str:
    """Say how many answers are proved best, and how many needed no branching."""
    count = len(answers)
    proved = sum(answer.details["certificate"] for answer in answers) / count
    converged = sum(answer.details["converged"] for answer in answers) / count
    return f"{proved:.1%} proved best, {converged:.1%} without branching"


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rate", type=float, default=0.65)
    rate = parser.parse_args().rate
    model, joint = load("t3"), load("joint-t3").method
    t3 = model.method
    assert isinstance(t3, T3)
    sentences = list(model.parse(pair.source for pair in sample("deletion")))
    print(f"{len(sentences)} sentences, rate {rate:g}")
    speed, exact = measured(JointT3(t3), sentences, rate)
    print(f"T3+LM, dual decomposition: {speed:.0f} sentences a second; {certificates(exact)}")
    only_deletes = replace(t3.settings, deletion_only=True)
    for beam in BEAMS:
        slower, found = measured(t3.with_settings(replace(only_deletes, beam=beam)), sentences, rate)
        missed = sum(one.score < other.score - 1e-4 for one, other in zip(found, exact, strict=True)) / len(exact)
        print(f"T3+LM, beam of {beam}: {slower:.0f} sentences a second ({speed / slower:.2f} × is the ratio), ", end="")
        print(f"{missed:.1%} search errors")
    speed, found = measured(joint, sentences, rate)
    print(f"T3+bigram, dual decomposition: {speed:.0f} sentences a second; {certificates(found)}")


if __name__ == "__main__":
    main()
