"""From raw text to compressed text: sentences a second on one core, and where the time goes.

The rival is an integer program (HiGHS) that searches for words, neighbours and arcs at once under the same scores, as
Thadani and McKeown do; it is compared with laconic's exact search for the same.

    python benchmarks/compress.py
"""

from __future__ import annotations

import laconic
from _clock import seconds
from laconic.corpus import sample
from laconic.search.constraints import Constraints
from laconic.search.joint import JointSearch
from laconic.search.joint_ilp import JointIlpSearch

RIVAL_SENTENCES = 5
REPEATS = 5
FORTY_WORDS = (
    "The old man, who had seen it all before, slowly opened the door of the house and said nothing about the war to "
    "his two sons, as he had promised their mother on her birthday."
)


def main() -> None:
    """Measure and print."""
    model = laconic.load()
    texts = [pair.source for pair in sample("deletion")]
    list(model.pipe(texts[:5], rate=0.6))  # load what is loaded on first use
    count = len(texts)
    whole = seconds(lambda: list(model.pipe(texts, rate=0.6)))
    fast = seconds(lambda: list(model.pipe(texts, rate=0.6, fast=True)))
    free = seconds(lambda: list(model.pipe(texts)))
    parsed = list(model.parse(texts))
    parsing = seconds(lambda: list(model.parse(texts)))
    scoring = seconds(lambda: [model.method.scorer(sentence, 0.6) for sentence in parsed])
    scores = [model.method.scorer(sentence, 0.6) for sentence in parsed]
    words = [round(0.6 * len(sentence)) for sentence in parsed]
    searching = seconds(
        lambda: [
            model.method.search.search(each, Constraints.exactly(len(each), n))
            for each, n in zip(scores, words, strict=True)
        ]
    )
    single = seconds(lambda: [model.compress(text, rate=0.6) for text in texts[:30]]) / 30
    (forty,) = model.parse([FORTY_WORDS])
    one = seconds(lambda: model.compress(FORTY_WORDS, rate=0.6), REPEATS)
    every = seconds(lambda: model.all_lengths(FORTY_WORDS), REPEATS)
    rival = JointIlpSearch()
    some = range(RIVAL_SENTENCES)
    joint = (
        seconds(lambda: [JointSearch().search(scores[k], Constraints.exactly(len(scores[k]), words[k])) for k in some])
        / RIVAL_SENTENCES
    )
    slow = (
        seconds(lambda: [rival.search(scores[k], Constraints.exactly(len(scores[k]), words[k])) for k in some])
        / RIVAL_SENTENCES
    )
    print(f"{count} sentences, {sum(map(len, parsed)) / count:.1f} words each, one core, processor time")
    for name, spent in (("within a limit", whole), ("the same, fast", fast), ("at free length", free)):
        print(f"raw to compressed text, {name:<16} {count / spent:5.0f} sentences a second")
    print(f"one sentence at a time                  {1e3 * single:6.1f} ms")
    for name, spent in (("parsing", parsing), ("features and scores", scoring), ("search, one length", searching)):
        print(f"  {name:<37} {1e3 * spent / count:6.2f} ms a sentence")
    print(f"one length of {len(forty)} words                  {1e3 * one:6.1f} ms")
    print(f"all lengths of the same                 {1e3 * every:6.1f} ms: {every / one:.1f} times as long")
    print(f"joint search, exact                     {1e3 * joint:6.2f} ms")
    print(f"joint search by HiGHS                   {1e3 * slow:6.0f} ms: {slow / joint:.0f} times as long")


if __name__ == "__main__":
    main()
