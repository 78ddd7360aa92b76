// Joint decoding of a forest and a lattice of kept words by dual decomposition (Yao et al. 2014, Algorithm 1),
// made exact by branching on words where the two do not agree.
//
// Each word has a price: the forest pays it for keeping the word, the lattice is paid it. At any prices the best
// derivation and the best set together score at least as much as the best pair that agrees, so the least such sum
// seen is a bound. Where both keep the same words, prices cancel, and the pair is the best there is.
#include "forest/scores.h"
#include "search/dual_forest.h"

#include <algorithm>
#include <cmath>
#include <queue>
#include <set>
#include <utility>
#include <vector>

namespace laconic {
namespace {

struct DualSettings {
    int iterations;  // the most in the first search; each branch gets a quarter
    double step;     // the size of the first step
    int branches;    // the most branches beside the first search
};

// Lengths from `low` to `measure.limit` are allowed.
struct Lengths {
    Measure measure;
    std::int32_t low;

    bool allow(const std::vector<std::uint8_t> &kept) const {
        std::int32_t length = 0;
        bool first = true;
        for (std::size_t word = 0; word < kept.size(); ++word) {
            if (!kept[word]) continue;
            length += measure.step(static_cast<std::int32_t>(word), first);
            first = false;
        }
        return !first && length >= low && length <= measure.limit;
    }
};

struct Branch {
    double bound;
    std::vector<Fate> fates;
    std::vector<double> price;
    int rises;  // how often the bound has risen on the way here: steps go on as small as they were

    bool operator<(const Branch &other) const { return bound < other.bound; }
};

class DualSearch {
  public:
    DualSearch(const ForestPart &forest, const WordLattice &lattice, Lengths lengths, DualSettings settings)
        : forest_(forest), lattice_(lattice), lengths_(lengths), settings_(settings) {}

    void run(std::vector<Fate> fates) {
        const std::vector<double> free(fates.size(), 0.0);
        std::priority_queue<Branch> open;
        open.push({-kImpossible, std::move(fates), free, 0});
        int searched = 0;
        while (!open.empty() && is_open(open.top().bound) && searched <= settings_.branches) {
            const Branch branch = open.top();
            open.pop();
            // Later branches begin with good prices, and splitting again does more for them than many steps.
            search(branch, open, searched == 0 ? settings_.iterations : 1 + (settings_.iterations - 1) / 4);
            if (++searched == 1) first_iterations = iterations, converged = open.empty();
        }
        branches = searched - 1;
        bound = open.empty() ? best.score : std::max(best.score, open.top().bound);
        if (!is_open(bound)) bound = best.score;
    }

    Derived best;  // its score counts both models
    double bound = kImpossible;
    bool converged = false;  // the first search settled it
    int iterations = 0, first_iterations = 0, branches = 0;

  private:
    // Whether something better than the best so far may lie below this bound, rounding apart.
    bool is_open(double value) const {
        return best.score == kImpossible ? value > kImpossible
                                         : value > best.score + 1e-9 * std::max(1.0, std::abs(best.score));
    }

    // Lowers the bound of a branch by subgradient steps; splits it in two where that does not settle it.
    void search(const Branch &branch, std::priority_queue<Branch> &open, int limit) {
        const std::vector<double> scores = forest_.under(branch.fates);
        const Lattice lattice = lattice_.under(branch.fates);
        std::vector<double> price = branch.price, best_price = price;
        std::vector<int> disagreements(price.size(), 0);
        double lowest = branch.bound, last = -kImpossible;
        int rises = branch.rises;
        Derived derived;
        std::vector<std::uint8_t> kept;
        for (int iteration = 0; iteration < limit; ++iteration) {
            ++iterations;
            const double left = forest_.best(scores, price, derived);
            const double right = best_set(lattice, lengths_.measure, lengths_.low, price.data(), kept);
            const double dual = left + right;
            if (dual == kImpossible) return;  // nothing meets the fates
            if (dual < lowest) lowest = dual, best_price = price;
            offer(derived);
            if (derived.kept == kept) return;  // the best of this branch
            offer(kept);
            if (!is_open(lowest)) return;
            if (dual > last) ++rises;
            last = dual;
            const double step = settings_.step / (rises + 1);
            for (std::size_t word = 0; word < price.size(); ++word) {
                if (kept[word] == derived.kept[word]) continue;
                price[word] += kept[word] ? -step : step;
                ++disagreements[word];
            }
        }
        const auto most = std::max_element(disagreements.begin(), disagreements.end());
        for (const Fate fate : {Fate::kKept, Fate::kDeleted}) {
            Branch half{lowest, branch.fates, best_price, rises};
            half.fates[most - disagreements.begin()] = fate;
            open.push(std::move(half));
        }
    }

    // Remembers a derivation with its score in both models, if it is the best so far.
    void offer(Derived candidate) {
        if (candidate.score == kImpossible || !lengths_.allow(candidate.kept)) return;
        candidate.score += lattice_.score(candidate.kept);
        if (candidate.score > best.score) best = std::move(candidate);
    }

    void offer(const std::vector<std::uint8_t> &kept) {
        if (!tried_.insert(kept).second) return;
        Derived candidate;
        forest_.best_of(kept, candidate);
        offer(std::move(candidate));
    }

    const ForestPart &forest_;
    const WordLattice &lattice_;
    const Lengths lengths_;
    const DualSettings settings_;
    std::set<std::vector<std::uint8_t>> tried_;
};

// The best derivation and the words it keeps, the score of both models, and what is known of better ones.
nb::tuple dual_search(const Hypergraph &graph, Vector<double> scores, Vector<Index> positions, Matrix<Index> spans,
                      const WordLattice &lattice, const Words &words, std::int32_t low, std::int32_t high,
                      Index length, int iterations, double step, int branches) {
    check_size(lattice.words(), words.size(), "the lattice's words");
    require(low >= 0, "a length must not be negative.");
    require(iterations >= 1 && branches >= 0, "there must be at least 1 iteration, and 0 branches.");
    check_number(step, "step");
    const ForestPart forest(graph, EdgeScores(graph, scores), positions, spans, words.size(), length);
    DualSearch search(forest, lattice, {Measure(words, high), low}, {iterations, step, branches});
    {
        nb::gil_scoped_release unlocked;
        search.run(words.fates());
    }
    return nb::make_tuple(search.best.score, search.bound, to_numpy(std::move(search.best.edges)),
                          to_numpy(std::move(search.best.kept)), search.converged, search.first_iterations,
                          search.iterations, search.branches);
}

}  // namespace

void bind_dual(nb::module_ &module) {
    module.def("dual_search", &dual_search, "graph"_a, "scores"_a, "positions"_a, "spans"_a, "lattice"_a,
               "words"_a, "low"_a, "high"_a, "length"_a, "iterations"_a, "step"_a, "branches"_a);
}

}  // namespace laconic
