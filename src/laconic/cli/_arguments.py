"""Kinds of command-line arguments that several commands accept."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import Parameter, Token

from laconic.errors import UsageError
from laconic.files import STANDARD_STREAM

if TYPE_CHECKING:
    from laconic.model import Model


def _refuse_options(_: type, value: object) -> None:
    # Letting "-" pass lets every word with a hyphen pass, so a mistyped option would be taken for a file.
    for name in value if isinstance(value, tuple | list) else [value]:
        if str(name).startswith("-") and str(name) != STANDARD_STREAM:
            raise UsageError(f"there is no option {name} (a file of this name would be ./{name}).")


FileName = Annotated[str, Parameter(allow_leading_hyphen=True, validator=_refuse_options)]
"""A file to read or write; ``-`` is standard input or output."""

Styles = Literal["auto", "any", "news", "editor", "law"]
"""The styles that are offered: those of `laconic.methods.encoder`, which only a verb that needs them imports."""


class DefaultStyle(str):
    """A style that a project's defaults name, which matters only to methods that have styles."""

    __slots__ = ()


def _style(_: type, tokens: Sequence[Token]) -> str:
    from laconic.features.network import present_style

    style = present_style(tokens[0].value)  # former names are not offered, but understood
    return style if tokens[0].source == "cli" else DefaultStyle(style)


Style = Annotated[Styles, Parameter(converter=_style)]
"""A manner of compressing."""


def load_in_style(name: str, style: str | None, *, parser: str | None = None, allow_code: bool = False) -> Model:
    """Return a model in a style; if that is only a default, a model that has no styles ignores it.

    Raises:
        UsageError: there is no such model, style or parser, or the model does not have the style that was asked for.
    """
    from laconic.model import load
    from laconic.pipeline.method import Styled

    model = load(name, parser=parser, allow_code=allow_code)
    is_ignored = isinstance(style, DefaultStyle) and not isinstance(model.method, Styled)
    return model if style is None or is_ignored else model.in_style(str(style))


def shown_default(value: object) -> str | None:
    """Return a default as help shows it: nothing for what is off or empty unless requested."""
    return None if value is None or value is False or value == () else str(value)
