"""Kills, interrupts and requests from many clients; `make crashes`, `interrupts`, `hostile` and `load` try more."""

import random
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from crash_commands import COMMANDS, SERVER, torture
from hostile_requests import HOSTILE, attack, stop_under_attack
from interrupt_commands import COMMANDS as LONG_COMMANDS
from interrupt_commands import interrupt
from interrupt_commands import prepare as prepare_long
from running_server import post, running_server

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("name", sorted([*COMMANDS, SERVER]))
def test_a_killed_command_loses_nothing(name: str) -> None:
    *_, seen = torture([name], 3, random.Random(name))
    assert seen.mistakes == 0


def test_a_server_answers_many_clients_at_once() -> None:
    program = Path(__file__).with_name("load_server.py")
    done = subprocess.run([sys.executable, program, "--requests", "500"], capture_output=True, text=True, check=False)
    assert "Wrong: {}" in done.stdout, done.stdout + done.stderr


def test_hostile_requests_do_not_hold_up_ordinary_ones() -> None:
    with running_server("--requests-per-minute", "0", "--seconds", "10") as server:
        with closing(server.connect()) as connection:
            post(connection, "compress", {"text": "The model is loaded before.", "words": 4})
        for name in HOSTILE:
            seen = attack(server, name, hostile=4, ordinary=5)
            assert not seen.problems, name
            assert seen.were_taken, f"{name}: {seen.ends}"
            assert max(seen.seconds) < 2, name  # one, on a machine that has nothing else to do
        assert stop_under_attack(server, hostile=4) < 5


def test_control_c_ends_every_long_command(tmp_path: Path) -> None:
    prepare_long(tmp_path)
    for name in LONG_COMMANDS:
        _, problem = interrupt(name, tmp_path, patience=2.5)
        assert not problem, f"{name}: {problem}"
