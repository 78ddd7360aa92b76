"""Kills at random moments and requests from many clients; `make crashes` and `make load` try more of both."""

import random
import subprocess
import sys
from pathlib import Path

import pytest
from crash_commands import COMMANDS, prepare, torture, torture_server

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_a_killed_command_leaves_nothing_half_done(name: str, tmp_path: Path) -> None:
    prepare(tmp_path)
    assert torture(name, COMMANDS[name], tmp_path, 3, random.Random(name)) == 0


def test_a_killed_server_of_a_study_has_kept_what_it_said_was_saved(tmp_path: Path) -> None:
    prepare(tmp_path)
    assert torture_server(tmp_path, 3, random.Random(0)) == 0


def test_a_server_answers_many_clients_at_once() -> None:
    program = Path(__file__).with_name("load_server.py")
    done = subprocess.run([sys.executable, program, "--requests", "500"], capture_output=True, text=True, check=False)
    assert "Wrong: {}" in done.stdout, done.stdout + done.stderr
