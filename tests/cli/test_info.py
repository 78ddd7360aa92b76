"""``laconic info`` lists every package that pyproject.toml names."""

import json
import re
import tomllib
from pathlib import Path

from laconic.cli import main

PROJECT = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text("utf-8"))["project"]


def names(requirements: list[str]) -> set[str]:
    return {re.split(r"[^\w-]", each, maxsplit=1)[0] for each in requirements} - {"laconic"}


def test_all_packages_are_told_by_extra(capsys) -> None:
    assert main(["info", "--json"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert record["packages"].keys() == names(PROJECT["dependencies"])
    assert all(record["packages"].values())
    optional = PROJECT["optional-dependencies"]
    assert record["extras"].keys() == optional.keys() - {"bench", "docs", "test"}
    for extra, packages in record["extras"].items():
        assert packages.keys() >= names(optional[extra])
    assert record["extras"]["spark"].keys() > record["extras"]["pivot"].keys() > record["extras"]["align"].keys()
    assert "encoder" in record["models"]


def test_what_is_missing_comes_with_its_remedy(capsys) -> None:
    assert main(["info"]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert "[web] installed" in shown
    assert "pip install '.[stanza]' in a clone of laconic brings" in shown
