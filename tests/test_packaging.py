"""What builders of packages and images rely on."""

import re
import shlex
import tomllib
from pathlib import Path

ROOT = Path(__file__).parent.parent
SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
PROJECT = SETTINGS["project"]


def docker_lines() -> list[list[str]]:
    """The instructions of the Dockerfile, split into words."""
    text = (ROOT / "Dockerfile").read_text("utf-8").replace("\\\n", " ")
    return [shlex.split(line) for line in text.splitlines() if line and not line.startswith("#")]


def test_wheels_are_built_for_all_versions_of_python_that_are_supported() -> None:
    named = [each.rpartition(" ")[2] for each in PROJECT["classifiers"] if re.search(r"Python :: 3\.\d+$", each)]
    built = SETTINGS["tool"]["cibuildwheel"]["build"].split()
    assert built == [f"cp{version.replace('.', '')}-*" for version in named]
    assert PROJECT["requires-python"] == f">={named[0]}"


def test_a_wheel_brings_the_licence_and_whom_to_thank() -> None:
    assert PROJECT["license-files"] == ["LICENSE", "NOTICE"]
    assert all((ROOT / name).is_file() for name in PROJECT["license-files"])


def test_the_image_is_built_from_files_that_exist_and_all_that_the_build_names() -> None:
    copied = [name for words in docker_lines() if words[0] == "COPY" for name in words[1:-1]]
    assert all((ROOT / name).exists() for name in copied)
    assert {"pyproject.toml", "CMakeLists.txt", "src", PROJECT["readme"], *PROJECT["license-files"]} <= set(copied)
    ignored = (ROOT / ".dockerignore").read_text("utf-8").split()
    assert not set(copied) & set(ignored)


def test_the_image_serves_with_options_that_exist() -> None:
    extras = {extra for words in docker_lines() for word in words for extra in re.findall(r"\[(\w+)\]$", word)}
    assert extras == {"web"}
    assert extras <= PROJECT["optional-dependencies"].keys()
    (command,) = (words[1:] for words in docker_lines() if words[0] == "CMD")
    words = [word.strip("[],") for word in command]
    assert words[:2] == ["laconic", "serve"]
    (port,) = (words[1] for words in docker_lines() if words[0] == "EXPOSE")
    assert words[words.index("--port") + 1] == port
    assert words[words.index("--host") + 1] == "0.0.0.0"  # else nobody outside the container could connect
