"""From bitext to a grammar: what is made, what is made anew, and what goes on where it was stopped."""

import json
import subprocess
import sys

import pytest
from pipeline_tools import TREES, Diagonal, build, write_bitext

from laconic.align import Alignment
from laconic.align.eflomal import EflomalAligner
from laconic.cli import main
from laconic.errors import DataError, LaconicError, UsageError
from laconic.extract.bitext import Cut
from laconic.extract.engines import DuckDbEngine
from laconic.extract.ghkm import TreeExtractor
from laconic.extract.pivot import Cutoffs
from laconic.extract.steps import Step
from laconic.grammar.io import read_grammar


class Failing:
    def align(self, pairs):
        raise KeyboardInterrupt


@pytest.fixture
def bitext(tmp_path):
    return write_bitext(tmp_path)


@pytest.fixture
def engine():
    running = DuckDbEngine(memory="200MB")
    yield running
    running.close()


def test_words_with_one_translation_are_paraphrases(bitext, engine):
    grammar, reports = build(bitext, engine)
    rules = {str(rule) for rule in grammar}
    assert "[NN] ||| house ||| home" in rules
    assert "[NP] ||| the house ||| the home" in rules
    assert not any(rule.is_identity for rule in grammar)
    assert reports["english.lower"]["sentences"] == 4
    assert reports["english.lower"]["parts"] == 3


def test_trees_keep_the_capitals_of_names(bitext, engine):
    grammar, _ = build(bitext, engine, extractor=TreeExtractor(), identities=True)
    assert "(NN house) ||| (NN home)" in grammar.lines
    assert "(NNP Paris) ||| (NNP Paris)" in grammar.lines
    assert "(DT the) ||| (DT the)" in grammar.lines


def test_a_second_run_does_nothing_again(bitext, engine):
    first, reports = build(bitext, engine)
    assert not any(figures["resumed"] for figures in reports.values())
    calls = Diagonal.calls
    second, reports = build(bitext, engine)
    assert all(figures["resumed"] for figures in reports.values())
    assert Diagonal.calls == calls
    assert list(map(str, first)) == list(map(str, second))


def test_other_cutoffs_only_join_anew(bitext, engine):
    build(bitext, engine)
    _, reports = build(bitext, engine, cutoffs=Cutoffs(least_count=2))
    assert [step for step, figures in reports.items() if not figures["resumed"]] == ["paraphrases.samt"]


def test_another_text_is_not_answered_from_the_cache(bitext, engine):
    build(bitext, engine)
    (bitext / "text.it").write_text((bitext / "text.it").read_text("utf-8").replace("maison", "casa"), "utf-8")
    _, reports = build(bitext, engine)
    fresh = {step for step, figures in reports.items() if not figures["resumed"]}
    assert fresh == {"it.words", "it.links", "it.lexicon.lower", "it.samt", "paraphrases.samt"}


def test_an_interrupted_run_goes_on_where_it_stopped(bitext, engine):
    expected, _ = build(bitext, engine)
    again = bitext / "again"
    again.mkdir()
    for name in ("text.en", "text.trees", "text.fr", "text.it"):
        (again / name).write_bytes((bitext / name).read_bytes())
    with pytest.raises(KeyboardInterrupt):
        build(again, engine, aligner=Failing)
    grammar, reports = build(again, engine)
    assert reports["english.lower"]["resumed"]
    assert reports["fr.words"]["resumed"]
    assert not reports["fr.links"]["resumed"]
    assert list(map(str, grammar)) == list(map(str, expected))


def test_parts_and_blocks_change_nothing(bitext, engine):
    whole, _ = build(bitext, engine, cut=Cut(part_lines=100))
    parts, _ = build(bitext, engine, cut=Cut(part_lines=1))
    assert [(str(rule), rule.features) for rule in whole] == [(str(rule), rule.features) for rule in parts]


def test_slices_change_nothing(bitext, engine, monkeypatch):
    """Rules that are too many to be added up at once are added up by slices, which a resumed run does not repeat."""
    whole, reports = build(bitext, engine)
    assert reports["fr.samt"]["slices"] == 1
    monkeypatch.setattr("laconic.extract.pipeline._ROWS_AT_ONCE", 10)
    sliced, more = build(bitext, engine)
    assert more["fr.samt"]["slices"] > 3
    assert more["english.lower"]["resumed"]
    assert more["fr.samt"]["rows"] == reports["fr.samt"]["rows"]
    assert [(str(rule), rule.features) for rule in whole] == [(str(rule), rule.features) for rule in sliced]

    folder = bitext / "work" / "fr.samt"
    record = json.loads((folder / "step.json").read_text("utf-8"))
    (folder / "step.json").write_text(json.dumps(record | {"figures": {}}), "utf-8")
    first, *others = sorted(folder.glob("rules.*"))
    first.unlink()
    before = [path.stat().st_mtime_ns for path in others]
    build(bitext, engine)
    assert first.exists()
    assert [path.stat().st_mtime_ns for path in others] == before


def test_only_so_many_lines_and_words_are_used(bitext, engine):
    _, reports = build(bitext, engine, cut=Cut(lines=3, part_lines=2))
    assert (reports["english.lower"]["parts"], reports["english.lower"]["sentences"]) == (2, 3)
    with pytest.raises(DataError, match="no usable sentences"):
        build(bitext, engine, cut=Cut(lines=4, longest=2))


def test_sides_of_different_lengths_are_refused(bitext, engine):
    (bitext / "text.fr").write_text("La maison .\n", "utf-8")
    with pytest.raises(DataError, match=r"text\.fr: has 1 lines where the English side has 5"):
        build(bitext, engine)


def test_trees_that_end_too_early_are_refused(bitext, engine):
    (bitext / "text.trees").write_text(f"{TREES[0]}\n", "utf-8")
    with pytest.raises(DataError, match=r"text\.en: its trees end before line"):
        build(bitext, engine)


def test_bad_trees_are_named(bitext, engine):
    (bitext / "text.trees").write_text("\n".join([TREES[0], "(S (NP", *TREES[2:], ""]), "utf-8")
    with pytest.raises(DataError, match=r"text\.trees:2: .*not closed"):
        build(bitext, engine)


def test_folders_of_others_are_left_alone(tmp_path):
    (tmp_path / "words").mkdir()
    (tmp_path / "words" / "diary.txt").write_text("dear diary")
    with pytest.raises(DataError, match="no step wrote"):
        Step(tmp_path, "words", {})
    assert (tmp_path / "words" / "diary.txt").exists()


def test_one_language_twice_is_refused(bitext, engine):
    with pytest.raises(UsageError, match="only one per language"):
        build(bitext, engine, languages=("fr", "fr"))


def test_the_program_eflomal_must_be_there():
    aligner = EflomalAligner(program="no-such-program")
    assert aligner.align([([], ["a"])]) == [Alignment()]
    with pytest.raises(LaconicError, match="pip install eflomal"):
        aligner.align([(["a"], ["b"])])


def test_the_program_eflomal_is_called_on_both_directions(tmp_path):
    """A stand-in for the program writes links as eflomal does: both files with the source position first."""
    program = tmp_path / "eflomal-align"
    program.write_text(
        "#!/bin/sh\n"
        'while [ $# -gt 0 ]; do case "$1" in -s) s=$2;; -t) t=$2;; -f) f=$2;; -r) r=$2;; esac; shift; done\n'
        'grep -q "^der hund$" "$t" && grep -q "^the dog$" "$s" || exit 1\n'
        'echo "0-0 1-1" > "$f"; echo "0-0" > "$r"\n',
        "utf-8",
    )
    program.chmod(0o755)
    pair = ("The dog".split(), "Der Hund".split())
    assert EflomalAligner(program=str(program), symmetrize="intersection").align([pair]) == [Alignment([(0, 0)])]
    assert EflomalAligner(program=str(program)).align([pair]) == [Alignment([(0, 0), (1, 1)])]
    with pytest.raises(LaconicError, match="failed"):
        EflomalAligner(program=str(program)).align([(["x"], ["y"])])


def test_the_command_builds_a_grammar_and_shows_it(bitext, capsys):
    out = bitext / "grammar.txt"
    links = bitext / "links"
    links.write_text("0-0 1-1 2-2 3-3 4-4\n" * 3 + "\n" + "0-0 1-1 2-2 3-3 4-4\n", "utf-8")
    command = ["grammar", "pivot", str(bitext / "text.en"), str(bitext / "text.fr"), "--work", str(bitext / "work")]
    command += ["--trees", str(bitext / "text.trees"), "--links", str(links), "--memory", "200MB"]
    assert main([*command, "--out", str(out), "--constituents", "--least-count", "1"]) == 0
    assert "rules in" in capsys.readouterr().err
    assert main(["grammar", "show", str(out), "--word", "home", "--root", "NN"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "  cost    back  rule",
        "  0.69    0.69  [NN] home → house",
        "  0.69    0.69  [NN] house → home",
    ]
    assert main(["grammar", "convert", str(out), "--at-most", "phrase=0.7", "--out", str(bitext / "small.scfg")]) == 0
    assert 0 < len(read_grammar(bitext / "small.scfg")) <= len(read_grammar(out))
    assert main(["grammar", "stats", str(out)]) == 0
    assert "possessive" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        (["--language", "fr", "de"], "as many languages"),
        (["--kind", "ghkm", "--constituents"], "not for the kind ghkm"),
        (["--kind", "hiero", "--constituents"], "for the kind samt"),
        (["--master", "local"], "for the engine spark"),
        (["--least-share", "2"], "below 1"),
        (["--memory", "lots"], "4GB"),
        (["--lines", "0"], "at least 1"),
    ],
)
def test_wrong_wishes_are_told(bitext, capsys, options, problem):
    command = ["grammar", "pivot", str(bitext / "text.en"), str(bitext / "text.fr"), "--out", str(bitext / "out")]
    command += ["--work", str(bitext / "work"), "--trees", str(bitext / "text.trees"), *options]
    assert main(command) == 2
    assert problem in capsys.readouterr().err
    assert not (bitext / "out").exists()


def test_a_name_that_cannot_hold_the_grammar_is_told_before_the_work(bitext, capsys):
    command = ["grammar", "pivot", str(bitext / "text.en"), str(bitext / "text.fr"), "--out", str(bitext / "out.scfg")]
    assert main([*command, "--work", str(bitext / "work"), "--kind", "ghkm"]) == 2
    assert ".scfg is for grammars of phrases" in capsys.readouterr().err
    assert not (bitext / "work").exists()


def test_a_place_that_cannot_be_written_is_told_before_the_work(bitext, capsys):
    missing = bitext / "missing" / "out.scfg"
    command = ["grammar", "pivot", str(bitext / "text.en"), str(bitext / "text.fr"), "--out", str(missing)]
    assert main([*command, "--work", str(bitext / "work")]) == 1
    assert "missing/out.scfg" in capsys.readouterr().err
    assert not (bitext / "work").exists()


def test_the_bundled_parser_and_aligner_do_the_whole_way(tmp_path, capsys):
    english = ["The house is big.", "The home is big.", "I see the house.", "I see the home."] * 3
    german = ["Das Haus ist groß.", "Das Haus ist groß.", "Ich sehe das Haus.", "Ich sehe das Haus."] * 3
    (tmp_path / "text.en").write_text("\n".join(english), "utf-8")
    (tmp_path / "text.de").write_text("\n".join(german), "utf-8")
    command = ["grammar", "pivot", str(tmp_path / "text.en"), str(tmp_path / "text.de"), "--kind", "ghkm"]
    command += ["--work", str(tmp_path / "work"), "--out", str(tmp_path / "grammar"), "--memory", "200MB"]
    assert main(command) == 0
    assert "(NN house) ||| (NN home)" in read_grammar(tmp_path / "grammar").lines


def test_the_figures_of_a_step_count_the_programs_that_it_starts(tmp_path):
    busy = "import time\nwhile time.process_time() < 0.3: sum(range(1000))"
    step = Step(tmp_path, "busy", {})
    figures = step.run(lambda: {"code": subprocess.run([sys.executable, "-c", busy], check=False).returncode})
    assert figures["code"] == 0
    assert figures["cpu_seconds"] >= 0.3
    assert figures["seconds"] >= 0.3
