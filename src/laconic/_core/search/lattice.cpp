// Best, k-best and summed paths of a lattice, for every length at once.
#include "search/lattice.h"

#include "base/cancel.h"
#include "base/check.h"
#include "base/scores.h"

#include <algorithm>
#include <cmath>
#include <queue>

namespace laconic {
namespace {

// One value for each row and length, stored row after row.
class Table {
  public:
    Table(std::int32_t rows, std::int32_t limit)
        : width_(static_cast<std::size_t>(limit) + 1) {
        check_room(static_cast<std::size_t>(rows), width_);
        values_.assign(static_cast<std::size_t>(rows) * width_, kImpossible);
    }
    double *row(std::int32_t index) { return &values_[index * width_]; }
    const double *row(std::int32_t index) const { return &values_[index * width_]; }

  private:
    std::size_t width_;
    std::vector<double> values_;
};

// Calls visit(edge, length before, length after) for every way into `row` that is no longer than the limit.
// A first kept word is lighter by its space. Length 0 means that nothing is kept, since every word weighs
// something; the sums over all lengths weigh nothing and have no spaces, so they never reach the second case.
template <typename Visit>
void for_each_step(const Lattice &lattice, const Measure &measure, std::int32_t row, Visit visit) {
    check_cancelled();
    for (std::int32_t index = lattice.begin(row); index < lattice.end(row); ++index) {
        const std::int32_t word = lattice.edges()[index].word;
        const std::int32_t first = measure.step(word, true), later = measure.step(word, false);
        if (first <= measure.limit) visit(index, 0, first);
        for (std::int32_t length = 1; length + later <= measure.limit; ++length) visit(index, length, length + later);
    }
}

// The score of an edge with the bonus of the word it keeps; no bonus means none for any word.
double with_bonus(const Edge &edge, const double *bonus) {
    return bonus == nullptr || edge.word == kKeepsNone ? edge.score : edge.score + bonus[edge.word];
}

Table forward_best(const Lattice &lattice, const Measure &measure, const double *bonus = nullptr) {
    Table best(lattice.rows(), measure.limit);
    std::vector<std::int32_t> longest(lattice.rows(), 0);  // no set that reaches the row is longer
    best.row(0)[0] = 0;
    for (std::int32_t row = 1; row < lattice.rows(); ++row) {
        check_cancelled();
        double *here = best.row(row);
        for (std::int32_t index = lattice.begin(row); index < lattice.end(row); ++index) {
            const Edge &edge = lattice.edges()[index];
            const double *before = best.row(edge.from);
            const double score = with_bonus(edge, bonus);
            const std::int32_t first = measure.step(edge.word, true), later = measure.step(edge.word, false);
            if (first <= measure.limit) here[first] = std::max(here[first], before[0] + score);
            const std::int32_t end = std::min(longest[edge.from], measure.limit - later);
            double *after = here + later;
            for (std::int32_t length = 1; length <= end; ++length) {
                const double candidate = before[length] + score;
                after[length] = after[length] < candidate ? candidate : after[length];
            }
            longest[row] = std::max({longest[row], std::min(first, measure.limit), end + later});
        }
    }
    return best;
}

// Marks the words of the best set of this length, finding again at each row the edge it came by.
void trace(const Lattice &lattice, const Measure &measure, const Table &best, std::int32_t length,
           std::uint8_t *kept, const double *bonus = nullptr) {
    for (std::int32_t row = lattice.rows() - 1; row > 0;) {
        double highest = kImpossible;
        std::int32_t chosen = 0, before = 0;
        for (std::int32_t index = lattice.begin(row); index < lattice.end(row); ++index) {
            const Edge &edge = lattice.edges()[index];
            const auto offer = [&](std::int32_t from) {
                const double candidate = best.row(edge.from)[from] + with_bonus(edge, bonus);
                if (candidate > highest) highest = candidate, chosen = index, before = from;
            };
            if (measure.step(edge.word, true) == length) offer(0);
            const std::int32_t later = length - measure.step(edge.word, false);
            if (later > 0) offer(later);
        }
        const Edge &edge = lattice.edges()[chosen];
        if (edge.word != kKeepsNone) kept[edge.word] = 1;
        row = edge.from;
        length = before;
    }
}

// The k-th best way into a state: its score, its edge, and which of the ways into the state before.
struct Way {
    double score;
    std::int32_t edge;
    std::int32_t before;  // length of what was kept before the edge
    std::int32_t rank;

    bool operator<(const Way &other) const { return score < other.score; }
};

}  // namespace

Measure::Measure(const Words &words, std::int32_t limit_)
    : weight(words.weight().data()), space(words.space().data()), limit(limit_) {
    check_length(limit);
    require(words.lengths_tell_empty(), "every word must weigh more than its space, or no word anything.");
}

void Lattice::add(std::int32_t from, std::int32_t word, double score) {
    if (score > kImpossible) edges_.push_back({from, word, score});
}

BestSets best_of_each_length(const Lattice &lattice, const Measure &measure) {
    const Table best = forward_best(lattice, measure);
    const double *last = best.row(lattice.rows() - 1);
    const std::size_t lengths = static_cast<std::size_t>(measure.limit) + 1;
    BestSets sets{std::vector<double>(last, last + lengths), std::vector<std::uint8_t>(lengths * lattice.words())};
    for (std::size_t length = 0; length < lengths; ++length) {
        if (sets.scores[length] > kImpossible) {
            trace(lattice, measure, best, static_cast<std::int32_t>(length), sets.kept.data() + length * lattice.words());
        }
    }
    return sets;
}

double best_set(const Lattice &lattice, const Measure &measure, std::int32_t low, const double *bonus,
                std::vector<std::uint8_t> &kept) {
    require(low >= 0, "a length must not be negative.");
    kept.assign(lattice.words(), 0);
    if (low > measure.limit) return kImpossible;
    const Table best = forward_best(lattice, measure, bonus);
    const double *last = best.row(lattice.rows() - 1);
    const double *highest = std::max_element(last + low, last + measure.limit + 1);
    if (*highest > kImpossible) {
        trace(lattice, measure, best, static_cast<std::int32_t>(highest - last), kept.data(), bonus);
    }
    return *highest;
}

BestSets best_of_all(const Lattice &lattice, const Measure &measure, std::int32_t low, std::int32_t count) {
    require(low >= 0, "a length must not be negative.");
    require(count >= 1, "at least one set must be asked for.");
    const std::size_t width = static_cast<std::size_t>(measure.limit) + 1;
    check_room(static_cast<std::size_t>(lattice.rows()), width, sizeof(std::vector<Way>));
    const auto state = [width](std::int32_t row, std::int32_t length) { return row * width + length; };
    std::vector<std::vector<Way>> ways(lattice.rows() * width);
    ways[state(0, 0)].push_back({0.0, -1, 0, 0});

    // Takes the best `count` of the offered ways; each taken way offers the next of the state it came from.
    const auto take_best = [&](std::priority_queue<Way> &offers, std::vector<Way> &taken) {
        while (!offers.empty() && static_cast<std::int32_t>(taken.size()) < count) {
            const Way way = offers.top();
            offers.pop();
            taken.push_back(way);
            const Edge &edge = lattice.edges()[way.edge];
            const std::vector<Way> &sources = ways[state(edge.from, way.before)];
            const std::size_t next = static_cast<std::size_t>(way.rank) + 1;
            if (next < sources.size()) {
                offers.push({sources[next].score + edge.score, way.edge, way.before, way.rank + 1});
            }
        }
    };
    for (std::int32_t row = 1; row < lattice.rows(); ++row) {
        std::vector<std::priority_queue<Way>> offers(width);
        for_each_step(lattice, measure, row, [&](std::int32_t index, std::int32_t before, std::int32_t after) {
            const Edge &edge = lattice.edges()[index];
            const std::vector<Way> &sources = ways[state(edge.from, before)];
            if (!sources.empty()) offers[after].push({sources[0].score + edge.score, index, before, 0});
        });
        for (std::size_t length = 0; length < width; ++length) {
            check_cancelled();
            take_best(offers[length], ways[row * width + length]);
        }
    }

    struct Answer {
        double score;
        std::int32_t length, rank;
    };
    std::vector<Answer> answers;
    for (std::int32_t length = low; length <= measure.limit; ++length) {
        const std::vector<Way> &ends = ways[state(lattice.rows() - 1, length)];
        for (std::size_t rank = 0; rank < ends.size(); ++rank) {
            answers.push_back({ends[rank].score, length, static_cast<std::int32_t>(rank)});
        }
    }
    const auto is_better = [](const Answer &a, const Answer &b) { return a.score > b.score; };
    std::stable_sort(answers.begin(), answers.end(), is_better);
    answers.resize(std::min(answers.size(), static_cast<std::size_t>(count)));

    BestSets sets;
    sets.kept.resize(answers.size() * lattice.words());
    for (std::size_t index = 0; index < answers.size(); ++index) {
        sets.scores.push_back(answers[index].score);
        std::uint8_t *kept = sets.kept.data() + index * lattice.words();
        std::int32_t row = lattice.rows() - 1, length = answers[index].length, rank = answers[index].rank;
        while (row > 0) {
            const Way way = ways[state(row, length)][rank];
            const Edge &edge = lattice.edges()[way.edge];
            if (edge.word != kKeepsNone) kept[edge.word] = 1;
            row = edge.from, length = way.before, rank = way.rank;
        }
    }
    return sets;
}

namespace {

// log(exp(a) + exp(b)), for values that may be minus infinity.
double log_add(double a, double b) {
    if (a < b) std::swap(a, b);
    return b == kImpossible ? a : a + std::log1p(std::exp(b - a));
}

}  // namespace

EdgeMarginals edge_marginals(const Lattice &lattice, const Measure &measure) {
    const std::int32_t rows = lattice.rows();
    Table inside(rows, measure.limit), outside(rows, measure.limit);
    inside.row(0)[0] = 0;
    for (std::int32_t row = 1; row < rows; ++row) {
        for_each_step(lattice, measure, row, [&](std::int32_t index, std::int32_t before, std::int32_t after) {
            const Edge &edge = lattice.edges()[index];
            double &sum = inside.row(row)[after];
            sum = log_add(sum, inside.row(edge.from)[before] + edge.score);
        });
    }
    EdgeMarginals marginals{inside.row(rows - 1)[measure.limit], std::vector<double>(lattice.edges().size())};
    if (marginals.log_partition == kImpossible) return marginals;
    outside.row(rows - 1)[measure.limit] = 0;
    for (std::int32_t row = rows - 1; row > 0; --row) {
        for_each_step(lattice, measure, row, [&](std::int32_t index, std::int32_t before, std::int32_t after) {
            const Edge &edge = lattice.edges()[index];
            const double rest = outside.row(row)[after] + edge.score;
            double &sum = outside.row(edge.from)[before];
            sum = log_add(sum, rest);
            marginals.probability[index] += std::exp(inside.row(edge.from)[before] + rest - marginals.log_partition);
        });
    }
    return marginals;
}

nb::tuple to_python(BestSets &&sets, std::size_t words) {
    const std::size_t count = sets.scores.size();
    return nb::make_tuple(to_numpy(std::move(sets.scores)), to_numpy(std::move(sets.kept), {count, words}));
}

}  // namespace laconic
