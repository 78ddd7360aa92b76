"""Settings for all tests, rounds of random examples on demand, and a browser for those of pages."""

import gc
import shutil
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from hypothesis import is_hypothesis_test, settings

if TYPE_CHECKING:
    from playwright.sync_api import Browser

# Machines that run tests are shared and slow now and then: a slow example is no failure. The examples are the same in
# every run, so that a change is judged by what it changes; new ones, and more of them, are tried with --fuzz.
settings.register_profile("laconic", deadline=None, derandomize=True, max_examples=50)
settings.register_profile("fuzz", deadline=None, derandomize=False, print_blob=True, max_examples=100)

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


def pytest_addoption(parser: pytest.Parser) -> None:
    told = "run only the tests with generated examples, each so many times with new ones"
    parser.addoption("--fuzz", type=int, default=0, metavar="ROUNDS", help=told)


def pytest_configure(config: pytest.Config) -> None:
    settings.load_profile("fuzz" if config.getoption("fuzz") else "laconic")


@pytest.fixture
def fuzzing_round() -> None:
    """Stands for a repetition of a test under --fuzz."""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    rounds = metafunc.config.getoption("fuzz")
    if rounds and is_hypothesis_test(metafunc.function):
        metafunc.fixturenames.append("fuzzing_round")
        metafunc.parametrize("fuzzing_round", range(rounds))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("fuzz"):
        others = {item for item in items if not is_hypothesis_test(getattr(item, "obj", None))}
        config.hook.pytest_deselected(items=others)
        items[:] = [item for item in items if item not in others]


def pytest_collection_finish(session: pytest.Session) -> None:
    """Keep the collector from walking all tests and libraries over and over: they stay until the end."""
    gc.collect()
    gc.freeze()


@pytest.fixture(autouse=True)
def forget_own_modules(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Forget modules that a test wrote and imported: those of later tests may have their names."""
    known = set(sys.modules)
    yield
    place = str(tmp_path_factory.getbasetemp())
    for name in sys.modules.keys() - known:
        if str(sys.modules[name].__dict__.get("__file__")).startswith(place):
            del sys.modules[name]


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
