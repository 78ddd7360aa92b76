"""How sure a method is of each word, as a table for the terminal."""

from __future__ import annotations

from laconic.compression import Compression


def explain_words(answer: Compression) -> str:
    """Return a line for each word of the source: kept or deleted, the probability that this is right, and its score.

    The score is the word's own part; what it is worth next to its neighbours comes on top.
    """
    words = answer.source.words
    kept = set(answer.kept or ())
    width = max(map(len, words), default=0)
    lines = [
        f"{word:<{width}}  {'kept   ' if place in kept else 'deleted'}  {sure:4.0%}  {score:+6.2f}"
        for place, (word, sure, score) in enumerate(
            zip(words, answer.word_confidence or (), answer.details["word_score"], strict=True)
        )
    ]
    lines += told_articles(answer)
    sure = answer.word_confidence or (1.0,)
    lines.append(f"words rightly kept or deleted, expected: {sum(sure) / len(sure):.0%}")
    lines.append(f"confidence in the answer: {answer.confidence or 0.0:.0%}")
    lines.append(f"log-probability of the answer: {answer.score:.2f}")
    return "\n".join(lines)


def told_articles(answer: Compression) -> list[str]:
    """Return a line for each article that is written otherwise, so that it agrees with the word after it."""
    return [
        f"{answer.tokens[place]!r} is written {article!r}, as it stands before another word now"
        for place, article in answer.articles.items()
    ]
