"""Words as the tokens of a causal language model, for the reader that is one."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path


class CausalTokens:
    """Tokenises single words, so that a version's tokens are those of the words it keeps.

    Args:
        folder: the model's, which holds its tokeniser, or a single GGUF file with everything in it.
    """

    def __init__(self, folder: Path) -> None:
        from transformers import AutoTokenizer  # only needed where a causal model is

        packed = next(folder.glob("*.gguf"), None)
        source = {"gguf_file": packed.name} if packed else {}
        tokenizer = AutoTokenizer.from_pretrained(folder, **source)
        self._tokens = cache(lambda text: tokenizer(text, add_special_tokens=False)["input_ids"])

    def columns(self, words: Sequence[str], text: str) -> dict[str, list[int]]:
        """Return ``token``, the tokens of a sentence's words, and ``tokens``, how many each word has.

        A word's tokens begin with a space where one stands before it in the text.
        """
        found = [self._tokens(spaced) for spaced in with_spaces(words, text)]
        return {"token": [token for word in found for token in word], "tokens": [len(word) for word in found]}


def with_spaces(words: Sequence[str], text: str) -> list[str]:
    """Return each word with a space before it, unless it follows the one before directly or is the first.

    >>> with_spaces(["It", "'s", "late", "."], "It's late.")
    ['It', "'s", ' late', '.']
    """
    found: list[str] = []
    end = 0
    for word in words:
        place = text.find(word, end)
        apart = place > end if place >= 0 else bool(found)  # a word that the text writes otherwise
        found.append(f" {word}" if apart else word)
        end = place + len(word) if place >= 0 else end
    return found
