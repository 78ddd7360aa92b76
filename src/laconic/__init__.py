"""laconic shortens sentences: fast, offline, within the length you give, with every change explained."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from laconic.align import Alignment
    from laconic.compression import Compression
    from laconic.corpus import Corpus, Pair
    from laconic.errors import DataError, LaconicError, UsageError
    from laconic.model import Model, load
    from laconic.pipeline.protection import Protection
    from laconic.pipeline.request import Length, Request
    from laconic.text import Sentence, Token
    from laconic.tree import Tree

__version__ = "0.2.0"

# Public names are imported on first use, so that `import laconic` costs next to nothing.
_HOMES = {
    "Alignment": "align",
    "Compression": "compression",
    "Corpus": "corpus",
    "DataError": "errors",
    "LaconicError": "errors",
    "Length": "pipeline.request",
    "Model": "model",
    "Pair": "corpus",
    "Protection": "pipeline.protection",
    "Request": "pipeline.request",
    "Sentence": "text",
    "Token": "text",
    "Tree": "tree",
    "UsageError": "errors",
    "load": "model",
}

__all__ = [
    "Alignment",
    "Compression",
    "Corpus",
    "DataError",
    "LaconicError",
    "Length",
    "Model",
    "Pair",
    "Protection",
    "Request",
    "Sentence",
    "Token",
    "Tree",
    "UsageError",
    "__version__",
    "load",
]


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        return getattr(import_module(f"laconic.{_HOMES[name]}"), name)
    raise AttributeError(f"module 'laconic' has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__
