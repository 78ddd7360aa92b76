"""Settings for all tests, and a browser for those of pages."""

import shutil
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

if TYPE_CHECKING:
    from playwright.sync_api import Browser

# Machines that run tests are shared and slow now and then: a slow example is no failure.
settings.register_profile("laconic", deadline=None)
settings.load_profile("laconic")

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


# Playwright cannot be opened twice at a time, so every module of tests opens it for itself.
@pytest.fixture(scope="module")
def browser() -> "Iterator[Browser]":
    """A Chromium without a window."""
    from playwright.sync_api import sync_playwright

    assert CHROMIUM, "Pages are tested in Chromium, which is not installed: run make system."
    with sync_playwright() as playwright:
        # A sandbox cannot be made as root, which is what containers run as.
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()
