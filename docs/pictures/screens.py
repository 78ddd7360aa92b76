"""Photographs laconic's pages for the manual: docs/serving.png and docs/images/study-*.png.

python docs/pictures/screens.py

Needs Chromium and `pip install '.[web,stats,test]'`. The study is made up: four raters who rate what systems and
people made of the sample corpus, by rules.
"""

from __future__ import annotations

import random
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from urllib.parse import quote

from playwright.sync_api import Browser, expect, sync_playwright

import laconic
from laconic.corpus import sample
from laconic.study.opening import open_study
from laconic.study.rating import RatingStudy
from laconic.study.report.files import report, write_report
from laconic.study.store import encode

DOCS = Path(__file__).parents[1]
COMMAND = [sys.executable, "-c", "import sys; from laconic.cli import main; sys.exit(main())"]
TEXT = (
    "The city council decided on Tuesday evening, after a long and at times heated debate, to build a new bridge "
    "across the river. It will cost about 40 million euros and should not be finished before the end of next year. "
    "Several residents who live near the planned site said that they had not been asked for their opinion. The mayor "
    "promised that she would meet them as soon as possible."
)
DOCUMENT = (
    "The old harbour, which was built in 1840 for the herring fleet, will close for good next spring.\n"
    "Nobody in the town really minds.\n"
)
SENTENCES = 24
RATERS = 12
FINISHED = 8
QUALITY = {"Deletion": 3.3, "Random": 1.9, "Rewriting": 3.6, "Reference": 3.9}


@contextmanager
def running(*arguments: str | Path) -> Iterator[list[str]]:
    """Run a command that serves until the block ends; yield its lines up to the one with its address."""
    command = [*COMMAND, *map(str, arguments), "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as process:
        assert process.stdout is not None
        lines: list[str] = []
        for line in process.stdout:
            lines.append(line)
            if re.match(r"(?:Serving .*|laconic is) at http://", line):
                break
        try:
            yield lines
        finally:
            process.terminate()


def links_of(lines: list[str]) -> dict[str, str]:
    """Return the links that a study printed, by name; `(you)` is the runner's."""
    return dict(re.findall(r"^ +(\S+) +(http://\S+)$", "".join(lines), re.MULTILINE))


def demo_page(browser: Browser) -> None:
    """Photograph the demo page with a word kept and a word dropped."""
    with running("serve") as lines:
        page = browser.new_page(viewport={"width": 1280, "height": 900})
        address = re.search(r"http://\S+", lines[-1])
        assert address
        page.goto(f"{address[0]}#text={quote(TEXT)}&mode=each&length=60&keep=keep_negation")
        word = page.locator(".word")
        word.filter(has_text=re.compile("^Tuesday$")).click()
        dropped = word.filter(has_text=re.compile("^long$"))
        dropped.click()
        dropped.click()
        page.mouse.move(0, 0)
        page.wait_for_timeout(3000)  # until the answers have been read a second time
        page.screenshot(path=DOCS / "serving.png")
        page.close()


def make_study(folder: Path) -> tuple[Path, dict[str, str]]:
    """Create a study of four systems; return its file, and the secrets of all who take part."""
    pairs = list(islice(zip(sample("deletion"), sample("rewrite"), strict=True), SENTENCES))
    sources = [deletion.source for deletion, _ in pairs]
    chance = laconic.load("random")
    versions = {
        "sources": sources,
        "Deletion": [answer.text for answer in laconic.load().pipe(sources, rate=0.7)],
        "Random": [answer.text for answer in chance.pipe(sources, rate=0.7)],
        "Rewriting": [rewrite.reference for _, rewrite in pairs],
        "gold": [deletion.reference for deletion, _ in pairs],
    }
    for name, lines in versions.items():
        (folder / f"{name}.txt").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    store = folder / "rate.db"
    outputs = [folder / f"{name}.txt" for name in ("Deletion", "Random", "Rewriting")]
    options = ["--items", SENTENCES, "--raters", RATERS, "--store", store, "--only-create"]
    files = ["--source", folder / "sources.txt", "--reference", folder / "gold.txt", "--output", *outputs]
    command = [*COMMAND, "study", "rate", *files, *options]
    made = subprocess.run(list(map(str, command)), check=True, capture_output=True, text=True)
    return store, {name: link.partition("#")[2] for name, link in links_of([made.stdout]).items()}


def rate(path: Path) -> None:
    """Let most raters finish, and one more begin."""
    study = open_study(path)
    assert isinstance(study, RatingStudy)
    chance = random.Random(1)
    with study.store, study.store.transaction():
        for number, person in enumerate(study.store.people()):
            tasks = list(enumerate(study.store.tasks(person.id)))
            for place, task in tasks if number < FINISHED else tasks[:9] if number == FINISHED else []:
                quality = QUALITY.get(task.version, max(QUALITY.values()))
                names = [question.name for question in study.settings.questions]
                ratings = {name: min(5, max(1, round(chance.gauss(quality, 0.8)))) for name in names}
                if check := study.checks.get(task.item):
                    ratings = dict(check.ratings)
                answer = {"ratings": ratings, "seconds": round(chance.uniform(4, 12), 1)}
                study.store.add_answers([(person.id, place, encode(answer))])


def rating_pages(browser: Browser, folder: Path) -> None:
    """Photograph a rater's page, the runner's page and the report."""
    path, secrets = make_study(folder)
    rate(path)
    with running("study", "serve", path) as lines:
        address = re.search(r"http://[^ ]+", lines[-1])
        assert address
        page = browser.new_page(viewport={"width": 820, "height": 790})
        page.goto(f"{address[0]}#{secrets['rater-12']}")
        for _ in range(4):  # the instructions and what is there to practise on
            page.keyboard.press("Enter")
            page.keyboard.press("4")
            page.keyboard.press("3")
            page.keyboard.press("Enter")
        page.wait_for_timeout(500)
        page.screenshot(path=DOCS / "images" / "study-rate.png")
        page.set_viewport_size({"width": 820, "height": 560})
        page.goto("about:blank")
        page.goto(f"{address[0]}run#{secrets['(you)']}")
        expect(page.get_by_text("rater-1", exact=True)).to_be_visible()
        page.screenshot(path=DOCS / "images" / "study-run.png")
        page.close()
    study = open_study(path)
    with study.store:
        write_report(report(study), folder / "report")
    page = browser.new_page(viewport={"width": 960, "height": 660})
    page.goto(f"file://{folder / 'report' / 'report.html'}")
    page.screenshot(path=DOCS / "images" / "study-report.png")
    page.close()


def annotating_page(browser: Browser, folder: Path) -> None:
    """Photograph a document that is being compressed on a phone."""
    document = folder / "harbour.txt"
    document.write_text(DOCUMENT, encoding="utf-8")
    names = ("--lines", "--annotators", "anna", "--mode", "delete", "--store", folder / "annotate.db")
    with running("study", "annotate", document, *names) as lines:
        page = browser.new_page(viewport={"width": 390, "height": 700}, has_touch=True)
        page.goto(links_of(lines)["anna"])
        words = page.get_by_role("group", name="Words of sentence 1").get_by_role("button")
        words.nth(3).click()
        words.nth(13).click(modifiers=["Shift"])
        expect(page.locator("#state")).to_have_text("Saved")
        page.screenshot(path=DOCS / "images" / "study-annotate.png")
        page.close()


def main() -> None:
    """Photograph everything."""
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        program = shutil.which("chromium") or shutil.which("google-chrome")
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        demo_page(browser)
        rating_pages(browser, Path(name))
        annotating_page(browser, Path(name))
        browser.close()


if __name__ == "__main__":
    main()
