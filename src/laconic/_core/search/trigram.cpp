// The lattice of kept words under a trigram language model, and scores of words and neighbours beside it.
//
// Rows stand for the two words kept last.
#include "base/cancel.h"
#include "lm/model.h"
#include "search/scores.h"
#include "search/word_lattice.h"

#include <utility>
#include <vector>

namespace laconic {
namespace {

using lm::LanguageModel;
using lm::State;

// The row of "word j was kept last, and word i before it" for 0 <= i < j; i = 0 is the begin of the sentence.
std::int32_t row_of(std::int32_t i, std::int32_t j) { return 1 + j * (j - 1) / 2 + i; }

// States for the words i, j in a row. A trigram model looks back two words, so what stood before i is of no
// concern; at the begin of the sentence the state knows that nothing did.
std::vector<State> pair_states(const LanguageModel &model, Vector<std::uint32_t> words) {
    const std::int32_t n = static_cast<std::int32_t>(words.size());
    std::vector<State> states(row_of(0, n + 1));
    states[0] = model.begin_state();
    for (std::int32_t j = 1; j <= n; ++j) {
        for (std::int32_t i = 0; i < j; ++i) {
            State first = states[0];
            if (i > 0) model.score(model.null_state(), words(i - 1), first);
            model.score(first, words(j - 1), states[row_of(i, j)]);
        }
    }
    return states;
}

WordLattice trigram_lattice(const LanguageModel &model, Vector<std::uint32_t> words, double weight,
                            Vector<double> token, Matrix<double> bigram) {
    const BigramScores scores(token, bigram, Words(words.size()));
    check_number(weight, "weight");
    check_range(words.data(), words.size(), 0, static_cast<std::int64_t>(model.unigrams().size()) - 1, "words");
    check_room(words.size() * words.size(), words.size() / 6 + 1, sizeof(Edge));  // the edges
    nb::gil_scoped_release unlocked;
    const std::int32_t n = static_cast<std::int32_t>(words.size());
    const std::vector<State> states = pair_states(model, words);
    Lattice lattice(words.size());
    State next;
    const auto fluency = [&](std::int32_t from, std::uint32_t id) {
        return weight * static_cast<double>(model.score(states[from], id, next).log10);
    };
    for (std::int32_t j = 1; j <= n; ++j) {
        check_cancelled();
        for (std::int32_t i = 0; i < j; ++i) {
            const double own = scores.token(j - 1) + scores.bigram(i, j);
            const auto add = [&](std::int32_t from) { lattice.add(from, j - 1, fluency(from, words(j - 1)) + own); };
            if (i == 0) add(0);
            for (std::int32_t h = 0; h < i; ++h) add(row_of(h, i));
            lattice.end_row();
        }
    }
    for (std::int32_t j = 1; j <= n; ++j) {
        for (std::int32_t i = 0; i < j; ++i)
            lattice.add(row_of(i, j), kKeepsNone, fluency(row_of(i, j), lm::kEnd) + scores.bigram(j, n + 1));
    }
    lattice.end_row();
    return WordLattice(std::move(lattice));
}

}  // namespace

void bind_trigram(nb::module_ &module) {
    module.def("trigram_lattice", &trigram_lattice, "model"_a, "words"_a, "weight"_a, "token"_a, "bigram"_a);
}

}  // namespace laconic
