"""``laconic info``: versions and optional parts, for people and for bug reports."""

from __future__ import annotations

import json
import platform
from importlib import metadata
from pathlib import Path

import laconic

_PACKAGES = """
numpy cyclopts msgspec rich sacrebleu scipy statsmodels pandas
sil-thot duckdb sacremoses pyspark starlette
"""
_DEPENDENCIES = tuple(_PACKAGES.split())


def info(*, json_: bool = False) -> None:
    """Show versions, paths and which optional packages are installed.

    Example: ``laconic info --json``
    """
    record = {
        "laconic": laconic.__version__,
        "python": platform.python_version(),
        "platform": platform.platform(),
        "location": str(Path(laconic.__file__).parent),
        "packages": {name: _version(name) for name in _DEPENDENCIES},
    }
    if json_:
        print(json.dumps(record))
        return
    from rich.console import Console
    from rich.table import Table

    table = Table(show_header=False, box=None)
    for key, value in record.items():
        if isinstance(value, dict):
            for package, version in value.items():
                table.add_row(package, version or "[dim]not installed[/dim]")
        else:
            table.add_row(key, str(value))
    Console().print(table)


def _version(package: str) -> str | None:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return None
