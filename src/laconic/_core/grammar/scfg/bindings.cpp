// Shows synchronous rules and the forests they build to Python.
#include "base/arrays.h"
#include "base/check.h"
#include "grammar/scfg/chart.h"
#include "grammar/scfg/decoder.h"

#include <limits>
#include <utility>
#include <vector>

namespace laconic {
namespace {

// Rows of begin, end and label; spans whose label the grammar lacks (-1) are of no use to it.
std::vector<LabelledSpan> spans(const Matrix<Index> &rows, Index words, bool keep_all) {
    check_size(rows.shape(1), 3, "a span, of begin, end and label,");
    std::vector<LabelledSpan> found;
    for (std::size_t row = 0; row < rows.shape(0); ++row) {
        const LabelledSpan span{rows(row, 0), rows(row, 1), rows(row, 2)};
        require(span.begin >= 0 && span.begin < span.end && span.end <= words, "a span lies outside the sentence.");
        if (keep_all || span.label >= 0) found.push_back(span);
    }
    return found;
}

void check_model_words(const lm::LanguageModel &model, const Vector<std::uint32_t> &words) {
    check_range(words.data(), words.size(), 0, static_cast<std::int64_t>(model.unigrams().size()) - 1,
                "word numbers");
}

nb::tuple arrays(ScfgForest forest) {
    return nb::make_tuple(to_numpy(std::move(forest.head)), to_numpy(std::move(forest.tail_ptr)),
                          to_numpy(std::move(forest.tails)), to_numpy(std::move(forest.rule)),
                          to_numpy(std::move(forest.yield_ptr)), to_numpy(std::move(forest.yield_symbols)),
                          to_numpy(std::move(forest.positions)), to_numpy(std::move(forest.node_begin)),
                          to_numpy(std::move(forest.node_end)), to_numpy(std::move(forest.node_label)),
                          to_numpy(std::move(forest.new_words)));
}

// What Python passes for a sentence, checked.
struct CheckedSentence {
    std::vector<LabelledSpan> labels, deletions;

    CheckedSentence(const ScfgRules &rules, const Vector<Index> &words, const Matrix<Index> &labelled,
                    const Matrix<Index> &deleted, Index longest) {
        require(words.size() > 0, "the sentence has no words.");
        check_range(words.data(), words.size(), kNoNumber, rules.word_count() - 1, "words");
        const auto size = static_cast<Index>(words.size());
        check_range(longest, 0, std::numeric_limits<Index>::max() - size, "the longest span");
        labels = spans(labelled, size, false);
        require(longest == 0 || labels.empty(), "either spans are labelled, or rules of some length give the labels.");
        deletions = spans(deleted, size, true);
    }
};

nb::tuple chart(const ScfgRules &rules, Vector<Index> words, Matrix<Index> labels, Matrix<Index> deletions,
                Index longest) {
    const CheckedSentence sentence(rules, words, labels, deletions, longest);
    ScfgForest forest;
    {
        nb::gil_scoped_release unlocked;
        forest = ScfgChart(rules, to_vector(words), sentence.labels, sentence.deletions, longest).build();
    }
    return arrays(std::move(forest));
}

void make_decoder(ScfgDecoder *self, const ScfgRules &rules, Vector<double> scores, const lm::LanguageModel &model,
                  Vector<std::uint32_t> words, double weight) {
    check_size(scores.size(), rules.size(), "scores, one per rule,");
    check_scores(scores.data(), scores.size(), "scores");
    check_size(words.size(), static_cast<std::size_t>(rules.word_count()), "words, one per word of the grammar,");
    check_model_words(model, words);
    const auto factor = static_cast<float>(weight);
    check_numbers(&factor, 1, "weight");
    nb::gil_scoped_release unlocked;
    new (self) ScfgDecoder(rules, to_vector(scores), model, to_vector(words), factor);
}

ScfgDecoded decode(const ScfgDecoder &decoder, Vector<Index> words, Vector<std::uint32_t> own_words,
                   Matrix<Index> labels, Matrix<Index> deletions, Vector<double> deletion_scores, double join,
                   double copy, Index longest, std::size_t beam, std::size_t pops) {
    CheckedSentence checked(decoder.rules(), words, labels, deletions, longest);
    check_size(own_words.size(), words.size(), "own words, one per word,");
    check_model_words(decoder.model(), own_words);
    check_size(deletion_scores.size(), checked.deletions.size(), "deletion scores, one per deletion,");
    check_scores(deletion_scores.data(), deletion_scores.size(), "deletion scores");
    check_scores(&join, 1, "the score of joints");
    check_scores(&copy, 1, "the score of copied words");
    nb::gil_scoped_release unlocked;
    return decoder.decode({to_vector(words), to_vector(own_words), std::move(checked.labels),
                           std::move(checked.deletions), join, copy, to_vector(deletion_scores)},
                          longest, beam, pops);
}

nb::tuple decoded_forest(const ScfgDecoded &decoded, bool best_only) {
    std::vector<float> log10;
    ScfgForest forest;
    {
        nb::gil_scoped_release unlocked;
        forest = decoded.forest(best_only, log10);
    }
    return nb::make_tuple(arrays(std::move(forest)), to_numpy(std::move(log10)));
}

constexpr std::size_t kShapes = 8;

double ratio(double part, double whole) { return whole > 0 ? part / whole : 0; }

// One row per rule: whether it changes something, nothing, the order of its slots; its new words; the words of
// both sides, their difference, and the difference of their mean numbers of letters.
Output<double> shapes(const ScfgRules &rules, Vector<Index> letters) {
    check_size(letters.size(), static_cast<std::size_t>(rules.word_count()), "letters, one number per word,");
    std::vector<double> rows;
    rows.reserve(kShapes * rules.size());
    for (Index rule = 0; rule < static_cast<Index>(rules.size()); ++rule) {
        const Slice source = rules.source(rule), target = rules.target(rule), copies = rules.copies(rule);
        double words[2] = {0, 0}, length[2] = {0, 0}, fresh = 0;
        bool same = source.size() == target.size(), reorders = false;
        Index slots = 0, last_slot = -1;
        for (const Index symbol : source) {
            if (symbol < 0) continue;
            ++words[0];
            length[0] += letters.data()[symbol];
        }
        for (std::size_t i = 0; i < target.size(); ++i) {
            const Index symbol = target[i];
            if (symbol < 0) {
                reorders = reorders || -1 - symbol < last_slot;
                last_slot = -1 - symbol;
                same = same && source[i] < 0 && last_slot == slots;
                ++slots;
                continue;
            }
            ++words[1];
            length[1] += letters.data()[symbol];
            fresh += copies[i] < 0;
            same = same && source[i] == symbol;
        }
        const double lengths = ratio(length[1], words[1]) - ratio(length[0], words[0]);
        rows.insert(rows.end(), {same ? 0.0 : 1.0, same ? 1.0 : 0.0, reorders ? 1.0 : 0.0, fresh, words[0], words[1],
                                 words[1] - words[0], lengths});
    }
    return to_numpy(std::move(rows), {rules.size(), kShapes});
}

}  // namespace

void bind_scfg(nb::module_ &module) {
    nb::class_<ScfgRules>(module, "ScfgRules")
        .def(
            "__init__",
            [](ScfgRules *self, Vector<Index> lhs, Vector<Index> source, Vector<Index> source_ptr,
               Vector<Index> target, Vector<Index> target_ptr, Index words) {
                new (self) ScfgRules(to_vector(lhs), to_vector(source), to_vector(source_ptr), to_vector(target),
                                     to_vector(target_ptr), words);
            },
            "lhs"_a, "source"_a, "source_ptr"_a, "target"_a, "target_ptr"_a, "words"_a)
        .def("__len__", &ScfgRules::size)
        .def("shapes", &shapes, "letters"_a)
        .def("chart", &chart, "words"_a, "labels"_a, "deletions"_a, "longest"_a = 0);
    nb::class_<ScfgDecoded>(module, "ScfgDecoded").def("forest", &decoded_forest, "best_only"_a);
    nb::class_<ScfgDecoder>(module, "ScfgDecoder")
        .def("__init__", &make_decoder, "rules"_a, "scores"_a, "model"_a, "words"_a, "weight"_a,
             nb::keep_alive<1, 2>(), nb::keep_alive<1, 4>())
        .def("decode", &decode, "words"_a, "own_words"_a, "labels"_a, "deletions"_a, "deletion_scores"_a, "join"_a,
             "copy"_a, "longest"_a, "beam"_a, "pops"_a, nb::keep_alive<0, 1>());
}

}  // namespace laconic
