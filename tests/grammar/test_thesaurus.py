"""A thesaurus in WordNet's format tells which words may stand for which."""

from pathlib import Path

import pytest

from laconic.errors import DataError
from laconic.grammar.scfg.joshua import parse_rule
from laconic.grammar.screen import Screen
from laconic.grammar.thesaurus import Thesaurus

# A made-up world: a coach drives (1) or trains (2); a bus drives; a trainer trains; a vehicle is what drives.
INDEX_NOUN = """\
  1 a preface, whose lines begin with blanks
coach n 2 1 @ 2 1 00000001 00000002
bus n 1 1 @ 1 0 00000001
trainer n 1 1 @ 1 0 00000002
vehicle n 1 1 ~ 1 0 00000003
"""
DATA_NOUN = """\
  1 a preface
00000001 06 n 02 coach 0 bus 0 001 @ 00000003 n 0000 | what drives
00000002 18 n 02 coach 1 trainer 0 000 | who trains
00000003 06 n 01 vehicle 0 001 ~ 00000001 n 0000 | what moves
"""
COUNTS = """\
coach%1:06:00:: 1 1
coach%1:18:00:: 2 6
big%3:00:00:: 1 3
"""
INDEX_ADJ = "big a 1 1 & 1 1 00000009\nlarge a 1 1 & 1 1 00000009\ngigantic a 1 1 & 1 1 00000008\n"
DATA_ADJ = """\
00000009 00 a 02 big 0 large 0 001 & 00000008 a 0000 | of size
00000008 00 s 01 gigantic 0 001 & 00000009 a 0000 | of much size
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    home = tmp_path_factory.mktemp("wordnet")
    written = {"index.noun": INDEX_NOUN, "data.noun": DATA_NOUN, "index.adj": INDEX_ADJ, "data.adj": DATA_ADJ}
    empty = {f"{kind}.{part}": "" for kind in ("index", "data") for part in ("verb", "adv")}
    for name, text in {**written, **empty, "cntlist.rev": COUNTS}.items():
        (home / name).write_text(text, "utf-8")
    return home


@pytest.fixture(scope="module")
def thesaurus(folder: Path) -> Thesaurus:
    return Thesaurus.read(folder)


def test_usual_senses_are_more_probable(thesaurus: Thesaurus) -> None:
    drives, trains = thesaurus.senses["noun"]["coach"]
    assert drives.probability == pytest.approx((1 + 1) / (1 + 1 + 6 + 0.5))
    assert trains.probability == pytest.approx((6 + 0.5) / (1 + 1 + 6 + 0.5))


def test_likeness_is_the_smaller_of_two_probabilities(thesaurus: Thesaurus) -> None:
    drives = 2 / 8.5
    assert thesaurus.likeness("coach", "bus", "NN") == pytest.approx(drives)
    assert thesaurus.likeness("buses", "coaches", "NNS") == pytest.approx(drives)
    assert thesaurus.likeness("coach", "trainer", "NN") == pytest.approx(1 - drives)
    assert thesaurus.likeness("bus", "trainer", "NN") == 0


def test_the_general_may_stand_for_the_special_but_not_the_other_way(thesaurus: Thesaurus) -> None:
    assert thesaurus.likeness("bus", "vehicle", "NN") == pytest.approx(0.6)
    assert thesaurus.likeness("coach", "vehicle", "NN") == pytest.approx(0.6 * 2 / 8.5)
    assert thesaurus.likeness("vehicle", "bus", "NN") == 0


def test_the_first_of_similar_adjectives_may_stand_for_the_others(thesaurus: Thesaurus) -> None:
    assert thesaurus.likeness("gigantic", "big", "JJ") == pytest.approx(0.6)
    assert thesaurus.likeness("big", "gigantic", "JJ") == 0
    assert thesaurus.likeness("larger", "bigger", "JJR") == 1
    assert thesaurus.likeness("larger", "big", "JJR") == 0


def test_unknown_words_have_no_likeness(thesaurus: Thesaurus) -> None:
    assert thesaurus.likeness("coach", "tram", "NN") is None
    assert thesaurus.likeness("coach", "bus", "VB") is None
    assert thesaurus.likeness("with", "by", "IN") is None


def test_forms_of_one_word_are_told(thesaurus: Thesaurus) -> None:
    assert thesaurus.is_form("coach", "coaches", "NNS")
    assert not thesaurus.is_form("bus", "coaches", "NNS")


def test_the_screen_follows_it(thesaurus: Thesaurus) -> None:
    plain, screen = Screen(), Screen(thesaurus=thesaurus)
    costly = " ||| phrase=5 phrase_inverse=4.5"
    cheap = " ||| phrase=1 phrase_inverse=1"
    for line, before, after in (
        ("[NN] ||| coach ||| bus" + cheap, True, False),
        ("[NN] ||| coach ||| trainer" + costly, False, True),
        ("[NP] ||| [DT,1] bus [PP,2] ||| [DT,1] vehicle [PP,2]" + costly, False, True),
        ("[NP] ||| an [JJ,1] bus ||| a [JJ,1] vehicle" + cheap, True, True),
        ("[NP] ||| a bus ||| vehicle" + cheap, True, False),
        ("[PP] ||| by the bus ||| in the vehicle" + cheap, True, False),
        ("[NN] ||| bus ||| tram" + cheap, True, True),
        ("[NN] ||| bus ||| tram" + costly, False, False),
    ):
        rule = parse_rule(line)
        assert (plain.keeps(rule), screen.keeps(rule)) == (before, after), line


@pytest.mark.parametrize(
    ("name", "text"),
    [("cntlist.rev", "coach 1\n"), ("index.noun", "coach n x\n"), ("data.noun", "00000001 06 n 02 coach 0\n")],
)
def test_damaged_files_are_told(folder: Path, tmp_path: Path, name: str, text: str) -> None:
    for file in folder.iterdir():
        (tmp_path / file.name).write_bytes(file.read_bytes())
    (tmp_path / name).write_text(text, "utf-8")
    with pytest.raises(DataError, match=f"{name}.*1"):
        Thesaurus.read(tmp_path)


def test_a_missing_file_is_told(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"cntlist\.rev"):
        Thesaurus.read(tmp_path)
