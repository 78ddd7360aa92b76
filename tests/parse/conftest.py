"""One parser for all tests here: loading the network takes longer than most of them."""

import pytest

from laconic.parse.english import EnglishParser


@pytest.fixture(scope="session")
def parser() -> EnglishParser:
    return EnglishParser()
