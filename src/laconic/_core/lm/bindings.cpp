// Python's view of language models: queries, phrases, and the readers and writers of model files.
#include "base/arrays.h"
#include "base/cancel.h"
#include "base/check.h"
#include "base/text.h"
#include "lm/arpa.h"
#include "lm/binary.h"
#include "lm/chart.h"
#include "lm/kneser_ney.h"
#include "lm/model.h"
#include "lm/prune.h"

#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace laconic::lm {
namespace {

// nanobind counts references to models that C++ built as const; Python never changes them.
using Model = std::shared_ptr<LanguageModel>;

Model to_python(std::shared_ptr<const LanguageModel> model) {
    return std::const_pointer_cast<LanguageModel>(std::move(model));
}

std::string_view utf8(nb::handle word) {
    Py_ssize_t size = 0;
    const char *text = PyUnicode_AsUTF8AndSize(word.ptr(), &size);
    if (text == nullptr) throw nb::python_error();
    return {text, static_cast<std::size_t>(size)};
}

// A state as Python holds it: its numbers are places in the tables of one model, and mean nothing to another.
template <typename State_>
struct Owned {
    State_ state;
    std::uint64_t model;

    const State_ &of(const LanguageModel &asked) const {
        require(model == asked.id(), "the state comes from another language model.");
        return state;
    }
};
using OwnedState = Owned<State>;
using OwnedChartState = Owned<ChartState>;

OwnedState begin_state(const LanguageModel &model) { return {model.begin_state(), model.id()}; }
OwnedState null_state(const LanguageModel &model) { return {model.null_state(), model.id()}; }

nb::tuple score(const LanguageModel &model, const OwnedState &state, nb::str word) {
    State next;
    const Score result = model.score(state.of(model), model.vocabulary().find(utf8(word)), next);
    return nb::make_tuple(result.log10, OwnedState{next, model.id()});
}

// The numbers of all words, one sentence after another, and where each sentence starts and the last ends.
// A sentence is a string, split at blanks, or a sequence of words.
nb::tuple encode(const LanguageModel &model, nb::iterable sentences) {
    std::vector<std::uint32_t> ids;
    std::vector<std::int64_t> starts{0};
    const auto add = [&](std::string_view word) { ids.push_back(model.vocabulary().find(word)); };
    for (nb::handle sentence : sentences) {
        if (PyUnicode_Check(sentence.ptr())) {
            std::string_view text = utf8(sentence);
            for (std::string_view word; !(word = next_field(text)).empty();) add(word);
        } else {
            for (nb::handle word : nb::borrow<nb::iterable>(sentence)) add(utf8(word));
        }
        starts.push_back(static_cast<std::int64_t>(ids.size()));
    }
    return nb::make_tuple(to_numpy(std::move(ids)), to_numpy(std::move(starts)));
}

// Scores sentences of word numbers: a sum for each sentence, and for each word its log10 probability and
// the length of the n-gram that gave it. With `end`, every sentence has one more word, its end.
nb::tuple score_sentences(const LanguageModel &model, Vector<std::uint32_t> ids, Vector<std::int64_t> starts,
                          bool begin, bool end) {
    const std::size_t words = ids.size();
    check_starts(starts.data(), starts.size(), words, "sentence starts");
    check_range(ids.data(), words, 0, static_cast<std::int64_t>(model.unigrams().size()) - 1, "word numbers");
    const std::size_t count = starts.size() - 1;
    const std::int64_t *bounds = starts.data();
    constexpr std::size_t kAhead = 3;  // words between the request for a bigram and its use
    std::vector<double> sums(count);
    std::vector<float> log10;
    std::vector<std::uint8_t> lengths;
    {
        nb::gil_scoped_release unlocked;
        log10.reserve(words + count);
        lengths.reserve(words + count);
        State states[2];
        const std::uint32_t *word = ids.data();
        for (std::size_t i = 0; i < count; ++i) {
            check_cancelled();
            int now = 0;
            states[now] = begin ? model.begin_state() : model.null_state();
            const auto add = [&](WordId id) {
                const Score result = model.score(states[now], id, states[1 - now]);
                now = 1 - now;
                sums[i] += result.log10;
                log10.push_back(result.log10);
                lengths.push_back(static_cast<std::uint8_t>(result.length));
            };
            for (std::size_t k = bounds[i], stop = bounds[i + 1]; k < stop; ++k) {
                if (k + kAhead < words) model.prefetch(word[k + kAhead - 1], word[k + kAhead]);
                add(word[k]);
            }
            if (end) add(kEnd);
        }
    }
    return nb::make_tuple(to_numpy(std::move(sums)), to_numpy(std::move(log10)), to_numpy(std::move(lengths)));
}

nb::tuple compose(const LanguageModel &model, nb::iterable parts, bool begin) {
    PhraseScorer scorer(model);
    if (begin) scorer.begin_sentence();
    for (nb::handle part : parts) {
        const OwnedChartState *phrase = nullptr;
        if (nb::try_cast(part, phrase, false) && phrase != nullptr) {
            scorer.phrase(phrase->of(model));
        } else {
            scorer.word(model.vocabulary().find(utf8(part)));
        }
    }
    const auto [log10, state] = scorer.finish();
    return nb::make_tuple(log10, OwnedChartState{state, model.id()});
}

nb::tuple words_of(const OwnedState &owned) {
    nb::list words;
    for (int i = 0; i < owned.state.length; ++i) words.append(owned.state.words[i]);
    return nb::tuple(words);
}

std::vector<std::size_t> counts(const LanguageModel &model) {
    std::vector<std::size_t> result;
    for (int length = 1; length <= model.order(); ++length) result.push_back(model.count(length));
    return result;
}

std::string word(const LanguageModel &model, std::uint32_t id) {
    require(id < model.unigrams().size(), "the word number is not in the vocabulary.");
    return std::string(model.vocabulary().text(id));
}

template <typename Owned_>
nb::class_<Owned_> bind_state(nb::module_ &module, const char *name) {
    return nb::class_<Owned_>(module, name)
        .def("__eq__", [](const Owned_ &one, const Owned_ &other) { return one.state == other.state; },
             nb::is_operator())
        .def("__hash__", [](const Owned_ &one) { return static_cast<Py_hash_t>(one.state.hash() >> 1); });
}

nb::bytes to_bytes(const std::string &text) { return nb::bytes(text.data(), text.size()); }

void bind_files(nb::module_ &module) {
    nb::class_<ArpaReader>(module, "ArpaReader")
        .def(nb::init<>())
        .def("feed", [](ArpaReader &reader, nb::bytes piece) {
            const std::string_view text(piece.c_str(), piece.size());
            nb::gil_scoped_release unlocked;
            reader.feed(text);
        }, "piece"_a)
        .def("finish", [](ArpaReader &reader) {
            nb::gil_scoped_release unlocked;
            return to_python(reader.finish());
        })
        .def_prop_ro("line", &ArpaReader::line);
    nb::class_<ArpaWriter>(module, "ArpaWriter")
        .def("__init__", [](ArpaWriter *self, const Model &model) { new (self) ArpaWriter(model); }, "model"_a)
        .def("next", [](ArpaWriter &writer) {
            std::string piece;
            {
                nb::gil_scoped_release unlocked;
                piece = writer.next();
            }
            return to_bytes(piece);
        });
}

nb::bytes encode_to_bytes(const LanguageModel &model) {
    std::string body;
    {
        nb::gil_scoped_release unlocked;
        body = encode_model(model);
    }
    return to_bytes(body);
}

Model decode_from_bytes(nb::bytes body) {
    const std::string_view bytes(body.c_str(), body.size());
    nb::gil_scoped_release unlocked;
    return to_python(decode_model(bytes));
}

// For each order the discounts of counts 1, 2 and 3, and whether they were estimated from the text.
nb::list discounts(const Estimator &estimator) {
    nb::list result;
    for (const auto &[amounts, estimated] : estimator.discounts())
        result.append(nb::make_tuple(nb::make_tuple(amounts[0], amounts[1], amounts[2]), estimated));
    return result;
}

void bind_estimator(nb::module_ &module) {
    nb::class_<Estimator>(module, "NgramEstimator")
        .def("__init__", [](Estimator *self, int order, std::vector<std::uint64_t> cutoffs, std::size_t vocabulary,
                            std::size_t memory, std::string folder) {
            new (self) Estimator({order, std::move(cutoffs), vocabulary, memory, std::move(folder)});
        }, "order"_a, "cutoffs"_a, "vocabulary"_a, "memory"_a, "folder"_a)
        .def("feed", [](Estimator &estimator, nb::bytes piece) {
            const std::string_view text(piece.c_str(), piece.size());
            nb::gil_scoped_release unlocked;
            estimator.feed(text);
        }, "piece"_a)
        .def("estimate", [](Estimator &estimator, nb::callable progress) {
            nb::gil_scoped_release unlocked;
            // Calling Python also lets Ctrl-C through, as an exception.
            estimator.estimate([&](double done) {
                nb::gil_scoped_acquire locked;
                progress(done);
            });
        }, "progress"_a)
        .def("next_arpa_piece", [](Estimator &estimator) {
            std::string piece;
            {
                nb::gil_scoped_release unlocked;
                piece = estimator.next_arpa_piece();
            }
            return to_bytes(piece);
        })
        .def("model", [](Estimator &estimator) {
            nb::gil_scoped_release unlocked;
            return to_python(estimator.model());
        })
        .def_prop_ro("line", &Estimator::line)
        .def_prop_ro("sentences", &Estimator::sentences)
        .def_prop_ro("tokens", &Estimator::tokens)
        .def_prop_ro("counts", &Estimator::counts)
        .def_prop_ro("discounts", &discounts);
}

}  // namespace
}  // namespace laconic::lm

namespace laconic {

void bind_language_model(nb::module_ &module) {
    using namespace lm;
    module.attr("MAX_ORDER") = kMaxOrder;
    bind_state<OwnedState>(module, "NgramState").def_prop_ro("words", &words_of);
    bind_state<OwnedChartState>(module, "ChartState");
    nb::class_<LanguageModel>(module, "NgramModel")
        .def_prop_ro("order", &LanguageModel::order)
        .def_prop_ro("counts", &counts)
        .def_prop_ro("bytes", &LanguageModel::bytes)
        .def("begin_state", &begin_state)
        .def("null_state", &null_state)
        .def("score", &score, "state"_a, "word"_a)
        .def("encode", &encode, "sentences"_a)
        .def("score_sentences", &score_sentences, "ids"_a, "starts"_a, "begin"_a = true, "end"_a = true)
        .def("compose", &compose, "parts"_a, "begin"_a = false)
        .def("word", &word, "id"_a)
        .def("find", [](const LanguageModel &self, std::string_view word) { return self.vocabulary().find(word); },
             "word"_a)
        .def("__contains__",
             [](const LanguageModel &self, std::string_view word) { return self.vocabulary().contains(word); },
             "word"_a);
    module.def("prune_ngram_model", [](const LanguageModel &model, std::size_t ngrams) {
        nb::gil_scoped_release unlocked;
        return to_python(prune_model(model, ngrams));
    }, "model"_a, "ngrams"_a);
    module.def("encode_ngram_model", &encode_to_bytes, "model"_a);
    module.def("decode_ngram_model", &decode_from_bytes, "body"_a);
    bind_files(module);
    bind_estimator(module);
}

}  // namespace laconic
