"""The manual's page on experiments tells the truth."""

from pathlib import Path

from laconic.experiment.spec import Plan, read_plan

DOCS = Path(__file__).parents[2] / "docs"


def test_the_experiment_shown_is_sound_and_every_key_is_told(tmp_path: Path) -> None:
    page = (DOCS / "experiments.md").read_text("utf-8")
    path = tmp_path / "shown.toml"
    path.write_text(page.split("```toml\n")[1].split("```")[0], "utf-8")
    plan = read_plan(path)
    assert list(plan.systems) == ["bigram", "joint", "fast", "bundled"]
    told = {
        word.strip("`")
        for line in page.splitlines()
        if line.startswith("| `")
        for word in line.split("|")[1].split(", ")
    }
    keys = {word.strip(" `") for word in told}
    assert set(Plan.__struct_fields__) - {"corpora", "steps", "systems"} <= keys
