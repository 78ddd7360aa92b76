"""``laconic run``: an experiment described in a file, and its report."""

from __future__ import annotations

from pathlib import Path


def run(experiment: Path, *, data: Path | None = None, out: Path | None = None, allow_code: bool = False) -> None:
    """Train, compress, score and compare what an experiment's file asks for, and write a report.

    What has been done is kept: an interrupted experiment resumes where it stopped, and one whose file was
    changed does only what is new.

    Examples:
        laconic run experiments/yao_2014.toml

        laconic run experiments/yao_2014.toml --data corpora --out runs/yao

    Args:
        experiment: A TOML file that describes corpora and systems.
        data: The folder that holds the corpora; by default the sample corpus is used.
        out: The folder for models, answers and the report; by default runs/ and the experiment's name.
        allow_code: Allow the experiment to run code that is not part of laconic, such as your own method; use only with
            a file that you trust.
    """
    import json
    from dataclasses import asdict

    from laconic.experiment.material import read_material
    from laconic.experiment.needs import check_needs
    from laconic.experiment.report import markdown, page
    from laconic.experiment.results import make_table
    from laconic.experiment.run import PARSES, Runner, say
    from laconic.experiment.spec import read_plan
    from laconic.experiment.steps import Steps
    from laconic.files import write_whole
    from laconic.learn.training import make_parser
    from laconic.trust import names_from

    with names_from(experiment, allow_code=allow_code):
        plan = read_plan(experiment)
        check_needs(plan, experiment)
        folder = out or Path("runs") / (experiment.stem if data is not None else f"{experiment.stem}-sample")
        steps = Steps(plan, data, folder, say)
        material = read_material(plan, data, steps)
        runner = Runner(plan, folder, say, steps, allow_code=allow_code)
        parser = make_parser("english", folder / PARSES)
        tables = [make_table(plan, each, runner.answers(each), parser) for each in material]
        printed = steps.reports()
    text = markdown(plan, tables, printed)
    for name, content in (
        ("report.md", text),
        ("report.html", page(plan, tables, printed)),
        ("results.json", json.dumps([asdict(each) for each in tables], indent=1) + "\n"),
    ):
        with write_whole(folder / name) as stream:
            stream.write(content)
    print(text)
    print(f"Written: {folder / 'report.html'}, report.md and results.json.")
