"""Kinds of command-line arguments that several commands accept."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal

from cyclopts import Parameter, Token

from laconic.errors import UsageError
from laconic.files import STANDARD_STREAM


def _refuse_options(_: type, value: object) -> None:
    # Letting "-" pass lets every word with a hyphen pass, so a mistyped option would be taken for a file.
    for name in value if isinstance(value, tuple | list) else [value]:
        if str(name).startswith("-") and str(name) != STANDARD_STREAM:
            raise UsageError(f"there is no option {name} (a file of this name would be ./{name}).")


FileName = Annotated[str, Parameter(allow_leading_hyphen=True, validator=_refuse_options)]
"""A file to read or write; ``-`` is standard input or output."""

Styles = Literal["auto", "any", "news", "editor", "law"]
"""The styles that are offered: those of `laconic.methods.encoder`, which only a verb that needs them imports."""


def _style(_: type, tokens: Sequence[Token]) -> str:
    from laconic.features.network import present_style

    return present_style(tokens[0].value)  # former names are not offered, but understood


Style = Annotated[Styles, Parameter(converter=_style)]
"""A manner of compressing."""


def shown_default(value: object) -> str | None:
    """Return a default as help shows it: nothing for what is off or empty unless requested."""
    return None if value is None or value is False or value == () else str(value)
