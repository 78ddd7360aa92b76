// Narrowing of word lattices, and the score of one set.
#include "search/word_lattice.h"

#include "base/check.h"
#include "base/scores.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace laconic {

WordLattice::WordLattice(Lattice lattice) : lattice_(std::move(lattice)), passed_(lattice_.rows(), 0) {
    for (std::int32_t row = 1; row < lattice_.rows(); ++row) {
        const bool is_end = row == lattice_.rows() - 1;
        passed_[row] = static_cast<std::int32_t>(lattice_.words()) + 1;
        for (std::int32_t index = lattice_.begin(row); index < lattice_.end(row); ++index) {
            const std::int32_t word = lattice_.edges()[index].word;
            if (is_end != (word == kKeepsNone)) throw std::invalid_argument("every edge but the last must keep a word");
            if (!is_end) passed_[row] = word + 1;
        }
    }
}

Lattice WordLattice::under(const std::vector<Fate> &fates) const {
    // The words kept for certain before each place; an edge between rows must not pass over one of them.
    std::vector<std::int32_t> certain(words() + 2, 0);
    for (std::size_t word = 0; word < words(); ++word) certain[word + 1] = certain[word] + (fates[word] == Fate::kKept);
    certain[words() + 1] = certain[words()];
    Lattice narrowed(words());
    for (std::int32_t row = 1; row < lattice_.rows(); ++row) {
        for (std::int32_t index = lattice_.begin(row); index < lattice_.end(row); ++index) {
            const Edge &edge = lattice_.edges()[index];
            const bool keeps_none_at_all = edge.from == 0 && edge.word == kKeepsNone;
            const bool keeps_deleted = edge.word != kKeepsNone && fates[edge.word] == Fate::kDeleted;
            const bool passes_over = certain[passed_[row] - 1] != certain[passed_[edge.from]];
            if (!keeps_none_at_all && !keeps_deleted && !passes_over) narrowed.add(edge.from, edge.word, edge.score);
        }
        narrowed.end_row();
    }
    return narrowed;
}

double WordLattice::score(const std::vector<std::uint8_t> &kept) const {
    std::vector<std::int32_t> before(words() + 2, 0);
    for (std::size_t word = 0; word < words(); ++word) before[word + 1] = before[word] + kept[word];
    before[words() + 1] = before[words()];
    std::vector<double> best(lattice_.rows(), kImpossible);
    best[0] = 0.0;
    for (std::int32_t row = 1; row < lattice_.rows(); ++row) {
        const bool is_end = row == lattice_.rows() - 1;
        if (!is_end && (passed_[row] > static_cast<std::int32_t>(words()) || !kept[passed_[row] - 1])) continue;
        for (std::int32_t index = lattice_.begin(row); index < lattice_.end(row); ++index) {
            const Edge &edge = lattice_.edges()[index];
            if (before[passed_[row] - 1] == before[passed_[edge.from]]) {
                best[row] = std::max(best[row], best[edge.from] + edge.score);
            }
        }
    }
    return best.back();
}

namespace {

// The best set whose length is from `low` to `high` and in which words have their fates: zeros and ones, and its score.
nb::tuple best(const WordLattice &lattice, const Words &words, std::int32_t low, std::int32_t high) {
    check_size(words.size(), lattice.words(), "words");
    const Measure measure(words, high);
    std::vector<std::uint8_t> kept;
    double score;
    {
        nb::gil_scoped_release unlocked;
        score = best_set(lattice.under(words.fates()), measure, low, nullptr, kept);
    }
    return nb::make_tuple(score, to_numpy(std::move(kept)));
}

double score(const WordLattice &lattice, Vector<bool> kept) {
    check_size(kept.size(), lattice.words(), "kept");
    return lattice.score(to_flags(kept));
}

}  // namespace

void bind_word_lattice(nb::module_ &module) {
    nb::class_<WordLattice>(module, "WordLattice")
        .def("best", &best, "words"_a, "low"_a, "high"_a)
        .def("score", &score, "kept"_a);
}

}  // namespace laconic
