"""``laconic info``: versions, paths, bundled models and what is installed."""

from __future__ import annotations

import json
import platform
import re
from collections.abc import Mapping
from importlib import metadata
from pathlib import Path

import laconic

# Extras for those who work on laconic itself.
_OF_DEVELOPERS = {"bench", "docs", "test"}
_REQUIREMENT = re.compile(r"([\w.-]+)(?:\[([\w,-]+)\])?.*?(?:extra == ['\"]([\w-]+)['\"].*)?")


def info(*, json_: bool = False) -> None:
    """Show versions, paths, bundled models and which packages are installed.

    Args:
        json_: Print one JSON object.
    """
    from laconic.model import bundled_models

    needed = _requirements()
    record = {
        "laconic": laconic.__version__,
        "python": platform.python_version(),
        "platform": platform.platform(),
        "location": str(Path(laconic.__file__).parent),
        "models": bundled_models(),
        "packages": {name: _version(name) for name in sorted(needed.pop("", set()))},
        "extras": {extra: {name: _version(name) for name in sorted(names)} for extra, names in sorted(needed.items())},
    }
    if json_:
        print(json.dumps(record))
    else:
        _show(record)


def _requirements() -> dict[str, set[str]]:
    """The packages that each extra asks for, and under the empty name those that laconic always needs."""
    needed: dict[str, set[str]] = {}
    parts: list[tuple[str, str]] = []
    for line in metadata.requires("laconic") or []:
        found = _REQUIREMENT.fullmatch(line)
        if found is None:
            continue
        package, chosen, extra = found[1], found[2], found[3] or ""
        if extra in _OF_DEVELOPERS:
            continue
        if package == "laconic":  # an extra that includes others
            parts += [(extra, part) for part in chosen.split(",")]
        else:
            needed.setdefault(extra, set()).add(package)
    # pyproject.toml names an extra before those that include it.
    for extra, part in parts:
        needed.setdefault(extra, set()).update(needed.get(part, ()))
    return needed


def _show(record: Mapping[str, object]) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table(show_header=False, box=None)
    for key, value in record.items():
        if key == "extras":
            continue
        if isinstance(value, dict):
            shown = ", ".join(f"{name} {version or '(missing)'}" for name, version in value.items())
        else:
            shown = ", ".join(value) if isinstance(value, list) else str(value)
        table.add_row(key, shown)
    extras = record["extras"]
    assert isinstance(extras, dict)
    for extra, packages in extras.items():
        missing = [name for name, version in packages.items() if version is None]
        remedy = f"[dim]pip install '.\\[{extra}]' in a clone of laconic brings {', '.join(missing)}[/dim]"
        table.add_row(f"\\[{extra}]", remedy if missing else "installed")
    Console().print(table)


def _version(package: str) -> str | None:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return None
