"""Defaults of a project: ``laconic.toml``, or ``[tool.laconic]`` in ``pyproject.toml``, here or in a folder above.

The file has a table for each command, with its options as they are written on the command line, without the dashes.
"""

from __future__ import annotations

import tomllib
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from cyclopts import App, ArgumentCollection

from laconic.errors import DataError

_LENGTHS = frozenset(["words", "rate", "chars", "confidence", "sure"])
_INSTEAD = (_LENGTHS, frozenset(["model", "method", "rewrite"]))
"""Options of which only one makes sense: one on the command line takes the place of another in the file."""

_APART = (
    (frozenset(["all-lengths"]), _LENGTHS | {"exact", "fast", "nbest"}),
    (frozenset(["exact"]), frozenset(["chars", "confidence", "sure"])),
)
"""Two groups of options: where one of a group is on the command line, the file's options of the other make no sense."""

_NEVER = "allow-code"
"""What only the user may say, not a file that comes with a folder."""


def project_defaults(app: App, commands: tuple[str, ...], arguments: ArgumentCollection) -> None:
    """Fill in the options that the command line does not give.

    Raises:
        DataError: the file is not TOML, or not a file of defaults.
    """
    found = _find(Path.cwd())
    if found is None:
        return
    from cyclopts.config import Dict

    path, options = found
    _check_commands(options, path)
    for name in commands:
        options = options.get(name, {})
        if not isinstance(options, dict):
            raise DataError(f"{' '.join(commands)} is a table of options, such as [{'.'.join(commands)}].", path=path)
    options = {name.replace("_", "-"): value for name, value in options.items()}
    if _NEVER in options:
        raise DataError(f"{_NEVER} cannot be a default: give --{_NEVER} only when you trust what you load.", path=path)
    given = {argument.name.removeprefix("--") for argument in arguments if argument.tokens}
    senseless = _senseless_beside(given)
    inner = {
        name: value
        for name, value in options.items()
        if name not in senseless and not isinstance(value, dict)  # tables are of subcommands
    }
    Dict(inner, source=str(path), use_commands_as_keys=False)(app, commands, arguments)


def _senseless_beside(given: set[str]) -> set[str]:
    """Return the options that a file gives in vain beside those of the command line."""
    pairs = (*((names, names) for names in _INSTEAD), *_APART, *((other, one) for one, other in _APART))
    return set().union(*(others for names, others in pairs if given & names))


def _check_commands(tables: dict[str, Any], path: Path) -> None:
    """Raise `DataError` if a table has the name of no command: nobody would ever heed what is in it."""
    from laconic.cli import app

    known = [name for name in app if not name.startswith("-")]
    for name in tables:
        if name not in known:
            close = get_close_matches(name, known, n=1)
            hint = f"did you mean [{close[0]}]?" if close else f"there are {', '.join(known)}."
            raise DataError(f"there is no command {name}: {hint}", path=path)


def _find(folder: Path) -> tuple[Path, dict[str, Any]] | None:
    """Return the nearest file of defaults, and what is in it."""
    for each in (folder, *folder.parents):
        if (own := each / "laconic.toml").is_file():
            return own, _read(own)
        if (shared := each / "pyproject.toml").is_file():
            tools = _read(shared).get("tool", {})
            if isinstance(tools, dict) and isinstance(tools.get("laconic"), dict):
                return shared, tools["laconic"]
    return None


def _read(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text("utf-8-sig"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError, RecursionError) as error:
        raise DataError(f"is not TOML: {error}.", path=path) from None
