"""Pages of a desk's and of a telephone's size."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

# Machines that run tests are shared and slow now and then: what comes late is no failure.
expect.set_options(timeout=30_000)

DESK = {"width": 1280, "height": 860}
TELEPHONE = {"width": 390, "height": 844}


@pytest.fixture(params=["desk", "telephone"])
def page(request, browser: Browser) -> Iterator[Page]:
    """Return an empty page, once of a desk's and once of a telephone's size; it must not complain of anything."""
    is_telephone = request.param == "telephone"
    context = browser.new_context(
        viewport=TELEPHONE if is_telephone else DESK,
        is_mobile=is_telephone,
        has_touch=is_telephone,
        color_scheme="dark" if is_telephone else "light",
    )
    opened = context.new_page()
    complaints: list[str] = []
    opened.on("pageerror", lambda error: complaints.append(str(error)))
    opened.on("console", lambda said: complaints.append(said.text) if said.type in ("error", "warning") else None)
    yield opened
    context.close()
    assert complaints == []
