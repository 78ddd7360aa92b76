"""The commands of the studies' page run, one after the other, as a reader would type them."""

import re
import shlex
from pathlib import Path

from laconic.cli import main
from laconic.corpus import sample
from laconic.study.opening import open_study
from laconic.study.store import encode

PAGE = Path(__file__).parents[2] / "docs" / "studies.md"
LINES = re.findall(r"^\$ laconic (.+)$", PAGE.read_text("utf-8"), re.MULTILINE)
COMMANDS = [shlex.split(line, comments=True) for line in LINES]


def test_commands_run_in_order(tmp_path, monkeypatch, capsys) -> None:
    monkeypatch.chdir(tmp_path)
    pairs = [pair for pair, _ in zip(sample("rewrite"), range(40), strict=False)]
    Path("dev.txt").write_text("".join(f"{pair.source}\n" for pair in pairs), "utf-8")
    for name in ("ours", "theirs", "gold"):
        Path(f"{name}.txt").write_text("".join(f"{pair.reference}\n" for pair in pairs), "utf-8")
    for name in ("news1", "news2"):
        Path(f"{name}.txt").write_text("The old harbour will close. Nobody really minds.", "utf-8")
    for command in COMMANDS:
        if command[1] == "serve":  # would serve for ever; tests of the server do that
            continue
        if command[1] == "invite" and "anna" in command:
            assert main(["study", "invite", "rate.db", "anna"]) == 0
        assert main([*command, *(["--only-create"] if command[1] in ("rate", "annotate") else [])]) == 0, command
        if command[1] in ("rate", "annotate"):
            answer_everything(command[command.index("--store") + 1])
    assert Path("report/report.html").exists()
    assert Path("news.jsonl").exists()
    shown = {"rate", "annotate", "export", "serve", "invite", "status", "backup", "report"}
    assert {command[1] for command in COMMANDS} == shown


def answer_everything(path: str) -> None:
    study = open_study(path)
    with study.store, study.store.transaction():
        for person in study.store.people():
            for place, task in enumerate(study.store.tasks(person.id)):
                rated = {"grammaticality": 1 + (task.item + place) % 5, "importance": 1 + place % 5}
                written = {"text": "The harbour will close.", "done": True}
                study.store.add_answers([(person.id, place, encode(rated if study.store.kind == "rate" else written))])
