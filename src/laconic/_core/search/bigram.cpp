// McDonald's (2006) model: the best kept sequence under the scores of its words and of its neighbours.
#include "search/scores.h"
#include "search/word_lattice.h"

#include <vector>

namespace laconic {
namespace {

// Row j stands for "word j was the last kept"; row 0 is the begin, row n + 1 the end.
Lattice bigram_lattice(const BigramScores &scores, const Words &words) {
    check_room(scores.size() + 1, scores.size() + 1, sizeof(Edge));
    const std::int32_t n = static_cast<std::int32_t>(scores.size());
    Lattice lattice(scores.size());
    for (std::int32_t to = 1; to <= n + 1; ++to) {
        const bool is_end = to == n + 1;
        if (is_end || !words.must_go(to - 1)) {
            for (std::int32_t from = to - 1; from >= 0; --from) {
                if (from == 0 || !words.must_go(from - 1)) {
                    const double own = is_end ? 0.0 : scores.token(to - 1);
                    lattice.add(from, is_end ? kKeepsNone : to - 1, scores.bigram(from, to) + own);
                }
                if (from > 0 && words.must_stay(from - 1)) break;  // nothing may pass over a forced word
            }
        }
        lattice.end_row();
    }
    return lattice;
}

WordLattice word_lattice(Vector<double> token, Matrix<double> bigram) {
    const Words all(token.size());
    const BigramScores scores(token, bigram, all);
    nb::gil_scoped_release unlocked;
    return WordLattice(bigram_lattice(scores, all));
}

nb::tuple bigram_lengths(Vector<double> token, Matrix<double> bigram, const Words &words, std::int32_t limit) {
    const BigramScores scores(token, bigram, words);
    return answer_each_length(words, limit, [&] { return bigram_lattice(scores, words); });
}

nb::tuple bigram_best(Vector<double> token, Matrix<double> bigram, const Words &words, std::int32_t low,
                      std::int32_t high, std::int32_t count) {
    const BigramScores scores(token, bigram, words);
    return answer_best(words, low, high, count, [&] { return bigram_lattice(scores, words); });
}

// The log-partition, and the probability that each bigram is among the kept ones.
nb::tuple bigram_marginals(Vector<double> token, Matrix<double> bigram, const Words &words, std::int32_t limit) {
    const BigramScores scores(token, bigram, words);
    const Measure measure(words, limit);
    const std::size_t rows = words.size() + 2;
    std::vector<double> probability(rows * rows);
    double log_partition;
    {
        nb::gil_scoped_release unlocked;
        const Lattice lattice = bigram_lattice(scores, words);
        const EdgeMarginals marginals = edge_marginals(lattice, measure);
        log_partition = marginals.log_partition;
        for (std::int32_t row = 1; row < lattice.rows(); ++row) {
            for (std::int32_t index = lattice.begin(row); index < lattice.end(row); ++index) {
                probability[lattice.edges()[index].from * rows + row] = marginals.probability[index];
            }
        }
    }
    return nb::make_tuple(log_partition, to_numpy(std::move(probability), {rows, rows}));
}

}  // namespace

void bind_bigram(nb::module_ &module) {
    module.def("bigram_lengths", &bigram_lengths, "token"_a, "bigram"_a, "words"_a, "limit"_a);
    module.def("bigram_best", &bigram_best, "token"_a, "bigram"_a, "words"_a, "low"_a, "high"_a, "count"_a);
    module.def("bigram_lattice", &word_lattice, "token"_a, "bigram"_a);
    module.def("bigram_marginals", &bigram_marginals, "token"_a, "bigram"_a, "words"_a, "limit"_a);
}

}  // namespace laconic
