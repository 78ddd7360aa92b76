"""A study served as its user would: by the command line, in a process of its own."""

import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_COMMAND = "import sys; from laconic.cli import main; sys.exit(main(sys.argv[1:]))"


def start(*arguments: str | Path) -> tuple[subprocess.Popen[str], str, dict[str, str]]:
    """Start ``laconic study`` with these arguments; return the process, the address and the links it printed."""
    command = [sys.executable, "-c", _COMMAND, "study", *map(str, arguments), "--port", "0"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    links = {}
    assert process.stdout is not None
    for line in process.stdout:
        if link := re.fullmatch(r" +(\S+) +(http://\S+)\n", line):
            links[link[1]] = link[2]
        elif serving := re.match(r"Serving .* at (http://\S+) ", line):
            return process, serving[1], links
    raise AssertionError(process.communicate())


@contextmanager
def served(*arguments: str | Path) -> Iterator[tuple[str, dict[str, str]]]:
    """Serve a study while the block runs; the server must stop cleanly afterwards, and say nothing on its way."""
    process, address, links = start(*arguments)
    try:
        yield address, links
    finally:
        process.terminate()
        _, complaints = process.communicate(timeout=30)
        assert process.returncode == 0
        # Only requests that are not HTTP may be reported.
        assert complaints.replace("WARNING:  Invalid HTTP request received.\n", "") == ""
