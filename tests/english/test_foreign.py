"""Text that is not English is recognised, and English is not taken for anything else."""

import pytest

from laconic.corpus import sample
from laconic.english.foreign import foreign_language


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Le vieux port de la ville ne sera pas fermé au printemps.", "French"),
        ("El viejo puerto de la ciudad no se cerrará en primavera.", "Spanish"),
        ("Il vecchio porto della città non chiuderà, ma è stato un anno difficile.", "Italian"),
        ("O velho porto da cidade não vai fechar na primavera.", "Portuguese"),
        ("Der alte Mann, der nebenan wohnt, verkaufte am Montag sein Auto.", "German"),
        ("Meine Schwester fährt jeden Morgen vor der Arbeit zum Markt.", "German"),
        ("Stary sąsiad, który mieszka obok, sprzedał w poniedziałek swój samochód.", "Polish"),
        ("De oude haven van de stad gaat in het voorjaar niet dicht.", "Dutch"),
        ("Den gamla hamnen i staden är inte öppen, och det är synd.", "Swedish"),
        ("Stary port nie jest otwarty, ale to się może zmienić.", "Polish"),
        ("Eski liman bu bahar için kapalı ve çok boş olarak kaldı.", "Turkish"),
        ("Старый порт закроется навсегда.", "Russian or another language in Cyrillic letters"),
        ("古い港は春に閉まります。", "Japanese"),
        ("旧港口将于春季关闭。", "Chinese or Japanese"),
        ("الميناء القديم سيغلق في الربيع", "Arabic or another language in Arabic letters"),
        ("הנמל הישן ייסגר באביב", "Hebrew"),
        ("오래된 항구는 봄에 문을 닫는다.", "Korean"),
    ],
)
def test_languages_are_named(text, language) -> None:
    assert foreign_language(text) == language


@pytest.mark.parametrize(
    "text",
    [
        "",
        "42, 43 …",
        "Les Misérables opens in Las Vegas.",
        "The señor said “no es verdad” and left the old café for good.",
        "Van Gogh, Van Dyck, Van Eyck",
        "Putin (Путин) spoke to the press.",
        "Breaking: Ronaldo signs",
    ],
)
def test_english_and_what_nothing_tells_about_pass(text) -> None:
    assert foreign_language(text) is None


def test_no_sentence_of_the_sample_is_foreign() -> None:
    assert not [pair.source for pair in sample("deletion") if foreign_language(pair.source)]
