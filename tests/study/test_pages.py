"""The pages of a study in a real browser: with the keyboard alone, and on a telephone."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect
from serving import served
from studies import EFFECTS, annotation_study, answer_all, rating_study

from laconic.study.opening import open_study
from laconic.study.report.files import report, write_report
from laconic.study.store import Person


@pytest.fixture(scope="module")
def rating(tmp_path_factory) -> Iterator[tuple[Path, str, dict[str, str]]]:
    """A rating study that is being served: its file, its address, and secrets."""
    path = tmp_path_factory.mktemp("rating") / "study.db"
    study, runner = rating_study(path, sentences=4, checks=1, practice=2)
    secrets = {name: study.invite(name) for name in ("desk", "telephone", "other")}
    study.store.close()
    with served("serve", path) as (address, _):
        yield path, address, {**secrets, "runner": runner}


@pytest.fixture(scope="module", params=["rewrite", "delete"])
def annotation(request, tmp_path_factory) -> Iterator[tuple[str, Path, str, dict[str, str]]]:
    path = tmp_path_factory.mktemp("annotation") / "study.db"
    study, runner = annotation_study(path, request.param)
    secrets = {name: study.invite(name) for name in ("desk", "telephone")}
    study.store.close()
    with served("serve", path) as (address, _):
        yield request.param, path, address, {**secrets, "runner": runner}


def fits(page: Page) -> bool:
    """Return whether a page is no wider than the screen."""
    return page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")


def who(page: Page) -> str:
    return "desk" if page.viewport_size["width"] > 1000 else "telephone"


def answers(path: Path, name: str):
    study = open_study(path)
    with study.store:
        return study.answers(next(person for person in study.store.people() if person.name == name))


def saved(page: Page) -> None:
    expect(page.locator("#state")).to_have_text("Saved")


def test_a_study_is_rated_to_its_end_with_the_keyboard_alone(rating, page: Page) -> None:
    path, address, secrets = rating
    name = who(page)
    link = f"{address}#{secrets[name]}"
    page.goto(link)
    press = page.keyboard.press
    expect(page.get_by_role("heading", name="What to do")).to_be_visible()
    assert fits(page)
    press("Enter")
    expected = {}
    for place in range(7):
        label = f"Practice {place + 1} of 2" if place < 2 else f"{place - 1} of 5"
        expect(page.get_by_role("region", name=label, exact=True)).to_be_visible()
        assert fits(page)
        if place == 4:  # one may stop, and go on where one stopped
            saved(page)
            page.goto("about:blank")
            page.goto(link)
            expect(page.get_by_role("heading", name="Welcome back")).to_be_visible()
            press("Enter")
            expect(page.get_by_role("region", name=label, exact=True)).to_be_visible()
        press("Enter")  # nothing happens before both are rated
        press(str(place % 5 + 1))
        press("Enter")
        press("2")
        if place == 3:  # a slip is put right
            press("ArrowUp")
            press("5")
        expected[place] = (5 if place == 3 else place % 5 + 1, 2)
        press("Enter")
        if place < 2:
            expect(page.get_by_role("heading", name="Practice")).to_be_visible()
            press("Enter")
        if place == 1:
            expect(page.get_by_role("heading", name="End of practice")).to_be_visible()
            press("Enter")
        if place == 5:  # going back shows what was given, which can be changed
            press("Backspace")
            expect(page.get_by_role("radio", name="grammaticality 1 of 5")).to_be_checked()
            press("4")
            press("Enter")
            expected[5] = (4, 2)
    expect(page.get_by_role("heading", name="Thank you!")).to_be_visible()
    expect(page.get_by_text("all your ratings are saved")).to_be_visible()
    saved(page)
    given = {place: tuple(rated.ratings.values()) for place, rated in answers(path, name).items()}
    assert given == expected
    page.goto("about:blank")
    page.goto(link)
    expect(page.get_by_role("heading", name="Thank you!")).to_be_visible()


@pytest.mark.parametrize("page", ["telephone"], indirect=True)
def test_a_pair_is_rated_by_touch(rating, page: Page) -> None:
    path, address, secrets = rating
    page.goto(f"{address}#{secrets['other']}")
    page.get_by_role("button", name="Begin").or_(page.get_by_role("button", name="Go on")).click()
    before = len(answers(path, "other"))
    page.get_by_role("radio", name="grammaticality 3 of 5").tap()
    expect(page.get_by_role("button", name="Next")).to_be_disabled()
    page.get_by_role("radio", name="importance 5 of 5").tap()
    page.get_by_role("button", name="Next").tap()
    saved(page)
    assert len(answers(path, "other")) == before + 1


def test_answers_wait_for_a_server_that_is_away(rating, browser) -> None:
    path, address, secrets = rating
    context = browser.new_context()
    page = context.new_page()
    page.goto(f"{address}#{secrets['other']}")
    page.locator("button.primary").click()
    before = len(answers(path, "other"))
    context.set_offline(True)
    for key in "11":
        page.keyboard.press(key)
    page.keyboard.press("Enter")
    expect(page.locator("#state")).to_contain_text("Not saved yet")
    assert len(answers(path, "other")) == before
    context.set_offline(False)
    saved(page)
    assert len(answers(path, "other")) == before + 1
    context.close()


@pytest.mark.parametrize("page", ["desk"], indirect=True)
def test_pages_never_tell_the_system(rating, page: Page) -> None:
    _, address, secrets = rating
    with page.expect_response("**/api/v1/session") as session:
        page.goto(f"{address}#{secrets['other']}")
    assert not any(f'"{system}"' in session.value.text() for system in EFFECTS)
    assert secrets["other"] not in session.value.url


@pytest.mark.parametrize("place", ["", "run"])
@pytest.mark.parametrize(
    ("secret", "heading", "told"),
    [
        ("", "Please open the personal link you were given", "a row of characters"),
        ("#x", "Something is wrong with this link", "does not belong to a study"),
    ],
)
def test_wrong_links_are_explained(rating, browser, place, secret, heading, told) -> None:
    _, address, _ = rating
    page = browser.new_page()
    page.goto(f"{address}{place}{secret}")
    expect(page.get_by_role("heading", level=2)).to_have_text(heading)
    expect(page.get_by_role("alert")).to_contain_text(told)
    page.close()


def test_a_study_out_of_reach_can_be_opened_again(rating, browser) -> None:
    _, address, secrets = rating
    page = browser.new_page()
    page.route("**/api/v1/session", lambda route: route.abort())
    page.goto(f"{address}#{secrets['other']}")
    expect(page.get_by_role("alert")).to_contain_text("The server cannot be reached.")
    page.unroute("**/api/v1/session")
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_role("button", name=re.compile("Begin|Go on"))).to_be_visible()
    expect(page.get_by_role("alert")).to_have_count(0)
    page.close()


def test_whoever_runs_the_study_sees_it_move(rating, page: Page) -> None:
    _, address, secrets = rating
    page.goto(f"{address}run#{secrets['runner']}")
    row = page.get_by_role("row").filter(has_text="other")
    expect(row).to_be_visible()
    assert fits(page)
    with page.expect_download() as download:
        page.get_by_role("button", name="Ratings (CSV)").click()
    assert download.value.suggested_filename == "ratings.csv"
    assert Path(download.value.path()).read_text("utf-8").startswith("rater,sentence,system,grammaticality")


def test_a_document_is_compressed_with_the_keyboard_alone(annotation, page: Page) -> None:
    mode, path, address, secrets = annotation
    name = who(page)
    page.goto(f"{address}#{secrets[name]}")
    press = page.keyboard.press
    expect(page.get_by_text("0 of 2 sentences done")).to_be_visible()
    assert fits(page)
    write = rewrite if mode == "rewrite" else strike_out
    write(page)
    expect(page.get_by_text("2 of 2 sentences done")).to_be_visible()
    saved(page)
    page.get_by_role("button", name="bakery 0/1").focus()
    press("Enter")
    expect(page.get_by_text("0 of 1 sentences done")).to_be_visible()
    given = answers(path, name)
    assert given[0].text == "The old harbour will close next spring."
    assert given[1].text == "Nobody minds."  # kept as it is
    assert [given[place].done for place in (0, 1)] == [True, True]
    page.reload()  # and come back, to revise
    page.get_by_role("button", name="harbour 2/2").click()
    first = page.get_by_role("region", name="Sentence 1")
    if mode == "rewrite":
        expect(first.locator("textarea")).to_have_value("The old harbour will close next spring.")
        first.locator("textarea").fill("The harbour will close.")
        first.get_by_role("button", name="Done").click()
    else:
        expect(first.locator(".preview")).to_have_text("The old harbour will close next spring.")
        first.get_by_role("button", name="old", exact=True).click()
        first.get_by_role("button", name="Done").click()
    expect(page.locator("#state")).to_have_text("Saved")
    shorter = "The harbour will close." if mode == "rewrite" else "The harbour will close next spring."
    assert answers(path, name)[0].text == shorter
    page.get_by_text("Read your version as a text").click()
    expect(page.locator("details p.reading")).to_have_text(f"{shorter} Nobody minds.")


def rewrite(page: Page) -> None:
    """Write the first sentence shorter, and keep the second as it is."""
    page.get_by_role("textbox", name="Short version of sentence 1").focus()
    page.keyboard.type("The old harbour will close next spring.")
    page.keyboard.press("Enter")
    expect(page.get_by_role("textbox", name="Short version of sentence 2")).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")  # on "Keep as it is"


def strike_out(page: Page) -> None:
    """Strike ", built in 1840 ," out of the first sentence, and keep the second as it is."""
    page.get_by_role("group", name="Words of sentence 1").get_by_role("button").first.focus()
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    for _ in range(5):
        page.keyboard.press("Delete")
    page.keyboard.press("Space")  # "will" goes, and comes back
    page.keyboard.press("Space")
    page.keyboard.press("Enter")
    expect(page.get_by_role("group", name="Words of sentence 2").get_by_role("button").first).to_be_focused()
    page.keyboard.press("Enter")


def test_a_row_of_words_is_struck_out_at_once(tmp_path, browser) -> None:
    study, _ = annotation_study(tmp_path / "study.db", "delete")
    secret = study.invite("anna")
    study.store.close()
    with served("serve", tmp_path / "study.db") as (address, _):
        page = browser.new_page()
        page.goto(f"{address}#{secret}")
        words = page.get_by_role("group", name="Words of sentence 1").get_by_role("button")
        words.nth(3).click()
        words.nth(7).click(modifiers=["Shift"])
        expect(page.locator(".word.gone")).to_have_text([",", "built", "in", "1840", ","])
        saved(page)  # by itself, a moment later
        page.close()
    assert answers(tmp_path / "study.db", "anna")[0].text == "The old harbour will close next spring."
    assert not answers(tmp_path / "study.db", "anna")[0].done


def test_markup_in_a_document_stays_a_text(tmp_path, browser) -> None:
    document = tmp_path / "wicked.txt"
    document.write_text("The <img src=x onerror=alert(1)> harbour & <b>co</b> closed.\n", "utf-8")
    store = tmp_path / "study.db"
    with served("annotate", document, "--lines", "--annotators", "<i>eve</i>,ben", "--store", store) as (_, links):
        page = browser.new_page()
        page.goto(links["<i>eve</i>"])
        expect(page.locator(".original")).to_have_text("The <img src=x onerror=alert(1)> harbour & <b>co</b> closed.")
        assert page.locator("main img, main b, main i").count() == 0
        page.goto("about:blank")
        page.goto(links["(you)"])
        expect(page.get_by_role("cell", name="<i>eve</i>")).to_be_visible()
        page.close()
    assert Person(1, "<i>eve</i>", 0) in open_people(store)


def open_people(path: Path) -> list[Person]:
    study = open_study(path)
    with study.store:
        return study.store.people()


@pytest.fixture(scope="module")
def comparing(tmp_path_factory) -> Iterator[tuple[Path, str, dict[str, str]]]:
    """A study of preferences with consent, comments and a completion code that is being served."""
    path = tmp_path_factory.mktemp("comparing") / "study.db"
    own = {"comments": True, "consent": ["You may stop at any time."], "completion_code": "C0FFEE"}
    study, runner = rating_study(path, ("one", "two"), sentences=2, checks=0, practice=1, questions="preference", **own)
    secrets = {name: study.invite(name) for name in ("desk", "telephone", "axe-desk", "axe-telephone")}
    study.store.close()
    with served("serve", path) as (address, _):
        yield path, address, {**secrets, "runner": runner}


def test_versions_are_compared_after_consent_and_the_end_gives_a_code(comparing, page: Page) -> None:
    path, address, secrets = comparing
    page.goto(f"{address}#{secrets[who(page)]}")
    press = page.keyboard.press
    expect(page.get_by_text("You may stop at any time.")).to_be_visible()
    expect(page.get_by_role("heading", name="What to do")).to_have_count(0)
    page.get_by_role("button", name="I agree").click()
    expect(page.get_by_role("heading", name="What to do")).to_be_visible()
    page.reload()  # who has agreed is not asked again
    expect(page.get_by_role("heading", name="What to do")).to_be_visible()
    expect(page.get_by_role("button", name="Begin")).to_be_focused()
    assert fits(page)
    press("Enter")
    expect(page.get_by_role("heading", name="A", exact=True)).to_be_visible()
    expect(page.get_by_role("heading", name="B", exact=True)).to_be_visible()
    assert fits(page)
    press("1")
    press("Enter")  # then the comment on the practice, and the end of practice
    press("Enter")
    press("Enter")
    expect(page.get_by_role("region", name="1 of 2", exact=True)).to_be_visible()
    press("5")  # is no choice
    expect(page.get_by_role("button", name="Next")).to_be_disabled()
    page.get_by_role("radio", name="Preference: B").check()
    page.get_by_label("Comment").fill("A lacks 3 words.")
    page.get_by_role("button", name="Next").click()
    expect(page.get_by_role("region", name="2 of 2", exact=True)).to_be_visible()
    page.get_by_role("radio", name="Preference: Neither").check()
    page.get_by_role("button", name="Next").click()
    expect(page.get_by_text("Your completion code: C0FFEE")).to_be_visible()
    assert fits(page)
    given = answers(path, who(page))
    assert [(each.ratings, each.comment) for each in given.values()] == [
        ({"preference": 1}, ""),
        ({"preference": 3}, "A lacks 3 words."),
        ({"preference": 2}, ""),
    ]


def test_everyone_can_compare(comparing, page: Page) -> None:
    _, address, secrets = comparing
    page.goto(f"{address}#{secrets[f'axe-{who(page)}']}")
    page.get_by_role("button", name="I agree").wait_for()
    assert violations(page) == []
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="What to do")).to_be_visible()
    assert violations(page) == []
    page.keyboard.press("Enter")
    expect(page.locator(".trial")).to_be_visible()
    page.keyboard.press("3")
    assert violations(page) == []


def violations(page: Page) -> list[tuple[str, list[str]]]:
    found = Axe().run(page).response["violations"]
    return [(each["id"], [node["html"] for node in each["nodes"]]) for each in found]


def test_everyone_can_rate_and_run_a_study(rating, page: Page) -> None:
    _, address, secrets = rating
    page.goto(f"{address}#{secrets['other']}")
    page.get_by_role("button", name=re.compile("Begin|Go on")).click()
    expect(page.locator(".trial")).to_be_visible()
    page.keyboard.press("3")
    assert violations(page) == []
    page.goto("about:blank")
    page.goto(f"{address}run#{secrets['runner']}")
    expect(page.get_by_role("table")).to_be_visible()
    assert violations(page) == []


def test_everyone_can_compress(annotation, page: Page) -> None:
    mode, _, address, secrets = annotation
    page.goto(f"{address}#{secrets[who(page)]}")
    expect(page.locator(".sentence").first).to_be_visible()
    if mode == "delete":
        page.locator(".word:not(.gone)").first.hover()
        assert violations(page) == []
        page.locator(".word").first.click()
    assert violations(page) == []


def test_tables_of_a_report_scroll_and_everyone_can_read_them(tmp_path, page: Page) -> None:
    study, _ = rating_study(tmp_path / "s.db", sentences=8)
    for number in range(8):
        study.invite(f"a rater with a name that is long {number}")
    with study:
        answer_all(study, EFFECTS)
        write_report(report(study), tmp_path / "report")
    page.goto((tmp_path / "report" / "report.html").as_uri())
    assert fits(page)  # also with the marks beside the figures
    last = page.get_by_role("group", name=re.compile("^Table: System, Gramm")).locator("th").last
    last.scroll_into_view_if_needed()
    box = last.bounding_box()
    assert box["x"] + box["width"] <= page.viewport_size["width"]
    page.locator("summary").first.click()
    assert violations(page) == []
