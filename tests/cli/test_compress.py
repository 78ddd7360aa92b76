"""`laconic train`, `evaluate` and `compress`, from a corpus to shorter sentences."""

import io
import json
import re
from pathlib import Path

import pytest

from laconic.cli import main
from laconic.corpus import sample

SENTENCE = "The harbour of the old town will not close in the first week of March."


@pytest.fixture(scope="module")
def corpora(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("corpora")
    pairs = list(sample("deletion"))
    for name, some in (("train", pairs[:60]), ("dev", pairs[60:80])):
        with open(folder / f"{name}.jsonl", "w", encoding="utf-8") as stream:
            for pair in some:
                print(json.dumps({"id": pair.id, "source": pair.source, "references": pair.references}), file=stream)
    return folder


@pytest.fixture(scope="module")
def model(corpora: Path) -> str:
    out = corpora / "model"
    arguments = [
        "train",
        "bigram",
        str(corpora / "train.jsonl"),
        "--dev",
        str(corpora / "dev.jsonl"),
        "--out",
        str(out),
    ]
    settings = ["--set", "epochs=2", "--set", "buckets=65536", "--parse-cache", str(corpora / "parses.sqlite")]
    assert main([*arguments, *settings]) == 0
    return str(out)


def lines(capsys) -> list[str]:
    captured = capsys.readouterr()
    assert captured.err == ""
    return captured.out.splitlines()


def test_a_trained_model_beats_chance_at_the_references_length(corpora, model, capsys) -> None:
    capsys.readouterr()
    scores = {}
    for name in (model, "random"):
        choice = ["--model", model] if name == model else ["--method", "random"]
        cache = ["--parse-cache", str(corpora / "parses.sqlite")]
        assert main(["evaluate", str(corpora / "dev.jsonl"), *choice, "--rate", "gold", "--json", *cache]) == 0
        scores[name] = json.loads(lines(capsys)[0])
    contract = {
        *("sentences", "compression_rate", "compression_rate_micro", "unigram_f1", "relation_f1", "exact_match"),
        *("bleu", "ter", "seconds_per_sentence"),
    }
    assert contract <= scores[model].keys()
    assert scores[model]["sentences"] == 20
    assert scores[model]["compression_rate"] == scores["random"]["compression_rate"]
    assert scores[model]["unigram_f1"] > scores["random"]["unigram_f1"] + 0.05
    assert scores[model]["relation_f1"] > scores["random"]["relation_f1"] + 0.1


def test_written_answers_score_as_they_did(tmp_path, capsys) -> None:
    source, reference = "An old blue car was stolen in Leeds on Friday night.", "An car was stolen."
    for name, text in (("source", source), ("reference", reference)):
        (tmp_path / f"{name}.txt").write_text(f"{text}\n", "utf-8")
    pairs, output = tmp_path / "pairs.jsonl", tmp_path / "answers.txt"
    pairs.write_text(json.dumps({"id": "1", "source": source, "references": [reference]}) + "\n", "utf-8")
    assert main(["evaluate", str(pairs), "--output", str(output), "--json"]) == 0
    evaluated = json.loads(lines(capsys)[0])
    assert output.read_text("utf-8") == f"{reference}\n"
    files = (f"--{name}={tmp_path / name}.txt" for name in ("source", "reference"))
    assert main(["score", *files, f"--output={output}", "--json"]) == 0
    scored = json.loads(lines(capsys)[0])
    for name in ("unigram_f1", "relation_f1", "exact_match", "bleu", "ter"):
        assert scored[name] == evaluated[name], name


def test_json_lines_have_the_fields_of_the_contract(model, capsys) -> None:
    assert main(["compress", SENTENCE, "--model", model, "--words", "8", "--exact", "--json"]) == 0
    (record,) = map(json.loads, lines(capsys))
    assert {"source", "text", "tokens", "kept", "rate", "score", "method"} <= record.keys()
    assert record["source"] == SENTENCE
    assert len(record["tokens"]) == len(record["kept"]) == 8
    assert record["rate"] == pytest.approx(8 / 16)
    assert record["method"] == "bigram"


@pytest.mark.parametrize("method", ["encoder", "bigram"])
@pytest.mark.parametrize("words", [7, 9, 12])
def test_a_length_is_a_limit_unless_it_is_exact(method, words, model, capsys) -> None:
    sentence = "The harbour of the old town will close to all ships in the first week of March."
    chosen = ["--model", model] if method == "bigram" else []
    answers = {}
    for options in ((), ("--fast",), ("--exact",)):
        assert main(["compress", sentence, *chosen, "--words", str(words), *options, "--json"]) == 0
        (answers[options],) = map(json.loads, lines(capsys))
    assert len(answers["--exact",]["tokens"]) == words
    assert 0.7 * words <= len(answers[()]["text"].split()) <= words
    assert 1 <= len(answers["--fast",]["text"].split()) <= words
    assert main(["compress", sentence, *chosen, "--exact"]) == 2
    assert capsys.readouterr().err == "laconic: --exact needs --words or --rate.\n"


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        (["--words", "3", "--rate", "0.5"], "give only one of --words, --rate, --chars and --confidence."),
        (["--confidence", "2"], "--confidence is a probability between 0 and 1, not 2.0."),
    ],
)
def test_messages_spell_options_as_they_are_typed(options: list[str], problem: str, capsys) -> None:
    assert main(["compress", SENTENCE, *options]) == 2
    assert capsys.readouterr().err == f"laconic: {problem}\n"


@pytest.mark.parametrize("limit", [["--words", "1"], ["--words", "1", "--exact"], ["--chars", "6"]])
@pytest.mark.parametrize("as_", ["sentences", "document"])
def test_a_limit_that_negations_exceed_names_the_option_that_lets_them_go(limit, as_, capsys) -> None:
    command = ["compress", "The plan was not ready.", "--method", "joint", "--as", as_, *limit]
    assert main(command) == 2
    assert "or protect less (--drop-negation lets negations go)" in capsys.readouterr().err
    assert main([*command, "--drop-negation"]) == 0
    assert main(["compress", "The plan was ready.", *command[2:], "--keep", "ready", "--keep", "plan"]) == 2
    told = capsys.readouterr().err
    assert "or protect less" in told
    assert "negation" not in told


def test_confidence_takes_the_shortest_answer_that_is_safe_or_the_sentence_itself(capsys) -> None:
    text = (
        "According to the mayor, the old bridge across the river will be closed from Monday until the end of the month "
        "so that it can be repaired."
    )
    found = []
    for probability in ("0.2", "0.5", "0.7"):
        assert main(["compress", text, "--confidence", probability, "--json"]) == 0
        (record,) = map(json.loads, lines(capsys))
        assert record["text"] == text or record["confidence"] >= float(probability)
        found.append(len(record["tokens"]))
    assert found == sorted(found)
    assert found[0] < found[-1]
    assert main(["compress", text, "--confidence", "1"]) == 0
    assert lines(capsys) == [text]
    assert main(["compress", text, "--confidence", "0.5", "--method", "joint"]) == 2
    assert "the method joint has no calibrated confidence" in capsys.readouterr().err


HARBOUR = (
    "The old harbour of Norwick, which was built in 1840 for the herring fleet, will close for good next spring, the "
    "town council said on Tuesday."
)


def test_an_answer_that_an_editor_would_hardly_print_comes_with_a_warning(tmp_path, capsys) -> None:
    assert main(["compress", HARBOUR, "--words", "2", "--json"]) == 0
    out, err = capsys.readouterr()
    record = json.loads(out)
    assert record["confidence"] < 0.1
    assert record["warning"] == (
        f"an editor is unlikely to accept this answer (estimated probability {record['confidence']:.2g})."
    )
    assert "warning" not in record["details"]
    assert err == f"laconic: {record['warning'].removesuffix('.')}: check it, or allow more room.\n"
    for options in (["--words", "12"], ["--words", "2", "--exact"], ["--words", "2", "--method", "joint"]):
        assert main(["compress", HARBOUR, *options, "--json"]) == 0
        out, err = capsys.readouterr()
        assert "warning" not in json.loads(out)
        assert err == ""
    assert main(["compress", "Gone so blue.", "--words", "3"]) == 0  # what stays as it is needs none
    assert capsys.readouterr().err == ""


def test_several_improbable_answers_are_reported_in_one_sentence(tmp_path, capsys) -> None:
    text, table, film = tmp_path / "text.txt", tmp_path / "table.csv", tmp_path / "film.srt"
    text.write_text(f"It rained.\n{HARBOUR}\n{HARBOUR}\n", "utf-8")
    table.write_text(f'id,body\n1,It rained.\n2,"{HARBOUR}"\n3,"{HARBOUR} It rained."\n', "utf-8")
    film.write_text(f"1\n00:00:01,000 --> 00:00:02,000\n{HARBOUR}\n", "utf-8")
    for command, place, told in (
        ([str(text), "--as", "lines", "--words", "2"], f"{text}:2", ", and 1 more of 3 answers"),
        ([str(text), "--words", "4"], f"{text}: sentence 2", ", and 1 more of 3 answers"),
        ([str(table), "--field", "body", "--words", "4"], f"{table}:3", ", and 1 more of 3 answers"),
        ([str(film)], f"{film}:2", ": check it, or allow more room."),
        ([f"{HARBOUR} It rained.", "--words", "2"], "sentence 1", ": check it, or allow more room."),
    ):
        assert main(["compress", *command]) == 0
        (line,) = capsys.readouterr().err.splitlines()
        assert line.startswith(
            f"laconic: {place}: an editor is unlikely to accept this answer (estimated probability 0.0"
        )
        assert told in line


def test_text_files_and_standard_input_are_taken_too(model, tmp_path, capsys, monkeypatch) -> None:
    path = tmp_path / "text.txt"
    path.write_text(f"{SENTENCE} It rained.\n\n{SENTENCE}\n", encoding="utf-8")
    assert main(["compress", str(path), "--as", "sentences", "--model", model, "--rate", "0.7"]) == 0
    from_file = lines(capsys)
    assert len(from_file) == 3
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(path.read_bytes())))
    assert main(["compress", "-", "--model", model, "--rate", "0.7"]) == 0
    assert lines(capsys) == from_file


@pytest.fixture
def text_file(tmp_path) -> Path:
    path = tmp_path / "text.md"
    path.write_text(f"# The title\n\n{SENTENCE} It rained\nall day.\n\n- {SENTENCE}\n", encoding="utf-8")
    return path


def test_a_file_is_a_document(model, text_file, capsys) -> None:
    assert main(["compress", str(text_file), "--model", model, "--words", "20"]) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    assert captured.out.startswith("# The title\n\n")
    assert "\n- " in captured.out
    assert captured.out.endswith("\n")
    assert main(["compress", str(text_file), "--model", model, "--rate", "1"]) == 0
    assert capsys.readouterr().out == text_file.read_text(encoding="utf-8")


def test_a_document_as_json_has_the_fields_of_a_sentence_and_the_sentences(model, text_file, capsys) -> None:
    wish = ["compress", str(text_file), "--model", model, "--words", "20", "--exact", "--json"]
    assert main([*wish, "--as", "document"]) == 0
    (record,) = map(json.loads, lines(capsys))
    assert {"source", "text", "tokens", "kept", "rate", "score", "method", "sentences"} <= record.keys()
    assert record["source"] == text_file.read_text(encoding="utf-8")
    assert len(record["tokens"]) == len(record["kept"]) == 20
    assert len(record["sentences"]) == 3
    assert sum(len(each["tokens"]) for each in record["sentences"]) == 20


def test_how_a_text_is_taken_can_be_said(model, text_file, capsys, monkeypatch) -> None:
    for kind, count in (("sentences", 4), ("lines", 6)):
        assert main(["compress", str(text_file), "--model", model, "--rate", "0.9", "--as", kind, "--json"]) == 0
        assert len(lines(capsys)) == count
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text_file.read_bytes())))
    command = ["compress", "--model", model, "--words", "20", "--as", "document", "--markup", "markdown", "--json"]
    assert main(command) == 0
    assert 18 <= sum(len(each["text"].split()) for each in json.loads(lines(capsys)[0])["sentences"]) <= 20


def test_a_file_as_json_has_a_line_a_sentence_under_one_budget(model, text_file, capsys) -> None:
    assert main(["compress", str(text_file), "--model", model, "--words", "20", "--json"]) == 0
    records = [json.loads(line) for line in lines(capsys)]
    assert len(records) == 3
    assert 18 <= sum(len(record["text"].split()) for record in records) <= 20


def test_answers_of_every_length_are_those_of_a_files_sentences(model, text_file, capsys) -> None:
    assert main(["compress", str(text_file), "--model", model, "--all-lengths", "--json"]) == 0
    records = [json.loads(line) for line in lines(capsys)]
    assert len({record["source"] for record in records}) == 4
    assert len(records) > 8


def test_marked_documents_show_their_sentences(model, text_file, capsys) -> None:
    assert main(["compress", str(text_file), "--model", model, "--rate", "0.9", "--show", "marked"]) == 0
    assert len([line for line in lines(capsys) if line.startswith("→")]) == 3


@pytest.mark.parametrize(
    ("wish", "problem"),
    [
        (["--as", "document", "--nbest", "2"], "--as sentences"),
        (["--drop-sentences", "--all-lengths"], "--as sentences"),
        (["--as", "lines", "--drop-sentences"], "--as document"),
        (["--tokenized", "--as", "document"], "one sentence per line"),
        (["--words", "4"], "ask for at least"),
        (["--keep-between", "The @"], "is not closed"),
        (["--keep-between", "{{"], "two marks"),
        (["--chars", "30"], "the least possible is"),
    ],
)
def test_impossible_wishes_for_documents_are_explained(model, text_file, capsys, wish, problem) -> None:
    assert main(["compress", str(text_file), "--model", model, *wish]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert problem in captured.err


def test_regions_and_words_stay_in_documents(model, tmp_path, capsys) -> None:
    path = tmp_path / "letter.txt"
    path.write_text(f"{SENTENCE} {{{{It rained. All day long.}}}} {SENTENCE}\n", encoding="utf-8")
    command = ["compress", str(path), "--model", model, "--rate", "0.8", "--keep-between", "{{ }}"]
    assert main([*command, "--keep", "old town", "--keep", "first week"]) == 0
    text = capsys.readouterr().out
    assert "{{It rained. All day long.}}" in text
    assert text.count("old town") == text.count("first week") == 2


def test_tokenised_lines_keep_their_tokens(model, tmp_path, capsys) -> None:
    path = tmp_path / "tokens.txt"
    path.write_text("The man 's old-dog did n't -LRB- bark -RRB- at 10:30 .\n", encoding="utf-8")
    assert main(["compress", str(path), "--model", model, "--tokenized", "--words", "7", "--json"]) == 0
    (record,) = map(json.loads, lines(capsys))
    assert record["text"] == " ".join(record["tokens"])
    assert set(record["tokens"]) <= set(path.read_text().split())


def test_every_length_and_several_answers(model, capsys) -> None:
    assert main(["compress", SENTENCE, "--model", model, "--all-lengths", "--drop-negation"]) == 0
    assert len(lines(capsys)) == 16
    assert main(["compress", SENTENCE, "--model", model, "--words", "9", "--nbest", "3"]) == 0
    assert len(set(lines(capsys))) == 3


def test_kept_words_stay_and_missing_ones_are_told(model, capsys) -> None:
    wishes = ["--keep", "old town", "--keep", "Neptune", "--words", "6"]
    assert main(["compress", SENTENCE, "--model", model, *wishes]) == 0
    captured = capsys.readouterr()
    assert "old town" in captured.out.lower()
    assert "not" in captured.out
    assert "'Neptune'" in captured.err


@pytest.mark.parametrize(
    ("wish", "problem", "code"),
    [
        (["--words", "3", "--rate", "0.5"], "only one of", 2),
        (["--rate", "7"], "rate must be", 2),
        (["--words", "1", "--keep", "old town"], "must stay", 2),
        (["--words", "many"], "many", 2),
        (["--nbest", "0"], "at least one", 2),
        (["--method", "magic"], "the model 'magic' does not exist", 2),
        (["--method", "joint", "--model", "x"], "either", 2),
        (
            ["--method", "crf"],
            "'crf' must be trained first, because laconic has no model for it: laconic train crf ",
            2,
        ),
        (["--nbest", "2", "--all-lengths"], "either --nbest or --all-lengths", 2),
        *(
            (["--all-lengths", *length], "--all-lengths shows an answer of every length", 2)
            for length in (["--words", "5"], ["--rate", "0.5"], ["--chars", "40"], ["--confidence", "0.5"], ["--fast"])
        ),
        (["--keep", ""], "--keep needs a word or phrase", 2),
    ],
)
def test_impossible_wishes_are_explained(model, capsys, wish, problem, code) -> None:
    chosen = [] if "--method" in wish else ["--model", model]
    assert main(["compress", SENTENCE, *chosen, *wish]) == code
    captured = capsys.readouterr()
    assert captured.out == ""
    assert problem in captured.err
    assert "Traceback" not in captured.err


@pytest.mark.parametrize(
    ("options", "problem", "code"),
    [
        (["--set", "epochs"], "key=value", 2),
        (["--set", "epoch=3"], "there is no setting", 2),
        (["--set", "epochs=3", "--set", "epochs = 4"], "--set gives epochs twice, as 3 and 4.", 2),
        (["--set", " =3"], "key=value", 2),
        (["--set", "epochs=three"], "epochs needs a whole number of at least 1, not 'three'.", 2),
    ],
)
def test_wrong_settings_are_explained(corpora, tmp_path, capsys, options, problem, code) -> None:
    train, dev = str(corpora / "train.jsonl"), str(corpora / "dev.jsonl")
    cache = ["--parse-cache", str(corpora / "parses.sqlite")]
    arguments = ["train", "bigram", train, "--dev", dev, "--out", str(tmp_path / "m"), *cache, *options]
    assert main(arguments) == code
    assert problem in capsys.readouterr().err
    assert not (tmp_path / "m" / "model.toml").exists()


def test_unknown_methods_are_offered_close_ones(corpora, capsys) -> None:
    train, dev = str(corpora / "train.jsonl"), str(corpora / "dev.jsonl")
    assert main(["train", "bigrams", train, "--dev", dev, "--out", str(corpora / "x")]) == 2
    assert "did you mean bigram" in capsys.readouterr().err


def test_training_goes_on_after_an_interruption(corpora, tmp_path, capsys, monkeypatch) -> None:
    from laconic.learn.deletion.mira import MiraLearner

    train, dev = str(corpora / "train.jsonl"), str(corpora / "dev.jsonl")
    cache = ["--parse-cache", str(corpora / "parses.sqlite")]
    settings = ["--set", "epochs=2", "--set", "buckets=16384", *cache]

    def command(out: str) -> list[str]:
        return ["train", "bigram", train, "--dev", dev, "--out", str(tmp_path / out), *settings]

    assert main(command("whole")) == 0
    learn = MiraLearner.learn_epoch

    def interrupted(self, examples):
        if self.epoch == 1:
            raise KeyboardInterrupt
        yield from learn(self, examples)

    monkeypatch.setattr(MiraLearner, "learn_epoch", interrupted)
    assert main(command("broken")) == 130
    monkeypatch.undo()
    capsys.readouterr()
    assert main(command("broken")) == 0
    assert "epoch 1" not in capsys.readouterr().out
    for name in ("model.toml", "weights.npz"):
        assert (tmp_path / "broken" / name).read_bytes() == (tmp_path / "whole" / name).read_bytes()


@pytest.mark.parametrize("name", ["misspelt.txt", "folder/notes", "REPORT.MD", "film.ass", "data.csv.gz"])
def test_what_can_only_be_a_file_is_not_compressed_as_a_text(name, tmp_path, monkeypatch, capsys) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["compress", name, "--method", "random", "--words", "5"]) == 2
    assert capsys.readouterr().err == f"laconic: the file {name!r} does not exist.\n"


@pytest.mark.parametrize("name", ["notes", "/", "."])
def test_a_folder_is_told_to_be_one(name, tmp_path, monkeypatch, capsys) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "notes").mkdir()
    assert main(["compress", name, "--method", "random"]) == 2
    assert capsys.readouterr() == ("", f"laconic: {name!r} is a folder: name a file in it.\n")


def test_a_document_of_which_nothing_is_left_is_told_of(tmp_path, monkeypatch, capsys) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.md").write_text("# News\n\nSnow fell. Roads closed.\n", "utf-8")
    assert main(["compress", "a.md", "--method", "random", "--chars", "9", "--drop-sentences"]) == 0
    assert capsys.readouterr() == (
        "# News\n\n",
        "laconic: a.md: no sentence is left within this length: ask for more.\n",
    )


def test_a_pipe_is_told_to_be_one(capsys) -> None:
    assert main(["compress", "/dev/null", "--method", "random"]) == 2
    told = "laconic: '/dev/null' is a pipe or device: give its content as standard input, with < or |.\n"
    assert capsys.readouterr() == ("", told)


@pytest.mark.parametrize("name", ["a.txt.gz", "a.txt.xz", "a.gz", "a.docx.gz", "a.csv.gz", "a.srt.xz"])
def test_what_cannot_be_unpacked_is_told_of_in_one_sentence(name, tmp_path, monkeypatch, capsys) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / name).write_bytes(b"not packed")
    field = ["--field", "text"] if "csv" in name else []
    assert main(["compress", name, *field, "--method", "random"]) == 1
    told = capsys.readouterr().err
    assert re.fullmatch(rf"laconic: {re.escape(name)}[:\d]*: cannot be decompressed or read: .*\.\n", told), told


def test_a_lone_word_close_to_the_name_of_a_file_is_told_of(tmp_path, monkeypatch, capsys) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "news.txt").write_text("It rained.\n", "utf-8")
    for word in ("news", "news.tx"):
        assert main(["compress", word, "--method", "random", "--words", "9"]) == 0
        told = f"laconic: {word!r} is treated as text, but there is a file called 'news.txt'.\n"
        assert capsys.readouterr() == (f"{word}\n", told)
    assert main(["compress", "Rain", "--method", "random", "--words", "9"]) == 0
    assert lines(capsys) == ["Rain"]


def test_a_word_is_compressed_where_the_folder_cannot_be_listed(monkeypatch, capsys) -> None:
    def refuse(path: Path) -> None:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(Path, "iterdir", refuse)
    assert main(["compress", "Rain", "--method", "random", "--words", "9"]) == 0
    assert lines(capsys) == ["Rain"]


@pytest.mark.parametrize("wish", [["--all-lengths"], ["--words", "3", "--nbest", "2"]])
def test_a_blank_line_separates_the_answers_to_several_sentences(wish, capsys) -> None:
    first, second = "The old boat sank.", "Rain fell on us."
    blocks = []
    for text in (first, second, f"{first} {second}"):
        assert main(["compress", text, "--method", "joint", *wish]) == 0
        blocks.append(capsys.readouterr().out)
    assert blocks[2] == f"{blocks[0]}\n{blocks[1]}"


@pytest.mark.parametrize("options", [[], ["--dev", "missing.jsonl", "--out", "m"]])
def test_a_wrong_method_is_told_before_missing_options_and_files(options, tmp_path, monkeypatch, capsys) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["train", "nonsense", "missing.jsonl", *options]) == 2
    assert "no trainable method called 'nonsense'" in capsys.readouterr().err


@pytest.mark.parametrize(("rate", "told"), [("gold", "that of the first reference"), ("0.7", "0.7 of the source")])
def test_the_table_of_scores_has_the_length_asked_for(rate, told, tmp_path, capsys) -> None:
    pairs = tmp_path / "pairs.jsonl"
    pairs.write_text('{"id": "1", "source": "The old boat sank.", "references": ["The boat sank."]}\n', "utf-8")
    assert main(["evaluate", str(pairs), "--method", "random", "--rate", rate]) == 0
    assert f" {told}" in capsys.readouterr().out


def test_a_rate_gives_way_to_what_must_stay(capsys) -> None:
    text = "The key is not found. The old harbour of the town will close next spring."
    assert main(["compress", text, "--method", "joint", "--rate", "0.3"]) == 0
    first, second = lines(capsys)
    assert {"key", "is", "not", "found"} <= set(first.lower().rstrip(".").split())
    assert len(second.split()) < 6


IMPOSSIBLE = "The key of the shop is not found and was never lost."


def test_a_sentence_that_cannot_be_so_short_does_not_end_a_batch(model, tmp_path, capsys) -> None:
    path = tmp_path / "lines.txt"
    path.write_text(f"{SENTENCE}\r\n\r\n{IMPOSSIBLE}\r\nIt rained all day long.\r\n", encoding="utf-8")
    command = ["compress", str(path), "--as", "lines", "--model", model]
    assert main([*command, "--words", "4", "--drop-negation", "--keep", "the key of the shop is"]) == 1
    captured = capsys.readouterr()
    first, blank, nearest, last = captured.out.splitlines()
    assert blank == ""
    assert len(first.split()) == 4
    assert nearest == "The key of the shop is"
    assert last
    told, summary = captured.err.splitlines()
    assert told.startswith(f"laconic: {path}:3: 6 words of {IMPOSSIBLE!r} must stay")
    assert summary.startswith("laconic: 1 of 3 sentences cannot be as short as requested, and has the nearest")
    assert main([*command, "--chars", "18", "--drop-negation", "--keep", "the key of the shop is", "--json"]) == 1
    records = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [record["line"] for record in records] == [1, 2, 3, 4]
    del records[1]  # the blank line
    assert ["problem" in record for record in records] == [False, True, False]
    assert [len(record["text"]) <= 18 for record in records] == [True, False, True]
    assert records[1]["text"] == "The key of the shop is"


def test_what_is_typed_is_told_by_its_number(capsys) -> None:
    assert main(["compress", f"It rained. {IMPOSSIBLE}", "--method", "random", "--words", "2"]) == 1
    assert "laconic: sentence 2: " in capsys.readouterr().err


@pytest.mark.parametrize("wish", [["--rate", "2"], ["--words", "0"], ["--chars", "0"], ["--nbest", "0"]])
def test_a_wish_that_no_sentence_could_meet_is_refused_at_once(wish, capsys) -> None:
    assert main(["compress", f"It rained. {IMPOSSIBLE}", "--method", "random", *wish]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert len(captured.err.splitlines()) == 1


@pytest.mark.parametrize("kind", ["sentences", "lines", "document"])
def test_an_input_without_sentences_is_told(kind, capsys, monkeypatch) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b" \n\n")))
    assert main(["compress", "--as", kind, "--method", "random", "--words", "3"]) == 0
    captured = capsys.readouterr()
    assert captured.out.strip() == ""
    assert captured.err == "laconic: there is no sentence in standard input.\n"


@pytest.mark.parametrize("method", ["encoder", "joint", "random"])
def test_no_answer_is_a_full_stop_alone(method, capsys) -> None:
    sentence = "The old man slowly opened the door of the house."
    assert main(["compress", sentence, "--method", method, "--all-lengths"]) == 0
    every = lines(capsys)
    assert len(every) == 11
    assert main(["compress", sentence, "--method", method, "--words", "1"]) == 0
    assert capsys.readouterr().out.strip().removesuffix(".").isalpha()  # with a warning, for it is improbable
    assert main(["compress", sentence, "--method", method, "--words", "1", "--exact"]) == 0
    assert lines(capsys) == every[:1]
    assert every[0].isalpha()
    assert main(["compress", sentence, "--method", method, "--chars", "3"]) == 0
    assert capsys.readouterr().out.strip().isalpha()


def test_rewriting_has_an_option_of_its_own(capsys: pytest.CaptureFixture[str]) -> None:
    text = "In the event that it rains, visitors are not able to cross the bridge."
    assert main(["compress", text, "--rate", "0.7", "--rewrite"]) == 0
    assert capsys.readouterr().out == "If it rains, visitors cannot cross the bridge.\n"


@pytest.mark.parametrize("other", ["--method", "--model"])
def test_rewriting_stands_for_a_method(other: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compress", "It rains.", "--rewrite", other, "t3"]) != 0
    assert f"use either {other} or --rewrite" in capsys.readouterr().err
