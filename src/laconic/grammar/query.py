"""What queries for rules have in common, whether the rules are of trees or of phrases."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from laconic.errors import UsageError

Mask = NDArray[np.bool_]
Places = NDArray[np.int64]


@dataclass(frozen=True, kw_only=True)
class Query:
    """What the requested rules have in common; a condition that is not given holds for all.

    Attributes:
        word: a word on either side.
        kind: what the rule does.
        pattern: a regular expression that the rule's text matches somewhere.
        at_least: for features by name, the least value.
        at_most: for features by name, the greatest value.
    """

    word: str | None = None
    kind: str | None = None
    pattern: str | None = None
    at_least: Mapping[str, float] = field(default_factory=dict)
    at_most: Mapping[str, float] = field(default_factory=dict)

    def check_kind(self, known: Collection[str]) -> None:
        """Raise `UsageError` unless the kind, if one is given, is known."""
        if self.kind is not None and self.kind not in known:
            raise UsageError(f"there is no kind of rule called {self.kind!r}; choose from {', '.join(known)}.")

    def within_limits(self, features: Mapping[str, NDArray[Any]], count: int) -> Mask:
        """Return for each of ``count`` rules whether its features lie between the limits.

        Raises:
            UsageError: there is no such feature.
        """
        for name in (*self.at_least, *self.at_most):
            if name not in features:
                raise UsageError(f"the grammar has no feature {name!r}; it has {', '.join(features) or 'none'}.")
        keep = np.ones(count, np.bool_)
        for name, least in self.at_least.items():
            keep &= features[name] >= least
        for name, most in self.at_most.items():
            keep &= features[name] <= most
        return keep

    def compiled_pattern(self) -> re.Pattern[str]:
        """Return the pattern, which matches everything if none is given.

        Raises:
            UsageError: it is not a regular expression.
        """
        try:
            return re.compile(self.pattern or "")
        except re.error as error:
            raise UsageError(f"{self.pattern!r} is not a regular expression: {error}.") from None
