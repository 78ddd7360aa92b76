"""Training of tree transduction on sentences of one pattern, whose parses are known."""

from collections.abc import Iterable, Iterator
from pathlib import Path

import numpy as np
import pytest
from forest_oracle import Written, enumerate_derivations

from laconic.corpus import Pair, sample
from laconic.corpus.parsing import ParsedPair
from laconic.errors import DataError, UsageError
from laconic.features.rule_table import FeatureTable
from laconic.features.rules import template_names
from laconic.forest.sparse import SparseRows
from laconic.forest.transduce import transduce
from laconic.grammar import Grammar
from laconic.learn.svm.learning import learn, make_learner
from laconic.learn.t3.examples import ExampleMaker, pairs_with_trees, shared_features
from laconic.learn.t3.fluent_problem import FluentForestProblem
from laconic.learn.t3.losses import loss_named
from laconic.learn.t3.most_violating import Rescaling
from laconic.learn.t3.places import Places, place_counts
from laconic.learn.t3.problem import ForestExample, ForestProblem
from laconic.learn.t3.training import train_t3
from laconic.learn.tuning.held_out import overlap
from laconic.lm import bundled, estimate
from laconic.parse.english import EnglishParser
from laconic.search.constraints import Constraints
from learn.patterns import PatternParser, corpus, training_run


def test_training_learns_what_the_references_drop(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    settings = {"lm": "none", "C": "0.1,10", "gap": "0.001", "min_count": "1", "templates": "2013"}
    method = train_t3(training_run("t3", corpus(0, 15), corpus(15, 25), tmp_path, settings))
    told = capsys.readouterr().out
    assert "15 of 15 references can be derived" in told
    assert "gap" in told
    for pair in corpus(15, 25):
        (sentence,) = PatternParser().parse([pair.source])
        assert " ".join(method.compress(sentence, Constraints.any_length(len(sentence))).tokens) == pair.reference


@pytest.mark.parametrize("loss", ["hamming", "edit", "precision-bp2", "f1"])
@pytest.mark.parametrize("rescaling", ["margin", "slack"])
@pytest.mark.parametrize("by_place", [False, True])
def test_learning_lowers_the_loss_on_held_out_pairs(loss: str, rescaling: str, by_place: bool) -> None:
    table = FeatureTable(Grammar([], {}), template_names("2013"))
    maker = ExampleMaker(Grammar([], {}), table, loss_named(loss), by_place=by_place)
    train = list(maker.learning(pairs_with_trees(corpus(0, 15), PatternParser())))
    dev = list(maker.held_out(pairs_with_trees(corpus(15, 25), PatternParser())))
    problem = ForestProblem(train, table.matrix(), loss_named(loss), rescaling, threads=2)
    judge = ForestProblem(dev, table.matrix(), loss_named(loss))
    weights = learn(make_learner(problem, 10.0), gap=0.05, iterations=40)
    before = judge.mean_loss(np.random.default_rng(1).normal(size=problem.features))
    assert judge.mean_loss(weights) < min(before, 0.05)


def with_language_model(loss: str, rescaling: Rescaling) -> tuple[list[ForestExample], SparseRows, FluentForestProblem]:
    """Three examples, their features, and the problem of learning from them with a language model of references."""
    lm = estimate([pair.reference for pair in corpus(0, 25)], order=3, tokenized=True)
    table = FeatureTable(Grammar([], {}), template_names("2013"))
    maker = ExampleMaker(Grammar([], {}), table, loss_named(loss), lm=lm)
    examples = list(maker.learning(pairs_with_trees(corpus(0, 3), PatternParser())))
    matrix = table.matrix()
    return examples, matrix, FluentForestProblem(examples, matrix, loss_named(loss), lm, rescaling, beam=100_000)


def worst_of_all(
    example: ForestExample, scores: np.ndarray, lm_weight: float, loss: str, rescaling: Rescaling
) -> float:
    """Return the greatest rescaled loss of all derivations, by trying them all."""
    lm = estimate([pair.reference for pair in corpus(0, 25)], order=3, tokenized=True)
    written = enumerate_derivations(example.forest, scores)
    assert example.expected is not None

    def score(each: Written) -> float:
        text = [example.forest.vocabulary[word] for word in each.words]
        return each.score + lm_weight * (lm.sentence(text) - float(example.expected[list(each.edges)].sum()))

    gold = next(score(each) for each in written if each.edges == tuple(example.gold.tolist()))
    found = []
    for each in written:
        right, wrong = example.counts[list(each.edges)].sum(axis=0)
        missed = float(loss_named(loss)(right, wrong, example.reference))
        lead = score(each) - gold
        found.append(missed + lead if rescaling == "margin" else missed * (1 + lead))
    return max(found)


@pytest.mark.parametrize("loss", ["hamming", "edit"])
def test_with_a_language_model_the_worst_derivation_is_the_worst_of_all(loss: str) -> None:
    examples, matrix, problem = with_language_model(loss, "margin")
    random = np.random.default_rng(3)
    for lm_weight in (0.0, 0.7):
        weights = np.append(random.normal(size=matrix.width), lm_weight)
        for example, plane in zip(examples, problem.most_violated(weights), strict=True):
            most = worst_of_all(example, example.rows @ (matrix @ weights), lm_weight, loss, "margin")
            assert plane.violation(weights) == pytest.approx(most, abs=1e-3)


@pytest.mark.parametrize(("loss", "rescaling"), [("f1", "slack"), ("precision-bp2", "slack"), ("f1", "margin")])
def test_losses_that_are_not_linear_are_climbed_near_to_the_worst(loss: str, rescaling: Rescaling) -> None:
    examples, matrix, problem = with_language_model(loss, rescaling)
    random = np.random.default_rng(4)
    found, most = [], []
    for lm_weight in (0.1, 0.7):
        weights = np.append(0.3 * random.normal(size=matrix.width), lm_weight)
        for example, plane in zip(examples, problem.most_violated(weights), strict=True):
            found.append(plane.violation(weights))
            most.append(worst_of_all(example, example.rows @ (matrix @ weights), lm_weight, loss, rescaling))
    assert all(value <= limit + 1e-3 for value, limit in zip(found, most, strict=True))
    assert sum(found) >= 0.95 * sum(most)


def test_a_language_model_is_learnt_with_the_rules(tmp_path: Path) -> None:
    path = tmp_path / "references.lm"
    estimate([pair.reference for pair in corpus(0, 25)], order=3, tokenized=True).save(path)
    settings = {"lm": str(path), "C": "1", "min_count": "1", "learn_lm": "yes"}
    method = train_t3(training_run("t3", corpus(0, 10), corpus(10, 14), tmp_path, settings))
    assert method.settings.lm_weight >= 0


def test_examples_made_without_the_language_model_are_refused() -> None:
    table = FeatureTable(Grammar([], {}), ["default"])
    examples = list(ExampleMaker(Grammar([], {}), table, loss_named("f1")).learning(parsed(corpus(0, 2))))
    with pytest.raises(UsageError, match="make the examples with that language model"):
        FluentForestProblem(examples, table.matrix(), loss_named("f1"), bundled())


def parsed(pairs: Iterable[Pair]) -> Iterator[ParsedPair]:
    return pairs_with_trees(pairs, PatternParser())


def test_features_of_few_sentences_are_left_out() -> None:
    table = FeatureTable(Grammar([], {}), template_names("2013"))
    examples = list(ExampleMaker(Grammar([], {}), table, loss_named("f1")).learning(parsed(corpus(0, 6))))
    matrix, names = shared_features(examples, table.matrix(), table.names, 3)
    having = [{table.names[column] for column in table.matrix().take(each.rows.columns).columns} for each in examples]
    expected = [name for name in table.names if sum(name in one for one in having) >= 3]
    assert names == expected
    assert 0 < len(names) < len(table.names)
    weights = np.random.default_rng(1).normal(size=len(names))
    spread = np.array([dict(zip(names, weights, strict=True)).get(name, 0.0) for name in table.names])
    assert (matrix @ weights).tolist() == pytest.approx((table.matrix() @ spread).tolist())


def test_a_training_taken_up_ends_with_the_same_weights(tmp_path: Path) -> None:
    settings = {"lm": "none", "C": "1", "gap": "0", "min_count": "1", "match_rate": "no"}

    def trained(folder: Path, iterations: int) -> dict[str, float]:
        chosen = {**settings, "iterations": str(iterations)}
        return dict(train_t3(training_run("t3", corpus(0, 8), corpus(8, 10), folder, chosen)).weights)

    trained(tmp_path / "twice", 2)
    assert trained(tmp_path / "twice", 3) == trained(tmp_path / "once", 5)


def test_several_grammars_are_learnt_from_together(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rewritten = [Pair(each.id, each.source, (each.reference.replace("found", "saw"),)) for each in corpus(0, 15)]
    (tmp_path / "deletions.txt").write_text("(RB quickly) ||| ε ||| count=4 origin=extract\n", "utf-8")
    (tmp_path / "paraphrases.txt").write_text(
        "(VBD found) ||| (VBD saw) ||| count=1 origin=pivot phrase=0.5\n"
        "(NN man) ||| (NN guy) ||| count=1 origin=pivot\n",
        "utf-8",
    )
    settings = {
        "grammar": f"{tmp_path / 'deletions.txt'},{tmp_path / 'paraphrases.txt'}",
        "lm": "none",
        "C": "10",
        "min_sentences": "1",
    }
    method = train_t3(training_run("t3", rewritten, corpus(15, 20), tmp_path, settings))
    assert "15 of 15 references can be derived" in capsys.readouterr().out
    assert set(method.grammar.counts) == {"extract", "pivot"}
    assert {"origin extract", "origin pivot", "origin coverage", "given phrase"} <= set(method.weights)
    (sentence,) = PatternParser().parse(["the man quickly found the red door ."])
    assert method.compress(sentence, Constraints.any_length(len(sentence))).tokens == tuple(
        "the man saw the door .".split()
    )


def test_unreachable_references_are_counted() -> None:
    pairs = [
        Pair("1", "the old man slowly opened the red door .", ("the man opened the door .",)),
        Pair("2", "the old man slowly opened the red door .", ("the door opened the man .",)),
    ]
    for replace, expected in ((True, (1, 1, 0)), (False, (1, 0, 1))):
        table = FeatureTable(Grammar([], {}), ["default"])
        maker = ExampleMaker(Grammar([], {}), table, loss_named("edit"), replace_unreachable=replace)
        assert len(list(maker.learning(pairs_with_trees(pairs, PatternParser())))) == 1 + replace
        assert (maker.reach.linked, maker.reach.replaced, maker.reach.left_out) == expected


def test_words_are_right_only_in_their_place() -> None:
    (sentence,) = PatternParser().parse(["the old man opened the red door ."])
    assert sentence.tree is not None
    found = transduce(sentence.tree, Grammar([], {}))
    counts = place_counts(found, Places.of_text(sentence.words, "man opened the door .".split()))
    kept = {}
    for edge in range(found.forest.edges):
        for entry in range(found.forest.yield_ptr[edge], found.forest.yield_ptr[edge + 1]):
            if found.positions[entry] >= 0:
                kept[int(found.positions[entry])] = counts[edge].tolist()
    assert {place for place, (right, _) in kept.items() if right} == {2, 3, 4, 6, 7}
    assert {place for place, (_, wrong) in kept.items() if wrong} == {0, 1, 5}


def test_overlap_counts_words_and_their_neighbours() -> None:
    assert overlap("a b c".split(), "a b c".split()) == 1.0
    assert overlap("a c b".split(), "a b c".split()) == pytest.approx((1.0 + 0.25) / 2)
    assert overlap([], ["a"]) == 0.0


def test_nothing_to_learn_from_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="training corpus has no pair"):
        train_t3(training_run("t3", [], corpus(0, 2), tmp_path, {}))
    with pytest.raises(DataError, match="held-out corpus has no pair"):
        train_t3(training_run("t3", corpus(0, 2), [], tmp_path, {}))
    with pytest.raises(DataError, match="at most 3 words; raise longest"):
        train_t3(training_run("t3", corpus(0, 2), corpus(0, 2), tmp_path, {"longest": "3"}))


def test_training_on_the_sample_corpus_lowers_the_held_out_loss() -> None:
    pairs = list(sample("deletion"))
    parser = EnglishParser()
    table = FeatureTable(Grammar([], {}), template_names("all"))
    maker = ExampleMaker(Grammar([], {}), table, loss_named("edit"), by_place=True)
    train = list(maker.learning(pairs_with_trees(pairs[:30], parser)))
    dev = list(maker.held_out(pairs_with_trees(pairs[30:45], parser)))
    problem = ForestProblem(train, table.matrix(), loss_named("edit"), threads=2)
    judge = ForestProblem(dev, table.matrix(), loss_named("edit"))
    keep_all = np.array([float(name == "target words") for name in table.names])
    weights = learn(make_learner(problem, 1.0), gap=0.02)
    assert problem.mean_loss(weights) < 0.75 * problem.mean_loss(keep_all)
    assert judge.mean_loss(weights) < judge.mean_loss(keep_all)


def test_minimal_rules_seen_once_stay_if_asked_for_and_composed_ones_go(tmp_path: Path) -> None:
    """Only the second pair calls the door a gate, so only composed rules with it are left out (2007, section 5)."""
    pairs = [*corpus(0, 4), Pair("x", "the old man slowly opened the red door .", ("the man opened the gate .",))]
    method = train_t3(training_run("t3", pairs, corpus(4, 6), tmp_path, {"lm": "none", "C": "1", "min_minimal": "1"}))
    minimal = [line for line in method.grammar.lines if "gate" in line]
    assert minimal
    (tmp_path / "minimal").mkdir()
    settings = {"lm": "none", "C": "1", "compose": "1", "min_minimal": "1"}
    general = train_t3(training_run("t3", pairs, corpus(4, 6), tmp_path / "minimal", settings))
    assert set(minimal) <= set(general.grammar.lines)
    (tmp_path / "pruned").mkdir()
    pruned = train_t3(training_run("t3", pairs, corpus(4, 6), tmp_path / "pruned", {**settings, "min_minimal": "2"}))
    assert not [line for line in pruned.grammar.lines if "gate" in line]


def test_made_up_rules_are_flagged_as_unseen(tmp_path: Path) -> None:
    settings = {"lm": "none", "C": "1", "templates": "2007", "coverage": "copy", "min_sentences": "1"}
    method = train_t3(training_run("t3", corpus(0, 8), corpus(8, 10), tmp_path, settings))
    assert method.settings.coverage == "copy"
    (sentence,) = PatternParser().parse([corpus(20, 21)[0].source])
    found = transduce(sentence.tree, method.grammar, coverage="copy")
    views = FeatureTable(method.grammar, ["unseen"])
    rows = views.rows(found)
    flagged = rows @ (views.matrix() @ np.ones(len(views.names)))
    assert views.names in ([], ["unseen"])
    assert [bool(value) for value in flagged] == [found.is_made_up(number) for number in found.forest.rule.tolist()]


def test_the_plain_probability_of_a_text_can_be_learnt(tmp_path: Path) -> None:
    """Its weight is that of equation 6 of 2013: not compared with the source, and not multiplied afterwards."""
    path = tmp_path / "references.lm"
    estimate([pair.reference for pair in corpus(0, 25)], order=3, tokenized=True).save(path)
    settings = {"lm": str(path), "C": "1", "learn_lm": "yes", "lm_change": "no", "lm_multiples": "1"}
    method = train_t3(training_run("t3", corpus(0, 10), corpus(10, 14), tmp_path, settings))
    assert not method.settings.lm_change
    (sentence,) = PatternParser().parse([corpus(20, 21)[0].source])
    answer = method.compress(sentence, Constraints.any_length(len(sentence)))
    if method.lm is not None:
        logarithm = method.lm.sentence(answer.tokens)
        assert answer.details["lm_score"] == pytest.approx(method.settings.lm_weight * logarithm, abs=1e-6)


def test_words_count_anywhere_for_replaced_references_too() -> None:
    """A reference that cannot be derived is replaced by a text as close as the loss's own count of words says."""
    pair = Pair("1", "the old man slowly opened the red door .", ("door opened man the .",))
    table = FeatureTable(Grammar([], {}), ["default"])
    for by_place in (False, True):
        maker = ExampleMaker(Grammar([], {}), table, loss_named("edit"), by_place=by_place)
        (example,) = maker.learning(pairs_with_trees([pair], PatternParser()))
        least = min(
            float(loss_named("edit")(*example.counts[list(each.edges)].sum(axis=0), example.reference))
            for each in enumerate_derivations(example.forest, np.zeros(example.forest.edges))
        )
        assert example.loss_of(example.gold, loss_named("edit")) == least
