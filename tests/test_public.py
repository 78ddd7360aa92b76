"""What `import laconic` offers, and what it costs."""

import subprocess
import sys

import laconic

PUBLIC = [
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


def test_the_public_names_are_these() -> None:
    assert sorted(laconic.__all__) == sorted(PUBLIC)
    for name in PUBLIC:
        assert getattr(laconic, name) is not None
    assert dir(laconic) == laconic.__all__


def test_importing_loads_nothing_but_itself() -> None:
    program = (
        "import sys, laconic; print(*sorted(name for name in sys.modules if name.startswith(('laconic', 'numpy'))))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["laconic"]
