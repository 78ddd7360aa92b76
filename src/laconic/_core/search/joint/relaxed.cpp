// The joint model with its length limit relaxed (Qian & Liu 2014, section 3.3): O(n^3) an iteration.
//
// A multiplier, added to the score for every unit of length, takes the place of the limit, so the spans of
// search/joint/exact.cpp need no lengths: each is one number. Whatever the multiplier, the best set is the best of
// its own length, and its penalised score bounds the score of every other length from above. In the plane
// of length and score these sets are the corners of the upper hull.
#include "base/cancel.h"
#include "search/joint/scores.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>
#include <vector>

namespace laconic {
namespace {

// max over k of a[k] + b[k]; four maxima at a time, since each must wait for the one before.
double max_plus(const double *a, const double *b, std::int32_t size) {
    double best[4] = {kImpossible, kImpossible, kImpossible, kImpossible};
    std::int32_t k = 0;
    for (; k + 4 <= size; k += 4) {
        for (std::int32_t lane = 0; lane < 4; ++lane) {
            const double candidate = a[k + lane] + b[k + lane];
            best[lane] = best[lane] < candidate ? candidate : best[lane];
        }
    }
    for (; k < size; ++k) best[0] = std::max(best[0], a[k] + b[k]);
    return std::max(std::max(best[0], best[1]), std::max(best[2], best[3]));
}

std::int32_t argmax_plus(const double *a, const double *b, std::int32_t size) {
    std::int32_t chosen = 0;
    for (std::int32_t k = 1; k < size; ++k) {
        if (a[k] + b[k] > a[chosen] + b[chosen]) chosen = k;
    }
    return chosen;
}

// A set of words with its tree: where it stands in the plane of length and score.
struct Corner {
    double score = kImpossible;
    std::int64_t length = 0;
    std::vector<std::int32_t> heads;
};

class RelaxedJoint {
  public:
    RelaxedJoint(const ArcScores &scores, const Words &words)
        : scores_(scores, words),
          words_(words.size()),
          count_(scores_.count),
          weight_(scores_.weight),
          space_(scores_.space),
          begin_(count_ + 1),
          link_(count_ + 1),
          pair_to_(count_ + 2),
          junction_(count_ + 2),
          arc_right_(count_ + 2),
          arc_left_(count_ + 2),
          right_from_(count_ + 2),
          right_to_(count_ + 2),
          left_from_(count_ + 2),
          left_to_(count_ + 2) {
        for (std::int32_t left = 0; left <= count_; ++left) {
            for (std::int32_t right = left + 1; right <= count_ + 1; ++right) {
                pair_to_[right][left] = scores_.pair[left][right];
            }
        }
    }

    // The best non-empty set when each unit of length is worth `multiplier`; nothing if none is possible.
    std::optional<Corner> best_at(double multiplier) {
        price(multiplier);
        for (std::int32_t j = 1; j <= count_; ++j) {
            check_cancelled();
            right_from_[j][j] = right_to_[j][j] = left_from_[j][j] = left_to_[j][j] = 0;
            for (std::int32_t i = j - 1; i >= 1; --i) fill(i, j);
        }
        double highest = kImpossible;
        std::int32_t root = 0;
        for (std::int32_t word = 1; word <= count_; ++word) {
            const double value = link_[kRoot][word] + max_plus(&begin_[1], &left_to_[word][1], word) +
                                 max_plus(&right_from_[word][word], &pair_to_[count_ + 1][word], count_ - word + 1);
            if (value > highest) highest = value, root = word;
        }
        if (root == 0) return std::nullopt;
        return measured(trace(root));
    }

    // A multiplier beyond which only length matters: no two sets' scores differ by as much.
    double steepest() const {
        double link = 0, pair = 0;
        for (std::int32_t i = 0; i <= count_; ++i) {
            for (std::int32_t j = 1; j <= count_ + 1; ++j) {
                const double arc = j <= count_ ? scores_.link[i][j] : kImpossible, next = scores_.pair[i][j];
                if (arc > kImpossible) link = std::max(link, std::abs(arc));
                if (next > kImpossible) pair = std::max(pair, std::abs(next));
            }
        }
        return 1 + 2 * (count_ + 1) * (link + pair);
    }

    std::vector<std::int32_t> sentence_heads(const Corner &corner) const {
        if (corner.heads.empty()) return std::vector<std::int32_t>(words_, kDeleted);
        return scores_.sentence_heads(corner.heads, words_);
    }

  private:
    struct Span {
        bool is_right;  // headed by its first word
        std::int32_t i, j;
    };

    void price(double multiplier) {
        for (std::int32_t head = 0; head <= count_; ++head) {
            for (std::int32_t word = 1; word <= count_; ++word) {
                link_[head][word] = scores_.link[head][word] + multiplier * weight_[word];
            }
        }
        for (std::int32_t word = 1; word <= count_; ++word) {
            begin_[word] = scores_.pair[0][word] - multiplier * space_[word];
        }
    }

    // The recurrences of search/joint/exact.cpp without lengths; tables are kept by both ends so that rows are read.
    void fill(std::int32_t i, std::int32_t j) {
        const std::int32_t width = j - i;
        junction_[i][j] = max_plus(&right_from_[i][i], &pair_to_[j][i], width);
        const double inner = max_plus(&junction_[i][i + 1], &left_to_[j][i + 1], width);
        arc_right_[i][j] = inner + link_[i][j];
        arc_left_[j][i] = inner + link_[j][i];
        right_from_[i][j] = right_to_[j][i] = max_plus(&arc_right_[i][i + 1], &right_to_[j][i + 1], width);
        left_to_[j][i] = left_from_[i][j] = max_plus(&left_from_[i][i], &arc_left_[j][i], width);
    }

    std::vector<std::int32_t> trace(std::int32_t root) const {
        std::vector<std::int32_t> heads(count_ + 1, kDeleted);
        heads[root] = kRoot;
        const std::int32_t first = 1 + argmax_plus(&begin_[1], &left_to_[root][1], root);
        const std::int32_t last =
            root + argmax_plus(&right_from_[root][root], &pair_to_[count_ + 1][root], count_ - root + 1);
        std::vector<Span> open{{false, first, root}, {true, root, last}};
        while (!open.empty()) {
            const auto [is_right, i, j] = open.back();
            open.pop_back();
            if (i == j) continue;
            std::int32_t from, to;  // the arc's two ends, in the order of the sentence
            if (is_right) {
                from = i, to = i + 1 + argmax_plus(&arc_right_[i][i + 1], &right_to_[j][i + 1], j - i);
                heads[to] = i;
                open.push_back({true, to, j});
            } else {
                from = i + argmax_plus(&left_from_[i][i], &arc_left_[j][i], j - i), to = j;
                heads[from] = j;
                open.push_back({false, i, from});
            }
            const std::int32_t next =
                from + 1 + argmax_plus(&junction_[from][from + 1], &left_to_[to][from + 1], to - from);
            const std::int32_t before =
                from + argmax_plus(&right_from_[from][from], &pair_to_[next][from], next - from);
            open.push_back({true, from, before});
            open.push_back({false, next, to});
        }
        return heads;
    }

    // Adds up score and length afresh, free of the multiplier's rounding.
    Corner measured(std::vector<std::int32_t> &&heads) const {
        Corner corner{0, 0, std::move(heads)};
        std::int32_t before = 0;
        for (std::int32_t word = 1; word <= count_; ++word) {
            const std::int32_t head = corner.heads[word];
            if (head == kDeleted) continue;
            corner.score += scores_.link[head][word] + scores_.pair[before][word];
            corner.length += weight_[word] - (before == 0 ? space_[word] : 0);
            before = word;
        }
        corner.score += scores_.pair[before][count_ + 1];
        return corner;
    }

    JointScores scores_;
    std::size_t words_;
    std::int32_t count_;
    const std::vector<std::int32_t> &weight_, &space_;
    std::vector<double> begin_;
    Square link_, pair_to_, junction_, arc_right_, arc_left_, right_from_, right_to_, left_from_, left_to_;
};

// What is known about the best set of the wanted length: it scores at most `bound`.
struct Relaxation {
    bool possible = true;  // false: every set is longer than wanted, or every set is shorter
    bool hit = false;      // `below` is the answer
    Corner below, above;   // the nearest corners found on either side of the wanted length
    double bound = std::numeric_limits<double>::infinity();
    double multiplier = 0;
    std::int32_t iterations = 0;
};

class Relaxer {
  public:
    Relaxer(RelaxedJoint &joint, std::int64_t target, bool at_most)
        : joint_(joint), target_(target), at_most_(at_most) {}

    // Walks along the hull: the next multiplier makes the two corners at hand equally good, so that the best
    // set is a corner between them, or else they are neighbours and the dual is solved exactly.
    Relaxation bisect() {
        if (!step(0) || out_.hit) return out_;
        const bool too_long = out_.above.score > kImpossible;
        if (!step(too_long ? -joint_.steepest() : joint_.steepest()) || out_.hit) return out_;
        out_.possible = out_.below.score > kImpossible && out_.above.score > kImpossible;
        while (out_.possible && !out_.hit) {
            const Corner &below = out_.below, &above = out_.above;
            const double multiplier = (below.score - above.score) / static_cast<double>(above.length - below.length);
            const double tie = below.score + multiplier * static_cast<double>(below.length);
            const std::int64_t width = above.length - below.length;
            step(multiplier);
            const double slack = 1e-12 * (1 + std::abs(tie) + std::abs(multiplier) * static_cast<double>(target_));
            if (value_ <= tie + slack || out_.above.length - out_.below.length == width) break;
        }
        return out_;
    }

    // The paper's subgradient steps; the step size shrinks each time that the dual bound gets worse.
    Relaxation descend(std::int32_t iterations, double size) {
        double multiplier = 0, previous = std::numeric_limits<double>::infinity();
        std::int32_t setbacks = 0;
        for (std::int32_t iteration = 0; iteration < iterations && !out_.hit; ++iteration) {
            if (!step(multiplier)) return out_;
            const double dual = value_ - multiplier * static_cast<double>(target_);
            setbacks += dual > previous;
            previous = dual;
            multiplier += size / (1 + setbacks) * static_cast<double>(target_ - length_);
            if (at_most_) multiplier = std::min(multiplier, 0.0);
        }
        for (const double steep : {-joint_.steepest(), joint_.steepest()}) {
            const Corner &missing = steep < 0 ? out_.below : out_.above;
            if (!out_.hit && missing.score == kImpossible) step(steep);
        }
        out_.possible = out_.hit || (out_.below.score > kImpossible && out_.above.score > kImpossible);
        return out_;
    }

  private:
    // Solves for one multiplier and keeps what it teaches; false if there is no set at all.
    bool step(double multiplier) {
        std::optional<Corner> corner = joint_.best_at(multiplier);
        ++out_.iterations;
        out_.possible = corner.has_value();
        if (!corner) return false;
        length_ = corner->length;
        value_ = corner->score + multiplier * static_cast<double>(length_);
        const double bound = value_ - multiplier * static_cast<double>(target_);
        if (bound < out_.bound) out_.bound = bound, out_.multiplier = multiplier;
        if (length_ == target_ || (at_most_ && multiplier == 0 && length_ < target_)) {
            out_.hit = true;
            out_.bound = corner->score;
            out_.below = std::move(*corner);
        } else if (length_ < target_) {
            if (out_.below.score == kImpossible || length_ > out_.below.length) out_.below = std::move(*corner);
        } else if (out_.above.score == kImpossible || length_ < out_.above.length) {
            out_.above = std::move(*corner);
        }
        return true;
    }

    RelaxedJoint &joint_;
    std::int64_t target_;
    bool at_most_;
    Relaxation out_;
    std::int64_t length_ = 0;
    double value_ = 0;
};

nb::object to_python(const RelaxedJoint &joint, const Relaxation &found) {
    if (!found.possible) return nb::none();
    return nb::make_tuple(found.hit, found.bound, found.multiplier, found.iterations, found.below.score,
                          to_numpy(joint.sentence_heads(found.below)), to_numpy(joint.sentence_heads(found.above)));
}

nb::object joint_bisect(Vector<double> token, Matrix<double> bigram, Matrix<double> arc, const Words &words,
                        std::int64_t target, bool at_most) {
    check_length(target);
    RelaxedJoint joint(ArcScores(token, bigram, arc, words), words);
    Relaxation found;
    {
        nb::gil_scoped_release unlocked;
        found = Relaxer(joint, target, at_most).bisect();
    }
    return to_python(joint, found);
}

nb::object joint_subgradient(Vector<double> token, Matrix<double> bigram, Matrix<double> arc, const Words &words,
                             std::int64_t target, bool at_most, std::int32_t iterations, double step) {
    check_length(target);
    require(iterations >= 1, "iterations must be at least 1.");
    check_number(step, "step");
    RelaxedJoint joint(ArcScores(token, bigram, arc, words), words);
    Relaxation found;
    {
        nb::gil_scoped_release unlocked;
        found = Relaxer(joint, target, at_most).descend(iterations, step);
    }
    return to_python(joint, found);
}

}  // namespace

void bind_joint_relaxed(nb::module_ &module) {
    module.def("joint_bisect", &joint_bisect, "token"_a, "bigram"_a, "arc"_a, "words"_a, "target"_a, "at_most"_a);
    module.def("joint_subgradient", &joint_subgradient, "token"_a, "bigram"_a, "arc"_a, "words"_a, "target"_a,
               "at_most"_a, "iterations"_a, "step"_a);
}

}  // namespace laconic
