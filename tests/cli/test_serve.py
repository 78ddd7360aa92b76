"""``laconic serve`` where it cannot start; tests/web has what it does when it can."""

import socket
import sys

import pytest

import laconic
import laconic.web
from laconic.cli import main


def test_a_taken_port_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert main(["serve", "--model", "joint", "--port", str(port)]) == 2
    assert f"port {port} of 127.0.0.1 is taken" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["--model", "nowhere"], 2, "the model 'nowhere' does not exist"),
        (["--model", "joint", "--model", "joint"], 2, "two models have the same name"),
        (["--threads", "0"], 2, "threads must be at least 1"),
        (["--model", "joint", "--port", "70000"], 2, "from 0 to 65535"),
    ],
)
def test_wrong_options_are_told(capsys: pytest.CaptureFixture[str], arguments: list[str], code: int, said: str) -> None:
    assert main(["serve", *arguments]) == code
    assert said in capsys.readouterr().err


def test_without_its_packages_it_says_what_to_install(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in [name for name in sys.modules if name.partition(".")[0] == "starlette" or "laconic.web" in name]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setattr(laconic, "web", laconic.web)  # the second import takes its place, and must not keep it
    monkeypatch.setitem(sys.modules, "starlette", None)
    assert main(["serve"]) == 1
    assert "run pip install '.[web]' in a clone of laconic" in capsys.readouterr().err
