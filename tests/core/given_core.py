"""Puts another build of the core, named by LACONIC_CORE, in place of the installed one: import this before laconic.

As a pytest plugin (``-p given_core``) it comes before all tests. `make sanitize` runs the tests on a core that reports
wrong reads and undefined behaviour in this way, and leaves the installed one alone.
"""

import importlib.util
import os
import sys

PATH = os.environ.get("LACONIC_CORE")

if PATH is not None:
    assert "laconic._core" not in sys.modules, "the core was imported before its other build could be put in place"
    spec = importlib.util.spec_from_file_location("laconic._core", PATH)
    assert spec is not None, PATH
    assert spec.loader is not None, PATH
    core = importlib.util.module_from_spec(spec)
    sys.modules["laconic._core"] = core
    spec.loader.exec_module(core)
