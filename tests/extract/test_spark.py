"""The same on a Spark cluster as on one machine: pivoting, tables, and a function of one's own.

All that needs Spark is here, so that one worker starts it once.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import pandas
import pytest
from pipeline_tools import build, write_bitext
from pivot_tools import FRENCH, GERMAN, many, paraphrases

import laconic
from laconic.cli import main
from laconic.extract.bitext import Cut
from laconic.extract.engines import DuckDbEngine, SparkEngine
from laconic.extract.paraphrases import phrase_grammar
from laconic.extract.pivot import PRESETS, Cutoffs
from laconic.grammar.scfg.joshua import write_rule

EVERY_CUTOFF = Cutoffs(2, 1e-4, 4, 3, 1e-3, 0.01, 6)
TEXTS = [f"Ship {number} of the old fleet in the harbour was sold for good last spring." for number in range(20)]


@pytest.fixture(scope="module", autouse=True)
def java() -> Iterator[None]:
    """Let Java compile little: its compilers take longer than these tables do."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("JAVA_TOOL_OPTIONS", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC")
        patch.setenv("SPARK_LOCAL_IP", "127.0.0.1")
        patch.setenv("PYSPARK_PYTHON", "")
        patch.delenv("PYSPARK_PYTHON")  # the engine sets it, and that is undone too
        yield


@pytest.fixture
def duckdb() -> Iterator[DuckDbEngine]:
    engine = DuckDbEngine(memory="500MB")
    yield engine
    engine.close()


@pytest.fixture
def spark() -> Iterator[SparkEngine]:
    """A session of its own for each test, in a Java that goes on running."""
    settings = {
        "spark.sql.adaptive.enabled": "false",  # planning, too
        "spark.sql.codegen.factoryMode": "NO_CODEGEN",
        "spark.sql.codegen.wholeStage": "false",
        "spark.sql.shuffle.partitions": "2",
    }
    engine = SparkEngine("local[1]", settings)
    yield engine
    engine.close()


def rules(table) -> list[str]:
    return [write_rule(rule) for rule in phrase_grammar(table)]


def same_on_both(duckdb, spark, folder, languages, cutoffs):
    embedded = paraphrases(duckdb, folder, languages, cutoffs)
    cluster = paraphrases(spark, folder, languages, cutoffs)
    assert embedded.num_rows
    return embedded.to_pylist() == cluster.to_pylist() and rules(embedded) == rules(cluster)


def test_spark_and_duckdb_give_the_same_grammar(duckdb, spark, tmp_path):
    assert same_on_both(duckdb, spark, tmp_path, {"fr": many(1), "de": many(2)}, EVERY_CUTOFF)


@pytest.mark.slow
@pytest.mark.parametrize("cutoffs", [Cutoffs(least_count=1), *PRESETS.values()], ids=["all", *PRESETS])
def test_spark_and_duckdb_agree_under_every_preset(duckdb, spark, tmp_path, cutoffs):
    assert same_on_both(duckdb, spark, tmp_path, {"fr": FRENCH, "de": GERMAN, "es": many(3)}, cutoffs)


def test_extraction_and_joins_are_the_same_on_spark(duckdb, spark, tmp_path):
    grammars = []
    for name, engine in (("embedded", duckdb), ("cluster", spark)):
        (tmp_path / name).mkdir()
        grammar, _ = build(write_bitext(tmp_path / name), engine, cut=Cut(part_lines=3), languages=("fr",))
        grammars.append([write_rule(rule) for rule in grammar])
    assert grammars[0] == grammars[1] != []


@pytest.mark.filterwarnings("ignore:PySpark does not yet fully support pandas")
def test_the_function_of_the_manual_gives_the_models_answers(spark: SparkEngine) -> None:
    from pyspark.sql import SparkSession
    from pyspark.sql.functions import pandas_udf

    manual = (Path(__file__).parents[2] / "docs" / "other-tools.md").read_text("utf-8")
    (recipe,) = re.findall(r"```python\n([^`]*def shorter.*?)\n*print", manual, re.DOTALL)
    own = {"__name__": "__main__", "pandas": pandas}  # as in a script or a notebook, which workers cannot import
    exec(recipe, own)
    table = SparkSession.builder.getOrCreate().createDataFrame([(text,) for text in TEXTS], ["text"])
    rows = table.select("text", pandas_udf(own["shorter"], "string")("text").alias("short")).collect()
    expected = [answer.text for answer in laconic.load().pipe(TEXTS, words=5, if_impossible="nearest")]
    assert {row.text: row.short for row in rows} == dict(zip(TEXTS, expected, strict=True))


def test_spark_gives_the_same_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("laconic.batch.PART", 8)
    pandas.DataFrame({"id": range(20), "body": TEXTS}).to_parquet("t.parquet")
    command = ["compress", "t.parquet", "--field", "body", "--method", "random", "--words", "9"]
    assert main([*command, "-o", "one.parquet"]) == 0
    assert main([*command, "--engine", "spark", "--master", "local[2]", "--work", "parts", "-o", "two.parquet"]) == 0
    assert pandas.read_parquet("one.parquet").equals(pandas.read_parquet("two.parquet"))
    assert len(list(Path("parts").iterdir())) == 3
