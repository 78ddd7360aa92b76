"""The page in a real browser, against what the library answers."""

import re
from pathlib import Path
from statistics import median
from typing import Literal
from urllib.parse import quote

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

import laconic
from laconic.features.network import AUTO, STYLES
from laconic.model import Model
from laconic.parse.tokenize import tokenize
from laconic.pipeline.protection import PinnedWords, Protection
from laconic.pipeline.request import Length

SENTENCE = "The old lighthouse, which had guided ships past the rocks for a hundred years, was closed last week."
SECOND = "Nobody could be found who was willing to repair its lamp."
LONG = (
    "The old lighthouse on the northern cape, which had guided ships of every size safely past the rocks for more than "
    "a hundred years, was finally closed last week because nobody could be found who was willing to repair its lamp."
)
STYLED = (
    "Heavy snow closed the mountain road between Arden and Skelmouth for the third day on Wednesday, leaving several "
    "hundred travellers stranded in village halls."
)
MOVES = (Path(__file__).parent / "move_slider.js").read_text("utf-8")


@pytest.fixture(scope="module")
def model() -> Model:
    return laconic.load("joint")


def open_page(page: Page, server: str, text: str, **state: str) -> None:
    """Open the page with a text, in a state that its address tells."""
    parts = {"text": text, "model": "joint", "mode": "each", "length": "60", "keep": "keep_negation", **state}
    page.goto(server + "#" + "&".join(f"{name}={quote(value)}" for name, value in parts.items()))
    expect(page.locator(".sentence").first).to_be_visible()


def shorter(page: Page) -> list[str]:
    return page.locator(".shorter").all_inner_texts()


def word(page: Page, text: str):
    return page.locator(".word").filter(has_text=re.compile(f"^{re.escape(text)}$")).first


def test_an_answer_that_an_editor_would_hardly_print_is_marked(page: Page, server: str) -> None:
    text = "Maybe if you ask the question again, someone will give you a good answer."
    open_page(page, server, text, model="encoder", length="40")
    warning = laconic.load().compress(text, rate=0.4).details["warning"]
    expect(page.locator(".doubt")).to_have_text(f"Check this answer: {warning}")
    open_page(page, server, text, model="encoder", length="80")
    expect(page.locator(".doubt")).to_be_hidden()


def test_a_sentence_in_another_language_is_marked(page: Page, server: str) -> None:
    open_page(page, server, f"{SENTENCE}\n\nהחנות הישנה, שנבנתה בשנת 1840, תיסגר לצמיתות באביב הבא.")
    expect(page.locator(".doubt").nth(0)).to_be_hidden()
    expect(page.locator(".doubt").nth(1)).to_have_text(re.compile("^This seems to be Hebrew"))


def test_a_pasted_text_is_compressed(page: Page, server: str, model: Model) -> None:
    page.goto(server)
    page.get_by_role("textbox", name="Your text").fill(f"{SENTENCE} {SECOND}")
    page.get_by_label("Method").select_option("joint")
    expected = [model.compress(each, rate=0.6).text for each in (SENTENCE, SECOND)]
    expect(page.locator(".shorter")).to_have_text(expected)
    kept = model.compress(SENTENCE, rate=0.6).kept
    assert kept is not None
    words = page.locator(".sentence").first.locator(".word")
    gone = [place for place in range(words.count()) if "gone" in (words.nth(place).get_attribute("class") or "")]
    assert gone == [place for place in range(words.count()) if place not in kept]
    expect(words.nth(gone[0])).to_have_css("text-decoration-line", "line-through")


def test_one_box_asks_for_rewriting_and_takes_it_back(page: Page, server: str) -> None:
    text = "The board made a decision to close the old pool in the event that it rains in March."
    open_page(page, server, text, model="encoder", length="80")
    box = page.get_by_label("also rewrite")
    expect(box).not_to_be_checked()
    box.check()
    expect(page.get_by_label("Method")).to_have_value("rewrite")
    expect(page.locator(".shorter")).to_contain_text("The board decided to close the old pool")
    box.uncheck()
    expect(page.get_by_label("Method")).to_have_value("encoder")
    page.get_by_label("Method").select_option("rewrite")
    expect(box).to_be_checked()


def test_the_answer_follows_the_slider_without_asking_again(page: Page, server: str, model: Model) -> None:
    open_page(page, server, SENTENCE)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if "/api/" in request.url else None)
    slider = page.get_by_role("slider")
    for percent in (30, 80, 45, *range(10, 100, 11)):
        slider.fill(str(percent))
        assert shorter(page) == [model.compress(SENTENCE, rate=percent / 100).text]
        expect(page.locator(".readout")).to_contain_text(f"at most {percent}%")
    assert asked == []


def test_a_method_that_reads_its_answers_again_chooses_among_all_that_fit(page: Page, server: str) -> None:
    open_page(page, server, f"{SENTENCE} {SECOND}", model="encoder")
    encoder = laconic.load()
    for percent in (60, 35, 85):
        page.get_by_role("slider").fill(str(percent))
        expected = [encoder.compress(each, rate=percent / 100).text for each in (SENTENCE, SECOND)]
        expect(page.locator(".shorter")).to_have_text(expected)
    page.get_by_label("Chosen by the model").check(force=True)
    expect(page.locator(".shorter")).to_have_text([encoder.compress(each).text for each in (SENTENCE, SECOND)])
    page.get_by_role("button", name="One word fewer").first.click()
    expect(page.locator(".shorter").first).not_to_have_text(encoder.compress(SENTENCE).text)


def test_the_slider_answers_at_once_for_a_long_sentence(page: Page, server: str) -> None:
    open_page(page, server, LONG)
    assert median(page.evaluate(MOVES)) < 50  # milliseconds; benchmarks/web.py has the figures


def test_words_are_locked_in_and_out_and_freed(page: Page, server: str, model: Model) -> None:
    open_page(page, server, SENTENCE)
    free = shorter(page)
    place = 1  # "old"
    for locks in ({"keep": frozenset([place])}, {"drop": frozenset([place])}):
        word(page, "old").click()
        expected = model.compress(SENTENCE, rate=0.6, protect=PinnedWords(**locks)).text
        expect(page.locator(".shorter")).to_have_text([expected])
        assert ("old" in expected) == ("keep" in locks)
    word(page, "old").click()
    expect(page.locator(".shorter")).to_have_text(free)


def test_the_words_of_a_whole_text_are_divided_among_its_sentences(page: Page, server: str) -> None:
    text = f"{SENTENCE} {SECOND}"
    open_page(page, server, text)
    page.get_by_label("Whole text").check(force=True)
    slider = page.get_by_role("slider")
    for words in (8, 15, 24):
        slider.fill(str(words))
        expect(page.locator(".readout")).to_have_text(f"at most {words} words {words} of {len(text.split())} words")
        counts = [int(count.split()[0]) for count in page.locator(".count").all_inner_texts()]
        assert counts == [len(answer.split()) for answer in shorter(page)]  # as people count, without punctuation
        assert sum(counts) == words


def test_a_link_brings_back_what_was_seen(page: Page, server: str) -> None:
    open_page(page, server, f"{SENTENCE} {SECOND}", length="50", model="t3")
    word(page, "old").click()
    word(page, "repair").click()
    expect(page.locator(".locked-in")).to_have_text(["old", "repair"])
    word(page, "repair").click()
    expect(page.locator(".locked-in")).to_have_text(["old"])
    expect(page.locator(".locked-out")).to_have_text(["repair"])
    expect(page.locator(".shorter").first).to_contain_text("old", ignore_case=True)
    page.wait_for_url(re.compile(r"locks=0\.1k\+1\.\d+d"))  # both locks, which the address tells a moment later
    seen, address = shorter(page), page.url
    page.goto("about:blank")
    page.goto(address)
    expect(page.locator(".shorter")).to_have_text(seen)
    expect(page.locator(".locked-in")).to_have_text(["old"])
    expect(page.locator(".locked-out")).to_have_text(["repair"])
    assert page.get_by_label("Method").input_value() == "t3"


def test_a_style_changes_the_answers_and_is_in_the_link(page: Page, server: str) -> None:
    open_page(page, server, STYLED, model="encoder", length="50")
    style = page.get_by_label("Style")
    expect(style).to_have_value(AUTO)
    assert style.locator("option").evaluate_all("all => all.map(each => each.value)") == [AUTO, *STYLES]
    answers = {name: laconic.load(style=name).compress(STYLED, rate=0.5).text for name in (AUTO, "news")}
    assert answers[AUTO] != answers["news"]
    expect(page.locator(".shorter")).to_have_text([answers[AUTO]])
    style.select_option("news")
    expect(page.locator(".shorter")).to_have_text([answers["news"]])
    page.get_by_role("button", name="Look inside").click()
    words = len(laconic.load(style="news").compress(STYLED, rate=0.5).tokens)
    exact = laconic.load(style="news").compress(STYLED, words=words, exact=True).text
    expect(page.locator(".alternatives tbody tr").first).to_contain_text(exact)
    page.wait_for_url(re.compile("style=news"))
    address = page.url
    page.goto("about:blank")
    page.goto(address)
    expect(page.locator(".shorter")).to_have_text([answers["news"]])
    expect(style).to_have_value("news")
    page.get_by_label("Method").select_option("t3")
    expect(style).to_be_hidden()
    expect(page.locator(".shorter")).to_have_text([laconic.load("t3").compress(STYLED, rate=0.5).text])


def test_a_look_inside_stays_open_when_the_settings_change(page: Page, server: str) -> None:
    open_page(page, server, STYLED, model="encoder", length="50")
    page.get_by_role("button", name="Look inside").click()
    expect(page.locator(".alternatives tbody tr").first).to_be_visible()
    page.get_by_label("Style").select_option("news")
    expect(page.locator(".shorter")).to_have_text([laconic.load(style="news").compress(STYLED, rate=0.5).text])
    expect(page.locator(".alternatives tbody tr").first).to_be_visible()
    button = page.get_by_role("button", name="Look inside")
    expect(button).to_have_attribute("aria-expanded", "true")
    button.click()
    expect(page.locator(".alternatives")).to_be_hidden()


def test_kinds_of_words_are_kept_if_one_asks(page: Page, server: str, model: Model) -> None:
    text = "The council said on Monday that it had spent 300 euros on the repair of the old bridge."
    open_page(page, server, text, length="30")
    expect(page.get_by_label("negations")).to_be_checked()
    for kind, protect in (("numbers", Protection(numbers=True)), ("names", Protection(numbers=True, names=True))):
        page.get_by_label(kind).check()
        expect(page.locator(".shorter")).to_have_text([model.compress(text, rate=0.3, protect=protect).text])


def test_the_answer_can_be_copied_and_downloaded(page: Page, server: str) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    open_page(page, server, f"{SENTENCE}\n\n{SECOND}")
    text = "\n\n".join(shorter(page))
    page.get_by_role("button", name="Copy").click()
    expect(page.get_by_text("Copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == text
    with page.expect_download() as download:
        page.get_by_role("button", name="Download", exact=True).click()
    assert download.value.path().read_text("utf-8") == text


def test_pointing_at_a_rule_lights_up_both_fragments(page: Page, server: str) -> None:
    open_page(page, server, "The old man slowly opened the heavy door of the house.", model="t3")
    page.get_by_role("button", name="Look inside").click()
    rules = page.locator(".rule")
    expect(rules.first).to_be_visible()
    before, after = page.locator(".tree-frame").all()
    deleting = rules.filter(has_text=re.compile(r"→ ε")).first
    deleting.hover()
    expect(before.locator(".lit").first).to_be_visible()
    deleted = re.search(r"\((\S+) .*→ ε", deleting.inner_text().replace("\n", " "))
    assert deleted is not None
    assert before.locator("[data-node].lit text").last.text_content() == deleted[1]  # drawn from the words up
    assert after.locator(".lit").count() == 0
    copying = rules.filter(has_text="(NP ").first
    copying.hover()
    expect(copying).to_have_class(re.compile("lit"))
    sides = copying.locator("code").inner_text().split(" → ")
    for tree, side in zip((before, after), sides, strict=True):
        labels = tree.locator("[data-node].lit text, [data-node].edge text").all_text_contents()
        assert sorted(labels) == sorted(labels_of(side))


def labels_of(fragment: str) -> list[str]:
    """The labels of a written fragment: those of its nodes, and those of its variables."""
    return re.findall(r"\((\S+)", fragment) + re.findall(r"(\S+)@", fragment)


def test_alternatives_are_shown_with_their_scores(page: Page, server: str, model: Model) -> None:
    open_page(page, server, SENTENCE)
    page.get_by_role("button", name="Look inside").click()
    expect(page.locator(".alternatives tbody tr").nth(1)).to_be_visible()
    tokens = Length(rate=0.6).words_of(len(tokenize(SENTENCE)))
    best = model.compress(SENTENCE, words=tokens, exact=True, nbest=6)
    shown = page.locator(".alternatives tbody tr").all_inner_texts()
    for row, answer in zip(shown, [best, *best.alternatives], strict=True):
        assert answer.text in row
        assert f"{answer.score:.2f}".replace("-", "−") in row


def test_everything_can_be_done_with_the_keyboard_alone(page: Page, server: str) -> None:
    open_page(page, server, SENTENCE, model="t3")
    press = page.keyboard.press

    def tab_to(selector: str) -> None:
        for _ in range(40):
            press("Tab")
            if page.evaluate("selector => document.activeElement.matches(selector)", selector):
                return
        raise AssertionError(f"{selector} cannot be reached with the tabulator")

    tab_to("#text")
    press("Control+a")
    page.keyboard.type("The old man slowly opened the heavy door of the house.")
    expect(page.locator(".source")).to_contain_text("The old man slowly")
    tab_to("#length")
    before = page.locator(".readout").inner_text()
    for _ in range(20):
        press("ArrowLeft")
    assert page.locator(".readout").inner_text() != before
    tab_to(".word")
    press("ArrowRight")
    press("Enter")
    expect(page.locator(".locked-in")).to_have_text(["old"])
    expect(page.locator(".shorter")).to_contain_text("old", ignore_case=True)
    tab_to(".tools .quiet")
    press("Enter")
    expect(page.locator(".rule").first).to_be_visible()
    tab_to(".rule")
    expect(page.locator(".tree-frame").first.locator(".lit").first).to_be_visible()
    outline = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
    assert outline != "none"


def test_it_fits_a_telephone(phone: Page, server: str, model: Model) -> None:
    open_page(phone, server, SENTENCE, model="t3")
    phone.get_by_role("button", name="Look inside").tap()
    expect(phone.locator(".rule").first).to_be_visible()
    assert phone.evaluate("document.documentElement.scrollWidth") <= 360
    word(phone, "old").tap()
    expect(phone.locator(".locked-in")).to_have_text(["old"])
    phone.get_by_label("Method").select_option("joint")
    phone.get_by_role("slider").fill("40")
    locked = PinnedWords(keep=frozenset([1]))
    expect(phone.locator(".shorter")).to_have_text([model.compress(SENTENCE, rate=0.4, protect=locked).text])


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_everyone_can_use_it(page: Page, server: str, scheme: Literal["light", "dark"]) -> None:
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    open_page(page, server, SENTENCE, model="t3")
    word(page, "old").click()
    word(page, "which").click()
    expect(page.locator(".locked-in")).to_have_text(["old", "which"])
    word(page, "which").click()
    expect(page.locator(".locked-out")).to_have_text(["which"])
    page.get_by_role("button", name="Look inside").click()
    expect(page.locator(".rule").first).to_be_visible()
    found = Axe().run(page).response["violations"]
    assert [(each["id"], [node["html"] for node in each["nodes"]]) for each in found] == []


def test_markup_and_characters_of_every_size_stay_what_they_are(page: Page, server: str) -> None:
    text = 'He said 😀 that <img src="x" onerror="alert(1)"> was fine, and left the old house.'
    open_page(page, server, text, length="100")
    assert page.locator(".source").inner_text() == text
    assert shorter(page) == [text]
    assert page.locator(".sentence img").count() == 0


def test_what_the_server_refuses_is_told_in_a_sentence(page: Page, server: str) -> None:
    open_page(page, server, SENTENCE)
    page.get_by_role("textbox", name="Your text").fill("word " * 600)
    expect(page.get_by_role("alert")).to_contain_text("500 are allowed")
    page.goto("about:blank")
    page.goto(f"{server}#text={quote('word ' * 600)}")
    page.wait_for_load_state("networkidle")
    expect(page.get_by_role("alert")).to_contain_text("500 are allowed")


def test_an_empty_page_says_what_to_do(page: Page, server: str) -> None:
    open_page(page, server, SENTENCE)
    page.get_by_role("textbox", name="Your text").fill("")
    expect(page.get_by_text("Paste a text above")).to_be_visible()
    expect(page.get_by_role("slider")).to_be_hidden()
    page.get_by_role("button", name="one sentence").click()
    expect(page.get_by_role("slider")).to_be_visible()
    expect(page.get_by_text("Paste a text above")).to_be_hidden()


def test_what_a_server_out_of_reach_did_not_answer_can_be_asked_again(page: Page, server: str, model: Model) -> None:
    open_page(page, server, SENTENCE)
    page.route("**/lengths", lambda route: route.abort())
    page.get_by_role("textbox", name="Your text").fill(SECOND)
    expect(page.get_by_role("alert")).to_contain_text("The server cannot be reached.")
    page.unroute("**/lengths")
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_role("alert")).to_be_hidden()
    expect(page.locator(".shorter")).to_have_text([model.compress(SECOND, rate=0.6).text])


def test_a_text_is_made_to_fit_so_many_characters(page: Page, server: str, model: Model) -> None:
    open_page(page, server, f"{SENTENCE} {SECOND}")
    page.get_by_text("Characters", exact=True).click()
    for name, most in (("a post", 280), ("a subtitle", 84)):
        page.get_by_role("button", name=name).click()
        expect(page.locator(".readout")).to_contain_text(f"at most {most} characters")
        text = " ".join(shorter(page))
        assert len(text) <= most
        expect(page.locator(".readout")).to_contain_text(f"{len(text)} of {len(SENTENCE) + 1 + len(SECOND)} characters")
    page.get_by_role("slider").fill("10")
    expect(page.locator(".readout")).to_contain_text("no shorter answer")
    page.wait_for_url(re.compile("length=10"))
    page.reload()
    expect(page.locator(".readout")).to_contain_text("at most 10 characters")


def test_characters_are_divided_as_well_as_can_be(page: Page, server: str) -> None:
    open_page(page, server, "It rained.")
    best = page.evaluate(
        """async () => {
            const { withinCharacters } = await import("/static/lengths.js");
            const make = (source, ...lengths) => ({
                source,
                tokens: source.split(" "),
                lengths: lengths.map(([text, score]) => ({ text, score, tokens: text.split(" ") })),
            });
            const one = make("a b c d", ["a", -9], ["a b", -1], ["a b c d", 0]);
            const two = make("e f g h", ["e", -1], ["e f", -0.9], ["e f g h", -0.5]);
            return [14, 8, 4, 1].map((room) => withinCharacters([one, two], room));
        }"""
    )
    assert best == [[2, 2], [1, 1], [1, 0], [0, 0]]


def test_an_alternative_is_taken_with_a_click(page: Page, server: str) -> None:
    open_page(page, server, SENTENCE)
    page.get_by_role("button", name="Look inside").click()
    third = page.locator(".take").nth(2)
    text = third.inner_text()
    third.click()
    expect(page.locator(".shorter")).to_have_text(text)
    kept = page.locator(".word:not(.gone)").all_inner_texts()
    assert "".join(kept).lower() == "".join(text.split()).lower()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_what_belongs_to_an_earlier_text_is_greyed_but_legible(
    page: Page, server: str, scheme: Literal["light", "dark"]
) -> None:
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    open_page(page, server, SENTENCE)
    shorter = page.locator(".shorter").first
    fresh = shorter.evaluate("element => getComputedStyle(element).color")
    page.route("**/api/v1/lengths", lambda route: None)  # never answered
    page.get_by_role("textbox", name="Your text").fill(SECOND)
    expect(page.locator("#result")).to_have_class(re.compile("outdated"))
    assert shorter.evaluate("element => getComputedStyle(element).color") != fresh
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()


def test_a_negation_that_goes_with_its_clause_is_not_shown_as_protected(page: Page, server: str) -> None:
    text = "The new bridge, which nobody had expected, was opened by the mayor on Sunday."
    open_page(page, server, text, model="encoder", length="45")
    expect(page.locator(".word", has_text="nobody")).to_have_class("word gone")
    open_page(page, server, "Nobody had expected the new bridge so soon.", model="encoder", length="60")
    expect(page.locator(".word", has_text="Nobody")).to_have_class("word protected")


def test_text_runs_in_its_own_direction(page: Page, server: str) -> None:
    open_page(page, server, "הנמל הישן של העיר ייסגר באביב הבא.")
    for place in ("#text", ".source", ".shorter"):
        assert page.locator(place).first.evaluate("element => getComputedStyle(element).direction") == "rtl"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_api_can_be_read_by_people(page: Page, server: str, scheme: Literal["light", "dark"]) -> None:
    page.emulate_media(color_scheme=scheme)
    page.goto(f"{server}api")
    expect(page.get_by_role("heading", name="/api/v1/compress")).to_be_visible()
    expect(page.get_by_text("At most N characters.").first).to_be_visible()
    assert Axe().run(page).violations_count == 0
    page.set_viewport_size({"width": 360, "height": 740})
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    about = page.locator("#about").bounding_box()
    assert about
    assert about["width"] > 250  # not a column beside the name
