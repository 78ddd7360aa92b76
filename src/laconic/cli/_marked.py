"""A compression for people: kept words in bold, deleted words faint and struck through."""

from __future__ import annotations

from rich.console import Console
from rich.text import Text

from laconic.compression import Compression
from laconic.errors import counted


def marked(answer: Compression) -> Text:
    """Return the source with its deleted words struck through, or the new text if words were rewritten."""
    sentence = answer.source
    if answer.kept is None or not sentence.is_located:
        return Text(answer.text, style="bold")
    kept = set(answer.kept)
    text = Text()
    reached = 0
    for place, token in enumerate(sentence.tokens):
        text.append(sentence.text[reached : token.start])
        text.append(token.text, style="bold" if place in kept else "strike dim red")
        reached = token.end
    return text


def show_marked(answer: Compression, *, with_score: bool = False, console: Console) -> None:
    """Print the marked source, then the compressed text, then the alternatives."""
    console.print(marked(answer), soft_wrap=not console.record)
    for each in (answer, *answer.alternatives):
        line = Text("→ ", style="green")
        line.append(each.text)
        line.append(f"  {len(each.tokens)} of {counted(len(each.source), 'token')}", style="dim")
        if with_score:
            line.append(f", score {each.score:.2f}", style="dim")
        console.print(line, soft_wrap=not console.record)
