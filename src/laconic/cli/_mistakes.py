"""Messages about a command line that cannot be understood: one sentence that says what was expected."""

from __future__ import annotations

import re

from cyclopts import (
    Argument,
    CoercionError,
    CycloptsError,
    MissingArgumentError,
    UnknownOptionError,
    UnusedCliTokensError,
)

from laconic.errors import UsageError

_NUMBERS = {int: "a whole number", float: "a number"}


def explained(error: CycloptsError) -> str:
    """Return what is wrong with a command line, and where to look."""
    command = " ".join(error.command_chain or ())
    return f"laconic: {_problem(error, command)} See {f'laconic {command}'.strip()} --help."


def with_dashes(error: UsageError) -> str:
    """Return an error's message with the options that it names as the command line spells them."""
    if not error.options:
        return str(error)
    names = "|".join(map(re.escape, error.options))
    return re.sub(rf"\b(?:{names})\b", lambda name: f"--{name[0].replace('_', '-')}", str(error))


def _problem(error: CycloptsError, command: str) -> str:
    if isinstance(error, MissingArgumentError) and error.argument is not None:
        about = _about(error, error.argument)
        if error.keyword is not None:
            return f"{error.keyword} needs a value{about}."
        return f"{command} needs {_name(error.argument)}{about}."
    if isinstance(error, UnusedCliTokensError) and error.unused_tokens:
        return f"{command} has no use for {error.unused_tokens[0]!r}; a text of several words needs quotes around it."
    if isinstance(error, UnknownOptionError) and error.token is not None and error.token.source != "cli":
        return f"{error.token.source}: there is no option {_bare(error.token.keyword)} of {command}."
    if isinstance(error, CoercionError) and error.token is not None and error.target_type in _NUMBERS:
        name = error.token.keyword or (_name(error.argument) if error.argument is not None else "this")
        if error.token.source != "cli":
            name = f"{error.token.source}: {_bare(name)}"
        return f"{name} needs {_NUMBERS[error.target_type]}, not {error.token.value!r}."
    told = str(error)
    return told[:1].lower() + told[1:]  # as all messages begin after the program's name


def _bare(keyword: str | None) -> str:
    """Return an option as a file of defaults has it."""
    return (keyword or "").strip("[]")


def _name(argument: Argument) -> str:
    """Return an argument's name as help writes it."""
    return argument.name.removeprefix("--").upper() if argument.field_info.is_positional else argument.name


def _about(error: CycloptsError, argument: Argument) -> str:
    """Return the first sentence that help says of an argument, in brackets."""
    if error.app is None:
        return ""
    told = {each.name: each.parameter.help for each in error.app.assemble_argument_collection(parse_docstring=True)}
    text = " ".join((told.get(argument.name) or "").split()).partition(". ")[0].rstrip(".")
    return f" ({text[:1].lower()}{text[1:]})" if text else ""
