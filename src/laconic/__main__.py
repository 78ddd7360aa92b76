"""``python -m laconic``: the command line, for those whose shell does not find the ``laconic`` command."""

import sys

from laconic.cli import main

if __name__ == "__main__":
    sys.exit(main())
