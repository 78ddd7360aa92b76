"""Schemathesis over a study's API: every answer is as the OpenAPI document says, whatever is asked."""

import subprocess
import sys
from pathlib import Path

import pytest
from serving import served
from studies import annotation_study, rating_study


@pytest.mark.parametrize(
    "make", [annotation_study, pytest.param(rating_study, marks=pytest.mark.slow)], ids=["annotation", "rating"]
)
def test_schemathesis_finds_nothing(tmp_path: Path, make) -> None:
    study, _ = make(tmp_path / "study.db")
    secret = study.invite("anna")
    study.store.close()
    with served("serve", tmp_path / "study.db") as (address, _):
        program = Path(sys.executable).with_name("schemathesis")
        options = "--checks all --max-examples 6 --seed 1".split()
        command = [program, "run", f"{address}api/v1/openapi.json", "-H", f"Authorization: Bearer {secret}", *options]
        done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 0, done.stdout
    assert "Tested: 6" in done.stdout
