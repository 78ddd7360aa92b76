"""The commands of the studies' page run, one after the other, as a reader would type them."""

import re
import shlex
from pathlib import Path

from laconic.cli import main
from laconic.corpus import sample
from laconic.study.opening import open_study
from laconic.study.rating import RatingStudy
from laconic.study.store import encode

PAGE = Path(__file__).parents[2] / "docs" / "studies.md"
LINES = re.findall(r"^\$ laconic (.+)$", PAGE.read_text("utf-8"), re.MULTILINE)
(QUESTIONS,) = re.findall(r"^```toml\n(.+?)^```$", PAGE.read_text("utf-8"), re.MULTILINE | re.DOTALL)
COMMANDS = [shlex.split(line, comments=True) for line in LINES]


def test_commands_run_in_order(tmp_path, monkeypatch, capsys) -> None:
    monkeypatch.chdir(tmp_path)
    pairs = [pair for pair, _ in zip(sample("rewrite"), range(40), strict=False)]
    Path("dev.txt").write_text("".join(f"{pair.source}\n" for pair in pairs), "utf-8")
    for name in ("ours", "theirs", "gold"):
        Path(f"{name}.txt").write_text("".join(f"{pair.reference}\n" for pair in pairs), "utf-8")
    for name in ("news1", "news2"):
        Path(f"{name}.txt").write_text("The old harbour will close. Nobody really minds.", "utf-8")
    Path("own.toml").write_text(QUESTIONS, "utf-8")
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
                answer = {"text": "The harbour will close.", "done": True}
                if isinstance(study, RatingStudy):
                    questions = enumerate(study.settings.questions)
                    answer = {"ratings": {each.name: 1 + (task.item * n + place) % 5 for n, each in questions}}
                study.store.add_answers([(person.id, place, encode(answer))])
