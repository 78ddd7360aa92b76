"""Defaults of a project, and text that is not English."""

from pathlib import Path

import pytest

from laconic.cli import main

SENTENCE = "The old harbour of the town will close for good in the spring of 1984, they said."
FRENCH = "Le vieux port de la ville ne sera pas fermé au printemps."


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch) -> Path:
    inner = tmp_path / "inner"
    inner.mkdir()
    monkeypatch.chdir(inner)
    return tmp_path


def words(capsys, *options: str) -> int:
    assert main(["compress", SENTENCE, *options]) == 0
    return len(capsys.readouterr().out.split())


def test_a_file_of_the_project_gives_defaults(folder, capsys) -> None:
    Path("laconic.toml").write_text("[compress]\nwords = 6\n")
    assert words(capsys) <= 6
    assert words(capsys, "--words", "12") > 6
    assert words(capsys, "--rate", "1") == len(SENTENCE.split())


def test_an_option_takes_the_place_of_another_in_the_file(capsys) -> None:
    Path("laconic.toml").write_text('[compress]\nmethod = "joint"\n')
    assert words(capsys, "--rate", "0.8", "--rewrite") > 0
    Path("laconic.toml").write_text("[compress]\nrewrite = true\n")
    assert words(capsys, "--rate", "0.8", "--method", "joint") > 0


def test_a_default_style_matters_only_to_methods_that_have_styles(capsys) -> None:
    plain = words(capsys), words(capsys, "--rewrite", "--rate", "0.8")
    Path("laconic.toml").write_text('[compress]\nstyle = "news"\n')
    assert (words(capsys) < plain[0], words(capsys, "--rewrite", "--rate", "0.8")) == (True, plain[1])
    assert main(["compress", SENTENCE, "--rewrite", "--style", "news"]) == 2
    assert "has no styles" in capsys.readouterr().err
    Path("laconic.toml").write_text('[compress]\nstyle = "no such style"\n')
    assert main(["compress", SENTENCE, "--rewrite"]) == 2


@pytest.mark.parametrize(
    ("defaults", "options"),
    [
        ("words = 6", ["--all-lengths"]),
        ("rate = 0.5\nexact = true\nfast = true", ["--all-lengths"]),
        ("all-lengths = true", ["--words", "6"]),
        ("words = 6\nexact = true", ["--chars", "40"]),
    ],
)
def test_what_goes_with_no_option_of_the_command_line_does_not_count(capsys, defaults: str, options: list[str]) -> None:
    expected = words(capsys, *options)
    Path("laconic.toml").write_text(f"[compress]\n{defaults}\n")
    assert words(capsys, *options) == expected


def test_the_nearest_file_counts(folder, capsys) -> None:
    (folder / "pyproject.toml").write_text('[project]\nname = "x"\n[tool.laconic.compress]\nwords = 6\nshow = "text"\n')
    assert words(capsys) <= 6
    Path("pyproject.toml").write_text("[tool.other]\nx = 1\n")
    assert words(capsys) <= 6
    Path("laconic.toml").write_text("\ufeff[compress]\r\nwords = 50\r\n")  # as editors on Windows write it
    assert words(capsys) == len(SENTENCE.split())


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        ("[compress]\nwordz = 5\n", "laconic.toml: there is no option wordz of compress."),
        ('[compress]\nwords = "x"\n', "laconic.toml: words needs a whole number, not 'x'."),
        ("[compress]\nallow_code = true\n", "laconic.toml: allow-code cannot be a default"),
        ("[compres]\nwords = 5\n", "laconic.toml: there is no command compres: did you mean [compress]?"),
        ("words = 5\n", "laconic.toml: there is no command words: there are align, compare, compress, "),
        ("compress = 3\n", "laconic.toml: compress is a table of options"),
        ("x =\n", "laconic.toml: is not TOML"),
        ("x = " + "[" * 3000, "laconic.toml: is not TOML"),
    ],
)
def test_what_is_wrong_in_it_is_told(content, problem, capsys) -> None:
    Path("laconic.toml").write_text(content)
    assert main(["compress", SENTENCE]) in (1, 2)
    assert problem in capsys.readouterr().err


def test_another_language_is_warned_of_or_refused(capsys) -> None:
    assert main(["compress", FRENCH]) == 0
    captured = capsys.readouterr()
    assert captured.err.startswith("laconic: the text seems to be French; laconic shortens English")
    assert captured.out
    Path("mixed.csv").write_text(f"text\n{SENTENCE.replace(',', '')}\n{FRENCH}\n")
    assert main(["compress", "mixed.csv", "--field", "text"]) == 0
    assert "mixed.csv:3: 1 of 2 rows seems not to be English (here it is French)" in capsys.readouterr().err
    assert main(["compress", "mixed.csv", "--field", "text", "--strict", "-o", "out.csv"]) == 1
    assert "mixed.csv:3: the text seems to be French" in capsys.readouterr().err
    assert not Path("out.csv").exists()
    Path("page.html").write_text(f"<p>{FRENCH}</p>")
    assert main(["compress", "page.html", "--strict"]) == 1
    assert capsys.readouterr().out == ""


def test_paragraphs_in_another_language_are_found(capsys) -> None:
    style = "<style>" + ".and-the-of { color: red; }\n" * 1000 + "</style>\n"
    for name, content, told in (
        ("all.html", f"{style}<p>{FRENCH}</p>", "all.html: the text seems to be French"),
        ("one.html", f"{style}<p>{SENTENCE}</p>\n<p>{FRENCH}</p>" + f"<p>{SENTENCE}</p>" * 5, "one.html:1003: 1 of 7"),
        ("one.txt", f"\ufeff{SENTENCE}\n\n{FRENCH}\n \n" + f"{SENTENCE}\n\n" * 5, "one.txt:3: 1 of 7 paragraphs seems"),
        ("one.md", f"- {SENTENCE}\n- {FRENCH}\n" + f"- {SENTENCE}\n" * 5, "one.md:2: 1 of 7 paragraphs seems"),
    ):
        Path(name).write_text(content)
        assert main(["compress", name, "--method", "random", "--rate", "0.9"]) == 0
        assert capsys.readouterr().err.startswith(f"laconic: {told}")
        assert main(["compress", name, "--method", "random", "--rate", "0.9", "--strict"]) == 1
        assert "the text seems to be French, and laconic shortens English" in capsys.readouterr().err


def test_a_parser_of_the_current_folder_is_found(capsys, monkeypatch) -> None:
    monkeypatch.setattr("sys.path", [path for path in __import__("sys").path if path])
    Path("my_own_parser.py").write_text(
        "from laconic.parse.english import EnglishParser\n\nclass Shouting(EnglishParser):\n"
        "    def parse(self, texts):\n        print('mine')\n        return super().parse(texts)\n"
    )
    assert main(["compress", SENTENCE, "--words", "6", "--parser", "my_own_parser:Shouting"]) == 0
    assert capsys.readouterr().out.startswith("mine\n")
