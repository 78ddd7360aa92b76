"""Packages that only training needs, checked before the work that needs them."""

from __future__ import annotations

from importlib.util import find_spec

from laconic.errors import MissingDependency


def require(package: str, feature: str) -> None:
    """Check that a package is installed, without importing it.

    Args:
        package: its name in Python.
        feature: what needs it, for the error.

    Raises:
        MissingDependency: it is not.
    """
    if find_spec(package) is None:
        raise MissingDependency(feature, "train")
