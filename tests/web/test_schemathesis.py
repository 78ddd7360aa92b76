"""Schemathesis over the API: every answer is as the OpenAPI document says, whatever is asked."""

import subprocess
import sys
from pathlib import Path


def test_schemathesis_finds_nothing(server: str, tmp_path: Path) -> None:
    program = Path(sys.executable).with_name("schemathesis")
    command = [program, "run", f"{server}api/v1/openapi.json", "--checks", "all", "--max-examples", "12", "--seed", "1"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 0, done.stdout
    assert "No issues found" in done.stdout
