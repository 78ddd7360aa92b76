"""Run every benchmark; those whose rival cannot be imported here are named and left out.

python benchmarks/_all.py
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

_MISSING = re.compile(r"ModuleNotFoundError: No module named '([\w.]+)'\s*\Z")


def main() -> int:
    """Run them one after the other; return how many failed."""
    failed = 0
    for path in sorted(Path(__file__).parent.glob("[!_]*.py")):
        print(f"== {path.name}", flush=True)
        done = subprocess.run([sys.executable, str(path)], stderr=subprocess.PIPE, text=True, check=False)
        missing = _MISSING.search(done.stderr)
        if missing and not missing[1].startswith("laconic"):
            print(f"left out: {missing[1]} is not installed (pip install '.[bench]' brings most rivals)")
        elif done.returncode:
            print(done.stderr, file=sys.stderr)
            failed += 1
    return failed


if __name__ == "__main__":
    sys.exit(main())
