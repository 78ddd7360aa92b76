// A linear chain of keep and delete labels: unary scores, and scores of neighbouring labels.
#include "search/lattice.h"
#include "search/scores.h"

#include <vector>

namespace laconic {
namespace {

// Two rows per word: 2i - 1 says that word i was deleted, 2i that it was kept. Row 0 is the begin and row
// 2n + 1 the end, both of which count as kept.
Lattice chain_lattice(const ChainScores &scores, const Words &words) {
    const std::int32_t n = static_cast<std::int32_t>(scores.size());
    Lattice lattice(scores.size());
    const auto enter = [&](std::int32_t word, int label, std::int32_t kept, double own) {
        if (word > 1) lattice.add(2 * (word - 1) - 1, kept, scores.transition(word - 1, 0, label) + own);
        lattice.add(2 * (word - 1), kept, scores.transition(word - 1, 1, label) + own);
    };
    for (std::int32_t word = 1; word <= n; ++word) {
        if (!words.must_stay(word - 1)) enter(word, 0, kKeepsNone, 0.0);
        lattice.end_row();
        if (!words.must_go(word - 1)) enter(word, 1, word - 1, scores.token(word - 1));
        lattice.end_row();
    }
    enter(n + 1, 1, kKeepsNone, 0.0);
    lattice.end_row();
    return lattice;
}

nb::tuple chain_lengths(Vector<double> token, Cube<double> transition, const Words &words, std::int32_t limit) {
    const ChainScores scores(token, transition, words);
    return answer_each_length(words, limit, [&] { return chain_lattice(scores, words); });
}

nb::tuple chain_best(Vector<double> token, Cube<double> transition, const Words &words, std::int32_t low,
                     std::int32_t high, std::int32_t count) {
    const ChainScores scores(token, transition, words);
    return answer_best(words, low, high, count, [&] { return chain_lattice(scores, words); });
}

// The log-partition, and the probability of every pair of neighbouring labels.
nb::tuple chain_marginals(Vector<double> token, Cube<double> transition, const Words &words, std::int32_t limit) {
    const ChainScores scores(token, transition, words);
    const Measure measure(words, limit);
    const std::size_t steps = words.size() + 1;
    std::vector<double> probability(steps * 4);
    double log_partition;
    {
        nb::gil_scoped_release unlocked;
        const Lattice lattice = chain_lattice(scores, words);
        const EdgeMarginals marginals = edge_marginals(lattice, measure);
        log_partition = marginals.log_partition;
        for (std::int32_t row = 1; row < lattice.rows(); ++row) {
            const bool is_end = row == lattice.rows() - 1;
            const int label = is_end || row % 2 == 0;
            for (std::int32_t index = lattice.begin(row); index < lattice.end(row); ++index) {
                const std::int32_t from = lattice.edges()[index].from;
                probability[(from + 1) / 2 * 4 + (from % 2 == 0) * 2 + label] = marginals.probability[index];
            }
        }
    }
    return nb::make_tuple(log_partition, to_numpy(std::move(probability), {steps, 2, 2}));
}

}  // namespace

void bind_chain(nb::module_ &module) {
    module.def("chain_lengths", &chain_lengths, "token"_a, "transition"_a, "words"_a, "limit"_a);
    module.def("chain_best", &chain_best, "token"_a, "transition"_a, "words"_a, "low"_a, "high"_a, "count"_a);
    module.def("chain_marginals", &chain_marginals, "token"_a, "transition"_a, "words"_a, "limit"_a);
}

}  // namespace laconic
